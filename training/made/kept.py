"""Edits that change no meaning: openings, citations, markup, contractions, figures and case.

Each is given a text and the spans that are marked in it, and returns both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.types import Span
from training.made.contradictions import Changed

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

_OPENINGS = (
    "According to the passage, ", "Based on the provided context, ", "The text says that ",
    "As stated in the document, ", "In short, ", "Yes: ", "The answer is that ", "Note that ",
    "According to the sources provided, ", "From the passages, ", "To summarise, ",
    "It says here that ",
)  # fmt: skip
_CITATIONS = (" [1]", " [2]", " (Passage 1)", " [source 3]", " (see document 2)", "[1][2]")
_CONTRACTIONS = (
    ("is not", "isn't"), ("are not", "aren't"), ("was not", "wasn't"), ("were not", "weren't"),
    ("do not", "don't"), ("does not", "doesn't"), ("did not", "didn't"), ("cannot", "can't"),
    ("has not", "hasn't"), ("have not", "haven't"), ("will not", "won't"), ("it is", "it's"),
    ("that is", "that's"), ("percent", "%"), ("per cent", "%"), ("approximately", "about"),
    ("began", "started"), ("begin", "start"), ("purchased", "bought"), ("purchase", "buy"),
    ("however", "but"), ("received", "got"), ("large", "big"), ("assist", "help"),
    ("located in", "situated in"), ("in order to", "to"), ("obtain", "get"), ("near", "close to"),
    ("because", "since"), ("also", "as well"), ("children", "kids"), ("attempt", "try"),
)  # fmt: skip
_SPELLED = dict(
    enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
)
_DIGITS = re.compile(r"(?<![\w.,:/$€£-])(\d{1,2})(?= [a-z])")
_THOUSANDS = re.compile(r"(?<![\w.,])(\d{1,3}),(\d{3})(?![\d,])")
_NAME = re.compile(r"[A-Z][a-z]+ [A-Z]|[A-Z]{2}")


def put(changed: Changed, start: int, end: int, other: str) -> Changed | None:
    """Put other words in a place and move the marks; ``None`` where a mark stands."""
    if any(span.start < end and start < span.end for span in changed.spans):
        return None
    more = len(other) - (end - start)
    spans = tuple(
        Span(s.start + more, s.end + more) if s.start >= end else s for s in changed.spans
    )
    return Changed(changed.text[:start] + other + changed.text[end:], spans)


def opened(changed: Changed, pick: random.Random) -> Changed | None:
    """Put an opening before the sentence."""
    opening = pick.choice(_OPENINGS)
    text = changed.text
    first = text[0] if _NAME.match(text) or text[:2] == "I " else text[0].lower()
    lowered = Changed(first + text[1:], changed.spans)
    spans = tuple(Span(s.start + len(opening), s.end + len(opening)) for s in lowered.spans)
    return Changed(opening + lowered.text, spans)


def cited(changed: Changed, pick: random.Random) -> Changed | None:
    """Put a citation at the end."""
    text, citation = changed.text, pick.choice(_CITATIONS)
    stop = len(text) - (text[-1:] in ".!")
    inside = pick.random() < 1 / 2 and not any(s.end > stop for s in changed.spans)
    at = stop if inside else len(text)
    return Changed(text[:at] + citation + text[at:], changed.spans)


def marked_up(changed: Changed, pick: random.Random) -> Changed | None:
    """Put a word in bold, or make the sentence a list's."""
    if pick.random() < 1 / 3:
        bullet = pick.choice(("- ", "* ", "1. ", "• "))
        spans = tuple(Span(s.start + len(bullet), s.end + len(bullet)) for s in changed.spans)
        return Changed(bullet + changed.text, spans)
    found = list(re.finditer(r"[\w'’-]+(?: [\w'’-]+)?", changed.text))
    match = pick.choice(found)
    return put(changed, match.start(), match.end(), f"**{match[0]}**")


def reworded(changed: Changed, pick: random.Random) -> Changed | None:
    """Write words another way that mean the same."""
    found = [
        (match, other)
        for pair in _CONTRACTIONS
        for one, other in (pair, pair[::-1])
        for match in re.finditer(rf"\b{re.escape(one)}\b", changed.text)
    ]
    if not found:
        return None
    match, other = pick.choice(found)
    return put(changed, match.start(), match.end(), other)


def refigured(changed: Changed, pick: random.Random) -> Changed | None:
    """Write a number another way."""
    found = [
        (match, _SPELLED[int(match[1])])
        for match in _DIGITS.finditer(changed.text)
        if int(match[1]) in _SPELLED
    ]
    found += [(match, match[1] + match[2]) for match in _THOUSANDS.finditer(changed.text)]
    if not found:
        return None
    match, other = pick.choice(found)
    return put(changed, match.start(), match.end(), other)


def recased(changed: Changed, pick: random.Random) -> Changed | None:
    """Write all in lower or upper case."""
    text = changed.text.lower() if pick.random() < 2 / 3 else changed.text.upper()
    return Changed(text, changed.spans) if len(text) == len(changed.text) else None


EDITS: tuple[Callable[[Changed, random.Random], Changed | None], ...] = (
    opened, cited, marked_up, reworded, refigured, reworded, recased,
)  # fmt: skip


def edited(
    changed: Changed, pick: random.Random, chances: Sequence[float] = (0.5, 0.25)
) -> Changed:
    """Apply none, one or two edits that change no meaning."""
    for chance in chances:
        if pick.random() < chance:
            changed = pick.choice(EDITS)(changed, pick) or changed
    return changed
