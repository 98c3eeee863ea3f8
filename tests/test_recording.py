from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
import tiny_generators
from films import FACTS, QUESTION

from groundgraph import InputError, ModelError
from groundgraph.checking import check_rows
from groundgraph.io import read_rows
from groundgraph.methods.gga.detector import GGA
from groundgraph.parts.probe.attention import AttentionProbe
from groundgraph.parts.probe.traces import load_trace
from groundgraph.recording import Recorded, record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from groundgraph.types.traces import ProbeInput, Trace

TRIPLES = [list(fact) for fact in FACTS]
ROWS: list[Any] = [
    {"id": "a/../b", "question": QUESTION, "answer": "Hirokazu Koreeda", "triples": TRIPLES},
    {"id": "far", "question": QUESTION, "answer": "Tokyo", "triples": TRIPLES, "label": False},
    {"id": "bare", "question": QUESTION, "answer": "Tokyo", "passages": ["Tokyo"]},
    "junk",
    {
        "id": "long",
        "question": QUESTION,
        "answer": "1995",
        "triples": TRIPLES,
        "prompt": "Facts: " * 300 + "\n".join(" ".join(fact) for fact in FACTS),
    },
    {
        "id": "own prompt",
        "response": " Hirokazu Koreeda",
        "source_id": "7",
        "source_info": "A row of another dialect.",
        "labels": [],
        "triples": TRIPLES,
        "paths": [[0]],
        "prompt": "Facts\n" + "\n".join(" ".join(fact) for fact in FACTS) + "\nWho?",
    },
]


@pytest.fixture(scope="module")
def probe() -> AttentionProbe:
    return tiny_generators.probe("llama", states=False)


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def recorded(rows: Path, probe: Any, folder: Path, **options: Any) -> list[Recorded]:
    return list(record(read_rows(rows), probe, folder, **options))


def written(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "rows.jsonl").read_text().splitlines()]


def test_recorded_rows_are_judged_as_the_model_is(
    rows: Path, probe: AttentionProbe, tmp_path: Path
) -> None:
    done = recorded(rows, probe, tmp_path / "out", batch_size=2)

    assert [one.row.id for one in done if not one.problem] == ["a/../b", "far", "own prompt"]
    examples = [row.example for row in read_rows(rows) if row.example is not None]
    probed = GGA(probe=probe).detect(examples)
    again = [row.example for row in read_rows(tmp_path / "out" / "rows.jsonl")]
    judged = GGA().detect([example for example in again if example is not None])
    for one, other in zip(judged, probed, strict=True):
        assert (one.label, one.reason) == (other.label, other.reason)
        assert one.features == pytest.approx(other.features, abs=1e-6)


def test_a_bad_row_costs_only_itself_and_says_why(
    rows: Path, probe: AttentionProbe, tmp_path: Path
) -> None:
    problems = {one.row.line: one.problem for one in recorded(rows, probe, tmp_path / "out")}

    assert "the row has no triples" in problems[3]
    assert "expected an object" in problems[4]
    assert "the model reads at most 512" in problems[5]
    assert [row["line"] for row in written(tmp_path / "out")] == [1, 2, 3, 5, 6]
    assert written(tmp_path / "out")[3]["trace_problem"] == problems[5]


def test_rows_keep_what_they_had_and_traces_no_hidden_states(
    rows: Path, probe: AttentionProbe, tmp_path: Path
) -> None:
    recorded(rows, probe, tmp_path / "out")

    far = written(tmp_path / "out")[1]
    assert (far["id"], far["answer"], far["label"]) == ("far", "Tokyo", False)
    assert [far["prompt"][a:b] for a, b in far["triple_spans"]] == [" ".join(f) for f in FACTS]
    assert load_trace(tmp_path / "out" / far["trace"]).hidden is None
    other = written(tmp_path / "out")[-1]
    assert other["passages"] == [{"id": "1", "text": "A row of another dialect."}]
    assert not {"labels", "source_id", "source_info"} & other.keys()


@dataclass(frozen=True)
class Counting(AttentionProbe):
    """Notes what it is asked, and fails where it is told to."""

    asked: list[str] = field(default_factory=list, compare=False, metadata={"spec": False})
    fails_on: str = field(default="", compare=False, metadata={"spec": False})

    def trace(self, inputs: Sequence[ProbeInput], /) -> list[Trace]:
        self.asked.extend(item.answer for item in inputs)
        if any(self.fails_on and self.fails_on in item.answer for item in inputs):
            raise RuntimeError("out of memory")
        return super().trace(inputs)


@pytest.fixture
def counting(probe: AttentionProbe, monkeypatch: pytest.MonkeyPatch) -> Counting:
    from groundgraph.registry import PROBES

    targets = {**PROBES._targets, "counting": f"{__name__}:Counting"}
    monkeypatch.setattr(PROBES, "_targets", targets)
    return Counting(probe.model, loaded=probe.loaded, states=False)


def test_a_run_that_was_stopped_goes_on_where_it_was(
    rows: Path, counting: Counting, tmp_path: Path
) -> None:
    first = record(read_rows(rows), counting, tmp_path / "out", batch_size=1)
    next(first)
    first.close()
    with (tmp_path / "out" / "rows.jsonl").open("a") as file:
        file.write('{"id":"far","li')
    before = len(counting.asked)

    done = recorded(rows, counting, tmp_path / "out")

    assert before == 1
    assert counting.asked == [" Hirokazu Koreeda", " Tokyo", "1995", " Hirokazu Koreeda"]
    assert [one.fresh for one in done] == [False, *[True] * 5]
    assert [row["line"] for row in written(tmp_path / "out")] == [1, 2, 3, 5, 6]
    again = recorded(rows, counting, tmp_path / "out")
    assert [one.problem for one in again] == [one.problem for one in done]
    assert len(counting.asked) == 4


def test_a_row_on_which_the_probe_fails_does_not_take_the_others_with_it(
    rows: Path, counting: Counting, tmp_path: Path
) -> None:
    object.__setattr__(counting, "fails_on", "Tokyo")

    done = recorded(rows, counting, tmp_path / "out")

    assert done[1].problem == "the probe failed: RuntimeError: out of memory"
    assert [one.row.id for one in done if not one.problem] == ["a/../b", "own prompt"]


def test_a_folder_of_another_model_is_refused(
    rows: Path, probe: AttentionProbe, tmp_path: Path
) -> None:
    recorded(rows, probe, tmp_path / "out")

    with pytest.raises(InputError, match="recorded with another model or other options"):
        recorded(rows, AttentionProbe("another"), tmp_path / "out")


def test_a_model_that_cannot_be_loaded_is_an_error_of_the_run(rows: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be loaded"):
        recorded(rows, AttentionProbe(str(tmp_path)), tmp_path / "out")


def test_an_output_that_is_a_file_is_an_input_error(rows: Path, probe: AttentionProbe) -> None:
    with pytest.raises(InputError, match="cannot write"):
        recorded(rows, probe, rows)


def test_a_report_of_recorded_rows_can_be_made_from_anywhere(
    rows: Path, probe: AttentionProbe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(rows, probe, tmp_path / "out")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")

    done = list(check_rows(read_rows("../out/rows.jsonl"), GGA()))

    assert [one.record["label"] == "unverifiable" for one in done] == [
        *(False, False, True, True, False)
    ]
