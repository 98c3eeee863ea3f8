"""Days that go by a name, and places in a sequence: "Christmas Eve", "the 52nd minute"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.number_words import ORDINALS
from groundgraph.text.quantities.written.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.tokens import Token

_FEASTS = {
    ("christmas", "eve"): (12, 24),
    ("christmas", "day"): (12, 25),
    ("christmas",): (12, 25),
    ("boxing", "day"): (12, 26),
    ("new", "year's", "eve"): (12, 31),
    ("new", "year's", "day"): (1, 1),
    ("valentine's", "day"): (2, 14),
    ("halloween",): (10, 31),
}
FEAST_WORDS = frozenset(feast[0] for feast in _FEASTS)
_LONGEST_FEAST = 3
_PLACED = frozenset({"minute", "round", "lap", "inning", "stage"})
_CLOSING = frozenset({".", ",", ";", ")", "and", "but", "while"})
"""What may stand behind a place whose noun is left out."""
_STOPS = frozenset({".", "!", "?"})
_MOST, _MOST_DIGITS = 130, 3
"""The highest place in a sequence that is read, the last minutes of extra time, and its digits."""


def feast_at(tokens: Sequence[Token], text: str, at: int) -> tuple[tuple[int, int], int] | None:
    """Return the month and day of a feast named at a token, and the index after its name."""
    if not text[tokens[at].start].isupper():
        return None
    words = tuple(token.text.replace("’", "'") for token in tokens[at : at + _LONGEST_FEAST])
    for size in range(len(words), 0, -1):
        day = _FEASTS.get(words[:size])
        if day is not None:
            return day, at + size
    return None


def placed_at(tokens: Sequence[Token], at: int) -> tuple[int, int, Moment] | None:
    """Read "the 52nd minute", "the ninth round" as a place in a sequence."""
    number, after = place_at(tokens, at)
    if after >= len(tokens) or tokens[after].text not in _PLACED or not 0 < number <= _MOST:
        return None
    return at, after + 1, Moment(step=number, axis=tokens[after].text)


def placed_alike_at(
    tokens: Sequence[Token], at: int, model: int, axis: str
) -> tuple[int, int, Moment] | None:
    """Read "in the 58th" behind "in the 14th minute", which stands at ``model``."""
    number, after = place_at(tokens, at)
    lead, behind = [[token.text for token in tokens[i - 2 : i]] for i in (model, at)]
    if not 0 < number <= _MOST or lead != behind or behind[-1:] != ["the"]:
        return None
    if after < len(tokens) and tokens[after].text not in _CLOSING:
        return None
    between = {token.text for token in tokens[model:at]}
    return None if between & _STOPS else (at, after, Moment(step=number, axis=axis))


def place_at(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """Return the place in a sequence that stands at a token, 0 for none, and the index after it."""
    text, after = tokens[at].text, at + 1
    if after < len(tokens) and text.isdecimal() and len(text) <= _MOST_DIGITS:
        return (int(text) if tokens[after].text in {"st", "nd", "rd", "th"} else 0), after + 1
    return ORDINALS.get(text, 0), after
