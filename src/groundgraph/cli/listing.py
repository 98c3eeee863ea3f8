"""``groundgraph detectors``: what there is."""

from __future__ import annotations

import inspect

import typer


def detectors() -> None:
    """List the detectors, whether each is fitted, and what each looks at."""
    from groundgraph.registry import DETECTORS

    for name in DETECTORS:
        typer.echo(f"{name:<12} {_state(name):<10} {_summary(name)}")


def _summary(name: str) -> str:
    from groundgraph.registry import DETECTORS

    try:
        text = inspect.getdoc(DETECTORS.get(name)) or ""
    except ImportError as error:  # also a missing extra
        return f"cannot be used: {error}"
    return text.partition("\n")[0]


def _state(name: str) -> str:
    from groundgraph.specs import training

    return "fitted" if training(name) else "unfitted"
