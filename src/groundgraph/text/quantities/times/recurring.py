"""Happenings that are told again: "prior to the interview …", "following the interview"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.times.clause_openings import AT_THE_TIME
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.times.happenings import Happening

_SAYS_THAT_IT_WAS = frozenset(
    map(stem, "take took place happen occur hold held strike struck come came hit".split())
)
"""Verbs that say of a thing only that it happened: "that flood struck in 1226"."""
_FEW = 2
"""Words from which a clause is told again by them all."""


def recurring(happenings: Sequence[Happening]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of happenings that are one and the same, or come at the same time."""
    led = [number for number, own in enumerate(happenings) if own.words and _is_led(own)]
    for number in led:
        own = happenings[number]
        for other, told in enumerate(happenings):
            if other != number and told.words and _is_same(own, told):
                yield number, other


def _is_led(own: Happening) -> bool:
    return bool(own.way or own.weak)


def _is_same(own: Happening, told: Happening) -> bool:
    """Say whether what a connector leads to is told by another clause too."""
    words, others = own.words.keys(), told.words.keys()
    if own.host >= 0 and told.span.overlaps(own.span):
        return False
    if words == own.subject:  # a noun: "the interview"
        if _is_led(told) and others == told.subject:
            return words <= others or others <= words
        rest = {word for word in others - words if not word[0].isdigit()}
        named = words <= told.subject or set() < told.subject <= words
        return named and rest - told.subject <= _SAYS_THAT_IT_WAS
    return len(words) >= _FEW and words <= others and bool(own.deeds & told.deeds)


def is_at_its_time(own: Happening) -> bool:
    """Say whether a clause tells the day of its host: "rent is due on the day of handover"."""
    return own.said == AT_THE_TIME and own.weak
