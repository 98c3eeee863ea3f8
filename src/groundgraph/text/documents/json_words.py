"""JSON read for its words: passages that a retriever wrapped, answers that fill in a form.

What Python writes of a dictionary counts as JSON.

A passage is prose in a wrapper where each of its objects has a text, and beside it nothing but what
a store keeps of one: ids, scores, addresses, a title. Other objects are data
(`groundgraph.text.structured`).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.text.documents.plain_text import PlainText, PlainWriter
from groundgraph.text.literals import read_records, unescaped
from groundgraph.text.structured import spaced
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 400_000
_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\]|\\[\s\S]?)*"?|'(?:[^'\\]|\\[\s\S]?)*'?)|\#[^\n]*|[{}\[\],:]|[^\s{}\[\],:"'#]+"""
)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_PLAIN = re.compile(r"-?\d[\d.eE+-]*|[Tt]rue|[Ff]alse|null|None")
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}"
    r"|\\x[\da-fA-F]{2}|\\U[\da-fA-F]{8}|\\."
)
PROSE = frozenset("text content contents body chunk passage snippet excerpt paragraph".split())
TITLES = frozenset("title heading headline".split())
TOLD = frozenset("author authors date published section".split())
"""Fields of a wrapper: the text of a passage, what it is called, what else is told of it."""
_STORED = frozenset(
    """id ids uuid key score scores distance similarity rank index idx source document doc url uri
    href link file filename path page pages position offset start end type hash language lang
    tokens size embedding vector""".split()
)
_BESIDE = frozenset({"metadata", "meta"})
_HOLDERS = frozenset(
    """results result documents document docs doc passages passage chunks chunk hits matches source
    content""".split()
)
_PROTOCOL = (("isError",), ("jsonrpc",))
"""Fields that stand beside the result of a tool."""
_OPENS = re.compile(r"(?:\s|\\[nrt])*(?:\{|\[)")
_FOLDED = re.compile(r"[\"'](?:\s|\\[nrt])*[\[{]")
_FOLDS = 3
"""How many strings of JSON one within the other are read."""
_REPORTED = frozenset(
    """sources source citations citation references reference confidence score id ids passages
    documents doc url urls status""".split()
)
"""Fields of an answer that say nothing of its subject."""
_ORDER = ("title", "prose", "told")
_SENTENCE = re.compile(r"\S+(?:\s+\S+){3}")
_END = re.compile(r"[.!?:][\"'”’)\]*_]*\s*\Z")


class Leaf(NamedTuple):
    """One value of JSON that holds no others.

    Attributes:
        keys: The keys that lead to it.
        key: Where the last of them stands, without quotes; ``None`` for an item of a list.
        value: Where its characters stand, without quotes.
        quoted: Whether it is a string.
        record: The number of the object that it is in, what stands beside its text included.
    """

    keys: tuple[str, ...]
    key: Span | None
    value: Span
    quoted: bool
    record: int

    def moved(self, by: int) -> Leaf:
        """Return it as it stands in a text in which its own begins at a place."""
        key = self.key and Span(self.key.start + by, self.key.end + by)
        return self._replace(key=key, value=Span(self.value.start + by, self.value.end + by))

    @property
    def names(self) -> tuple[str, ...]:
        """The last word of each key, in small letters."""
        return tuple((spaced(key).lower().split() or [""])[-1] for key in self.keys)


def leaves(text: str) -> list[Leaf] | None:
    """Return the values of a text that is JSON or a Python literal; else ``None``."""
    if text.lstrip()[:1] not in {"{", "["} or len(text) > _LONGEST or read_records(text) is None:
        return None
    found = [*_leaves(text)]
    plain = all(leaf.quoted or _PLAIN.fullmatch(leaf.value.of(text)) for leaf in found)
    return found if plain else None


def unwrapped(text: str) -> PlainText | None:
    r"""Return the prose of a passage that is such in a wrapper; else ``None``.

    >>> unwrapped('{"id": 7, "title": "Lamp", "content": "It is made of oak.\\nIt glows."}').text
    'Lamp\n\nIt is made of oak.\nIt glows.'
    >>> unwrapped('{"name": "Zorba", "stars": 4.5, "text": "The lamb was great."}') is None
    True
    """
    found = leaves(text) or []
    kinds = [_kind(leaf) for leaf in found]
    records = {leaf.record for leaf in found}
    with_prose = {leaf.record for leaf, kind in zip(found, kinds, strict=True) if kind == "prose"}
    if not found or "" in kinds or with_prose != records:
        return None
    out = PlainWriter(text)
    told = [each for each in zip(found, kinds, strict=True) if each[1] != "stored"]
    for leaf, kind in sorted(told, key=lambda each: (each[0].record, _ORDER.index(each[1]))):
        place = leaf.value.start
        name = f"{spaced(leaf.keys[-1])}: " if kind == "told" else ""
        out.put(f"\n\n{name}" if out.last else name, place, place)
        write_value(out, text, leaf)
    return out.collected()


def unfolded(text: str) -> PlainText | None:
    r"""Return a text with the JSON that its strings hold as such; ``None`` where none does.

    Where it is a wrapper of nothing else, as what a tool of a protocol returns, that is left out.

    >>> unfolded('{"content": [{"type": "text", "text": "{\\"id\\": 7}"}]}').text
    '{"id": 7}'
    >>> unfolded('{"id": "A-1", "payload": "{\\"open\\": true}"}').text
    '{"id": "A-1", "payload": {"open": true}}'
    """
    read: PlainText | None = None
    for _ in range(_FOLDS):
        found = _unfolded(text if read is None else read.text)
        if found is None:
            break
        read = found if read is None else found.after(read)
    return read


