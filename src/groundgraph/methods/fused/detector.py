"""Fused: what groundgraph checks with by default.

A token classifier reads the answer beside its evidence and scores every word
(`parts.token_classifiers`). Each claim is measured by the scores of its words
(`blocks.token_scores`), by its words against the evidence's (`blocks.lexical`), by the fields
and facts of data it speaks of (`blocks.fields`, `blocks.facts`), by numbers, dates, names and
negations in normal form (`blocks.details`) and by how it is put (`blocks.shape`). Boosted trees
score the claims and, over them, the answer; both scores are calibrated on answers whose evidence
neither the classifier nor the trees had seen. What can be reckoned or looked up, amounts, dates,
cells and orders (`blocks.quantities`), and what the evidence says in the place of a short answer
(`blocks.short_answers`) shift the log-odds of the trees. Words of flagged claims
that the classifier does not find supported are marked. Passages that disagree on what an answer
says are told beside (`blocks.conflicts`).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from groundgraph.methods.fused.blocks import conflicts, shape, token_scores
from groundgraph.methods.fused.marking import Marker
from groundgraph.methods.fused.reading import CLAIM_NAMES as SENTENCE_NAMES
from groundgraph.methods.fused.reading import answer_row, with_conflicts
from groundgraph.methods.fused.rules import RULES
from groundgraph.methods.fused.sentence_level import Measured, SentenceLevel, View, stacked
from groundgraph.methods.fused.token_inputs import token_inputs, token_rarity
from groundgraph.parts.token_classifiers.minilm import MiniLMTokens
from groundgraph.ranges import SHARE, in_ranges
from groundgraph.types import Edge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.token_inputs import TokenInputs
    from groundgraph.protocols import TokenClassifier
    from groundgraph.types import EdgeKind
    from groundgraph.types.tokens import AnswerTokens, TokenScores

CLAIM_NAMES = (*SENTENCE_NAMES, *token_scores.NAMES)
ANSWER_NAMES = (*shape.ANSWER_NAMES, *token_scores.ANSWER_NAMES)


@dataclass(frozen=True)
class Fused(SentenceLevel):
    """Token, lexical, field and shape signals under one calibrated head.

    Attributes:
        tokens: Scores the words of answers; `fit` leaves it as it is.
        tau: How near a passage must be to a claim to be joined to it in the drawn graph, in
            [0, 1]: the mean over the claim's tokens of the highest cosine to a token of one
            sentence, or to one of any fact of a record.

    Raises:
        InputError: When ``tau`` is out of range.
    """

    name: ClassVar[str] = "fused"

    tokens: TokenClassifier = field(default_factory=MiniLMTokens)
    tau: float = 0.6

    def __post_init__(self) -> None:
        in_ranges(self, tau=SHARE)

    def _learn_rarity(self, _readings: Sequence[Reading]) -> Rarity:
        return token_rarity()  # what the classifier's rows were measured with

    def _measure(self, readings: Iterable[Reading], rarity: Rarity, /) -> Measured:
        under_way: deque[tuple[TokenInputs, NDArray[np.float64]]] = deque()

        def prepared() -> Iterator[AnswerTokens]:  # one by one, while those before are read
            for inputs in token_inputs(readings, rarity):
                under_way.append((inputs, with_conflicts(inputs.reading, inputs.word_rows)))
                yield inputs.tokens

        seen = [
            _Seen.of(*under_way.popleft(), scores, rarity if self.english_only else None)
            for scores in self.tokens.classify(prepared())
        ]
        table = stacked(
            [each.claim_rows for each in seen],
            [each.answer_row for each in seen],
            CLAIM_NAMES,
            ANSWER_NAMES,
        )
        if self.english_only:  # the rules read English
            table = table._replace(
                beside=RULES.stacked([RULES.measure(s.judged, s.claim_rows) for s in seen]),
                beside_names=RULES.names,
            )
        return Measured(table, lambda: ((s.inputs.reading, _view(s, self.tau)) for s in seen))


class _Seen(NamedTuple):
    """An answer that the classifier has read.

    Attributes:
        inputs: What it read.
        scores: What it said.
        words: What it said of the words.
        claim_rows: Named by `CLAIM_NAMES`, shape ``(n_claims, …)``.
        answer_row: Named by `ANSWER_NAMES`.
        judged: What rules find of the claims; () where they do not apply.
    """

    inputs: TokenInputs
    scores: TokenScores
    words: NDArray[np.float64]
    claim_rows: NDArray[np.float64]
    answer_row: tuple[float, ...]
    judged: tuple[Sequence[Any], ...]

    @classmethod
    def of(
        cls,
        inputs: TokenInputs,
        rows: NDArray[np.float64],
        scores: TokenScores,
        rarity: Rarity | None,
    ) -> _Seen:
        """Put together what is known; with ``rarity``, that of English words, by rules too."""
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
            RULES.judge(reading, rarity) if rarity else (),
        )


def _view(seen: _Seen, tau: float) -> View:
    edges = _edges(seen.inputs.reading, seen.scores, tau)
    marker = Marker(seen.inputs.words, seen.inputs.claim, seen.words)
    if not seen.judged:
        return View(seen.scores.nearness, edges, marker)
    told = partial(RULES.tell, seen.judged)
    drawn = _joined([*edges, *RULES.draw(seen.judged)])
    return View(seen.scores.nearness, drawn, marker, told, conflicts.of_answer(seen.judged))


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
