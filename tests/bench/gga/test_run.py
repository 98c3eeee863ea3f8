from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from groundgraph import InputError
from groundgraph.bench.gga.answers import NEEDED, load_reader
from groundgraph.bench.gga.fitted import TUNED, Block, cross_validated, too_few, transferred
from groundgraph.bench.gga.run import ENVIRONMENT, GGABench
from groundgraph.bench.options import RunOptions
from groundgraph.bench.results import Rows
from groundgraph.errors import MissingExtraError
from groundgraph.learn.boosted import BoostSettings
from groundgraph.registry import BENCHES
from rows import write_rows

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("xgboost")

FAST = GGABench(BoostSettings(learning_rate=0.3, depth=2, n_trees=8))
STRATEGIES = ("path_first", "shuffled", "adjacency", "sentences")


@pytest.fixture(autouse=True)
def no_reader_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENVIRONMENT, raising=False)


def author_row(number: int) -> dict[str, Any]:
    """Every fifth answer only echoes its topic, and is hallucinated; its SAS tells nothing."""
    wrong, topic = number % 5 == 0, f"Film {number}"
    return {
        "id": f"a{number}",
        "question": f"who directed {topic}",
        "answer": f"  ans: {topic if wrong else f'Person P{number}'}",
        "gold_answers": [f"person p{number}"],
        "prd": 0.7 + 0.1 * wrong + 0.01 * (number % 7),
        "sas": 0.3 + 0.01 * (number % 11),
        "hallucinated": wrong,
    }


def question(number: int) -> dict[str, Any]:
    return {
        "id": f"m{number}",
        "question": f"who directed [Film {number}]",
        "topic_entity": f"Film {number}",
        "answers": [f"Person P{number}"],
        "qtype": "movie_to_director",
    }


def reader_row(number: int, hops: int, **given: str) -> dict[str, Any]:
    """A row whose hallucinations have a low ``weakest_link``; PRD is noise."""
    chance = np.random.default_rng([number, hops])
    wrong = number % 3 == 0
    features = dict.fromkeys(NEEDED, 0.5) | {
        "gold.prd": float(chance.random()),
        "answer.prd": float(chance.random()),
        "gold.weakest_link": 0.1 * float(chance.random()) + 0.5 * (not wrong),
        "gold.reached": 1.0,
        "answer.reached": float(not wrong),
        "perplexity": 1.0 + wrong,
    }
    row = {
        "id": f"r{number}-{hops}-{given}",
        "source": "made",
        "retrieval": "intact",
        "strategy": "path_first",
        "architecture": "qwen2",
        "hops": hops,
        "topic": f"Topic {number // 2}",
        "question": f"question {number}",
        "answer": f"Topic {number // 2}" if wrong else f"name {number}",
        "hallucinated": wrong,
        "problem": "",
        "features": features,
    }
    return row | given


def reader_rows() -> list[dict[str, Any]]:
    rows = [
        reader_row(number, hops, strategy=strategy)
        for hops in (1, 2)
        for strategy in STRATEGIES
        for number in range(60)
    ]
    rows += [reader_row(number, 1, retrieval="broken") for number in range(9)]
    rows += [reader_row(number, 1, architecture="t5") for number in range(60)]
    silent = reader_row(900, 1) | {"problem": "the answer has no tokens", "features": {}}
    return [*rows, silent]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("data")
    write_rows(folder / "gga" / "metaqa_1hop_x.jsonl", map(author_row, range(150)))
    write_rows(folder / "reader" / "answers.jsonl", reader_rows())
    facts = [(f"Film {n}", "directed_by", f"Person P{n}") for n in range(150)]
    write_rows(
        folder / "metaqa" / "kb.jsonl", [dict(zip("hrt", fact, strict=True)) for fact in facts]
    )
    write_rows(folder / "metaqa" / "1hop_dev.jsonl", map(question, range(9)))
    return FAST.run(folder)


