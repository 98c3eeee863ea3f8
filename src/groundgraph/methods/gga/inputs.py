"""What a row offers GGA: a recorded trace, PRD and SAS, or a prompt to probe."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.errors import InputError
from groundgraph.methods.checkable import EMPTY_ANSWER
from groundgraph.methods.gga.facts import facts_of
from groundgraph.methods.gga.prompts import probe_input
from groundgraph.parts.probe.traces import check_trace, load_trace
from groundgraph.types.traces import Trace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.gga.facts import Facts, PromptSettings
    from groundgraph.protocols import Probe
    from groundgraph.types import Example
    from groundgraph.types.traces import ProbeInput

NOTHING = (
    "nothing tells what the model attended to: the row has no 'trace' and no 'prd' and 'sas', "
    "and the detector has no probe; features='untraced' judges by question and triples alone"
)
GIVEN = "given PRD and SAS"
"""The origin of an answer that comes with the numbers alone, which name no model."""
UNTRACED = "no attention"
"""The origin of an answer whose model was not looked into."""


class Provenance(NamedTuple):
    """What is known of how an answer was written.

    Attributes:
        facts: The triples of its prompt, where known.
        asked: What a probe is to trace, where a probe is needed.
        trace: What the model attended to.
        numbers: PRD and SAS, where they were given.
        problem: Why the answer cannot be judged; "" when it can.
    """

    facts: Facts | None = None
    asked: ProbeInput | None = None
    trace: Trace | None = None
    numbers: tuple[float, float] | None = None
    problem: str = ""


def read(example: Example, settings: PromptSettings, *, probing: bool) -> Provenance:
    """Look for a recorded trace in an example's metadata, then for PRD and SAS, else for a prompt.

    Args:
        example: What to read.
        settings: How subgraphs and prompts are made.
        probing: Whether there is a probe.
    """
    if not example.answer.strip():
        return Provenance(problem=EMPTY_ANSWER)
    carried = example.metadata
    try:
        if carried.get("trace") is not None:
            return _joined(_recorded(example, settings), settings)
        if carried.get("prd") is not None or carried.get("sas") is not None:
            return _measured(example, settings)
        if probing:
            return _joined(to_probe(example, settings), settings)
    except InputError as error:
        return Provenance(problem=str(error))
    return Provenance(problem=NOTHING)


def read_untraced(example: Example, settings: PromptSettings) -> Provenance:
    """Read the triples of an example alone, whatever it has of its model's attention."""
    if not example.answer.strip():
        return Provenance(problem=EMPTY_ANSWER)
    try:
        return Provenance(facts_of(example, settings, whole=True))
    except InputError as error:
        return Provenance(problem=str(error))


def to_probe(example: Example, settings: PromptSettings) -> Provenance:
    """Return what a probe is asked about an example: with its prompt, or one made of its triples.

    Raises:
        InputError: When there are no triples, or neither prompt nor question, or they do not
            fit each other.
    """
    facts = facts_of(example, settings, whole=example.metadata.get("prompt") is not None)
    return Provenance(facts, probe_input(example, facts.stated, settings))


def traced(readings: Sequence[Provenance], probe: Probe | None) -> list[Provenance]:
    """Trace what is to be traced, in one call of the probe."""
    if probe is None:
        return list(readings)
    inputs = [reading.asked for reading in readings if _waits(reading)]
    traces = iter(probe.trace([asked for asked in inputs if asked is not None]))
    return [
        with_trace(reading, next(traces)) if _waits(reading) else reading for reading in readings
    ]


def with_trace(reading: Provenance, trace: Trace) -> Provenance:
    """Add a trace, or the reason why there is none."""
    if trace.problem:
        return reading._replace(problem=trace.problem)
    return reading._replace(trace=trace)


def origin(reading: Provenance) -> str:
    """Name the model whose attention was read, by the last part of its path, and its tokens'."""
    if reading.trace is None:
        return UNTRACED if reading.numbers is None else GIVEN
    name = reading.trace.model.rstrip("/").rpartition("/")[2] or "an unnamed model"
    return f"{name} ({reading.trace.rows} tokens)"


def _waits(reading: Provenance) -> bool:
    return reading.asked is not None and not reading.problem


def _joined(reading: Provenance, settings: PromptSettings) -> Provenance:
    """Note where no path joins the answer to its question, unless that is to be scored."""
    facts = reading.facts
    if reading.problem or facts is None or settings.pathless == "scored":
        return reading
    return reading._replace(problem=facts.pathless)


def _recorded(example: Example, settings: PromptSettings) -> Provenance:
    given = example.metadata["trace"]
    if isinstance(given, Trace):
        check_trace(given)
        trace, where = given, "the trace"
    elif isinstance(given, str | Path):
        trace, where = load_trace(Path(given)), str(given)
    else:
        raise InputError(
            f"'trace' is {str(given)[:80]!r}; expected the path of a file", field="trace"
        )
    if trace.problem:
        return Provenance(problem=trace.problem)
    if not trace.tokens:
        raise InputError(f"{where} holds no answer tokens; record it again", field="trace")
    facts = facts_of(example, settings, whole=True)
    if len(facts.stated) != len(trace.triple_tokens):
        raise InputError(
            f"{where} is of a prompt with {len(trace.triple_tokens)} triples, and the row has "
            f"{len(facts.stated)}; give the row the triples of that prompt, in its order",
            field="triples",
        )
    return Provenance(facts, trace=trace)


def _measured(example: Example, settings: PromptSettings) -> Provenance:
    numbers = _number(example, "prd"), _number(example, "sas")
    facts = facts_of(example, settings, whole=True) if example.triples else None
    return Provenance(facts, numbers=numbers)


def _number(example: Example, name: str) -> float:
    value: Any = example.metadata.get(name)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or not -1 <= value <= 1:
        raise InputError(
            f"{name!r} is {str(value)[:80]}; expected a number from -1 to 1, and 'prd' and 'sas' "
            "together",
            field=name,
        )
    return float(value)
