"""Two texts that differ in a few words: which are they?"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = re.compile(r"\w+(?:[.,:'’-]\w+)*|[^\w\s]")
MOST, LEAST_SAME = 4, 0.6
"""Words that twins may differ in, and the share of the words that they have in common."""


def differing(right: str, wrong: str) -> tuple[Span, ...]:
    """Return the spans of the wrong text that are not in the right one.

    Where words were only left out, the words on both sides of the gap are marked.

    >>> [span.of("Ann sued Bob.") for span in differing("Bob sued Ann.", "Ann sued Bob.")]
    ['Ann', 'Bob']
    >>> [s.of("He can vote.") for s in differing("He can not vote.", "He can vote.")]
    ['can vote']
    """
    own = list(_WORD.finditer(wrong))
    matcher = SequenceMatcher(None, _words(right), _words(wrong), autojunk=False)
    spans = []
    for kind, _, _, start, end in matcher.get_opcodes():
        if kind == "delete":
            start, end = max(0, start - 1), min(len(own), end + 1)
        if kind != "equal" and start < end:
            spans.append(Span(own[start].start(), own[end - 1].end()))
    return _joined(spans)


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


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    found: list[Span] = []
    for span in spans:
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(span.end, found[-1].end))
        else:
            found.append(span)
    return tuple(found)
