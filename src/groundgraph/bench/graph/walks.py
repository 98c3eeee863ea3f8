"""Walks from a question to an answer, `groundgraph.graph.links`' own and others, side by side.

Each returns the share of a walk that ends where the words stand which the answer adds to its
question, in [0, 1]; given links to exchanged passages, or none, it says what is left of that.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.datasets.draws import draw
from groundgraph.graph.links import PassageLinks
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.asked.conversations import asked
from groundgraph.text.asked.sought import NOTHING, sought
from groundgraph.text.names import names
from groundgraph.text.passage_units import evidence_units
from groundgraph.text.words import content_stems, postings, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.text.asked.sought import Sought
    from groundgraph.text.passage_units import Unit
    from groundgraph.types import Example

    Floats = NDArray[np.float64]

DAMPING = 0.5
"""Of HippoRAG: the share of the mass that begins anew at each step (arXiv:2405.14831, §3.1)."""
SHUFFLED, WITHOUT = TWINS = ("links shuffled", "without links")
_STEPS = 30
"""Steps of a walk with restart; what is left then is below a billionth."""


@dataclass(frozen=True)
class Walk:
    """A question, an answer, and the sentences between them.

    Attributes:
        question: Stems of the question's content words.
        added: Those that the answer adds; all of the answer's where it adds none.
        units: The sentences of all passages.
        links: Which of them name another passage.
        key: Name of the answer, by which shuffles are drawn.
        sought: What the question seeks in the end.
        twin: What was done to the links: "" nothing, or one of `TWINS`.
    """

    question: frozenset[str]
    added: frozenset[str]
    units: tuple[Unit, ...]
    links: PassageLinks
    key: str
    sought: Sought = NOTHING
    twin: str = ""

    def made(self, twin: str) -> Walk:
        """Return the same over the links of a twin."""
        if twin == SHUFFLED:
            return replace(self, links=shuffled(self.links, self.key), twin=twin)
        none = np.zeros(0, np.intp)
        return replace(self, links=replace(self.links, sources=none, targets=none), twin=twin)


def walks(examples: Sequence[Example]) -> list[Walk]:
    """Cut and link the passages of some answers."""
    cut = evidence_units([tuple(e.passages) for e in examples], SentenceSegmenter())
    return [_walk(example, tuple(units)) for example, units in zip(examples, cut, strict=True)]


def _walk(example: Example, units: tuple[Unit, ...]) -> Walk:
    links = PassageLinks.of(units, postings(words(unit.text) for unit in units))
    question, answer = content_stems(asked(example.question)), content_stems(example.answer)
    added, last = answer - question or answer, sought(asked(example.question))
    return Walk(question, added, units, links, example.id, last)


def shuffled(links: PassageLinks, key: str) -> PassageLinks:
    """Return as many links from the same units, to passages that were exchanged by a draw."""
    passages = list(range(len(links.heads)))
    draw(0, "shuffled links", key).shuffle(passages)
    return replace(links, targets=np.array(passages, np.intp)[links.targets])


def own(walk: Walk) -> float:
    """Return the mass that `fused` uses: one step, from sentences to those of passages named."""
    return walk.links.reach(walk.question, walk.added, walk.sought).mass


def title_step(walk: Walk) -> float:
    """Walk one step over mentions of titles, from passages in proportion to the question's words.

    Half of the mass stays where it began.
    """
    begun, ends, moves = _over_passages(walk)
    return float((1 - DAMPING) * begun @ ends + DAMPING * (begun @ moves) @ ends)


def title_rank(walk: Walk) -> float:
    """Walk over mentions of titles with restart, to the end: PageRank of the passages."""
    begun, ends, moves = _over_passages(walk)
    return float(_ranked(begun, moves) @ ends)


def name_rank(walk: Walk) -> float:
    """Walk with restart over names that share a sentence, as HippoRAG's retriever does (§2.3).

    Its nodes are names, its seeds the question's, each weighed by how few passages hold it; a
    passage has the mass of its names. Names of one sentence, and the head of its passage, are
    joined where HippoRAG has triples that a language model extracts, and no synonyms are.
    """
    holders = _names_of(walk)
    if not holders:
        return 0.0
    held = np.array([np.isin(np.arange(len(walk.units)), own) for own in holders.values()], float)
    seeds = np.array([len(name & walk.question) / len(name) for name in holders])
    passages = walk.links.passages
    of_passage = held @ (passages[:, None] == np.arange(len(walk.links.heads)))
    begun = (seeds == 1.0) / (of_passage > 0).sum(1)
    begun = begun if begun.any() else seeds
    if not begun.any():
        return 0.0
    moves = _rows_to_one(_joined(held, walk))
    mass = _ranked(begun / begun.sum(), moves) @ (of_passage > 0)
    ends = _best(walk, walk.added) ** 2
    return float(mass @ ends / mass.sum())


def _joined(held: Floats, walk: Walk) -> Floats:
    """Return in how many sentences two names stand together; of a shuffled twin, two others."""
    joined = held @ held.T
    np.fill_diagonal(joined, 0.0)
    if walk.twin == SHUFFLED:
        order = list(range(len(held)))
        draw(0, "shuffled names", walk.key).shuffle(order)
        return np.asarray(joined[np.ix_(order, order)])
    return np.asarray(joined * (not walk.twin))


def _names_of(walk: Walk) -> dict[frozenset[str], list[int]]:
    """Return the units that hold each name, those of a passage that is headed by it among them."""
    found: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    links = walk.links
    for number, unit in enumerate(walk.units):
        if head := links.heads[links.passages[number]]:
            found[head].append(number)
        for name in names(unit.text):
            if stems := content_stems(unit.text[name.start : name.end]):
                found[stems].append(number)
    return dict(found)


def _over_passages(walk: Walk) -> tuple[Floats, Floats, Floats]:
    """Return where a walk over passages begins, what its ends count, and how it moves."""
    links = walk.links
    begun = _best(walk, walk.question) ** 2
    moves = np.zeros((len(links.heads), len(links.heads)))
    np.add.at(moves, (links.passages[links.sources], links.targets), 1.0)
    return begun / max(begun.sum(), 1e-12), _best(walk, walk.added) ** 2, _rows_to_one(moves)


def _best(walk: Walk, stems: frozenset[str]) -> Floats:
    """Return the share of some stems that the best unit of each passage holds."""
    found = np.zeros(len(walk.links.heads))
    np.maximum.at(found, walk.links.passages, walk.links.shares(stems))
    return found


def _rows_to_one(weights: Floats) -> Floats:
    """Return the shares in which mass leaves each node; where no way leads out, it stays."""
    leaving = weights.sum(1, keepdims=True)
    stays = np.eye(len(weights))
    return np.where(leaving > 0, weights / np.where(leaving > 0, leaving, 1.0), stays)


def _ranked(begun: Floats, moves: Floats) -> Floats:
    mass = begun
    for _ in range(_STEPS):
        mass = DAMPING * begun + (1 - DAMPING) * mass @ moves
    return mass


WALKS: Mapping[str, Callable[[Walk], float]] = MappingProxyType(
    {
        "links": own,
        "title step": title_step,
        "title PageRank": title_rank,
        "HippoRAG, names": name_rank,
    }
)
"""Walks by name; the first is the one that `fused` uses."""


def masses(examples: Sequence[Example]) -> Iterator[tuple[str, str, Floats]]:
    """Yield the name of each walk, "" or one of `TWINS`, and its masses.

    The masses are of shape ``(n_examples,)``.
    """
    every = walks(examples)
    done = {"": every} | {twin: [walk.made(twin) for walk in every] for twin in TWINS}
    for name, mass in WALKS.items():
        for twin, those in done.items():
            yield name, twin, np.array([mass(walk) for walk in those])
