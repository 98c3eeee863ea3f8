"""Fused: what groundgraph checks with by default.

A reader reads evidence and answer together (`parts.readers`) and says of each claim and word
whether it is supported, unsupported or contradicted. Its log-odds stand in one sum
(`groundgraph.learn.shift`) with those of the trees of `lexical` and with what can be reckoned or
looked up: amounts, dates, cells and orders (`blocks.quantities`), what the evidence says in the
place of a short answer (`blocks.short_answers`), and more (`rules`). The weights of the sum were
fitted on many corpora, of which RAGTruth counts half and the others alike; for answers of another
form than RAGTruth's stands a sum in which all count alike (`groundgraph.learn.elsewhere`).
Of the rules one weight is fitted, for all of them: their own are relative. The score is calibrated
on answers whose evidence neither the trees nor the reader had seen. Words of flagged claims that
the reader does not find supported are marked. Passages that disagree on what an answer says are
told beside (`blocks.conflicts`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from groundgraph.learn.inputs import DEFAULT_FIT
from groundgraph.methods.fused import workload
from groundgraph.methods.fused.blocks import form, lexical, reader, shape
from groundgraph.methods.fused.lexical import by_words, nearness, unjudged
from groundgraph.methods.fused.marking import Marker
from groundgraph.methods.fused.overruling import Heard, marked, overruled
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.rule import edges_of
from groundgraph.methods.fused.rules import RULES
from groundgraph.methods.fused.sentence_level import RECIPE, SentenceLevel
from groundgraph.methods.fused.views import Measured, View
from groundgraph.parts.onnx import beside
from groundgraph.parts.readers.minilm import MiniLMReader
from groundgraph.ranges import SHARE, in_ranges
from groundgraph.specs import load
from groundgraph.types import Edge, node_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray
    from typing_extensions import Self

    from groundgraph.learn.shift import Shift
    from groundgraph.learn.two_level import TwoLevelRecipe
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.rule import Rulings
    from groundgraph.methods.fused.views import Trained
    from groundgraph.protocols import Reader
    from groundgraph.types import EdgeKind, Example, FitOptions
    from groundgraph.types.readings import CutAnswer, OutcomeScores

    Floats = NDArray[np.float64]

ANSWER_NAMES = shape.ANSWER_NAMES
BESIDE_NAMES = (*RULES.names, *reader.NAMES, reader.ALONE)
EXCHANGED = (
    "the score is no probability: it was calibrated with another reader; fit it with this one"
)
"""The remark on an answer that was read by another reader than the head was fitted with."""
_ALONE = 100
"""Claims of one answer that are read by themselves, the first of those in doubt; bounds time."""
_BY_NAME = 0.5
"""How far an answer is judged as those of other forms from which its evidence is read by name."""
_AT_ONCE = 64
"""Answers that are read at once; bounds memory."""


@dataclass(frozen=True)
class Fused(SentenceLevel):
    """A reader, the trees of `lexical` and rules in one calibrated sum.

    Attributes:
        reader: Reads answers together with their evidence; `fit` leaves it as it is. It reads
            English, so it is not asked without ``english_only``.
        fitted_reader: The one that the head was fitted and calibrated with; `fit` writes it down.
            With another ``reader`` every verdict says so, and no score counts as calibrated.
        tau: No threshold, it changes no label: how much of a claim a passage must hold to be joined
            to it in the drawn graph, in [0, 1]: the share of the claim's words, weighed by rarity,
            in one sentence, or in all facts of a record together.

    Raises:
        InputError: When a number is out of range.
    """

    name: ClassVar[str] = "fused"

    reader: Reader = field(default_factory=MiniLMReader)
    fitted_reader: Reader = field(default_factory=MiniLMReader)
    tau: float = 0.4

    def __post_init__(self) -> None:
        in_ranges(self, tau=SHARE)

    @property
    def exchanged(self) -> str:  # type: ignore[override]
        """What every verdict says where the reader is not the one of the fit."""
        asked = self.english_only and self.head is not None
        return EXCHANGED if asked and self.reader != self.fitted_reader else ""

    @property
    def shift(self) -> Shift:
        """What rules and reader add beside the trees: the head's, or where none is, as shipped."""
        own = self.head.shift if self.head is not None else None
        return own or _shipped_shift()

    def fit(self, examples: Sequence[Example], options: FitOptions = DEFAULT_FIT, /) -> Self:
        """Fit as `SentenceLevel.fit` does, and write down with which reader."""
        return replace(super().fit(examples, options), fitted_reader=self.reader)

    def fit_out_of_fold(
        self,
        examples: Sequence[Example],
        labels: Sequence[bool],
        recipe: TwoLevelRecipe = RECIPE,
        *,
        others: Sequence[Example] = (),
    ) -> tuple[Self, Trained]:
        """Fit as `SentenceLevel.fit_out_of_fold` does, and write down with which reader."""
        fitted, trained = super().fit_out_of_fold(examples, labels, recipe, others=others)
        return replace(fitted, fitted_reader=self.reader), trained

    def _learn_rarity(self, readings: Sequence[Reading]) -> Rarity:
        return english_rarity() if self.english_only else super()._learn_rarity(readings)

    def measure(self, readings: Iterable[Reading], rarity: Rarity, /) -> Measured:
        """Measure answers that can be checked, and their claims."""
        if not self.english_only:  # the rules and the reader read English
            drawn = list(readings)
            table = by_words(drawn, rarity)
            return Measured(table, lambda: ((r, self._plain_view(r, rarity)) for r in drawn))
        examined = list(self.examined(readings, rarity))
        table = by_words([each.reading for each in examined], rarity)
        none = np.zeros((0, len(BESIDE_NAMES)))
        beside = np.concatenate([none, *(each.beside for each in examined)])
        table = table._replace(beside=beside, beside_names=BESIDE_NAMES)
        return Measured(table, lambda: ((each.reading, self._view(each)) for each in examined))

    def examined(self, readings: Iterable[Reading], rarity: Rarity) -> Iterator[Examined]:
        """Yield each answer with what reader and rules say of it."""
        remaining = iter(readings)
        with beside() as thread:  # the models leave Python, the rules do not
            while drawn := list(islice(remaining, _AT_ONCE)):
                near = [nearness(reading, rarity) for reading in drawn]
                asked = thread.submit(self._ask, drawn, near)
                by_rule = [_judged(reading, rarity) for reading in drawn]
                for reading, own, (rulings, remark), (cut, said, alone) in zip(
                    drawn, near, by_rule, asked.result(), strict=True
                ):
                    records, words = _records(reading, rarity), reader.of_words(reading, said)
                    yield Examined(reading, own, records, rulings, cut, said, alone, words, remark)

    def _ask(
        self, readings: Sequence[Reading], near: Sequence[Floats]
    ) -> list[tuple[CutAnswer, OutcomeScores, Floats]]:
        """Return what the reader says of each answer, and the odds of its claims by themselves.

        Where the trees are at home, such odds say no more than those of the whole; and summaries
        are told apart worse there beside sentences with names in them.
        """
        away = self._away(readings)
        cut = [
            reader.cut(reading, by_name=share >= _BY_NAME)
            for reading, share in zip(readings, away, strict=True)
        ]
        said = self.reader.read(cut)
        odds = [reader.odds_of(whole) for whole in said]
        doubted = [
            np.flatnonzero(own >= reader.DOUBTED)[:_ALONE].tolist()
            if share > 0 and len(own) > 1
            else []
            for own, share in zip(odds, away, strict=True)
        ]
        each = zip(cut, near, doubted, strict=True)
        asked = [one for own in each for one in reader.alone(*own)]
        alone = iter(self.reader.read(asked) if asked else ())
        for own, claims in zip(odds, doubted, strict=True):
            own[claims] = [reader.odds_of(next(alone))[0] for _ in claims]
        return list(zip(cut, said, odds, strict=True))

    def _away(self, readings: Sequence[Reading]) -> list[float]:
        """Return how much of each answer's judgement is by the sum for other forms, in [0, 1]."""
        elsewhere = self.head.elsewhere if self.head is not None else None
        if elsewhere is None:
            return [0.0] * len(readings)
        return [*map(float, elsewhere.share(form.measure(readings), form.NAMES))]

    def _plain_view(self, reading: Reading, rarity: Rarity) -> View:
        view = unjudged(reading, rarity)
        edges = _edges(reading, view.nearness, _records(reading, rarity), self.tau)
        return view._replace(edges=edges)

    def _view(self, each: Examined) -> View:
        edges = _edges(each.reading, each.nearness, each.records, self.tau)
        return View(
            each.nearness,
            each.rulings,
            _strongest([*edges, *edges_of(each.rulings)]),
            Marker(*marked(each.words, each.reading.claims, each.rulings)),
            reader.Asked(self.reader, each.reading, each.cut, each.said, each.nearness),
            each.remark,
        )


