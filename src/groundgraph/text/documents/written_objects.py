"""Objects of Python that were written out: LangChain's documents, and dates and ids in data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.documents.plain_text import PlainText, rewritten
from groundgraph.text.held_data import held_data
from groundgraph.text.literals import read_records
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_HINT = "page_content="
_BEGINS = re.compile(r"\s*(?:\[\s*)?(?:Document\(|page_content=)")
_PART = re.compile(
    r"""(?P<string>"(?:[^"\\]|\\[\s\S]?)*"?|'(?:[^'\\]|\\[\s\S]?)*'?)
    |(?P<opens>\bDocument\()|(?P<key>,?[ ]?\b(?P<name>[a-z_]{1,30})=)|(?P<closes>\))""",
    re.VERBOSE,
)


def as_literal(text: str) -> PlainText | None:
    r"""Read documents that were written out as the literal of their fields; else ``None``.

    >>> as_literal("Document(page_content='It is oak.', metadata={'page': 3})").text
    "{'page_content': 'It is oak.', 'metadata': {'page': 3}}"
    >>> as_literal("page_content='It is oak.' metadata={}").text
    "{'page_content': 'It is oak.', 'metadata': {}}"
    """
    if _HINT not in text or not _BEGINS.match(text):
        return None
    made = rewritten(text, _pieces(text))
    return made if made is not None and read_records(made.text) is not None else None


def _pieces(text: str) -> Iterator[tuple[Span, str]]:
    bare = "Document(" not in text[: text.index(_HINT)]
    begins = not bare
    for part in _PART.finditer(text):
        span = Span(*part.span())
        if part["opens"]:
            begins = True
            yield span, "{"
        elif part["key"]:
            opens = "{" if bare and part["name"] == "page_content" else ""
            yield span, f"{opens}{'' if begins or opens else ', '}'{part['name']}': "
            begins = False
        elif part["closes"]:
            yield span, "}"
    if bare:
        yield Span(len(text), len(text)), "}"


_VALUE = re.compile(
    r"""(?P<string>"(?:[^"\\]|\\[\s\S]?)*"?|'(?:[^'\\]|\\[\s\S]?)*'?)
    |\b(?:datetime\.)?(?P<moment>date|datetime)\((?P<parts>\d{1,4}(?:,[ ]?\d{1,2}){2,5})
      (?:,[ ]?(?:\d{1,6}|tzinfo=[\w.]{1,30}))?\)
    |\b(?:[a-z_]{1,12}\.)?(?:Decimal|UUID|ObjectId|ISODate|Timestamp|Date|Fraction|PosixPath|date)
      \([ ]?(?P<quoted>"[^"\n]*"|'[^'\n]*')[ ]?(?:,[ ]?tz=[^()\n]{1,30})?\)
    |\b(?:np|numpy)\.(?:int|float|str|bool)\w{0,4}\((?P<number>[^()\n]{1,60})\)
    |(?<![\w.])(?P<none>nan|NaN|NaT|pd\.NA|undefined)(?![\w(])""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,12})?")


def as_values(text: str) -> PlainText | None:
    r"""Read what Python writes of dates, exact numbers and ids in data as plain values.

    ``None`` where a text holds none, or is no data then.

    >>> as_values("[{'day': datetime.date(2025, 7, 2), 'fee': Decimal('14.50')}]").text
    "[{'day': '2025-07-02', 'fee': 14.50}]"
    """
    if "(" not in text and "nan" not in text.lower():
        return None
    pieces = [*_values(text)]
    made = rewritten(text, pieces)
    return made if made is not None and held_data(made.text) is not None else None


def _values(text: str) -> Iterator[tuple[Span, str]]:
    for match in _VALUE.finditer(text):
        if match["string"]:
            continue
        yield Span(*match.span()), _plain(match)


def _plain(match: re.Match[str]) -> str:
    if match["parts"]:
        year, month, day, *clock = (part.strip() for part in match["parts"].split(","))
        time = f" {int(clock[0]):02}:{int(clock[1]):02}" if len(clock) > 1 else ""
        return f"'{int(year):04}-{int(month):02}-{int(day):02}{time}'"
    if match["quoted"]:
        bare = match["quoted"][1:-1]
        return bare if _NUMBER.fullmatch(bare) else match["quoted"]
    return match["number"] or "None"
