"""Objects of Python that were written out: what `str` makes of a LangChain document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.documents.plain_text import PlainText, rewritten
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