def value(results: dict[str, Any], table: str, row: str, metric: str) -> Any:
    [cell] = [c for c in results["tables"][table] if (c["row"], c["metric"]) == (row, metric)]
    return cell["value"]


def test_the_registry_names_the_bench() -> None:
    assert BENCHES.get("gga") is GGABench


def test_the_contract_of_the_ablation_holds(results: dict[str, Any]) -> None:
    cells = results["tables"]["ablation"]
    for row in ("prd", "sas", "prd_sas", "surface", "all", "extended"):
        for metric in ("auc", "f1"):
            assert 0.0 <= value(results, "ablation", row, metric) <= 1.0
    assert {c["n"] for c in cells} == {150}
    assert next(c for c in cells if c["row"] == "all" and c["metric"] == "auc")["paper"] == 0.83


def test_every_table_is_json_with_one_cell_per_row_and_metric(results: dict[str, Any]) -> None:
    json.dumps(results, allow_nan=False)
    for cells in results["tables"].values():
        assert len({(c["row"], c["metric"]) for c in cells}) == len(cells)


def test_an_echoed_topic_is_found_by_the_extended_features_alone(results: dict[str, Any]) -> None:
    assert value(results, "ablation", "extended", "auc") == 1.0
    assert value(results, "ablation", "extended", "f1") == 1.0
    assert value(results, "ablation", "sas", "auc") < 0.8
    assert value(results, "labels", "hallucinated", "topic_echoed") == 1.0
    assert value(results, "labels", "all rows", "rule_reproduced") == 1.0


def test_what_is_told_without_attention_stands_beside(results: dict[str, Any]) -> None:
    assert value(results, "untraced", "no neighbour named, unfitted", "auc") == 1.0
    assert value(results, "untraced", "shipped head", "auc") == 1.0
    assert value(results, "untraced", "untraced", "auc") == 1.0
    assert value(results, "untraced", "untraced, both", "auc_gain") == 0.0
    assert value(results, "retrieval", "1 hop, ways", "recall") == 1.0
    assert {c["n"] for c in results["tables"]["retrieval"]} == {9}


def test_without_a_knowledge_base_the_other_tables_stand(tmp_path: Path) -> None:
    write_rows(tmp_path / "gga" / "metaqa_1hop_x.jsonl", map(author_row, range(30)))
    found = FAST.run(tmp_path)

    assert "ablation" in found["tables"]
    assert not {"untraced", "retrieval"} & found["tables"].keys()
    assert value(found, "corpora", "metaqa", "present") == 0.0


def test_trivial_baselines_stand_beside(results: dict[str, Any]) -> None:
    assert value(results, "ablation", "always hallucinated", "f1") == pytest.approx(1 / 3)
    assert value(results, "ablation", "always grounded", "f1") == 0.0


def test_the_reader_is_measured_by_hops_source_and_retrieval(results: dict[str, Any]) -> None:
    assert value(results, "reader", "made, 2 hops, intact", "accuracy") == pytest.approx(2 / 3)
    row = "made, 1 hop, intact"
    assert value(results, "reader", row, "unverifiable") == 1
    assert value(results, "reader", row, "topic_as_answer") == 1.0
    assert value(results, "reader", "made, 1 hop, broken", "hallucination_rate") == 1 / 3


def test_links_of_the_path_add_what_prd_lacks(results: dict[str, Any]) -> None:
    assert value(results, "reader_multihop", "2 hops, weakest_link unfitted", "auc") == 1.0
    assert value(results, "reader_multihop", "2 hops, prd_sas and links", "auc_gain") > 0.2
    assert value(results, "reader_detection", "2 hops, prd", "auc") < 0.75


def test_deployed_paths_are_those_to_the_answer(results: dict[str, Any]) -> None:
    assert value(results, "reader_deployed", "2 hops, no path reached", "auc") == 1.0
    assert value(results, "reader_baselines", "2 hops, perplexity", "auc") == 1.0