class Examined(NamedTuple):
    """An answer that the reader read and the rules judged.

    Attributes:
        reading: The answer.
        nearness: How much of each claim each unit of evidence holds, ``(n_claims, n_units)``.
        records: The same of each record, ``(n_claims, n_records)``.
        rulings: What rules say of each claim.
        cut: The answer as it was read.
        said: What the reader said of the whole.
        alone: Log-odds that each claim is not supported, by itself where that was asked.
        words: What it said of the words.
        remark: Which claims the rules did not read, or "".
    """

    reading: Reading
    nearness: Floats
    records: Floats
    rulings: tuple[Rulings, ...]
    cut: CutAnswer
    said: OutcomeScores
    alone: Floats
    words: reader.Words
    remark: str = ""

    @property
    def beside(self) -> Floats:
        """What is measured beside the trees, named by `BESIDE_NAMES`."""
        said = Heard(reader.measure(self.said, self.words), self.alone)
        heard = overruled(said, self.words, self.reading.claims, self.rulings)
        return np.concatenate(
            [RULES.measure(self.rulings), heard.rows, heard.alone[:, None]], axis=1
        )


def _shipped_shift() -> Shift:
    head = load("fused").head  # type: ignore[attr-defined]
    found: Shift = head.shift
    return found


def _judged(reading: Reading, rarity: Rarity) -> tuple[tuple[Rulings, ...], str]:
    """Return what rules say of an answer's claims, and which they did not read."""
    held = workload.within_reach(reading)
    return RULES.judge(held, rarity), workload.remark(held)


