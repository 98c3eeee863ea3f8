"""What the words beside an amount make of it: "about", "at least", "minus"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.tokens import Token, glued

if TYPE_CHECKING:
    from collections.abc import Sequence

_BOUNDS = {
    "about": "about around approximately approx roughly circa ca some ~ ≈ nearly_about",
    "under": "nearly almost",
    "over": "over above exceeding > more_than greater_than longer_than higher_than upwards_of"
    " in_excess_of beyond older_than larger_than",
    "below": "under below < less_than fewer_than lower_than shorter_than younger_than",
    "least": "≥ at_least minimum_of no_less_than not_less_than no_fewer_than from",
    "most": "≤ at_most up_to maximum_of no_more_than not_more_than as_many_as as_much_as within",
}
_BY_PHRASE = {
    phrase.replace("_", " "): kind for kind, listed in _BOUNDS.items() for phrase in listed.split()
}
_AFTER_BOUNDS = {"or more": "least", "and above": "least", "and over": "least", "or less": "most"}
_AFTER_BOUNDS |= {"or fewer": "most", "or older": "least", "or under": "most", "or so": "about"}


def sign_of(tokens: Sequence[Token], text: str, first: int) -> tuple[int, int]:
    """Read "minus 11" and "-11": the sign, and the index of the first token."""
    if first == 0:
        return 1, first
    before = tokens[first - 1]
    if before.text in {"minus", "negative"}:
        return -1, first - 1
    if before.text in {"-", "−"} and glued(before, tokens[first]):
        lone = before.start == 0 or text[before.start - 1] in " (\n\t:|,"
        return (-1, first - 1) if lone else (1, first)
    return 1, first


def bound_of(tokens: Sequence[Token], first: int, after: int) -> str:
    """Return what the words before or after an amount make of it."""
    behind = " ".join(token.text for token in tokens[after : after + 2])
    if behind in _AFTER_BOUNDS:
        return _AFTER_BOUNDS[behind]
    words = [token.text for token in tokens[max(0, first - 3) : first]]
    while words and words[-1] in {"a", "an", "the", "little", "just", "well"}:
        words.pop()
    if words[-2:] == ["up", "to"] and words[-3:-2] and words[-3] in {"add", "adds", "added"}:
        return "exact"
    for size in (3, 2, 1):
        kind = _BY_PHRASE.get(" ".join(words[-size:])) if len(words) >= size else None
        if kind == "least" and words[-1] == "from":
            return "exact"
        if kind == "over" and tokens[first - 1].text == "the":
            return "exact"  # "over the three years"
        if kind:
            return kind
    return "exact"
