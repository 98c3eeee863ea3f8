"""Passages cut into chunks, and chunks merged into the groups that a verifier reads at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from groundgraph.graph import EvidenceGraph, GraphEdge
from groundgraph.methods.logic.chunks import Chunk, bridges, distance_matrix, merge, runs
from groundgraph.methods.logic.linked import linked
from groundgraph.methods.logic.walked import Asked, walked
from groundgraph.parts.batching import encode_lists
from groundgraph.parts.windows import windows
from groundgraph.parts.wordpieces import wordpieces
from groundgraph.text.passage_units import evidence_units
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.protocols import Encoder, Segmenter
    from groundgraph.text.passage_units import Unit
    from groundgraph.types import EdgeKind, Passage

Grouping = Literal["bridges", "links", "walk", "none", "all"]
_BY = "logic"
_OVER_LINKS = frozenset({"links", "walk"})
_NOTHING = Asked()


class GroupSettings(NamedTuple):
    """How passages are cut and merged; the fields of `groundgraph.methods.logic.detector.Logic`."""

    alpha: float
    passage_tokens: int
    chunk_tokens: int
    group_tokens: int
    grouping: Grouping
    segmentation: bool

    def within(self, tokens: int | None) -> GroupSettings:
        """Return settings by which no group has more tokens; ``None`` for no limit."""
        if tokens is None:
            return self
        names = ("passage_tokens", "chunk_tokens", "group_tokens")
        return self._replace(**{name: min(getattr(self, name), tokens) for name in names})


@dataclass(frozen=True)
class Groups:
    """The evidence of an answer, as it is read.

    Attributes:
        chunks: In document order.
        members: The chunk numbers of each group, in document order; every chunk is in one, but
            where a walk chooses what is read.
        texts: What is read of each group: D_k.
        vectors: Unit vectors of the chunks, shape ``(n_chunks, dimension)``.
        graph: The chunks as units, joined by what put them into one group: *links* or, at a near
            distance, *similar*.
    """

    chunks: list[Chunk]
    members: list[list[int]]
    texts: list[str]
    vectors: NDArray[np.float32]
    graph: EvidenceGraph
    chosen: bool = False


def group_passages(
    passage_lists: Sequence[tuple[Passage, ...]],
    segmenter: Segmenter,
    encoder: Encoder,
    settings: GroupSettings,
    questions: Sequence[Asked] = (),
) -> list[Groups]:
    """Cut each list of passages into chunks (§3.2.1) and merge them (§3.2.2).

    Args:
        passage_lists: The evidence of each answer.
        segmenter: Cuts passages into sentences.
        encoder: Embeds chunks.
        settings: How to cut and merge.
        questions: Each answer's question, from which a walk starts; without any word of it,
            passages are merged over their links instead.
    """
    asked = (
        questions if questions and settings.grouping == "walk" else [_NOTHING] * len(passage_lists)
    )
    wanted = list(zip(passage_lists, asked, strict=True))
    distinct = list(dict.fromkeys(wanted))
    units = evidence_units([passages for passages, _ in distinct], segmenter)
    walks = [
        _walk(found, question, settings) if question.stems else None
        for (_, question), found in zip(distinct, units, strict=True)
    ]
    cut = [
        walk.chunks
        if walk is not None
        else [chunk for passage in passages for chunk in _chunks(passage, found, settings)]
        for (passages, _), found, walk in zip(distinct, units, walks, strict=True)
    ]
    vectors = _vectors(encoder, cut)
    grouped = {
        one: _group(found, chunks, vectors_, settings) if walk is None else walk.groups(vectors_)
        for one, found, chunks, vectors_, walk in zip(
            distinct, units, cut, vectors, walks, strict=True
        )
    }
    return [grouped[one] for one in wanted]


class _Walked(NamedTuple):
    """The sentences that a walk comes to."""

    chunks: list[Chunk]
    members: list[list[int]]
    links: list[tuple[int, int]]

    def groups(self, vectors: NDArray[np.float32]) -> Groups:
        graph = _graph(self.chunks, vectors, self.links, "links")
        return Groups(
            self.chunks,
            self.members,
            _texts(self.chunks, self.members),
            vectors,
            graph,
            chosen=True,
        )


def _walk(units: Sequence[Unit], question: Asked, settings: GroupSettings) -> _Walked | None:
    """Return what a walk from a question comes to, or ``None`` where it comes to nothing."""
    tokens = [_tokens(unit.text) for unit in units]
    found = walked(units, tokens, question, settings.group_tokens)
    if not found.members:
        return None
    kept = sorted({unit for group in found.members for unit in group})
    place = {unit: number for number, unit in enumerate(kept)}
    return _Walked(
        [Chunk(units[u].passage_id, units[u].span, units[u].text, tokens[u]) for u in kept],
        [[place[unit] for unit in group] for group in found.members],
        [(place[one], place[other]) for one, other in found.links],
    )


def _chunks(passage: Passage, units: Sequence[Unit], settings: GroupSettings) -> Iterator[Chunk]:
    """Yield Chunk(d; T) of a passage above T_d tokens, else the passage itself."""
    own = [unit for unit in units if unit.passage_id == passage.id]
    if not own:
        return
    if own[0].span is None:  # data: its facts, which have no place in the text
        lines = [Chunk(passage.id, None, unit.text, _tokens(unit.text)) for unit in own]
    else:
        whole = Span(own[0].span.start, own[-1].span.end if own[-1].span else 0)
        chunk = _prose(passage, whole)
        if not settings.segmentation or chunk.tokens <= settings.passage_tokens:
            yield chunk
            return
        lines = [
            _prose(passage, Span(unit.span.start + piece.start, unit.span.start + piece.end))
            for unit in own
            if unit.span is not None
            for piece in windows(unit.text, lambda t: wordpieces(t).starts, settings.chunk_tokens)
        ]
    total = sum(line.tokens for line in lines)
    short = not settings.segmentation or total <= settings.passage_tokens
    for run in runs([line.tokens for line in lines], total if short else settings.chunk_tokens):
        yield _joined(passage, [lines[i] for i in run])


def _prose(passage: Passage, span: Span) -> Chunk:
    text = span.of(passage.text)
    return Chunk(passage.id, span, text, _tokens(text))


def _joined(passage: Passage, lines: Sequence[Chunk]) -> Chunk:
    first, last = lines[0].span, lines[-1].span
    if first is not None and last is not None:
        return _prose(passage, Span(first.start, last.end))
    text = " ".join(line.text for line in lines)
    return Chunk(passage.id, None, text, _tokens(text))


def _tokens(text: str) -> int:
    return len(wordpieces(text).starts)


def _vectors(encoder: Encoder, lists: Sequence[Sequence[Chunk]]) -> list[NDArray[np.float32]]:
    """Embed chunks; what the encoder reads in several windows is their mean at unit length."""
    texts = list(dict.fromkeys(chunk.text for chunks in lists for chunk in chunks))
    pieces = [
        [span.of(text) for span in spans] or [text]
        for text, spans in zip(texts, encoder.windows(texts), strict=True)
    ]
    means = [rows.mean(axis=0) for rows in encode_lists(encoder, pieces)]
    of = {
        text: mean / max(float(np.linalg.norm(mean)), 1e-12)
        for text, mean in zip(texts, means, strict=True)
    }
    width = encoder.encode([]).shape[1]
    return [
        np.array([of[chunk.text] for chunk in chunks], np.float32).reshape(len(chunks), width)
        for chunks in lists
    ]


def _group(
    units: Sequence[Unit],
    chunks: list[Chunk],
    vectors: NDArray[np.float32],
    settings: GroupSettings,
) -> Groups:
    pairs: Iterable[tuple[int, int]] = ()
    members = [[number] for number in range(len(chunks))]
    if settings.grouping == "all":
        members = [list(range(len(chunks)))] if chunks else []
    elif settings.grouping != "none":
        if settings.grouping == "bridges":
            found = bridges(distance_matrix(vectors), settings.alpha)
            pairs = zip(found.first.tolist(), found.second.tolist(), strict=True)
        else:
            found, pairs = linked(units, chunks, vectors)
        members = merge(found, [chunk.tokens for chunk in chunks], settings.group_tokens)
    group = {number: place for place, own in enumerate(members) for number in own}
    inside = [pair for pair in pairs if group[pair[0]] == group[pair[1]]]
    kind: EdgeKind = "links" if settings.grouping in _OVER_LINKS else "similar"
    graph = _graph(chunks, vectors, inside, kind)
    return Groups(chunks, members, _texts(chunks, members), vectors, graph)


def _texts(chunks: Sequence[Chunk], members: Sequence[Sequence[int]]) -> list[str]:
    return ["\n".join(chunks[number].text for number in group) for group in members]


def _graph(
    chunks: Sequence[Chunk],
    vectors: NDArray[np.float32],
    pairs: Iterable[tuple[int, int]],
    kind: EdgeKind,
) -> EvidenceGraph:
    """Return the chunks and some of their pairs as a graph; *similar* ones weigh their cosine."""
    nodes = [chunk.node() for chunk in chunks]
    edges = []
    for one, other in pairs:
        weight = float((vectors[one] @ vectors[other]).clip(-1, 1)) if kind == "similar" else 1.0
        if nodes[one].id != nodes[other].id:
            edges.append(GraphEdge(nodes[one].id, nodes[other].id, kind, weight, _BY))
    return EvidenceGraph.of(nodes, edges)
