"""The words of groundgraph, as immutable values.

Offsets are half-open ranges of Unicode code points, as Python slices a ``str``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

Label = Literal["grounded", "hallucinated", "unverifiable"]
"""What a verdict says of a whole answer."""

Outcome = Literal["supported", "contradicted", "unsupported", "unverifiable"]
"""What a finding says of one claim."""


Position = Literal["subject", "predicate", "object"]
"""A place in a triple."""


class Span(NamedTuple):
    """A half-open range ``[start, end)`` of code points."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the slice of ``text`` that this span marks.

        >>> Span(0, 5).of("Paris is in France.")
        'Paris'
        """
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Say whether the two ranges share a code point."""
        return self.start < other.end and other.start < self.end


class Triple(NamedTuple):
    """One fact of a knowledge graph."""

    subject: str
    predicate: str
    object: str


class Statement(NamedTuple):
    """A triple and where a text says it.

    Attributes:
        triple: The fact.
        span: The range of the text that states it; ``None`` for a triple that was given.
    """

    triple: Triple
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of evidence, as the retriever returned it.

    ``id`` is unique within its example; `Example` numbers passages that have none ("1", "2", …).
    """

    text: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """An answer and what it was meant to be grounded in.

    Attributes:
        answer: The text to check.
        passages: The evidence, in retrieval order; plain strings are accepted and numbered.
        question: The user's question, or "" where there was none.
        id: A name that is unique within a run.
        generator: The model that wrote the answer, where known.
        triples: The evidence as facts, for GraphRAG; ``None`` where not given.
        label: Gold: ``True`` when a person marked the answer as hallucinated.
        spans: Gold: the unsupported ranges of ``answer``; ``None`` where not annotated.
        metadata: Whatever else the row carried (``task``, ``split``, ``source_id`` …).

    Raises:
        ValueError: When two passages have the same id.
    """

    answer: str
    passages: tuple[Passage, ...] = ()
    question: str = ""
    id: str = ""
    generator: str | None = None
    triples: tuple[Triple, ...] | None = None
    label: bool | None = None
    spans: tuple[Span, ...] | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        passages = tuple(
            _numbered(passage, number)
            for number, passage in enumerate(cast("tuple[Passage | str, ...]", self.passages), 1)
        )
        if len({passage.id for passage in passages}) < len(passages):
            raise ValueError(f"passage ids must be unique, found {[p.id for p in passages]}")
        if passages != self.passages:  # else keep the tuple, which other answers may share
            object.__setattr__(self, "passages", passages)


def _numbered(passage: Passage | str, number: int) -> Passage:
    if isinstance(passage, str):
        return Passage(passage, str(number))
    return passage if passage.id else Passage(passage.text, str(number))


@dataclass(frozen=True, slots=True)
class Claim:
    """A checkable piece of the answer: ``text == span.of(example.answer)``."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Evidence:
    """A piece of a passage that bears on a claim.

    Attributes:
        passage_id: The id of the `Passage`; for a triple of the example, "triple 3", from 1.
        span: Where in the passage's text; ``None`` means all of it.
        score: How near it is to the claim, in [-1, 1] (a cosine unless the detector says
            otherwise); higher is nearer.
        text: The words of the span.
    """

    passage_id: str
    span: Span | None
    score: float
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One claim's outcome.

    Attributes:
        claim: The claim and its span in the answer.
        outcome: "supported"; "contradicted", where the evidence says otherwise, in prose or in
            data; "unsupported", where it does not say so; or "unverifiable".
        score: Hallucination score of the claim in [0, 1], higher is worse; ``None`` when
            unverifiable.
        evidence: What was compared with the claim, nearest first.
        explanation: One sentence for a reader.
    """

    claim: Claim
    outcome: Outcome
    score: float | None = None
    evidence: tuple[Evidence, ...] = ()
    explanation: str = ""


class Mark(NamedTuple):
    """Words of an answer that its evidence does not support.

    Attributes:
        span: Whole words of the answer.
        kind: Whether the evidence says otherwise, or nothing.
        score: In [0, 1], higher is worse.
    """

    span: Span
    kind: Literal["contradicted", "unsupported"]
    score: float


class Said(NamedTuple):
    """One thing that an explanation says was said, and where.

    Attributes:
        text: The words of the explanation.
        triple: The fact that they rest on.
        span: Where the answer or the passage states it; ``None`` where no text does.
        source: "" for the answer, else what the evidence is called, such as "passage 2".
    """

    text: str
    triple: Triple
    span: Span | None
    source: str = ""


class Contrast(NamedTuple):
    """A statement of the answer and the fact that it disagrees with.

    Attributes:
        claim: What the answer states.
        evidence: What the evidence states.
        source: What the evidence is called, such as "passage 2".
        position: The element in which they differ.
        words: The answer's words for the claim, "" where it has none of its own.
        evidence_words: The passage's words for the evidence, the same.
    """

    claim: Statement
    evidence: Statement
    source: str
    position: Position
    words: str = ""
    evidence_words: str = ""


class Explanation(NamedTuple):
    """Words for a reader and the facts behind each of them."""

    text: str
    statements: tuple[Said, ...]


class Edge(NamedTuple):
    """An edge of a drawn graph; nodes are "q", "p:<passage id>" and "c:<number>", from 0."""

    source: str
    target: str
    weight: float


class TripleView(NamedTuple):
    """A triple of a knowledge graph that the answer was compared with, for drawing.

    Attributes:
        side: Whose graph it belongs to.
        triple: As the text or the source has it.
        state: Where two graphs were compared, "same" as a triple of the other side,
            "contradicted" by (or contradicting) one, or "unmatched". Where one was looked at,
            on a "path" from the question to the answer, or a "neighbour" of what is.
        span: Where the answer, or the passage, states it; ``None`` where no text does.
        passage_id: Where a triple of the evidence comes from: the id of a passage or of an
            entity of a knowledge source; "" for the answer's.
        partner: Index, among the verdict's triples, of the one that it is the same as or that
            it disagrees with; ``None`` when unmatched.
        weight: Share of the answer's attention to the triples that is on this one, in [0, 1];
            ``None`` where attention was not looked at.
    """

    side: Literal["answer", "evidence"]
    triple: Triple
    state: Literal["same", "unmatched", "contradicted", "path", "neighbour"]
    span: Span | None = None
    passage_id: str = ""
    partner: int | None = None
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a detector says of one answer.

    Attributes:
        label: Grounded, hallucinated or unverifiable.
        hallucination_score: In [0, 1], higher is worse; ``None`` when unverifiable.
        calibrated: Whether the score is a probability, fitted on held-out answers.
        findings: One per claim, in the order of the answer.
        features: The named numbers that the label was decided on; all finite.
        reason: Why the answer is unverifiable, or a remark that a reader needs; else "".
        edges: The evidence graph, for drawing.
        marks: The words that are not supported, in order; () where the detector knows claims only.
        triples: The knowledge graphs of answer and evidence, or the subgraph that the answer was
            written from, for drawing; partners are mutual or many to one.
    """

    label: Label
    hallucination_score: float | None
    calibrated: bool = False
    findings: tuple[Finding, ...] = ()
    features: Mapping[str, float] = field(default_factory=dict, hash=False)
    reason: str = ""
    edges: tuple[Edge, ...] = ()
    triples: tuple[TripleView, ...] = ()
    marks: tuple[Mark, ...] = ()

    def __post_init__(self) -> None:
        unverifiable = self.label == "unverifiable"
        if unverifiable != (self.hallucination_score is None):
            raise ValueError("a verdict has a score exactly when it is not unverifiable")
        if unverifiable and not self.reason:
            raise ValueError("an unverifiable verdict must say why")
        if self.hallucination_score is not None and not 0.0 <= self.hallucination_score <= 1.0:
            raise ValueError(f"hallucination_score {self.hallucination_score!r} is not in [0, 1]")


