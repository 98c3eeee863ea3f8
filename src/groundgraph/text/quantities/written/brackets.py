"""Values told behind the one they are compared with: "412 (2023: 377)", "61%, against 38% on …"."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.tokens import Token

_LONGEST = 6
"""Tokens between the two values, with the bracket and the colon."""
_BEFORE = frozenset({"previous", "prior", "last", "before", "earlier", "preceding", "py"})
_TO_COME = frozenset("target targets forecast plan planned budget goal next expected limit".split())


_AGAINST = frozenset({"against", "versus", "vs"})
_COMPARED = frozenset({"with", "to"})
SETTING_AGAINST = _AGAINST | {"compared"}
"""Words of which a sentence has one that sets a value against another outside brackets."""
_LITTLE = frozenset("only just about some around almost nearly the a an . merely".split())
_FAR = 20
"""Tokens between two values at most that are set against each other."""


def is_compared(tokens: Sequence[Token], one: Quantity, other: Quantity) -> bool:
    """Say whether an amount is the same of another time or group.

    In brackets: a year, or "previous year". Or behind "against" and the like.
    """
    return _is_in_brackets(tokens, one, other) or _is_set_against(tokens, one, other)


def _is_set_against(tokens: Sequence[Token], one: Quantity, other: Quantity) -> bool:
    """Say whether "against" or "compared with" leads from one amount to the other of its kind."""
    if one.dimension != other.dimension or not 0 < other.first - one.after <= _FAR:
        return False
    if one.noun and other.noun and {*one.noun}.isdisjoint(other.noun):
        return False
    words = [token.text for token in tokens[one.after : other.first]]
    while words and words[-1] in _LITTLE:
        words.pop()
    if ";" in words:
        return False
    return words[-1:] != [] and (
        words[-1] in _AGAINST or (words[-1] in _COMPARED and words[-2:-1] == ["compared"])
    )


def _is_in_brackets(tokens: Sequence[Token], one: Quantity, other: Quantity) -> bool:
    if not 0 < other.first - one.after <= _LONGEST:
        return False
    between = [token.text for token in tokens[one.after : other.first]]
    if between[0] != "(" or ":" not in between or ")" in between:
        return False
    inside = {*between[1:]}
    times = any(word[:1].isdigit() and len(word) >= 4 for word in inside)
    return (times or bool(inside & _BEFORE)) and inside.isdisjoint(_TO_COME)
