"""Rows through a detector, in order, in bounded memory, one bad row costing only itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from groundgraph.errors import InputError
from groundgraph.registry import DETECTORS
from groundgraph.services import usage
from groundgraph.specs import admit, brief, describe, load, reference
from groundgraph.workers import all_judged, in_processes

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from groundgraph.io.reading import Row
    from groundgraph.protocols import Detector
    from groundgraph.specs.checks import Trust
    from groundgraph.workers import Batch, Judged, Judges, Record

    What = str | Path | Mapping[str, Any] | Detector

_MOST_ANSWERED = 100_000
_MOST_SHOWN = 4_000_000
"""Characters of the answers, and of the passages, of a batch of several rows."""


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
        detector: A registered name, a saved folder, a spec, or a detector, which must be registered
            for ``workers``. Of a list each judges every row: as many come out of a row, in the
            order of the list, and each record, also of an error, names its detector.
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
    there = judges or (in_processes(workers) if workers else None)
    if there is not None:
        wholes = [
            spec if isinstance(each, str | Path | Mapping) else describe(each)
            for each, spec in zip(several, specs, strict=True)
        ]
        checked = _elsewhere(there(together, specs, wholes))
    else:
        checked = _in_this_process(together, specs, several, trust)
    yield from islice(checked, begun.written, None)


def _spec(detector: What, trust: Trust) -> Record:
    spec: Mapping[str, Any]
    if isinstance(detector, str | Path):
        spec = reference(detector, trust=trust)
    elif isinstance(detector, Mapping):
        admit(detector, trust=trust)
        spec = detector
    else:
        spec = _told(detector)
    return cast("Record", json.loads(json.dumps(spec)))


def _told(detector: Detector) -> Mapping[str, Any]:
    """Return the spec of a detector; of one that no spec can rebuild, what it is called."""
    try:
        return brief(detector)
    except TypeError:
        return {"kind": DETECTORS.kind, "name": type(detector).__name__}


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
        if record["line"] == row.line and record["id"] == row.id and record["digest"] != row.digest:
            raise _not_this(
                f"holds what was found of line {row.line} before that row was changed (or was read "
                f"with another --limit or --columns); delete its lines from {number} on to judge "
                "that row and those after it"
            )
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
        answer, passages = characters(row)
        answered, shown = answered + answer, shown + passages
        heavy = answered > _MOST_ANSWERED or shown > _MOST_SHOWN
        if batch and (heavy or _is_full(batch, row, size)):
            yield batch
            batch, answered, shown = [], answer, passages
        batch.append(row)
    if batch:
        yield batch


def characters(row: Row) -> tuple[int, int]:
    """Count those of the answer and of its passages; time and memory grow with them."""
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
        yield from _paired(batch, all_judged(detectors, specs, batch))


def _paired(batch: Batch, records: Sequence[Record]) -> Iterator[Checked]:
    """Put each record beside its row; all rows have equally many."""
    each = len(records) // len(batch)
    rows = (row for row in batch for _ in range(each))
    for row, record in zip(rows, records, strict=True):
        yield Checked(row, record)


def _loaded(what: What, trust: Trust) -> Detector:
    return load(what, trust=trust) if isinstance(what, str | Path | Mapping) else what


def _elsewhere(pairs: Generator[tuple[Batch, Judged], None, None]) -> Iterator[Checked]:
    with closing(pairs):
        for batch, judged in pairs:
            yield from _counted(batch, judged)


def _counted(batch: Batch, judged: Judged) -> Iterator[Checked]:
    records, used = judged
    usage.count(**used)
    yield from _paired(batch, records)
