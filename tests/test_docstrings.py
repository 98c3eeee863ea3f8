"""Names in backticks of docstrings stand for something that exists."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import groundgraph

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(groundgraph.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
_NAME = re.compile(r"(?<!`)`([A-Za-z_]\w*(?:\.\w+)*)(?<!\.py)`(?!`)")
_OWNERS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Yield every docstring, and every text below an assignment."""
    for node in ast.walk(tree):
        if isinstance(node, _OWNERS) and (text := ast.get_docstring(node)):
            yield text
        body = getattr(node, "body", [])
        for before, each in pairwise(body) if isinstance(body, list) else ():
            value = each.value if isinstance(each, ast.Expr) else None
            named = isinstance(before, ast.Assign | ast.AnnAssign)
            if named and isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.value


def known(tree: ast.Module) -> set[str]:
    """Return what a reader of the file sees: everything it defines, imports or names."""
    found = set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, _OWNERS[1:]):
            found.add(node.name)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
    return found


def exists(name: str) -> bool:
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        return has(module, parts[end:])
    return False


def has(owner: object, names: list[str]) -> bool:
    if not names:
        return True
    if names[0] in getattr(owner, "__annotations__", {}):
        return len(names) == 1
    return hasattr(owner, names[0]) and has(getattr(owner, names[0]), names[1:])


def unknown(file: Path) -> list[str]:
    """Return what a file's docstrings name that neither it, its package nor groundgraph has.

    Single words in small letters are left out: they may be commands, fields or file names.
    """
    tree = ast.parse(file.read_text("utf-8"))
    seen = known(tree)
    named = {name for text in docstrings(tree) for name in _NAME.findall(text)}
    checked = {name for name in named if name != name.lower() or "." in name}
    elsewhere = {name for name in checked if name.partition(".")[0] not in seen}
    return sorted(name for name in elsewhere if not any(map(exists, places(file, name))))


def places(file: Path, name: str) -> Iterator[str]:
    yield name
    package = "groundgraph"
    yield f"{package}.{name}"
    for part in file.parent.relative_to(PACKAGE).parts if file.is_relative_to(PACKAGE) else ():
        package = f"{package}.{part}"
        yield f"{package}.{name}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_names_in_docstrings_exist(file: Path) -> None:
    assert unknown(file) == []


def test_a_name_that_is_nowhere_is_found(tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text(
        '"""See `Example`, `groundgraph.Nothing` and `groundgraph.Example`, `x y`, `fit`."""\n'
    )
    assert unknown(file) == ["groundgraph.Nothing"]
