"""Spans of OpenTelemetry where its interface is installed; without a set-up they go nowhere."""

from __future__ import annotations

from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def _installed(name: str) -> Any:
    """Return a module, or ``None``: FastAPI brings it, but not on Python 3.10."""
    try:
        return import_module(name)
    except ImportError:
        return None


propagate, trace = _installed("opentelemetry.propagate"), _installed("opentelemetry.trace")


class Span(Protocol):
    """What is told of a span."""

    def set_attribute(self, key: str, value: Any, /) -> None:
        """Note a value."""
        ...

    def update_name(self, name: str, /) -> None:
        """Call it otherwise."""
        ...


class _Nothing:
    def set_attribute(self, key: str, value: Any, /) -> None:
        """Note nothing."""

    def update_name(self, name: str, /) -> None:
        """Call nothing."""


@contextmanager
def span(
    name: str, attributes: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> Iterator[Span]:
    """Trace what is done in the block.

    Args:
        name: Of the span.
        attributes: What is known when it begins.
        headers: Of a request, which may name the span that it belongs to.
    """
    if trace is None:
        yield _Nothing()
        return
    tracer = trace.get_tracer("groundgraph")
    kind = trace.SpanKind.INTERNAL if headers is None else trace.SpanKind.SERVER
    parent = None if headers is None else propagate.extract(dict(headers))
    with tracer.start_as_current_span(
        name, context=parent, kind=kind, attributes=dict(attributes)
    ) as begun:
        yield begun
