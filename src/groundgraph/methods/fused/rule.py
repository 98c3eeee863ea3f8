"""What is judged of claims by rule, beside the trees: it shifts their log-odds, and says why.

Each rule is a block of features (`blocks.quantities`, `blocks.short_answers`, …) that the trees do
not read: what it finds can be told in words, and undone. Here they are put side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from groundgraph.methods.fused.reading import distinct
from groundgraph.types import Evidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.shift import Shift
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.text.judgements import Judgement, Place
    from groundgraph.types import Edge, Passage, Span, TripleView

    Floats = NDArray[np.float64]


LEAST = 2.0
"""Log-odds that a claim has at least of which a judge is sure that it is wrong, about 0.83 when
calibrated. Of 30 such claims of pairs that no rule was made by 25 are wrong, of 220 of RAGTruth's
175 (`experiments.fit_rules`)."""
MOST = -1.0
"""Log-odds that a claim has at most of which a judge is sure that it is right: below the
thresholds that are shipped for a label."""
_CERTAIN, _LIKELY = 0.9, 0.6


Judge = Callable[[str, "Sequence[Passage]", "Sequence[str]"], "Sequence[Judgement[Any]]"]


class Rival(NamedTuple):
    """What a passage has in the place of a part of a claim that none has.

    Attributes:
        said: That part, as written.
        passage: Number of the passage among the distinct ones, from 0.
        span: Where in it the other stands.
        around: The sentence or row around that.
    """

    said: str
    passage: int
    span: Span
    around: Span


class Telling(NamedTuple):
    """What a rule tells the reader of a claim.

    Attributes:
        outcome: Whether the evidence says so, or otherwise.
        explanation: One sentence.
        evidence: What decided, the most telling first.
        sure: How sure it is, in [0, 1]; of several contradictions the surest is told.
        leading: Whether its evidence stands before what is nearest, where the claim is supported.
    """

    outcome: Literal["supported", "contradicted"]
    explanation: str
    evidence: tuple[Evidence, ...] = ()
    sure: float = 0.5
    leading: bool = False


class Rule(NamedTuple):
    """A block of features with what it says.

    Attributes:
        shift: Its features that shift log-odds, and by how much.
        names: Its features.
        judge: Returns what it finds of each claim of an answer.
        measure: Makes features of that, shape ``(n_claims, len(names))``.
        tell: Says what it found of one claim, or ``None``.
        draw: Returns the edges that lead to a claim, given its number.
        views: Returns the given triples that it looked at of all claims, for drawing.
        settles: Says whether what it found of one claim leaves nothing for the other rules to
            judge, which measure 0 and say nothing then.
        amend: Given what it found of a claim and what another rule did, what of that stands.
        right: Returns the parts of one claim that it found to be right, as written.
        rivals: Returns what passages have in the place of parts of one claim.
        denies: Its features that deny a claim; where one of any rule does, none holds it.
        holds: Its features that say that a claim holds, 0 where one denies it.
    """

    shift: Shift
    names: tuple[str, ...]
    judge: Callable[[Reading, Rarity], Sequence[Any]]
    measure: Callable[[Sequence[Any]], Floats]
    tell: Callable[[Any], Telling | None]
    draw: Callable[[Any, int], Sequence[Edge]] = lambda _found, _number: ()
    views: Callable[[Sequence[Any]], tuple[TripleView, ...]] = lambda _found: ()
    settles: Callable[[Any], bool] = lambda _found: False
    amend: Callable[[Any, Any], Any] | None = None
    right: Callable[[Any], tuple[str, ...]] = lambda _found: ()
    rivals: Callable[[Any], tuple[Rival, ...]] = lambda _found: ()
    denies: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rules:
    """Rules side by side.

    Attributes:
        each: In the order in which they are told; none where nothing is judged by rule.
    """

    each: tuple[Rule, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The features of all of them."""
        return tuple(name for rule in self.each for name in rule.names)

    @property
    def shift(self) -> Shift:
        """What all of them add to log-odds."""
        first, *rest = (rule.shift for rule in self.each)
        return sum(rest, first)

    def judge(self, reading: Reading, rarity: Rarity) -> tuple[Sequence[Any], ...]:
        """Return what each rule finds of the claims of an answer, and the others let stand.

        A rule amends by all that it found, also by what others do not let stand.
        """
        first = [rule.judge(reading, rarity) for rule in self.each]
        judged = list(first)
        for at, (rule, found) in enumerate(zip(self.each, first, strict=True)):
            if rule.amend is not None:
                judged = [
                    own if place == at else list(map(rule.amend, found, own))
                    for place, own in enumerate(judged)
                ]
        return tuple(judged)

    def measure(self, judged: Sequence[Sequence[Any]]) -> Floats:
        """Return all features of what `judge` found, shape ``(n_claims, len(names))``.

        What one rule holds of a claim does not count where another denies it: they may judge parts
        of it.
        """
        found = [rule.measure(own) for rule, own in zip(self.each, judged, strict=True)]
        for number in range(len(found[0])):
            if (settler := self._settler(judged, number)) is not None:
                for place, own in enumerate(found):
                    own[number] *= place == settler
        every = np.concatenate(found, axis=1)
        denied = every[:, self._places(rule.denies for rule in self.each)].any(axis=1)
        held = self._places(rule.holds for rule in self.each)
        holding = np.isin(np.arange(every.shape[1]), held)
        every[np.outer(denied, holding)] = 0
        return every

    def place_of(self, rule: Rule) -> int:
        """Return the place of what a rule of the same features found among what `judge` returns."""
        return next(place for place, own in enumerate(self.each) if own.names == rule.names)

    def _places(self, features: Iterable[tuple[str, ...]]) -> list[int]:
        """Return the places of features of rules."""
        names = self.names
        return [names.index(name) for own in features for name in own]

    def stacked(self, tables: Sequence[Floats]) -> Floats:
        """Return the rows of several answers, one below the other."""
        return np.concatenate([np.zeros((0, len(self.names))), *tables])

    def draw(self, judged: Sequence[Sequence[Any]]) -> Iterator[Edge]:
        """Yield the edges of the ways by which rules came to the claims of an answer."""
        for rule, own in zip(self.each, judged, strict=True):
            for number, each in enumerate(own):
                yield from rule.draw(each, number)

    def views(self, judged: Sequence[Sequence[Any]]) -> tuple[TripleView, ...]:
        """Return the given triples that rules looked at."""
        return tuple(v for r, own in zip(self.each, judged, strict=True) for v in r.views(own))

    def _settler(self, judged: Sequence[Sequence[Any]], number: int) -> int | None:
        """Return the place of the first rule that settles a claim, ``None`` where none does."""
        of_rules = enumerate(zip(self.each, judged, strict=True))
        return next((n for n, (rule, own) in of_rules if rule.settles(own[number])), None)

    def tell(self, judged: Sequence[Sequence[Any]], number: int) -> list[Telling]:
        """Return what the rules say of one claim, the surest first."""
        settler = self._settler(judged, number)
        told = [
            rule.tell(own[number])
            for place, (rule, own) in enumerate(zip(self.each, judged, strict=True))
            if settler in (None, place)
        ]
        return sorted((each for each in told if each), key=lambda each: -each.sure)

    def right(self, judged: Sequence[Sequence[Any]], number: int) -> list[str]:
        """Return the parts of one claim that rules found to be right."""
        of_rules = zip(self.each, judged, strict=True)
        return [part for rule, own in of_rules for part in rule.right(own[number])]

    def rivals(self, judged: Sequence[Sequence[Any]], number: int) -> list[Rival]:
        """Return what passages have in the place of parts of one claim."""
        of_rules = zip(self.each, judged, strict=True)
        return [rival for rule, own in of_rules for rival in rule.rivals(own[number])]


