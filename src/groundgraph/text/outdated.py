"""What a sentence tells of as over: "was CEO until 2018", "the former CEO"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.english.tagged import tagged
from groundgraph.text.vocabulary.irregular import PRETERITES

if TYPE_CHECKING:
    from groundgraph.types import Span

_HINT = re.compile(r"until|till|from|former|previous|erstwhile|\bex\b", re.IGNORECASE)
_BREAK = re.compile(r"[;:()]|[.!?](?=\s|\Z)|, (?!\d{4})|\b(?:but|when|while|whereas)\b")
_UNTIL = re.compile(
    r"\b(?:until|till|from\b[^,;]{1,25}\bto)\s+(?:[a-z]+\s+)?(?:[A-Z][a-z]+\s+)?(?:\d{1,2},?\s+)?"
    r"(?:1[5-9]|20)\d\d\b|\b(?:until|till) (?:recently|then|h(?:is|er) )",
    re.IGNORECASE,
)
_WHO = re.compile(r", (?:who|which) ")
_FORMER = r"\b(?:former|formerly|previous|erstwhile|ex)\b"
_BEFORE = re.compile(rf"{_FORMER}[\s-]+(?:[a-z]+ ){{0,3}}(?:[A-Z]{{2,5}} )?\Z", re.IGNORECASE)
_BEHIND = re.compile(rf"(?:,| is| was) (?:(?:an?|the|its|their) )?{_FORMER}", re.IGNORECASE)
_ASKS_BEFORE = re.compile(rf"{_FORMER}|\bpredecessors?\b", re.IGNORECASE)
_FAR = 60
_CLAUSES, _TWO = 400, 2
"""Characters that hold two clauses of most texts."""
_PAST = frozenset({"was", "were", "had"})
_USED = re.compile(r"\bused to\b|\bdid\b", re.IGNORECASE)
_NOUNS = frozenset({"NNP", "PRP", "NN", "NNS"})
_DENIES = frozenset({"not", "never", "n't"})
_NOW = frozenset({"is", "are", "am", "has", "have", "'s", "’s"})
_ASKS_NOW = re.compile(
    r"(?:who|what|which|where|how)\b(?: \w+){0,3}? (?:is|are|has|have|does|do)\b|"
    r"who (?!was\b|were\b|did\b|had\b)\w+s\b",
    re.IGNORECASE,
)


def is_over(text: str, span: Span) -> bool:
    """Say whether a clause tells what it says of something as over.

    Args:
        text: A text.
        span: Words of the clause, such as the name of who did something.

    >>> from groundgraph.types import Span
    >>> told = "Ann Roth was mayor until 2018, when Bo Lind won."
    >>> is_over(told, Span(0, 8)), is_over(told, Span(36, 43))
    (True, False)
    """
    return is_former(text, span) or has_ended(text, span)


def is_former(text: str, span: Span) -> bool:
    """Say whether something is called a former one: "the former CEO Ann Roth"."""
    if not _HINT.search(text):
        return False
    before = text[max(0, span.start - _FAR) : span.start]
    return bool(_BEFORE.search(before) or _BEHIND.match(text, span.end))


def has_ended(text: str, span: Span) -> bool:
    """Say whether a clause tells until when something was so."""
    if not _HINT.search(text):
        return False
    starts = _last_starts(text, span.start)
    start = starts[-1]
    who = _WHO.match(text, span.end)
    close = _BREAK.search(text, who.end() if who else span.end)
    end = close.start() if close else len(text)
    opening = starts if text[start - 2 : start] == ", " else [start]  # "Until 2018, …"
    if not (_UNTIL.search(text, span.end, end) or any(_UNTIL.match(text, at) for at in opening)):
        return False
    words = set(text[start:end].lower().split())
    told = words & _PAST or words & PRETERITES or any(word.endswith("ed") for word in words)
    return bool(told) and words.isdisjoint(_DENIES | _NOW)


def _last_starts(text: str, stop: int) -> list[int]:
    """Return where the last clauses before an offset begin, two at most; far back if need be."""
    near = max(0, stop - _CLAUSES)
    found = [match.end() for match in _BREAK.finditer(text, near, stop)]
    if near and len(found) < _TWO:
        found = [match.end() for match in _BREAK.finditer(text, 0, stop)]
    return [0, *found][-_TWO:]


def speaks_of_now(sentence: str) -> bool:
    """Say whether a sentence is in the present alone.

    >>> speaks_of_now("Ann leads the choir."), speaks_of_now("Ann is who led the choir.")
    (True, False)
    """
    words, tags = tagged(sentence)
    kinds = [
        "now" if tag == "VBZ" or word.lower in _NOW else tag
        for word, tag in zip(words, tags, strict=True)
    ]
    past = any(word.lower in _PAST for word in words)
    return "now" in kinds and not past and {"VBD", "MD"}.isdisjoint(kinds)


def speaks_of_past(sentence: str) -> bool:
    """Say whether a sentence tells something in the past, whatever else it tells.

    >>> told = ("Ann led it.", "Ann used to lead it.", "Ann, born in Graz, leads it.")
    >>> [speaks_of_past(each) for each in told]
    [True, True, False]
    """
    words, tags = tagged(sentence)
    past = any(word.lower in _PAST for word in words) or _USED.search(sentence) is not None
    done = any(tag == "VBN" and before in _NOUNS for before, tag in pairwise(tags))  # "Ann led it"
    return past or done or "VBD" in tags


def asks_of_before(question: str) -> bool:
    """Say whether a question asks for who or what was so before.

    >>> asks_of_before("Who was the previous mayor?"), asks_of_before("Who was the mayor?")
    (True, False)
    """
    return _ASKS_BEFORE.search(question) is not None


def speaks_of_now_alone(text: str) -> bool:
    """Say whether a text is in the present, and calls nothing in it former.

    >>> told = ("The mayor is Bo Lind.", "The previous mayor is Ann Roth.", "Bo Lind led it.")
    >>> [speaks_of_now_alone(each) for each in told]
    [True, False, False]
    """
    hinted = _HINT.search(text) or _ASKS_BEFORE.search(text)
    return not hinted and speaks_of_now(text)


def asks_of_now(question: str) -> bool:
    """Say whether a question asks how things are.

    >>> [asks_of_now(q) for q in ("Who is the mayor?", "Who leads it?", "Who was the mayor?")]
    [True, True, False]
    """
    return _ASKS_NOW.match(question.strip()) is not None
