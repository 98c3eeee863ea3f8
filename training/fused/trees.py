"""Fits the shipped `lexical` detector, whose trees are those of `fused`, on RAGTruth's train split.

Prints the out-of-fold figures, which its card repeats, and keeps what the trees say of answers
whose evidence they had not seen: `training.fused.beside` weighs that beside the reader. The seed is
fixed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph import save
from groundgraph.bench.groundedness import out_of_fold, recorded
from groundgraph.checksums import write_sums
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import Interval
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.rules import QUICK_SHIFT
from groundgraph.methods.fused.sentence_level import RECIPE
from training.figures import bounded
from training.fused.pairs import EVERY_PAIR, mnli_pairs
from training.fused.steps import COMMAND
from training.made.corruption import corrupted
from training.made.short_claims import contradicted
from training.onnx_graph import sha256
from training.rows import of_sources

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from groundgraph.learn.two_level import TwoLevelRecipe
    from groundgraph.methods.fused.views import Trained
    from groundgraph.types import Example
    from training.fused.pairs import PairCounts
    from training.job import Job

# RAGTruth's train split has 44.5% hallucinated answers, the answers to come (and its test split,
# as published) about 35%: the threshold is chosen for that.
SHIPPED = replace(RECIPE, threshold="best_f1_at=0.35", shift=QUICK_SHIFT)
SEED = 0
CORRUPTED = 0.15
CLAIMED = 4  # one source in so many gives short claims
DATA = (
    "RAGTruth train split (MIT), all qualities; and copies of about "
    f"{CORRUPTED:.0%} of its grounded answers with one number exchanged, and sentences of the "
    f"evidence of one source in {CLAIMED}, as they are and contradicted; and "
    f"{EVERY_PAIR.kept:,} pairs of MNLI, half of them entailed"
)
KEPT = "lexical_out_of_fold.npz"
"""In the work folder: what the trees say of RAGTruth's answers whose evidence they had not seen."""


class Fit(NamedTuple):
    """How the detector is fitted.

    Attributes:
        job: Where things are.
        counts: How many pairs of MNLI the trees learn from.
        most: Trees of a head, where it has more; 0 leaves it as it is.
        sources: Of RAGTruth; 0 is all.
    """

    job: Job
    counts: PairCounts
    most: int = 0
    sources: int = 0

    @property
    def recipe(self) -> TwoLevelRecipe:
        """How the heads are fitted."""
        if not self.most:
            return SHIPPED
        heads = (SHIPPED.claim_trees, SHIPPED.answer_trees)
        claims, answers = (replace(h, max_iter=min(h.max_iter, self.most)) for h in heads)
        return replace(SHIPPED, claim_trees=claims, answer_trees=answers)


def fit(how: Fit) -> list[Path]:
    """Fit `lexical`, save it, and keep what its trees said out-of-fold."""
    job = how.job
    train = of_sources(load_ragtruth(job.data, split="train"), how.sources)
    others = [*made_of(train), *mnli_pairs(job.data, how.counts)]
    labels = [bool(example.label) for example in train]
    fitted, trained = Lexical().fit_out_of_fold(train, labels, how.recipe, others=others)
    keep(job.work / KEPT, train, trained)
    more = {"data": DATA, "judged": "all answers of the split", "command": COMMAND}
    path = write(fitted, job.output / "lexical", record("lexical", train, trained) | more)
    return [job.work / KEPT, path]


def write(fitted: Any, folder: Path, told: dict[str, Any]) -> Path:
    """Save a detector with its training record and its checksums."""
    path = save(fitted, folder, told | fitted.training_report)
    write_sums(folder)
    content = path.read_bytes()
    print(f"    {path}: {len(content):,} bytes, sha256 {sha256(content)}", flush=True)
    return path


def record(name: str, train: Sequence[Example], trained: Trained) -> dict[str, Any]:
    """Measure a detector out-of-fold, for its file; print the main figures."""
    tables = recorded([out_of_fold(name, train, trained)])
    found = {
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
    """Return claims made of the evidence of some sources (`training.made.short_claims`)."""
    sources = sorted({str(example.metadata["source_id"]) for example in train})
    chosen = set(sources[::CLAIMED])
    return [
        claim
        for claim in contradicted(train, seed=SEED)
        if str(claim.metadata["source_id"]) in chosen
    ]


def keep(path: Path, train: Sequence[Example], trained: Trained) -> None:
    """Write what the trees said of answers whose evidence they had not seen."""
    path.parent.mkdir(parents=True, exist_ok=True)
    own = [example for example, checked in zip(train, trained.checked, strict=True) if checked]
    np.savez(
        path,
        ids=np.array([example.id for example in own]),
        owner=trained.owner,
        claim_trees=trained.claim_trees,
        answer_trees=trained.answer_trees,
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
