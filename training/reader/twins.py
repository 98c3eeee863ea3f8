"""Two texts that differ in a few words: which are they?"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WORD = re.compile(r"\w+(?:[.,:'’-]\w+)*|[^\w\s]")
MOST, LEAST_SAME = 4, 0.6
"""Words that twins may differ in, and the share of the words that they have in common."""


def differing(right: str, wrong: str) -> tuple[Span, ...]:
    """Return the words of the wrong text that are not in their place in the right one.

    Words are aligned so that the fewest are exchanged, put in or left out. Where some were left
    out, the words on both sides of the gap are marked.

    >>> [span.of("Ann sued Bob.") for span in differing("Bob sued Ann.", "Ann sued Bob.")]
    ['Ann', 'Bob']
    >>> [s.of("He can vote.") for s in differing("He can not vote.", "He can vote.")]
    ['can vote']
    """
    own = list(_WORD.finditer(wrong))
    marked = _unaligned(_words(right), _words(wrong))
    words = [n for n in sorted(marked) if own[n][0][0].isalnum()] or sorted(marked)
    spans: list[Span] = []
    for n in words:
        if spans and n - 1 in words and spans[-1].end == own[n - 1].end():
            spans[-1] = Span(spans[-1].start, own[n].end())
        else:
            spans.append(Span(*own[n].span()))
    return tuple(spans)


def _unaligned(ours: Sequence[str], theirs: Sequence[str]) -> set[int]:
    """Return which of their words are exchanged or put in, or stand beside one left out."""
    costs = [[*range(len(theirs) + 1)]]
    for i, our in enumerate(ours):
        row = [i + 1]
        for j, their in enumerate(theirs):
            row.append(min(costs[i][j] + (our != their), costs[i][j + 1] + 1, row[j] + 1))
        costs.append(row)
    found: set[int] = set()
    i, j = len(ours), len(theirs)
    while i or j:
        if i and j and costs[i][j] == costs[i - 1][j - 1] + (ours[i - 1] != theirs[j - 1]):
            i, j = i - 1, j - 1
            found |= {j} if ours[i] != theirs[j] else set()
        elif j and costs[i][j] == costs[i][j - 1] + 1:
            j -= 1
            found.add(j)
        else:
            i -= 1
            found |= {n for n in (j - 1, j) if 0 <= n < len(theirs)}
    return found


def are_twins(right: str, wrong: str) -> bool:
    """Say whether two texts are alike but for a few words."""
    ours, theirs = _words(right), _words(wrong)
    if abs(len(ours) - len(theirs)) > MOST or not ours or not theirs:
        return False
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    most = max(len(ours), len(theirs))
    return 0 < most - same <= MOST and same >= LEAST_SAME * most


def nearest_twin(wrong: str, rights: Iterable[str]) -> str | None:
    """Return the first of some right texts that a wrong one is a twin of."""
    return next((right for right in rights if are_twins(right, wrong)), None)


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
