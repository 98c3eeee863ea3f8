"""Lets the package read an exported token model that is not the one it ships."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from groundgraph.methods.fused import token_inputs
from groundgraph.parts.token_classifiers import minilm

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def read_by_the_package(folder: Path) -> Iterator[None]:
    """Within the context, `MiniLMTokens` and `token_rarity` read the files of a folder.

    They take no folder themselves. Whoever trains elsewhere than in the package's own folder needs
    what the trees learn from to be said by the model that was exported.
    """
    own: list[tuple[Any, str, Any]] = [
        (minilm, "_READER", folder / "reader.onnx"),
        (minilm, "_JUDGE", folder / "judge.onnx"),
        (token_inputs, "shipped", lambda _: folder),
    ]
    before = [getattr(module, name) for module, name, _ in own]
    for module, name, value in own:
        setattr(module, name, value)
    _forget()
    try:
        yield
    finally:
        for (module, name, _), value in zip(own, before, strict=True):
            setattr(module, name, value)
        _forget()


def _forget() -> None:
    minilm.forget()
    token_inputs.token_rarity.cache_clear()
