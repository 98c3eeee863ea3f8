"""GGA's features: PRD and SAS, the looks of the answer, and blocks of ours beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from groundgraph.errors import InputError
from groundgraph.methods.gga import attention, reach, surface
from groundgraph.methods.gga.obstacles import obstacle
from groundgraph.text.asked.conversations import asked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.gga.attention import Variant
    from groundgraph.methods.gga.inputs import Provenance
    from groundgraph.methods.gga.reach import Reach
    from groundgraph.types import Example
    from groundgraph.types.traces import Trace

FeatureSet: TypeAlias = Literal["paper", "extended", "traced", "untraced", "both"]

_PAPER = (*attention.NAMES, *surface.NAMES)
_EXTENDED = (*_PAPER, *surface.OVERLAP_NAMES)
_UNTRACED = (*surface.NAMES, *surface.OVERLAP_NAMES, *surface.SUBGRAPH_NAMES, *reach.NAMES)
NAMES: Mapping[FeatureSet, tuple[str, ...]] = {
    "paper": _PAPER,
    "extended": _EXTENDED,
    "traced": (
        *_EXTENDED,
        *surface.SUBGRAPH_NAMES,
        *attention.PATH_NAMES,
        *attention.SPREAD_NAMES,
    ),
    "untraced": _UNTRACED,
    "both": (*attention.NAMES, *_UNTRACED),
}
"""The features of each set."""
_NEEDS = {
    **dict.fromkeys(surface.OVERLAP_NAMES, "a question"),
    **dict.fromkeys(surface.SUBGRAPH_NAMES, "triples"),
    **dict.fromkeys(reach.NAMES, "a question and triples"),
    **dict.fromkeys((*attention.PATH_NAMES, *attention.SPREAD_NAMES), "a trace"),
}


class GraphFeatures(NamedTuple):
    """The numbers of an answer.

    Attributes:
        values: By name, what could be measured; all finite.
        shares: The weights of the *attends* edges, from the answer to each triple, shape
            ``(len(reading.facts.triples),)``, in [0, 1]; ``None`` without a trace.
        problem: Why the answer cannot be judged; "" when it can.
        reach: How its names lie in the triples; ``None`` where that was not measured.
    """

    values: Mapping[str, float]
    shares: NDArray[np.float64] | None = None
    problem: str = ""
    reach: Reach | None = None

    def needing(self, names: Iterable[str]) -> GraphFeatures:
        """Say what is lacking where one of the features could not be measured."""
        lacking = next((name for name in names if name not in self.values), None)
        if self.problem or lacking is None:
            return self
        need = _NEEDS.get(lacking, "a value")
        return self._replace(
            problem=f"it needs {need} (for the feature {lacking!r}), and the row has none"
        )


def measure(
    examples: Sequence[Example],
    readings: Sequence[Provenance],
    variant: Variant,
    *,
    reaching: bool = False,
) -> list[GraphFeatures]:
    """Measure each answer by all features that what is known of it allows.

    Args:
        examples: The answers.
        readings: What is known of them.
        variant: "paper" for the definitions of PRD and SAS, "released" for the authors' code.
        reaching: Whether to follow the triples from the question, which the reach block needs.
    """
    return [
        _with_reach(example, reading, _measured(example, reading, variant))
        if reaching
        else _measured(example, reading, variant)
        for example, reading in zip(examples, readings, strict=True)
    ]


def matrix(measured: Sequence[GraphFeatures], names: Sequence[str]) -> NDArray[np.float64]:
    """Return features as ``(n_answers, n_names)``; each answer must have them all."""
    rows = [[each.values[name] for name in names] for each in measured]
    return np.array(rows, np.float64).reshape(len(rows), len(names))


def merged(trace: Trace, owner: NDArray[np.intp]) -> Trace:
    """Count the places of a repeated triple as one; hidden states and parts are dropped.

    Args:
        trace: Of the triples as they are stated.
        owner: Which distinct triple each of them is, shape ``(n_stated,)``.
    """
    _, first = np.unique(owner, return_index=True)
    belongs = (owner[:, None] == np.arange(len(first))).astype(np.float32)
    return replace(
        trace,
        mass=trace.mass @ belongs,
        softened=trace.softened @ belongs,
        alignment=trace.alignment[:, first],
        triple_tokens=trace.triple_tokens @ belongs.astype(np.int64),
        hidden=None,
        embeddings=None,
        parts=None,
    )


def _measured(example: Example, reading: Provenance, variant: Variant) -> GraphFeatures:
    facts, trace, shares = reading.facts, None, None
    try:
        if facts is not None and reading.trace is not None:
            trace = merged(reading.trace, facts.owner)
            shares = attention.attends(trace.mass)
        if reading.problem:
            return GraphFeatures({}, shares, reading.problem)
        return GraphFeatures(dict(_values(example, reading, trace, variant)), shares)
    except InputError as error:
        return GraphFeatures({}, problem=str(error))


def _with_reach(example: Example, reading: Provenance, measured: GraphFeatures) -> GraphFeatures:
    question, facts = asked(example.question), reading.facts
    if measured.problem or facts is None or not question.strip():
        return measured
    if problem := obstacle(question, example.answer, facts.triples):
        return measured._replace(problem=problem)
    found = reach.measure(question, example.answer, facts.triples)
    return measured._replace(values={**measured.values, **found.values}, reach=found)


def _values(
    example: Example, reading: Provenance, trace: Trace | None, variant: Variant
) -> Iterator[tuple[str, float]]:
    facts, answers = reading.facts, [example.answer]
    if reading.numbers is not None:
        yield from zip(attention.NAMES, reading.numbers, strict=True)
    if facts is not None and trace is not None:
        yield from _named(
            attention.NAMES, attention.measure([trace], [facts.paths], variant=variant)
        )
        yield from _named(attention.PATH_NAMES, attention.measure_paths([trace], [facts.paths]))
        yield from _named(attention.SPREAD_NAMES, attention.measure_spread([trace]))
    yield from _named(surface.NAMES, surface.measure(answers))
    if asked(example.question).strip():
        yield from _named(
            surface.OVERLAP_NAMES, surface.measure_overlap(answers, [asked(example.question)])
        )
    if facts is not None:
        yield from _named(
            surface.SUBGRAPH_NAMES, surface.measure_subgraph(answers, [facts.triples])
        )


def _named(names: Sequence[str], row: NDArray[np.float64]) -> Iterator[tuple[str, float]]:
    return zip(names, map(float, row[0]), strict=True)
