"""Logic Matters: passages joined over bridges, then relevance-weighted entailment.

"Logic Matters: Lightweight Hallucination Classification for Retrieval-Augmented Generation"
(papers/logic.txt). Section and equation numbers are the paper's.

Deviations, each a parameter or named here:

- The paper judges an answer as one claim; here each sentence is one (``claims="sentences"``), so
  that a finding says which. The answer is as well supported as its worst claim. A short answer
  is read with its question: as the sentence that the two make, where that is found, else one after
  the other, as the paper's H(Q, A′) is.
- α and what f(c) is are not in the paper. f(c) reads sentences, where the paper's reads chunks.
  α was chosen on RAGTruth train and 2WikiMultihopQA: ``groundgraph bench logic``, table
  ``sensitivity``.
- §3.2.3 prints r̃ = r / Σr. That needs relevances that are not negative, and rerankers give
  log-odds: the default is their softmax, chosen in the same table. ``normalisation="linear"`` is
  the paper's formula over probabilities of relevance; its worked example does not follow from it
  (docs/detectors/logic.md).
- Within a group, chunks stand in the order of the retrieval and of the passage. The paper's D_k
  keeps "document order", which says nothing of chunks of different passages.
- The least relevant groups are not read: together they could change S by at most ``negligible``.
- Data (JSON) in a passage is read as facts in words.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from groundgraph.errors import InputError
from groundgraph.learn.fitting import fit_logistic
from groundgraph.learn.inputs import DEFAULT_FIT, check_head, check_options, judgeable, labels_of
from groundgraph.methods.checkable import claims_of, evidence_groups
from groundgraph.methods.defined_terms import TERMS_NAMED
from groundgraph.methods.evidence_text import WITHOUT_MARKUP
from groundgraph.methods.given_triples import TRIPLES_TOLD
from groundgraph.methods.logic.groups import Grouping, GroupSettings, group_passages
from groundgraph.methods.logic.scores import (
    Answer,
    Normalisation,
    Parts,
    Scoring,
    Weighing,
    score,
)
from groundgraph.methods.logic.verdicts import FEATURES, features_of, judged, verdict
from groundgraph.methods.logic.walked import Asked
from groundgraph.methods.read_as import read_by, reads
from groundgraph.parts.claim_filters.rules import FactualRules
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.rerankers.encoder import EncoderReranker
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.parts.wordpieces import wordpieces
from groundgraph.progress import batches
from groundgraph.ranges import COUNT, SHARE, in_ranges
from groundgraph.text.answers.pieces import judged_texts
from groundgraph.text.asked.conversations import asked
from groundgraph.types import Claim, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.decision import Decision
    from groundgraph.learn.expectation import Expectation
    from groundgraph.learn.heads import LogisticHead
    from groundgraph.methods.logic.groups import Groups
    from groundgraph.methods.logic.scores import ScoredAnswer
    from groundgraph.protocols import ClaimFilter, Encoder, Reranker, Segmenter, Verifier
    from groundgraph.types import Example, FitOptions, Verdict

_SHORT = 10
"""An answer of at most so many words is read with its question."""
_WORDS = {
    "claims": ("sentences", "answer"),
    "grouping": get_args(Grouping),
    "scoring": get_args(Scoring),
    "normalisation": get_args(Normalisation),
}

STEPS = (WITHOUT_MARKUP, TERMS_NAMED, TRIPLES_TOLD)
"""By which `detect` and `fit` read examples."""


@dataclass(frozen=True)
class Logic:
    """Relevance-weighted entailment by passages joined over bridges (§3.2).

    Attributes:
        segmenter: Cuts answers and passages into sentences.
        claim_filter: f(c), which sentences of the answer state a fact (§3.2.1).
        encoder: E, embeds chunks (§3.2.2).
        reranker: R, the relevance of a group to a claim (§3.2.3).
        verifier: NLI, the entailment of a claim by a group (§3.2.3).
        claims: Whether each sentence is judged, or the answer as one claim, as in the paper.
        alpha: α, in units of the mean distance: how near two chunks are joined.
        answer_tokens: T_a: the claim filter reads an answer of more tokens, when it is judged as
            one claim.
        passage_tokens: T_d: a passage of more tokens is cut.
        chunk_tokens: T: tokens of a chunk of such a passage.
        group_tokens: T_t: tokens of a merged group.
        threshold: T_s: a claim is supported when S is above it.
        segmentation: Ablation A: off, passages are not cut and sentences not filtered.
        grouping: "bridges" merges over near distances, as the paper does; "links" over passages
            that name each other, into groups that the verifier reads at once: of its tokens a
            quarter is left to the claim; "walk" reads an answer of one claim beside the sentences
            that a walk over such passages comes to from its question (`walked`), and passages that
            name each other where there is no question or there are more claims. Ablation B: "none"
            reads each chunk alone, "all" the whole context at once.
        scoring: Ablation C: "relevance" weighs groups, "mean" does not, "max" takes the best.
        normalisation: How the log-odds of relevance become weights that sum to 1: their "softmax"
            or "softplus", or "linear", r / Σr of the probabilities r (§3.2.3).
        negligible: The least relevant groups, which weigh less than this together, are not read.
        head: Fitted classifier over the features, or ``None`` for S against ``threshold``.
        decision: Calibration and threshold of ``head``.
        expectation: What was fitted last, and how it did on answers held out.

    Raises:
        InputError: When a field has a value that it cannot have.
        ModelError: When the head reads other features, or has no decision.
    """

    segmenter: Segmenter = field(default_factory=SentenceSegmenter)
    claim_filter: ClaimFilter = field(default_factory=FactualRules)
    encoder: Encoder = field(default_factory=MiniLM)
    reranker: Reranker = field(default_factory=EncoderReranker)
    verifier: Verifier = field(default_factory=MiniLMVerifier)
    claims: Literal["sentences", "answer"] = "sentences"
    alpha: float = 1.1
    answer_tokens: int = 512
    passage_tokens: int = 512
    chunk_tokens: int = 256
    group_tokens: int = 1024
    threshold: float = 0.4
    segmentation: bool = True
    grouping: Grouping = "bridges"
    scoring: Scoring = "relevance"
    normalisation: Normalisation = "softmax"
    negligible: float = 0.01
    head: LogisticHead | None = None
    decision: Decision | None = None
    expectation: Expectation | None = field(default=None, metadata={"later": True})

    def __post_init__(self) -> None:
        for name, known in _WORDS.items():
            if getattr(self, name) not in known:
                found = repr(getattr(self, name))
                raise InputError(f"{name} is {found}; expected one of {known}", field=name)
        counts = ("answer_tokens", "passage_tokens", "chunk_tokens", "group_tokens")
        in_ranges(self, alpha=(1e-9, 1e9), threshold=SHARE, negligible=SHARE)
        in_ranges(self, **dict.fromkeys(counts, COUNT))
        check_head(self.head, self.decision, FEATURES)

    @reads(*STEPS)
    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        """Judge answers; a claim is supported when S is above the threshold."""
        scored = self.scored(examples)
        scores = self._decide(scored)
        return [
            verdict(found, self.threshold, self.decision, score)
            for found, score in zip(scored, scores, strict=True)
        ]

    def scored(self, examples: Sequence[Example], /) -> list[ScoredAnswer]:
        """Return what stands behind the verdicts: entailment of each claim by each group."""
        answers = self._answers(examples)  # §3.2.1, A′ and H
        groups = self._groups(examples, answers)  # §3.2.1 and §3.2.2, D_k
        parts = Parts(self.encoder, self.reranker, self.verifier)
        weighing = Weighing(self.scoring, self.normalisation, self.negligible)
        return score(examples, answers, groups, parts, weighing)  # §3.2.3, S

    def fit(self, examples: Sequence[Example], options: FitOptions = DEFAULT_FIT, /) -> Logic:
        """Fit a logistic regression on the features, calibrated and thresholded out-of-fold.

        Args:
            examples: Labelled answers; those with a claim that cannot be checked are left out.
            options: Calibration and threshold.

        Raises:
            InputError: When a label is missing, an option is unknown or too few
                answers of a class are left.
        """
        check_options(options, "logic")
        labels = labels_of(examples)
        scored = [
            found
            for batch in batches("scored answers", examples)
            for found in self.scored(read_by(STEPS, batch))
        ]
        kept = [i for i, found in enumerate(scored) if self._judged(found) == found.stated != []]
        fitted = fit_logistic(
            self._features([scored[i] for i in kept]),
            judgeable(labels, np.isin(np.arange(len(labels)), kept)),
            FEATURES,
            folds_by=evidence_groups([examples[i] for i in kept]),
            calibration=options.calibration,
            policy=options.threshold,
        )
        return replace(self, **fitted._asdict())

    def _answers(self, examples: Sequence[Example]) -> list[Answer]:
        sentences = self.segmenter.segment([example.answer for example in examples])
        claims = [claims_of(e.answer, spans) for e, spans in zip(examples, sentences, strict=True)]
        factual = self.claim_filter.factual([c.text for own in claims for c in own])
        if not self.segmentation:
            factual = np.ones(len(factual), bool)
        found, start = [], 0
        for example, own in zip(examples, claims, strict=True):
            flags = factual[start : start + len(own)].tolist()
            start += len(own)
            found.append(self._answer(example, own, flags))
        return found

    def _answer(self, example: Example, claims: Sequence[Claim], factual: list[bool]) -> Answer:
        """Write the hypotheses: H(Q, A′) of an answer that is short or judged as one claim."""
        short = len(claims) <= 1 and len(example.answer.split()) <= _SHORT
        question = asked(example.question).strip()
        if self.claims == "sentences" and not short:
            texts = [c.text if fact else "" for c, fact in zip(claims, factual, strict=True)]
            return Answer(tuple(claims), tuple(texts))
        if not claims:
            return Answer((), ())
        whole = Span(claims[0].span.start, claims[-1].span.end)
        long = len(wordpieces(example.answer).starts) > self.answer_tokens
        kept = [c.text for c, fact in zip(claims, factual, strict=True) if fact or not long]
        stated = " ".join(kept)  # A′
        if not any(factual):
            stated = ""
        hypothesis = f"{question} {stated}" if question and stated else stated
        if stated and self.claims == "sentences":
            hypothesis = self._as_sentence(example) or hypothesis
        return Answer((Claim(whole.of(example.answer), whole),), (hypothesis,))

    def _as_sentence(self, example: Example) -> str:
        """Return the sentence that a short answer makes of its question, or ""."""
        [judged] = judged_texts([example], self.segmenter.segment)
        return judged.text if any(judged.statements) and len(judged.spans) == 1 else ""

    def _groups(self, examples: Sequence[Example], answers: Sequence[Answer]) -> list[Groups]:
        settings = GroupSettings(
            self.alpha,
            self.passage_tokens,
            self.chunk_tokens,
            self.group_tokens,
            self.grouping,
            self.segmentation,
        )
        if self.grouping in {"links", "walk"}:
            settings = settings.within(self._readable())
        passages = [example.passages for example in examples]
        questions = [
            Asked.of(asked(example.question)) if len(answer.claims) == 1 else Asked()
            for example, answer in zip(examples, answers, strict=True)
        ]
        return group_passages(passages, self.segmenter, self.encoder, settings, questions)

    def _readable(self) -> int | None:
        """Return the tokens of a premise that the verifier reads at once; ``None``: any number."""
        limit = getattr(self.verifier, "max_tokens", None)
        return limit - limit // 4 if isinstance(limit, int) else None

    def _decide(self, scored: Sequence[ScoredAnswer]) -> list[float]:
        """Return a score for each answer, 0 where no claim could be checked."""
        checked = [bool(self._judged(found)) for found in scored]
        x = self._features([found for found, some in zip(scored, checked, strict=True) if some])
        if self.head is None or self.decision is None:
            scores = iter((1.0 - x[:, 0]).tolist())
        else:
            scores = iter(self.decision.scores_of_log_odds(self.head.log_odds(x)).tolist())
        return [next(scores) if some else 0.0 for some in checked]

    def _judged(self, found: ScoredAnswer) -> list[int]:
        return judged(found, self.threshold)

    def _features(self, scored: Sequence[ScoredAnswer]) -> NDArray[np.float64]:
        rows = [features_of(found, self.threshold) for found in scored]
        return np.array(rows, np.float64).reshape(len(rows), len(FEATURES))