class Mention(NamedTuple):
    """A name in a text, and the words around it, which tell whom it means.

    Attributes:
        name: As the text has it.
        context: The sentence, or more; "" where there is none.
    """

    name: str
    context: str


class Entity(NamedTuple):
    """A thing that a knowledge source knows.

    Attributes:
        id: Its IRI.
        label: Its name.
        description: What it is, in a few words; "" where the source says nothing.
    """

    id: str
    label: str
    description: str


class Pair(NamedTuple):
    """What a verifier reads: does the hypothesis follow from the premise?"""

    premise: str
    hypothesis: str


class Entailments(NamedTuple):
    """What a verifier says of pairs; the three probabilities of a pair sum to 1.

    Attributes:
        entailment: Probability that the premise says what the hypothesis says, shape
            ``(n_pairs,)``, in [0, 1], as the two below.
        neutral: Probability that it neither says nor denies it. A verifier that knows only
            "entailed" and "not entailed" puts all of the latter here.
        contradiction: Probability that it denies it.
        unread: Characters at the end of each premise that the verifier did not read, shape
            ``(n_pairs,)``; 0 where it read all.
        problems: Why a pair could not be judged, by its index; its probabilities are those of
            not knowing, (0, 1, 0), and must not be read as an outcome.
    """

    entailment: NDArray[np.float64]
    neutral: NDArray[np.float64]
    contradiction: NDArray[np.float64]
    unread: NDArray[np.int64]
    problems: Mapping[int, str]
