"""Sentences of a text: rules over candidate boundaries, exact offsets, linear time.

One regular expression finds every place where a sentence may end (a stop, a new line, a bullet);
a few checks on the words around it decide. The rules are written for English answers and web
passages, and know the full stops of other scripts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.abbreviations import (
    MONTHS,
    RULES,
    Following,
    before_capital,
    before_opener,
    ends_label,
    never,
    rule_for,
)
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.abbreviations import Rules

SHORT_LINE = 45
"""A line of at most so many characters was ended by its writer, not wrapped at a margin."""

LONG_LINE = 110
"""Nor was a line of more characters than this: no margin is so wide."""

LIST_LINE = 30
"""Two lines in a row up to this length are a list, even if the second begins in lower case."""

LONGEST = 2_000
"""Characters of a sentence. Of 187,000 in RAGTruth's answers and passages the longest has 1,087.
What is longer is cut between words, so that those who read a sentence may go through it again for
each of its words."""


def sentence_spans(text: str, rules: Rules = RULES) -> Iterator[Span]:
    """Yield the sentences, list items and headings of a text, in order.

    Args:
        text: Any text.
        rules: What ends a sentence after an abbreviation, by the abbreviation without its stop.
    """
    body = text.strip()
    offset = len(text) - len(text.lstrip())
    start = 0
    for cut in (*_cuts(body, rules), len(body)):
        piece = body[start:cut].strip()
        if piece:
            first = offset + body.index(piece[0], start)
            yield from _pieces(text, first, first + len(piece))
        start = cut


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """Cut what is too long for a sentence between words, or where it is one word within."""
    while end - start > LONGEST:
        space = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
        cut = space if space >= 0 else start + LONGEST
        yield Span(start, start + len(text[start:cut].rstrip()))
        start = end - len(text[cut:end].lstrip())
    yield Span(start, end)


def _cuts(text: str, rules: Rules) -> Iterator[int]:
    """Yield where new sentences begin, in order.

    Every check reads a bounded window, or characters that no later check reads again, which
    keeps the whole pass linear.
    """
    sentence = line = 0
    for match in _CANDIDATE.finditer(text):
        kind = match.lastgroup
        if kind == "stop":
            cut = _after_stop(text, sentence, match, rules)
        elif kind == "line":
            cut = match.end() if _line_ends(text, line, match, rules) else sentence
            line = match.end()
        elif kind == "mark" and _QUOTATION.match(text, match.end()):
            cut = sentence
        else:
            cut = match.start() if kind == "bullet" else match.end()
        if cut > sentence:
            yield cut
            sentence = cut


def _after_stop(text: str, sentence: int, match: re.Match[str], rules: Rules) -> int:
    """Return where the next sentence begins, or ``sentence`` where the stop ends none."""
    ahead = _AHEAD.match(text, match.end())
    if ahead is None or not _stop_ends(text, sentence, match, ahead, rules):
        return sentence
    closer = _LONE_CLOSER.match(text, match.end())
    if closer is None:
        return ahead.start("opening")
    if _GOES_ON.match(text, closer.end()):
        return sentence
    if closer[1] == '"' and text.count('"', sentence, closer.start()) % 2 == 0:
        return ahead.start("opening")
    return closer.end()


def _stop_ends(
    text: str, sentence: int, match: re.Match[str], ahead: re.Match[str], rules: Rules
) -> bool:
    at = match.start()
    if _is_marker(text, sentence, at) or _GOES_ON.match(text, ahead.start("opening")):
        return False
    if is_left_out(text, at, match.end()):
        return False
    tail = text[max(sentence, at - _WINDOW) : at].rstrip()
    if not ahead["gap"]:
        return _is_glued(tail, ahead)
    may_be_lower = _NEWLINE.search(ahead["gap"]) is not None or not ahead["word"][:1].islower()
    if text[at] != "." or match["more"] or tail.endswith("."):
        return may_be_lower
    return _period_ends(tail, ahead, rules, may_be_lower, bool(match["closers"]))


def _period_ends(
    tail: str, ahead: re.Match[str], rules: Rules, may_be_lower: bool, closed: bool
) -> bool:
    """Judge a single period, followed by white space, by the words on both sides."""
    if ends_label(tail):
        return before_capital(_following(ahead))
    word = _last_word(tail)
    rule = None if _DEGREES.search(tail) else rule_for(word, rules)
    if rule is not None:
        return rule(_following(ahead))
    if word.isdecimal() and len(word) <= 2 and ahead["word"] in MONTHS:
        return False
    return may_be_lower or (not closed and _is_ordinary(word))


def is_left_out(text: str, start: int, end: int) -> bool:
    """Say whether dots stand for what lies between two numbers: "06:10 06:40 ... 22:40"."""
    before, behind = text[max(0, start - 2) : start], text[end : end + 2]
    apart = before.endswith(" ")
    if text[start:end] not in {"…", "..."} or apart != behind.startswith(" "):
        return False
    return before.rstrip(" ")[-1:].isdigit() and behind[apart:][:1].isdigit()


def _is_marker(text: str, sentence: int, at: int) -> bool:
    """Say whether the stop belongs to the number of a list item: "1." or "Step 2."."""
    return at - sentence <= _WINDOW and _MARKER.fullmatch(text, sentence, at) is not None


def _is_glued(tail: str, ahead: re.Match[str]) -> bool:
    """Say whether two sentences meet without a space: "in time.The next", not "Sheets.Add"."""
    if not _GLUE.match(ahead.string, ahead.end("word")):
        return False
    word = _last_word(tail).rstrip(")]\"'”’")
    if before_opener(_following(ahead)):
        return word.isalnum()
    return len(word) > 1 and word.isalpha() and word.islower() and ahead["word"].istitle()


def _is_ordinary(word: str) -> bool:
    """Say whether a word ends sentences even if a careless writer goes on in lower case."""
    return (
        len(word) > _SHORT_WORD
        and word.isalpha()
        and word.islower()
        and (not word.isascii() or not _VOWELS.isdisjoint(word))
    )


def _last_word(tail: str) -> str:
    found = _LAST_WORD.search(tail)
    return found[0].lstrip("'") if found else ""


def _following(ahead: re.Match[str]) -> Following:
    return Following(ahead["word"], bool(ahead["dot"]))


def _line_ends(text: str, line: int, match: re.Match[str], rules: Rules) -> bool:
    """Say whether a sentence, item or heading ends with the line, or was wrapped."""
    if len(_NEWLINE.findall(match[0])) > 1 or "\u2029" in match[0]:
        return True
    if _ITEM.match(text, match.end()) or _STAMP.match(text, match.end()):
        return True
    content = text[line : match.start()].strip()
    if content.startswith(("#", "|")) or _is_entry(text, content, match.end()):
        return True
    tail = content.rstrip(_CLOSERS)
    if tail.endswith("."):
        title = rule_for(_last_word(tail[-_WINDOW:-1]), rules) is never
        return not title and _was_not_wrapped(text, line, content, match.end())
    return tail.endswith((":", "：", ";")) or _was_not_wrapped(text, line, content, match.end())


def _is_entry(text: str, content: str, after: int) -> bool:
    """Say whether the next line is "key: value", as the line before it or the one after it is."""
    if not _KEY.match(text, after):
        return False
    return _KEY.match(content) is not None or _KEYS.match(text, after) is not None


def _was_not_wrapped(text: str, line: int, content: str, after: int) -> bool:
    """Say whether the writer, not a margin, ended the line whose text is ``content``."""
    rest = _NEWLINE.split(text[after : after + LONG_LINE + 1], maxsplit=1)[0].rstrip()
    if len(_COLUMNS.findall(content)) > 1 and _COLUMNS.search(rest):
        return True
    if content.endswith(_HANGING) and not _NIL.search(content):
        return False
    size = len(content)
    if rest[:1].islower():
        return max(size, len(rest)) <= LIST_LINE and not _STOP.search(rest)
    if size <= SHORT_LINE or size > LONG_LINE or _ITEM.match(text, line):
        return True
    # A margin that holds the next line would have held its first word on this one.
    return size + 1 + len(rest.split(maxsplit=1)[0]) <= len(rest)


_WINDOW = 24
"""How many characters before a stop are read for the word that it ends."""

_SHORT_WORD = 2
"""Letters of words that end no sentence before a small letter: they may be abbreviations."""

_STOPS = ".!?…‼⁇⁈⁉‽"
_MARKS = "。！？｡।॥؟۔։።፧။។៕᠃"
_CLOSERS = "\"'”’»›)]}」』】）〉》*_`"
_OPENING = r"\"'“‘«‹„(\[{「『（【<*_#¿¡\-–—"
_BULLETS = "•‣▪●◦►"
_HANGING = (",", "-", "–", "—", "&", "(", "/")
_NIL = re.compile(r":[ \t][-–—]\Z")
"""A dash that is the value of a field."""
_VOWELS = frozenset("aeiouy")
_LINE_ENDS = r"\n\r\x0b\x0c\x85\u2028\u2029"

_NEWLINE = re.compile(rf"\r\n|[{_LINE_ENDS}]")
_CANDIDATE = re.compile(
    rf"""
    [{_STOPS}{_LINE_ENDS}{_MARKS}．{_BULLETS}:;,]
    (?: (?<=[{_STOPS}]) (?P<more> [{_STOPS}]* ) (?P<closers> [{re.escape(_CLOSERS)}]* )
        [⁰¹²³⁴-⁹]* (?: [ ]? \[\d{{1,3}} (?: \s?[,–-]\s?\d{{1,3}} ){{0,9}} \] )* (?P<stop>)
      | (?<=[{_LINE_ENDS}]) \s* (?P<line>)
      | (?<=[{_MARKS}．]) (?<!．(?=\d)) [{_MARKS}{_STOPS}]* [{re.escape(_CLOSERS)}]* (?P<mark>)
      | (?<=[{_BULLETS}]) (?<![\w{_BULLETS}].) (?P<bullet>)
      | (?<=:) (?= [ ] \(?[1a][.)][ ] ) (?P<item>)
      | (?<=;) (?= [ ] (?:(?:and|or)[ ])? \(?(?:\d{{1,2}}[.)]|[a-z]\))[ ] ) (?P<entry>)
      | (?<=[\]}}],) (?= [ ]["{{] ) (?P<record>)
    )
    """,
    re.VERBOSE,
)
"""Where a sentence may end. One set of first characters makes the search for the next fast; each
alternative, once begun, ends without backtracking far. The last group names the kind."""

_COLUMNS = re.compile(r"[^\s.!?:;,][ \u00a0]{2,}(?=\S)")
"""Where blanks part two columns; typists leave two blanks behind a stop."""
_AHEAD = re.compile(rf"(?P<gap>\s*)(?P<opening>[{_OPENING}]*)\s?(?P<word>[€$£¥]?\w*)(?P<dot>\.?)")
_KEY = re.compile(r"[a-z][\w.-]{0,30}:(?=\s|\Z)")
_KEYS = re.compile(
    rf"{_KEY.pattern}[^{_LINE_ENDS}]{{0,{LONG_LINE}}}[{_LINE_ENDS}]\s{{0,40}}{_KEY.pattern}"
)
"""A key in small letters, as configurations have them, and two lines of such."""
_STAMP = re.compile(
    r"[\[(<]?(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d?:\d\d|\d\d:\d\d:\d\d\b"
    r"|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d\b)"
)
"""What begins a line of a log."""
_GOES_ON = re.compile(rf"[,;]|:\s|[{_STOPS}](?!\w)")
_STOP = re.compile(f"[{_STOPS}]")
_GLUE = re.compile(r"[\s,'’]")
_LONE_CLOSER = re.compile(r"[ ](''|[)\]”’'\"])(?:\s+|\Z)")
_QUOTATION = re.compile(r"(?<=[」』”\"])[とっ]")
_LAST_WORD = re.compile(rf"[^\s\-–—/(\[{{\"“‘«*_`:,;]{{0,{_WINDOW}}}\Z")
_DEGREES = re.compile(r"(?:\d|°|[Dd]egrees?)\s?[CFK]\Z")
_MARKER = re.compile(
    r"""[\s*_\#("'\-–—•·]*
    (?: (?:Step|Part|Chapter|Section|Question|Option|Rule|Tip|Q|STEP|Passage|passage|step)\ )?
    (?:\d{1,2}\ {1,2})? (?: \d{1,3}(?:\.\d{1,3}){0,3} | [A-Za-z] | [ivxIVX]{1,5} )""",
    re.VERBOSE,
)
_ITEM = re.compile(
    rf"""(?: [-+*–—·○■□➢➤✓✔✗∙{_BULLETS}] | \#{{1,6}}
        | [*_]{{0,3}} (?: \(?(?:\d{{1,3}}|[A-Ha-z]|[ivx]{{2,4}})[.)] | \[\d{{1,3}}\] ) ) (?:\s|\Z)
    | [|{_BULLETS}{{}}\[\]] | ``` | [A-Z][\w\ /()&'-]{{0,30}}:\s | "[^"\n]{{1,40}}"[ ]?:""",
    re.VERBOSE,
)
