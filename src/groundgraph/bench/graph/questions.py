"""Questions that need several passages, with a right or a wrong answer each, in two halves.

The halves are drawn by the question's id: walks and thresholds are chosen on `dev`, and figures
are those of `test`.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from groundgraph.datasets.hotpotqa import derive, load_hotpotqa_derived
from groundgraph.datasets.metaqa_answers import metaqa_answers
from groundgraph.datasets.twowiki import load_twowiki
from groundgraph.io.objects import find_file
from groundgraph.text.triples.sentences import as_sentence
from groundgraph.types import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from groundgraph.bench.options import RunOptions
    from groundgraph.datasets.metaqa_answers import Split
    from groundgraph.types import Example

BRIDGES = "hotpotqa_bridge"
CHAINS = "twowiki_chain"
FILMS = "metaqa_as_text"
FILM_QUESTIONS = 50
"""Questions of MetaQA of each number of hops and half."""
_FILM_HOPS: tuple[Literal[1, 2, 3], ...] = (1, 2, 3)
_NAMED = frozenset({"other relation", "other distance", "on the way"})
_CHAINED = frozenset({"compositional", "inference"})


def half_of(source: str) -> str:
    """Return "dev" or "test", by the name of a question."""
    odd = int(hashlib.md5(source.encode(), usedforsecurity=False).hexdigest(), 16) % 2
    return "test" if odd else "dev"


def has_bridges(data: Path) -> bool:
    """Say whether HotpotQA is at hand."""
    return find_file(data, "hotpotqa/full_context") is not None


def questions(data: Path, half: str, options: RunOptions) -> Iterator[tuple[str, list[Example]]]:
    """Yield the name of each corpus that is at hand, and its answers of one half.

    Args:
        data: Folder of the corpora.
        half: "dev" or "test".
        options: The limit holds for the answers of each corpus and number of hops.

    Raises:
        InputError: When a file is damaged.
    """
    if has_bridges(data):
        yield BRIDGES, bridges(data, half)[: options.limit]
    if find_file(data, "2wikimultihopqa/sample_500") is not None:
        yield CHAINS, chains(data, half)[: options.limit]
    if find_file(data, "metaqa/kb") is not None:
        yield FILMS, films(data, half, min(options.limit or FILM_QUESTIONS, FILM_QUESTIONS))


def bridges(data: Path, half: str) -> list[Example]:
    """Return the answers to HotpotQA's bridge questions of one half, over ten passages each.

    Raises:
        InputError: When the file is missing or damaged.
    """
    every = load_hotpotqa_derived(data)
    return [_hops(e, 2) for e in every if e.metadata["type"] == "bridge" and half_of(e.id) == half]


def chains(data: Path, half: str) -> list[Example]:
    """Return the answers to 2WikiMultihopQA's questions that follow a chain of two facts.

    Comparisons are left out: their answer stands in the question.

    Raises:
        InputError: When the file is missing or damaged.
    """
    every = derive(load_twowiki(data))
    return [_hops(e, 2) for e in every if e.metadata["type"] in _CHAINED and half_of(e.id) == half]


def films(data: Path, half: str, most: int) -> list[Example]:
    """Return MetaQA's answers of one to three hops; what is told of a film is one passage.

    Of the kinds of wrong answers those are kept that the passages name and the question does not.

    Raises:
        InputError: When a file is missing or damaged.
    """
    split: Split = "test" if half == "test" else "train"
    return [
        _hops(as_text(example), hops)
        for hops in _FILM_HOPS
        for pair in _pairs(metaqa_answers(data, split, most, (hops,)))
        for example in pair
    ]


def _pairs(examples: Sequence[Example]) -> Iterator[tuple[Example, Example]]:
    """Yield each question's right and wrong answer where the passages name the wrong one."""
    for right, wrong in zip(examples[::2], examples[1::2], strict=True):
        if wrong.metadata["kind"] in _NAMED:
            yield right, wrong


def as_text(example: Example) -> Example:
    """Return an example whose triples are passages, one for each subject, under its name."""
    told: dict[str, list[str]] = {}
    for triple in example.triples or ():
        told.setdefault(triple.subject, []).append(as_sentence(triple))
    passages = tuple(Passage(" ".join(said), name) for name, said in told.items())
    return replace(example, passages=passages, triples=None)


def _hops(example: Example, hops: int) -> Example:
    return replace(example, metadata={**example.metadata, "hops": hops})
