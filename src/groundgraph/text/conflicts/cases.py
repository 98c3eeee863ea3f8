"""For which cases, kinds and days two sentences tell what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import DAY_NAMES
from groundgraph.text.conflicts.lexicon import KINDS, SETTING, SOURCES
from groundgraph.text.quantities.written.stems import is_content, stem

if TYPE_CHECKING:
    from groundgraph.text.conflicts.model import Ground, Told
    from groundgraph.text.quantities.written.tokens import Token

ARTICLES = frozenset({"the", "a", "an"})
_OPENING = 9
"""Tokens among which a comma closes what a sentence opens with."""
_WEEK = {
    **{day: frozenset({day}) for day in DAY_NAMES},
    "weekdays": frozenset(DAY_NAMES[:5]),
    "weekends": frozenset({"saturday", "sunday"}),
}
_WEEK |= {f"{day}s": days for day, days in list(_WEEK.items())} | {
    "weekday": _WEEK["weekdays"],
    "weekend": _WEEK["weekends"],
}


def days_differ(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether both tell of days of the week, each of others."""
    mine, theirs = _days(ground, one), _days(ground, other)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _days(ground: Ground, told: Told) -> frozenset[str]:
    return frozenset(
        day
        for token in ground.tokens(told)
        if stem(token.text) in told.own
        for day in _WEEK.get(token.text, ())
    )


def kinds_agree(ground: Ground, one: Told, other: Told) -> bool:
    """Say whether no word before a noun makes one of them another thing of its kind."""
    mine, theirs = _kinds(ground, one), _kinds(ground, other)
    return mine - ground.stems(other.passage) == theirs - ground.stems(one.passage) == set()


def _kinds(ground: Ground, told: Told) -> set[str]:
    """Return the words of kind that stand before a word of the claim, or say for whom or when."""
    found = set()
    every = [token for token in ground.tokens(told) if token.text not in ARTICLES]
    for before, token, following in zip([None, *every], every, [*every[1:], None], strict=False):
        word = stem(token.text)
        if word not in KINDS or word not in told.own:
            continue
        counts = following and is_content(following.text) and stem(following.text) in ground.said
        if counts or (told.kind == "amount" and before and before.text in SETTING):
            found.add(word)
    return found


def is_on_condition(ground: Ground, told: Told, other: Told) -> bool:
    """Say whether an amount is told of a case alone of which the other passage says nothing.

    "During the festival, tickets cost …", "With a student card, …".
    """
    every = ground.tokens(told)
    if told.kind != "amount" or not every or every[0].text not in SETTING:
        return False
    comma = next((at for at, token in enumerate(every[:_OPENING]) if token.text == ","), 0)
    if not comma or told.value.start < every[comma].start:
        return False
    text = ground.passages[told.passage].text
    plain = [
        token
        for token in every[:comma]
        if token.kind == "word"
        and (token.start == told.around.start or text[token.start].islower() or _is_weekly(token))
    ]
    words = {stem(token.text) for token in plain if is_content(token.text)}
    return bool(words - ground.stems(other.passage)) and words.isdisjoint(SOURCES)


def _is_weekly(token: Token) -> bool:
    """Say whether a token is a day that comes again: "Mondays"."""
    return token.text in _WEEK and token.text.endswith("s")
