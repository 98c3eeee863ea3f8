"""Knowledge graphs as rows that the report's page draws: two side by side, or one by attention.

A graph is laid out as a spanning forest: a node stands below the node that an edge comes from,
one edge a row, so forty triples stay legible in any width. An edge to a node that has its row
already (a second parent, a cycle, a loop) gets a row that points back to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.text.triples.sentences import property_label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOST = 40
"""Triples of a side that are drawn; the others are listed."""
_SIDES = ("answer", "evidence")
_ORDER = ("contradicted", "unmatched", "same", "path", "elsewhere", "neighbour")


class _Edge(NamedTuple):
    view: int
    predicate: str
    target: str


def graphs(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what the page draws of a verdict row, ``None`` when it holds no triples.

    Returns:
        ``views``: the triples, each with the number of its finding, and properties of Wikidata
        by their labels; ``answer`` and
        ``evidence``: the rows of each drawing; ``more``: the views that are only listed. Where
        the triples have weights, ``heat`` is true and the views hold them.
    """
    views = [dict(view) for view in row.get("triples", ())]
    if not views:
        return None
    for view in views:
        view["claim"] = _finding_of(view, row.get("findings", ()))
        subject, predicate, object_ = view["triple"]
        view["triple"] = [subject, property_label(predicate), object_]
    drawn = {side: _drawn(views, side) for side in _SIDES}
    kept = {number for numbers in drawn.values() for number in numbers}
    shown: tuple[str, ...] = ("side", "triple", "state", "passage_id", "partner", "claim")
    heat = all("weight" in view for view in views)
    if heat:
        shown = (*shown, "weight")
    return {
        **({"heat": True} if heat else {}),
        "views": [{name: view[name] for name in shown} for view in views],
        **{side: outline([(n, views[n]["triple"]) for n in drawn[side]]) for side in _SIDES},
        "more": [number for number in range(len(views)) if number not in kept],
    }


def outline(triples: Sequence[tuple[int, Sequence[str]]]) -> list[dict[str, Any]]:
    """Lay triples out as rows.

    Args:
        triples: Number and triple of each edge, in the order in which to draw them.

    Returns:
        Rows: ``label`` of the node; ``depth`` from 0; ``predicate``, ``view`` (the edge's
        number) and ``parent`` (a row) of the edge that leads to it, ``None`` for a root;
        ``again``: the row of the same node, when it stands there already.
    """
    edges: dict[str, list[_Edge]] = {}
    entered = set()
    for view, (subject, predicate, target) in triples:
        edges.setdefault(subject, []).append(_Edge(view, predicate, target))
        if subject != target:
            entered.add(target)
    place: dict[str, int] = {}
    rows: list[dict[str, Any]] = []
    # What nothing leads to comes first; what is left then lies on cycles.
    for start in sorted(edges, key=lambda node: node in entered):
        if start not in place:
            place[start] = len(rows)
            rows.append(_row(start, 0))
            _descend(start, edges, place, rows)
    return rows


def _descend(
    start: str, edges: Mapping[str, list[_Edge]], place: dict[str, int], rows: list[dict[str, Any]]
) -> None:
    """Add the rows of all that can be reached; a stack, since chains may be long."""
    stack: list[tuple[str, Iterator[_Edge]]] = [(start, iter(edges.get(start, ())))]
    while stack:
        node, rest = stack[-1]
        edge = next(rest, None)
        if edge is None:
            stack.pop()
            continue
        again = place.get(edge.target)
        rows.append(_row(edge.target, len(stack), edge, place[node], again))
        if again is None:
            place[edge.target] = len(rows) - 1
            stack.append((edge.target, iter(edges.get(edge.target, ()))))


def _row(
    label: str,
    depth: int,
    edge: _Edge | None = None,
    parent: int | None = None,
    again: int | None = None,
) -> dict[str, Any]:
    return {
        "label": label,
        "depth": depth,
        "predicate": edge.predicate if edge else None,
        "view": edge.view if edge else None,
        "parent": parent,
        "again": again,
    }


def _drawn(views: Sequence[Mapping[str, Any]], side: str) -> list[int]:
    """Choose the triples to draw, by weight and differences first; evidence by its partner."""
    own = [number for number, view in enumerate(views) if view["side"] == side]
    own.sort(key=lambda n: (-views[n].get("weight", 0.0), _ORDER.index(views[n]["state"])))
    return sorted(own[:MOST], key=lambda number: _beside(number, views[number]))


def _beside(number: int, view: Mapping[str, Any]) -> tuple[bool, int, int]:
    if view["side"] == "answer":
        return (False, number, number)
    return (view["partner"] is None, view["partner"] or 0, number)


def _finding_of(view: Mapping[str, Any], findings: Sequence[Mapping[str, Any]]) -> int | None:
    """Return the number, from 0, of the finding that a triple belongs to.

    A triple of the answer belongs to the one that it overlaps most; a triple that was weighed
    by attention, to the whole answer's.
    """
    if "weight" in view and len(findings) == 1:
        return 0
    if view["side"] != "answer" or view["start"] is None:
        return None
    overlap = [
        min(view["end"], finding["end"]) - max(view["start"], finding["start"])
        for finding in findings
    ]
    best = max(range(len(overlap)), key=overlap.__getitem__, default=None)
    return best if best is not None and overlap[best] > 0 else None
