"""What several records of one row say together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundgraph.graph import answer_graph
from groundgraph.types import Verdict
from groundgraph.types.records import detector_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.graph import EvidenceGraph
    from groundgraph.types import Example


def names_of(records: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the name of the detector of each record; one that is taken is numbered.

    >>> names_of([{"detector": "egc"}, {"detector": "egc"}, {}])
    ['egc', 'egc 2', '']
    """
    given = [detector_name(record.get("detector")) for record in records]
    return [
        name if not (before := given[:place].count(name)) else f"{name} {before + 1}"
        for place, name in enumerate(given)
    ]


def graph_of(example: Example | None, records: Sequence[Mapping[str, Any]]) -> EvidenceGraph:
    """Return the united graph of the records of one row; errors add nothing to it.

    Raises:
        ValueError: When a record lacks a field of a verdict.
    """
    named = zip(names_of(records), records, strict=True)
    verdicts = {name: Verdict.from_dict(each) for name, each in named if not each.get("error")}
    return answer_graph(example, verdicts)
