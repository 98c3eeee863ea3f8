"""YAML with levels, read as lines "key of key: value"; an item of a list is a line of its own.

Items that begin with one key and are told apart by it are named by it: "Mulo — payload: 3".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import yaml

from groundgraph.text.documents.plain_text import PlainText, PlainWriter
from groundgraph.text.structured import spaced
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST, _MOST, _DEEPEST, _LEAST_LINES = 20_000, 1_000, 20, 3
_OF_YAML = re.compile(
    r"[ ]*(?:#.*|---|-[ ]+\S.*|[\]}\[{].*"
    r"|(?:-[ ]+)*(?:[A-Za-z_<][\w./<-]{0,60}|\"[^\"]{1,60}\"|'[^']{1,60}')[ ]*:(?:[ ].*)?)"
)
_KEY = re.compile(r"[A-Za-z_][\w./-]{0,60}")
_NESTED = re.compile(
    r":[ ]{0,9}(?:&\w{1,40}[ ]{0,9})?(?:#[^\n]{0,200})?\n(?:-|[ ]{1,200}[\w\"'<-])|:[ ]{1,9}[\[{]"
)
_BESIDE = re.compile(r"[\"']?[ ]{1,40}#[^\n]*")
_COMMENT = re.compile(r"^[ ]{0,60}#[# ]{0,9}(?P<said>[\w(\"'][^\n]*)", re.MULTILINE)
_MERGE = "<<"


class _Item(NamedTuple):
    """The item of a list that something is of: how many keys lead there, -1 for none; its name."""

    keys: int
    named: Span | None


class _Leaf(NamedTuple):
    """A value.

    Attributes:
        keys: The keys that lead to it.
        value: Where it stands.
        line: The number of its line.
        item: How many of the keys lead to the item of a list that it is of; 0 where it is of none.
        named: Where the first field of that item stands, which names it; ``None`` where none does.
    """

    keys: tuple[str, ...]
    value: Span
    line: int
    item: int
    named: Span | None


_NO_ITEM = _Item(-1, None)


class _NoSettingsError(ValueError):
    """What was read has keys in words, or is too much."""


def yaml_data(text: str) -> PlainText | None:
    r"""Read a text that is YAML with levels; ``None`` where it is none.

    >>> print(yaml_data("jobs:\n  test:\n    python: ['3.9', '3.12']\n    needs: lint").text)
    jobs test python: 3.9, 3.12
    jobs test needs: lint
    >>> print(yaml_data("routes:\n- match: {hours: night}\n  to: pager\n- to: mail").text)
    routes match hours: night; to: pager
    routes to: mail
    >>> print(yaml_data("vans:\n- name: Mulo\n  load: {kg: 300}\n- name: Porter\n  seats: 3").text)
    Mulo — load kg: 300
    Porter — seats: 3
    """
    if len(text) > _LONGEST or text.lstrip()[:1] in {"{", "["} or _NESTED.search(text) is None:
        return None
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < _LEAST_LINES or not all(map(_OF_YAML.fullmatch, lines)):
        return None
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        leaves = [*_Walk().leaves(root)] if isinstance(root, yaml.MappingNode) else []
    except (yaml.YAMLError, RecursionError, _NoSettingsError):
        return None
    return _written(text, leaves) if leaves else None


class _Walk:
    """Goes through the nodes of a text in order."""

    def __init__(self) -> None:
        self._line = 0
        self._seen = 0

    def leaves(self, root: yaml.Node) -> Iterator[_Leaf]:
        """Yield the values below a node; each starts a line, but for those of one list item."""
        yield from self._of(root, (), 0, _NO_ITEM)

    def _of(
        self, node: yaml.Node, keys: tuple[str, ...], depth: int, item: _Item
    ) -> Iterator[_Leaf]:
        self._seen += 1
        if self._seen > _MOST or depth > _DEEPEST:
            raise _NoSettingsError
        if isinstance(node, yaml.MappingNode):
            for key, value in _fields(node):
                yield from self._of(value, (*keys, key), depth + 1, item)
        elif isinstance(node, yaml.SequenceNode):
            yield from self._of_list(node, keys, depth, item)
        else:
            self._line += item.keys < 0 or item.named is not None
            if item.named != _place(node):
                yield _Leaf(keys, _place(node), self._line, max(item.keys, 0), item.named)

    def _of_list(
        self, node: yaml.SequenceNode, keys: tuple[str, ...], depth: int, item: _Item
    ) -> Iterator[_Leaf]:
        plain = all(isinstance(each, yaml.ScalarNode) for each in node.value)
        outer = item.keys < 0
        names = _names(node) if outer and not plain else []
        self._line += outer and plain
        for number, each in enumerate(node.value):
            self._line += outer and not plain
            own = _Item(len(keys), names[number] if names else None) if outer else item
            yield from self._of(each, keys, depth + 1, own)


def _place(node: yaml.Node) -> Span:
    """Return where a value stands, without quotes."""
    quoted = getattr(node, "style", None) in {"'", '"'}
    return Span(node.start_mark.index + quoted, node.end_mark.index - quoted)


def _names(node: yaml.SequenceNode) -> list[Span]:
    """Return where the first fields of items stand, where they name them: one key, all apart."""
    items = [[*_fields(each)] for each in node.value if isinstance(each, yaml.MappingNode)]
    firsts = [fields[0] for fields in items if len(fields) > 1]
    values = {value.value for _, value in firsts if isinstance(value, yaml.ScalarNode)}
    apart = len(values) == len(firsts) == len(node.value) > 1
    named = apart and len({key for key, _ in firsts}) == 1
    return [_place(value) for _, value in firsts] if named else []


def _fields(node: yaml.MappingNode) -> Iterator[tuple[str, yaml.Node]]:
    """Yield the fields of a mapping, those that it merges where it has none of that name."""
    own = [(key.value, value) for key, value in node.value if isinstance(key, yaml.ScalarNode)]
    names = {key for key, _ in own}
    if len(own) != len(node.value) or not all(_KEY.fullmatch(k) for k in names - {_MERGE}):
        raise _NoSettingsError
    for key, value in own:
        if key != _MERGE:
            yield key, value
        elif isinstance(value, yaml.MappingNode):
            yield from (field for field in _fields(value) if field[0] not in names)


def _written(text: str, leaves: list[_Leaf]) -> PlainText:
    out = PlainWriter(text)
    last: _Leaf | None = None
    for leaf in leaves:
        if last is not None and last.keys == leaf.keys and _are_of_one_item(last, leaf):
            out.put(", ", leaf.value.start, leaf.value.start)
        else:
            _begin(out, last, leaf)
        out.keep(*leaf.value)
        if beside := _BESIDE.match(text, leaf.value.end):
            out.keep(*beside.span())
        last = leaf
    for comment in _COMMENT.finditer(text):
        out.put("\n", comment.start(), comment.start())
        out.keep(*comment.span("said"))
    return out.collected()


def _are_of_one_item(one: _Leaf, other: _Leaf) -> bool:
    """Say whether two values stand in one line, or in lines on one named item."""
    return one.line == other.line or (one.named is not None and one.named == other.named)


def _begin(out: PlainWriter, last: _Leaf | None, leaf: _Leaf) -> None:
    """Write what leads to a value, in a line of its own or behind another field of its item."""
    place = leaf.value.start
    beside = last is not None and last.line == leaf.line
    if last is not None:
        out.put("; " if beside else "\n", place, place)
    if leaf.named is not None:
        out.keep(*leaf.named)
        out.put(" — ", place, place)
    shared = leaf.item if beside or leaf.named is not None else 0
    out.put(f"{' '.join(spaced(key) for key in leaf.keys[shared:])}: ", place, place)
