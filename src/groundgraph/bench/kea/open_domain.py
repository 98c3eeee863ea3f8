"""KEA in the open domain: the sentences of WikiBio against a store of facts, end to end.

Without a store of the reader's own, one is built of the facts that the authors looked up in
Wikidata. Each biography is read whole, so that "he" is somebody, and each of its sentences is
compared by itself.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.bench.kea import paper
from groundgraph.bench.results import Rows
from groundgraph.bench.scored import Scored
from groundgraph.datasets.kea import load_kea
from groundgraph.datasets.wikibio_gpt3 import load_wikibio_gpt3
from groundgraph.io.objects import find_file
from groundgraph.methods.kea.detector import KEA
from groundgraph.methods.kea.graphs import NO_TRIPLES
from groundgraph.methods.kea.literals import is_literal
from groundgraph.progress import batches
from groundgraph.types import Example, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell, Results
    from groundgraph.methods.kea.graphs import Graphs
    from groundgraph.protocols import KnowledgeSource
    from groundgraph.types import Triple

    Floats = NDArray[np.float64]

_BATCH = 64
_LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
_PLACE = "http://groundgraph.invalid/wikibio/"


class ComparedSentences(NamedTuple):
    """Sentences of generated biographies and what the store makes of them.

    Attributes:
        labels: Whether each is inaccurate, shape ``(n,)``.
        sources: The biography of each.
        h: Hallucination scores, in [0, 1], the same shape; 1 where nothing could be compared.
        known: Whether the store knows what a sentence speaks of, the same shape.
    """

    labels: list[bool]
    sources: list[str]
    h: Floats
    known: NDArray[np.bool_]


def open_domain_tables(results: Results, data: Path, limit: int | None, store: str | None) -> None:
    """Add ``open_domain``, where WikiBio is there and a store, or the facts to build one.

    Args:
        results: Takes the table.
        data: The data folder.
        limit: Most sentences, or ``None``.
        store: Folder of ``groundgraph kb build``; ``None`` builds one of the authors' facts.

    Raises:
        MissingExtraError: When a store is asked for by name and pyoxigraph is not installed.
    """
    if find_file(data, "wikibio_gpt3/passages") is None:
        return
    examples = load_wikibio_gpt3(data)[:limit]
    if store is not None:
        cells = open_domain_cells(examples, _opened(store))
        results.add("open_domain", cells, paper.OPEN_DOMAIN_NOTE)
    elif find_file(data, "kea/wikibio") and _has_stores():
        with tempfile.TemporaryDirectory() as folder:
            facts = sorted({t for pair in load_kea(data, "wikibio") for t in pair.evidence})
            cells = open_domain_cells(examples, _opened(built_store(facts, Path(folder))))
        results.add("open_domain", cells, paper.OPEN_DOMAIN_NOTE)


def open_domain_cells(examples: Sequence[Example], source: KnowledgeSource) -> list[Cell]:
    """Measure KEA on sentences of WikiBio; of those that could be compared, and of all."""
    found = compared_sentences(examples, KEA(source=source))
    cells = []
    kept = np.flatnonzero(found.known).tolist()
    for row, places in {"what the store speaks of": kept, "all": range(len(found.labels))}.items():
        chosen = list(places)
        rows = Rows.labelled([found.labels[n] for n in chosen], [found.sources[n] for n in chosen])
        scored = Scored(rows, found.h[chosen])
        cells += [
            *scored.ranked(row, paper.DETECTION["wikibio"] if row == "all" else {}),
            *scored.decided(
                row,
                scored.scores >= paper.THRESHOLDS["wikibio"],
                paper.DETECTION["wikibio"] if row == "all" else {},
            ),
            *scored.cross_validated(f"{row}, threshold by cross-validation", "best_f1"),
            *scored.always(f"{row}, always hallucinated"),
        ]
    return cells


def compared_sentences(examples: Sequence[Example], kea: KEA) -> ComparedSentences:
    """Compare each sentence of each biography with what the source knows of what it names."""
    biographies: dict[str, list[Example]] = {}
    for example in examples:
        biographies.setdefault(str(example.metadata["source_id"]), []).append(example)
    wholes = [Example(str(own[0].metadata["biography"])) for own in biographies.values()]
    read = [graph for batch in batches("open domain", wholes) for graph in kea.graphs(batch)]
    graphs = [
        graph
        for whole, own in zip(read, biographies.values(), strict=True)
        for graph in _sentences(whole, [example.answer for example in own])
    ]
    compared = [c for batch in batches("open domain", graphs, _BATCH) for c in kea.compare(batch)]
    rows = [example for own in biographies.values() for example in own]
    return ComparedSentences(
        [bool(example.label) for example in rows],
        [str(example.metadata["source_id"]) for example in rows],
        np.array([each.h for each in compared], np.float64),
        np.array([not each.reason for each in compared], bool),
    )


def _sentences(whole: Graphs, sentences: Sequence[str]) -> Iterator[Graphs]:
    """Yield the graphs of a biography's sentences, each with the facts that stand in it."""
    end = 0
    for text in sentences:
        start = whole.answer.find(text, end)
        span = Span(max(start, end), max(start, end) + len(text))
        end = span.start if start < 0 else span.end
        own = [c for c in whole.claims if c.span is not None and c.span.overlaps(span)]
        nothing = "" if own and start >= 0 else NO_TRIPLES
        yield whole._replace(claims=own, sentences=[span], reason=whole.reason or nothing)


def built_store(facts: Iterable[Triple], folder: Path) -> str:
    """Build a store of facts with ``groundgraph kb build``'s own function; return its folder.

    Every end that is no number or date becomes an entity of that name.
    """
    from groundgraph.knowledge.building import build

    dump = folder / "facts.nt"
    dump.write_text("".join(_statements(list(facts))), encoding="utf-8")
    build([dump], folder / "store")
    return str(folder / "store")


def _statements(facts: Sequence[Triple]) -> Iterator[str]:
    numbers: dict[str, int] = {}

    def named(label: str) -> str:
        return f"<{_PLACE}{numbers.setdefault(label, len(numbers))}>"

    for subject, predicate, object_ in facts:
        end = _quoted(object_) if is_literal(object_) else named(object_)
        yield f"{named(subject)} {named(predicate)} {end} .\n"
    for label in list(numbers):
        yield f"{named(label)} {_LABEL} {_quoted(label)}@en .\n"


def _quoted(text: str) -> str:
    plain = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def _opened(store: str) -> Any:
    from groundgraph.knowledge.store import StoreSource

    return StoreSource(store)


def _has_stores() -> bool:
    from importlib.util import find_spec

    return find_spec("pyoxigraph") is not None
