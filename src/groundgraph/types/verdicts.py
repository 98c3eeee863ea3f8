"""What a detector says of an answer: a verdict, its findings, and the evidence for each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from groundgraph.types import display, drawing, records
from groundgraph.types.outcomes import FLAGGED, OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.types.conflicts import Conflict
    from groundgraph.types.edits import Edit, Suggestion
    from groundgraph.types.examples import Claim, Span, Triple
    from groundgraph.types.graphs import EvidenceGraph
    from groundgraph.types.outcomes import Outcome

Label = Literal["grounded", "hallucinated", "unverifiable"]
"""What a verdict says of a whole answer."""
_LABELS = frozenset(get_args(Label))

Citation = Literal["supported", "elsewhere", "unsupported", "missing"]
"""What a finding says of the passages that its claim cites: they support it; another passage does;
none does; or there are no such passages."""


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
            unverifiable. A flagged one is at least the verdict's `Verdict.claim_threshold`.
        evidence: What the outcome rests on first, such as the steps of a way in their order; then
            what else was compared with the claim, nearest first.
        explanation: One sentence for a reader.
        cited: The passages that the claim cites: their ids; as written, those that there are not.
        citation: Whether those support it; ``None`` where it cites none or that was not looked at.
        read_as: What was judged where the answer is short: the claim that it makes of its question,
            "The museum is not free." for "No."; "" where the claim was judged in its own words.
    """

    claim: Claim
    outcome: Outcome
    score: float | None = None
    evidence: tuple[Evidence, ...] = ()
    explanation: str = ""
    cited: tuple[str, ...] = ()
    citation: Citation | None = None
    read_as: str = ""

    def __post_init__(self) -> None:
        if self.outcome not in OUTCOMES:
            raise ValueError(f"outcome {self.outcome!r} is none of {_listed(OUTCOMES)}")


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


EdgeKind = Literal[
    "similar", "mentions", "states", "links", "entails", "contradicts", "opposes", "attends"
]
"""What an edge says: two nodes are near each other; one names the other; one says what the other
states; a walk leads from one to the other; the evidence supports the claim, or says otherwise; two
pieces of evidence disagree; the answer's model attended to it."""


class Edge(NamedTuple):
    """An edge of a drawn graph; nodes are "q", "p:<passage id>" and "c:<number>", from 0.

    Attributes:
        source: A node.
        target: Another one.
        weight: How strong the edge is, in [-1, 1].
        kind: What it says.
    """

    source: str
    target: str
    weight: float
    kind: EdgeKind = "similar"


class TripleView(NamedTuple):
    """A triple of a knowledge graph that the answer was compared with, for drawing.

    Attributes:
        side: Whose graph it belongs to.
        triple: As the text or the source has it.
        state: Where two graphs were compared, "same" as a triple of the other side,
            "contradicted" by (or contradicting) one, or "unmatched". Where one was looked at,
            on a "path" from the question to an answer that it supports, on one that leads
            "elsewhere", or a "neighbour" of what is.
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
    state: Literal["same", "unmatched", "contradicted", "path", "elsewhere", "neighbour"]
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
        calibrated: Whether the score is a probability: fitted on held-out answers, and this answer
            is like those. Else it only orders answers, and the label stands by its threshold.
        threshold: From which score on the detector calls an answer hallucinated; ``None`` when
            unverifiable, or where the label does not rest on one threshold.
        claim_threshold: From which score on a claim is flagged; ``None`` where that is `threshold`.
        findings: One per claim, in the order of the answer.
        features: The named numbers that the label was decided on; all finite.
        reason: Why the answer is unverifiable, or a remark that a reader needs; else "".
        edges: What the detector joined, for drawing; `graph` has all that the verdict tells.
        marks: The words that are not supported, in order; () where the detector knows claims only.
        triples: The knowledge graphs of answer and evidence, or the subgraph that the answer was
            written from, for drawing; partners are mutual or many to one.
        conflicts: Where passages disagree on what the answer says.
        edits: What the evidence asks to change in the answer's knowledge graph.
        suggestions: Sentences of the answer with their edits made.
        detector: What the detector is called, where `groundgraph.check` or a row says it; else "".
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
    threshold: float | None = None
    conflicts: tuple[Conflict, ...] = ()
    edits: tuple[Edit, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    detector: str = field(default="", compare=False)
    claim_threshold: float | None = None

    def __post_init__(self) -> None:
        if self.label not in _LABELS:
            raise ValueError(f"label {self.label!r} is none of {_listed(_LABELS)}")
        unverifiable = self.label == "unverifiable"
        if unverifiable != (self.hallucination_score is None):
            raise ValueError("a verdict has a score exactly when it is not unverifiable")
        if unverifiable and not self.reason:
            raise ValueError("an unverifiable verdict must say why")
        if self.hallucination_score is not None and not 0.0 <= self.hallucination_score <= 1.0:
            raise ValueError(f"hallucination_score {self.hallucination_score!r} is not in [0, 1]")

    @property
    def spans(self) -> tuple[Mark, ...]:
        """The parts of the answer that are not supported, in order.

        The marked words; the flagged claims whole where the detector marks no words.
        """
        flagged = [f for f in self.findings if f.outcome in FLAGGED]
        return self.marks or tuple(
            Mark(
                f.claim.span,
                "contradicted" if f.outcome == "contradicted" else "unsupported",
                f.score or 0.0,
            )
            for f in flagged
        )

    @property
    def graph(self) -> EvidenceGraph:
        """The evidence graph: claims, what they were compared with, statements and conflicts.

        Made anew at each call, of what the verdict holds; `groundgraph.graph.answer_graph` adds the
        texts of question and passages, and unites the graphs of several detectors.
        """
        from groundgraph.types.graphs.of_verdict import graph_of

        return graph_of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values, as `groundgraph check` writes them; see docs/rows.md.

        Raises:
            ValueError: When a number is not finite; says which.
        """
        return records.to_dict(self)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Verdict:
        """Return the verdict that `to_dict`, or a row of `groundgraph check`, holds.

        Raises:
            ValueError: When it holds none: a row that is an error, or one that lacks a field, or
                has a value that no verdict has.
        """
        if error := record.get("error"):
            told = error.get("message") if isinstance(error, dict) else error
            raise ValueError(f"this row holds an error and no verdict: {told}")
        try:
            return cls(**records.from_dict(record))
        except KeyError as error:
            raise ValueError(f"this is no verdict: it has no field {error}") from error
        except TypeError as error:
            raise ValueError(f"this is no verdict: {error}") from error

    def __str__(self) -> str:
        return display.as_text(self)

    def _repr_html_(self) -> str:
        """Return the verdict for a notebook: its claims, those that are flagged marked."""
        return drawing.as_html(self)


class Verdicts(list[Verdict]):
    """A list of verdicts that a notebook draws, one line for each that opens.

    `groundgraph.check_many` returns one; ``Verdicts(v for v in verdicts if …)`` draws some of them.
    """

    def _repr_html_(self) -> str:
        """Return the verdicts for a notebook."""
        return drawing.list_as_html(self)


def _listed(words: frozenset[str]) -> str:
    return ", ".join(map(repr, sorted(words)))
