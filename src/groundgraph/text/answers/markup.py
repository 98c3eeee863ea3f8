"""An answer without its markup: list markers, bold, headings and citation marks set apart.

The rest is cut into blocks (paragraphs, list items, headings), each with the place in the answer
that every one of its characters comes from.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.answers.citations import ADDRESS, FILE, citations
from groundgraph.text.answers.emphasis import paired
from groundgraph.text.answers.table_rows import is_row, is_rule, pipes
from groundgraph.text.documents.json_words import said
from groundgraph.text.documents.line_breaks import without_margins
from groundgraph.text.documents.plain_text import characters, comparisons, rewritten
from groundgraph.text.program_code import is_program
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.answers.citations import CitationMark
    from groundgraph.text.documents.plain_text import PlainText

HEADING_WORDS = 10
"""A bold line of more words is a sentence that someone wanted to be read."""
_LINE = re.compile(r"[^\n]*\n?")
_LEAD = re.compile(
    r"""[ \t]* (?P<quote> (?:>[ \t]?)+ )?
    (?P<item> (?: [-*+•‣▪●◦►–—] | \(?\d{1,2}[.)] | \(?[a-h][.)] | \(?[A-H]\) | \(?[ivx]{2,4}[.)]
            | (?![❌❎✖✗✘🚫⛔])[\u2600-\u27bf\u2b50\U0001f300-\U0001faff]\ufe0f? )
        [ \t]+ (?=\S) )?
    (?P<title> \#{1,6}[ \t]+ )?""",
    re.VERBOSE,
)
_BOLD_LINE = re.compile(r"(?:\*\*([^*_\n]+)\*\*|__([^*_\n]+)__):?\s*\Z")
_RUN = re.compile(r"\*+|_+|`+")
_MARKS = frozenset("*_`")
_LINK = re.compile(rf"(?P<open>\[)[^\[\]\n]+(?P<close>\]{ADDRESS})")
_SOURCE_LINK = re.compile(
    rf"[ ]?\(?\[(?:source|sources|link|here|ref|reference|{FILE})\]{ADDRESS}\)?"
    rf"|[ ]?[(\[]\[[^\[\]\n]+\]{ADDRESS}(?:[,;]?[ ]?\[[^\[\]\n]+\]{ADDRESS}){{0,9}}[)\]]"
    rf"|(?<=[.!?])[ ]\[[^\[\]\n]+\]{ADDRESS}(?=[ \t]*(?:\n|\Z))",
    re.IGNORECASE,
)
"""A link that says where a sentence comes from, and no word of it."""
_OTHER_TAGS = (
    "abbr|article|audio|blockquote|body|button|center|cite|del|details|font|footer|form|header|html"
    "|iframe|img|input|ins|kbd|label|link|main|math|meta|nav|object|option|pre|q|samp|script|section"
    "|select|source|style|summary|svg|tbody|textarea|th|thead|tt|var|video"
)
_TAG = re.compile(
    r"</?(?:(?P<block>p|div|br|li|ul|ol|h[1-6]|tr|td|table|(?:final_)?answer|response|reply|final)"
    r"|(?:b|i|u|em|strong|span|sup|sub|a|code|small|mark))(?:[ ][^<>\n]{0,300})?/?>"
    r"|<\|[\w ]{1,30}\|>|</s>|</?co(?:: ?\d{1,3}(?:, ?\d{1,3}){0,9})?>"
    rf"|</(?:{_OTHER_TAGS})>|<(?:{_OTHER_TAGS})[ /][^<>\n]{{0,300}}>",
    re.IGNORECASE,
)
"""Tags; of elements that are seldom within an answer not "<form>", of which a text may speak."""
_BOXED = re.compile(r"(?P<open>\\boxed\{(?:\\text\{)?)[^{}\n]*(?P<close>\}{1,2})")
_HINTS = ("*", "_", "`", "](", "\\boxed")
_THINKS = re.compile(
    r"<(?P<closes>/?)(?:think|thinking|thought|reasoning|scratchpad)>", re.IGNORECASE
)
_ENTITY = re.compile(r"&(?:#\d{1,6}|#[xX][\da-fA-F]{1,5}|[A-Za-z]{2,8});")
_ESCAPED = re.compile(r"\\(?=[-.*_#()\[\]!+>|~$&])")
_NO_ESCAPES = re.compile(r"\\[\w\\]|`")
"""What formulas, patterns and code have, whose backslashes are their own."""
_FENCE = re.compile(r"[ \t]*`{3,}(?P<tag>[^`\n]*)\n?")
_LANGUAGES = frozenset(
    """python py python3 javascript js jsx typescript ts tsx java kotlin swift c cpp c++ csharp cs
    c# go golang rust rs ruby rb php perl r scala sql haskell lua julia dart css scss""".split()
)
"""Tags of fences around programs; commands, data and prose are fenced too."""


