"""Rows through a probe: what a model attended to, kept in files to be judged elsewhere."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.datasets.writing import example_row
from groundgraph.errors import GroundgraphError, InputError, of_the_system
from groundgraph.io.dialects import DIALECTS, Own
from groundgraph.io.writing import VerdictFile
from groundgraph.methods.gga.facts import PromptSettings
from groundgraph.methods.gga.inputs import Provenance, to_probe
from groundgraph.parts.probe.traces import save_trace, untraced
from groundgraph.specs import describe

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence
    from pathlib import Path

    from groundgraph.io.reading import Row
    from groundgraph.protocols import Probe
    from groundgraph.types import Example
    from groundgraph.types.traces import ProbeInput, Trace

AS_GGA = PromptSettings()
"""Prompts are made as detector ``gga`` makes them by default."""
ROWS = "rows.jsonl"
TRACES = "traces"
_FOREIGN = frozenset(
    chain.from_iterable(s for d in DIALECTS if d is not Own for s in (*d.signatures, *d.fallbacks))
) - {"prompt", "answer"}
"""Fields by which a row of ours would be taken for one of another dialect."""


class Recorded(NamedTuple):
    """A row and what became of it.

    Attributes:
        row: The row of the input.
        problem: Why it has no trace; "" where it has one, now or from an earlier run.
        fresh: ``False`` where an earlier run had recorded the row.
    """

    row: Row
    problem: str = ""
    fresh: bool = True


def record(
    rows: Iterable[Row],
    probe: Probe,
    folder: Path,
    *,
    settings: PromptSettings = AS_GGA,
    batch_size: int = 8,
) -> Generator[Recorded, None, None]:
    """Trace rows and write, into ``folder``, a trace for each and rows that point to them.

    ``rows.jsonl`` holds the rows that could be read, with the prompt, its triples, and the path
    of the trace in ``traces/``; detector ``gga`` takes it. A row that could not be traced has a
    trace that says why. A row that could not be read is only yielded. What ``rows.jsonl`` holds
    from an earlier run is not traced again.

    Args:
        rows: From `groundgraph.io.read_rows`.
        probe: Of the model that wrote the answers.
        folder: Made when absent.
        settings: How a prompt is made where a row has none.
        batch_size: Rows that are handed to the probe at once.

    Raises:
        InputError: When the folder cannot be meant, or was recorded with another probe.
        MachineError: When the permission or the room is missing.
        GroundgraphError: When the model cannot be loaded, or has no attention to look at.
    """
    try:
        (folder / TRACES).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        then = "mend that and run the same command again: it goes on from there"
        raise of_the_system(f"cannot write {str(folder)!r}", error, then) from error
    with VerdictFile(folder / ROWS) as file:
        recorder = _Recorder(probe, folder, settings, file)
        recorder.resume()
        remaining = iter(rows)
        while batch := list(islice(remaining, batch_size)):
            yield from recorder.record(batch)


@dataclass(frozen=True)
class _Recorder:
    """One run; ``done`` holds, by digest, the problems of rows that need no tracing."""

    probe: Probe
    folder: Path
    settings: PromptSettings
    file: VerdictFile
    done: dict[str, str] = field(default_factory=dict)

    def resume(self) -> None:
        """Note what an earlier run recorded."""
        spec = _plain(self.probe)
        for row in self.file.done():
            if row.get("probe") != spec:
                raise InputError(
                    f"{self.file.path} was recorded with another model or other options; choose "
                    "another --output or delete the folder"
                )
            self.done[row["digest"]] = str(row.get("trace_problem", ""))

    def record(self, batch: Sequence[Row]) -> list[Recorded]:
        """Trace the rows of a batch that are new, and write them."""
        new = [row for row in batch if row.example is not None and row.digest not in self.done]
        fresh = {row.digest for row in new}
        readings = [self._read(row.example) for row in new if row.example is not None]
        for row, reading, trace in zip(new, readings, self._trace(readings), strict=True):
            self._write(row, reading, trace)
        return [
            Recorded(row, str(row.error), True)
            if row.example is None
            else Recorded(row, self.done[row.digest], row.digest in fresh)
            for row in batch
        ]

    def _read(self, example: Example) -> Provenance:
        try:
            return to_probe(example, self.settings)
        except InputError as error:
            return Provenance(problem=str(error))

    def _trace(self, readings: Sequence[Provenance]) -> list[Trace]:
        asked = [reading.asked for reading in readings if reading.asked is not None]
        traces = iter(_traced(self.probe, asked))
        return [untraced(r.problem) if r.asked is None else next(traces) for r in readings]

    def _write(self, row: Row, reading: Provenance, trace: Trace) -> None:
        """Write the trace first, so that a row never points to one that is not there."""
        place = f"{TRACES}/{row.digest}.npz"
        save_trace(trace, self.folder / place, states=False)
        content = {"id": row.id, "line": row.line, "digest": row.digest, "trace": place}
        if row.example is not None:
            content = {**content, **_carried(row.example, reading), **content}
        if trace.problem:
            content["trace_problem"] = trace.problem
        self.file.append({**content, "probe": _plain(self.probe)})
        self.done[row.digest] = trace.problem


def _carried(example: Example, reading: Provenance) -> dict[str, Any]:
    """Return the row of an example, with the triples of its prompt and where they stand."""
    row = {name: value for name, value in example_row(example).items() if name not in _FOREIGN}
    if reading.asked is None or reading.facts is None:
        return row
    spans = [list(span) for span in reading.asked.triples]
    triples = [list(triple) for triple in reading.facts.stated]
    return {**row, "triples": triples, "prompt": reading.asked.prompt, "triple_spans": spans}


def _traced(probe: Probe, asked: Sequence[ProbeInput]) -> list[Trace]:
    """Trace all at once, or each alone where together they fail, so that each fails for itself."""
    if not asked:
        return []
    try:
        return probe.trace(asked)
    except GroundgraphError:
        raise  # a model that cannot be used fails every row alike
    except Exception as error:  # noqa: BLE001 - whatever one row causes, the others go on
        if len(asked) == 1:
            return [untraced(f"the probe failed: {type(error).__name__}: {error}")]
    return [trace for item in asked for trace in _traced(probe, [item])]


def _plain(probe: Probe) -> Any:
    return json.loads(json.dumps(describe(probe)))
