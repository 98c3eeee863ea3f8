"""How much of a group a statement is of: what some did is not the opposite of what others did."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from groundgraph.text.number_words import ONES, TENS

if TYPE_CHECKING:
    from groundgraph.text.statements.evidence import Sentence
    from groundgraph.text.statements.model import Event

    Portion = Literal["", "all", "most", "some"]

_ALL = frozenset("all every each both no none nobody neither".split())
_MOST = frozenset({"most", "majority"})
_SOME = frozenset(
    """some many few several half third thirds quarter quarters fifth fifths tenth tenths minority
    part parts other others another rest remainder remaining certain""".split()
)
_MORE = frozenset({"more", "over"})
_PERCENT = re.compile(r"(\d{1,3})(?:\.\d{1,3})?(?:%| (?:percent|per cent)\b)")
_WORD = re.compile(r"[a-z]+|\d[\d.,]*")
_MARKS = re.compile(r"[,;:]")
_LEADING = 5
"""Words of a phrase among which it says how much of a group is meant."""
_HALF = 50


def leave_room(claim: Sentence, event: Event, told: Sentence, other: Event) -> bool:
    """Say whether two statements may be of two parts of one group: "most backed", "some opposed".

    Args:
        claim: A sentence of an answer.
        event: What it says.
        told: A sentence of the evidence.
        other: What that says.
    """
    return are_of_parts(_lead(claim, event), _lead(told, other))


def are_of_parts(mine: str, theirs: str) -> bool:
    """Say whether two phrases, each at the beginning of a text, may be two parts of one group.

    >>> are_of_parts("a third of the voters", "two thirds of the voters")
    True
    >>> are_of_parts("all voters", "some voters"), are_of_parts("the voters", "voters")
    (False, False)
    """
    portions = {portion(mine), portion(theirs)}
    if "all" in portions:
        return False
    counted = _number(mine) != _number(theirs)
    return "some" in portions or (counted and portions == {""})


def are_two_parts(mine: str, theirs: str) -> bool:
    """Say whether two texts both begin with a part of a group, and one with a lesser one."""
    portions = {portion(mine), portion(theirs)}
    return "some" in portions and portions <= {"some", "most"}


def _lead(sentence: Sentence, event: Event) -> str:
    """Return the phrase that a statement begins with; all before it where its subject is unread."""
    topic = event.topic
    if topic is None:
        return ""
    if "subject" in event.roles:
        return topic.span.of(sentence.text).lower()
    before = sentence.text[sentence.span.start : topic.span.end]
    return _MARKS.split(before)[-1].lower()


def portion(lead: str) -> Portion:
    """Return how much of a group a text that begins with it is of, "" where that is not said."""
    words = _WORD.findall(lead)[:_LEADING]
    if "not" not in words and not _ALL.isdisjoint(words):
        return "all"
    percent = _PERCENT.search(lead)
    more_than_half = "half" in words and not _MORE.isdisjoint(words)
    if more_than_half or not _MOST.isdisjoint(words) or (percent and int(percent[1]) > _HALF):
        return "most"
    return "some" if percent or not _SOME.isdisjoint(words) else ""


def _number(lead: str) -> str:
    """Return the number that a phrase begins with, or ""."""
    first = next(iter(_WORD.findall(lead)), "")
    return first if first in ONES or first in TENS or first[:1].isdigit() else ""
