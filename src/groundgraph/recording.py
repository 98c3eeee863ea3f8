"""Rows through a probe: what a model wrote and attended to, kept to be judged elsewhere."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from groundgraph.datasets.writing import own_row
from groundgraph.errors import GroundgraphError, InputError, of_the_system
from groundgraph.io.writing import VerdictFile
from groundgraph.methods.gga.facts import PromptSettings
from groundgraph.methods.gga.generation import with_answer, with_prompt
from groundgraph.methods.gga.inputs import Provenance, to_probe
from groundgraph.parts.probe.traces import save_trace, untraced
from groundgraph.specs import describe

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from pathlib import Path

    from groundgraph.io.reading import Row
    from groundgraph.protocols import GeneratingProbe, Probe
    from groundgraph.types import Example
    from groundgraph.types.traces import Generation, Trace

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")

AS_GGA = PromptSettings()
"""Prompts are made as detector ``gga`` makes them by default."""
ROWS = "rows.jsonl"
TRACES = "traces"


class Writer(NamedTuple):
    """Has the model write the answers before its attention is recorded.

    Attributes:
        probe: Of the model.
        chat: Whether prompts are put into the chat template of the model's tokenizer.
        max_new_tokens: The longest answer.
    """

    probe: GeneratingProbe
    chat: bool = False
    max_new_tokens: int = 64

    def prompted(self, example: Example, settings: PromptSettings) -> Example:
        """Add the prompt to a question.

        Raises:
            InputError: When it cannot be made.
        """
        return with_prompt(example, settings, self._template if self.chat else None)

    def written(self, examples: Sequence[Example]) -> list[Generation]:
        """Return what the model writes to prompts, in one batch."""
        prompts = [example.metadata["prompt"] for example in examples]
        return self.probe.generate(prompts, max_new_tokens=self.max_new_tokens)

    def described(self) -> dict[str, Any]:
        """Return what decides what is written, as plain values."""
        return {"chat": self.chat, "max_new_tokens": self.max_new_tokens}

    def _template(self, message: str) -> str:
        return self.probe.chat(message) or message


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
    writer: Writer | None = None,
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
        writer: Where the rows are questions with triples and no answers: has the model answer
            them first.

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
        recorder = _Recorder(probe, folder, settings, file, writer)
        recorder.resume()
        remaining = iter(rows)
        while batch := list(islice(remaining, batch_size)):
            yield from recorder.record(batch)


class _Draft(NamedTuple):
    """An example that is to be traced, or why it cannot be."""

    example: Example
    problem: str = ""


@dataclass(frozen=True)
class _Recorder:
    """One run; ``done`` holds, by digest, the problems of rows that need no tracing."""

    probe: Probe
    folder: Path
    settings: PromptSettings
    file: VerdictFile
    writer: Writer | None = None
    done: dict[str, str] = field(default_factory=dict)

    def resume(self) -> None:
        """Note what an earlier run recorded."""
        made = self._made()
        for row in self.file.done():
            if {name: row.get(name) for name in ("probe", "writer")} != {"writer": None, **made}:
                raise InputError(
                    f"{self.file.path} was recorded with another model or other options; choose "
                    "another --output or delete the folder"
                )
            self.done[row["digest"]] = str(row.get("trace_problem", ""))

    def record(self, batch: Sequence[Row]) -> list[Recorded]:
        """Trace the rows of a batch that are new, and write them."""
        new = [row for row in batch if row.example is not None and row.digest not in self.done]
        fresh = {row.digest for row in new}
        drafts = self._answered([row.example for row in new if row.example is not None])
        readings = [self._read(draft) for draft in drafts]
        traces = self._trace(readings)
        for row, draft, reading, trace in zip(new, drafts, readings, traces, strict=True):
            self._write(row, draft.example, reading, trace)
        return [
            Recorded(row, str(row.error), True)
            if row.example is None
            else Recorded(row, self.done[row.digest], row.digest in fresh)
            for row in batch
        ]

    def _answered(self, examples: Sequence[Example]) -> list[_Draft]:
        """Return the examples with the answers that the model writes, where it is to write them."""
        if self.writer is None:
            return [_Draft(example) for example in examples]
        drafts = [self._prompted(self.writer, example) for example in examples]
        asked = [draft.example for draft in drafts if not draft.problem]
        found = _each_for_itself(self.writer.written, asked)
        written, model = iter(found), self.writer.probe.model
        return [d if d.problem else _finished(d.example, next(written), model) for d in drafts]

    def _prompted(self, writer: Writer, example: Example) -> _Draft:
        try:
            return _Draft(writer.prompted(example, self.settings))
        except InputError as error:
            return _Draft(example, str(error))

    def _read(self, draft: _Draft) -> Provenance:
        if draft.problem:
            return Provenance(problem=draft.problem)
        try:
            return to_probe(draft.example, self.settings)
        except InputError as error:
            return Provenance(problem=str(error))

    def _trace(self, readings: Sequence[Provenance]) -> list[Trace]:
        asked = [reading.asked for reading in readings if reading.asked is not None]
        found = _each_for_itself(self.probe.trace, asked)
        traces = iter([untraced(each) if isinstance(each, str) else each for each in found])
        return [untraced(r.problem) if r.asked is None else next(traces) for r in readings]

    def _made(self) -> dict[str, Any]:
        """Return what the records depend on beside their rows."""
        own = {} if self.writer is None else {"writer": self.writer.described()}
        return {"probe": _plain(self.probe), **own}

    def _write(self, row: Row, example: Example, reading: Provenance, trace: Trace) -> None:
        """Write the trace first, so that a row never points to one that is not there."""
        place = f"{TRACES}/{row.digest}.npz"
        save_trace(trace, self.folder / place, states=False)
        content = {"id": row.id, "line": row.line, "digest": row.digest, "trace": place}
        content = {**content, **_carried(example, reading), **content}
        if trace.problem:
            content["trace_problem"] = trace.problem
        self.file.append({**content, **self._made()})
        self.done[row.digest] = trace.problem


def _carried(example: Example, reading: Provenance) -> dict[str, Any]:
    """Return the row of an example, with the triples of its prompt and where they stand."""
    row = own_row(example)
    if reading.asked is None or reading.facts is None:
        return row
    spans = [list(span) for span in reading.asked.triples]
    triples = [list(triple) for triple in reading.facts.stated]
    return {**row, "triples": triples, "prompt": reading.asked.prompt, "triple_spans": spans}


def _finished(example: Example, written: Generation | str, model: str) -> _Draft:
    if isinstance(written, str):
        return _Draft(example, written)
    try:
        return _Draft(with_answer(example, written, model))
    except InputError as error:
        return _Draft(example, str(error))


def _each_for_itself(
    compute: Callable[[Sequence[_Item]], Sequence[_Made]], items: Sequence[_Item]
) -> list[_Made | str]:
    """Compute all at once, or each alone where together they fail, so that each fails for itself.

    Returns:
        What was computed of each, or why it was not.
    """
    if not items:
        return []
    try:
        return list(compute(items))
    except GroundgraphError:
        raise  # a model that cannot be used fails every row alike
    except Exception as error:  # noqa: BLE001 - whatever one row causes, the others go on
        if len(items) == 1:
            return [f"the probe failed: {type(error).__name__}: {error}"]
    return [made for item in items for made in _each_for_itself(compute, [item])]


def _plain(probe: Probe) -> Any:
    return json.loads(json.dumps(describe(probe)))
