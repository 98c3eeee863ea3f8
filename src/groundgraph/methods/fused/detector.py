"""Fused: what groundgraph checks with by default.

A token classifier reads the answer beside its evidence and scores every word
(`parts.token_classifiers`), and a reader reads both together and says of each claim whether it is
supported or contradicted (`parts.readers`). Each claim is measured by the scores of its words
(`blocks.token_scores`), by its words against the evidence's (`blocks.lexical`), by the fields
and facts of data it speaks of (`blocks.fields`, `blocks.facts`), by numbers, dates, names and
negations in normal form (`blocks.details`) and by how it is put (`blocks.shape`). Boosted trees
score the claims and, over them, the answer; both scores are calibrated on answers whose evidence
neither the classifier nor the trees had seen. What can be reckoned or looked up, amounts, dates,
cells and orders (`blocks.quantities`), what the evidence says in the place of a short answer
(`blocks.short_answers`) and what the reader says (`blocks.reader`) shift the log-odds of the trees.
Words of flagged claims that the classifier does not find supported are marked. Passages that
disagree on what an answer says are told beside (`blocks.conflicts`).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from groundgraph.learn.inputs import DEFAULT_FIT
from groundgraph.methods.fused.aside import Aside
from groundgraph.methods.fused.blocks import conflicts, reader, shape, token_scores
from groundgraph.methods.fused.marking import Marker
from groundgraph.methods.fused.reading import CLAIM_NAMES as SENTENCE_NAMES
from groundgraph.methods.fused.reading import answer_row, with_conflicts
from groundgraph.methods.fused.rules import RULES
from groundgraph.methods.fused.sentence_level import (
    RECIPE,
    Measured,
    SentenceLevel,
    View,
    stacked,
)
from groundgraph.methods.fused.token_inputs import token_inputs, token_rarity
from groundgraph.parts.onnx import beside
from groundgraph.parts.readers.minilm import MiniLMReader
from groundgraph.parts.token_classifiers.minilm import MiniLMTokens
from groundgraph.ranges import SHARE, in_ranges
from groundgraph.types import Edge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray
    from typing_extensions import Self

    from groundgraph.learn.two_level import TwoLevelRecipe
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.rule import Telling
    from groundgraph.methods.fused.sentence_level import Trained
    from groundgraph.methods.fused.token_inputs import TokenInputs
    from groundgraph.protocols import Reader, TokenClassifier
    from groundgraph.types import EdgeKind, Example, FitOptions
    from groundgraph.types.readings import OutcomeScores
    from groundgraph.types.tokens import AnswerTokens, TokenScores

CLAIM_NAMES = (*SENTENCE_NAMES, *token_scores.NAMES)
ANSWER_NAMES = (*shape.ANSWER_NAMES, *token_scores.ANSWER_NAMES)
BESIDE_NAMES = (*RULES.names, *reader.NAMES, token_scores.PATH)
EXCHANGED = (
    "the score is no probability: it was calibrated with another reader; fit it with this one"
)
"""The remark on an answer that was read by another reader than the head was fitted with."""
_ASKED = 3
"""Units of which the reader is asked whether one alone contradicts a claim."""


@dataclass(frozen=True)
class Fused(SentenceLevel):
    """Token, reader, lexical, field and shape signals under one calibrated head.

    Attributes:
        tokens: Scores the words of answers; `fit` leaves it as it is.
        reader: Reads answers together with their evidence; `fit` leaves it as it is. It reads
            English, so it is not asked without ``english_only``.
        fitted_reader: The one that the head was fitted and calibrated with; `fit` writes it down.
            With another ``reader`` every verdict says so, and no score counts as calibrated.
        tau: How near a passage must be to a claim to be joined to it in the drawn graph, in
            [0, 1]: the mean over the claim's tokens of the highest cosine to a token of one
            sentence, or to one of any fact of a record.

    Raises:
        InputError: When ``tau`` is out of range.
    """

    name: ClassVar[str] = "fused"

    tokens: TokenClassifier = field(default_factory=MiniLMTokens)
    reader: Reader = field(default_factory=MiniLMReader)
    fitted_reader: Reader = field(default_factory=MiniLMReader)
    tau: float = 0.6

    def __post_init__(self) -> None:
        in_ranges(self, tau=SHARE)

    @property
    def exchanged(self) -> str:  # type: ignore[override]
        """What every verdict says where the reader is not the one of the fit."""
        asked = self.english_only and self.head is not None
        return EXCHANGED if asked and self.reader != self.fitted_reader else ""

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

    def _learn_rarity(self, _readings: Sequence[Reading]) -> Rarity:
        return token_rarity()  # what the classifier's rows were measured with

    def _measure(self, readings: Iterable[Reading], rarity: Rarity, /) -> Measured:
        seen = list(self._seen(readings, rarity))
        table = stacked(
            [each.claim_rows for each in seen],
            [each.answer_row for each in seen],
            CLAIM_NAMES,
            ANSWER_NAMES,
        )
        if self.english_only:  # the rules and the reader read English
            none = np.zeros((0, len(BESIDE_NAMES)))
            rows = np.concatenate([none, *(each.beside for each in seen)])
            table = table._replace(beside=rows, beside_names=BESIDE_NAMES)
        return Measured(table, lambda: ((s.inputs.reading, self._view(s)) for s in seen))

    def _seen(self, readings: Iterable[Reading], rarity: Rarity) -> Iterator[_Seen]:
        """Yield what is known of each answer; token classifier and reader work side by side."""
        under_way: deque[tuple[TokenInputs, NDArray[np.float64]]] = deque()
        with beside() as thread:
            aside = Aside(self.reader, thread)

            def prepared() -> Iterator[AnswerTokens]:  # one by one, while those before are read
                for inputs in token_inputs(readings, rarity):
                    if self.english_only:
                        aside.add(reader.asked(inputs.reading, rarity))
                    under_way.append((inputs, with_conflicts(inputs.reading, inputs.word_rows)))
                    yield inputs.tokens
                aside.send()

            for scores in self.tokens.classify(prepared()):
                said = aside.next() if self.english_only else None
                yield _Seen.of(*under_way.popleft(), scores, said, rarity)

    def _view(self, seen: _Seen) -> View:
        edges = _edges(seen.inputs.reading, seen.scores, self.tau)
        marker = Marker(seen.inputs.words, seen.inputs.claim, seen.words)
        if seen.said is None:
            return View(seen.scores.nearness, edges, marker)
        return View(
            seen.scores.nearness,
            _joined([*edges, *RULES.draw(seen.judged)]),
            marker,
            partial(RULES.tell, seen.judged),
            RULES.views(seen.judged),
            conflicts.of_answer(seen.judged),
            partial(self._against, seen, seen.said),
        )

    def _against(self, seen: _Seen, said: Sequence[OutcomeScores], claim: int) -> Telling | None:
        """Say what speaks against a claim that the reader finds contradicted."""
        if not reader.denies(said[0], claim):
            return None
        near = seen.scores.nearness[claim]
        nearest = np.argsort(-near, kind="stable")[:_ASKED].tolist()
        return reader.against(self.reader, seen.inputs.reading, claim, nearest)


class _Seen(NamedTuple):
    """An answer that the classifier has read.

    Attributes:
        inputs: What it read.
        scores: What it said.
        words: What it said of the words.
        claim_rows: Named by `CLAIM_NAMES`, shape ``(n_claims, …)``.
        answer_row: Named by `ANSWER_NAMES`.
        judged: What rules find of the claims; () where they do not apply.
        said: What the reader said; ``None`` where it was not asked.
    """

    inputs: TokenInputs
    scores: TokenScores
    words: NDArray[np.float64]
    claim_rows: NDArray[np.float64]
    answer_row: tuple[float, ...]
    judged: tuple[Sequence[Any], ...]
    said: Sequence[OutcomeScores] | None

    @classmethod
    def of(
        cls,
        inputs: TokenInputs,
        rows: NDArray[np.float64],
        scores: TokenScores,
        said: Sequence[OutcomeScores] | None,
        rarity: Rarity,
    ) -> _Seen:
        """Put together what is known; where the reader was asked, by rules too."""
        words = token_scores.of_words(scores, inputs.word_of, len(inputs.words))
        of_claims = token_scores.measure(words, inputs.claim, len(rows))
        of_answer = token_scores.measure_answer(scores, words)
        reading = inputs.reading
        return cls(
            inputs,
            scores,
            words,
            np.concatenate([rows, of_claims], axis=1),
            (*answer_row(reading), *of_answer),
            () if said is None else RULES.judge(reading, rarity),
            said,
        )

    @property
    def beside(self) -> NDArray[np.float64]:
        """What is measured beside the trees, named by `BESIDE_NAMES`."""
        assert self.said is not None
        found = RULES.measure(self.judged, self.claim_rows)
        path = self.claim_rows[:, [CLAIM_NAMES.index("token_any")]]
        return np.concatenate([found, reader.measure(self.said), path], axis=1)


def _joined(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Return edges, of several of one kind between two nodes the strongest."""
    strongest: dict[tuple[str, str, EdgeKind], Edge] = {}
    for edge in edges:
        ends = edge.source, edge.target, edge.kind
        if ends not in strongest or edge.weight > strongest[ends].weight:
            strongest[ends] = edge
    return tuple(strongest.values())


def _edges(reading: Reading, scores: TokenScores, tau: float) -> tuple[Edge, ...]:
    """Join each claim to the passages of which a sentence, or the whole record, is near enough."""
    names = [unit.passage_id for unit in reading.evidence.units]
    names += [passage for passage, *_ in reading.evidence.records]
    near = np.concatenate([scores.nearness, scores.records], axis=1)
    return _joined(
        [
            Edge(f"p:{names[place]}", f"c:{claim}", float(near[claim, place]))
            for claim, place in np.argwhere(near >= tau).tolist()
        ]
    )
