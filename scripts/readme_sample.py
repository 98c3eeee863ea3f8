"""Write README.md's picture of the terminal anew, after a model or the view has changed.

    python scripts/readme_sample.py

The picture is of two of the bundled examples; tests/test_readme.py fails when it is out of date.
"""

from __future__ import annotations

import re
from importlib.resources import as_file, files
from io import StringIO
from pathlib import Path

from rich.console import Console

from groundgraph.checking import check_rows
from groundgraph.io import read_rows
from groundgraph.report.terminal import render

README = Path(__file__).resolve().parent.parent / "README.md"
SHOWN = {"wrong-number", "record"}
WIDTH = 88


def sample() -> str:
    """Return the view of the shown examples, as a terminal without colour has it."""
    page = StringIO()
    console = Console(file=page, width=WIDTH, color_system=None)
    with as_file(files("groundgraph.cli") / "example.jsonl") as path:
        for one in check_rows(read_rows(path), "fused"):
            if one.row.id in SHOWN:
                console.print(render(one.row.example, one.record))
    return page.getvalue().rstrip() + "\n"


def main() -> None:
    text = README.read_text(encoding="utf-8")
    picture = f"```text\n{sample()}```"
    block = re.compile(r"^```text\n.*?^```$", re.MULTILINE | re.DOTALL)
    README.write_text(block.sub(lambda _: picture, text), encoding="utf-8")


if __name__ == "__main__":
    main()
