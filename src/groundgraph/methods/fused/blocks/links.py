"""Links block: how a walk over the passages comes from the question to a short answer.

`groundgraph.graph.links` walks; here that becomes numbers in [0, 1], and a chain of passages to
show. It is asked only of short answers to a question over several passages: of a claim that is a
sentence most words stand somewhere, and how they are put counts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.graph.links import Reach
from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.rule import Rule, Ruling, Telling, Way
from groundgraph.text.asked.restatements import restated
from groundgraph.text.asked.sought import marks, sought
from groundgraph.text.triples.named_roles import other_in_role
from groundgraph.text.triples.relations import read_asked
from groundgraph.text.words import content_stems
from groundgraph.types import Evidence
from groundgraph.types.sources import source_of
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from groundgraph.graph.links import PassageLinks
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.text.passage_units import Unit

NAMES = ("link_reached", "link_missed")
"""How much of the walk, on a scale of logarithms, ends at the answer: from `MIDDLE` to all of it,
and from `MIDDLE` down to `LEAST`; both as far as there are links to take (`LINKED`)."""
MOST_ADDED = 6
"""Content words that an answer may add to its question."""
LEAST, MIDDLE = 0.004, 0.12
"""Masses. Of HotpotQA's bridge questions right answers have a median of 0.21, wrong ones 0.03."""
SHIFT = Shift(names=NAMES, weights=(-2.0, 1.5))
"""By ``python -m experiments.fit_rules``: -1.39 and 0.65 over all corpora, where answers to
questions that need one passage count most; HotpotQA alone gives -3.9 and 1.1. These lie between."""
LINKED = 0.05
"""Share of the walk that begins where there are links, from which on all of it counts. Of passages
that do not name each other a walk says nothing: of such answers by strangers that it misses 54% are
wrong, of those that it reaches 47% (half are); of HotpotQA's that it misses over links 82%."""
_TOLD = 0.25
_ASTRAY = 0.5
_ALL = 0.999
_TOLD_OF = frozenset("bear die educate marry parent child sibling".split())
"""Relations of which a sentence speaks by words that are known."""


_NOWHERE = Reach(0.0, 0.0)


class Walked(NamedTuple):
    """What a walk found of a claim.

    Attributes:
        reach: How it comes to the claim's words.
        chain: The sentences on its way, without those that it does not need.
        astray: Where it is told of another than the question asks for: the producer's school.
        last: The relation at whose end the question seeks its answer, or "".
    """

    reach: Reach
    chain: tuple[Unit, ...]
    astray: Astray | None = None
    last: str = ""

    @property
    def holds(self) -> bool:
        """Whether the chain leads to the claim, and its end speaks of what is sought."""
        if self.astray or self.reach.mass < _TOLD or len(self.chain) < 2:
            return False
        return self.last not in _TOLD_OF or self.last in marks(self.chain[-1].text).of


class Astray(NamedTuple):
    """Why a claim is told of another than the question asks for.

    Attributes:
        unit: The sentence that tells the two apart.
        right: Who is asked for, beside whom the sentence names the other; "" where it is about a
            namesake.
        sure: Whether there is a passage of who is asked for.
    """

    unit: Unit
    right: str
    sure: bool = True


def judge(reading: Reading, _: Rarity) -> tuple[Walked | None, ...]:
    """Walk to each claim that is a short answer; ``None`` of others, and over triples alone."""
    return walked_over(reading, reading.evidence.links)


def walked_over(reading: Reading, links: PassageLinks) -> tuple[Walked | None, ...]:
    """Return what `judge` does, by a walk over the given links between the answer's units."""
    asked = content_stems(reading.asked)
    if not asked or len(reading.example.passages) < 2 or _only_triples(reading):
        return (None,) * len(reading.claims)
    found = [
        None if made is None else _walked(reading, links, asked, claim.text)
        for made, claim in zip(reading.judged.statements, reading.claims, strict=True)
    ]
    if found and reading.judged.statements[0] is None:
        added = content_stems(restated(reading.asked, reading.claims[0].text)) - asked
        astray = _astray(reading, links, asked, added) if added else None
        found[0] = Walked(_NOWHERE, (), astray) if astray and astray.sure else None
    return tuple(found)


def _only_triples(reading: Reading) -> bool:
    """Say whether there are triples alone, which `blocks.paths` walks over by their relations."""
    return all(is_triple(passage.id) for passage in reading.example.passages)


