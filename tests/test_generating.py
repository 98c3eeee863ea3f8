"""Answers that a model writes while it is recorded."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import tiny_generators
from films import FACTS, QUESTION

from groundgraph import InputError, ModelError
from groundgraph.io import read_rows
from groundgraph.methods.gga.detector import GGA
from groundgraph.methods.gga.facts import PromptSettings
from groundgraph.methods.gga.subgraph import Pruning
from groundgraph.parts.probe.attention import AttentionProbe
from groundgraph.parts.probe.traces import load_trace
from groundgraph.recording import Recorded, Writer, record

if TYPE_CHECKING:
    from pathlib import Path

TRIPLES = [list(fact) for fact in FACTS]
PROMPT = "Facts\n" + "\n".join(" ".join(fact) for fact in FACTS) + "\nWho?"
ROWS: list[Any] = [
    {"id": "one", "question": QUESTION, "triples": TRIPLES},
    {"id": "bare", "question": QUESTION},
    {"id": "answered", "question": QUESTION, "triples": TRIPLES, "answer": "Tokyo"},
    {"id": "labelled", "question": QUESTION, "triples": TRIPLES, "label": True},
    {"id": "two", "question": "what year was Maborosi released?", "triples": TRIPLES[:2]},
    {"id": "own", "prompt": PROMPT, "triples": TRIPLES},
]
TEMPLATE = (
    "{{ bos_token }}{% for turn in messages %}[{{ turn.role }}] {{ turn.content | trim }}\n"
    "{% endfor %}{% if add_generation_prompt %}[assistant] {% endif %}"
)


@pytest.fixture(scope="module")
def probe() -> AttentionProbe:
    return tiny_generators.probe("llama", states=False)


@pytest.fixture(scope="module")
def chatting() -> AttentionProbe:
    return with_template(TEMPLATE)


def with_template(template: str) -> AttentionProbe:
    tokenizer = tiny_generators.tokenizer()
    tokenizer.chat_template = template
    model = tiny_generators.model("llama")
    return AttentionProbe.around(model, tokenizer, special_tokens=False, states=False)


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def recorded(rows: Path, probe: Any, folder: Path, **options: Any) -> list[Recorded]:
    writer = Writer(probe, options.pop("chat", False), options.pop("max_new_tokens", 6))
    given = read_rows(rows, answers="none")
    return list(record(given, probe, folder, writer=writer, **options))


def written(folder: Path) -> dict[str, dict[str, Any]]:
    lines = (folder / "rows.jsonl").read_text().splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def test_questions_are_answered_and_traced_in_one_go(
    rows: Path, probe: AttentionProbe, tmp_path: Path
) -> None:
    done = recorded(rows, probe, tmp_path / "out", batch_size=2)

    assert [one.row.id for one in done if not one.problem] == ["one", "two", "own"]
    found = written(tmp_path / "out")
    [alone] = probe.generate([found["one"]["prompt"]], max_new_tokens=6)
    assert found["one"]["answer_ids"] == list(alone.ids)
    assert found["one"]["answer"] == alone.text.strip()
    assert found["one"]["generator"] == probe.model
    assert found["one"]["prompt"].endswith(f"Question: {QUESTION}\nAnswer:")
    assert found["own"]["prompt"] == PROMPT
    trace = load_trace(tmp_path / "out" / found["one"]["trace"])
    assert len(trace.tokens) == len(alone.ids)
    assert trace.mass.shape == (len(alone.ids), len(FACTS))


def test_what_cannot_be_answered_says_why(
    rows: Path, probe: AttentionProbe, tmp_path: Path
) -> None:
    problems = {one.row.id: one.problem for one in recorded(rows, probe, tmp_path / "out")}

    assert "the row has no triples" in problems["bare"]
    assert "found the field 'answer' of an answer, which is yet to be written" in str(problems)
    assert "found the field 'label' of an answer" in str(problems)
    assert written(tmp_path / "out")["bare"]["trace_problem"] == problems["bare"]


def test_the_trace_is_that_of_the_same_answer_recorded_afterwards(
    rows: Path, probe: AttentionProbe, tmp_path: Path
) -> None:
    recorded(rows, probe, tmp_path / "out")
    answered = [row.example for row in read_rows(tmp_path / "out" / "rows.jsonl") if row.example]
    prompts = [replace(e, metadata={**e.metadata, "trace": None}) for e in answered]

    judged = GGA(pathless="scored").detect(answered)
    probed = GGA(pathless="scored", probe=probe).detect(prompts)

    for one, other in zip(judged, probed, strict=True):
        assert one.label == other.label
        assert one.features == pytest.approx(other.features, abs=1e-6)


def test_a_prompt_stands_in_the_chat_template_and_its_triples_where_they_are(
    rows: Path, chatting: AttentionProbe, tmp_path: Path
) -> None:
    problems = {
        one.row.id: one.problem for one in recorded(rows, chatting, tmp_path / "out", chat=True)
    }

    row = written(tmp_path / "out")["one"]
    assert row["prompt"].startswith("<s>[user] Maborosi directed by Hirokazu Koreeda")
    assert row["prompt"].endswith("Answer:\n[assistant] ")
    assert [row["prompt"][a:b] for a, b in row["triple_spans"]] == [" ".join(f) for f in FACTS]
    assert row["writer"] == {"chat": True, "max_new_tokens": 6}
    assert "turn the chat template off" in problems["own"]


def test_a_template_that_changes_the_prompt_is_not_guessed_at(rows: Path, tmp_path: Path) -> None:
    probe = with_template("{{ messages[0].content | upper }}")

    done = recorded(rows, probe, tmp_path / "out", chat=True)

    assert "does not keep the prompt as it is" in done[0].problem


def test_a_template_that_refuses_is_an_error_of_the_run(rows: Path, tmp_path: Path) -> None:
    probe = with_template("{{ raise_exception('a system turn must come first') }}")

    with pytest.raises(ModelError, match="a system turn must come first"):
        recorded(rows, probe, tmp_path / "out", chat=True)


def test_a_tokenizer_without_a_template_has_none(probe: AttentionProbe) -> None:
    assert probe.chat("Who?") is None


def test_a_run_that_was_stopped_goes_on_and_asks_nothing_twice(
    rows: Path, probe: AttentionProbe, tmp_path: Path
) -> None:
    writer = Writer(probe, max_new_tokens=6)
    first = record(
        read_rows(rows, answers="none"), probe, tmp_path / "out", writer=writer, batch_size=1
    )
    next(first)
    first.close()
    before = (tmp_path / "out" / "rows.jsonl").read_text()

    done = recorded(rows, probe, tmp_path / "out")

    assert [one.fresh for one in done] == [False, True, True, True, True, True]
    assert (tmp_path / "out" / "rows.jsonl").read_text().startswith(before)
    with pytest.raises(InputError, match="recorded with another model or other options"):
        recorded(rows, probe, tmp_path / "out", max_new_tokens=7)


def test_of_many_triples_those_that_the_question_asks_for_are_stated(
    probe: AttentionProbe, tmp_path: Path
) -> None:
    many = [*([f"Film {n}", "release year", "1995"] for n in range(9)), *TRIPLES]
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps({"question": QUESTION, "triples": many}))

    recorded(path, probe, tmp_path / "out", settings=PromptSettings(Pruning(2, 2)))

    [row] = written(tmp_path / "out").values()
    assert row["triples"] == [TRIPLES[0], TRIPLES[3]]


def test_a_prompt_on_which_the_model_fails_does_not_take_the_others_with_it(
    rows: Path, probe: AttentionProbe, tmp_path: Path
) -> None:
    class Failing(AttentionProbe):
        def generate(self, prompts: Any, /, *, max_new_tokens: int = 64) -> Any:
            if any("released?" in prompt for prompt in prompts):
                raise RuntimeError("out of memory")
            return super().generate(prompts, max_new_tokens=max_new_tokens)

    failing = Failing(probe.model, loaded=probe.loaded, states=False)
    writer = Writer(failing, max_new_tokens=6)
    given = read_rows(rows, answers="none")
    done = list(record(given, probe, tmp_path / "out", writer=writer))

    assert [one.row.id for one in done if not one.problem] == ["one", "own"]
    assert "RuntimeError: out of memory" in done[4].problem


def test_a_prompt_above_the_window_is_not_answered(probe: AttentionProbe, tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    prompt = "Facts: " * 300 + PROMPT
    path.write_text(json.dumps({"question": "Who?", "triples": TRIPLES, "prompt": prompt}))

    [done] = recorded(path, probe, tmp_path / "out")

    assert "the model wrote no answer" in done.problem
    assert "the model reads at most 512" in done.problem


@pytest.mark.parametrize(
    ("options", "linear"),
    [({"quantised": "4bit"}, "Linear4bit"), ({"device_map": "auto"}, "Linear")],
)
def test_a_model_in_fewer_bits_or_spread_over_devices_is_traced(
    options: Any, linear: str, tmp_path: Path
) -> None:
    pytest.importorskip("bitsandbytes")
    pytest.importorskip("accelerate")
    sizes = {"hidden_size": 64, "intermediate_size": 128}
    tiny_generators.model("llama", **sizes).save_pretrained(tmp_path)
    tiny_generators.tokenizer().save_pretrained(tmp_path)
    probe = AttentionProbe(str(tmp_path), device="cpu", dtype="float32", **options)

    traces = probe.trace(tiny_generators.INPUTS)

    assert not any(trace.problem for trace in traces)
    assert all(trace.mass.sum() > 0 for trace in traces)
    assert probe.generate([PROMPT], max_new_tokens=3)[0].ids
    layers = {type(layer).__name__ for layer in probe._model().model.modules()}
    assert linear in layers


@pytest.mark.parametrize(
    ("options", "package"),
    [
        ({"quantised": "4bit"}, "bitsandbytes"),
        ({"quantised": "8bit"}, "bitsandbytes"),
        ({"device_map": "auto"}, "accelerate"),
    ],
)
def test_a_package_that_is_missing_is_named(
    options: Any, package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from groundgraph.errors import MissingExtraError
    from groundgraph.parts.probe import model

    monkeypatch.setattr(model, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=rf"\({package}\).*groundgraph\[large\]"):
        AttentionProbe(str(tmp_path), **options).chat("")
