"""What a reader is told of each claim: the outcome, the evidence and one explanation."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.methods.fused import wording
from groundgraph.methods.fused.blocks import facts
from groundgraph.methods.fused.blocks.conflicts import with_sides
from groundgraph.methods.fused.blocks.fields import conflicts
from groundgraph.methods.fused.instead import Sentence, in_its_place
from groundgraph.methods.fused.nearest import holding_a_word, nearest_units, together
from groundgraph.methods.fused.showing import as_shown
from groundgraph.methods.fused.unseen import (
    is_small,
    most_telling,
    unseen_words,
    whole_words,
)
from groundgraph.text.answer_values import values
from groundgraph.text.numbers import quantities_with_text
from groundgraph.text.words import content_stems, words
from groundgraph.types import Evidence, Finding, Span
from groundgraph.types.outcomes import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.methods.fused.blocks.lexical import Index
    from groundgraph.methods.fused.reading import Material, Reading
    from groundgraph.methods.fused.rule import Rulings, Telling
    from groundgraph.methods.fused.views import View
    from groundgraph.text.asked.declaratives import Statement
    from groundgraph.text.passage_units import Unit
    from groundgraph.text.structured import Fact
    from groundgraph.types import Claim, Mark

_MOST = 0.7
_PROBABLE = 0.5
"""Score from which words of a claim are told as contradicted; below, it is more likely right."""
_REPEATED = 0.8
"""Share of the content words of a statement that a sentence has which repeats it."""
_WORD = re.compile(r"\w+(?:[.,]\w+)*")
_STOPS = " .;:!?…"


def findings_of(
    reading: Reading,
    view: View,
    flags: Sequence[bool],
    scores: Sequence[float],
    held: Mapping[int, Evidence],
) -> tuple[Finding, ...]:
    """Word the outcome of each claim; ``held`` are those of `in_other_words`."""
    found = []
    places, passages = _places(reading.evidence), reading.example.passages
    for number, (claim, flag, score) in enumerate(zip(reading.claims, flags, scores, strict=True)):
        near = nearest_units(claim.text, reading.evidence, view.nearness[number])
        marks = view.marker.of_claim(number) if flag and view.marker else ()
        rulings = view.rulings[number]
        told = rulings.told
        joined = () if flag or told else together(claim.text, reading.evidence)
        finding = Finding(claim, "supported", score, near, wording.supported(near, joined))
        if flag:
            by_data = _by_data(finding, reading.evidence)
            denied = score >= _PROBABLE and view.asked is not None and view.asked.denies(number)
            finding = by_data or _by_words(finding, reading, marks, rulings, denied=denied)
            if by_data is None and not told and view.asked is not None:
                finding = _with_reader(finding, view.asked.against(number))
        finding = with_sides(_with_rules(finding, told), number, view.conflicts)
        if number in held:
            found.append(_reworded(finding, held[number]))
            continue
        finding = _with_evidence(finding, told, reading.evidence)
        finding = _scored(finding, places, view.nearness[number])
        shown = as_shown(finding.evidence, reading.evidence.of_passage, passages)
        found.append(replace(finding, evidence=shown))
    return tuple(_like_its_repetition(found, number, reading, view) for number in range(len(found)))


def _like_its_repetition(
    found: Sequence[Finding], number: int, reading: Reading, view: View
) -> Finding:
    """Return the finding of a yes or no, no better than that of a sentence that repeats it.

    "Yes, you can visit it on Monday": where words are in doubt that both say, both are.
    """
    finding, made = found[number], reading.judged.statements[number]
    if made is None or made.affirmed is None or finding.outcome != "supported":
        return finding
    [after] = found[number + 1 : number + 2] or [finding]
    if after.outcome not in FLAGGED or view.marker is None or not _repeats(after, made):
        return finding
    marks = [mark.span.of(reading.example.answer) for mark in view.marker.of_claim(number + 1)]
    if content_stems(made.text).isdisjoint(content_stems(" ".join(marks))):
        return finding
    return replace(after, claim=finding.claim)


def _repeats(finding: Finding, made: Statement) -> bool:
    said, told = content_stems(made.text), content_stems(finding.claim.text)
    denied = [any(w.negation for w in words(text)) for text in (made.text, finding.claim.text)]
    return len(said & told) >= _REPEATED * len(said) and denied[0] is denied[1]


def _reworded(finding: Finding, held: Evidence) -> Finding:
    """Cite what says the same as a claim in other words.

    A field of data that has no word of it is only near: "shipping: 4.95".
    """
    near = wording.reworded(held) if held.span is not None else wording.supported((held,))
    why = " ".join(filter(None, (near, finding.explanation)))
    return replace(finding, evidence=(held,), explanation=why)


def _places(evidence: Material) -> dict[str, list[int]]:
    """Return the numbers of the units of each text, without the stop that rules leave out."""
    places: dict[str, list[int]] = {}
    for number, unit in enumerate(evidence.units):
        places.setdefault(unit.text.rstrip(_STOPS), []).append(number)
    return places


def _scored(
    finding: Finding, places: Mapping[str, Sequence[int]], nearness: NDArray[np.floating]
) -> Finding:
    """Say of all evidence how near it is to the claim, of what rules cite as of what is nearest.

    A piece that is no unit, as one side of a conflict in a passage that was set aside, is as near
    as rules hold it.
    """
    scored = tuple(
        replace(each, score=float(nearness[places[text]].max()))
        if (text := each.text.rstrip(_STOPS)) in places
        else each
        for each in finding.evidence
    )
    return replace(finding, evidence=scored)


def _with_evidence(finding: Finding, told: Sequence[Telling], evidence: Material) -> Finding:
    """Return a finding as unverifiable where it is supported by nothing.

    Words that are too common to count as near are shared all the same.
    """
    if finding.outcome != "supported" or finding.evidence:
        return finding
    held = next((each.evidence for each in told if each.evidence), ())
    held = held or holding_a_word(finding.claim.text, evidence)
    if held:
        why = finding.explanation or wording.supported(held)
        return replace(finding, evidence=held, explanation=why)
    return replace(finding, outcome="unverifiable", score=None, explanation=wording.NOTHING_ALIKE)


def _with_reader(finding: Finding, against: Telling | None) -> Finding:
    """Say that the evidence contradicts a claim, where a reader surely finds that it does.

    Words that are contradicted say more than that something is, and a sentence more than they.
    """
    if against is None or (finding.outcome == "contradicted" and not against.evidence):
        return finding
    held, why = against.evidence or finding.evidence, against.explanation
    return replace(finding, outcome="contradicted", evidence=held, explanation=why)


def _with_rules(finding: Finding, told: Sequence[Telling]) -> Finding:
    """Say what rules found of a claim; where it is flagged and they say otherwise, cite that.

    What speaks against a claim that is supported all in all stands behind the evidence for it.
    """
    against = [each for each in told if each.outcome == "contradicted"]
    if against and finding.outcome != "supported":
        first = against[0]
        held = first.evidence or finding.evidence
        why = first.explanation
        return replace(finding, outcome="contradicted", evidence=held, explanation=why)
    worded = [each.explanation for each in against or told if each.explanation][:1]
    said = worded if not against and finding.outcome == "supported" else []
    doubts = [wording.in_doubt(why) for why in worded if against]
    leading = [item for each in told[:1] if each.leading for item in each.evidence]
    rest = [e for e in finding.evidence if not any(e.passage_id == o.passage_id for o in leading)]
    told_of = [] if said and leading else [finding.explanation]
    why = " ".join([*said, *told_of, *doubts]).strip()
    return replace(finding, explanation=why, evidence=(*leading, *rest))


def _by_data(finding: Finding, evidence: Material) -> Finding | None:
    """Say which facts of data speak against a flagged claim, ``None`` where none does."""
    against = _against(finding.claim.text, evidence)
    if not against:
        return None
    cited = tuple(Evidence(unit.passage_id, None, 1.0, unit.text) for unit in against)
    why = wording.contradicted([unit.text for unit in against])
    return replace(finding, outcome="contradicted", evidence=cited, explanation=why)


def _by_words(
    finding: Finding,
    reading: Reading,
    marks: Sequence[Mark],
    rulings: Rulings,
    *,
    denied: bool,
) -> Finding:
    """Say which words speak against a flagged claim; those that rules know to be right do not.

    It seems to say otherwise of words where the claim is ``denied``, and of numbers and dates where
    it has others in their place; else it does not clearly say them.
    """
    evidence, claim, right = reading.evidence, finding.claim, rulings.right
    doubted = _blamed([mark.span for mark in marks], claim, reading)
    instead = _instead(finding, reading, doubted, [*right, *_held_numbers(claim, reading)])
    against = _blamed([m.span for m in marks if m.kind == "contradicted"], claim, reading)
    doubted = [part for part in doubted if not _is_right(part, right)]
    against = [part for part in against if not _is_right(part, right)]
    every = _own_first(unseen_words(claim.text, evidence.index), claim, reading)
    if not every and (made := reading.judged.read_as(claim.span)):
        doubted = [made.rstrip(".")]
    unseen = _told_unseen(every, finding, reading, marks, doubted)
    unseen = [word for word in unseen if not any(word in said for said in right)]
    told = instead or _other_count(unseen, finding, reading)
    finding = _rival_first(finding, told)
    if against and (denied or instead) and _is_spoken_of(claim.text, evidence.index):
        why = wording.denied(against if denied else [], told)
        return replace(finding, outcome="contradicted", explanation=why)
    why = wording.unsupported(unseen, doubted, told)
    return replace(finding, outcome="unsupported", explanation=why)


def _rival_first(finding: Finding, told: Sequence[wording.Instead]) -> Finding:
    """Show first what has something else in the place of what a claim says."""
    own, other = told[0] if told else ("", "")
    rival = [e for e in finding.evidence if own and other in e.text and own not in e.text][:1]
    rest = (each for each in finding.evidence if each not in rival)
    return replace(finding, evidence=(*rival, *rest))


def _told_unseen(
    spans: Sequence[Span],
    finding: Finding,
    reading: Reading,
    marks: Sequence[Mark],
    doubted: Sequence[str],
) -> list[str]:
    """Return the words that no passage holds and that a reader is told of.

    Where words are marked that passages hold, these are told of.
    """
    claim = finding.claim
    marked = [Span(m.span.start - claim.span.start, m.span.end - claim.span.start) for m in marks]
    told = most_telling(claim.text, spans, marked, reading.asked)
    if doubted and not any(span.overlaps(mark) for span in told for mark in marked):
        return []
    return list(dict.fromkeys(span.of(claim.text) for span in told or spans))


def _blamed(spans: Sequence[Span], claim: Claim, reading: Reading) -> list[str]:
    """Return the words of marks that a reader is told of.

    Of a short answer they are its own, or all that it says where its question gave every word.
    """
    answer, own = reading.example.answer, reading.judged.own
    said = [
        whole_words(answer, span).of(answer) for span in spans if any(own[span.start : span.end])
    ]
    made = reading.judged.read_as(claim.span)
    if spans and made and all(map(is_small, said)):
        return [made.rstrip(".")]
    return [part for part in said if not is_small(part)]


def _held_numbers(claim: Claim, reading: Reading) -> list[str]:
    """Return the numbers of a short answer that the evidence has beside the same word.

    It may have others as well: "Python 3.11", and "Orrery 4.2" which is nearer.
    """
    if not reading.judged.read_as(claim.span):
        return []
    told = [_unbroken(unit.text) for unit in reading.evidence.units]
    held = []
    for start, said, _ in quantities_with_text(claim.text):
        before = _WORD.findall(claim.text[:start])[-1:]
        after = _WORD.findall(claim.text[start + len(said) :])[:1]
        beside = [[*before, said], [said, *after]]
        pairs = [_unbroken(" ".join(both)) for both in beside if len(both) > 1]
        if any(pair in unit for pair in pairs for unit in told):
            held.append(said)
    return held


def _own_first(spans: Sequence[Span], claim: Claim, reading: Reading) -> list[Span]:
    """Return the words of a claim that the answer gave, those of the question of a yes or no."""
    made = reading.judged.statement_of(claim.span)
    own = reading.judged.own[claim.span.start : claim.span.end]
    said = [span for span in spans if any(own[span.start : span.end])]
    return said or (list(spans) if made and made.affirmed is not None else [])


def _other_count(
    unseen: Sequence[str], finding: Finding, reading: Reading
) -> list[tuple[str, str]]:
    """Pair a number that is the answer to a question with the only one of the nearest units."""
    made = reading.judged.statement_of(finding.claim.span)
    numbers = [word for word in unseen if word[0].isdigit()]
    if not (made and made.form and made.form.wanted == "number" and numbers):
        return []
    found = [
        value.span.of(unit.text)
        for unit in finding.evidence
        for value in values(unit.text, phrases_too=False)
        if value.kind == "count"
    ]
    return [(numbers[0], found[0])] if len(found) == 1 else []


def _is_spoken_of(claim: str, evidence: Index) -> bool:
    """Say whether evidence holds any word of a claim: else it says nothing of it, nor otherwise."""
    return any(word.content and word.stem in evidence.stems for word in words(claim))


def _instead(
    finding: Finding, reading: Reading, doubted: Sequence[str], right: Sequence[str]
) -> list[wording.Instead]:
    """Pair the values in doubt with what the nearest evidence says in their place."""

    def is_doubted(said: str) -> bool:
        own = frozenset(_WORD.findall(said))
        in_doubt = any(not own.isdisjoint(_WORD.findall(part)) for part in doubted)
        return in_doubt and not any(said in part for part in right)

    of_passage = reading.evidence.of_passage
    units = [_with_context(e, of_passage.get(e.passage_id, [])) for e in finding.evidence]
    return in_its_place(finding.claim.text, units, reading.asked, is_doubted)


def _with_context(held: Evidence, own: Sequence[Unit]) -> Sentence:
    """Return a piece of evidence with the unit before it in its passage."""
    before = (one.text for one, unit in pairwise(own) if unit.span == held.span)
    return Sentence(held.text, next(before, ""))


def _is_right(part: str, right: Sequence[str]) -> bool:
    """Say whether most words of a part of a claim are known to be right."""
    rest = part
    for said in right:
        rest = rest.replace(said, " ")
    return len(_WORD.findall(rest)) < _MOST * len(_WORD.findall(part))


def _unbroken(text: str) -> str:
    """Return the words of a text between blanks, to look for whole ones in it."""
    return f" {' '.join(word.casefold() for word in _WORD.findall(text))} "


def _against(claim: str, evidence: Material) -> list[Unit]:
    """Return the facts of data that say otherwise, in order."""
    told: set[Fact | None] = {found.fact for found in conflicts(claim, evidence.fields)}
    told |= {*facts.conflicts(claim, evidence.record)}
    return [unit for unit in evidence.units if unit.fact is not None and unit.fact in told]