def _walked(
    reading: Reading, links: PassageLinks, asked: frozenset[str], claim: str
) -> Walked | None:
    added = content_stems(claim) - asked
    if not 0 < len(added) <= MOST_ADDED:
        return None
    units, seeks = reading.evidence.units, sought(reading.asked)
    astray = _astray(reading, links, asked, added)
    reach = _NOWHERE if astray and astray.sure else links.reach(asked, added, seeks)
    chain = _needed(tuple(units[number] for number in reach.chain), asked)
    return Walked(reach, chain, astray, seeks.last)


def _astray(
    reading: Reading, links: PassageLinks, asked: frozenset[str], added: frozenset[str]
) -> Astray | None:
    """Return where what the claim adds is told alone of those whom the question does not ask for.

    The passage that holds most of the question names them beside the one who is asked for, or is
    about a namesake of theirs.
    """
    units = reading.evidence.units
    held = links.shares(added)
    begins = int(links.passages[links.shares(asked).argmax()])
    ends = sorted(set(links.passages[held > _ALL].tolist()))
    if not ends or begins in ends:
        return None
    if all(links.are_namesakes(begins, end) for end in ends):
        return Astray(units[int(np.searchsorted(links.passages, ends[0]))], "")
    relations = {name for name, _ in read_asked(reading.asked, ()).concepts}
    own = [units[number] for number in np.flatnonzero(links.passages == begins).tolist()]
    text = " ".join(unit.text for unit in own)
    right = min(other_in_role(text, links.heads[end], relations) for end in ends)
    if not right:
        return None
    unit = next((unit for unit in own if right in unit.text), own[0])
    return Astray(unit, right, content_stems(right) in links.heads)


def goes_astray(walked: Walked) -> bool:
    """Say whether a claim is told of another than the question asks for."""
    return walked.astray is not None and walked.astray.sure


def _needed(chain: tuple[Unit, ...], asked: frozenset[str]) -> tuple[Unit, ...]:
    """Return a chain without a first sentence that says no more of the question than the last.

    Of two sentences that both answer, neither leads to the other.
    """
    held = [content_stems(unit.text) & asked for unit in chain]
    return chain[1:] if len(chain) > 1 and held[0] <= held[-1] else chain


def features(walked: Walked) -> tuple[float, float]:
    """Measure a claim: a number in [0, 1] for each of `NAMES`."""
    mass = max(walked.reach.mass, LEAST)
    counts = 1.0 if goes_astray(walked) else min(1.0, walked.reach.linked / LINKED)
    return (
        counts * max(0.0, math.log(mass / MIDDLE) / math.log(1 / MIDDLE)),
        counts * max(0.0, math.log(MIDDLE / mass) / math.log(MIDDLE / LEAST)),
    )


def ruling(walked: Walked | None) -> Ruling:
    """Return what it comes to: what is told of another than the question asks for is wrong."""
    if walked is None:
        return Ruling((0.0,) * len(NAMES))
    ways = (Way(tuple(unit.passage_id for unit in walked.chain), walked.reach.mass),)
    return Ruling(
        features(walked),
        tell(walked),
        overrules="wrong" if goes_astray(walked) else "",
        ways=ways if walked.holds else (),
    )


def tell(walked: Walked) -> Telling | None:
    """Name the chain of passages that leads from the question to the claim, where there is one."""
    if walked.astray is not None and walked.astray.sure:
        unit, right, _ = walked.astray
        why = f"The question asks for “{right}”, of whom no passage says so"
        told = why if right else "This is told of a namesake"
        decides = Evidence(unit.passage_id, unit.span, 1.0, unit.text)
        where = f"“{unit.text}” ({source_of(unit.passage_id)})."
        return Telling("contradicted", f"{told}: {where}", (decides,), _ASTRAY)
    if not walked.holds:
        return None
    first, second = walked.chain
    told = (
        f"From the question over {source_of(first.passage_id)} (“{first.text}”) to "
        f"{source_of(second.passage_id)} (“{second.text}”)."
    )
    cited = tuple(Evidence(u.passage_id, u.span, 1.0, u.text) for u in walked.chain)
    return Telling("supported", told, cited, walked.reach.mass / 2)


RULE = Rule(SHIFT, NAMES, judge, ruling)
