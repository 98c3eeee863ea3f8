"""YAML with levels, read as lines "key of key: value"; an item of a list is a line of its own."""

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
_COMMENT = re.compile(r"(?:^|(?<=[ ]))#[# ]{0,9}(?P<said>[\w(\"'][^\n]*)", re.MULTILINE)
_MERGE = "<<"


class _Leaf(NamedTuple):
    """A value.

    Attributes:
        keys: The keys that lead to it.
        value: Where it stands.
        line: The number of its line.
        item: How many of the keys lead to the item of a list that it is of; 0 where it is of none.
    """

    keys: tuple[str, ...]
    value: Span
    line: int
    item: int


def yaml_data(text: str) -> PlainText | None:
    r"""Read a text that is YAML with levels; ``None`` where it is none.

    >>> print(yaml_data("jobs:\n  test:\n    python: ['3.9', '3.12']\n    needs: lint").text)
    jobs test python: 3.9, 3.12
    jobs test needs: lint
    >>> print(yaml_data("routes:\n- match: {hours: night}\n  to: pager\n- to: mail").text)
    routes match hours: night; to: pager
    routes to: mail
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


class _NoSettingsError(ValueError):
    """What was read has keys in words, or is too much."""


class _Walk:
    """Goes through the nodes of a text in order."""

    def __init__(self) -> None:
        self._line = 0
        self._seen = 0

    def leaves(self, root: yaml.Node) -> Iterator[_Leaf]:
        """Yield the values below a node; each starts a line, but for those of one list item."""
        yield from self._of(root, (), 0, -1)

    def _of(self, node: yaml.Node, keys: tuple[str, ...], depth: int, item: int) -> Iterator[_Leaf]:
        self._seen += 1
        if self._seen > _MOST or depth > _DEEPEST:
            raise _NoSettingsError
        if isinstance(node, yaml.MappingNode):
            for key, value in _fields(node):
                yield from self._of(value, (*keys, key), depth + 1, item)
            return
        if isinstance(node, yaml.SequenceNode):
            plain = all(isinstance(each, yaml.ScalarNode) for each in node.value)
            self._line += plain and item < 0
            for each in node.value:
                self._line += not plain and item < 0
                yield from self._of(each, keys, depth + 1, len(keys) if item < 0 else item)
            return
        self._line += item < 0
        start, end = node.start_mark.index, node.end_mark.index
        quoted = getattr(node, "style", None) in {"'", '"'}
        yield _Leaf(keys, Span(start + quoted, end - quoted), self._line, max(item, 0))


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
        place = leaf.value.start
        same = last is not None and last.line == leaf.line
        if last is not None and same and last.keys == leaf.keys:
            out.put(", ", place, place)
        else:
            name = " ".join(spaced(key) for key in leaf.keys[leaf.item if same else 0 :])
            out.put(f"{'; ' if same else chr(10) if last else ''}{name}: ", place, place)
        out.keep(*leaf.value)
        last = leaf
    for comment in _COMMENT.finditer(text):
        out.put("\n", comment.start(), comment.start())
        out.keep(*comment.span("said"))
    return out.collected()
