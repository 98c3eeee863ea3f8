from __future__ import annotations

import dataclasses
import io
import json
import os
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from groundgraph.errors import InputError
from groundgraph.parts.probe.traces import check_trace, load_trace, save_trace, untraced
from groundgraph.types.traces import Trace

if TYPE_CHECKING:
    from pathlib import Path


def made(**changes: Any) -> Trace:
    """Return a trace of three answer tokens and two triples."""
    random = np.random.default_rng(0)
    mass = random.random((3, 2), np.float32) / 2
    fields: dict[str, Any] = {
        "mass": mass,
        "outside": 1 - mass.sum(axis=1),
        "softened": mass / 2,
        "alignment": random.random((3, 2), np.float32),
        "log_probability": -random.random(3, np.float32),
        "triple_tokens": np.array([4, 6]),
        "tokens": (" Hiro", "kazu", " 🙂"),
        "hidden": random.random((3, 8), np.float32),
        "embeddings": random.random((2, 8), np.float32),
        "parts": random.random((2, 4, 3, 2), np.float32),
        "model": "some/model",
        "rows": "predicting",
    }
    return Trace(**{**fields, **changes})


def same(one: Trace, other: Trace) -> bool:
    pairs = [(getattr(one, f.name), getattr(other, f.name)) for f in dataclasses.fields(Trace)]
    return all(
        np.array_equal(a, b) and a.dtype == b.dtype if isinstance(a, np.ndarray) else a == b
        for a, b in pairs
    )


@pytest.mark.parametrize(
    "trace", [made(), made(hidden=None, embeddings=None, parts=None), untraced("no tokens", "m")]
)
def test_a_trace_comes_back_from_its_file(trace: Trace, tmp_path: Path) -> None:
    save_trace(trace, tmp_path / "one.npz")

    assert same(load_trace(tmp_path / "one.npz"), trace)
    assert [path.name for path in tmp_path.iterdir()] == ["one.npz"]


def test_states_may_be_left_out_of_the_file(tmp_path: Path) -> None:
    save_trace(made(), tmp_path / "one.npz", states=False)

    assert same(load_trace(tmp_path / "one.npz"), made(hidden=None, embeddings=None))


def rewrite(path: Path, header: dict[str, Any], **arrays: Any) -> None:
    """Write a file as `save_trace` would, with other contents."""
    save_trace(made(), path)
    with np.load(path) as file:
        content = {name: file[name] for name in file.files} | arrays
    known = json.loads(content["header"].tobytes()) | header
    content["header"] = np.frombuffer(json.dumps(known).encode(), np.uint8)
    np.savez(path, **content)


@pytest.mark.parametrize(
    ("header", "arrays", "message"),
    [
        ({"format": 2}, {}, "not a trace of format 1"),
        ({"colour": "red"}, {}, "one too many"),
        ({"tokens": None}, {}, "lacks a part"),
        ({"tokens": ["a"]}, {}, "does not fit the shapes of"),
        ({}, {"outside": np.zeros(9, np.float32)}, "does not fit the shapes of"),
        ({}, {"hidden": np.zeros((1, 8), np.float32)}, "does not fit the shapes of"),
        ({}, {"parts": np.zeros((5, 3, 9), np.float32)}, "does not fit the shapes of"),
        ({}, {"outside": np.full(3, np.nan, np.float32)}, "not finite: outside"),
        ({}, {"outside": np.array(["a", "b", "c"])}, "not finite: outside"),
        ({}, {"mass": np.array([object()])}, "cannot be read as a trace"),
    ],
)
def test_a_file_that_is_no_trace_is_refused(
    header: dict[str, Any], arrays: dict[str, Any], message: str, tmp_path: Path
) -> None:
    rewrite(tmp_path / "one.npz", header, **arrays)

    with pytest.raises(InputError, match=message):
        load_trace(tmp_path / "one.npz")


@pytest.mark.parametrize("content", [None, b"", b"not a zip", b"PK\x03\x04 cut short"])
def test_a_file_that_cannot_be_read_is_named(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(InputError, match=r"one\.npz cannot be read as a trace"):
        load_trace(path)


def test_a_single_array_is_no_trace(tmp_path: Path) -> None:
    with (tmp_path / "one.npz").open("wb") as file:
        np.save(file, np.zeros(3))

    with pytest.raises(InputError, match=r"one\.npz cannot be read as a trace"):
        load_trace(tmp_path / "one.npz")


@pytest.mark.parametrize("place", ["folder", "pipe", "/dev/zero"])
def test_a_trace_is_a_regular_file_and_nothing_else_is_waited_for(
    place: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(InputError, match="a trace is a regular file"):
        load_trace(tmp_path / place)


def test_a_trace_that_unfolds_to_much_is_refused_unread(tmp_path: Path) -> None:
    save_trace(made(hidden=np.zeros((3, 1_000_000), np.float32)), tmp_path / "one.npz")

    with pytest.raises(InputError, match=r"unfolds to 12,.* bytes; a trace has at most 1,000,000"):
        load_trace(tmp_path / "one.npz", most=1_000_000)
    assert load_trace(tmp_path / "one.npz").hidden is not None


def test_an_array_that_claims_to_be_huge_is_refused(tmp_path: Path) -> None:
    header = np.frombuffer(b"{}", np.uint8)
    buffer = io.BytesIO()
    np.save(buffer, np.zeros(3, np.float32))
    huge = b"'shape': (9999999999999,), }"
    claimed = buffer.getvalue().replace(b"'shape': (3,), }".ljust(len(huge)), huge)
    assert huge in claimed
    with zipfile.ZipFile(tmp_path / "one.npz", "w") as archive:
        with archive.open("header.npy", "w") as file:
            np.save(file, header)
        archive.writestr("mass.npy", claimed)

    with pytest.raises(InputError, match="cannot be read as a trace"):
        load_trace(tmp_path / "one.npz")


def test_a_trace_made_elsewhere_can_be_checked() -> None:
    check_trace(made())
    with pytest.raises(InputError, match="alignment"):
        check_trace(made(alignment=np.zeros((2, 2), np.float32)))
