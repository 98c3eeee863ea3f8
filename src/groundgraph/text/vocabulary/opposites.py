"""Words that deny each other."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from groundgraph.text.vocabulary import lines


@cache
def opposites(section: str = "said") -> dict[str, frozenset[str]]:
    """Return the words that deny each word, as ``opposites.txt`` has them.

    Args:
        section: "said", of those that do where they are said of one thing, or "in place", of those
            that do only where one stands in the other's place.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines("opposites.txt", section):
        one, other = (side.split() for side in line.split(" / "))
        for word in one:
            found[word].update(other)
        for word in other:
            found[word].update(one)
    return {word: frozenset(others - {word}) for word, others in found.items()}
