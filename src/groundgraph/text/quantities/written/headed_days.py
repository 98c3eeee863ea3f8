"""Days that head what is told behind them: "Session of 17 May. Item 3 …", "Minutes, 9 April: …"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.vocabulary.small_words import BE

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.moments import Moment

_LONGEST = 8
"""Tokens before the date of a head."""
_ENDS = frozenset({":", ".", "–", "—"})
_NEVER = BE | frozenset(
    """by until till from since before after between has have due closed open opens ends begins
    starts to""".split()
)
"""What stands before a date that tells something of its own."""


def headed_day(sentence: Sentence) -> Moment | None:
    """Return the day that a sentence, or what stands before its colon, dates what follows by.

    >>> from groundgraph.text.quantities.written.model import read
    >>> headed_day(read("Session of 17 May.")).month
    5
    >>> headed_day(read("The bridge opened on 17 May."))
    """
    if len(sentence.tokens) < 2 or not sentence.has_digit or not sentence.mentions:
        return None
    mention = sentence.mentions[0]
    words = [token.text for token in sentence.tokens]
    if mention.moment.day is None or mention.moment.month is None:
        return None
    behind = words[mention.after : mention.after + 1]
    heads = behind[:1] in ([":"], ["–"], ["—"]) or mention.after + 1 >= len(words)
    before = words[: mention.first]
    plain = len(before) <= _LONGEST and _NEVER.isdisjoint(before)
    told = any(word.endswith("ed") for word in before)
    return mention.moment if heads and plain and not told and "on" not in before else None
