from __future__ import annotations

import dataclasses
import json
import pickle
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from groundgraph import (
    Example,
    GroundgraphError,
    InputError,
    MissingExtraError,
    ModelError,
    NotFittedError,
    Passage,
    Verdict,
    load,
)
from groundgraph.checking import Checked, check_rows
from groundgraph.io import Row, digest_of, read_rows
from groundgraph.specs import reference

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from groundgraph.methods.fused.detector import Fused

pytestmark = pytest.mark.usefixtures("plain_detectors")


def row(number: int, answer: str = "a b", passages: tuple[str, ...] = ("a",)) -> Row:
    example = Example(answer, tuple(map(Passage, passages)), id=f"r{number}")
    return Row(number, digest_of(example), example=example, id=example.id)


def bad_row(number: int) -> Row:
    return Row(number, "0" * 16, error=InputError("found 5", line=number, field="answer"))


def kinds(checked: Iterator[Checked]) -> list[str]:
    return [one.record.get("label") or one.record["error"]["type"] for one in checked]


ANSWERS = ["a", "b", "a boom", "", "a nan", "a"]
KINDS = ["grounded", "hallucinated", "ValueError", "unverifiable", "ValueError", "grounded"]


@pytest.mark.parametrize("batch_size", [1, 2, 3, 32])
def test_rows_that_make_the_detector_fail_cost_only_themselves(batch_size: int) -> None:
    rows = [row(number, answer) for number, answer in enumerate(ANSWERS, 1)]
    rows.insert(1, bad_row(99))
    found = list(check_rows(rows, "brittle", batch_size=batch_size))
    assert kinds(iter(found)) == [KINDS[0], "InputError", *KINDS[1:]]
    assert [one.row for one in found] == rows
    assert "cannot read 'a boom'" in found[3].record["error"]["message"]
    assert "novelty" in found[5].record["error"]["message"]


def test_what_nobody_raised_on_purpose_is_logged_once_with_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rows = [bad_row(99), *(row(number, answer) for number, answer in enumerate(ANSWERS, 1))]
    list(check_rows(rows, "brittle"))
    logged = [str(record.exc_info) for record in caplog.records if record.name == "groundgraph"]
    assert ["boom" in error for error in logged] == [True, False]
    assert "in detect" in caplog.text


def test_nothing_is_logged_where_nobody_listens() -> None:
    program = (
        "from groundgraph import Example; from groundgraph.io import Row; "
        "from groundgraph.workers import judged\n"
        "class Failing:\n    def detect(self, examples): raise ValueError\n"
        "print(judged(Failing(), {}, [Row(1, '', example=Example('a'))])[0]['error']['type'])"
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("ValueError\n", "")


def test_processes_say_what_one_process_says_in_order() -> None:
    rows = [row(number, ANSWERS[number % len(ANSWERS)]) for number in range(60)]
    rows[7] = bad_row(7)
    alone = list(check_rows(rows, "brittle", batch_size=4))
    assert list(check_rows(rows, "brittle", batch_size=4, workers=2)) == alone


def test_every_record_names_the_spec_that_rebuilds_the_detector() -> None:
    (one,) = check_rows([row(1)], "overlap")
    rebuilt = load(one.record["detector"])
    assert type(rebuilt).__name__ == "Overlap"
    (again,) = check_rows([row(1)], one.record["detector"])
    (direct,) = check_rows([row(1)], rebuilt)
    assert again == one
    assert direct.record["hallucination_score"] == one.record["hallucination_score"]


def test_a_detector_that_is_not_registered_judges_in_this_process_alone() -> None:
    class Lenient:
        def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
            return [Verdict("grounded", 0.0) for _ in examples]

    [one] = check_rows([row(1)], Lenient())
    assert (one.record["label"], one.record["detector"]["name"]) == ("grounded", "Lenient")
    with pytest.raises(ModelError, match="needs 'name', a text, and 'parameters'"):
        load(one.record["detector"])
    with pytest.raises(TypeError, match="Lenient is not registered"):
        list(check_rows([row(1)], Lenient(), workers=1))


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("{}", 'must stand below `if __name__ == "__main__":`'),
        ("if __name__ == '__main__': {}", "['unverifiable']"),
        ("", "write it to a file"),
    ],
)
def test_a_script_that_workers_cannot_import_is_told(
    tmp_path: Path, script: str, told: str
) -> None:
    head = "from groundgraph import check_many; rows = [{'answer': 'a', 'passages': ['a']}]\n"
    call = "print([v.label for v in check_many(rows, detector='lexical', workers=1)])"
    path = tmp_path / "script.py"
    path.write_text(head + script.format(call))
    command = [sys.executable, str(path) if script else "-"]
    done = subprocess.run(
        command, input=head + call, capture_output=True, text=True, timeout=100, check=False
    )

    assert told in (done.stdout if done.returncode == 0 else done.stderr.splitlines()[-1])