def _unfolded(text: str) -> PlainText | None:
    bare = text.strip()
    if bare[:1] == '"' and len(bare) <= _LONGEST and _STRING.fullmatch(bare):
        first = text.index('"')
        span = Span(first + 1, first + len(bare) - 1)
        return _held(text, Leaf((), None, span, quoted=True, record=0))
    every = leaves(text) if _FOLDED.search(text) else None
    inner = {leaf: held for leaf in every or () if (held := _held(text, leaf))}
    if not every or not inner:
        return None
    out = PlainWriter(text)
    rest = [leaf for leaf in every if leaf not in inner]
    if all(leaf.names[-1:] and leaf.names[-1] in PROSE for leaf in inner) and all(
        _kind(leaf) == "stored" or leaf.keys[-1:] in _PROTOCOL for leaf in rest
    ):
        _write_all(out, [*inner.values()])
    else:
        place = 0
        for leaf, held in inner.items():
            out.keep(place, leaf.value.start - 1)
            out.paste(held)
            place = leaf.value.end + 1
        out.keep(place, len(text))
    made = out.collected()
    return made if read_records(made.text) is not None else None


def _held(text: str, leaf: Leaf) -> PlainText | None:
    """Return the JSON that a string holds; ``None`` where it holds none."""
    if not leaf.quoted or not _OPENS.match(text, leaf.value.start):
        return None
    out = PlainWriter(text)
    write_value(out, text, leaf)
    held = out.collected()
    return held if read_records(held.text) is not None else None


def _write_all(out: PlainWriter, every: list[PlainText]) -> None:
    for number, held in enumerate(every):
        place = held.starts[0]
        out.put(", " if number else "[" if len(every) > 1 else "", place, place)
        out.paste(held)
    end = every[-1].ends[-1]
    out.put("]" if len(every) > 1 else "", end, end)


def said(text: str) -> list[PlainText] | None:
    r"""Return what an answer that is JSON says, a text for each field; else ``None``.

    A sentence is said by itself, anything else of the keys that lead to it.

    >>> [each.text for each in said('{"answer": "It costs \\u00a34.", "open_on": ["Monday"]}')]
    ['It costs £4.', 'open on: Monday']
    """
    found = leaves(text)
    if found is None or not any(leaf.keys or leaf.quoted for leaf in found):
        return None
    return [_said(text, leaf) for leaf in found if _says(text, leaf)]


def _says(text: str, leaf: Leaf) -> bool:
    return not _REPORTED.intersection(leaf.names) and leaf.value.of(text) not in {
        "",
        "null",
        "None",
    }


def _said(text: str, leaf: Leaf) -> PlainText:
    out = PlainWriter(text)
    alone = len(leaf.keys) == 1 and _is_answer(leaf.names[0])
    value = leaf.value.of(text)
    if leaf.keys and not alone and not (_SENTENCE.match(value) and _END.search(value)):
        place = leaf.key or leaf.value
        lead = " ".join(spaced(key) for key in leaf.keys)
        out.put(f"{lead}: ", place.start, place.end if leaf.key else place.start)
    write_value(out, text, leaf)
    return out.collected()


def _is_answer(name: str) -> bool:
    return name in PROSE or name in {"answer", "response", "result", "output", "reply", "message"}


def write_value(out: PlainWriter, text: str, leaf: Leaf) -> None:
    """Write the value of a leaf, its escapes as what they stand for."""
    place, stop = leaf.value
    for match in _ESCAPE.finditer(text, place, stop) if leaf.quoted else ():
        out.keep(place, match.start())
        out.put(_unescaped(match[0]), *match.span())
        place = match.end()
    out.keep(place, stop)


def _kind(leaf: Leaf) -> Literal["title", "prose", "told", "stored", ""]:
    """Say what a leaf is in a wrapper, "" where it is of data."""
    *outer, name = leaf.names or ("",)
    beside = not _BESIDE.isdisjoint(outer)
    if not (beside or _HOLDERS.issuperset(outer)):
        return ""
    if name in PROSE and leaf.quoted and not beside:
        return "prose"
    if name in TITLES and leaf.quoted:
        return "title"
    if name in TOLD:
        return "told"
    return "stored" if beside or name in _STORED else ""


def _unescaped(written: str) -> str:
    try:
        return str(json.loads(f'"{written}"'))
    except ValueError:  # Python's own
        return unescaped(written)


def _leaves(text: str) -> Iterator[Leaf]:
    """Walk through the tokens in order, without recursion."""
    opened: list[tuple[str, str]] = []
    key: re.Match[str] | None = None
    record = -1
    for token in _TOKEN.finditer(text):
        mark = token[0]
        name = key[0].strip("\"'") if key else ""
        if mark in {"{", "["}:
            record += mark == "{" and name not in _BESIDE
            opened.append((mark, name))
            key = None
        elif mark in {"}", "]"}:
            opened.pop()
            key = None
        elif mark in {",", ":"} or mark[0] == "#":  # a remark, as Python takes it
            continue
        elif opened[-1][0] == "{" and key is None:
            key = token
        else:
            outer = [each for _, each in opened if each]
            keys = (*outer, name) if key else (*outer,)
            place = Span(key.start() + 1, key.end() - 1) if key else None
            quoted = token["string"] is not None
            yield Leaf(
                keys, place, Span(token.start() + quoted, token.end() - quoted), quoted, record
            )
            key = None
