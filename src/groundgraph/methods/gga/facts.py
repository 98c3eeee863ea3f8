"""The triples that an answer was written from, and the paths that join them to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from groundgraph.errors import InputError
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.subgraph import Pruning, Query, subgraphs
from groundgraph.text.asked.conversations import asked
from groundgraph.text.triples.entities import EntityMatcher

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.gga.attention import Path
    from groundgraph.methods.gga.linear import Order
    from groundgraph.methods.gga.subgraph import Subgraph
    from groundgraph.types import Example, Triple

Pathless: TypeAlias = Literal["unverifiable", "scored"]

NO_TRIPLES = "the row has no triples, so there is nothing that its answer could have attended to"


class PromptSettings(NamedTuple):
    """How subgraphs and prompts are made; fields as in `groundgraph.methods.gga.detector.GGA`.

    Attributes:
        pruning: K, the hops of a path, and which paths count.
        ignored: What the question's words never mean.
        order: How the triples are written into a prompt.
        template: The prompt around them.
        pathless: What an answer that no path joins to its question is.
    """

    pruning: Pruning = Pruning()
    ignored: tuple[str, ...] = ()
    order: Order = "path_first"
    template: str = "{triples}\n\nQuestion: {question}\nAnswer:"
    pathless: Pathless = "unverifiable"


class Facts(NamedTuple):
    """The triples of a prompt.

    Attributes:
        stated: As the prompt states them, one after the other; some may be repeated.
        triples: Each once.
        owner: Which of ``triples`` each of ``stated`` is, shape ``(len(stated),)``.
        paths: The shortest paths from the question to the answer, as places in ``triples``.
        pathless: Why there is no path; "" exactly when there is one.
    """

    stated: tuple[Triple, ...]
    triples: tuple[Triple, ...]
    owner: NDArray[np.intp]
    paths: tuple[Path, ...]
    pathless: str

    def on_path(self) -> frozenset[int]:
        """Return the places of the triples on any of the paths."""
        return frozenset(place for path in self.paths for place in path)


def facts_of(example: Example, settings: PromptSettings, *, whole: bool) -> Facts:
    """Return the triples of an example and the paths through them.

    Args:
        example: Its ``triples``; its ``metadata["paths"]``, where the paths are known, as lists
            of places in them. Else entities of question and answer are looked for.
        settings: How to prune and to search.
        whole: Whether the triples are those of a prompt, so that none may be left out.

    Raises:
        InputError: When there are no triples, or ``paths`` does not fit them.
    """
    stated = example.triples or ()
    if not stated:
        raise InputError(NO_TRIPLES, field="triples")
    if (given := example.metadata.get("paths")) is not None:
        return _as_given(stated, given)
    graph = KnowledgeGraph.from_triples(stated)
    pruned = not whole and len(stated) > settings.pruning.size
    pruning = settings.pruning
    if not pruned:
        pruning = replace(pruning, size=max(len(stated), pruning.max_hops))
    matcher = EntityMatcher.of(graph.entities, ignored=settings.ignored)
    query = Query(*matcher.entities([asked(example.question), example.answer]))
    [found] = subgraphs(graph, [query], pruning)
    return _of_subgraph(found) if pruned else _in_place(stated, graph, found)


def _of_subgraph(found: Subgraph) -> Facts:
    own = np.arange(len(found.triples))
    if not found.triples:
        raise InputError(f"no triple is near the question or the answer: {found.reason}")
    return Facts(found.triples, found.triples, own, found.paths, found.reason)


def _in_place(stated: tuple[Triple, ...], graph: KnowledgeGraph, found: Subgraph) -> Facts:
    """Keep the triples in the order in which they are stated."""
    place = {triple: number for number, triple in enumerate(graph.triples)}
    paths = tuple(tuple(place[found.triples[i]] for i in path) for path in found.paths)
    owner = np.array([place[triple] for triple in stated])
    return Facts(stated, graph.triples, owner, paths, found.reason)


def _as_given(stated: tuple[Triple, ...], given: Any) -> Facts:
    distinct = tuple(dict.fromkeys(stated))
    place = {triple: number for number, triple in enumerate(distinct)}
    paths = tuple(
        tuple(place[stated[number]] for number in path) for path in _checked(given, stated)
    )
    owner = np.array([place[triple] for triple in stated])
    reason = "" if paths else "the row says that no path joins the question to the answer"
    return Facts(stated, distinct, owner, paths, reason)


def _checked(given: Any, stated: Sequence[Triple]) -> list[list[int]]:
    """Return the row's paths, or say what is wrong with them."""
    listed = isinstance(given, list | tuple) and all(isinstance(p, list | tuple) for p in given)
    if not listed or not all(_is_place(n, len(stated)) for path in given for n in path):
        raise InputError(
            f"'paths' is {given!r}; expected lists of places among the row's {len(stated)} "
            "triples, from 0, such as [[0], [1, 2]]",
            field="paths",
        )
    return [list(path) for path in given if path]


def _is_place(number: Any, count: int) -> bool:
    return type(number) is int and 0 <= number < count
