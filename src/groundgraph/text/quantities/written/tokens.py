"""Tokens of a text for the readers of numbers and dates: words, numbers, clocks, codes, marks."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from groundgraph.text.quantities.written.spelled import with_digits
from groundgraph.text.quantities.written.unit_table import CODES
from groundgraph.types import Span

_CODES = "|".join(CODES)
_NUMBER = r"(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,30})(?:\.\d{1,30})?"
_SUPERSCRIPT = "⁰¹²³⁴-⁹"
_EXPONENT = rf"(?:\^[-−–+]?\d{{1,2}}(?!\d)|[⁻⁺][{_SUPERSCRIPT}]{{1,2}})"
_WORD = r"[^\W\d_½¼¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚]+(?:['’][^\W\d_½¼¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚]+)*"
_POWER = (
    rf"{_NUMBER}[ ]?[×x·⋅*][ ]?10(?:{_EXPONENT}|[{_SUPERSCRIPT}]{{1,2}})"
    rf"|10(?:{_EXPONENT}|[{_SUPERSCRIPT}]{{2}}|[⁴-⁹])"  # "10²" may have a footnote
    r"|(?<!\w)\d{1,30}(?:\.\d{1,30}[eE][-−+]?|[eE][-−+]|e)\d{1,2}(?!\w|[-.]\w)"
)
_BY_BLANKS = r"[1-9]\d{0,2}(?:[ ]\d{3}){1,4}"
_SPACED = (
    r"\d{1,3}(?:['’]\d{3}){1,4}(?:\.\d{1,2})?(?!\d)"
    rf"|(?<=(?:{_CODES})[ ])(?<!in[ ](?:{_CODES})[ ]){_BY_BLANKS}(?![ ]?\d)"
    rf"|(?<!\d[ ]){_BY_BLANKS}(?=[ ](?:{_CODES})\b)"
)
"""Thousands parted by blanks where a currency stands beside them, and by apostrophes."""
Kind = Literal["word", "number", "clock", "iso", "slashed", "code", "sign", "mark"]
"""What a token is; "code" is a version, a telephone number, that of a clause or the like, never an
amount."""

_TOKEN = re.compile(
    r"""
    """
    rf"(?P<word>{_WORD}(?:[ ]{_WORD})*)  # all words up to the next mark or number"
    r"""
  | (?=[\d.])(?:  # at spaces and marks none of these is tried
      """
    rf"(?P<power>{_POWER}) | (?P<spaced>(?=\d{{1,3}}[ '’]\d{{3}})(?:{_SPACED}))"
    r"""
      | (?P<iso>(?:1\d|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d))
      | (?P<dotted>(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:1\d|20)\d\d(?!\d|\.\d))
      | (?P<clock>\d{1,2}:(?:[0-5]\d|0)(?::[0-5]\d(?:[.,]\d{3}(?:\d{3}){0,2}(?!\d))?)?(?![\d:]))
      | (?P<code>\d{1,2}:\d(?![\d:])|\d+(?:\.\d+){2,}(?!\d)|\d{3}-\d{3,4}-\d{4}(?!\d)
          |\d{31,}|\d*\.\d{31,}
          |(?:^|(?<=\n))\d{1,2}\.\d{1,2}(?=\.?[ ][A-Z][a-z])(?![ ](?:[MB]illion|Per|Euro|Dollar))
          |(?:(?<=^\()|(?<=\n\())\d{1,2}(?=\)[ ][A-Z]))
      | (?P<slashed>\d{1,2}[/]\d{1,2}[/](?:\d{4}|\d\d)(?![\d/]))
      | (?P<comma>\d{1,3}(?:\.\d{3}){1,4},\d\d(?!\d)
          |\d{1,6},\d{1,2}(?=[ ]?(?:€|%|EUR|[Ee]uros?\b|CHF|[kcm]?[mgl]\b|°))
          |(?<=€)\d{1,6},\d\d(?!\d)|(?<=€[ ])\d{1,6},\d\d(?!\d))
      | (?P<blanks>\d{1,3}(?:[\u00a0\u202f\u2009]\d{3}){1,4}(?!\d)
          |(?:(?<=[a-z,(:][ ])|(?<=[$€£~]))(?:\d{2,3}|[1-9](?![ ]\d{3}[ ]?(?:g|ml|oz|mm|mg)\b))
           (?:[ ]\d{3}){1,4}(?=[.,]\d{1,2}\b|[ ]?[^\W\dA-Z_]|[.,;:!?)](?!\d)|[ ]?[|%€(]))
      | (?P<number>\d{1,3}(?:,\d{3}){1,9}(?!\d|,\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)
    )
  | (?P<loss>(?<=[$€£¥₹])\((?:\d{1,3}(?:,\d{3}){1,9}|\d+)(?:\.\d+)?\)
      |\((?:\d{1,3}(?:,\d{3}){1,9}|\d+)(?:\.\d+)?\)(?=[ ]?%))
  | (?P<sign>[%‰°$€£¥₹½¼¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚])
  | (?P<mark>[^\w\s])
    """,
    re.VERBOSE,
)

_FOREIGN = frozenset({"dotted", "comma", "blanks", "spaced", "power", "loss"})
_LOSSES = re.compile(
    r"\b(?:loss|deficit|outflow|expen|cost|charge|paid|pay|repay|used|(?:de|re)duc|declin|decreas"
    r"|fell|fall|drop)",
    re.IGNORECASE,
)
_NEAR = 60
"""How far before an amount in brackets stands what says that it is lost."""
_SPACES = str.maketrans("", "", " \u00a0\u202f\u2009'’")
_TIMES_TEN = re.compile(r"[ ]?[×x·⋅*][ ]?10\^?")
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−–", "0123456789-+--")


class Token(NamedTuple):
    """One token and where it stands.

    Attributes:
        kind: What it is.
        text: As written, in lower case; dates and decimals of other countries as in English.
        start: First code point in the text.
        end: One past the last.
    """

    kind: str
    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


def tokens(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """Return the tokens of ``text[start:end]`` in order, with offsets into the whole text.

    >>> [(token.kind, token.text) for token in tokens("At 9:30 v1.8.0 took 1,200.5 ms.")][1:4]
    [('clock', '9:30'), ('word', 'v'), ('code', '1.8.0')]
    """
    stop = len(text) if end is None else end
    new = tuple.__new__  # half the time of Token(…), and tokens are many
    found: list[Token] = []
    for match in _TOKEN.finditer(text, start, stop):
        kind, (first, after) = match.lastgroup, match.span()
        if kind == "word":
            for word in match[0].split(" "):
                after = first + len(word)
                found.append(new(Token, ("word", word.lower(), first, after)))
                first = after + 1
            continue
        token = new(Token, (kind, match[0].lower(), first, after))
        found.append(_in_english(token, text) if kind in _FOREIGN else token)
    return with_digits(found, text, start, stop)


def _in_english(token: Token, text: str) -> Token:
    """Write "05.04.2024" as "2024-4-5", "1.250,50", before a unit, as "1250.50", "48 210" whole.

    "2 × 10⁵" is "2e5". The brackets of "€(2.2)m" and "(2.2)%" are a minus, as accounts have it, but
    for "a loss of €(2.2)m".
    """
    if token.kind == "loss":
        told = _LOSSES.search(text, max(0, token.start - _NEAR), token.start)
        return token._replace(kind="number", text=f"{'' if told else '-'}{token.text[1:-1]}")
    if token.kind == "dotted":
        day, month, year = token.text.split(".")
        return token._replace(kind="iso", text=f"{year}-{month}-{day}")
    if token.kind in {"blanks", "spaced"}:
        return token._replace(kind="number", text=token.text.translate(_SPACES))
    if token.kind == "power":
        return token._replace(kind="number", text=_with_exponent(token.text))
    return token._replace(kind="number", text=token.text.replace(".", "").replace(",", "."))


def _with_exponent(written: str) -> str:
    """Write "2.998 × 10^8" as "2.998e8", "10⁻³" as "1e-3"."""
    number, found, exponent = _TIMES_TEN.sub("e", written, count=1).partition("e")
    if not found:
        number, exponent = "1", number.removeprefix("10").removeprefix("^")
    return f"{number}e{exponent.translate(_PLAIN)}"


def glued(first: Token, second: Token) -> bool:
    """Say whether nothing stands between two tokens."""
    return first.end == second.start