@pytest.mark.parametrize("workers", [0, 1])
def test_a_detector_that_cannot_work_at_all_ends_the_run(workers: int) -> None:
    with pytest.raises(NotFittedError, match="must be fitted first"):
        list(check_rows([row(1), row(2)], "unfitted", workers=workers))


def test_a_killed_worker_ends_the_run_with_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MORTAL_MARKER", str(tmp_path / "died"))
    with pytest.raises(GroundgraphError, match=r"lines 1 to 2 .* fewer --workers"):
        list(check_rows([row(1, "die"), row(2)], "mortal", workers=1))


def test_rows_are_taken_only_as_they_are_needed() -> None:
    taken: list[int] = []

    def rows() -> Iterator[Row]:
        for number in range(1_000):
            taken.append(number)
            yield row(number, passages=(str(number),))

    checked = check_rows(rows(), "overlap", batch_size=10)
    next(checked)
    assert len(taken) <= 11
    checked.close()


@dataclasses.dataclass(frozen=True)
class Recording:
    batches: list[list[str]] = dataclasses.field(default_factory=list)

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        self.batches.append([example.id for example in examples])
        return [Verdict("grounded", 0.0) for _ in examples]


def batches_of(monkeypatch: pytest.MonkeyPatch, rows: list[Row], size: int) -> list[list[str]]:
    recording = Recording()
    monkeypatch.setattr("groundgraph.checking.load", lambda _, trust: recording)
    list(check_rows(rows, "overlap", batch_size=size))
    return recording.batches


def test_a_batch_waits_for_answers_to_the_same_passages(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row(number, passages=("first" if number < 2 else "second",)) for number in range(7)]
    sizes = [len(batch) for batch in batches_of(monkeypatch, rows, 4)]
    assert sizes == [7]


def test_a_batch_grows_to_twice_its_size_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row(number) for number in range(11)]
    assert [len(batch) for batch in batches_of(monkeypatch, rows, 2)] == [4, 4, 3]


class Miscounting:
    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        return []


def test_a_detector_that_miscounts_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundgraph.checking.load", lambda _, trust: Miscounting())
    with pytest.raises(GroundgraphError, match="0 verdicts for 2 answers"):
        list(check_rows([row(1), row(2)], "overlap"))


def records(rows: list[Row], detector: str = "overlap") -> list[dict[str, Any]]:
    return [one.record for one in check_rows(rows, detector)]


def test_what_is_done_is_passed_on_and_not_judged_again() -> None:
    rows = [row(1), bad_row(2), row(3, "b"), row(4)]
    done = [{**record, "reason": "kept"} for record in records(rows[:3])]
    found = list(check_rows(rows, "overlap", done=done))
    assert [one.fresh for one in found] == [False, False, False, True]
    assert [one.record for one in found[:3]] == done
    assert [one.row for one in found] == rows


def test_nothing_is_loaded_when_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row(1), row(2)]
    done = records(rows)
    spec = done[0]["detector"]
    monkeypatch.setattr("groundgraph.checking.load", lambda _, trust: pytest.fail("loaded"))
    assert [one.fresh for one in check_rows(rows, spec, done=done)] == [False, False]


def test_done_rows_of_another_input_are_refused() -> None:
    with pytest.raises(InputError, match=r"another input: its row 2 .* --output or delete"):
        list(check_rows([row(1), row(3)], "overlap", done=records([row(1), row(2)])))


def test_a_row_that_was_changed_since_says_how_to_go_on() -> None:
    with pytest.raises(InputError, match=r"of line 2 before that row was changed .* from 2 on"):
        list(check_rows([row(1), row(2, "changed")], "overlap", done=records([row(1), row(2)])))


def test_done_rows_of_another_detector_are_refused() -> None:
    with pytest.raises(InputError, match="another detector"):
        list(check_rows([row(1)], "brittle", done=records([row(1)])))


