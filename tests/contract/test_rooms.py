"""Everything that a method does is found from its folder: in it, or in the layers below."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import groundgraph

if TYPE_CHECKING:
    from collections.abc import Iterator

METHODS = Path(groundgraph.__file__).parent / "methods"
ROOMS = sorted(path.parent.name for path in METHODS.glob("*/detector.py"))
SHARED = {path.stem for path in METHODS.glob("*.py")} - {"__init__"}
BELOW = {"graph", "knowledge", "learn", "measures", "parts", "services", "text", "types"}
SPINE = {"checksums", "errors", "progress", "protocols", "ranges", "registry", "specs"}


def imported(path: Path) -> Iterator[list[str]]:
    """Yield what a file imports of groundgraph, each as the parts of a dotted name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("groundgraph."):
            names = [node.module or ""]
            if node.module == "groundgraph.methods":
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name.split(".")[1:] for name in names)


@pytest.mark.parametrize("room", ROOMS)
def test_a_method_is_in_its_folder_or_below(room: str) -> None:
    own = {room, *SHARED}
    strange = {
        ".".join(name)
        for path in (METHODS / room).rglob("*.py")
        for name in imported(path)
        if name[0] not in BELOW | SPINE and not (name[0] == "methods" and name[1] in own)
    }
    assert strange == set()


def test_there_is_a_room_for_each_method() -> None:
    assert {"egc", "fused", "gga", "kea", "logic", "router"} <= set(ROOMS)
