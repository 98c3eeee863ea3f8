"""The pipeline of the small generator over MetaQA, which `groundgraph bench gga` measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from training.generator.recipe import QWEN2, T5, Reading, Recipe
from training.steps import Pipeline, Step

if TYPE_CHECKING:
    from pathlib import Path

    from training.job import Job

ANSWERS = "answers"
"""Folder of what the trained models answered, under the pipeline's own."""


def train(job: Job, recipe: Recipe) -> list[Path]:
    """Train a model of one architecture."""
    from training.generator.train import train

    work = job.work / recipe.architecture
    work.mkdir(exist_ok=True)
    return train(job.data, work, recipe, job.pace)


def read_qwen2(job: Job, reading: Reading) -> list[Path]:
    """Let the decoder answer."""
    return _read(job, "qwen2", reading)


def read_t5(job: Job, reading: Reading) -> list[Path]:
    """Let the encoder-decoder answer."""
    return _read(job, "t5", reading)


def _read(job: Job, architecture: str, reading: Reading) -> list[Path]:
    from training.generator.read import answer

    return answer(job.data, job.work / architecture / "model", job.work / ANSWERS, reading)


_FEW = {
    "steps": 3, "batch_tokens": 600, "layers": 4, "width": 32, "heads": 2, "vocabulary": 400,
    "questions": 40, "films": 200,
}  # fmt: skip
_ASK_FEW = {"per_hop": 5, "films": 200}
GENERATOR = Pipeline(
    "generator",
    makes="answers to MetaQA's questions with traces of attention, in WORK/answers, for bench gga",
    data="MetaQA",
    extra="gga",
    packages=("torch", "transformers"),
    steps=(
        Step(
            "qwen2", "a decoder of 7M parameters, from scratch", 30, train, reads_data=True,
            recipe=QWEN2, smoke=_FEW,
        ),
        Step(
            "answers", "its answers to held-out questions, and their traces", 20, read_qwen2,
            after=("qwen2",), reads_data=True, exports=True, recipe=Reading(), smoke=_ASK_FEW,
        ),
        Step(
            "t5", "an encoder-decoder of 8M parameters, from scratch", 45, train, reads_data=True,
            recipe=T5, smoke=_FEW,
        ),
        Step(
            "answers-t5", "its answers and traces, in the same file", 20, read_t5,
            after=("t5",), reads_data=True, recipe=Reading(), smoke=_ASK_FEW,
        ),
    ),
)  # fmt: skip
