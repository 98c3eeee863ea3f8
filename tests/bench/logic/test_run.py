from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from plain_logic import DANUBE, TRUE, WHOLE, logic
from plain_parts import OverlapVerifier

from groundgraph import Example, InputError, Passage
from groundgraph.bench.logic.compared import (
    Column,
    Compared,
    compare,
    decided,
    differences,
    trivial,
)
from groundgraph.bench.logic.parts import latency_cells
from groundgraph.bench.logic.ragtruth import chosen_rows, sources_drawn
from groundgraph.bench.logic.run import LogicBench, Sizes
from groundgraph.bench.logic.variants import Remembering, shuffled, variants
from groundgraph.bench.options import RunOptions
from groundgraph.bench.results import Rows
from groundgraph.datasets.ragtruth import unseen_by_reader
from groundgraph.methods.logic.detector import Logic
from groundgraph.registry import VERIFIERS
from groundgraph.report.tables import write_tables
from groundgraph.types import Pair
from rows import write_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOWNS = ("Parma", "Genoa", "Turin", "Lecce", "Siena", "Udine")
SIZES = Sizes(
    ragtruth_sources=60, train_questions=8, sensitivity_sources=6, settings=6, halueval=4,
    pairs=4, timed=2, questions=99,
)  # fmt: skip
CONTRACT = {"full", "without_a", "without_b", "without_c", "without_ab", "without_bc",
            "without_ac", "max_nli", "provenance", "whole_context", "lexical",
            "always_grounded", "always_hallucinated"}  # fmt: skip
METRICS = {"accuracy", "f1_hallucinated", "precision_hallucinated", "recall_hallucinated",
           "f1_grounded", "precision_grounded", "recall_grounded", "auroc"}  # fmt: skip