def by_judge(
    judge: Judge,
    shift: Shift,
    names: tuple[str, ...],
    measured: Callable[[Any], tuple[float, ...]],
) -> Rule:
    """Return the rule of a judge of `groundgraph.text`.

    The reader is told what speaks against a claim. That a sentence says the same is seen beside it.

    Args:
        judge: Takes the question, the passages and the claims of one answer.
        shift: Of some of ``names``.
        names: What `outcomes` returns, and what is measured beside.
        measured: Returns the latter of one claim.
    """

    def of_reading(reading: Reading, _: Rarity) -> Sequence[Judgement[Any]]:
        claims = [claim.text for claim in reading.claims]
        passages = distinct(reading.example.passages)  # their order decides nothing
        return judge(reading.asked, passages, claims)

    def measure(judged: Sequence[Judgement[Any]]) -> Floats:
        rows = zip(outcomes(judged).tolist(), map(measured, judged), strict=True)
        found = [[*own, *beside] for own, beside in rows]
        return np.array(found, float).reshape(len(judged), len(names))

    def tell(judged: Judgement[Any]) -> Telling | None:
        return told_by(judged) if judged.outcome == "contradicted" else None

    return Rule(shift, names, of_reading, measure, tell)


def told_by(judged: Judgement[Any]) -> Telling | None:
    """Say what a judge of `groundgraph.text` found, where it decides and has a sentence for it."""
    if judged.outcome == "open" or not judged.explanation:
        return None
    sure = _CERTAIN if judged.certainty == "certain" else _LIKELY
    return Telling(judged.outcome, judged.explanation, cited(judged.evidence), sure)


def outcomes(judged: Sequence[Judgement[Any]]) -> Floats:
    """Return what judges say of claims, shape ``(n_claims, 4)``.

    Whether each is surely wrong, likely wrong, supported; and how far the score of one that is open
    lies from 1/2, in [-1/2, 1/2].
    """
    found = [
        (
            each.outcome == "contradicted" and each.certainty == "certain",
            each.outcome == "contradicted" and each.certainty != "certain",
            each.outcome == "supported",
            each.score - 0.5 if each.outcome == "open" else 0.0,
        )
        for each in judged
    ]
    return np.array(found, float).reshape(len(judged), 4)


def cited(places: Sequence[Place]) -> tuple[Evidence, ...]:
    """Return words of passages as evidence."""
    return tuple(Evidence(place.passage, place.span, 1.0, place.text) for place in places)
