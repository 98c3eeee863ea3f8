"""Days of the month that are told alone: "on the 20th"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.clocks import Found
    from groundgraph.text.quantities.written.tokens import Token

_BEHIND_DAYS = frozenset(
    "and of or but so to until till at when while before after because".split()
)
"""What may follow a day that is told alone: "from the 13th so they have a week"."""


def lone_day(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "on the 20th", "from the 3rd"; else more words after it make it an ordinal."""
    if at + 1 >= len(tokens) or at < 1 or tokens[at - 1].text != "the":
        return None
    if tokens[at + 1].text not in {"st", "nd", "rd", "th"} or not tokens[at].text.isdecimal():
        return None
    following = tokens[at + 2] if at + 2 < len(tokens) else None
    ends = following is None or following.kind == "mark" or following.text in _BEHIND_DAYS
    ends |= at > 1 and tokens[at - 2].text in {"until", "till"}
    if not ends or not 1 <= int(tokens[at].text) <= 31:
        return None
    return at, at + 2, Moment(day=int(tokens[at].text))
