"""What a spec reaches out to is refused until it is trusted, by whichever door it comes in."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from chat_server import reply, serving

from groundgraph import Example, Passage, UntrustedError, checking, load, save, specs
from groundgraph.io import read_rows
from groundgraph.methods.egc.detector import EGC
from groundgraph.methods.logic.detector import Logic
from groundgraph.methods.router.detector import Router
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.segmenters.spacy import SpacySegmenter
from groundgraph.parts.verifiers.llm import LLMVerifier
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.registry import ENCODERS
from groundgraph.services.chat import ChatClient

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from chat_server import Server

    from groundgraph.io.reading import Row

SECRET = "AWS_SECRET_ACCESS_KEY"
ANSWER, PASSAGE = "The bridge was opened in 1932.", "The bridge was opened in 1950."
ROW = {"answer": ANSWER, "passages": [PASSAGE]}
SAID = json.dumps({"entailment": 0.9, "neutral": 0.05, "contradiction": 0.05})


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(lambda _n, _r, handler: reply(handler, SAID)) as server:
        yield server


@pytest.fixture
def client(server: Server, tmp_path: Path) -> ChatClient:
    return ChatClient(server.url, "tiny", SECRET, cache=str(tmp_path / "loot.sqlite"), retries=0)


@pytest.fixture
def planted(client: ChatClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder called like the default detector that sends texts and a secret away."""
    save(Logic(verifier=LLMVerifier(client)), tmp_path / "fused")
    (tmp_path / "rows.jsonl").write_text(json.dumps(ROW) + "\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(SECRET, "hunter2")
    return tmp_path / "fused"


def check(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "groundgraph", "check", "rows.jsonl", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def assert_nothing_left(server: Server, folder: Path) -> None:
    assert server.requests == []
    assert sorted(path.name for path in folder.iterdir()) == ["fused", "rows.jsonl"]


def test_a_planted_folder_does_not_take_the_place_of_the_default(
    server: Server, planted: Path
) -> None:
    done = check()

    assert done.returncode == 0
    assert json.loads(done.stdout)["detector"]["name"] == "fused"
    assert json.loads(done.stdout)["detector"]["folder"] is None
    assert "'fused' is the detector that comes with groundgraph" in done.stderr
    assert "say --detector ./fused" in done.stderr
    assert_nothing_left(server, planted.parent)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_folder_that_reaches_out_is_refused_and_all_that_it_wants_is_listed(
    server: Server, client: ChatClient, planted: Path, workers: str
) -> None:
    done = check("--detector", "./fused", "--workers", workers)

    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    for name, value in (
        ("base_url", client.base_url),
        ("api_key_env", SECRET),
        ("cache", client.cache),
    ):
        assert f"spec.verifier.client.{name} = {value!r}" in done.stderr
    assert "--trust" in done.stderr
    assert_nothing_left(server, planted.parent)


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_folder_that_is_trusted_reaches_out(server: Server, planted: Path, workers: str) -> None:
    done = check("--detector", "./fused", "--trust", "--workers", workers)

    assert json.loads(done.stdout)["label"] == "grounded", done.stderr
    assert [headers["Authorization"] for headers in server.headers] == ["Bearer hunter2"]


def test_values_that_are_allowed_one_by_one_are_trusted_and_others_are_not(
    server: Server, client: ChatClient, planted: Path
) -> None:
    two = ["--allow", client.base_url, "--allow", client.cache]

    refused = check("--detector", "./fused", *two)
    assert refused.returncode == 2
    assert SECRET in refused.stderr
    assert client.base_url not in refused.stderr
    assert_nothing_left(server, planted.parent)

    done = check("--detector", "./fused", *two, "--allow", SECRET)
    assert json.loads(done.stdout)["label"] == "grounded", done.stderr


def test_python_takes_all_or_the_values_that_are_meant(planted: Path, client: ChatClient) -> None:
    values = [client.base_url, SECRET, client.cache]

    with pytest.raises(UntrustedError) as raised:
        load("./fused")
    place = "spec.verifier.client"
    assert [reach[:2] for reach in raised.value.reaches] == [
        (f"{place}.base_url", "url"),
        (f"{place}.api_key_env", "environment"),
        (f"{place}.cache", "write"),
    ]
    assert [reach[2] for reach in raised.value.reaches] == values
    assert load("./fused", trust=True) == load("./fused", trust=values)
    for fewer in ([], values[:2], client.base_url, "".join(values), "*"):
        with pytest.raises(UntrustedError):
            load("./fused", trust=fewer)


def test_the_refusal_can_be_sent_between_processes(planted: Path) -> None:
    with pytest.raises(UntrustedError) as raised:
        load(planted)

    again = pickle.loads(pickle.dumps(raised.value))

    assert (str(again), again.reaches) == (str(raised.value), raised.value.reaches)


def test_the_spec_in_a_verdict_goes_through_the_same_door(planted: Path) -> None:
    record: dict[str, Any] = json.loads(json.dumps(specs.reference("./fused", trust=True)))
    whole = specs.describe(load(planted, trust=True))

    for spec in (record, whole):
        with pytest.raises(UntrustedError):
            load(spec)
        assert isinstance(load(spec, trust=True), Logic)


def test_no_row_is_read_before_the_detector_is_let_in(server: Server, planted: Path) -> None:
    read: list[Row] = []

    def rows() -> Iterator[Row]:
        for row in read_rows("rows.jsonl"):
            read.append(row)
            yield row

    whole = specs.describe(load(planted, trust=True))

    for what in ("./fused", planted, whole):
        for workers in (0, 1):
            with pytest.raises(UntrustedError):
                next(checking.check_rows(rows(), what, workers=workers))

    assert read == []
    assert_nothing_left(server, planted.parent)


def test_a_detector_that_was_made_in_python_judges_in_workers_too(
    server: Server, planted: Path
) -> None:
    made = load(planted, trust=True)

    [one] = checking.check_rows(read_rows("rows.jsonl"), made, workers=1)

    assert one.record["label"] == "grounded"
    assert len(server.requests) == 1


def spec_of(detector: str, **parameters: Any) -> dict[str, Any]:
    return {"kind": "detector", "name": detector, "parameters": parameters}


def part(kind: str, name: str, **parameters: Any) -> dict[str, Any]:
    return {"kind": kind, "name": name, "parameters": parameters}


@pytest.mark.parametrize(
    ("spec", "reached"),
    [
        (
            spec_of("kea", source=part("knowledge source", "wikidata", user_agent="a@b.example")),
            [
                ("spec.source.endpoint", "url", "https://query.wikidata.org/sparql"),
                ("spec.source.search_api", "url", "https://www.wikidata.org/w/api.php"),
            ],
        ),
        (
            spec_of("logic", verifier=part("verifier", "hhem")),
            [("spec.verifier.model", "model", "vectara/hallucination_evaluation_model")],
        ),
        (
            spec_of("logic", verifier=part("verifier", "minilm", folder="/tmp/x")),
            [("spec.verifier.folder", "read", "/tmp/x")],
        ),
        (
            spec_of("egc", segmenter=part("segmenter", "spacy")),
            [("spec.segmenter.model", "model", "en_core_web_sm")],
        ),
        (
            spec_of("egc", encoder=part("encoder", "minilm", cache="/tmp/v.sqlite")),
            [("spec.encoder.cache", "write", "/tmp/v.sqlite")],
        ),
        (
            spec_of("router", first="./mine", second="fused"),
            [("spec.first", "detector", "./mine")],
        ),
    ],
)
def test_what_is_left_to_a_default_and_what_is_no_address_count_too(
    spec: dict[str, Any], reached: list[tuple[str, str, str]]
) -> None:
    with pytest.raises(UntrustedError) as raised:
        specs.build(spec)

    assert raised.value.reaches == reached


@pytest.mark.parametrize(
    "detector",
    [
        EGC(encoder=MiniLM(cache="off")),
        EGC(segmenter=SpacySegmenter("blank:de")),
        Logic(verifier=MiniLMVerifier()),
        Router("lexical", "logic"),
    ],
)
def test_what_stays_in_the_process_needs_no_trust(detector: Any) -> None:
    assert specs.build(specs.describe(detector)) == detector


def test_a_password_is_not_repeated_in_the_refusal() -> None:
    client = part("chat model", "chat", base_url="http://me:hunter2@example.org/v1", model="m")

    with pytest.raises(UntrustedError, match=r"http://\*\*\*@example\.org") as raised:
        specs.build(spec_of("logic", verifier=part("verifier", "llm", client=client)))

    assert "hunter2" not in str(raised.value)


def test_a_router_does_not_trust_the_folders_that_it_names(server: Server, planted: Path) -> None:
    router = Router("./fused", "lexical")
    example = Example(ANSWER, (Passage(PASSAGE),))

    with pytest.raises(UntrustedError, match=r"Router\(…, load\('\./fused', trust=True\)\)"):
        router.detect([example])
    assert_nothing_left(server, planted.parent)
    inside = Router(load("./fused", trust=True), "lexical", 0.0, 0.0)
    assert inside.detect([example])[0].features["router_first_score"] < 0.5


@dataclass(frozen=True)
class Stranger:
    """A part of another package; it says of one field alone what it reaches."""

    url: str = "http://127.0.0.1:9"
    key: str = field(default="a", metadata={"reach": None})
    paths: tuple[str, ...] = ("x.txt",)
    cache: bool = True

    def encode(self, texts: Any, /) -> Any:
        raise AssertionError

    windows = encode


def test_a_field_of_another_package_that_does_not_say_what_it_reaches_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ENCODERS._targets, "stranger", f"{__name__}:Stranger")

    with pytest.raises(UntrustedError) as raised:
        specs.build(spec_of("egc", encoder=part("encoder", "stranger")))

    assert [reach[:2] for reach in raised.value.reaches] == [
        ("spec.encoder.url", "undeclared"),
        ("spec.encoder.paths", "undeclared"),
    ]
    assert specs.build(part("encoder", "stranger"), trust=True) == Stranger()


def test_fitting_into_a_folder_called_like_a_detector_says_how_to_name_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = "Bridge {0} over the river was opened to the public in the spring of the year 19{0}."
    other = "Cats sleep for most of the day, and number {0} of them sleeps on the sofa at noon."
    with (tmp_path / "train.jsonl").open("w") as file:
        for n in range(10, 34):
            passage = (said if n % 2 else other).format(n)
            row = {"answer": said.format(n), "passages": [passage], "label": not n % 2}
            file.write(json.dumps(row) + "\n")
    command = [sys.executable, "-m", "groundgraph", "fit", "egc", "train.jsonl", "--output", "egc"]

    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 0, done.stderr
    assert "check it with --detector ./egc" in done.stderr
