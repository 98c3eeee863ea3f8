"""The pipeline of the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from training.paths import MODELS
from training.reader.recipe import TEACHER, Amounts, Averaging, Recipe
from training.steps import Pipeline, Step

if TYPE_CHECKING:
    from pathlib import Path

    from training.job import Job


def data(job: Job, amounts: Amounts) -> list[Path]:
    """Write what is shown and what is held out, and both as tokens."""
    from training.reader.data import write_data
    from training.reader.encoding import Items, minilm

    made = write_data(job.data, job.work, amounts)
    for rows in made:
        Items(rows, minilm(), Recipe().max_tokens)
    return made


def teacher(job: Job, recipe: Recipe) -> list[Path]:
    """Train the teacher."""
    from training.reader.train import train

    return train(job.work, recipe, job.pace, TEACHER)


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
    packages=("onnx", "torch", "transformers"),
    steps=(
        Step(
            "data", "rows of every corpus, and made ones", 10, data, reads_data=True,
            recipe=Amounts(),
            smoke={
                "rows": 12, "sources": 9, "edits": 12, "worlds": 12, "short_edits": 12,
                "bare_worlds": 12, "held_out": 4,
            },
        ),
        Step(
            "teacher", "twelve layers of MPNet and two heads", 6000, teacher, after=("data",),
            recipe=Recipe(
                layers=12, steps=1_350, batch_tokens=61_440, learning_rate=9e-5,
                head_learning_rate=6e-4, dropout=0.1,
            ),
            smoke={"layers": 2, "steps": 3, "warm_up": 1, "batch_tokens": 1024},
        ),
        Step(
            "train", "its first six layers and the heads, beside the labels taught by it", 9000,
            train, after=("data", "teacher"), recipe=Recipe(teacher=TEACHER, seed=1),
            smoke={"layers": 1, "steps": 3, "warm_up": 1, "batch_tokens": 1024},
        ),
        Step(
            "export", "ONNX file of the last checkpoint, its figures and card", 3, export,
            after=("data",), recipe=Averaging(), exports=True, repeats=True,
        ),
    ),
)  # fmt: skip

READER_LATER = Pipeline(
    "reader_later",
    makes="the shipped reader, shown what strangers wrote as well; two cores are enough",
    data=READER.data,
    extra="export",
    packages=READER.packages,
    steps=(
        Step(
            "data", "rows of strangers, and some of every corpus", 6, data, reads_data=True,
            recipe=Amounts(
                rows=1_500, edits=200, worlds=200, short_edits=800, bare_worlds=800, held_out=100
            ),
            smoke=READER.steps[0].smoke,
        ),
        Step(
            "train", "all of it, beginning with the shipped weights", 60, train, after=("data",),
            recipe=Recipe(
                begun=str(MODELS / "reader"), mixture="later", steps=1_000, warm_up=30,
                batch_tokens=4_096, learning_rate=3e-5, vector_learning_rate=3e-4,
                head_learning_rate=1e-4, dropout=0.1,
            ),
            smoke={**READER.steps[2].smoke, "begun": ""},
        ),
        READER.steps[3],
    ),
)  # fmt: skip
