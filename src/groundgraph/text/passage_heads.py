"""Passages that open with what they are about, each with another thing of one kind.

"Lentic Flow 14 (2023). Memory: …" and "Lentic Flow 14 (2024), maintenance guide. …": what is asked
of the one is not answered by the other, however many words they share.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.text.name_keys import is_numbered, keys_of
from groundgraph.text.once import kept

_LONGEST, _MOST_WORDS = 70, 9
_LEADING = re.compile(r"[\s#*_>\[\]|.…'\"“”‘’-]*")
_STOP = re.compile(r"[.:;!?](?=\s|\Z)|\n| [–—|] | \(?(?:see|page)\b")
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could|may|must|should"
    r"|takes?|took|costs?|offers?|provides?|comes?|came|needs?|gets?|got|runs?|ran|opens?|opened"
    r"|leaves?|holds?|held|weighs?|lasts?|uses?|covers?|includes?|requires?|allows?|stands?|lies"
    r"|sells?|sold|reported|won|lost|scored)\b"
)
_WHEN = re.compile(
    r"(?:as|at|after|before|by|during|for|from|in|on|since|until|update\w*|when|while)\b",
    re.IGNORECASE,
)
"""What opens a passage that tells when, and not of what."""
_FEWEST, _MOST_APART = 2, 2


class PassageHead(NamedTuple):
    """What a passage opens with.

    Attributes:
        words: Stems and numbers of it.
        apart: Those that no other of its kind has; none of "X200" beside "X200 Pro".
        kin: The numbers of the passages that open with something else of the kind.
    """

    words: frozenset[str]
    apart: frozenset[str]
    kin: frozenset[int]


PassageHeads = tuple[PassageHead | None, ...]


@kept
def passage_heads(texts: tuple[str, ...]) -> PassageHeads:
    """Return what each passage is about, ``None`` where none beside it is about such a thing.

    >>> heads = passage_heads(("X200 Pro: 5,200 mAh.", "X200: 4,500 mAh.", "Keep it dry."))
    >>> [head and sorted(head.apart) for head in heads]
    [['pro'], [], None]
    """
    if len(texts) < _FEWEST:
        return (None,) * len(texts)
    openings = [_openings(text) for text in texts]
    found: list[PassageHead | None] = []
    for number, own in enumerate(openings):
        head = None
        for at, words in enumerate(own):
            others = {n: each[min(at, len(each) - 1)] for n, each in enumerate(openings) if each}
            kin = {n: w for n, w in others.items() if n != number and _are_alike(words, w)}
            if kin:
                apart = words.difference(*kin.values())
                head = PassageHead(words, apart, frozenset(kin))
                break
        found.append(head)
    return tuple(found)


def _are_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether two heads are of one kind: told alike, but for a word or two of each."""
    mine, theirs = len(one - other), len(other - one)
    few = 0 < max(mine, theirs) <= _MOST_APART and abs(mine - theirs) <= 1
    return few and bool(one & other)


class Asked(NamedTuple):
    """The passages about the one thing that is named, and those about others of its kind."""

    own: frozenset[int]
    others: frozenset[int]


def asked_of(heads: PassageHeads, *texts: str) -> Asked | None:
    """Return the passages about what the first of some texts that names one names.

    Args:
        heads: What the passages are about.
        texts: A claim, and the question that it answers.

    Returns:
        ``None`` where no text names one thing alone.

    >>> heads = passage_heads(("X200 Pro: 5,200 mAh.", "X200: 4,500 mAh."))
    >>> asked_of(heads, "It has 5,200 mAh.", "What does the X200 have?")
    Asked(own=frozenset({1}), others=frozenset({0}))
    """
    own = next((found for text in texts if (found := _named(heads, keys_of(text)))), frozenset())
    told = [head for number in own if (head := heads[number]) is not None]
    if len({head.words for head in told}) != 1:
        return None
    return Asked(own, told[0].kin - own)


def _named(heads: PassageHeads, said: frozenset[str]) -> frozenset[int]:
    return frozenset(
        number
        for number, head in enumerate(heads)
        if head is not None and _is_named(head, heads, said)
    )


def _is_named(head: PassageHead, heads: PassageHeads, said: frozenset[str]) -> bool:
    if head.apart:
        return not head.apart.isdisjoint(said)
    if not any(map(is_numbered, head.words)):
        return False  # "drug" is no name
    kin = (other for number in head.kin if (other := heads[number]) is not None)
    return head.words <= said and all(other.apart.isdisjoint(said) for other in kin)


def _openings(text: str) -> list[frozenset[str]]:
    """Return the words that a text opens with: up to a comma, and up to a stop or a verb.

    What goes on to a verb is a name only with a number: "Bus 12 takes", and no sentence alone.
    """
    leading = _LEADING.match(text)
    start = leading.end() if leading else 0
    window = text[start : start + _LONGEST]
    stop, verb = _STOP.search(window), _VERB.search(window)
    ends = [match.start() for match in (stop, verb) if match]
    whole = window[: min(ends)] if ends else ""
    if not (whole[:1].isupper() or whole[:1].isdigit()) or _WHEN.match(whole):
        return []
    is_title = stop is not None and stop.start() == len(whole)
    if stop is not None and is_title and not text[start + stop.end() :].strip():
        return []  # it is all of the text
    found = []
    for part in dict.fromkeys((whole.partition(",")[0], whole)):
        words = keys_of(part)
        if 0 < len(words) <= _MOST_WORDS and (is_title or any(map(is_numbered, words))):
            found.append(words)
    return found
