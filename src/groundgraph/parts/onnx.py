"""Running the shipped ONNX models: sessions, tokenizers, and batches of similar length."""

from __future__ import annotations

import os
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import cache as once
from typing import TYPE_CHECKING, Any, TypeVar

from groundgraph.checksums import MODELS, check_file, read_checked, unusable
from groundgraph.processes import cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tokenizers import Tokenizer

_LOADING = threading.Lock()
Item = TypeVar("Item")
Result = TypeVar("Result")


def shipped(name: str) -> Path:
    """Return the folder of a model that the package carries."""
    return MODELS / name


def session(path: Path, threads: int) -> Any:
    """Return the session of a model, loaded on first use and shared by the process.

    Args:
        path: The ``.onnx`` file.
        threads: Of a batch's computation; 0 takes every core that the process may use.

    Raises:
        ModelError: When the file is missing, damaged, or not the one of its folder's sums.
    """
    with _LOADING:
        # A forked child has none of the parent's threads: each process loads its own session.
        return _load_session(path, threads or _usable_cores(), os.getpid())


def _usable_cores() -> int:
    asked = os.environ.get("OMP_NUM_THREADS", "")  # `check --workers` shares the cores by it
    if asked.isdecimal() and int(asked):
        return int(asked)
    # Left to itself, onnxruntime pins threads to all cores of the machine, and prints errors
    # where a container allows it only some.
    return cores()


@once
def _load_session(path: Path, threads: int, _process: int) -> Any:
    # Unless told before its import, onnxruntime keeps an id of the machine in ~/.cache and looks up
    # its maker's server; what is said after the import stops only the events.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Enough to fold the fp16 weights' casts; the graphs are written with fused nodes already.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    # Nearly every text has a length of its own, and a plan of memory would be kept for each.
    options.enable_mem_pattern = False
    # Threads that spin between batches take the cores from everything else.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # First, since a damaged file may end the process. Its bytes are not handed over instead:
    # onnxruntime would keep them beside what it makes of them.
    check_file(path)
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises nothing narrower
        raise unusable(path, error) from error


@once
def tokenizer(path: Path) -> Tokenizer:
    """Return the tokenizer of a ``tokenizer.json``, without truncation and padding.

    Raises:
        ModelError: When the file is missing, damaged, or not the one of its folder's sums.
    """
    from tokenizers import Tokenizer

    content = read_checked(path)
    try:
        return Tokenizer.from_buffer(content)
    except Exception as error:  # tokenizers raises nothing narrower
        raise unusable(path, error) from error


def batches(lengths: Sequence[int], budget: int) -> Iterator[list[int]]:
    """Yield rows of equal length, longest first, within the budget of tokens.

    Nothing is padded: less is computed, and no rounding can depend on a text's neighbours.
    """
    rows_of: dict[int, list[int]] = {}
    for row, length in enumerate(lengths):
        rows_of.setdefault(length, []).append(row)
    for length in sorted(rows_of, reverse=True):
        rows, size = rows_of[length], max(1, budget // length)
        yield from (rows[start : start + size] for start in range(0, len(rows), size))


def side_by_side(
    run: Callable[[Item], Result], items: Sequence[Item], threads: int
) -> list[Result]:
    """Run a function that leaves Python on each item, in order; ``threads`` as for `workers`."""
    if len(items) < 2:
        return [run(item) for item in items]
    with workers(threads) as pool:
        return list(pool.map(run, items))


def workers(threads: int) -> Executor:
    """Return threads for work that leaves Python, such as a session's; close it when done.

    Args:
        threads: How many; 0 is every core that the process may use. With one core, work is
            done at once by the caller.
    """
    count = threads or _usable_cores()
    return ThreadPoolExecutor(count) if count > 1 else _AtOnce()


def beside() -> Executor:
    """Return one thread for work beside the caller's; with one core it is done at once."""
    return ThreadPoolExecutor(1) if _usable_cores() > 1 else _AtOnce()


class _AtOnce(Executor):
    """Does what it is given before it returns."""

    def submit(self, run: Callable[..., Result], /, *given: Any, **named: Any) -> Future[Result]:
        future: Future[Result] = Future()
        try:
            future.set_result(run(*given, **named))
        except Exception as error:  # noqa: BLE001 -- as of a thread's work, `result` raises it
            future.set_exception(error)
        return future
