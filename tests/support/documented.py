"""The code blocks of README.md and docs/, and how each kind of them is run.

A block with a title is a file of the folder in which the page is run. Other Python is a doctest;
each line of a shell block is a command. What takes minutes, or asks the package index, is not run
but asked for: its options and files must exist.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import typer

from groundgraph.cli import app

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_LONG = re.compile(
    r"(\.venv\S*/)?(python (scripts/|benchmarks/|-m (venv|training|experiments))|pip|mkdocs)"
    r"|groundgraph bench"
)


class Block(NamedTuple):
    """A block of code of a page.

    Attributes:
        language: As the fence names it.
        title: Name of the file that it is, or "".
        text: Its lines.
    """

    language: str
    title: str
    text: str


def page(name: str) -> str:
    """Return a page by its path in the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks_of(name: str) -> list[Block]:
    """Return all blocks of a page, in order."""
    return [Block(*found) for found in _BLOCK.findall(page(name))]


def code(name: str, language: str) -> str:
    """Return the blocks of a language that are no files, one below the other."""
    found = [block for block in blocks_of(name) if block.language == language]
    return "".join(block.text for block in found if not block.title)


def commands(name: str) -> list[str]:
    """Return the commands of a page that are run."""
    return [line for line in _lines(name) if not is_long(line)]


def long_commands(name: str) -> list[str]:
    """Return those that take minutes, or ask the package index."""
    return [line for line in _lines(name) if is_long(line)]


def _lines(name: str) -> list[str]:
    return list(filter(None, code(name, "sh").replace("\\\n", " ").splitlines()))


def is_long(line: str) -> bool:
    return bool(_LONG.match(line))


def write_files(name: str, folder: Path) -> None:
    """Write the files of a page."""
    for block in blocks_of(name):
        if block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")


def run_python(name: str) -> int:
    """Run the doctests of a page, and return how many statements there were."""
    test = doctest.DocTestParser().get_doctest(code(name, "python"), {}, name, name, 0)
    report = StringIO()
    found = doctest.DocTestRunner().run(test, out=report.write)
    assert not found.failed, report.getvalue()
    return found.attempted


def shell(line: str, folder: Path) -> str:
    """Run a command with the tools of this environment, and return what it printed."""
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", line],
        cwd=folder,
        env={**os.environ, "PATH": tools},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


def ask_for(line: str) -> None:
    """See that a long command could be run: its file or command, and its options, exist."""
    words = shlex.split(line, comments=True)
    if words[0] == "groundgraph":
        group: Any = typer.main.get_command(app)
        group.commands[words[1]].make_context(words[1], words[2:])
    elif words[:2] == ["python", "-m"] and words[2] != "venv":
        module = ROOT / words[2].replace(".", "/")
        assert module.with_suffix(".py").is_file() or (module / "__main__.py").is_file(), line
    elif words[0] == "python" and words[1] != "-m":
        assert (ROOT / words[1]).is_file(), line
