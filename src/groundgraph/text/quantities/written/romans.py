"""Roman numerals, and what is short for a part or a page, as tokens: "ch. IX" as "chapter 9"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.number_words import LABELLED
from groundgraph.text.quantities.written.numbered_parts import roman
from groundgraph.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.tokens import Token

_LABELS = LABELLED | frozenset(
    """symphony concerto sonata quartet opus canto scene book lesson psalm amendment annex folio
    verse lot plate act article volume""".split()
)
_LETTERED = frozenset(
    "model plan option gate platform block building terminal line bus group team".split()
)
"""What is told apart by letters: "model X" is no tenth one."""
_SHORT = {"ch": "chapter", "chap": "chapter", "vol": "volume", "art": "article", "sec": "section"}
_SHORT |= {"sect": "section", "para": "paragraph", "fig": "figure", "bk": "book"}
_SHORT |= {f"{short}s": f"{long}s" for short, long in _SHORT.items()}
"""What is short for a part of a writing, where a number follows."""
_PAGES = frozenset({"pp", "pgs"})
_JOINED = frozenset({",", "and", "or", "to", "–", "-", "&"})
"""What stands between the numerals of several parts: "chapters II and III"."""
_SMALL = frozenset("of is and to or in was has on".split())
"""What may stand in small letters behind the numeral I, which else is a pronoun."""
_OF_PAGES = frozenset("page pages folio folios section chapter paragraph".split())
"""What is numbered in small letters: "page xiv"."""
_YEARS = range(1000, 2101)
_YEAR = re.compile(r"M[MDCLXVI]{3,12}")
_MANY, _FEW, _OF_NAMES = re.compile(r"[ivxlc]+"), re.compile(r"[ivx]{2,6}"), 40
"""Letters of numerals behind labels, and behind names, whose numbers are below the last."""
_NUMERALS = frozenset(
    f"{tens}{ones}"
    for tens in ("", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc", "c")
    for ones in ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
)
SHORT = _SHORT.keys() | _PAGES
CUES = (_NUMERALS - {"", "l", "c"}) | SHORT
"""Words of which one stands in every text that holds such a thing, years left out."""


def holds_a_year(text: str, start: int, end: int) -> bool:
    """Say whether a text may hold a year in Roman numerals."""
    return "M" in text and _YEAR.search(text, start, end) is not None


def roman_at(before: Sequence[Token], tokens: Sequence[Token], text: str, at: int) -> Token | None:
    """Return a numeral with digits: a year as a number, any other as the code of what it numbers.

    Args:
        before: What stands before it, numerals with digits.
        tokens: All tokens.
        text: Their text.
        at: Where it may stand.
    """
    token = tokens[at]
    written = text[token.start : token.end]
    if _YEAR.fullmatch(written) and roman(written) in _YEARS:
        return token._replace(kind="number", text=str(roman(written)))
    if _MANY.fullmatch(token.text) is None or not _is_numeral(before, tokens, text, at):
        return None
    value = roman(written)
    return token._replace(kind="code", text=str(value)) if value else None


def _is_numeral(before: Sequence[Token], tokens: Sequence[Token], text: str, at: int) -> bool:
    token, last = tokens[at], len(before) - 1
    last -= last > 0 and before[last].text == "."
    if last < 0:
        return False
    if before[last].text == "(" and last:
        last -= 1  # "the index volume (XVIII)"
    label = before[last]
    if label.text in _JOINED and last and before[last - 1].kind == "code":
        return text[token.start].isupper() and not _is_pronoun(tokens, text, at, label)
    named = label.text in _LABELS or label.text.removesuffix("s") in _LABELS
    if text[token.start].islower():
        return len(token.text) > 1 and label.text in _OF_PAGES
    if token.text in {"v", "x"} and label.text.removesuffix("s") in _LETTERED:
        return False
    if named:
        return token.text not in {"c", "l"} and not _is_pronoun(tokens, text, at, label)
    capital = label.kind == "word" and text[label.start].isupper()
    known = capital and label.text not in STOP_WORDS and last == len(before) - 1
    return known and _FEW.fullmatch(token.text) is not None and roman(token.text) < _OF_NAMES


def _is_pronoun(tokens: Sequence[Token], text: str, at: int, label: Token) -> bool:
    """Say whether "I" is one: "the volume I bought", but not "Type I diabetes"."""
    if tokens[at].text != "i" or text[label.start].isupper() or at + 1 >= len(tokens):
        return False
    following = tokens[at + 1]
    return following.kind == "word" and following.text not in _SMALL


def in_full_at(tokens: Sequence[Token], text: str, at: int) -> Token | None:
    """Return what is short for a part, before its number, or for pages, behind theirs, in full."""
    token = tokens[at]
    if token.text in _PAGES:
        counted = at > 0 and tokens[at - 1].kind == "number" and _has_stop(tokens, at)
        plain = "%" not in text and "percent" not in text
        return token._replace(text="pages") if counted and plain else None
    behind = at + 1 + _has_stop(tokens, at)
    following = tokens[behind] if behind < len(tokens) else None
    if following is None or (token.text in {"art", "sec", "arts", "secs"} and behind == at + 1):
        return None
    numbered = following.kind == "number" or roman(following.text) > 0
    return token._replace(text=_SHORT[token.text]) if numbered else None


def _has_stop(tokens: Sequence[Token], at: int) -> bool:
    return (
        at + 1 < len(tokens)
        and tokens[at + 1].text == "."
        and tokens[at].end == tokens[at + 1].start
    )