class Block(NamedTuple):
    """Part of an answer that is cut into sentences by itself.

    Attributes:
        text: Without markup and citation marks.
        origins: The place in the answer of each character, shape ``(len(text),)``.
        is_heading: Whether its markup makes it a heading.
        cited: Its citation marks, each with how many characters of ``text`` stand before the end of
            the words that it belongs to: those before it, or those after it where it begins a line.
        is_code: Whether it is a program.
    """

    text: str
    origins: list[int]
    is_heading: bool = False
    cited: tuple[tuple[int, CitationMark], ...] = ()
    is_code: bool = False


class _Removed(NamedTuple):
    """What is taken out of an answer: a citation mark, or markup; and what stands for it."""

    span: Span
    mark: CitationMark | None = None
    instead: str = ""


class _Fenced(NamedTuple):
    """Lines between fences: with those, without, and what the first says that they are."""

    whole: Span
    inside: Span
    tag: str


class _Part(NamedTuple):
    """Lines of an answer: where they begin, where their text does, and where they end."""

    start: int
    text: int
    end: int
    is_heading: bool


def blocks(answer: str, ids: frozenset[str] = frozenset()) -> list[Block]:
    r"""Cut an answer into blocks; those without any text are left out.

    A mark that stands alone on its line belongs to the block before. What a model reasons for
    itself is no part of the answer.

    Args:
        answer: Any text.
        ids: The ids of its passages, for `citations`.

    >>> text = "## Rivers\n- The **Danube** is long [1].\n- So is the Po."
    >>> [block.text.strip() for block in blocks(text)]
    ['Rivers', 'The Danube is long.', 'So is the Po.']
    """
    read = rewritten(answer, [*characters(answer), *_written_signs(answer)])
    return _blocks(answer, ids) if read is None else _placed(_blocks(read.text, ids), read)


def _blocks(answer: str, ids: frozenset[str]) -> list[Block]:
    spoken = _blanked(answer, [*_reasoning(answer)])
    programs = [*_programs(spoken)]
    forms = [] if programs else [*_forms(spoken)]
    found = _prose(_blanked(spoken, [*programs, *(whole for whole, _ in forms)]), ids)
    found += [Block(p.of(answer), [*range(*p)], is_code=True) for p in programs]
    for _, fields in forms:
        for words in fields:
            found += _placed(_prose(words.text, ids), words)
    return sorted(found, key=lambda block: block.origins[0]) if programs or forms else found


def _placed(found: Sequence[Block], read: PlainText) -> list[Block]:
    """Return blocks of a text with their places in what it was read from."""
    return [
        block._replace(origins=[read.starts[place] for place in block.origins]) for block in found
    ]


def _written_signs(answer: str) -> Iterator[tuple[Span, str]]:
    r"""Yield signs that are written for HTML or Markdown, "&#39;" and "\-", and such as compare.

    Of formulas and code the first alone.
    """
    if "&" in answer:
        for entity in _ENTITY.finditer(answer):
            yield Span(*entity.span()), html.unescape(entity[0])
    if _NO_ESCAPES.search(answer) is not None:
        return
    yield from comparisons(answer)
    if "\\" in answer:
        for escape in _ESCAPED.finditer(answer):
            yield Span(*escape.span()), ""


def _forms(answer: str) -> Iterator[tuple[Span, list[PlainText]]]:
    """Yield what of an answer is JSON, all of it or what is fenced, and what its fields say."""
    every = Span(0, len(answer))
    places = [(f.whole, f.inside) for f in _fenced(answer)] if "```" in answer else [(every, every)]
    for whole, inside in places:
        fields = said(" " * inside.start + inside.of(answer))
        if fields is not None:
            yield whole, fields


def _blanked(answer: str, spans: Sequence[Span]) -> str:
    """Return an answer of the same length with empty lines in the place of some spans, in order."""
    parts, at = [], 0
    for start, end in spans:
        parts += [answer[at:start], "\n" * (end - start)]
        at = end
    return "".join([*parts, answer[at:]])


def _reasoning(answer: str) -> Iterator[Span]:
    """Yield what a model writes for itself; its template may have opened it, or it be cut off."""
    opened: int | None = None
    first = True
    for tag in _THINKS.finditer(answer):
        if not tag["closes"]:
            opened = tag.start() if opened is None else opened
        elif opened is not None or first:
            yield Span(opened or 0, tag.end())
            opened = None
        first = False
    if opened is not None and not answer[:opened].strip():
        yield Span(opened, len(answer))


def _programs(answer: str) -> Iterator[Span]:
    """Yield what of an answer is code of a program: what a fence says is, or all of it."""
    if "```" in answer:
        for whole, inside, tag in _fenced(answer):
            if tag in _LANGUAGES or is_program(inside.of(answer)):
                yield whole
    elif is_program(answer):
        yield Span(0, len(answer))


def _fenced(answer: str) -> Iterator[_Fenced]:
    """Yield what stands between fences; one that is not closed ends with the answer."""
    opened: re.Match[str] | None = None
    for line in _LINE.finditer(answer):
        last = line.end() == len(answer)
        fence = _FENCE.fullmatch(answer, *line.span())
        if opened is None:
            opened = fence
        elif fence or last:
            inside = Span(opened.end(), line.start() if fence else line.end())
            yield _Fenced(Span(opened.start(), line.end()), inside, opened["tag"].strip().lower())
            opened = None


