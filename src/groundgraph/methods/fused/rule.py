"""What is judged of claims by rule, beside the trees: it shifts their log-odds, and says why.

Each rule is a block of features (`blocks.quantities`, `blocks.short_answers`, …) that the trees do
not read: what it finds can be told in words, and undone. Whatever it looks at, a rule comes to a
`Ruling` on each claim, and nobody else reads what it found, but for `amendments`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

import numpy as np

from groundgraph.methods.fused.blocks.known_words import KnownWords
from groundgraph.methods.fused.reading import distinct
from groundgraph.types import Edge, Evidence, node_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.shift import Shift
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.traced import Traced
    from groundgraph.text.judgements import Judgement, Place
    from groundgraph.types import Conflict, Passage

    Floats = NDArray[np.float64]


LEAST = 2.0
"""Log-odds that a claim has at least of which a judge is sure that it is wrong, about 0.83 when
calibrated. Of 30 such claims of pairs that no rule was made by 25 are wrong, of 220 of RAGTruth's
175 (`experiments.fit_rules`)."""
MOST = -1.0
"""Log-odds that a claim has at most of which a judge is sure that it is right: below the
thresholds that are shipped for a label."""
_CERTAIN, _LIKELY = 0.9, 0.6

FoundT = TypeVar("FoundT")
JudgementT = TypeVar("JudgementT", bound="Judgement[Any]")


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


class Way(NamedTuple):
    """A way from the question over passages by which a rule came to a claim.

    Attributes:
        passages: Their ids, in order.
        weight: How sure it is, in [0, 1].
        arrives: Whether it ends at the claim; else it leads elsewhere.
    """

    passages: tuple[str, ...]
    weight: float
    arrives: bool = True


class Ruling(NamedTuple):
    """What a rule says of one claim.

    Attributes:
        features: A number for each of the rule's names.
        telling: What a reader is told, ``None`` for nothing.
        right: The parts of the claim that are right, as written.
        settles: Whether it leaves nothing for the other rules to judge, which measure 0 and say
            nothing then.
        overrules: What it knows of the claim whatever a reader model says of it, "" for nothing.
        words: Words of the claim that it knows to be right or wrong.
        ways: How it came to the claim, for drawing.
        traced: What the given triples say of it, for drawing.
        conflicts: Where passages disagree on what it says.
    """

    features: tuple[float, ...]
    telling: Telling | None = None
    right: tuple[str, ...] = ()
    settles: bool = False
    overrules: Literal["", "right", "wrong"] = ""
    words: KnownWords = KnownWords()
    ways: tuple[Way, ...] = ()
    traced: Traced | None = None
    conflicts: tuple[Conflict, ...] = ()

    def settled_by_another(self) -> Ruling:
        """Return it where another rule settles the claim."""
        return self._replace(features=(0.0,) * len(self.features), telling=None)


class Rulings(NamedTuple):
    """What rules say of one claim, in their order; none where nothing is judged by rule."""

    each: tuple[Ruling, ...] = ()

    @property
    def told(self) -> list[Telling]:
        """What a reader is told, the surest first."""
        told = (own.telling for own in self.each)
        return sorted((each for each in told if each), key=lambda each: -each.sure)

    @property
    def right(self) -> list[str]:
        """The parts of the claim that are right, as written."""
        return [part for own in self.each for part in own.right]

    @property
    def words(self) -> KnownWords:
        """The words of the claim that are known to be right or wrong."""
        every = [own.words for own in self.each]
        return KnownWords(
            held=tuple(span for words in every for span in words.held),
            right=tuple(span for words in every for span in words.right),
            rephrased=tuple(span for words in every for span in words.rephrased),
            wrong=tuple(span for words in every for span in words.wrong),
        )

    def overrule(self, outcome: Literal["right", "wrong"]) -> bool:
        """Say whether the claim is known to be so, whatever a reader model says of it."""
        return any(own.overrules == outcome for own in self.each)


@dataclass(frozen=True)
class Rule(Generic[FoundT]):
    """A block of features with what it says.

    Attributes:
        shift: Its features that shift log-odds, and by how much.
        names: Its features.
        judge: Returns what it finds of each claim of an answer.
        ruling: Returns what that comes to, of one claim.
        denies: Its features that deny a claim; where one of any rule does, none holds it.
        holds: Its features that say that a claim holds, 0 where one denies it.
    """

    shift: Shift
    names: tuple[str, ...]
    judge: Callable[[Reading, Rarity], Sequence[FoundT]]
    ruling: Callable[[FoundT], Ruling]
    denies: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rules:
    """Rules side by side.

    Attributes:
        each: In the order in which they are told.
        amend: Returns what of all that they find of one claim, in their order, stands beside the
            rest; ``None`` where they let each other be.
    """

    each: tuple[Rule[Any], ...]
    amend: Callable[[Sequence[Any]], Sequence[Any]] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The features of all of them."""
        return tuple(name for rule in self.each for name in rule.names)

    @property
    def shift(self) -> Shift:
        """What all of them add to log-odds."""
        first, *rest = (rule.shift for rule in self.each)
        return sum(rest, first)

    def judge(self, reading: Reading, rarity: Rarity) -> tuple[Rulings, ...]:
        """Return what the rules say of each claim of an answer."""
        found = zip(*(rule.judge(reading, rarity) for rule in self.each), strict=True)
        return tuple(map(self._rulings, found))

    def _rulings(self, found: Sequence[Any]) -> Rulings:
        stands = found if self.amend is None else self.amend(found)
        each = [rule.ruling(own) for rule, own in zip(self.each, stands, strict=True)]
        settler = next((own for own in each if own.settles), None)
        if settler is None:
            return Rulings(tuple(each))
        return Rulings(tuple(o if o is settler else o.settled_by_another() for o in each))

    def measure(self, judged: Sequence[Rulings]) -> Floats:
        """Return all features of what `judge` returned, shape ``(n_claims, len(names))``.

        What one rule holds of a claim does not count where another denies it: they may judge parts
        of it.
        """
        rows = [[number for ruling in own.each for number in ruling.features] for own in judged]
        every = np.array(rows, float).reshape(len(judged), len(self.names))
        denied = every[:, self._places(rule.denies for rule in self.each)].any(axis=1)
        held = self._places(rule.holds for rule in self.each)
        holding = np.isin(np.arange(every.shape[1]), held)
        every[np.outer(denied, holding)] = 0
        return every

    def _places(self, features: Iterable[tuple[str, ...]]) -> list[int]:
        """Return the places of features of rules."""
        names = self.names
        return [names.index(name) for own in features for name in own]

    def stacked(self, tables: Sequence[Floats]) -> Floats:
        """Return the rows of several answers, one below the other."""
        return np.concatenate([np.zeros((0, len(self.names))), *tables])


