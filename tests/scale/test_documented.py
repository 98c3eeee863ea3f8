"""What docs/scale.md shows: its commands exist; its code runs as far as Ray and Spark are here."""

from __future__ import annotations

import ast
import json
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from documented import ask_for, blocks_of, commands

from groundgraph import check_many

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "docs/scale.md"
FOLDER, RAY, SPARK = (block.text for block in blocks_of(PAGE) if block.language == "python")
ROWS = [
    {"id": "right", "passages": ["It opened in 1932."], "answer": "It opened in 1932."},
    {"id": "wrong", "passages": ["It opened in 1932."], "answer": "Elephants danced for days."},
    {"id": "bare", "passages": [], "answer": "It opened in 1932."},
]


@pytest.mark.parametrize("line", commands(PAGE))
def test_its_commands_can_be_asked_for(line: str) -> None:
    ask_for(line)


def judged(code: str) -> Any:
    """Return the function of a block that judges frames, without what reads and writes them."""
    body = [
        node
        for node in ast.parse(code).body
        if isinstance(node, ast.FunctionDef) or getattr(node, "module", "") == "groundgraph"
    ]
    names: dict[str, Any] = {}
    exec(compile(ast.Module(body, []), PAGE, "exec"), names)
    return names["judged"]


def test_the_function_for_ray_and_that_for_spark_judge_frames_alike() -> None:
    frame = pd.DataFrame(ROWS)
    of_ray, [of_spark] = judged(RAY)(frame), list(judged(SPARK)(iter([frame])))
    assert list(of_ray["id"]) == [row["id"] for row in ROWS]
    assert list(of_ray["label"]) == [verdict.label for verdict in check_many(ROWS)]
    pd.testing.assert_frame_equal(of_ray, of_spark)


@pytest.mark.skipif(find_spec("ray") is None, reason="pip install 'groundgraph[ray]'")
@pytest.mark.filterwarnings("ignore::Warning:ray")
def test_the_folder_of_the_page_is_checked_on_ray(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / "a.jsonl").write_text("\n".join(map(json.dumps, ROWS)), "utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(FOLDER, PAGE, "exec"), {})
    assert capsys.readouterr().out.startswith("a.jsonl {")
    assert (tmp_path / "verdicts" / "a.jsonl").is_file()
