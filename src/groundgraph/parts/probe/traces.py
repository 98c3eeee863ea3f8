"""Traces on disk: captured where the model runs, judged elsewhere."""

from __future__ import annotations

import json
import zipfile
import zlib
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.errors import InputError
from groundgraph.types.traces import Trace

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

FORMAT = 1
MOST_BYTES = 1_000_000_000
"""Bytes that the parts of a trace's file may unfold to."""
_ARRAYS = (
    "mass",
    "outside",
    "softened",
    "alignment",
    "log_probability",
    "triple_tokens",
    "hidden",
    "embeddings",
    "parts",
)
_SHAPES = {
    "mass": ("tokens", "triples"),
    "outside": ("tokens",),
    "softened": ("tokens", "triples"),
    "alignment": ("tokens", "triples"),
    "log_probability": ("tokens",),
    "triple_tokens": ("triples",),
}
_UNREADABLE = (
    *(OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error),
    *(RuntimeError, MemoryError),  # a deep header or an encrypted archive; a huge shape
    *(TypeError, AttributeError),  # an array outside an archive, in this Python and in 3.10
)


def untraced(problem: str, model: str = "") -> Trace:
    """Return the trace of an answer that could not be traced."""
    table, column = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
    sizes = np.zeros(0, np.int64)
    return Trace(table, column, table, table, column, sizes, (), model=model, problem=problem)


def save_trace(trace: Trace, path: Path, *, states: bool = True) -> None:
    """Write a trace as a compressed npz file, with what is no array as JSON inside.

    Args:
        trace: What to write.
        path: The file, conventionally ``….npz``; replaced when it exists.
        states: Whether to keep hidden states and embeddings. All features can be computed
            without them, and they are most of the file.
    """
    kept = trace if states else replace(trace, hidden=None, embeddings=None)
    arrays = {name: getattr(kept, name) for name in _ARRAYS if getattr(kept, name) is not None}
    rest = {f.name: getattr(kept, f.name) for f in fields(kept) if f.name not in _ARRAYS}
    header = json.dumps({"format": FORMAT, **rest}, ensure_ascii=False).encode()
    partial = path.with_name(path.name + ".partial")
    with partial.open("wb") as file:
        np.savez_compressed(file, header=np.frombuffer(header, np.uint8), **arrays)
    partial.replace(path)


def load_trace(path: Path, most: int = MOST_BYTES) -> Trace:
    """Read what `save_trace` wrote; nothing in the file is executed.

    Args:
        path: A regular file.
        most: Bytes that its arrays may unfold to.

    Raises:
        InputError: When the file cannot be read, is of another format or too large, or its arrays
            do not fit each other.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise InputError(f"{path} is a folder, a pipe or a device; a trace is a regular file")
        if (size := _unfolded(path)) > most:
            raise InputError(f"{path} unfolds to {size:,} bytes; a trace has at most {most:,}")
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            header = json.loads(file["header"].tobytes())
            arrays = {name: file[name] for name in file.files if name in _ARRAYS}
    except _UNREADABLE as error:
        raise InputError(f"{path} cannot be read as a trace: {error}") from error
    if not isinstance(header, dict) or header.pop("format", None) != FORMAT:
        raise InputError(f"{path} is not a trace of format {FORMAT}; record it again")
    try:
        trace = Trace(**arrays, **{**header, "tokens": tuple(header["tokens"])})
    except (KeyError, TypeError) as error:
        raise InputError(f"{path} lacks a part of a trace, or has one too many: {error}") from error
    check_trace(trace, str(path))
    return trace


def _unfolded(path: Path) -> int:
    with zipfile.ZipFile(path) as archive:
        return sum(part.file_size for part in archive.infolist())


def check_trace(trace: Trace, where: str = "the trace") -> None:
    """Make sure that a trace's arrays fit each other and are finite.

    Raises:
        InputError: When they are not.
    """
    sizes = {"tokens": len(trace.tokens), "triples": len(trace.triple_tokens)}
    expected: dict[str, tuple[int, ...]] = {
        name: tuple(sizes[dimension] for dimension in shape) for name, shape in _SHAPES.items()
    }
    found = {name: getattr(trace, name).shape for name in expected}
    for name, size in (("hidden", "tokens"), ("embeddings", "triples")):
        if (states := getattr(trace, name)) is not None:
            found[name], expected[name] = states.shape[:1], (sizes[size],)
    if trace.parts is not None:
        found["parts"], expected["parts"] = trace.parts.shape[-2:], tuple(sizes.values())
    wrong = {name: shape for name, shape in found.items() if shape != expected[name]}
    if wrong:
        raise InputError(f"{where} has {sizes}, which does not fit the shapes of {wrong}")
    unbounded = [name for name in _ARRAYS if not _finite(getattr(trace, name))]
    if unbounded:
        raise InputError(f"{where} holds numbers that are not finite: {', '.join(unbounded)}")


def _finite(values: NDArray[Any] | None) -> bool:
    return values is None or (values.dtype.kind in "fiu" and bool(np.isfinite(values).all()))
