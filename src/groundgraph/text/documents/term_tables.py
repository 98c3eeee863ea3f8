"""Tables of results of SPARQL whose cells are terms, read as tables of words.

``?bridge	?span``, ``dbr:Arven_Bridge | "890"^^xsd:integer``, ``<http://kg.example/Q55>,"Ann"@en``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.documents.plain_text import PlainText, PlainWriter, write_pipes
from groundgraph.text.rdf_terms import term_words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_TERM = re.compile(r"\"@[a-z]{2}|\"\^\^|^\?\w+\b|[|\t,][ ]?\?\w+\b|\b[a-z]{1,12}:[A-Z]\w|<https?://",
                   re.MULTILINE)  # fmt: skip
_STATEMENT = re.compile(
    r"^[ \t]{0,9}(?:@prefix|PREFIX|SELECT)\b|[.;][ \t]{0,9}$", re.MULTILINE | re.IGNORECASE
)
_SIGNS = ("\t", "|", ",")
_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"[\s|:+=-]*")
_LEAST_LINES, _LEAST_COLUMNS = 2, 2
_LABEL = "Label"
_NAME = re.compile(r"\??\w{1,40}")


def term_tables(text: str) -> PlainText | None:
    r"""Read a table of terms, with names for its columns; ``None`` where a text is none.

    A column of addresses is left out beside the one of their labels.

    >>> found = term_tables('?b\t?bLabel\t?span\nex:b1\t"Arven Bridge"@en\t"890"^^xsd:integer')
    >>> print(found.text)
    | b | span |
    |---|---|
    | Arven Bridge | 890 |
    <BLANKLINE>
    """
    if _TERM.search(text) is None or _STATEMENT.search(text):
        return None
    lines = [Span(*m.span()) for m in _LINE.finditer(text) if not _RULE.fullmatch(m[0])]
    if len(lines) < _LEAST_LINES:
        return None
    sign = max(_SIGNS, key=lambda each: lines[0].of(text).count(each))
    rows = [_cells(text, line, sign) for line in lines]
    names = [cell.of(text) for cell in rows[0]]
    told = {len(row) for row in rows} == {len(names)} and len(names) >= _LEAST_COLUMNS
    if not told or not all(map(_NAME.fullmatch, names)) or not _are_terms(text, rows):
        return None
    names = [name.removeprefix("?") for name in names]
    kept = [at for at, name in enumerate(names) if f"{name}{_LABEL}" not in names]
    out = PlainWriter(text)
    header = [_renamed(text, rows[0][at], names[at]) for at in kept]
    write_pipes(out, header, [[_said(text, row[at]) for at in kept] for row in rows[1:]])
    return out.collected()


def _are_terms(text: str, rows: Sequence[Sequence[Span]]) -> bool:
    """Say whether the names of columns are variables, or some column holds terms alone."""
    if all(cell.of(text).startswith("?") for cell in rows[0]):
        return True
    return any(
        all(term_words(row[at].of(text)) != row[at].of(text) for row in rows[1:])
        for at in range(len(rows[0]))
    )


def _cells(text: str, line: Span, sign: str) -> list[Span]:
    found = []
    start = line.start
    quoted = False
    for at in range(line.start, line.end + 1):
        if at < line.end and text[at] == '"':
            quoted = not quoted
        if at == line.end or (text[at] == sign and not quoted):
            found.append(_trimmed(text, start, at))
            start = at + 1
    framed = sign == "|" and line.of(text).strip().startswith("|")
    return found[1:-1] if framed and len(found) > _LEAST_COLUMNS else found


def _trimmed(text: str, start: int, stop: int) -> Span:
    while start < stop and text[start].isspace():
        start += 1
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    return Span(start, stop)


def _said(text: str, cell: Span) -> PlainText:
    """Return the words of a term."""
    out = PlainWriter(text)
    written = cell.of(text)
    words = term_words(written).replace("|", "/")
    inside = written.find(words)
    if inside >= 0:
        out.keep(cell.start + inside, cell.start + inside + len(words))
    else:
        out.put(words, *cell)
    return out.collected()


def _renamed(text: str, cell: Span, name: str) -> PlainText:
    out = PlainWriter(text)
    short = name.removesuffix(_LABEL)
    out.put(short or name, *cell)
    return out.collected()
