from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sparql_server import GRAPH

from groundgraph.knowledge.store import StoreSource
from groundgraph.types import Mention

if TYPE_CHECKING:
    from pathlib import Path


def test_a_dump_becomes_a_store_that_answers(run: Any, tmp_path: Path) -> None:
    done = run("kb", "build", GRAPH, "--output", tmp_path / "store")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("stored 7")
    assert "storing people.ttl: read 80, stored 79, bad 0" in done.stderr
    [found] = StoreSource(str(tmp_path / "store")).link([Mention("Ystad", "")])
    assert found is not None


def test_entities_and_depth_choose_what_is_kept(run: Any, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("Q2\n")
    options = ["--entities", tmp_path / "list.txt", "--depth", "1", "--output", tmp_path / "store"]

    assert run("kb", "build", GRAPH, *options).returncode == 0
    source = StoreSource(str(tmp_path / "store"))
    found = source.link([Mention("John Keller", ""), Mention("Ystad", "")])
    assert [entity and entity.id[-2:] for entity in found] == ["Q2", None]


def test_bad_lines_are_shown_up_to_a_number_and_counted(run: Any, tmp_path: Path) -> None:
    dump = tmp_path / "bad.nt"
    dump.write_text("nonsense\n" * 50)

    done = run("kb", "build", dump, "--output", tmp_path / "store")

    assert done.returncode == 0
    assert "bad.nt, line 1: " in done.stderr
    assert done.stderr.count("skipped") == 20
    assert "skipped 50 bad lines" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gone.nt"], "is not a file"),
        ([str(GRAPH), "--depth", "1"], "--depth counts steps from --entities"),
        ([str(GRAPH), "--depth", "99", "--entities", "x"], "--depth"),
        ([str(GRAPH), "--entities", "gone.txt"], "cannot be read"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_built_says_why(
    run: Any, tmp_path: Path, arguments: list[str], said: str
) -> None:
    done = run("kb", "build", *arguments, "--output", tmp_path / "store")

    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_kb_alone_shows_what_it_can_do(run: Any) -> None:
    done = run("kb")

    assert "build" in done.stdout + done.stderr
