"""Parts of months, years and decades, and decades in words: "late 1850s", "in the mid-sixties"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.number_words import TENS
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.tokens import Token, glued

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.clocks import Found

_PARTS = {"early": "early", "mid": "mid", "late": "late", "beginning": "start", "start": "start"}
_PARTS |= {"end": "end", "middle": "mid"}
DECADE_WORDS = {f"{word[:-1]}ies": value for word, value in TENS.items()}
_CENTURY = 1900
"""That of "the sixties", where no other is told."""
_TIMES = frozenset("in during since until till of from by around throughout about".split())
"""What stands before "the sixties" that are years."""
_OF_HEAT = frozenset("degrees degree temperature temperatures ° high highs low lows".split())
_NEAR = 6
"""Tokens on each side among which a word tells that "the mid-sixties" are degrees."""
_BACK = 3
"""Tokens before a date among which its part is told."""


def with_part(tokens: Sequence[Token], first: int, after: int, moment: Moment) -> Found:
    """Take "early", "mid-", "the end of" before a month, year or decade."""
    back = first - 1
    while back >= 0 and tokens[back].text in {"-", "of", "the"}:
        back -= 1
    part = _PARTS.get(tokens[back].text) if back >= 0 else None
    if part and first - back <= _BACK:
        return back, after, replace(moment, part=part)
    return first, after, moment


def decade_at(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "in the sixties", "by the mid-'60s"; "her sixties" are an age, "highs in …" degrees."""
    tens, start, after = DECADE_WORDS.get(tokens[at].text), at, at + 1
    if tens is None and _is_short(tokens, at):
        tens, start, after = int(tokens[at].text), at - 1, at + 2
    if tens is None:
        return None
    moment = Moment(_CENTURY + tens, years=10, century=False)
    first, after, moment = with_part(tokens, start, after, moment)
    before = [token.text for token in tokens[max(0, first - 2) : first]]
    led = before[-1:] == ["the"] or moment.part in {"start", "end"}
    around = {token.text for token in tokens[max(0, first - _NEAR) : after + _NEAR]}
    timed = not _TIMES.isdisjoint(before) and around.isdisjoint(_OF_HEAT)
    return (first, after, moment) if led and timed else None


def _is_short(tokens: Sequence[Token], at: int) -> bool:
    """Say whether digits are those of "'60s"."""
    token = tokens[at]
    if token.kind != "number" or token.text[1:] != "0" or at == 0 or at + 1 >= len(tokens):
        return False
    mark, ending = tokens[at - 1], tokens[at + 1]
    return (
        mark.text in {"'", "’", "‘"}
        and glued(mark, token)
        and glued(token, ending)
        and ending.text == "s"
    )