def _prose(given: str, ids: frozenset[str]) -> list[Block]:
    answer = without_margins(given)
    marks = citations(answer, ids)
    removed = [_Removed(mark.span, mark) for mark in marks]
    removed += [_Removed(span) for span in _markup(answer)]
    removed += [*_tags(answer), *(_Removed(span, instead=read) for span, read in pipes(answer))]
    removed.sort(key=lambda each: each.span)
    starts = [each.span.start for each in removed]
    found: list[Block] = []
    for part in _parts(answer):
        own = removed[bisect_left(starts, part.start) : bisect_left(starts, part.end)]
        block = _block(answer, part, own)
        if block.text and not block.text.isspace():
            found.append(block)
        elif found:
            last = found[-1]
            more = [(len(last.text), mark) for _, mark in block.cited]
            found[-1] = last._replace(cited=(*last.cited, *more))
    return found


def _parts(answer: str) -> Iterator[_Part]:
    start, text, heading = 0, 0, False
    lines = [*_LINE.finditer(answer)]
    for match, after in zip_longest(lines, lines[1:]):
        line = match[0]
        lead = _LEAD.match(line)
        assert lead is not None  # it matches the empty string
        rule = is_rule(line)
        row = is_row(line)
        titled = lead["title"] is not None or _is_bold_title(line, lead.end())
        titled = titled or (row and after is not None and is_rule(after[0]))
        begins = heading or rule or titled or row or lead.lastgroup is not None
        if begins and match.start() > start:
            yield _Part(start, text, match.start(), heading)
            start = match.start()
        if begins or match.start() == start:
            text = match.end() if rule else start + lead.end()
            heading = titled
    yield _Part(start, text, len(answer), heading)


def _tags(answer: str) -> Iterator[_Removed]:
    """Yield the tags of HTML, where some element is closed or a line broken."""
    if "</" in answer or "<|" in answer or "<br" in answer.lower() or "<img " in answer.lower():
        for tag in _TAG.finditer(answer):
            yield _Removed(Span(*tag.span()), instead="\n\n" if tag["block"] else "")


def _is_bold_title(line: str, start: int) -> bool:
    """Say whether a line is bold as a whole, and too short and open for a sentence."""
    found = _BOLD_LINE.match(line, start)
    if found is None:
        return False
    inside = (found[1] or found[2]).rstrip()
    return not inside.endswith((".", "!", "?")) and len(inside.split()) <= HEADING_WORDS


def _block(answer: str, part: _Part, removed: Sequence[_Removed]) -> Block:
    if not removed:
        whole = range(part.text, part.end)
        return Block(answer[part.text : part.end], [*whole], part.is_heading)
    origins: list[int] = []
    text: list[str] = []
    cited: list[tuple[int, CitationMark]] = []
    at, begins = part.text, True
    for (span, mark, instead), next_word in zip(removed, _next_words(answer, removed), strict=True):
        between = answer[at : span.start]
        origins += range(at, span.start)
        text += between
        at = max(at, span.end)
        begins = (begins and not between.strip(" \t")) or between.rstrip(" \t").endswith("\n")
        is_mark = bool(instead) and not instead[0].isalnum()
        if is_mark or (mark is not None and not answer[at : at + 1].isalnum()):
            while text and text[-1] in " \t":  # before a mark, unless a word follows at once
                del text[-1], origins[-1]
        text += instead
        origins += [span.start] * len(instead)
        if mark is not None:
            cited.append((len(origins) + (next_word if begins else 0), mark))
    origins += range(at, part.end)
    text += answer[at : part.end]
    return Block("".join(text), origins, part.is_heading, tuple(cited))


def _next_words(answer: str, removed: Sequence[_Removed]) -> list[int]:
    """Return how far after each piece the next words of its line begin.

    It is counted in characters that are kept, the first of the words included; 0 where the line
    has no more.
    """
    found: list[int] = []
    after, ahead = len(answer), 0
    for span, *_ in reversed(removed):
        between = answer[span.end : after]
        blank = len(between) - len(between.lstrip(" \t"))
        if blank < len(between):
            ahead = 0 if between[blank] == "\n" else blank + 1
        else:
            ahead += blank if ahead else 0
        found.append(ahead)
        after = span.start
    return found[::-1]


def _markup(answer: str) -> Iterator[Span]:
    """Yield what marks words as bold, slanted, code or a link."""
    if not any(hint in answer for hint in _HINTS):
        return
    for source in _SOURCE_LINK.finditer(answer):
        yield Span(*source.span())
    for link in _LINK.finditer(answer):
        yield Span(*link.span("open"))
        yield Span(*link.span("close"))
    for boxed in _BOXED.finditer(answer) if "\\boxed" in answer else ():
        yield Span(*boxed.span("open"))
        yield Span(*boxed.span("close"))
    for line in _LINE.finditer(answer):
        if not _MARKS.isdisjoint(line[0]):
            yield from paired([*_RUN.finditer(answer, *line.span())])
