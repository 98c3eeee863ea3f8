"""Batches of rows through detectors, in this process or in others."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import signal
import sys
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

from groundgraph.errors import GroundgraphError, InputError, MachineError
from groundgraph.io.writing import error_row, verdict_row
from groundgraph.processes import end_with_parent, limit_threads, settle, share_of_cores
from groundgraph.services import usage
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence

    from groundgraph.io.reading import Row
    from groundgraph.protocols import Detector
    from groundgraph.types import Example, Verdict

    Record = dict[str, Any]
    Batch = list[Row]
    Judged = tuple[list[Record], dict[str, int]]
    """The records of a batch, and what language models took for them, as `usage.taken` says."""
    Judges = Callable[
        [Iterable[Batch], Sequence[Record], Sequence[Record]],
        Generator[tuple[Batch, Judged], None, None],
    ]
    """Judges batches elsewhere and gives them back in order; told what `Judge` is made of."""

_WORKER: dict[str, Judge] = {}
_LOG = logging.getLogger("groundgraph")
_LOG.addHandler(logging.NullHandler())  # silent, until somebody listens


class Judge:
    """A worker's detectors, loaded with the first batch and kept.

    Args:
        specs: What the records name, one for each detector.
        wholes: The specs that build the detectors. Whoever sends them has them from detectors of
            its own, or let them in: they are trusted here.
    """

    def __init__(self, specs: Sequence[Record], wholes: Sequence[Record]) -> None:
        self._specs, self._wholes = specs, wholes
        self._detectors: list[Detector] = []

    def judge(self, batch: Batch) -> Judged:
        """Judge a batch; return also what its language models took.

        Raises:
            GroundgraphError: When a detector cannot be loaded.
        """
        if not self._detectors:
            self._detectors = [load(whole, trust=True) for whole in self._wholes]
        return all_judged(self._detectors, self._specs, batch), usage.taken()


def in_processes(workers: int) -> Judges:
    """Return what judges batches in so many processes, each with its share of the cores.

    Raises:
        InputError: When a script that calls this has no ``if __name__ == "__main__":``.
        MachineError: While it judges, when a process dies.
    """

    def judged_there(
        batches: Iterable[Batch], specs: Sequence[Record], wholes: Sequence[Record]
    ) -> Generator[tuple[Batch, Judged], None, None]:
        yield from _in_pool(batches, specs, wholes, workers)

    return judged_there


def _in_pool(
    batches: Iterable[Batch], specs: Sequence[Record], wholes: Sequence[Record], workers: int
) -> Iterator[tuple[Batch, Judged]]:
    begun: deque[tuple[Batch, Future[Judged]]] = deque()
    finished = started = False
    with TemporaryDirectory(prefix="groundgraph-") as folder:
        pool = ProcessPoolExecutor(
            workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_start,
            initargs=(_written(Path(folder), specs, wholes), share_of_cores(workers)),
        )
        try:
            for batch in batches:
                started = started or _started(pool, workers)
                begun.append((batch, pool.submit(_judged_there, batch)))
                if len(begun) > 2 * workers:
                    yield _collected(*begun.popleft())
            while begun:
                yield _collected(*begun.popleft())
            finished = True
        finally:
            if not finished:
                _stop(pool)
            pool.shutdown(cancel_futures=True)


def _written(folder: Path, specs: Sequence[Record], wholes: Sequence[Record]) -> str:
    """Write what a `Judge` is made of to a file, and return its path.

    A process that ends before it reads a pipe lets whoever writes much to it wait for ever.
    """
    path = folder / "judge.json"
    path.write_text(json.dumps({"specs": specs, "wholes": wholes}), encoding="ascii")
    return str(path)


def _started(pool: ProcessPoolExecutor, workers: int) -> bool:
    """Start the workers and wait for the first.

    Raises:
        InputError: When none can, since they import a script that would start workers itself.
        MachineError: When none can, for another reason.
    """
    try:
        first, *_ = [pool.submit(_is_there) for _ in range(workers)]
        return first.result()
    except BrokenProcessPool as error:
        raise _unstarted() from error


def _unstarted() -> InputError | MachineError:
    script = getattr(sys.modules["__main__"], "__file__", None)
    if script is None or (Path(script).is_file() and b"__main__" in Path(script).read_bytes()):
        return MachineError(
            "a worker process ended as it began, perhaps for want of memory; run again with fewer "
            "workers"
        )
    if not Path(script).is_file():
        return InputError("workers import the script that starts them: write it to a file")
    return InputError(
        f"workers import the script that starts them, {script}: what calls groundgraph in it must "
        'stand below `if __name__ == "__main__":`'
    )


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the workers at once: nobody wants what they are at, and a whole batch can take long."""
    for process in list((pool._processes or {}).values()):  # noqa: SLF001 - public from 3.14 on
        process.terminate()


