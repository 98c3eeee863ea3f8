"""EGC, evidence graph consistency.

Shen, "Evidence Graph Consistency in Retrieval-Augmented Generation: A Model-Dependent Analysis
of Hallucination Detection", arXiv:2606.06748. Section and equation numbers are the paper's.

Deviations, each a parameter or named here:

- An answer without a claim node is ``unverifiable``. The paper scores it as wholly isolated,
  which is what turns the sign of its Δ for three generators; ``claimless="isolated"`` does so.
- Sentences are cut by the embedded segmenter, not by spaCy's en_core_web_sm (``segmenter`` can be
  it), and tokens counted as runs of letters or digits and single marks.
- A passage longer than the encoder reads becomes one evidence node per window.
- Without a question every evidence node counts as reached by it.
- ``support="entails"`` joins evidence to the claims that a verifier says it entails; question and
  passages are joined by cosine as ever. A claim that is isolated only as far as the verifier could
  tell makes the answer ``unverifiable``.
- Without a fitted head the score is (1 - EGC) · 3/4, which maps Eq. 7 onto [0, 1].
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from groundgraph.errors import InputError
from groundgraph.learn.fitting import fit_logistic
from groundgraph.learn.heads import GroupedHead
from groundgraph.learn.inputs import DEFAULT_FIT, check_head, check_options, judgeable, labels_of
from groundgraph.methods.checkable import (
    NO_CLAIM,
    claims_of,
    evidence_groups,
    nothing_claimed,
    obstacle,
    unverifiable,
)
from groundgraph.methods.egc import graph as graphs
from groundgraph.methods.egc.entailment import verify
from groundgraph.methods.egc.findings import findings_of
from groundgraph.methods.egc.graph import Support
from groundgraph.methods.egc.nodes import Nodes
from groundgraph.methods.evidence_text import WITHOUT_MARKUP
from groundgraph.methods.given_triples import TRIPLES_TOLD
from groundgraph.methods.read_as import read_by, reads
from groundgraph.methods.stated import SHORT_ANSWERS_STATED
from groundgraph.parts.batching import encode_lists, passage_windows
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.progress import batches
from groundgraph.ranges import COSINE, SHARE, in_ranges
from groundgraph.text.asked.conversations import asked
from groundgraph.types import Finding, Verdict
from groundgraph.types.graphs.for_verdict import edges_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.graph import EvidenceGraph
    from groundgraph.learn.decision import Decision
    from groundgraph.learn.expectation import Expectation
    from groundgraph.learn.heads import LogisticHead
    from groundgraph.methods.egc.graph import Consistency, Cosines, Entailment
    from groundgraph.protocols import Encoder, Segmenter, Verifier
    from groundgraph.types import Example, FitOptions, Passage, Span

FEATURES = ("coverage", "support", "agreement", "connectivity", "isolation")
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Compared(NamedTuple):
    """What is known of one answer once its texts are compared.

    Attributes:
        nodes: Of its graph.
        cosines: How near they are.
        entailed: What joins evidence to claims where that is not the cosines.
        graph: What is measured.
    """

    nodes: Nodes
    cosines: Cosines
    entailed: Entailment | None
    graph: EvidenceGraph

    def doubt(self) -> str:
        """Say why the graph lacks edges that there may be, or ""."""
        doubts = {} if self.entailed is None else self.entailed.doubts
        return next((f"a claim could not be checked: {why}" for why in doubts.values()), "")


STEPS = (WITHOUT_MARKUP, TRIPLES_TOLD, SHORT_ANSWERS_STATED)
"""By which `detect` and `fit` read examples."""


@dataclass(frozen=True)
class EGC:
    """Evidence graph consistency (§III).

    Attributes:
        segmenter: Cuts the answer into sentences.
        encoder: Embeds question, evidence and claims; all-MiniLM-L6-v2 in the paper.
        tau: τ, the cosine from which two nodes are joined.
        min_tokens: A claim node has more tokens than this.
        claimless: What an answer without a claim node is: "unverifiable", or "isolated" as in
            the paper.
        threshold: An unfitted score from which an answer is hallucinated.
        head: Fitted classifier over `FEATURES` (§III-C), or ``None`` for the composite score.
        decision: Calibration and threshold of ``head``.
        support: What joins evidence to a claim: "similar", a cosine of at least τ, or "entails".
        verifier: Is asked for "entails" alone, about each claim beside each evidence node.
        entailed_from: The probability from which evidence entails a claim; as `logic` has it.
        expectation: What was fitted last, and how it did on answers held out.

    Raises:
        InputError: When a number is out of range, or a word unknown.
        ModelError: When the head reads other features, or has no decision.
    """

    segmenter: Segmenter = field(default_factory=SentenceSegmenter)
    encoder: Encoder = field(default_factory=MiniLM)
    tau: float = 0.4
    min_tokens: int = 10
    claimless: Literal["unverifiable", "isolated"] = "unverifiable"
    threshold: float = 0.5
    head: LogisticHead | GroupedHead | None = None
    decision: Decision | None = None
    support: Support = "similar"
    verifier: Verifier = field(default_factory=MiniLMVerifier)
    entailed_from: float = 0.4
    expectation: Expectation | None = field(default=None, metadata={"later": True})

    def __post_init__(self) -> None:
        if self.support not in get_args(Support):
            known = get_args(Support)
            raise InputError(
                f"support is {self.support!r}; expected one of {known}", field="support"
            )
        in_ranges(self, tau=COSINE, min_tokens=(0, 2**20), threshold=SHARE, entailed_from=SHARE)
        check_head(self.head, self.decision, FEATURES)

    @reads(*STEPS)
    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        """Judge answers; each claim is supported when evidence is joined to it."""
        nodes = self.nodes(examples)  # §III-A
        compared = self.connect(nodes)  # Algorithm 1
        measures = self.measure(compared)  # Algorithm 2, Eqs. 1–5
        scores = self._score(examples, measures)  # Eq. 7, or the fitted head
        rows = zip(examples, compared, measures.matrix(), scores, strict=True)
        return [self._verdict(*row) for row in rows]

    def fit(self, examples: Sequence[Example], options: FitOptions = DEFAULT_FIT, /) -> EGC:
        """Fit a balanced logistic regression on the standardised measures (§III-C).

        Args:
            examples: Labelled answers; those that cannot be checked are left out.
            options: Calibration, threshold, and ``by``: "generator" fits one head per generator,
                and one on all for the others.

        Raises:
            InputError: When a label is missing, an option is unknown or too few answers of a
                class are left.
        """
        check_options(options, "egc", "by")
        if options.by not in {None, "generator"}:
            raise InputError(f"egc can be fitted by 'generator', not by {options.by!r}", field="by")
        labels = labels_of(examples)
        parts = [self._measured(batch) for batch in batches("measured answers", examples)]
        kept = np.concatenate([checkable for checkable, _ in parts])
        chosen = [example for example, chosen in zip(examples, kept, strict=True) if chosen]
        fitted = fit_logistic(
            np.concatenate([measures for _, measures in parts]),
            judgeable(labels, kept),
            FEATURES,
            folds_by=evidence_groups(chosen),
            heads_by=[e.generator for e in chosen] if options.by else None,
            calibration=options.calibration,
            policy=options.threshold,
        )
        return replace(self, **fitted._asdict())

    def _measured(
        self, examples: Sequence[Example]
    ) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Tell which answers can be checked, and return the measures of those."""
        examples = read_by(STEPS, examples)
        nodes = self.nodes(examples)
        kept = [i for i, e in enumerate(examples) if not self._obstacle(e, nodes[i])]
        compared = self.connect([nodes[i] for i in kept])
        sure = [i for i, each in enumerate(compared) if not each.doubt()]
        checkable = np.isin(np.arange(len(examples)), [kept[i] for i in sure])
        return checkable, self.measure([compared[i] for i in sure]).matrix()

    def nodes(self, examples: Sequence[Example]) -> list[Nodes]:
        """Cut answers into claim nodes and passages into evidence nodes (§III-A)."""
        sentences = self.segmenter.segment([e.answer for e in examples])
        windows = passage_windows(self.encoder, [e.passages for e in examples])
        return [
            self._nodes(example, spans, pieces)
            for example, spans, pieces in zip(examples, sentences, windows, strict=True)
        ]

    def compare(self, nodes: Sequence[Nodes]) -> list[Cosines]:
        """Embed the nodes of each graph, and compare them."""
        vectors = encode_lists(self.encoder, [own for each in nodes for own in each.texts()])
        return [
            graphs.cosines(question[0] if len(question) else None, evidence, claims)
            for question, evidence, claims in zip(
                vectors[0::3], vectors[1::3], vectors[2::3], strict=True
            )
        ]

    def connect(self, nodes: Sequence[Nodes]) -> list[Compared]:
        """Compare the nodes of each graph, and join them (Algorithm 1)."""
        cosines = self.compare(nodes)
        entailed: list[Entailment | None] = [None] * len(nodes)
        if self.support == "entails":
            entailed = [*verify(nodes, self.verifier, self.entailed_from)]
        return [
            Compared(own, near, sure, graphs.connect(own.in_graph(), near, self.tau, sure))
            for own, near, sure in zip(nodes, cosines, entailed, strict=True)
        ]

    def measure(self, compared: Sequence[Compared]) -> Consistency:
        """Measure the consistency of each graph (Algorithm 2)."""
        return graphs.measure([each.graph for each in compared], self.support)

    def _nodes(
        self, example: Example, sentences: list[Span], windows: list[tuple[Passage, Span]]
    ) -> Nodes:
        claims = claims_of(example.answer, sentences)
        long = [len(_TOKEN.findall(claim.text)) > self.min_tokens for claim in claims]
        return Nodes(
            asked(example.question),
            tuple(claim for claim, is_claim in zip(claims, long, strict=True) if is_claim),
            tuple(claim for claim, is_claim in zip(claims, long, strict=True) if not is_claim),
            tuple(windows),
        )

    def _score(self, examples: Sequence[Example], measures: Consistency) -> NDArray[np.float64]:
        if self.head is None or self.decision is None:
            return (1.0 - measures.composite()) * 0.75
        if isinstance(self.head, GroupedHead):
            log_odds = self.head.log_odds(measures.matrix(), [e.generator for e in examples])
        else:
            log_odds = self.head.log_odds(measures.matrix())
        return self.decision.scores_of_log_odds(log_odds)

    def _obstacle(self, example: Example, nodes: Nodes) -> str:
        blocked = obstacle(example)
        if blocked or self.claimless == "isolated":  # the paper scores whatever was answered
            return blocked
        if (nothing := nothing_claimed(example)) or nodes.claims:
            return nothing
        return f"{NO_CLAIM}: no sentence has more than {self.min_tokens} tokens"

    def _verdict(
        self, example: Example, compared: Compared, features: NDArray[np.float64], score: float
    ) -> Verdict:
        nodes = compared.nodes
        asides = [
            Finding(claim, "unverifiable", explanation=self._too_short()) for claim in nodes.asides
        ]
        if reason := self._obstacle(example, nodes):
            return unverifiable(reason, asides)
        found = findings_of(nodes, compared.cosines, self.tau, compared.entailed)
        findings = sorted([*found, *asides], key=lambda finding: finding.claim.span)
        if doubt := compared.doubt():
            return unverifiable(doubt, findings)
        threshold = self.threshold if self.decision is None else self.decision.threshold
        return Verdict(
            label="hallucinated" if score >= threshold else "grounded",
            hallucination_score=float(np.clip(score, 0.0, 1.0)),
            calibrated=self.decision is not None and self.decision.calibrated,
            threshold=threshold,
            claim_threshold=1.0 - (self.entailed_from if compared.entailed else self.tau),
            findings=tuple(findings),
            features=dict(zip(FEATURES, map(float, features), strict=True)),
            reason="" if nodes.claims else f"{NO_CLAIM}; scored as isolated, as in the paper",
            edges=edges_for(compared.graph, nodes.numbers()),
        )

    def _too_short(self) -> str:
        least = f"more than {self.min_tokens} words and marks"
        return f"Too short for EGC, which checks sentences of {least}."