def question(number: int, kind: str) -> dict[str, Any]:
    town, other = TOWNS[number % 6], TOWNS[(number + 1) % 6]
    harbour, sailor = f"Harbour {number}", f"Sailor {number}"
    facts = [
        [harbour, [f"{harbour} was named after {sailor} in the year {1900 + number}."]],
        [sailor, [f"{sailor} was born in {town}, and {sailor} never married."]],
        ["Quarry", [f"Quarry is a firm in {other}, whose owner keeps bees and elephants."]],
    ]
    return {
        "id": f"{kind}{number}",
        "_1": f"{kind}{number}",
        "question": f"In which city was the sailor born after whom {harbour} was named?",
        "answer": town,
        "type": kind,
        "level": ("easy", "medium", "hard")[number // 3 % 3],
        "supporting_facts": [[harbour, 0], [sailor, 0]],
        "context": facts,
        "evidences": [[harbour, "named after", sailor]],
    }


def ragtruth_rows() -> tuple[list[Any], list[Any]]:
    sources, answers = [], []
    for number in range(90):
        town, name = TOWNS[number % 6], f"s{number}"
        fact = f"The harbour of {town} was opened to ships in the spring of {1900 + number}."
        false = "It sells rare marzipan elephants to visiting astronauts in the spring."
        true = "Its piers are open to all visitors until late autumn."
        info = {"question": "When was it opened?", "passages": f"passage 1:{fact} {true}"}
        sources.append({"source_id": name, "task_type": "QA", "source_info": info})
        for label in (False, True):
            text = f"{fact} {false if label else true}"
            mark = {"start": len(fact) + 1, "end": len(text), "text": false}
            answers.append(
                {
                    "id": f"{name}-{label}",
                    "source_id": name,
                    "model": "gpt-4-0613",
                    "split": "test" if number % 6 == 0 else "train",
                    "quality": "good",
                    "labels": [mark] if label else [],
                    "response": text,
                }
            )
    return sources, answers


def write(folder: Path, name: str, rows: list[Any]) -> None:
    write_rows(folder / f"{name}.jsonl", rows)


def write_corpora(folder: Path) -> None:
    kinds = ("bridge", "bridge", "comparison")
    write(folder, "hotpotqa/full_context", [question(i, kinds[i % 3]) for i in range(18)])
    write(folder, "2wikimultihopqa/sample_500", [question(i, "compositional") for i in range(40)])
    sources, answers = ragtruth_rows()
    write(folder, "ragtruth/source_info", sources)
    write(folder, "ragtruth/response", answers)
    facts = {"chatgpt_fact": ["Ulm lies on the Danube.", "Ulm lies in France."]}
    asked = {"user_query": "Where is Ulm?", "chatgpt_response": "Ulm lies on the Danube."}
    row = {**asked, **facts, "domain": "Open", "human_judge": ["true", "false"]}
    write(folder, "halueval/halueval2_human_annotation", [{**row, "id": i} for i in range(3)])
    pair = {"premise": "Ulm lies on the Danube.", "label": "supported", "hypothesis": "Ulm lies."}
    split = [{**pair, "split": "test", "id": "test1-0"}, {**pair, "split": "dev", "id": "dev1-0"}]
    write(folder, "nli/wice_oracle_chunks", split)
    begin = [("Generic", "Hello!"), ("Fully attributable", "Ulm lies on the Danube.")]
    write(folder, "nli/begin", [{"label": label, "response": text, "knowledge": "Ulm."}
                                for label, text in begin])  # fmt: skip


def bench(**sizes: int) -> LogicBench:
    return LogicBench(Logic(verifier=OverlapVerifier()), replace(SIZES, **sizes))


@pytest.fixture(scope="module", autouse=True)
def _registered() -> Iterator[None]:
    """Name the verifier of word overlap, so that a spec can."""
    with pytest.MonkeyPatch.context() as patch:
        named = {**VERIFIERS._targets, "overlap": "plain_parts:OverlapVerifier"}
        patch.setattr(VERIFIERS, "_targets", named)
        yield


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("data")
    write_corpora(folder)
    return bench().run(folder)


def cells(results: dict[str, Any], table: str, row: str) -> dict[str, Any]:
    return {c["metric"]: c for c in results["tables"][table] if c["row"] == row}


def value(results: dict[str, Any], table: str, row: str, metric: str) -> Any:
    return cells(results, table, row)[metric]["value"]


def test_every_table_of_the_contract_is_there_and_can_be_shown(
    results: dict[str, Any], tmp_path: Path
) -> None:
    assert {"hotpotqa_derived", "hotpotqa_derived_oracle", "ablation_b", "ablation_b_settings",
            "ragtruth", "halueval", "latency", "sensitivity", "verifier", "claim_filter",
            "corpora"} <= set(results["tables"])  # fmt: skip
    for table in ("hotpotqa_derived", "ragtruth"):
        for row in CONTRACT:
            assert set(cells(results, table, row)) >= METRICS
    json.dumps(results, allow_nan=False)
    write_tables(tmp_path / "report.html", results)


def test_all_variants_of_a_table_are_about_the_same_answers(results: dict[str, Any]) -> None:
    for table in ("hotpotqa_derived", "ragtruth"):
        counts = {c["n"] for c in results["tables"][table] if c["metric"] == "accuracy"}
        assert len(counts) == 1
    assert cells(results, "ragtruth", "full")["auroc"]["n"] == 30
    # Two answers to each of a fifth of the 75 train sources.
    assert cells(results, "ragtruth_train", "full")["auroc"]["n"] == 30


def test_the_papers_ablation_stands_beside_bridge_hard_alone(results: dict[str, Any]) -> None:
    hard = cells(results, "hotpotqa_derived_bridge_hard", "without_b")["accuracy"]
    assert hard["paper"] == 0.631
    assert cells(results, "hotpotqa_derived", "without_b")["accuracy"]["paper"] is None
    gap = cells(results, "ablation_b", "bridge_hard, full minus without_b")["accuracy"]
    assert gap["paper"] == pytest.approx(0.196)


def test_an_answer_that_is_in_no_passage_is_told_from_one_that_is(results: dict[str, Any]) -> None:
    for row in ("full", "max_nli", "full, threshold from train", "full, fitted on train"):
        assert value(results, "ragtruth", row, "auroc") == 1.0
    assert value(results, "ragtruth", "full, threshold from train", "f1_hallucinated") == 1.0
    assert value(results, "ragtruth", "always_hallucinated", "recall_hallucinated") == 1.0
    assert value(results, "ragtruth", "always_grounded", "accuracy") == 0.5


def test_the_oracle_reads_what_is_needed_together_and_no_grouping_never_does(
    results: dict[str, Any],
) -> None:
    shares = {
        name: value(results, "ablation_b_settings", f"setting, {name}", "supporting_together")
        for name in (
            "without_b",
            "whole_context",
            "supporting, without_b",
            "supporting, whole_context",
        )
    }
    assert list(shares.values()) == [0.0, 1.0, 0.0, 1.0]
    assert value(results, "ablation_b_settings", "setting, without_b", "groups") == 3.0
    assert value(results, "ablation_b_settings", "setting, whole_context", "groups") == 1.0


def test_parts_are_measured_on_what_did_not_train_them(results: dict[str, Any]) -> None:
    assert cells(results, "verifier", "wice_oracle_chunks")["accuracy_entailed"]["n"] == 1
    assert value(results, "claim_filter", "BEGIN, Generic", "left_out") == 1.0
    assert value(results, "claim_filter", "BEGIN, Fully attributable", "left_out") == 0.0
    assert value(results, "claim_filter", "RAGTruth train, sentences", "hallucinated_lost") == 0.0
    assert value(results, "halueval", "halueval2, full", "unverifiable") == 0
    assert value(results, "halueval", "halueval2, full", "recall_grounded") is None


def test_stages_and_thresholds_are_in_their_tables(results: dict[str, Any]) -> None:
    stages = cells(results, "latency", "hotpotqa_derived")
    parts = [f"ms_{s}" for s in ("segment", "embed", "group", "rerank", "verify")]
    assert sum(stages[part]["value"] for part in parts) == pytest.approx(
        stages["ms_total"]["value"]
    )
    assert 0 < stages["share_outside_model_calls"]["value"] < 1
    rows = {c["row"] for c in results["tables"]["sensitivity"]}
    assert {"2WikiMultihopQA, alpha 1.0", "RAGTruth train, normalisation softplus"} <= rows
    flagging = [value(results, "sensitivity", f"RAGTruth train, T_s 0.{tenth}", "f1_grounded")
                for tenth in (1, 6)]  # fmt: skip
    assert flagging[0] < flagging[1] == 1.0


def test_a_perfect_verifier_needs_what_is_needed_to_be_read_together(
    results: dict[str, Any],
) -> None:
    table = "hotpotqa_derived_oracle"
    assert value(results, table, "oracle, whole_context", "accuracy") == 1.0
    assert value(results, table, "oracle, without_b", "recall_grounded") == 0.0
    always = value(results, table, "always_hallucinated", "accuracy")
    assert value(results, table, "oracle, without_b", "accuracy") == always
    gap = cells(results, table, "oracle, full minus without_b")["accuracy"]
    assert gap["ci95"][0] <= gap["value"] <= gap["ci95"][1]
    assert "own verifier, full minus without_b" in {c["row"] for c in results["tables"][table]}
    rows = {c["row"] for c in results["tables"]["ablation_b_settings"]}
    assert {"setting, oracle, without_b", "setting, oracle of 512 tokens, full"} <= rows


def test_each_table_is_handed_over_when_it_is_finished(tmp_path: Path) -> None:
    write(tmp_path, "hotpotqa/full_context", [question(i, "bridge") for i in range(6)])
    kept: list[dict[str, Any]] = []
    found = bench(timed=1, settings=1).run(
        tmp_path, RunOptions(limit=3, split="test", keep=kept.append)
    )
    names = [list(each["tables"]) for each in kept]
    assert names[-1] == list(found["tables"])
    assert [len(each) for each in names] == list(range(1, len(names[-1]) + 1))
    assert not any(each["complete"] for each in kept)
    assert found["complete"]


def test_a_folder_with_one_corpus_runs_it_and_names_what_is_missing(tmp_path: Path) -> None:
    write(tmp_path, "hotpotqa/full_context", [question(i, "bridge") for i in range(6)])
    found = bench(timed=1, settings=1).run(tmp_path, RunOptions(limit=3, split="test"))
    assert value(found, "corpora", "hotpotqa/full_context", "present") == 1.0
    assert value(found, "corpora", "ragtruth/response", "present") == 0.0
    assert "ragtruth/response" in found["notes"]["corpora"]
    assert "hotpotqa/full_context" not in found["notes"]["corpora"]
    assert cells(found, "hotpotqa_derived", "full")["accuracy"]["n"] == 3
    assert "ragtruth" not in found["tables"]
    assert "sensitivity" not in found["tables"]


def test_the_train_split_leaves_out_what_is_for_evaluation(tmp_path: Path) -> None:
    write_corpora(tmp_path)
    tables = bench(sensitivity_sources=3, train_questions=2).run(
        tmp_path, RunOptions(split="train")
    )["tables"]
    assert {"ragtruth", "sensitivity"} <= set(tables)
    assert not {"hotpotqa_derived", "halueval", "verifier", "latency"} & set(tables)


def test_no_corpus_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found none of hotpotqa/full_context"):
        bench().run(tmp_path)


def test_a_pair_is_verified_once_and_always_judged_the_same() -> None:
    verifier = OverlapVerifier()
    memory = Remembering(verifier)
    pairs = [Pair("Ulm lies on the Danube.", "Ulm lies."), Pair("", "Ulm lies.")]
    first = memory.verify([pairs[0], pairs[0]])
    second = memory.verify([pairs[1], pairs[0]])
    assert verifier.seen == pairs[:1]
    alone = OverlapVerifier().verify([pairs[1], pairs[0]])
    assert first.entailment.tolist() == [alone.entailment[1]] * 2
    assert second.neutral.tolist() == alone.neutral.tolist()
    assert second.problems == alone.problems
    assert list(second.problems) == [0]
    assert memory.verify([]).entailment.shape == (0,)


def test_each_ablation_is_without_its_steps_and_nothing_else() -> None:
    full = Logic(verifier=OverlapVerifier())
    off: dict[str, dict[str, Any]] = {
        "a": {"segmentation": False},
        "b": {"grouping": "none"},
        "c": {"scoring": "mean"},
    }
    for name, variant in variants(full).items():
        if name.startswith("without_"):
            changes = {k: v for step in name[8:] for k, v in off[step].items()}
            assert variant == replace(full, **changes)
    assert variants(full)["full"] == full


def test_the_control_merges_as_many_chunks_but_others() -> None:
    full = Logic(verifier=OverlapVerifier(), group_tokens=40)
    texts = [f"{town} lies by the sea, and its harbour has {i} piers." for i, town in
             enumerate(TOWNS)]  # fmt: skip
    example = Example("Parma lies by the sea.", tuple(map(Passage, texts)))
    (true,), (control,) = full.scored([example]), shuffled(full).scored([example])
    sizes = [sorted(map(len, found.groups.members)) for found in (true, control)]
    assert sizes[0] == sizes[1]
    assert sorted(n for group in control.groups.members for n in group) == list(range(6))
    assert true.groups.members != control.groups.members
    assert control.groups.texts[0].startswith(texts[control.groups.members[0][0]])


def test_both_classes_are_measured_and_differences_are_paired() -> None:
    labels = [True, True, False, False]
    rows = Rows.labelled(labels, list("abcd"))
    right, half = np.array(labels), np.array([True, False, True, False])
    found = {c.metric: c.value for c in decided(rows, "x", half)}
    assert set(found) == METRICS - {"auroc"}
    assert set(found.values()) == {0.5}
    examples = [Example("A.", label=label, metadata={"source_id": n})
                for label, n in zip(labels, "abcd", strict=True)]  # fmt: skip
    every = np.ones(4, bool)
    columns = {
        "right": Column(right.astype(float), right, every),
        "half": Column(half.astype(float), half, np.array([True, True, True, False])),
    }
    judged = Compared(examples, Rows.of(examples), columns)
    gap = {c.metric: c for c in differences(judged, "right", "half")}
    assert gap["accuracy"].value == pytest.approx(2 / 3)
    assert gap["auroc"].n == 3
    assert {c.row for c in trivial(rows)} == {"always_grounded", "always_hallucinated"}


def test_scores_are_the_detectors_and_what_it_cannot_check_is_left_out() -> None:
    detector = logic()
    examples = [Example(TRUE, (DANUBE, WHOLE), label=False), Example("", (DANUBE,), label=True)]
    judged = compare({"full": detector}, examples)
    verdict = detector.detect(examples)[0]
    assert judged.columns["full"].scores.tolist() == [verdict.hallucination_score, 0.0]
    assert judged.columns["full"].checked.tolist() == [True, False]
    assert len(judged.checked_by(["full"]).rows) == 1


def test_train_sources_are_drawn_from_those_that_the_reader_was_not_shown() -> None:
    examples = [
        Example("A.", metadata={"source_id": f"{task}{n}", "split": "train", "task": task})
        for task in ("QA", "Summary", "Data2txt")
        for n in range(80)
    ]
    unseen = unseen_by_reader(examples)
    found = chosen_rows(examples, "train", 30, None).train
    assert {str(example.metadata["source_id"]) for example in found} <= unseen
    tasks = [example.metadata["task"] for example in found]
    assert [tasks.count(task) for task in ("QA", "Summary", "Data2txt")] == [10, 10, 10]
    assert sources_drawn(found[::-1], 30) == found[::-1]


def test_one_answer_is_too_few_to_time() -> None:
    assert latency_cells("x", logic(), []) == []
    assert latency_cells("x", logic(), [Example(TRUE, (DANUBE,))]) == []


@pytest.mark.data
def test_the_derived_questions_and_the_unseen_sources_are_those_of_the_corpora(
    data_folder: Path,
) -> None:
    from groundgraph.datasets.hotpotqa import load_hotpotqa_derived
    from groundgraph.datasets.ragtruth import load_ragtruth

    derived = load_hotpotqa_derived(data_folder)
    assert sum(e.metadata["type"] == "bridge" for e in derived) > 500
    unseen = unseen_by_reader(load_ragtruth(data_folder, split="train"))
    assert len(unseen) == 503
