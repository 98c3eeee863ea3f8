"""Fits the shipped `lexical` and `fused` detectors on the train split of RAGTruth.

Prints the out-of-fold figures, which the cards repeat. For `fused`, the token classifier's scores
are those that the folds' models gave to answers whose sources they had not seen, and what the
exported classifier says of pairs that it was not trained on. Its trees do not read what the shipped
reader says, but its decisions rest on it: they are fitted, and reported on, by answers to sources
that the reader was not shown. The seed is fixed.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph import save
from groundgraph.bench.groundedness import out_of_fold, recorded
from groundgraph.checksums import write_sums
from groundgraph.datasets.ragtruth import load_ragtruth, unseen_by_reader
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import Interval
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.sentence_level import RECIPE
from groundgraph.parts.token_classifiers.minilm import MiniLMTokens
from training.figures import bounded
from training.fused.out_of_fold import out_of_fold_tokens
from training.fused.steps import COMMAND
from training.made.corruption import corrupted
from training.onnx_graph import sha256
from training.paths import MODELS
from training.side_by_side import side_by_side
from training.tokens.data import SEED, answers_read, contradicted
from training.tokens.exported import read_by_the_package
from training.tokens.pairs import unseen_pairs
from training.tokens.recipe import EVERY_PAIR

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from groundgraph.learn.two_level import TwoLevelRecipe
    from groundgraph.methods.fused.sentence_level import Trained
    from groundgraph.types import Example
    from training.job import Job
    from training.tokens.recipe import PairCounts

# RAGTruth's train split has 44.5% hallucinated answers, the answers to come (and its test split,
# as published) about 35%: the threshold is chosen for that.
SHIPPED = replace(RECIPE, threshold="best_f1_at=0.35")
CORRUPTED = 0.15
CLAIMED = 4  # one source in so many gives short claims
DATA = (
    "RAGTruth train split (MIT), all qualities; and copies of about "
    f"{CORRUPTED:.0%} of its grounded answers with one number exchanged, and sentences of the "
    f"evidence of one source in {CLAIMED}, as they are and contradicted; and "
    f"{EVERY_PAIR.unseen:,} pairs of MNLI that did not train the token model, half of them entailed"
)
JUDGED = {"fused": "answers to the third of the sources that the reader was not shown"}
"""What decisions and figures rest on, where it is not all answers."""
DETECTORS = ("fused", "lexical")
"""The longest first."""


class Fit(NamedTuple):
    """How the detectors are fitted.

    Attributes:
        job: Where things are.
        counts: How many pairs of other corpora the trees learn from.
        most: Trees of a head, where it has more; 0 leaves it as it is.
    """

    job: Job
    counts: PairCounts
    most: int = 0

    @property
    def recipe(self) -> TwoLevelRecipe:
        """How the heads are fitted."""
        if not self.most:
            return SHIPPED
        heads = (SHIPPED.claim_trees, SHIPPED.answer_trees)
        claims, answers = (replace(h, max_iter=min(h.max_iter, self.most)) for h in heads)
        return replace(SHIPPED, claim_trees=claims, answer_trees=answers)


def fit_all(how: Fit) -> list[Path]:
    """Fit both detectors, side by side, and save them."""
    job = how.job
    side_by_side(partial(fit, how), DETECTORS, job.processes)
    said = [job.work / f"{name}_out_of_fold.npz" for name in DETECTORS]
    return [*said, *(job.output / name / "detector.json" for name in DETECTORS)]


@cache
def corpora(how: Fit) -> tuple[list[Example], list[Example]]:
    """Return RAGTruth's answers and pairs of another corpus; once where one process fits both."""
    train = answers_read(how.job.data, how.job.work)
    return train, [*unseen_pairs(how.job.data, how.counts)]


