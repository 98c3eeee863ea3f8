"""Each pipeline is run from corpora of a few rows to its exported files."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from small_corpora import write_corpora
from tiny_mpnet import put_in_place

from groundgraph import Example, Passage, load
from groundgraph.bench.gga.answers import load_reader
from groundgraph.parts.encoders.minilm import SHA256
from groundgraph.parts.readers.minilm import MiniLMReader
from groundgraph.types import Span
from groundgraph.types.readings import CutAnswer
from training.__main__ import REFUSED, TIME_SPENT, main
from training.pipelines import PIPELINES
from training.rows import read_lines

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
FERRY = Example("The ferry carries 40 cars.", (Passage("The ferry to Borica carries 40 cars."),))


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpora(tmp_path_factory.mktemp("corpora"))


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch)


def encodes(work: Path) -> None:
    content = (work / "models" / "minilm" / "model.onnx").read_bytes()
    assert hashlib.sha256(content).hexdigest() == SHA256  # the shipped file, to the last byte


def calibrates(work: Path) -> None:
    constants = json.loads((work / "constants.json").read_text(encoding="utf-8"))
    assert constants["slope"] > 0 > constants["intercept"]


def judges(work: Path) -> None:
    for name in ("fused", "lexical"):
        folder = work / "models" / name
        [verdict] = load(folder).detect([FERRY])
        assert verdict.hallucination_score is not None
        card = (folder / "MODEL_CARD.md").read_text(encoding="utf-8")
        assert hashlib.sha256((folder / "detector.json").read_bytes()).hexdigest() in card


def reads(work: Path) -> None:
    for name in ("teacher", "reader"):
        lines = (work / f"{name}_figures.jsonl").read_text(encoding="utf-8").splitlines()
        assert json.loads(lines[-1])["step"] == 3
    reader = MiniLMReader(str(work / "models" / "reader"))
    text = CutAnswer("", ("It rains in Split.",), "It rains.", (Span(0, 9),))
    [reading] = reader.read([text])
    np.testing.assert_allclose(reading.claims.sum(1), 1)
    content = (work / "models" / "reader" / "model.onnx").read_bytes()
    card = (work / "models" / "reader" / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert hashlib.sha256(content).hexdigest() in card
    assert "| steps | 3 |" in card
    assert "| teacher | a reader of 2 layers of the same encoder, 3 steps, sha256 " in card
    assert "| RAGTruth, the fold left out | " in card


def reads_later(work: Path) -> None:
    card = (work / "models" / "reader" / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "then `python -m training reader_later --data DATA` on two cores" in card
    assert "| strangers | " in card
    assert "| teacher | none |" in card


def answers(work: Path) -> None:
    rows = read_lines(work / "answers" / "answers.jsonl")
    assert {row["architecture"] for row in rows} == {"qwen2", "t5"}
    assert len(load_reader(work / "answers")) == len(rows) == 2 * len({row["id"] for row in rows})


MADE: dict[str, Callable[[Path], None]] = {
    "minilm": encodes,
    "reranker": calibrates,
    "reader": reads,
    "reader_later": reads_later,
    "fused": judges,
    "generator": answers,
}


def test_every_pipeline_is_tried() -> None:
    assert MADE.keys() == PIPELINES.keys()


@pytest.mark.parametrize("name", MADE)
def test_a_pipeline_runs_from_data_to_exported_files(
    name: str, corpora: Path, tmp_path: Path
) -> None:
    assert main([name, "--data", str(corpora), "--work", str(tmp_path), "--smoke"]) == 0

    done = {path.stem for path in (tmp_path / "done").iterdir()}
    assert done == {step.name for step in PIPELINES[name].steps}
    MADE[name](tmp_path)


def test_a_call_whose_hours_are_over_says_so_and_the_next_goes_on(
    corpora: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["reader", "--data", str(corpora), "--work", str(tmp_path), "--smoke"]

    assert main([*call, "--only", "data", "--only", "teacher", "--hours", "0"]) == TIME_SPENT
    assert "time is up after 1 of" in capsys.readouterr().out
    for name in ("shown", "held_out"):
        (tmp_path / f"{name}.jsonl").unlink()  # as where only the arrays were brought
    assert main([*call, "--only", "teacher", "--only", "train"]) == 0
    assert "teacher goes on from step 1" in capsys.readouterr().out


def test_without_data_it_says_what_to_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GROUNDGRAPH_DATA", raising=False)

    assert main(["reranker", "--work", str(tmp_path), "--smoke"]) == REFUSED
    assert "error: name the folder of the corpora by --data" in capsys.readouterr().err


def python(code: str) -> str:
    """Run some code in a process of its own, in the repository; return what it printed."""
    called = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return called.stdout


def test_what_there_is_can_be_listed_without_torch() -> None:
    listed = python(
        "import sys; from training.__main__ import main; main([]); "
        "print('torch' in sys.modules, 'onnx' in sys.modules, 'numpy' in sys.modules)"
    )

    *lines, loaded = listed.splitlines()
    assert loaded == "False False False"
    for pipeline in PIPELINES.values():
        assert any(line.startswith(f"{pipeline.name} ") for line in lines)
        assert any(pipeline.data in line for line in lines)
    assert any("data" in line and "(10 min)" in line for line in lines)


def test_what_can_be_set_is_listed_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fused", "--list"]) == 0

    listed = capsys.readouterr().out
    assert "--set beside.threshold=best_f1_at=0.35\n" in listed
    assert "generator" not in listed


@pytest.mark.parametrize(
    ("name", "extra"),
    [(each.name, each.extra) for each in PIPELINES.values() if "torch" in each.packages],
)
def test_without_torch_the_extra_is_named(name: str, extra: str, tmp_path: Path) -> None:
    said = python(
        "import sys; sys.modules['torch'] = None\n"
        "sys.stderr = sys.stdout\n"
        "from training.__main__ import main\n"
        f"print(main(['{name}', '--data', '.', '--work', {str(tmp_path)!r}]))"
    )

    [*_, error, status] = said.splitlines()
    assert error == (
        f"error: python -m training {name} needs packages that are not installed: "
        f"in a clone pip install '.[{extra}]', else pip install 'groundgraph[{extra}]'"
    )
    assert status == str(REFUSED)
    assert not any(tmp_path.iterdir())
