"""What the ends of a verdict's edges are called: "q", "p:<passage id>" and "c:<number>", from 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

QUESTION = "q"
_PASSAGE, _CLAIM = "p:", "c:"


def passage(name: str) -> str:
    """Return what the passage of an id is called, or a triple, or an entity of knowledge.

    >>> passage("triple 3")
    'p:triple 3'
    """
    return f"{_PASSAGE}{name}"


def claim(number: int) -> str:
    """Return what the claim of a finding's number is called."""
    return f"{_CLAIM}{number}"


def passage_of(node: str) -> str | None:
    """Return the id of what a node stands for, ``None`` where it stands for no passage.

    >>> passage_of("p:triple 3"), passage_of("c:0")
    ('triple 3', None)
    """
    return node[len(_PASSAGE) :] if node.startswith(_PASSAGE) else None


def claim_of(node: str) -> int | None:
    """Return the number of the claim that a node stands for, ``None`` where it stands for none."""
    return int(node[len(_CLAIM) :]) if node.startswith(_CLAIM) else None


def way(passages: Iterable[str], to: int | None = None) -> list[str]:
    """Return the nodes from the question over passages, to a claim where its number is given.

    >>> way(["triple 3"], 0)
    ['q', 'p:triple 3', 'c:0']
    """
    return [QUESTION, *map(passage, passages), *([] if to is None else [claim(to)])]
