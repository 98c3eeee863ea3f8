"""Values told in brackets behind the one they are compared with: "412.3 million (2023: 377.9)"."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.tokens import Token

_LONGEST = 6
"""Tokens between the two values, with the bracket and the colon."""
_BEFORE = frozenset({"previous", "prior", "last", "before", "earlier", "preceding", "py"})
_TO_COME = frozenset("target targets forecast plan planned budget goal next expected limit".split())


def is_compared(tokens: Sequence[Token], one: Quantity, other: Quantity) -> bool:
    """Say whether an amount is that of another time, in brackets: a year, or "previous year"."""
    if not 0 < other.first - one.after <= _LONGEST:
        return False
    between = [token.text for token in tokens[one.after : other.first]]
    if between[0] != "(" or ":" not in between or ")" in between:
        return False
    inside = {*between[1:]}
    times = any(word[:1].isdigit() and len(word) >= 4 for word in inside)
    return (times or bool(inside & _BEFORE)) and inside.isdisjoint(_TO_COME)
