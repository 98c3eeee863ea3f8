"""The pipelines by name. None imports torch before one of its steps is done."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from training.fused.steps import FUSED
from training.generator.steps import GENERATOR
from training.minilm.steps import MINILM
from training.progress import duration
from training.reader.steps import READER, READER_LATER
from training.reranker.steps import RERANKER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from training.steps import Pipeline, Step

PIPELINES = {
    pipeline.name: pipeline
    for pipeline in (MINILM, RERANKER, READER, READER_LATER, FUSED, GENERATOR)
}


def listing(name: str | None = None) -> str:
    """Return what one pipeline makes, or each, from what, and how long it takes.

    With a name, also what can be set.
    """
    chosen = [PIPELINES[name]] if name else [*PIPELINES.values()]
    lines = [line for each in chosen for line in (*_described(each, whole=bool(name)), "")]
    return "\n".join([*lines, "Times are of two cores; what trains uses a GPU when there is one."])


def _described(pipeline: Pipeline, *, whole: bool) -> Iterator[str]:
    yield f"{pipeline.name:10} {pipeline.makes}"
    extra = f"; needs groundgraph[{pipeline.extra}]" if pipeline.extra else ""
    yield f"{'':10} from {pipeline.data}{extra}"
    for step in pipeline.steps:
        when = f"only on demand, {_long(step)}" if step.on_demand else _long(step)
        yield f"{'':10}   {step.name:12} {step.does} ({when})"
        if whole and step.recipe is not None:
            for name, value in asdict(step.recipe).items():
                yield f"{'':27}--set {step.name}.{name}={value}"


def _long(step: Step) -> str:
    return duration(60 * step.minutes)
