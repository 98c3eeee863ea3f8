r"""Prose set in lines, as PDF files and mails have it, read as running text.

A word that was broken at the end of a line is joined, and a line break within a sentence becomes a
space. "well-\nknown" keeps its hyphen: the rest of the text, English words and what such words
begin with tell the two apart. Tables, lists and records keep their lines.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.documents.plain_text import PlainWriter
from groundgraph.text.foreign import is_english_word
from groundgraph.text.quantities.tables.reading import tables
from groundgraph.text.sentences import LONG_LINE, sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.documents.plain_text import PlainText

_SOFT = "\N{SOFT HYPHEN}"
_AT_END = re.compile(
    rf"{_SOFT}(?:\r?\n[ \t]{{0,40}})?|(?<=\w)[-\N{{HYPHEN}}][ \t]{{0,4}}\r?\n[ \t]{{0,40}}(?=\w)"
)
_LONGEST = 40
_AFTER = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BREAK = re.compile(r"\r?\n[ \t]*")
_LINE = re.compile(r"[^\n]+")
_UNFINISHED = re.compile(
    r"(?<=[^\W\d_][ ])(?:a|an|and|as|at|between|by|for|from|his|her|into|its|of|on|or|our|than|that"
    r"|the|their|to|with)(?P<gap>[ \t]{0,40}\r?\n[ \t]{0,40})(?=\w)"
)
_NEXT_WORD = re.compile(r"\S+")
_ITEM = re.compile(r"[-*+•·–—#|>]|\(?(?:\d{1,3}|[a-zA-Z])[.)]\s")
_GOES_ON = frozenset(",;)\"'”’")
_FIRST_PARTS = frozenset({"long", "self", "short", "well"})
"""Of compounds that word lists hold without their hyphen too, such as "shortterm"."""
_LEAST_PART = 4
_LEAST_LINES = 3
_EDGE = re.compile(r"-[ ]?\[|->|→|<-|\w[ ]?\{[`\"']?\w{1,40}[`\"']?[ ]?:")
"""An arrow, or the beginning of a node with properties."""


def running_text(text: str) -> PlainText | None:
    r"""Read a text without the breaks of its lines; ``None`` where none is within a sentence.

    >>> running_text("The inter-\nnational fair of\nthe city is well-\nknown.").text
    'The international fair of the city is well-known.'
    >>> running_text("Fees:\nAdults 4\nChildren 2") is None
    True
    """
    if ("\n" not in text and _SOFT not in text) or _is_of_a_graph(text):
        return None
    broken = [*_hyphens(text)]
    breaks = _breaks(text, {end for _, end in broken})
    places = sorted([*((own, "") for own in broken), *((own, " ") for own in breaks)])
    if not places:
        return None
    out = PlainWriter(text)
    last = 0
    for (start, end), instead in places:
        if start < last:
            continue
        out.keep(last, start)
        out.put(instead, start, end)
        last = end
    out.keep(last, len(text))
    return out.collected()


def _is_of_a_graph(text: str) -> bool:
    """Say whether most lines are nodes and edges of a graph, which no margin breaks."""
    lines = [line for line in text.split("\n") if line.strip()]
    return sum(_EDGE.search(line) is not None for line in lines) * 2 > len(lines)


def _hyphens(text: str) -> Iterator[tuple[int, int]]:
    """Yield what parts a word: a hyphen and the line break after it, or that break alone."""
    known: frozenset[str] | None = None
    for match in _AT_END.finditer(text):
        start, end = match.span()
        if text[start] != _SOFT:
            if known is None:
                known = frozenset(_WORD.findall(text.lower()))
            start += not _is_broken(text, start, end, known)
        yield start, end


def _is_broken(text: str, start: int, end: int, known: frozenset[str]) -> bool:
    """Say whether the hyphen before a line break stands within a word, and not between two."""
    at = start
    while at > max(0, start - _LONGEST) and text[at - 1].isalpha():
        at -= 1
    before, after = text[at:start], _AFTER.match(text, end, end + _LONGEST)
    if not before or after is None or not after[0].islower():
        return False
    first, second = before.lower(), after[0]
    if f"{first}-{second}" in known:
        return False
    if first + second in known:
        return True
    is_word = len(second) >= _LEAST_PART and is_english_word(second)
    if is_word and first in _FIRST_PARTS:
        return False
    named = before.istitle() and _is_within_sentence(text, at)
    return named or is_english_word(first + second) or not (is_word and is_english_word(first))


def _is_within_sentence(text: str, at: int) -> bool:
    """Say whether a word comes after another one, and not after a stop."""
    before = text[max(0, at - 2) : at]
    return len(before) > 1 and before[1] == " " and (before[0].isalnum() or before[0] in _GOES_ON)


def _blanks_before(text: str, first: int, at: int) -> int:
    """Return where the spaces and tabs before a place begin."""
    while at > first and text[at - 1] in " \t":
        at -= 1
    return at


def _breaks(text: str, broken: AbstractSet[int]) -> list[tuple[int, int]]:
    """Return the line breaks that a margin made, but for those of tables and records.

    Args:
        text: The text.
        broken: Where lines begin with the rest of a word.
    """
    within = {
        (_blanks_before(text, span.start, match.start()), match.end())
        for span in sentence_spans(text)
        for match in _BREAK.finditer(text, span.start, span.end)
    }
    within |= {*_after_small_words(text)}
    if not within and not broken:
        return []
    found = within | {*_at_margins(text, {*broken, *(end for _, end in within)})}
    taken = sorted(tables(text).spans)
    ends = [span.end for span in taken]
    kept = []
    for start, end in sorted(found):
        place = bisect_left(ends, start)  # the first table that ends here or later
        is_free = place == len(taken) or taken[place].start > end
        if end not in broken and is_free:
            kept.append((start, end))
    return kept


def _after_small_words(text: str) -> Iterator[tuple[int, int]]:
    """Yield the breaks after lines that end with "of", "from", "the": no sentence ends so."""
    for match in _UNFINISHED.finditer(text):
        yield match.span("gap")


def _at_margins(text: str, wrapped: AbstractSet[int]) -> Iterator[tuple[int, int]]:
    """Yield the breaks after lines that had no room for the next word, in paragraphs with others.

    Sentences end at a margin too, and a name at the head of a line looks like the first word of
    one.
    """
    for lines in _paragraphs(text):
        width = max(end - start for start, end in lines)
        if width > LONG_LINE or not any(start in wrapped for start, _ in lines):
            continue
        for (start, end), (after, _) in pairwise(lines):
            word = _NEXT_WORD.match(text, after)
            full = word is not None and end - start + 1 + len(word[0]) > width
            if full and _ITEM.match(text, after) is None:
                yield end, after


def _paragraphs(text: str) -> Iterator[list[tuple[int, int]]]:
    """Yield where the lines of each paragraph stand, without space at both ends."""
    lines: list[tuple[int, int]] = []
    last = 0
    for match in _LINE.finditer(text):
        written = match[0].strip()
        if lines and (not written or match.start() > last + 1):
            yield lines
            lines = []
        if written:
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            lines.append((start, start + len(written)))
        last = match.end()
    if lines:
        yield lines


def without_margins(text: str) -> str:
    r"""Return a text of the same length with the breaks of wrapped paragraphs as spaces.

    Of such a paragraph no line but the last had room for the next word, and one goes on with a
    small letter; an item of a list is one of its own.

    >>> without_margins("The fair of\nMarch was\nheld here.\n\nRed\nBlue")
    'The fair of March was held here.\n\nRed\nBlue'
    """
    if text.count("\n") < _LEAST_LINES - 1:
        return text
    breaks = [
        start - 1
        for lines in _wrapped_paragraphs(text)
        if _is_wrapped([text[start:end] for start, end in lines])
        for start, _ in lines[1:]
    ]
    kept = list(text)
    for place in breaks:
        kept[place] = " "
    return "".join(kept)


def _wrapped_paragraphs(text: str) -> Iterator[list[tuple[int, int]]]:
    """Yield where the lines of each paragraph or item stand, their indents included."""
    lines: list[tuple[int, int]] = []
    last = 0
    for match in _LINE.finditer(text):
        follows = lines and match.start() == last + 1 and _ITEM.match(match[0].lstrip()) is None
        if not (follows and match[0].strip()):
            yield lines
            lines = []
        if match[0].strip():
            lines.append((match.start(), match.start() + len(match[0].rstrip())))
        last = match.end()
    yield lines


def _is_wrapped(lines: Sequence[str]) -> bool:
    width = max(map(len, lines), default=0)
    return (
        len(lines) >= _LEAST_LINES
        and width <= LONG_LINE
        and any(line.lstrip()[0].islower() for line in lines[1:])
        and all(
            len(line) + 1 + len(after.split(maxsplit=1)[0]) > width
            for line, after in pairwise(lines)
        )
    )
