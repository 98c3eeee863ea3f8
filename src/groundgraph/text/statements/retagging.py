"""Verbs that the tagger takes for nouns, in clauses that have no other verb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.english.phrases import VERB_TAGS
from groundgraph.text.english.tagging import may_be_verb

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.english.tokens import Token

BEARINGS = frozenset(
    """north south east west northeast northwest southeast southwest north-east north-west
    south-east south-west left right ahead front""".split()
)
"""Words that say with "of" where one thing is, seen from another."""
_TWO = frozenset({"former", "latter"})
_ENDS = frozenset({",", ";", ":", "CC", "SUB", "WP", "WDT", "(", ")", "."})
_OPENS = frozenset({"DT", "PRP$", "NNP", "NNS", "NN"})
_BEHIND = frozenset({"DT", "PRP$", "PRP", "NN", "NNS", "NNP", "JJ", "CD", "IN", "TO", "RB"})


def _is_preterite(word: Token, after: str) -> bool:
    return word.lower.endswith("ed") and after in {"DT", "PRP$", "NNP", "PRP"}


def with_verbs(words: Sequence[Token], tags: Sequence[str]) -> list[str]:
    """Return the tags, with a verb in clauses without one: "The patch increases memory use".

    A noun becomes one where it may be a verb, stands behind a noun that it agrees with and
    before what a verb may govern.
    """
    found = list(tags)
    for at in range(1, len(words) - 1):
        if words[at].lower in BEARINGS and words[at + 1].lower == "of":
            _link(words, found, at)
        if words[at].lower in _TWO and found[at - 1] == "DT" and may_be_verb(words[at + 1].lower):
            found[at], found[at + 1] = "NN", _inflected(words[at + 1].lower, found[at + 1])
        if found[at] == "JJ" and found[at - 1] == "PRP" and _is_preterite(words[at], tags[at + 1]):
            found[at] = "VBD"  # "He preferred another candidate"
    for first, last in _clauses(tags):
        inside = tags[first:last]
        if inside[0] not in _OPENS or not VERB_TAGS.isdisjoint(inside):
            continue
        for at in range(first + 1, last - 1):
            if _agrees(words, tags, at):
                found[at] = "VBZ" if words[at].lower.endswith("s") else "VB"
                break
    return found


def _link(words: Sequence[Token], found: list[str], at: int) -> None:
    """Tag "north of" and "to the north of" as prepositions; "the north of France" is a place."""
    first = at - (found[at - 1] == "DT")
    if first == at or words[first - 1].lower in {"to", "on"}:
        found[first : at + 1] = ["IN"] * (at + 1 - first)
    else:
        found[at] = "NN"


def _inflected(lower: str, tag: str) -> str:
    """Return the tag of the verb behind "the former": "needs", "sells", "bought"."""
    return "VBZ" if tag in {"NN", "NNS"} and lower.endswith("s") else tag


def _clauses(tags: Sequence[str]) -> Iterator[tuple[int, int]]:
    first = 0
    for at, tag in enumerate([*tags, "."]):
        if tag in _ENDS:
            if at - first > 2:
                yield first, at
            first = at + 1


def _agrees(words: Sequence[Token], tags: Sequence[str], at: int) -> bool:
    lower, before, after = words[at].lower, tags[at - 1], tags[at + 1]
    if tags[at] not in {"NN", "NNS", "JJ"} or after not in _BEHIND or not may_be_verb(lower):
        return False
    singular = lower.endswith("s") and not lower.endswith("ss")
    return before in {"NN", "NNP", "CD"} if singular else before == "NNS"
