"""What docs/promises.md promises of the whole, and that each test that it names exists."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from groundgraph.registry import DETECTORS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
_NAME = re.compile(r"`(tests/[\w/]+\.py)::([\w:]+)`")
NAMED = _NAME.findall(PAGE)
WATCHED = """
import json, sys

FORBIDDEN = ("socket.connect", "socket.getaddrinfo", "socket.gethostby", "subprocess.", "os.exec",
             "os.posix_spawn", "os.system", "os.fork", "pickle.find_class", "urllib.")
seen = []

def watch(event, arguments):
    if event.startswith(FORBIDDEN):
        seen.append([event, repr(arguments)[:200]])

from importlib.resources import files
from groundgraph import load
from groundgraph.checking import check_rows
from groundgraph.errors import MissingExtraError, NotFittedError
from groundgraph.io import read_rows
from groundgraph.registry import DETECTORS

sys.addaudithook(watch)
judged = {}
for name in DETECTORS:
    rows = read_rows(files("groundgraph") / "cli" / "example.jsonl")
    try:
        judged[name] = [done.record.get("label") for done in check_rows(rows, name)]
    except (NotFittedError, MissingExtraError) as error:
        judged[name] = str(error)
print(json.dumps([seen, judged]))
"""


def test_judging_opens_no_connection_starts_no_program_and_unpickles_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    seen, judged = json.loads(done.stdout)

    assert seen == []
    assert set(judged) == set(DETECTORS)
    assert {"grounded", "hallucinated"} <= set(judged["fused"])


def test_each_promise_of_the_page_names_tests() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")]
    promises = [row for row in rows if not row.startswith("| promise |")]

    assert len(promises) > 30
    assert [row for row in promises if not _NAME.search(row)] == []
    assert len(NAMED) == PAGE.count("`tests/")


@pytest.mark.parametrize(("file", "test"), NAMED, ids=["::".join(each) for each in NAMED])
def test_each_test_that_the_page_names_exists(file: str, test: str) -> None:
    scope = ast.parse((ROOT / file).read_text(encoding="utf-8")).body
    *classes, name = test.split("::")
    for each in classes:
        found = [node for node in scope if isinstance(node, ast.ClassDef) and node.name == each]
        scope = found[0].body

    assert name.startswith("test_")
    assert name in {node.name for node in scope if isinstance(node, ast.FunctionDef)}
