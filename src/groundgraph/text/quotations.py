"""Words that an answer puts in quotation marks, held against the passages.

A quotation says that someone used these very words. It is held where some text has them one after
the other, whatever the case, the white space, the punctuation and an article before them; "…"
leaves words out, and words in brackets are the writer's own.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LEAST_WORDS = 3
"""Fewer words in quotation marks are a name, a title or a word at arm's length."""
CHANGED_LEAST = 0.6
"""The share of a quotation's words that a text must hold, in their order and near each other, for
the quotation to count as changed rather than invented."""

_QUOTED = re.compile(
    r"“(?P<curly>[^“”\n]{4,600})”|(?<![\w\"])\"(?=\S)(?P<straight>[^\"\n]{4,600}?)(?<=\S)\"(?!\w)"
    r"|«\s?(?P<angle>[^«»\n]{4,600}?)\s?»"
)
_ARTICLE = re.compile(r"\A(?:the|an?) ", re.IGNORECASE)  # of a title, or the sentence's own
_ENDS = re.compile(r"[.!?;:\"“”()\n]")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_GAP = re.compile(r"\[?(?:\.\s?){3}\]?|\[?…\]?|\[[^\[\]]{0,200}\]")
_MARKS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})


class Quotation(NamedTuple):
    """Words in quotation marks that no text holds.

    Attributes:
        span: Where they stand in the claim, without the marks.
        kind: Whether a text has words much like them.
        instead: What that text has; "" for an invented quotation.
    """

    span: Span
    kind: Literal["changed", "invented"]
    instead: str = ""


def quotations(text: str) -> list[Span]:
    """Return what stands in quotation marks, `LEAST_WORDS` words or more.

    >>> text = 'He called it "a very good day" in "Porto".'
    >>> [span.of(text) for span in quotations(text)]
    ['a very good day']
    """
    if not any(mark in text for mark in '"“«'):
        return []
    found = (Span(*match.span(str(match.lastgroup))) for match in _QUOTED.finditer(text))
    return [span for span in found if len(_WORD.findall(span.of(text))) >= LEAST_WORDS]


def unheld(claim: str, texts: Sequence[str]) -> list[Quotation]:
    """Return the quotations of a claim that no text holds.

    Args:
        claim: One sentence.
        texts: The passages, whole.

    >>> passage = "The mayor said that it was a very long day."
    >>> [(q.kind, q.instead) for q in unheld('She said "it was a very good day".', [passage])]
    [('changed', 'it was a very long day')]
    """
    return [*_unheld(claim, tuple(texts))] if quotations(claim) else []


def _unheld(claim: str, texts: tuple[str, ...]) -> Iterator[Quotation]:
    for span in quotations(claim):
        quoted = _ARTICLE.sub("", span.of(claim), count=1)
        parts = [words for part in _GAP.split(quoted) if (words := _words(part))]
        if any(_holds(text, parts) for text in texts):
            continue
        said = [word for words in parts for word in words]
        instead = max((_nearest(text, said) for text in texts), default=(0.0, ""))
        if instead[0] >= CHANGED_LEAST:
            yield Quotation(span, "changed", instead[1])
        else:
            yield Quotation(span, "invented")


def _words(text: str) -> list[str]:
    return [word for word, *_ in _places(text)]


@lru_cache(maxsize=256)
def _places(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return the words of a text in lower case, and where they stand."""
    plain = text.translate(_MARKS)
    return tuple((match[0].lower(), *match.span()) for match in _WORD.finditer(plain))


def _holds(text: str, parts: Iterable[list[str]]) -> bool:
    """Say whether a text has the words of each part one after the other, part after part."""
    line, at = _line(text), 0
    for words in parts:
        at = line.find(f" {' '.join(words)} ", at)
        if at < 0:
            return False
    return True


@lru_cache(maxsize=256)
def _line(text: str) -> str:
    return f" {' '.join(_words(text))} "


def _nearest(text: str, said: list[str]) -> tuple[float, str]:
    """Return the share of some words that a stretch of a text holds in order, and the stretch."""
    places = _places(text)
    held = [word for word, *_ in places]
    if not set(said) & set(held):
        return 0.0, ""
    matcher = SequenceMatcher(None, held, said, autojunk=False)
    match = matcher.find_longest_match(0, len(held), 0, len(said))
    first = max(match.a - match.b, 0)
    last = min(first + len(said), len(held))
    near = SequenceMatcher(None, held[first:last], said, autojunk=False)
    blocks = [block for block in near.get_matching_blocks() if block.size]
    share = sum(block.size for block in blocks) / len(said)
    start, end = first + blocks[0].a, first + blocks[-1].a + blocks[-1].size
    before, behind = blocks[0].b, len(said) - blocks[-1].b - blocks[-1].size
    while before and start > first and not _parts(text, places, start - 1):
        start, before = start - 1, before - 1
    while behind and end < last and not _parts(text, places, end - 1):
        end, behind = end + 1, behind - 1
    return share, text[places[start][1] : places[end - 1][2]]


def _parts(text: str, places: Sequence[tuple[str, int, int]], at: int) -> bool:
    """Say whether a sentence or quotation ends between two words."""
    return _ENDS.search(text, places[at][2], places[at + 1][1]) is not None
