"""Rows through a detector, in order, in bounded memory, one bad row costing only itself."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from groundgraph.errors import GroundgraphError, InputError, MachineError
from groundgraph.io.writing import error_row, verdict_row
from groundgraph.services import usage
from groundgraph.specs import admit, brief, describe, load, reference

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from groundgraph.io.reading import Row
    from groundgraph.protocols import Detector
    from groundgraph.specs.checks import Trust
    from groundgraph.types import Example, Verdict

    What = str | Path | Mapping[str, Any] | Detector
    Record = dict[str, Any]
    Batch = list[Row]
    Judged = tuple[list[Record], dict[str, int]]
    """The records of a batch, and what language models took for them, as `usage.taken` says."""
    Judges = Callable[
        [Iterable[Batch], Sequence[Record], Sequence[Record]],
        Generator[tuple[Batch, Judged], None, None],
    ]
    """Judges batches elsewhere and gives them back in order; told what `Judge` is made of."""

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_MOST_ANSWERED = 100_000
_MOST_SHOWN = 4_000_000
"""Characters of the answers, and of the passages, of a batch of several rows."""
_WORKER: dict[str, Judge] = {}


@dataclass(frozen=True, slots=True)
class Checked:
    """A row and what was found.

    Attributes:
        row: The row of the input.
        record: The verdict row or error row, as `groundgraph.io.dumps` writes it.
        fresh: ``False`` where an earlier run had done the row.
    """

    row: Row
    record: dict[str, Any]
    fresh: bool = True


def check_rows(
    rows: Iterable[Row],
    detector: What | Sequence[What],
    *,
    batch_size: int = 32,
    workers: int = 0,
    done: Iterable[Mapping[str, Any]] = (),
    trust: Trust = False,
    judges: Judges | None = None,
) -> Generator[Checked, None, None]:
    """Judge rows as they come and yield them in order; memory does not grow with them.

    A batch that makes the detector fail is tried again row by row, so that the row at fault
    becomes an error row and the others get their verdicts.

    Args:
        rows: From `groundgraph.io.read_rows`.
        detector: A registered name, a saved folder, a spec, or a detector. Of a list each judges
            every row: as many come out of a row, in the order of the list, and each record, also
            of an error, names its detector.
        batch_size: Rows that are judged together; a batch grows to at most twice this to keep
            answers to the same passages together, and is smaller where texts are very long.
        workers: Processes that judge; 0 means this one. Each loads the detector itself.
        done: What an earlier run wrote; these rows are passed on, not judged again.
        trust: Whether a saved or written spec may reach out; see `groundgraph.load`.
        judges: What judges the batches instead of ``workers``, such as a cluster's
            (`groundgraph.scale`).

    Raises:
        InputError: When ``done`` is not the beginning of what this run would write, or the list
            of detectors is empty.
        UntrustedError: When the spec reaches out and is not trusted to; no row is read then.
        GroundgraphError: When the detector cannot be loaded.
        MachineError: When a process dies.
    """
    if batch_size < 1 or workers < 0:
        raise InputError(
            f"batch_size is {batch_size} and workers {workers}; expected >= 1 and >= 0"
        )
    given: Any = detector
    several: list[What] = [*given] if isinstance(given, list | tuple) else [given]
    if not several:
        raise InputError("the list of detectors is empty; name at least one")
    specs = [_spec(each, trust) for each in several]
    remaining = iter(rows)
    begun = yield from _resumed(remaining, done, specs)
    if begun.rows:  # judged again as a whole, and what was written of it left out
        remaining = chain(begun.rows, remaining)
    together = batches(remaining, batch_size)
    if workers or judges:
        wholes = [
            spec if isinstance(each, str | Path | Mapping) else describe(each)
            for each, spec in zip(several, specs, strict=True)
        ]
        there = judges(together, specs, wholes) if judges else None
        checked = _elsewhere(there) if there else _in_processes(together, specs, wholes, workers)
    else:
        checked = _in_this_process(together, specs, several, trust)
    yield from islice(checked, begun.written, None)


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
        return _all_judged(self._detectors, self._specs, batch), usage.taken()


def _spec(detector: What, trust: Trust) -> Record:
    spec: Mapping[str, Any]
    if isinstance(detector, str | Path):
        spec = reference(detector, trust=trust)
    elif isinstance(detector, Mapping):
        admit(detector, trust=trust)
        spec = detector
    else:
        spec = brief(detector)
    return cast("Record", json.loads(json.dumps(spec)))


class _Begun(NamedTuple):
    """The row of which an earlier run wrote the verdicts of some detectors, if there is one."""

    rows: list[Row]
    written: int


def _resumed(
    rows: Iterator[Row], done: Iterable[Mapping[str, Any]], specs: Sequence[Record]
) -> Generator[Checked, None, _Begun]:
    """Pass on what was done; return the row that was not done by all detectors."""
    row, written = None, len(specs)
    for number, record in enumerate(done, 1):
        if written == len(specs):
            row, written = next(rows, None), 0
        if row is None:
            raise _not_this(f"has more rows than the input, which ends before row {number}")
        if (record["line"], record["digest"]) != (row.line, row.digest):
            raise _not_this(
                f"belongs to another input: its row {number} is not line {row.line}, or was read "
                "with another --limit"
            )
        if record.get("detector", specs[written]) != specs[written]:
            raise _not_this(f"was written by another detector: row {number} has another spec")
        written += 1
        yield Checked(row, dict(record), fresh=False)
    return _Begun([], 0) if row is None or written == len(specs) else _Begun([row], written)


def _not_this(found: str) -> InputError:
    return InputError(f"the output {found}; choose another --output or delete the file")


def batches(rows: Iterable[Row], size: int) -> Iterator[Batch]:
    """Yield rows that are judged together, in order; see `check_rows`."""
    batch: Batch = []
    answered = shown = 0
    for row in rows:
        answer, passages = _characters(row)
        answered, shown = answered + answer, shown + passages
        heavy = answered > _MOST_ANSWERED or shown > _MOST_SHOWN
        if batch and (heavy or _is_full(batch, row, size)):
            yield batch
            batch, answered, shown = [], answer, passages
        batch.append(row)
    if batch:
        yield batch


def _characters(row: Row) -> tuple[int, int]:
    """Count those of the answer and of its passages; the memory of a batch grows with them."""
    if row.example is None:
        return 0, 0
    return len(row.example.answer), sum(len(passage.text) for passage in row.example.passages)


def _is_full(batch: Batch, row: Row, size: int) -> bool:
    together = len(batch) < 2 * size and _same_passages(batch[-1], row)
    return len(batch) >= size and not together


def _same_passages(one: Row, other: Row) -> bool:
    if one.example is None or other.example is None:
        return False
    return one.example.passages == other.example.passages


def _in_this_process(
    batches: Iterable[Batch], specs: Sequence[Record], what: Sequence[What], trust: Trust
) -> Iterator[Checked]:
    detectors: list[Detector] = []
    for batch in batches:
        detectors = detectors or [_loaded(each, trust) for each in what]
        yield from _paired(batch, _all_judged(detectors, specs, batch))


def _paired(batch: Batch, records: Sequence[Record]) -> Iterator[Checked]:
    """Put each record beside its row; all rows have equally many."""
    each = len(records) // len(batch)
    rows = (row for row in batch for _ in range(each))
    for row, record in zip(rows, records, strict=True):
        yield Checked(row, record)


def _loaded(what: What, trust: Trust) -> Detector:
    return load(what, trust=trust) if isinstance(what, str | Path | Mapping) else what


def _in_processes(
    batches: Iterable[Batch], specs: Sequence[Record], wholes: Sequence[Record], workers: int
) -> Iterator[Checked]:
    """Judge in processes that build the detectors of the whole specs, and note the brief ones."""
    pool = ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_start,
        initargs=(specs, wholes, max(1, _cores() // workers)),
    )
    begun: deque[tuple[Batch, Future[Judged]]] = deque()
    finished = False
    try:
        for batch in batches:
            begun.append((batch, pool.submit(_judged_there, batch)))
            if len(begun) > 2 * workers:
                yield from _collected(*begun.popleft())
        while begun:
            yield from _collected(*begun.popleft())
        finished = True
    finally:
        if not finished:
            _stop(pool)
        pool.shutdown(cancel_futures=True)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the workers at once: nobody wants what they are at, and a whole batch can take long."""
    for process in list((pool._processes or {}).values()):  # noqa: SLF001 - public from 3.14 on
        process.terminate()


