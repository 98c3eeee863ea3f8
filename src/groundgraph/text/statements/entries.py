"""Things told one after the other, each behind its name, and what a claim says of the wrong one.

"Starter: 3 seats, email support. Team: 10 seats, chat support, SSO." A claim that names the Starter
plan alone and has "chat support" says of it what only Team has. Numbers are held against the rows
that such things make (`groundgraph.text.quantities.tables.rosters`).
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.once import kept
from groundgraph.text.statements.nouns import content_nouns
from groundgraph.text.words import NEGATIONS, letters
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.statements.evidence import Evidence, Sentence

_SEGMENT = re.compile(r"[;\n]|\.(?=\s+[^\W_]|\s*\Z)")
_ENTRY = re.compile(
    r"\s*(?:[-*•] )?(?P<name>[^\W_][\w'’&+./-]{0,24}(?:,? [\w'’&+()/-]{1,24}){0,6}): "
    r"(?P<body>\S.{2,400})"
)
_FEWEST = 2
_PART = re.compile(r"(?:(?!, | and | or | with | plus ).)+")
_LIKELY = 0.75
_OTHERWISE = NEGATIONS | frozenset(
    """than unlike rather instead if unless until only both either all every each other others
    another upgrade upgrading switch switching besides except""".split()
)
"""Words of claims that deny, compare, or go from one thing to another."""


class Part(NamedTuple):
    """One thing that an entry lists: the words by which it is known, and where it stands."""

    words: frozenset[str]
    span: Span


class Entry(NamedTuple):
    """What is told behind a name.

    Attributes:
        name: The words by which it is told from those beside it.
        words: All of its words, those of its name too.
        body: Those behind its name.
        parts: What it lists.
    """

    name: frozenset[str]
    words: frozenset[str]
    body: frozenset[str]
    parts: tuple[Part, ...]


class Misplaced(NamedTuple):
    """A part of another entry than a claim speaks of.

    Attributes:
        number: Number of a sentence of its passage.
        span: Where the part stands in the passage.
        fit: How sure it is that the claim is wrong, in [0, 1].
    """

    number: int
    span: Span
    fit: float


def misplaced(claim: Sentence, evidence: Evidence, near: Sequence[int]) -> Misplaced | None:
    """Find what a claim says of one entry that only others list.

    Args:
        claim: One sentence of an answer.
        evidence: What it is held against.
        near: Sentences that share most words with the claim.
    """
    if not _OTHERWISE.isdisjoint(letters(claim.written)):
        return None
    read: set[int] = set()
    for number in near:
        told = evidence.sentences[number]
        if told.passage in read:
            continue
        read.add(told.passage)
        for run, elsewhere in entries(told.text):
            part = _of_another(claim.stems, run, elsewhere)
            if part is not None:
                return Misplaced(number, part.span, _LIKELY)
    return None


def _of_another(
    said: frozenset[str], run: Sequence[Entry], elsewhere: frozenset[str]
) -> Part | None:
    named = [entry for entry in run if entry.name <= said]
    if len(named) != 1:
        return None
    own = named[0].words | elsewhere
    alike = (e for e in run if e is not named[0] and _tells(e.body & named[0].body))
    listed = (part for entry in alike for part in entry.parts)
    return next((part for part in listed if part.words <= said and _tells(part.words - own)), None)


def _tells(words: frozenset[str]) -> bool:
    """Say whether words tell something, and no number.

    Entries of a kind share a word at least; fields of a record, "Name: …", "Owner: …", have none.
    """
    return bool(words) and not any(word[0].isdigit() for word in words)


@kept
def entries(text: str) -> tuple[tuple[tuple[Entry, ...], frozenset[str]], ...]:
    """Return the runs of entries of a text, each with the words that stand outside of it.

    >>> [([sorted(e.name) for e in run]) for run, _ in entries("Basic: mail. Pro: mail, chat.")]
    [[['basic'], ['pro']]]
    """
    if text.count(": ") < _FEWEST:
        return ()
    found = []
    matches = (_ENTRY.fullmatch(text, *segment) for segment in _segments(text))
    for _, group in groupby(matches, key=bool):
        run = [match for match in group if match is not None]
        if len(run) >= _FEWEST:
            outside = text[: run[0].start()], text[run[-1].end() :]
            found.append((_run(run), frozenset().union(*map(content_nouns, outside))))
    return tuple(found)


def _segments(text: str) -> Iterator[Span]:
    start = 0
    for match in _SEGMENT.finditer(text):
        if text[start : match.start()].strip():
            yield Span(start, match.start())
        start = match.end()
    if text[start:].strip():
        yield Span(start, len(text))


def _run(matches: Sequence[re.Match[str]]) -> tuple[Entry, ...]:
    """Read entries that stand one after the other; those with words of their own in the name."""
    names = [content_nouns(match["name"]) for match in matches]
    held = Counter(word for own in names for word in own)
    found = []
    for match, own in zip(matches, names, strict=True):
        apart, body = frozenset(w for w in own if held[w] == 1), content_nouns(match["body"])
        if apart:
            found.append(Entry(apart, own | body, body, tuple(_parts(match))))
    return tuple(found)


def _parts(match: re.Match[str]) -> Iterator[Part]:
    for part in _PART.finditer(match.string, *match.span("body")):
        if words := content_nouns(part[0]):
            yield Part(words, Span(*part.span()))