def test_linearisations_are_compared_on_the_same_questions(results: dict[str, Any]) -> None:
    table = results["tables"]["reader_linearisation"]
    assert {c["n"] for c in table} == {60}
    assert {c["row"].partition(", ")[2] for c in table} == set(STRATEGIES)
    assert value(results, "reader_linearisation", "1 hop, shuffled", "prd_change") == 0.0
    assert value(results, "reader_linearisation", "1 hop, shuffled", "same_answer") == 1.0


def test_architectures_stand_apart(results: dict[str, Any]) -> None:
    rows = {c["row"].partition(",")[0] for c in results["tables"]["reader_architecture"]}
    assert rows == {"qwen2", "t5"}


def test_authors_rows_alone_run_and_what_is_missing_is_named(tmp_path: Path) -> None:
    write_rows(tmp_path / "gga" / "metaqa_1hop_x.jsonl", map(author_row, range(60)))
    found = FAST.run(tmp_path)
    assert value(found, "corpora", "reader", "present") == 0.0
    assert "not run: reader" in found["notes"]["corpora"]
    assert "reader" not in found["tables"]


def test_the_reader_alone_runs_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_rows(tmp_path / "elsewhere" / "answers.jsonl", reader_rows())
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "elsewhere"))
    found = FAST.run(tmp_path, RunOptions(limit=80))
    assert "not run: gga" in found["notes"]["corpora"]
    assert "ablation" not in found["tables"]
    assert "reader" in found["tables"]


def test_too_few_rows_leave_the_contract_undefined_instead_of_failing(tmp_path: Path) -> None:
    write_rows(tmp_path / "gga" / "metaqa_1hop_x.jsonl", map(author_row, range(20)))
    found = FAST.run(tmp_path)
    assert value(found, "ablation", "all", "auc") is None


def test_nothing_there_and_an_unknown_split_are_the_users_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"found neither gga/\*\.jsonl"):
        FAST.run(tmp_path)
    with pytest.raises(InputError, match="no 'train' part"):
        FAST.run(tmp_path, RunOptions(split="train"))


def test_without_xgboost_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_rows(tmp_path / "gga" / "metaqa_1hop_x.jsonl", map(author_row, range(60)))
    monkeypatch.setitem(sys.modules, "xgboost", None)
    with pytest.raises(MissingExtraError, match=r"groundgraph\[gga\]"):
        FAST.run(tmp_path)


def test_an_answer_that_lacks_a_number_is_refused_with_its_line(tmp_path: Path) -> None:
    bad = reader_row(1, 1)
    del bad["features"]["gold.prd"]
    write_rows(tmp_path / "answers.jsonl", [reader_row(0, 1), bad])
    with pytest.raises(InputError, match=r"line 2: 'features' lacks gold\.prd"):
        load_reader(tmp_path)


def test_a_transferred_head_never_saw_the_topic_that_it_judges() -> None:
    """Each topic has a value of its own, so only a head that saw the topic could know it."""
    labels = np.arange(60) % 2 == 0
    rows = Rows.labelled(labels.tolist(), [f"t{i}" for i in range(60)])
    block = Block(("number",), np.random.default_rng(0).permutation(60)[:, None].astype(float))
    found = transferred(rows, block, (rows, block), TUNED)
    again = cross_validated(rows, block, TUNED)
    assert found is not None
    assert again is not None
    assert found.scores == pytest.approx(again.scores)


def test_one_class_is_too_little_to_fit() -> None:
    assert too_few(Rows.labelled([True] * 50, [str(i) for i in range(50)]))
    assert not too_few(Rows.labelled([True, False] * 25, [str(i) for i in range(50)]))


@pytest.mark.data
def test_the_papers_features_reach_what_methods_promise(data_folder: Path) -> None:
    found = GGABench().run(data_folder)
    assert value(found, "ablation", "all", "auc") >= 0.82
    assert value(found, "ablation", "extended", "auc") >= 0.955
    assert value(found, "untraced", "untraced", "auc") >= 0.97
    assert value(found, "untraced", "shipped head", "auc") >= 0.9
    assert value(found, "retrieval", "2 hops, ways", "recall") >= 0.95
