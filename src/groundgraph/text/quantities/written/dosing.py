"""How often a medicine is taken, as prescriptions cut it: "bd", "t.d.s."; and "once a day"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.denominators import denominator
from groundgraph.text.quantities.written.nouns import PERIODIC, text_at
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.tokens import Token

_A_DAY = {"od": 1, "bd": 2, "bid": 2, "bds": 2, "tds": 3, "tid": 3, "qds": 4, "qid": 4}
_FIRST_LETTERS = frozenset("obtq")
HAS = frozenset({"has", "had"})
"""Verbs of "once a week has passed"."""
FIRST_WORDS = frozenset({*_A_DAY, *_FIRST_LETTERS, "once"})
"""What begins one of these."""
_ROUTES = frozenset("po iv im sc pr sl orally".split())
_DOSES = frozenset("tablet tablets capsule capsules puff puffs drop drops unit units".split())
_OF_DOSES = frozenset({"mass", "volume", "substance", "effect"})
_EACH = frozenset({"a", "per", "each", "every"})


def times_a_day(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Read "bd", "b.d." behind a dose: how often a day, and the index behind it."""
    word, after = tokens[at].text, at + 1
    if word in _FIRST_LETTERS:
        while text_at(tokens, after) == "." and len(text_at(tokens, after + 1)) == 1:
            word, after = word + text_at(tokens, after + 1), after + 2
    if word not in _A_DAY:
        return None
    before = at - 1
    while before > 0 and tokens[before].text in _ROUTES:
        before -= 1
    return (_A_DAY[word], after) if before > 0 and _is_of_a_dose(tokens[before].text) else None


def _is_of_a_dose(word: str) -> bool:
    unit = BY_WORD.get(word)
    return word in _DOSES or (unit is not None and unit.dimension in _OF_DOSES)


def is_once(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "once" tells how often: "once daily", "once a week", not "once a member".

    "Once a week has passed" tells when.
    """
    if text_at(tokens, at + 3) in HAS:
        return False
    word, following = text_at(tokens, at + 1), text_at(tokens, at + 2)
    if text_at(tokens, at) != "once" or word in PERIODIC:
        return text_at(tokens, at) == "once"
    unit = denominator(following)
    return word in _EACH and unit is not None and unit.dimension == "time"