def _records(reading: Reading, rarity: Rarity) -> Floats:
    """Return how much of each claim each record holds, shape ``(n_claims, n_records)``."""
    evidence = reading.evidence
    stretches = [(first, stop) for _, first, stop in evidence.records]
    rows = [
        lexical.stretch_shares(c.text, evidence.index, rarity, stretches) for c in reading.claims
    ]
    return np.array(rows, float).reshape(len(reading.claims), len(stretches))


def _strongest(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Return edges, of several of one kind between two nodes the strongest."""
    strongest: dict[tuple[str, str, EdgeKind], Edge] = {}
    for edge in edges:
        ends = edge.source, edge.target, edge.kind
        if ends not in strongest or edge.weight > strongest[ends].weight:
            strongest[ends] = edge
    return tuple(strongest.values())


def _edges(reading: Reading, units: Floats, records: Floats, tau: float) -> tuple[Edge, ...]:
    """Join each claim to the passages of which a sentence, or the whole record, holds enough."""
    names = [unit.passage_id for unit in reading.evidence.units]
    names += [passage for passage, *_ in reading.evidence.records]
    places, near = np.array(names, object), np.concatenate([units, records], axis=1)
    edges: list[Edge] = []
    for claim, row in enumerate(near):
        held = np.flatnonzero(row >= tau)
        strongest: dict[str, float] = {}
        for name, weight in zip(places[held].tolist(), row[held].tolist(), strict=True):
            strongest[name] = max(strongest.get(name, 0.0), weight)
        ends = node_names.claim(claim)
        edges += [Edge(node_names.passage(n), ends, min(w, 1.0)) for n, w in strongest.items()]
    return tuple(edges)