def fit(how: Fit, name: str) -> None:
    """Fit one detector; what the token model says comes from the exported one."""
    job = how.job
    train, pairs = corpora(how)
    elsewhere = job.output.resolve() != MODELS
    with read_by_the_package(job.output / "tokens") if elsewhere else nullcontext():
        fused = name == "fused"
        detector = Fused(tokens=out_of_fold_tokens(job.work, pairs)) if fused else Lexical()
        judged, seen = apart(train, job) if fused else (train, [])
        others = [*seen, *made_of(train), *pairs]
        labels = [bool(example.label) for example in judged]
        fitted, trained = detector.fit_out_of_fold(judged, labels, how.recipe, others=others)
    if isinstance(fitted, Fused):
        fitted = replace(fitted, tokens=MiniLMTokens())
    keep(job.work / f"{name}_out_of_fold.npz", judged, trained)
    path = save(fitted, job.output / name, record(name, judged, trained) | fitted.training_report)
    write_sums(path.parent)
    content = path.read_bytes()
    print(f"    {path}: {len(content):,} bytes, sha256 {sha256(content)}", flush=True)


def apart(train: Sequence[Example], job: Job) -> tuple[list[Example], list[Example]]:
    """Return the answers to sources that the shipped reader was not shown, and the others."""
    unseen = unseen_by_reader(load_ragtruth(job.data, split="train"))
    parts: tuple[list[Example], list[Example]] = ([], [])
    for example in train:
        parts[str(example.metadata["source_id"]) not in unseen].append(example)
    return parts


def record(name: str, train: Sequence[Example], trained: Trained) -> dict[str, Any]:
    """Measure the detector out-of-fold, for its file; print the main figures."""
    tables = recorded([out_of_fold(name, train, trained)])
    found = {
        "data": DATA,
        "judged": JUDGED.get(name, "all answers of the split"),
        "command": COMMAND,
        **{table: [cell._asdict() for cell in cells] for table, cells in tables.items()},
        "claims": claims(trained),
    }
    for table in ("by_task", "at_test_rates"):
        print(f"    {name}, {table}")
        for cell in tables[table]:
            shown = bounded(Interval(cell.value, *(cell.ci95 or (None, None))), 4)
            print(f"        {cell.row:30} {cell.metric:28} {shown} n={cell.n}")
    print(f"        claims {found['claims']}", flush=True)
    return found


def made_of(train: Sequence[Example]) -> list[Example]:
    """Return copies of some grounded answers with one number exchanged, and short claims."""
    return [*corrupted(train, share=CORRUPTED, seed=0), *short_claims(train)]


def short_claims(train: Sequence[Example]) -> list[Example]:
    """Return claims made of the evidence of some sources, as `training.tokens.data` makes them."""
    sources = sorted({str(example.metadata["source_id"]) for example in train})
    chosen = set(sources[::CLAIMED])
    return [
        claim
        for claim in contradicted(train, seed=SEED)
        if str(claim.metadata["source_id"]) in chosen
    ]


def keep(path: Path, train: Sequence[Example], trained: Trained) -> None:
    """Write what the heads said of answers whose evidence they had not seen."""
    path.parent.mkdir(parents=True, exist_ok=True)
    own = [example for example, checked in zip(train, trained.checked, strict=True) if checked]
    np.savez(
        path,
        ids=np.array([example.id for example in own]),
        labels=np.array([bool(example.label) for example in own]),
        sources=np.array([str(example.metadata["source_id"]) for example in own]),
        scores=trained.scores,
        flags=trained.head.answer_decision.flags(trained.scores),
        claim_scores=trained.claim_scores,
        claim_flags=trained.head.claim_decision.flags(trained.claim_scores),
    )


def claims(trained: Trained) -> dict[str, Any]:
    """Measure the claim head out-of-fold; a claim is positive when a gold span overlaps it."""
    labels, scores = trained.claim_labels, trained.claim_scores
    return {
        "n": len(labels),
        "positives": int(labels.sum()),
        "auroc": metrics.auroc(labels, scores),
        "f1": metrics.f1(labels, trained.head.claim_decision.flags(scores)),
        "f1_of_flagging_all": metrics.f1(labels, np.ones(len(labels), bool)),
    }
