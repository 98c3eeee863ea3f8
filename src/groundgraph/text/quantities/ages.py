"""How old somebody was when something happened, by birth and the other date."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from groundgraph.text.quantities.findings import Check, decided
from groundgraph.text.quantities.moments import DAY, ends
from groundgraph.text.quantities.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.model import Event
    from groundgraph.text.quantities.slots import ReadClaim

_BORN = frozenset(map(stem, ("born", "birth", "birthdate", "birthday")))
_WHEN = frozenset({"when", "as"})
_AGED = frozenset({"aged", "age"})
_OF_BEING = frozenset({"was", "turned", "aged", "only", "just", "already", "still"})
_OLDEST = 120
_HELD = 0.5
_SURE = 0.9


def check_ages(claim: ReadClaim) -> list[Check]:
    """Hold "was 38 when she won", "won at the age of 38" against birth and date."""
    found = [amount for amount in claim.sentence.amounts if _is_age(claim, amount)]
    if len(found) != 1 or claim.sentence.mentions:
        return []
    [amount] = found
    births = [event for event in claim.index.events if _is_birth(event)]
    named = {word for word, name in claim.sentence.words.items() if name}
    named |= {word for word in claim.sentence.words if word in claim.index.names}
    own = [event for event in births if named & event.words.keys()] if named else []
    chosen = own or (births if not named or claim.strange_names == [] else [])
    if len({event.moment for event in chosen}) != 1 or (named and not own):
        return []
    birth = chosen[0]
    event = _event_of(claim, named)
    if event is None:
        return []
    low, high = _ages(birth, event)
    right = low <= amount.value <= high
    year = f"{event.moment.year} − {birth.moment.year}"
    told = f"{year} = {low if low == high else f'{low} or {high}'} years old"
    said = amount.span.of(claim.text)
    return [Check(decided(right=right), "derivation", said, (birth, event), _SURE, told)]


def _is_age(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount is an age at some event."""
    tokens = claim.sentence.tokens
    if not 0 < amount.value < _OLDEST or amount.value.denominator != 1 or amount.first == 0:
        return False
    before = [token.text for token in tokens[max(0, amount.first - 3) : amount.first]]
    after = [token.text for token in tokens[amount.first + 1 : amount.first + 5]]
    if before[-2:] == ["age", "of"] or before[-1] == "aged" or before[-2:] == ["at", "age"]:
        return True
    if after[:2] == ["years", "old"]:
        after = after[2:]
    return before[-1] in _OF_BEING and after[:1] == ["when"]


def _is_birth(event: Event) -> bool:
    born = max((event.words.get(word, 0.0) for word in _BORN), default=0.0)
    return event.moment.year is not None and event.moment.years == 1 and born >= 1


def _event_of(claim: ReadClaim, named: set[str]) -> Event | None:
    """Return the one dated event that the rest of a claim speaks of."""
    wanted = {word for word in claim.sentence.words if word not in named}
    wanted -= {"age", "year", "old", *_BORN}
    if not wanted:
        return None
    found = [
        (sum(event.words.get(word, 0.0) for word in wanted) / len(wanted), event)
        for event in claim.index.events
        if event.moment.year is not None and event.moment.years == 1 and not _is_birth(event)
    ]
    best = max((share for share, _ in found), default=0.0)
    leading = [event for share, event in found if share == best]
    moments = {event.moment for event in leading}
    return leading[0] if best >= _HELD and len(moments) == 1 else None


def _ages(birth: Event, event: Event) -> tuple[int, int]:
    """Return the least and the most years between birth and event."""
    born, then = ends(birth.moment), ends(event.moment)
    assert born is not None
    assert then is not None
    return _years(_day(born[1]), _day(then[0])), _years(_day(born[0]), _day(then[1]))


def _day(minutes: int) -> dt.date:
    return dt.date.fromordinal(max(1, minutes // DAY + 1))


def _years(born: dt.date, day: dt.date) -> int:
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
