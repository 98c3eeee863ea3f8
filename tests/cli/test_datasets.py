from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from groundgraph.datasets.catalogue import catalogue

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "id": "q1",
    "question": "Were both Ann Lee and Bob Ray writers?",
    "answer": "yes",
    "type": "comparison",
    "level": "easy",
    "supporting_facts": [["Ann Lee", 0], ["Bob Ray", 0]],
    "context": [["Ann Lee", ["Ann Lee is a writer."]], ["Bob Ray", ["Bob Ray is a poet."]]],
}


def corpus(folder: Path) -> Path:
    (folder / "hotpotqa").mkdir()
    rows = (json.dumps({**ROW, "id": f"q{number}"}) for number in range(30))
    (folder / "hotpotqa" / "full_context.jsonl").write_text("\n".join(rows))
    return folder


def test_datasets_are_listed_with_what_is_there(run: Any, tmp_path: Path) -> None:
    (tmp_path / "ragtruth").mkdir()
    (tmp_path / "ragtruth" / "response.jsonl.gz").touch()
    shown = run("datasets", "--data", tmp_path).stdout
    assert "ragtruth  [in part]" in shown
    assert "metaqa  [absent]" in shown
    assert all(corpus.licence in shown for corpus in catalogue())
    assert "can be written: hotpotqa_derived" in shown


def test_a_derived_set_is_written_with_its_licence_and_can_be_checked(
    run: Any, tmp_path: Path
) -> None:
    rows = tmp_path / "rows.jsonl"
    data = corpus(tmp_path)
    done = run("datasets", "write", "hotpotqa_derived", "--data", data, "--output", rows)
    assert (done.returncode, done.stderr) == (0, "")
    written = [json.loads(line) for line in rows.read_text().splitlines()]
    assert {(row["answer"], row["label"]) for row in written} == {("yes", False), ("no", True)}
    assert f"wrote 30 rows, {sum(row['label'] for row in written)} hallucinated" in done.stdout
    note = (tmp_path / "rows.jsonl.licence.txt").read_text()
    assert "CC BY-SA 4.0" in note
    assert "stay under the same licence" in note
    checked = run("check", rows, "--detector", "overlap", "--output", tmp_path / "verdicts.jsonl")
    assert checked.returncode in {0, 1}
    assert len((tmp_path / "verdicts.jsonl").read_text().splitlines()) == 30


def test_the_folder_may_stand_before_the_subcommand(run: Any, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    data = corpus(tmp_path)
    done = run("datasets", "--data", data, "write", "hotpotqa_derived", "--output", out)
    assert (done.returncode, out.exists()) == (0, True)


def test_what_cannot_be_written_is_said_without_a_traceback(run: Any, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    for name, said in (("nope", "no set 'nope'"), ("summeval", "found no summeval")):
        done = run("datasets", "write", name, "--data", tmp_path, "--output", out)
        assert done.returncode == 2
        assert said in done.stderr
        assert "Traceback" not in done.stderr
    done = run(
        "datasets", "write", "hotpotqa_derived", "--data", corpus(tmp_path), "--output", tmp_path
    )
    assert done.returncode == 2
    assert "cannot write" in done.stderr
