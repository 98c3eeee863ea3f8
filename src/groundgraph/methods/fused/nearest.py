"""Which evidence is shown of a claim: what is nearest to it by words, or as a reader finds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.methods.fused.instead import values_held
from groundgraph.text.names import names
from groundgraph.text.numbers import quantities
from groundgraph.text.words import content_stems, words
from groundgraph.types import Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.reading import Material, Reading
    from groundgraph.methods.fused.views import View
    from groundgraph.text.passage_units import Unit

_SHOWN = 3
_MOST_HELD = 0.8
"""Share of the words of a claim that sentences hold together which are told as its evidence."""
_ALIKE = 0.1
"""How much less near a unit may be, in [0, 1], that counts as about as near."""
_VALUED = 0.2
"""The same of one that holds more of the claim's amounts, dates and hours, and half as near."""
_RANKED = 8
"""Units of which the one to show first is chosen, at most; bounds time."""
_HEADING = 2
"""Words of a unit that is no sentence, at most."""


def nearest_units(
    claim: str, evidence: Material, nearness: NDArray[np.floating]
) -> tuple[Evidence, ...]:
    """Return the nearest units, first of about equally near ones one that says most of the claim.

    It names what is rarest, then holds most of the amounts, dates and hours: "The river Oss flows
    through …" holds as many words of "The river Tel flows through …" as a sentence about the Tel
    does. Further ones are no headings.
    """
    nearest = [i for i in np.argsort(-nearness, kind="stable").tolist() if nearness[i] > 0]
    if not nearest:
        return ()
    first = _first(claim, evidence, nearness, nearest)
    rest = [i for i in nearest if i != first and not _is_heading(evidence.units[i])]
    return tuple(
        Evidence(unit.passage_id, unit.span, float(nearness[i]), unit.text)
        for i in [first, *rest][:_SHOWN]
        for unit in [evidence.units[i]]
    )


def _first(
    claim: str, evidence: Material, nearness: NDArray[np.floating], nearest: Sequence[int]
) -> int:
    """Return the unit to show first."""
    naming = _naming(claim, evidence)
    said = {word.stem for word in words(claim)}
    best = nearness[nearest[0]]

    def rank(unit: int) -> tuple[bool, int, float, int]:
        text = evidence.units[unit].text
        names = unit in naming and nearness[unit] >= best - _ALIKE
        shared = len(said.intersection(word.stem for word in words(text)))
        return names, values_held(claim, text), float(nearness[unit]), shared

    least = max(best - _VALUED, best / 2)
    return max((i for i in nearest[:_RANKED] if nearness[i] >= least), key=rank)


def _is_heading(unit: Unit) -> bool:
    return unit.fact is None and len(words(unit.text)) <= _HEADING


def _naming(claim: str, evidence: Material) -> frozenset[int]:
    """Return the units that hold the name of a claim which fewest units hold, the first of them."""
    held = [
        [evidence.index.postings.get(stem, ()) for stem in content_stems(" ".join(name.parts))]
        for name in names(claim)
    ]
    units = [frozenset(own[0]).intersection(*own[1:]) for own in held if own]
    return min((own for own in units if own), key=len, default=frozenset())


def together(claim: str, evidence: Material) -> list[Unit]:
    """Return sentences of several passages that hold a claim by turns, [] where one holds it all.

    Each passage names somebody or something that one before it names.
    """
    stems = left = content_stems(claim)
    heads = {unit.passage_id: unit.text for unit in reversed(evidence.units)}
    found: list[Unit] = []
    named = frozenset[str]()
    while left and len(found) < _SHOWN:
        held = Counter(n for s in left for n in evidence.index.postings.get(s, ()))
        passages = {unit.passage_id for unit in found}
        nearest = (
            evidence.units[n]
            for n in sorted(held, key=lambda n: (-held[n], n))
            if evidence.units[n].passage_id not in passages
        )
        told = ((unit, _named(heads[unit.passage_id]) | _named(unit.text)) for unit in nearest)
        best = next((each for each in told if not found or named & each[1]), None)
        if best is None:
            break
        found.append(best[0])
        named |= best[1]
        left -= content_stems(best[0].text)
    whole = len(found) > 1 and len(left) <= (1 - _MOST_HELD) * len(stems)
    return sorted(found, key=lambda unit: _begins(claim, unit.text)) if whole else []


def _named(text: str) -> frozenset[str]:
    return frozenset(part for name in names(text) for part in name.parts)


def _begins(claim: str, text: str) -> int:
    """Return where the first word of a claim stands that a text holds."""
    held = content_stems(text)
    return next((word.start for word in words(claim) if word.stem in held), len(claim))


def holding_a_word(claim: str, evidence: Material) -> tuple[Evidence, ...]:
    """Return the unit that holds most of the words of a claim, however common, or its numbers."""
    postings = evidence.index.postings
    stems = {word.stem for word in words(claim) if word.content}
    counts = Counter(place for stem in stems for place in postings.get(stem, ()))
    if not counts and (said := frozenset[str]().union(*quantities(claim))):
        counts = Counter(
            place
            for place, unit in enumerate(evidence.units)
            if any(said & told for told in quantities(unit.text))
        )
    if not counts:
        return ()
    place = max(sorted(counts), key=counts.__getitem__)
    unit = evidence.units[place]
    return (Evidence(unit.passage_id, unit.span, 0.0, unit.text),)


def in_other_words(reading: Reading, view: View, flags: Sequence[bool]) -> dict[int, Evidence]:
    """Return what a reader finds to hold each claim that passes, where words find nothing.

    Args:
        reading: The answer.
        view: What is seen of it.
        flags: Whether each claim is flagged.

    Returns:
        By the claim's number; nothing of one that no unit holds.
    """
    if view.asked is None:
        return {}
    apart = [
        number
        for number, (claim, flag) in enumerate(zip(reading.claims, flags, strict=True))
        if not flag
        and not view.nearness[number].any()
        and not any(each.evidence for each in view.rulings[number].told)
        and not holding_a_word(claim.text, reading.evidence)
    ]
    return view.asked.holding(apart)
