r"""Tables that GraphRAG and LightRAG put into a prompt, read as what they say.

``-----Entities-----``, ``-----Relationships-----`` and ``-----Sources-----`` head tables of
comma-separated values, of columns parted by bars or tabs, or of JSON. What an entity or a
relationship is described as, and the text of a source, are prose in cells; the numbers of rows and
the times at which they were made are of the index alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.documents.json_words import leaves, write_value
from groundgraph.text.documents.plain_text import PlainText, PlainWriter
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HEAD = re.compile(
    r"^(?:-{3,}[ ]?(?P<name>[A-Za-z][\w ]{1,40}?)(?:\([A-Za-z ]{1,20}\))?[ ]?-{3,}"
    r"|(?:Knowledge Graph Data|Document Chunks)(?: \(\w{1,20}\))?:?)[ \t]*$",
    re.MULTILINE,
)
_SECTIONS = frozenset(
    """entities relationships relations sources claims covariates reports communities chunks
    data""".split()
)
"""The last word of what heads a table."""
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.MULTILINE)
_LINE = re.compile(r"[^\n]+")
_SIGNS = ("|", "\t", ",")
_INDEX = frozenset(
    """id human_readable_id reference_id created_at file_path source_id content_id chunk_id short_id
    rank links index keywords""".split()
)
"""Columns that tell of the index, and not of the world."""
_NAMES = ("entity", "entity_name", "title", "name")
_PAIRS = (
    ("source", "target"),
    ("src_id", "tgt_id"),
    ("entity1", "entity2"),
    ("src", "tgt"),
)
_PROSE = ("description", "content", "text", "summary", "full_content")
_SENTENCE_WORDS = 3
_LEAST_COLUMNS = 2
_LONGEST_ACRONYM = 5
_END = frozenset(".!?")


class _Table(NamedTuple):
    """The rows of a section, each with the part of the text that every column holds."""

    span: Span
    rows: list[dict[str, PlainText]]


def graph_contexts(text: str) -> PlainText | None:
    r"""Read the tables of a prompt's graph; ``None`` where a text has none.

    >>> found = graph_contexts(
    ...     "-----Relationships-----\nid|source|target|description|weight\n"
    ...     "4|ADA RUIZ|HALDEN|Ada Ruiz leads Halden|8.0"
    ... )
    >>> found.text
    'Ada Ruiz leads Halden.\nAda Ruiz, Halden — weight: 8.0\n'
    """
    found = [*_tables(text)] if _HEAD.search(text) else []
    if not found:
        return None
    out = PlainWriter(text)
    at = 0
    for table in found:
        out.keep(at, table.span.start)
        for row in table.rows:
            _write_row(out, row)
        at = table.span.end
    out.keep(at, len(text))
    return out.collected()


def _tables(text: str) -> Iterator[_Table]:
    """Yield the tables under headings that name one."""
    heads = [match for match in _HEAD.finditer(text) if _is_section(match)]
    ends = [*[match.start() for match in heads], len(text)][1:]
    for head, end in zip(heads, ends, strict=True):
        start, stop = _unfenced(text, head.end(), end)
        rows = _of_objects(text, start, stop) or _of_lines(text, start, stop)
        if rows:
            yield _Table(Span(head.start(), end), rows)


def _is_section(head: re.Match[str]) -> bool:
    return head["name"] is None or head["name"].lower().split()[-1] in _SECTIONS


def _unfenced(text: str, start: int, stop: int) -> tuple[int, int]:
    """Return what stands between the fences of a block, or all of it."""
    fences = [*_FENCE.finditer(text, start, stop)]
    return (fences[0].end(), fences[1].start()) if len(fences) > 1 else (start, stop)


def _of_objects(text: str, start: int, stop: int) -> list[dict[str, PlainText]]:
    """Return the rows of a block that is JSON: a list of objects, or one a line."""
    block = text[start:stop]
    found: dict[int, dict[str, PlainText]] = {}
    for leaf in leaves(block.strip("\n")) or ():
        place = start + len(block) - len(block.lstrip("\n"))
        out = PlainWriter(text)
        write_value(out, text, leaf.moved(place))
        found.setdefault(leaf.record, {})[leaf.keys[-1].lower() if leaf.keys else ""] = (
            out.collected()
        )
    return list(found.values())


def _of_lines(text: str, start: int, stop: int) -> list[dict[str, PlainText]]:
    """Return the rows of a block of lines, the first of which names the columns."""
    lines = [Span(*m.span()) for m in _LINE.finditer(text, start, stop) if m[0].strip()]
    if not lines:
        return []
    sign = max(_SIGNS, key=lambda each: lines[0].of(text).count(each))
    header = [cell.text.lower() for cell in _cells(text, lines[0], sign)]
    if len(header) < _LEAST_COLUMNS or not _is_header(header):
        return []
    rows = [_cells(text, line, sign) for line in lines[1:]]
    return [dict(zip(header, row, strict=True)) for row in rows if len(row) == len(header)]


def _is_header(names: Sequence[str]) -> bool:
    return any(name in names for name in (*_NAMES, *_PROSE)) or any(
        one in names and other in names for one, other in _PAIRS
    )


def _cells(text: str, line: Span, sign: str) -> list[PlainText]:
    """Return the cells of a line, without the quotes around one."""
    cells = []
    at = line.start
    for end in [*_signs(text, line, sign), line.end]:
        start, stop = at, end
        while start < stop and text[start].isspace():
            start += 1
        while stop > start and text[stop - 1].isspace():
            stop -= 1
        quoted = stop - start > 1 and text[start] == text[stop - 1] == '"'
        out = PlainWriter(text)
        out.keep(start + quoted, stop - quoted)
        cells.append(out.collected())
        at = end + 1
    return cells


def _signs(text: str, line: Span, sign: str) -> Iterator[int]:
    """Yield where a sign parts two cells: not within quotes."""
    quoted = False
    for at in range(line.start, line.end):
        if text[at] == '"':
            quoted = not quoted
        elif text[at] == sign and not quoted:
            yield at


def _write_row(out: PlainWriter, row: dict[str, PlainText]) -> None:
    pair = next((each for each in _PAIRS if each[0] in row and each[1] in row), None)
    name = next((key for key in _NAMES if key in row), None) if pair is None else None
    naming = pair or (() if name is None else (name,))
    prose = next((key for key in _PROSE if key in row and row[key].text), None)
    called = ", ".join(_named(row[key].text) for key in naming)
    if prose is not None:
        _write_prose(out, row[prose], [row[key] for key in naming], called)
    for key, cell in row.items():
        if key in naming or key in _INDEX or key == prose or not cell.text or not called:
            continue
        place = cell.starts[0]
        out.put(f"{called} — {key.replace('_', ' ')}: ", place, place)
        out.paste(cell)
        out.put("\n", cell.ends[-1], cell.ends[-1])


def _write_prose(
    out: PlainWriter, prose: PlainText, naming: Sequence[PlainText], called: str
) -> None:
    """Write a description, behind what it is of where it does not say so itself."""
    place, end = prose.starts[0], prose.ends[-1]
    words = prose.text.lower()
    told = bool(naming) and all(name.text.lower() in words for name in naming)
    alone = not naming or (told and len(words.split()) >= _SENTENCE_WORDS)
    out.put("" if alone else f"{called}: ", place, place)
    out.paste(prose)
    out.put("\n" if prose.text[-1] in _END else ".\n", end, end)


def _named(name: str) -> str:
    """Return a name as a text has it: GraphRAG writes names in capitals."""
    if not name.isupper() or (" " not in name and len(name) <= _LONGEST_ACRONYM):
        return name
    words = name.split()
    return " ".join(word.title().replace("'S", "'s") if _is_plain(word) else word for word in words)


def _is_plain(word: str) -> bool:
    return not any(map(str.isdigit, word))
