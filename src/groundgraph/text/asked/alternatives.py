"""What stands beside an answer that is one of two: "before or after", "red or blue"."""

from __future__ import annotations

import re

from groundgraph.text.english.phrases import phrases
from groundgraph.text.english.tagging import tags
from groundgraph.text.english.tokens import tokens
from groundgraph.text.words import content_stems
from groundgraph.types import Span

_OPPOSITES = re.compile(
    r"\b(?:before or after|after or before|above or below|below or above|over or under"
    r"|with or without|inside or outside)\b",
    re.IGNORECASE,
)


def before_or_after(text: str, answer: str) -> tuple[str, str, str] | None:
    """Return the answer that is one of "before or after", between what stands beside it."""
    two = _OPPOSITES.search(text)
    first, _, rest = answer.partition(" ")
    if two is None or first.lower() not in two[0].lower().split(" or "):
        return None
    after = text[two.end() :].lstrip()
    if rest.lower() in {"it", "that", "this", "them"}:  # "Before it"
        answer = first
    elif after.lower().startswith(rest.lower()):
        after = after[len(rest) :].lstrip()
    elif content_stems(rest) - content_stems(after):
        return None
    else:
        after = ""
    return text[: two.start()].rstrip(), answer, after


def alternatives(text: str, answer: str) -> tuple[str, str] | None:
    """Return what stands before and behind "A or B", where the answer is one of the two."""
    read = tokens(text, Span(0, len(text)))
    found = phrases(read, tags(read))
    for at, phrase in enumerate(found[1:-1], 1):
        if phrase.kind != "CC" or read[phrase.first].lower != "or":
            continue
        linked = found[at + 1].kind == "IN" and at + 2 < len(found)  # "in green or in white"
        first, second = found[at - 1], found[at + 1 + linked]
        if first.kind != second.kind or first.kind not in {"NP", "AP", "IN"}:
            continue
        start, end = read[first.first].start, read[second.last - 1].end
        if content_stems(answer) & content_stems(text[start:end]):
            return text[:start].rstrip(), text[end:].lstrip()
    return None