def edges_of(judged: Sequence[Rulings]) -> Iterator[Edge]:
    """Yield the ways by which rules came to the claims of an answer, and passages that disagree."""
    for of_rule in zip(*(own.each for own in judged), strict=True):
        for number, ruling in enumerate(of_rule):
            for way in ruling.ways:
                yield from _steps(way, number)
            yield from _opposed(ruling.conflicts)


def _steps(way: Way, number: int) -> Iterator[Edge]:
    for one, other in pairwise(node_names.way(way.passages, number if way.arrives else None)):
        yield Edge(one, other, way.weight, "links")


def _opposed(conflicts: Iterable[Conflict]) -> Iterator[Edge]:
    """Yield an edge between each two passages that say different things."""
    for conflict in conflicts:
        for one, other in combinations(conflict.sides, 2):
            if one.passage_id != other.passage_id and one.value != other.value:
                ends = [node_names.passage(side.passage_id) for side in (one, other)]
                yield Edge(ends[0], ends[1], 1.0, "opposes")


def by_judge(
    judge: Callable[[str, Sequence[Passage], Sequence[str]], Sequence[JudgementT]],
    shift: Shift,
    names: tuple[str, ...],
    measured: Callable[[JudgementT], tuple[float, ...]],
    *,
    denies: tuple[str, ...],
    holds: tuple[str, ...],
) -> Rule[JudgementT]:
    """Return the rule of a judge of `groundgraph.text`.

    The reader is told what speaks against a claim. That a sentence says the same is seen beside it.

    Args:
        judge: Takes the question, the passages and the claims of one answer.
        shift: Of some of ``names``.
        names: What `outcome_of` returns, and what is measured beside.
        measured: Returns the latter of one claim.
        denies: As of `Rule`.
        holds: As of `Rule`.
    """

    def of_reading(reading: Reading, _: Rarity) -> Sequence[JudgementT]:
        claims = [claim.text for claim in reading.claims]
        passages = distinct(reading.example.passages)  # their order decides nothing
        return judge(reading.asked, passages, claims)

    def ruling(judged: JudgementT) -> Ruling:
        told = told_by(judged) if judged.outcome == "contradicted" else None
        return Ruling((*outcome_of(judged), *measured(judged)), told)

    return Rule(shift, names, of_reading, ruling, denies, holds)


def told_by(judged: Judgement[Any]) -> Telling | None:
    """Say what a judge of `groundgraph.text` found, where it decides and has a sentence for it."""
    if judged.outcome == "open" or not judged.explanation:
        return None
    sure = _CERTAIN if judged.certainty == "certain" else _LIKELY
    return Telling(judged.outcome, judged.explanation, cited(judged.evidence), sure)


def outcome_of(judged: Judgement[Any]) -> tuple[float, float, float, float]:
    """Return what a judge says of a claim in numbers.

    Whether it is surely wrong, likely wrong, supported; and how far the score of one that is open
    lies from 1/2, in [-1/2, 1/2].
    """
    wrong, certain = judged.outcome == "contradicted", judged.certainty == "certain"
    leaning = judged.score - 0.5 if judged.outcome == "open" else 0.0
    return (
        float(wrong and certain),
        float(wrong and not certain),
        float(judged.outcome == "supported"),
        leaning,
    )


def cited(places: Sequence[Place]) -> tuple[Evidence, ...]:
    """Return words of passages as evidence."""
    return tuple(Evidence(place.passage, place.span, 1.0, place.text) for place in places)
