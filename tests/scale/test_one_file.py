from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pyarrow import parquet

from groundgraph import InputError, MachineError
from groundgraph.checking import check_rows
from groundgraph.io import Limits, dumps, read_rows
from groundgraph.scale.one_file import Job, Place, Worker
from groundgraph.specs import reference

pytestmark = pytest.mark.usefixtures("plain_detectors")

ANSWERS = ["a", "nothing of it", "a boom", "", "a"]


def lines(count: int) -> list[str]:
    """Return rows, of which one cannot be read and one in five cannot be judged."""
    rows = [
        json.dumps({"id": f"r{n}", "passages": [f"a {n}"], "answer": ANSWERS[n % 5]})
        for n in range(count)
    ]
    return [*rows[:3], '{"id": "bad", "answer": 5}', *rows[3:]]


def job(detector: str = "brittle") -> Job:
    return Job(json.loads(json.dumps(reference(detector))), Limits())


@pytest.fixture
def place(tmp_path: Path) -> Place:
    source = tmp_path / "part-7.jsonl"
    source.write_text("\n".join(lines(70)))
    return Place(str(source), str(tmp_path / "verdicts"), "part-7", parquet=False)


def alone(place: Place) -> list[str]:
    """Return what `groundgraph check` writes for the file."""
    return [dumps(one.record) for one in check_rows(read_rows(place.source), job().spec)]


def test_a_file_gets_the_bytes_that_one_process_writes(place: Place) -> None:
    counts = Worker(job()).check(place)
    assert place.verdicts.read_text().splitlines() == alone(place)
    assert counts == {
        "grounded": 28, "hallucinated": 14, "unverifiable": 14, "errors": 15, "skipped": 0
    }  # fmt: skip


def test_bad_rows_stand_in_a_file_of_their_own_too(place: Place) -> None:
    Worker(job()).check(place)
    assert place.errors.read_text().splitlines() == [
        row for row in alone(place) if '"error"' in row
    ]


def test_a_file_without_bad_rows_leaves_none_of_an_earlier_run(place: Place) -> None:
    place.errors.parent.mkdir(parents=True)
    place.errors.write_text("{}\n")
    with Path(place.source).open("w", encoding="utf-8") as source:
        source.write(lines(1)[0])
    Worker(job()).check(place)
    assert not place.errors.exists()


def test_a_file_that_was_cut_off_is_continued(place: Place) -> None:
    Worker(job()).check(place)
    whole = place.verdicts.read_bytes()
    place.verdicts.write_bytes(whole[: len(whole) // 2])
    counts = Worker(job()).check(place)
    assert place.verdicts.read_bytes() == whole
    assert 30 < counts["skipped"] < 40
    assert len(place.errors.read_text().splitlines()) == 15


def test_a_table_holds_the_rows_that_were_judged_and_their_records(place: Place) -> None:
    place = replace(place, parquet=True)
    counts = Worker(job()).check(place)
    table = parquet.read_table(place.verdicts).to_pydict()
    judged = [row for row in alone(place) if '"error"' not in row]
    assert table["record"] == judged
    assert table["hallucination_score"] == [
        json.loads(row)["hallucination_score"] for row in judged
    ]
    assert len(place.errors.read_text().splitlines()) == counts["errors"] == 15
    assert not place.written.exists()


def test_a_table_that_is_there_is_not_made_again(place: Place) -> None:
    place = replace(place, parquet=True)
    first = Worker(job()).check(place)
    before = place.verdicts.stat()
    assert Worker(job()).check(place) == {**first, "skipped": 71}
    assert place.verdicts.stat().st_ino == before.st_ino


def test_a_table_of_another_input_detector_or_program_is_refused(place: Place) -> None:
    place = replace(place, parquet=True)
    Worker(job()).check(place)
    with pytest.raises(InputError, match="by another detector"):
        Worker(job("overlap")).check(place)
    with Path(place.source).open("a", encoding="utf-8") as source:
        source.write("\n" + lines(1)[0])
    with pytest.raises(InputError, match="belongs to another input"):
        Worker(job()).check(place)
    place.verdicts.write_text("by hand")
    with pytest.raises(InputError, match="is no table of verdicts"):
        Worker(job()).check(place)


def test_a_file_that_costs_three_workers_at_one_row_is_given_up_once(place: Place) -> None:
    place.begun.parent.mkdir(parents=True)
    place.begun.write_text("0\n0\n")
    Worker(job()).check(place)  # two died at its beginning, or were taken away
    assert not place.begun.exists()
    size = place.verdicts.stat().st_size
    place.begun.write_text(f"0\n{size}\n{size}\n{size}\n")
    with pytest.raises(InputError, match="3 workers died"):
        Worker(job()).check(place)
    assert Worker(job()).check(place)["skipped"] == 71


def test_a_folder_that_cannot_be_written_is_the_machines(place: Place) -> None:
    worker = Worker(job())
    with pytest.raises((InputError, MachineError), match="cannot write to"):
        worker.check(replace(place, output=place.source))
