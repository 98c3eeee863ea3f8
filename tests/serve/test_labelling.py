"""Labels that the server keeps beside a file: what is written, by whom, and what is fitted."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from serving import Served, serving, spec

from groundgraph import InputError, load
from groundgraph.io import read_rows
from groundgraph.io.limits import DEFAULT
from groundgraph.serve.labelling.label_file import LabelFile, labelled_line
from groundgraph.serve.tokens import digest
from groundgraph.specs import reference

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

ROWS = [
    {"id": "a", "passages": ["Ada lives in Rome."], "answer": "Ada lives in Rome."},
    {"id": "b", "passages": ["Ada lives in Rome."], "answer": "Bob sings in Oslo."},
    {"passages": 5, "answer": "x"},
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return file


def give(served: Served, line: int, verdict: str, **headers: str) -> httpx.Response:
    told = {"line": line, "verdict": verdict}
    return served.client.post("/v1/labels", json=told, headers=headers)


def kept(path: Path) -> list[dict[str, Any]]:
    lines = path.with_name("answers.labels.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_verdicts_are_appended_beside_the_file_and_taken_up_again(path: Path) -> None:
    with serving({"telling": spec("telling")}, label=path) as served:
        assert give(served, 1, "grounded").json()["given"]["grounded"] == 1
        assert give(served, 2, "open").status_code == 200
        give(served, 2, "hallucinated")
        assert [row["verdict"] for row in kept(path)] == ["grounded", "open", "hallucinated"]
    assert not path.with_name("answers.labels.jsonl.lock").exists()
    with serving({"telling": spec("telling")}, label=path) as served:
        told = served.client.get("/v1/labels").json()
        lines = served.client.get("/v1/labels/rows").text.splitlines()
        named = served.client.get("/v1/detectors").json()["label"]
    assert (told["rows"], told["given"]["hallucinated"], named) == (3, 1, "answers.jsonl")
    assert [json.loads(line)["verdict"] for line in lines] == ["grounded", "hallucinated", None]
    assert [json.loads(json.loads(line)["row"]) for line in lines] == ROWS


def test_a_verdict_that_was_cut_off_is_dropped_and_a_row_that_moved_keeps_its_own(
    path: Path,
) -> None:
    with serving({"telling": spec("telling")}, label=path) as served:
        give(served, 2, "hallucinated")
    log = path.with_name("answers.labels.jsonl")
    with log.open("a") as file:
        file.write('{"id":"a","line":1,"dig')
    path.write_text("\n" + json.dumps(ROWS[1]) + "\n" + json.dumps(ROWS[0]))
    labels = LabelFile(path, DEFAULT)
    assert [labels.verdict(row) for row in labels.rows] == ["hallucinated", None]
    labels.close()
    assert len(kept(path)) == 1


@pytest.mark.parametrize(
    "told",
    [
        {"line": 9, "verdict": "grounded"},
        {"line": 1, "verdict": "perhaps"},
        {"line": "1", "verdict": "grounded"},
        {"line": True, "verdict": "grounded"},
        {"line": 1, "verdict": None},
        {"line": 1},
        {"line": 1, "verdict": "open", "more": 1},
        [],
    ],
)
def test_what_is_no_verdict_on_a_row_is_refused_and_not_kept(path: Path, told: Any) -> None:
    with serving({"telling": spec("telling")}, label=path) as served:
        refused = served.client.post("/v1/labels", json=told)
        assert refused.status_code == 422
        assert refused.json()["detail"]
        assert kept(path) == []


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example:8000"},
        {"host": "127.0.0.1.evil.example"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_page_neither_reads_nor_writes(path: Path, headers: dict[str, str]) -> None:
    with serving({"telling": spec("telling")}, label=path) as served:
        asked = [
            served.client.get("/v1/labels", headers=headers),
            served.client.get("/v1/labels/rows", headers=headers),
            give(served, 1, "grounded", **headers),
            served.client.post("/v1/labels/fit", json={}, headers=headers),
        ]
        assert [found.status_code for found in asked] == [403] * 4
        assert kept(path) == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_cannot_send_a_verdict(path: Path, kind: str) -> None:
    with serving({"telling": spec("telling")}, label=path) as served:
        body = json.dumps({"line": 1, "verdict": "grounded"}).encode()
        found = served.client.post("/v1/labels", content=body, headers={"content-type": kind})
        assert found.status_code == 415
        assert kept(path) == []


def test_this_page_is_answered_by_every_name_of_the_machine(path: Path) -> None:
    with serving({"telling": spec("telling")}, label=path) as served:
        for host in ("localhost:1", "127.0.0.1:1", "[::1]:1", "localhost"):
            own = {"host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
            assert give(served, 1, "grounded", **own).status_code == 200


def test_without_a_file_there_is_nothing_to_ask() -> None:
    with serving({"telling": spec("telling")}) as served:
        assert give(served, 1, "grounded").status_code == 404
        assert "label" not in served.client.get("/v1/detectors").json()


def fitted(served: Served, detector: str = "telling") -> dict[str, Any]:
    begun = served.client.post(f"/v1/labels/fit?detector={detector}", json={})
    assert begun.status_code == 202, begun.text
    while True:
        told: dict[str, Any] = served.client.get("/v1/labels").json()["fit"]
        if told["state"] != "running":
            return told


def test_a_fit_judges_from_then_on_under_a_name_of_its_own(path: Path) -> None:
    with serving({"telling": spec("telling")}, label=path) as served:
        give(served, 1, "grounded")
        give(served, 2, "hallucinated")
        told = fitted(served)
        assert (told["state"], told["name"]) == ("done", "answers.fitted"), told
        assert told["training"]["n"] == 2
        body = {"passages": ["Ada lives in Rome."], "answer": "Ada Bob in Oslo."}
        own, new = (
            served.client.post(f"/v1/check?detector={name}", json=body).json()
            for name in ("telling", "answers.fitted")
        )
        again = fitted(served, "answers.fitted")
        assert again["state"] == "done"
        names = [each["name"] for each in served.client.get("/v1/detectors").json()["detectors"]]
    assert names == ["telling", "answers.fitted"]
    assert (own["threshold"], new["threshold"]) == (0.5, 0.75)
    saved = load(str(path.with_name("answers.fitted")))
    assert saved.detect([]) == []
    labels = [
        r.example.label for r in read_rows(path.with_name("answers.labelled.jsonl")) if r.example
    ]
    assert labels == [False, True]


def test_a_fit_that_fails_says_why_and_the_server_goes_on(path: Path) -> None:
    with serving({"telling": spec("telling")}, label=path) as served:
        give(served, 1, "grounded")
        told = fitted(served)
        assert told["state"] == "failed"
        assert told["message"]
        assert served.check(ROWS[0]).status_code == 200


def test_one_fit_at_a_time_and_none_outlives_the_server(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    for pipe, name in ((begun, "GATED_BEGUN"), (go, "GATED_GO")):
        os.mkfifo(pipe)
        monkeypatch.setenv(name, str(pipe))
    path.write_text(json.dumps({"passages": ["Ada"], "answer": "Ada, wait"}))
    with serving({"gated": spec("gated")}, label=path) as served:
        give(served, 1, "hallucinated")
        assert served.client.post("/v1/labels/fit", json={}).status_code == 202
        assert begun.read_text() == "begun\n"
        assert served.client.get("/v1/labels").json()["fit"]["state"] == "running"
        assert served.client.post("/v1/labels/fit", json={}).status_code == 429
    assert not path.with_name("answers.fitted").exists()


def test_labels_need_the_token_where_the_server_has_one(path: Path) -> None:
    token = "a-token-of-this-test"
    with serving({"telling": spec("telling")}, label=path, tokens=(digest(token),)) as served:
        assert give(served, 1, "grounded").status_code == 401
        assert served.client.get("/v1/labels/rows").status_code == 401
        own = {"authorization": f"Bearer {token}"}
        assert give(served, 1, "grounded", **own).status_code == 200


def test_what_is_not_served_or_would_lose_its_choices_is_refused(path: Path) -> None:
    chosen = reference("lexical", choices={"segmenter": "sentences"})
    with serving({"lexical": chosen}, label=path) as served:
        statuses = {
            name: served.client.post(f"/v1/labels/fit?detector={name}", json={})
            for name in ("lexical", "other")
        }
        assert statuses["other"].status_code == 404
        assert "--set" in statuses["lexical"].json()["detail"]


@pytest.mark.parametrize(
    ("content", "message"),
    [("", "holds no rows"), (None, "cannot read"), ("\x1f\x8b\x08", "cannot be read further")],
)
def test_a_file_that_cannot_be_labelled_is_refused(
    tmp_path: Path, content: str | None, message: str
) -> None:
    file = tmp_path / "answers.jsonl"
    if content is not None:
        file.write_text(content, encoding="latin-1")
    with pytest.raises(InputError, match=message):
        LabelFile(file, DEFAULT)


def test_tables_and_files_that_another_labels_are_refused(path: Path) -> None:
    table = path.with_name("answers.csv")
    table.write_text("answer,passages\na,b\n")
    with pytest.raises(InputError, match="is a table"):
        LabelFile(table, DEFAULT)
    labels = LabelFile(path, DEFAULT)
    with pytest.raises(InputError, match="is being written by"):
        LabelFile(path, DEFAULT)
    labels.close()


def test_names_beside_a_file_are_its_own_with_another_ending(tmp_path: Path) -> None:
    packed = tmp_path / "answers.jsonl.gz"
    packed.write_bytes(gzip.compress(b'[{"answer": "a",\n "passages": ["b"]}]'))
    labels = LabelFile(packed, DEFAULT)
    assert labels.labels.name == "answers.labels.jsonl"
    assert labels.beside(".fitted").name == "answers.fitted"
    [row] = labels.rows
    assert json.loads(row.text) == {"answer": "a", "passages": ["b"]}
    assert "\n" not in row.text
    labels.close()


@pytest.mark.parametrize(
    ("row", "wrong", "field", "value"),
    [
        ({"label": True, "spans": [[0, 1]]}, True, "spans", [[0, 1]]),
        ({"label": True, "spans": [[0, 1]]}, False, "spans", None),
        ({"labels": [{"start": 0, "end": 1}]}, True, "labels", [{"start": 0, "end": 1}]),
        ({"labels": [{"start": 0, "end": 1}]}, False, "labels", []),
        ({"response": "ab", "labels": []}, True, "labels", [{"start": 0, "end": 2}]),
        ({"answer": "ab"}, False, "label", False),
    ],
)
def test_a_label_goes_into_the_field_that_fit_reads(
    row: dict[str, Any], wrong: bool, field: str, value: Any
) -> None:
    assert json.loads(labelled_line(json.dumps(row), wrong=wrong)).get(field) == value


@pytest.mark.parametrize("more", [["--workers", "2"], ["--host", "0.0.0.0", "--no-tokens"]])
def test_labels_are_kept_on_this_machine_by_one_process(path: Path, more: list[str]) -> None:
    command = [sys.executable, "-m", "groundgraph", "serve", "--label", str(path), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "by one process" in done.stderr
