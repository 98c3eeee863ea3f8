"""Words, numbers, dates and marks of a sentence, with exact offsets."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from groundgraph.types import Span

_MONTH = (
    r"(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?"
    r"|Aug(?:ust|\.)?|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:1[0-9]|20)\d\d"
_TOKEN = re.compile(
    rf"""
    (?P<plain> [a-z]+ (?:[ ][a-z]+)* )(?: [ ](?=[a-z]) | (?=,[ ][a-z]) )  # words between others
    | (?P<mark_alone> [,;:!?()\[\]/%&] ) | (?P<quote_open> [\"“”] [\"“”‘’`']* )  # begin no other
    | (?P<date> \b{_MONTH}[ ]{_DAY}(?:(?:[ ]?,)?[ ]{_YEAR})?\b(?![ ]?[-–][ ]?\d)
            | \b{_DAY}[ ](?:of[ ])?{_MONTH}\b(?:(?:[ ]?,)?[ ]{_YEAR}\b)?
            | \b{_MONTH}(?:[ ]?,)?[ ]{_YEAR}\b )
    | (?P<word_not> n\s?['’]\s?t\b )
    | (?P<number_range> \d{{1,3}}(?:[-–]\d{{1,3}}){{1,4}}(?![\w-]) )
    | (?P<number> (?:[$£€¥#][ ]?)?\d+(?:[.,:/]\d+)*(?:-[^\W\d_]+)*
        (?: (?:st|nd|rd|th|s|m|bn|k|kg|km|cm|mm|mph|lbs?|ft|am|pm)\b | [ ]?% )?(?![\w]) )
    | (?P<word> (?:[^\W\d_]\.){{2,}}
              | (?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Gen|Sgt|Lt|Col|Capt|Rev|Gov|Sen|Rep|No|v|vs)\.
              | (?:(?<![^\W\d_])[A-Z]\.)
              | [^\W_]+ (?: [-–/&.@] (?=[^\W_]) [^\W_]+
                          | ['’] (?!(?:s|m|re|ve|ll|d|t)\b) [^\W\d_]+ )* )
    | (?P<clitic> (?:['’]|(?<=\s)’\s)(?:s|m|re|ve|ll|d)\b | (?<=s)['’](?=\s) )
    | (?P<quote> [\"“”‘’`']+ | \*+ )
    | (?P<mark> \.\.\. | -{{2,}} | [^\w\s] | _ )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ASCII_TOKEN = re.compile(_TOKEN.pattern, re.VERBOSE | re.IGNORECASE | re.ASCII)
"""The same of a text in ASCII, quicker."""
_KINDS = {name: name.partition("_")[0] for name in _TOKEN.groupindex}
"""The kind of token that each group is of."""
_NOT = re.compile(r"(?i)n['’]t\b")
_NEGATION = re.compile(r"(?i)(?P<verb>\w+?)(?P<not>n['’]t)\b")


class Token(NamedTuple):
    """A token and where it stands.

    Attributes:
        text: As written.
        start: First code point in the whole text.
        end: One past the last.
        kind: "date", "number", "word", "clitic" ('s), "quote" or "mark".
        lower: The token in lower case, with a plain apostrophe.
    """

    text: str
    start: int
    end: int
    kind: str
    lower: str


@lru_cache(maxsize=1 << 15)
def _lower(text: str) -> str:
    return text.lower().replace("’", "'").replace(" ", "")


def _token(written: str, end: int, kind: str) -> Token:
    start = end - len(written)
    return tuple.__new__(Token, (written, start, end, kind, _lower(written)))  # half the time


def tokens(text: str, span: Span) -> list[Token]:
    """Return the tokens of one sentence, in order.

    >>> from groundgraph.types import Span
    >>> [t.text for t in tokens("Ann's fee wasn't $3.5m on 3 May 1990.", Span(0, 37))]
    ['Ann', "'s", 'fee', 'was', "n't", '$3.5m', 'on', '3 May 1990', '.']
    """
    found: list[Token] = []
    denies = _NOT.search(text, span.start, span.end) is not None
    new = tuple.__new__
    pattern = _ASCII_TOKEN if text.isascii() else _TOKEN
    reached = span.start  # by "n't", which a word and what is behind it hold
    for match in pattern.finditer(text, span.start, span.end):
        kind = match.lastgroup or "mark"
        if kind == "plain":  # most words
            start = match.start()
            for written in match[1].split(" "):
                end = start + len(written)
                if start >= reached:
                    found.append(new(Token, (written, start, end, "word", _lower(written))))
                start = end + 1
            continue
        start, end = match.span()
        if start < reached:
            continue
        kind = _KINDS[kind]
        if denies and kind == "word":
            negated = _NEGATION.match(text, start, span.end)
            if negated and negated.end() > end - 1:
                cut, reached = negated.start("not"), negated.end()
                found.append(_token(text[start:cut], cut, "word"))
                found.append(_token(text[cut:reached], reached, "word"))
                continue
        written = match[0]
        found.append(new(Token, (written, start, end, kind, _lower(written))))
    return found
