"""Stretches of some passages that each tell of one of several things of a kind.

Lines that begin with what they are of ("Basic: 5 users, $9 a month"), sections under headings,
"Lisbon (42 employees), Gdansk (77 employees)", and passages that open with what they are of.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.name_keys import WORD, is_numbered, key, keys, keys_of
from groundgraph.text.quantities.written.codes import codes_of
from groundgraph.text.words import STOP_WORDS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LONGEST, _MOST_WORDS, _WORDS_OF_NAME = 60, 7, 4
"""Letters and words of a head, and words of a name before brackets."""
_FARTHEST = _LONGEST + 10
"""Letters before a colon among which its head begins: a bullet may stand there too."""
_COLON = re.compile(r":[*_]{0,2}[ \t]+(?=\S)|[ \t]\.{2,90}[ \t]+(?=\S)|\.{4,90}[ \t]*(?=\S)")
"""What parts a head from what is told of it: a colon, or dots that lead to it."""
_BOUNDARY = re.compile(
    r"(?<![A-Z])(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bProf)[.;!?] "
)
_BULLET = re.compile(r"(?:[-*•–]|\d{1,2}[.)])[ \t]+")
_HEADING = re.compile(
    r"(?:^|\n)[ \t]{0,3}(?:#{1,6}[ \t]+(?P<marked>\S[^\n]{0,60})|\*\*(?P<bold>[^*\n]{1,60})\*\*"
    r"|(?:(?<![^\n])|(?<=\n\n))(?P<plain>[A-Z][^\n|{}:;,.!?]{1,48}))(?=\n)"
)
_IN_BRACKETS = re.compile(r"\([^()\n]{3,120}\)")
_DIGIT = re.compile(r"\d")
_OF_ALL = frozenset(
    """every all any both each general note notes other others also most exception exceptions except
    excluding""".split()
)
"""Words of heads of what is for all: "Every day: salad"."""
_OPENING = 25
"""Letters of a passage before an identifier that it opens with, at most."""
_IDENTIFIERS = frozenset({"model", "code", "numbered"})


class Stretch(NamedTuple):
    """A part of a passage that tells of one thing.

    Attributes:
        passage: The passage's number, from 0.
        span: Where in it.
        head: The words by which others of its kind are told from it.
        kin: The number of its kind.
    """

    passage: int
    span: Span
    head: frozenset[str]
    kin: int

    def holds(self, passage: int, at: int) -> bool:
        """Say whether a place stands in it."""
        return passage == self.passage and self.span.start <= at < self.span.end

    @property
    def is_numbered(self) -> bool:
        """Whether a number or letter tells it apart, as "X2" and "X3", "A" and "B"."""
        return all(map(is_numbered, self.head))


class _Head(NamedTuple):
    kin: tuple[str, ...]
    text: str
    passage: int
    span: Span


def stretches(texts: Sequence[str]) -> tuple[Stretch, ...]:
    """Return the stretches of some passages, of each kind two at least.

    >>> [s.head for s in stretches(["Basic: 5 users. Pro: 20 users."])]
    [frozenset({'basic'}), frozenset({'pro'})]
    """
    kinds: dict[tuple[str, ...], list[_Head]] = defaultdict(list)
    for number, text in enumerate(texts):
        for head in _heads(text, number):
            kinds[head.kin].append(head)
    return tuple(
        made for kin, heads in enumerate(kinds.values()) for made in _told_apart(heads, kin)
    )


def _heads(text: str, number: int) -> Iterator[_Head]:
    own = str(number)
    lines = list(_line_heads(text))
    for kind, found in (("line", lines), ("section", _sections(text)), ("list", _listed(text))):
        for head, span in found:
            yield _Head((kind, own), head, number, span)
    whole = Span(0, len(text))
    if len(lines) == 1 and lines[0][1].start <= _LONGEST:
        yield _Head(("opening",), lines[0][0], number, whole)
    codes = [code for code in codes_of(text) if code.kind in _IDENTIFIERS]
    if codes and codes[0].span.start <= _OPENING:
        first, kin = codes[0], _kin(codes[0].key)
        if all(code.key == first.key for code in codes if _kin(code.key) == kin):
            yield _Head(("code", kin), first.span.of(text), number, whole)


def _kin(key: str) -> str:
    return key.split(maxsplit=1)[0] if " " in key else _DIGIT.sub("#", key)


def _line_heads(text: str) -> list[tuple[str, Span]]:
    """Return what stands before colons that open a line or sentence, and what follows each."""
    marks = []
    for colon in _COLON.finditer(text):
        farthest = max(0, colon.start() - _FARTHEST)
        line = text.rfind("\n", farthest, colon.start()) + 1
        ends = [match.end() for match in _BOUNDARY.finditer(text, line or farthest, colon.start())]
        if not ends and not line and farthest:
            continue  # what stands before is longer than a head
        start = ends[-1] if ends else line
        bullet = _BULLET.match(text, start)
        start = bullet.end() if bullet else start
        head = text[start : colon.start()].strip("*_ \t")
        if head[:1].isupper() and len(head) <= _LONGEST and len(head.split()) <= _MOST_WORDS:
            marks.append((head, start, colon.end()))
    found = []
    for at, (head, _, begun) in enumerate(marks):
        after = marks[at + 1][1] if at + 1 < len(marks) else len(text)
        line = text.find("\n", begun)
        found.append((head, Span(begun, min(after, line) if line >= 0 else after)))
    return found


def _sections(text: str) -> list[tuple[str, Span]]:
    found = list(_HEADING.finditer(text))
    ends = [*(match.start() for match in found), len(text)][1:]
    heads = [match[match.lastgroup or 0] for match in found]
    return [(head, Span(m.end(), end)) for head, m, end in zip(heads, found, ends, strict=False)]


def _listed(text: str) -> list[tuple[str, Span]]:
    """Return the names right before brackets that hold a number, and what stands in these."""
    found = []
    for match in _IN_BRACKETS.finditer(text):
        before = text[max(0, match.start() - _LONGEST) : match.start()]
        name = _name_at_the_end(before) if _DIGIT.search(match[0]) else ""
        if name:
            found.append((name, Span(*match.span())))
    return found


def _name_at_the_end(text: str) -> str:
    """Return the words in capitals that a text ends with, without what stands before a mark."""
    name: list[str] = []
    for word in reversed(text.split()[-_WORDS_OF_NAME:]):
        if not word[0].isupper() or (name and not word[-1].isalnum()):
            break
        name.append(word)
    return " ".join(reversed(name))


def _told_apart(heads: Sequence[_Head], kin: int) -> Iterator[Stretch]:
    """Yield the heads of one kind that have words which no other one has."""
    heads = [head for head in heads if _OF_ALL.isdisjoint(head.text.lower().split())]
    words = [keys_of(head.text) for head in heads]
    held = Counter(word for own in words for word in own)
    for head, own in zip(heads, words, strict=True):
        apart = frozenset(word for word in own if held[word] == 1)
        names = frozenset(_names(head.text)) & apart
        if apart and len(heads) > 1:
            yield Stretch(head.passage, head.span, names or apart, kin)


def _names(text: str) -> list[str]:
    """Return the keys of a head's words that are names; of a first word only beside others."""
    every = [word for word in WORD.findall(text) if word.lower() not in STOP_WORDS]
    numbered = [name for name in keys(WORD.findall(text)) if is_numbered(name)]
    written = [word for word in every[1:] if word[0].isupper()]
    if written and every[0][0].isupper():
        written = every
    return numbered or [key(word) for word in written]