def test_more_done_rows_than_input_are_refused() -> None:
    with pytest.raises(InputError, match="more rows than the input"):
        list(check_rows([row(1)], "overlap", done=records([row(1), row(2)])))


@pytest.mark.parametrize("arguments", [{"batch_size": 0}, {"workers": -1}])
def test_sizes_out_of_range_are_refused(arguments: dict[str, int]) -> None:
    with pytest.raises(InputError, match="expected"):
        list(check_rows([row(1)], "overlap", **arguments))  # type: ignore[arg-type]


def test_hostile_rows_of_a_file_all_get_a_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows: list[Any] = [
        {"answer": "", "passages": ["p"]},
        {"answer": "a", "passages": []},
        {"answer": "a"},
        {"answer": "a", "passages": ["word " * 40_000]},
        {"answer": "\ud800", "passages": ["\udfff"]},
        {"answer": "a\0b", "passages": ["\0"]},
        {"answer": 5, "passages": ["p"]},
        {"id": "row-1", "answer": "a", "triples": 5},
        [],
    ]
    path.write_text("\n".join(map(json.dumps, rows)))
    assert kinds(check_rows(read_rows(path), "overlap")) == [
        *["unverifiable"] * 3,
        *["hallucinated"] * 3,
        *["InputError"] * 3,
    ]


def test_an_error_of_a_worker_arrives_whole() -> None:
    error = pickle.loads(pickle.dumps(MissingExtraError("a feature", "hf")))
    assert (str(error), error.extra) == (str(MissingExtraError("a feature", "hf")), "hf")
    located = pickle.loads(pickle.dumps(InputError("found 5", line=3, field="answer")))
    assert (located.line, located.field) == (3, "answer")


@pytest.mark.parametrize("workers", [0, 1])
def test_a_row_refers_to_a_detector_and_holds_no_weights(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"answer": "It rained.", "passages": ["It rained."]}))
    shipped = load("fused")
    [row] = check_rows(read_rows(path), shipped, workers=workers)
    assert row.record["detector"] == reference("fused")

    own = replace(cast("Fused", shipped), tau=0.7)
    [row] = check_rows(read_rows(path), own, workers=workers)
    spec = row.record["detector"]
    assert len(json.dumps(spec)) < 2_000
    assert spec["parameters"]["tau"] == 0.7
    assert set(spec["parameters"]["head"]) == {"kind", "name", "sha256"}
    assert len(spec["parameters"]["head"]["sha256"]) == 64


def of_several(rows: list[Row], names: Sequence[str], **options: Any) -> list[Checked]:
    return list(check_rows(rows, list(names), **options))


@pytest.mark.parametrize("workers", [0, 1])
def test_several_detectors_each_judge_every_row(workers: int) -> None:
    rows = [row(1), bad_row(2), row(3, "a boom")]
    found = of_several(rows, ["overlap", "brittle"], workers=workers)

    assert [one.row for one in found] == [each for each in rows for _ in range(2)]
    assert [one.record["detector"]["name"] for one in found] == ["overlap", "brittle"] * 3
    alone = [records([each], name)[0] for each in rows for name in ("overlap", "brittle")]
    assert [{**one.record, "detector": 0} for one in found] == [
        {**record, "detector": 0} for record in alone
    ]


def test_a_run_that_ended_between_two_detectors_goes_on_there() -> None:
    rows, names = [row(1), row(2, "b"), row(3)], ["overlap", "brittle"]
    whole = [one.record for one in of_several(rows, names)]
    for count in range(len(whole) + 1):
        found = of_several(rows, names, done=whole[:count])
        assert [one.record for one in found] == whole
        assert [one.fresh for one in found] == [number >= count for number in range(len(whole))]


def test_another_order_of_detectors_is_another_run() -> None:
    done = [one.record for one in of_several([row(1)], ["overlap", "brittle"])]
    with pytest.raises(InputError, match="another detector: row 1"):
        of_several([row(1)], ["brittle", "overlap"], done=done)


@pytest.mark.parametrize("workers", [0, 1])
def test_of_several_the_one_that_cannot_run_is_named(workers: int) -> None:
    with pytest.raises(GroundgraphError, match=r"detector 'unfitted' cannot run: .* fitted first"):
        of_several([row(1)], ["overlap", "unfitted"], workers=workers)


def test_no_detector_at_all_is_refused() -> None:
    with pytest.raises(InputError, match="list of detectors is empty"):
        of_several([row(1)], [])