def _collected(batch: Batch, found: Future[Judged]) -> tuple[Batch, Judged]:
    try:
        return batch, found.result()
    except BrokenProcessPool as error:
        lines = f"{batch[0].line} to {batch[-1].line}"
        raise MachineError(
            f"a worker process ended while lines {lines} were waited for, perhaps for want of "
            "memory; run again with fewer --workers, and what is done is kept"
        ) from error


def _start(made_of: str, threads: int) -> None:
    """Prepare a worker: its share of the cores, and an end when the parent ends."""
    limit_threads(threads)
    settle()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a traceback
    end_with_parent(lambda: os._exit(1))
    _WORKER["judge"] = Judge(**json.loads(Path(made_of).read_bytes()))


def _is_there() -> bool:
    return True


def _judged_there(batch: Batch) -> Judged:
    return _WORKER["judge"].judge(batch)


def all_judged(
    detectors: Sequence[Detector], specs: Sequence[Record], batch: Batch
) -> list[Record]:
    """Return the records of each row together, in the order of the detectors.

    Args:
        detectors: What judges; see `judged`.
        specs: Of each detector, what the records say of it.
        batch: The rows.

    Raises:
        GroundgraphError: When a detector cannot judge any row.
    """
    pairs = list(zip(detectors, specs, strict=True))
    if len(pairs) == 1:
        return judged(*pairs[0], batch)
    found = zip(*(_named(*pair, batch) for pair in pairs), strict=True)
    return [record for records in found for record in records]


def _named(detector: Detector, spec: Record, batch: Batch) -> Iterator[Record]:
    """Judge as one of several: what fails says which detector it was."""
    try:
        records = judged(detector, spec, batch)
    except MachineError:
        raise
    except GroundgraphError as error:
        raise GroundgraphError(f"detector {spec['name']!r} cannot run: {error}") from error
    return ({**record, "detector": spec} for record in records)


def judged(detector: Detector, spec: Mapping[str, Any], batch: Sequence[Row]) -> list[Record]:
    """Return the verdict row or error row of each row of a batch, in order.

    Args:
        detector: What judges; where it fails at the batch, each row is tried alone.
        spec: What the rows say of the detector, as `groundgraph.specs.reference` returns it.
        batch: Rows, some of which may be errors already.

    Raises:
        GroundgraphError: When the detector cannot judge any row, for want of a model or extra.
    """
    examples = [row.example for row in batch if row.example is not None]
    verdicts = iter(_verdicts(detector, examples))
    return [_record(row, row.error or next(verdicts), spec) for row in batch]


def _record(row: Row, found: Verdict | Exception, spec: Mapping[str, Any]) -> Record:
    if isinstance(found, Exception) or row.example is None:
        return error_row(row, cast("Exception", found))
    try:
        return verdict_row(row.example, found, row.line, spec)
    except (InputError, ValueError) as error:
        return error_row(row, _logged(error))


def _verdicts(detector: Detector, examples: Sequence[Example]) -> list[Verdict | Exception]:
    if not examples:
        return []
    try:
        verdicts = detector.detect(examples)
    except InputError as error:
        failure: Exception = error
    except GroundgraphError:
        raise  # a missing model or extra fails every row alike
    except Exception as error:  # noqa: BLE001 - whatever one row causes, the others go on
        failure = error
    else:
        if len(verdicts) != len(examples):
            raise GroundgraphError(
                f"{type(detector).__qualname__} gave {len(verdicts)} verdicts for "
                f"{len(examples)} answers; a detector must give one for each"
            )
        return list(verdicts)
    if len(examples) == 1:
        return [_logged(failure)]
    return [found for example in examples for found in _verdicts(detector, [example])]


def _logged(failure: Exception) -> Exception:
    """Log what nobody raised on purpose, with its traceback: a row tells its message alone."""
    if not isinstance(failure, GroundgraphError):
        _LOG.error("a detector failed at an answer", exc_info=failure)
    return failure