def _collected(batch: Batch, judged: Future[Judged]) -> Iterator[Checked]:
    try:
        found = judged.result()
    except BrokenProcessPool as error:
        lines = f"{batch[0].line} to {batch[-1].line}"
        raise MachineError(
            f"a worker process ended while lines {lines} were waited for, perhaps for want of "
            "memory; run again with fewer --workers, and what is done is kept"
        ) from error
    yield from _counted(batch, found)


def _elsewhere(pairs: Generator[tuple[Batch, Judged], None, None]) -> Iterator[Checked]:
    with closing(pairs):
        for batch, judged in pairs:
            yield from _counted(batch, judged)


def _counted(batch: Batch, judged: Judged) -> Iterator[Checked]:
    records, used = judged
    usage.count(**used)
    yield from _paired(batch, records)


def _start(specs: Sequence[Record], wholes: Sequence[Record], threads: int) -> None:
    """Prepare a worker: its share of the cores, and an end when the parent ends."""
    for name in _THREADS:
        os.environ.setdefault(name, str(threads))
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a traceback
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _WORKER["judge"] = Judge(specs, wholes)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _judged_there(batch: Batch) -> Judged:
    return _WORKER["judge"].judge(batch)


def _all_judged(
    detectors: Sequence[Detector], specs: Sequence[Record], batch: Batch
) -> list[Record]:
    """Return the records of each row together, in the order of the detectors."""
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
        return error_row(row, error)


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
        return [failure]
    return [found for example in examples for found in _verdicts(detector, [example])]


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
