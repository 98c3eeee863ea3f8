from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.errors import ModelError
from groundgraph.parts import onnx
from groundgraph.parts.onnx import (
    batches,
    session,
    shipped,
    side_by_side,
    workers,
)

if TYPE_CHECKING:
    from pathlib import Path

MODEL = shipped("minilm") / "model.onnx"
TOKENIZER = shipped("minilm") / "tokenizer.json"


def test_a_session_is_loaded_once() -> None:
    assert session(MODEL, 1) is session(MODEL, 1)
    assert session(MODEL, 1) is not session(MODEL, 2)


def test_a_session_of_another_process_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    own = session(MODEL, 1)

    monkeypatch.setattr("os.getpid", lambda: -1)

    assert session(MODEL, 1) is not own


@pytest.mark.parametrize(("asked", "threads"), [("3", 3), ("0", None), ("many", None), ("", None)])
def test_sessions_take_the_threads_that_the_environment_grants(
    asked: str, threads: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", asked)
    granted = onnx._usable_cores()

    assert granted == threads or (threads is None and granted >= 1)


def test_a_tokenizer_is_loaded_once_and_cuts_nothing() -> None:
    found = onnx.tokenizer(TOKENIZER)

    assert found is onnx.tokenizer(TOKENIZER)
    assert len(found.encode("word " * 2000).ids) == 2002


@pytest.mark.parametrize("content", [None, b"", b"damaged", b"{}"])
def test_a_missing_or_damaged_file_is_named_with_what_to_do(
    tmp_path: Path, content: bytes | None
) -> None:
    for name, load in (("some.onnx", lambda p: session(p, 1)), ("some.json", onnx.tokenizer)):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(ModelError, match=rf"{name} cannot be loaded .* again"):
            load(path)


def test_a_file_that_could_not_be_loaded_is_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "late.json"
    with pytest.raises(ModelError):
        onnx.tokenizer(path)

    path.write_bytes(TOKENIZER.read_bytes())

    assert onnx.tokenizer(path).encode("a").ids


def test_rows_of_equal_length_come_together_longest_first_within_the_budget() -> None:
    assert list(batches([3, 9, 3, 1, 3, 9], 9)) == [[1], [5], [0, 2, 4], [3]]


def test_a_row_above_the_budget_comes_alone() -> None:
    assert list(batches([100, 2, 2], 10)) == [[0], [1, 2]]


@settings(deadline=None)
@given(st.lists(st.integers(1, 50), max_size=30), st.integers(1, 200))
def test_every_row_is_in_one_batch_of_its_length(lengths: list[int], budget: int) -> None:
    found = list(batches(lengths, budget))

    assert sorted(row for batch in found for row in batch) == list(range(len(lengths)))
    for batch in found:
        assert len({lengths[row] for row in batch}) == 1
        assert len(batch) == 1 or len(batch) * lengths[batch[0]] <= budget


@pytest.mark.parametrize("threads", [0, 1, 2, 7])
def test_results_come_in_the_order_of_the_items(threads: int) -> None:
    assert side_by_side(lambda n: n * n, range(50), threads) == [n * n for n in range(50)]


def test_no_items_have_no_results() -> None:
    assert side_by_side(str, [], 4) == []


def test_items_run_at_the_same_time() -> None:
    both = threading.Barrier(2, timeout=10)

    assert sorted(side_by_side(lambda _: both.wait(), "ab", 2)) == [0, 1]


def test_one_thread_is_the_callers() -> None:
    assert set(side_by_side(lambda _: threading.get_ident(), "abc", 1)) == {threading.get_ident()}


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_of_an_item_reaches_the_caller(threads: int) -> None:
    with pytest.raises(ZeroDivisionError):
        side_by_side(lambda n: 1 // n, [1, 0, 2], threads)


@pytest.mark.parametrize("threads", [1, 2])
def test_work_of_one_core_or_more_gives_results_and_errors_when_asked(threads: int) -> None:
    with workers(threads) as pool:
        done, failed = pool.submit(int, "3"), pool.submit(int, "no number")

    assert done.result() == 3
    with pytest.raises(ValueError, match="no number"):
        failed.result()


def test_a_session_leaves_nothing_in_the_home_of_its_user(tmp_path: Path) -> None:
    code = "from groundgraph.parts.onnx import session, shipped; "
    code += "session(shipped('minilm') / 'model.onnx', 1)"
    named = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    kept = {
        k: v for k, v in os.environ.items() if k not in {"ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME"}
    }
    subprocess.run([sys.executable, "-c", code], env=kept | named, check=True)
    assert list(tmp_path.iterdir()) == []
