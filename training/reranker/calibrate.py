"""Fits the constants of the embedded reranker on 2WikiMultihopQA; checks them on HotpotQA.

Prints ``slope`` and ``intercept``, the defaults of
`groundgraph.parts.rerankers.encoder.EncoderReranker`, and how well the cosines order paragraphs.
A pair is a question with its answer, and one of the paragraphs it came with; relevant are those
that hold a supporting fact. 2WikiMultihopQA (Apache-2.0) is fitted on; HotpotQA (CC BY-SA 4.0) is
only evaluated on. Both classes weigh the same in the fit and in the log loss, because the share of
relevant paragraphs belongs to how a pool was gathered and not to a pair.

Beside the cosine stands the share of the query's content words that occur in the paragraph; a
reranker that looks at nothing has AUROC 0.5 and balanced log loss 0.693. Intervals are 95%, by
questions drawn with replacement.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.datasets.hotpotqa import load_hotpotqa
from groundgraph.datasets.twowiki import load_twowiki
from groundgraph.learn.inputs import logistic
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import interval, paired_interval, within_interval
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.encoders.sentence_transformers import SentenceTransformerEncoder
from groundgraph.parts.rerankers.encoder import EncoderReranker
from groundgraph.text.words import words
from training.figures import bounded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.datasets.multihop import MultiHopQuestion
    from groundgraph.measures.bootstrap import Interval
    from groundgraph.protocols import Encoder
    from training.reranker.steps import Calibration


class Pools(NamedTuple):
    """Paragraphs of questions, one entry per (question, paragraph).

    Attributes:
        pairs: Question with answer, and paragraph.
        relevant: Whether the paragraph holds a supporting fact, shape ``(n_pairs,)``.
        question: The number of the question, shape ``(n_pairs,)``.
    """

    pairs: list[tuple[str, str]]
    relevant: NDArray[np.bool_]
    question: NDArray[np.int64]


def calibrate(data: Path, path: Path, chosen: Calibration) -> list[Path]:
    """Fit the constants, print what they are worth, and write them.

    Args:
        data: The folder of the corpora.
        path: Of the JSON file to write.
        chosen: The encoder, and how many questions.
    """
    encoder = SentenceTransformerEncoder(chosen.model) if chosen.model else MiniLM(cache="off")
    fitted = pools(load_twowiki(data)[: chosen.questions or None])
    cosines = cosine(encoder, fitted)
    slope, intercept = fit(cosines, fitted.relevant)
    print(f"    slope {slope:.4f}, intercept {intercept:.4f}", flush=True)
    report("2WikiMultihopQA", fitted, cosines, (slope, intercept))
    checked = pools(load_hotpotqa(data)[: chosen.questions or None])
    report("HotpotQA", checked, cosine(encoder, checked), (slope, intercept))
    constants = {"slope": slope, "intercept": intercept}
    path.write_text(json.dumps(constants, indent=1) + "\n", encoding="utf-8")
    return [path]


def pools(questions: Sequence[MultiHopQuestion]) -> Pools:
    """Return each paragraph beside the question that it came with."""
    pairs, relevant, number_of = [], [], []
    for number, question in enumerate(questions):
        needed = set(question.within("supporting"))
        for paragraph in question.paragraphs:
            pairs.append((f"{question.question} {question.answer}", paragraph.text))
            relevant.append(paragraph in needed)
            number_of.append(number)
    return Pools(pairs, np.array(relevant), np.array(number_of, np.int64))


def cosine(encoder: Encoder, data: Pools) -> NDArray[np.float64]:
    """Return how near each paragraph is, shape ``(n_pairs,)``, in [-1, 1]."""
    return EncoderReranker(encoder, slope=1.0, intercept=0.0).relevance(data.pairs)


def fit(cosines: NDArray[np.float64], relevant: NDArray[np.bool_]) -> tuple[float, float]:
    """Return slope and intercept of the most likely log-odds, both classes at one weight."""
    from sklearn.linear_model import LogisticRegression

    head = LogisticRegression(C=1e6, class_weight="balanced", tol=1e-8, max_iter=1000)
    head.fit(cosines[:, None], relevant)
    return float(head.coef_[0, 0]), float(head.intercept_[0])


def report(
    name: str, data: Pools, cosines: NDArray[np.float64], constants: tuple[float, float]
) -> None:
    """Print how well the cosines tell relevant paragraphs, and what the constants cost."""
    y, of_question = data.relevant, data.question
    overlap = np.array([shared(query, text) for query, text in data.pairs])
    print(f"    {name}: {of_question[-1] + 1} questions, n={len(y)}, {y.sum()} relevant")
    for label, scores in (("cosine", cosines), ("shared words", overlap)):
        show(f"AUROC, {label}", interval(metrics.auroc, y, scores, groups=of_question))
        within = within_interval(y, scores, of_question, groups=of_question)
        show(f"AUROC within a question, {label}", within)
    gain = paired_interval(metrics.auroc, y, cosines, overlap, groups=of_question)
    show("AUROC, cosine - shared words", gain)
    rate = y.mean()
    balanced = np.where(y, 0.5 / rate, 0.5 / (1 - rate))
    for label, (slope, intercept) in {"given": constants, "own": fit(cosines, y)}.items():
        loss = metrics.log_loss(y, logistic(slope * cosines + intercept), balanced)
        print(f"        balanced log loss, {label} constants {slope:.4f}, {intercept:.4f}: "
              f"{loss:.3f}", flush=True)  # fmt: skip


def shared(query: str, text: str) -> float:
    """Return the share of the query's content words that occur in a text."""
    asked = {word.stem for word in words(query) if word.content}
    return len(asked & {word.stem for word in words(text)}) / max(len(asked), 1)


def show(name: str, found: Interval) -> None:
    """Print a figure and its interval."""
    print(f"        {name:40} {bounded(found)}", flush=True)
