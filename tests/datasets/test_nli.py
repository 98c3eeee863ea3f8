from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph import InputError
from groundgraph.datasets.catalogue import catalogue
from groundgraph.datasets.nli import (
    SOURCES,
    NLIPair,
    load_nli,
    load_nli_claims,
    present_sources,
    stratified_holdout,
)

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = {"premise": "It rained.", "hypothesis": "It was wet."}
EVIDENCE = {"evidence": ["It rained.", "A lot."], "claim": "It was wet.", "id": "dev1-2"}


def write(folder: Path, name: str, *rows: dict[str, Any]) -> Path:
    (folder / "nli").mkdir(exist_ok=True)
    (folder / "nli" / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder


@pytest.mark.parametrize(
    ("source", "file", "row", "label"),
    [
        ("snli", "snli", {**PLAIN, "label": "neutral"}, "neutral"),
        ("qnli", "qnli", {**PLAIN, "label": "not_entailment"}, "not_entailment"),
        ("climate_fever", "climate_fever", {**PLAIN, "label": "SUPPORTS"}, "entailment"),
        ("climate_fever", "climate_fever", {**PLAIN, "label": "NOT_ENOUGH_INFO"}, "neutral"),
        ("fever_symmetric", "fever_symmetric", {**PLAIN, "label": "REFUTES"}, "contradiction"),
        (
            "wice_oracle_chunks",
            "wice_oracle_chunks",
            {**PLAIN, "id": "dev1", "label": "partially_supported"},
            "not_entailment",
        ),
        ("wice_claim", "wice_claim", {**EVIDENCE, "label": "supported"}, "entailment"),
        ("summedits", "summedits", {"doc": "D", "summary": "S", "label": 1}, "entailment"),
        ("summedits", "summedits", {"doc": "D", "summary": "S", "label": 0}, "not_entailment"),
        (
            "begin",
            "begin",
            {"knowledge": "K", "response": "R", "label": "Not fully attributable"},
            "not_entailment",
        ),
        (
            "factcheckgpt",
            "factcheckgpt_claim_evidence_stance",
            {"claim": "C", "evidence": "E", "stance": "refute"},
            "contradiction",
        ),
    ],
)
def test_the_labels_of_every_corpus_are_told_in_one_language(
    tmp_path: Path, source: str, file: str, row: dict[str, Any], label: str
) -> None:
    (pair,) = load_nli(write(tmp_path, file, row))
    assert (pair.source, pair.label, pair.id) == (source, label, f"{source}/1")
    corpus = "wice" if source.startswith("wice") else source
    (entry,) = (entry for entry in catalogue() if entry.name == corpus)
    assert pair.may_train == entry.may_train


def test_evidence_is_the_premise_and_the_claim_the_hypothesis(tmp_path: Path) -> None:
    write(tmp_path, "wice_claim", {**EVIDENCE, "label": "supported", "split": "dev"})
    (pair,) = load_nli(tmp_path, ["wice_claim"])
    assert (pair.premise, pair.hypothesis) == ("It rained. A lot.", "It was wet.")
    assert (pair.split, pair.document) == ("dev", "wice/dev1")


def test_rows_that_nobody_labelled_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "conjnli", {**PLAIN, "label": None}, {**PLAIN, "label": "entailment"})
    write(tmp_path, "begin", {"knowledge": "K", "response": "R", "label": "Generic"})
    assert [pair.id for pair in load_nli(tmp_path)] == ["conjnli/2"]


def test_the_captions_of_mpe_are_sentences_without_the_names_of_their_pictures(
    tmp_path: Path,
) -> None:
    premise = "461jpg1A girl runs 461jpg2A child plays."
    write(tmp_path, "mpe", {**PLAIN, "premise": premise, "label": "neutral"})
    assert load_nli(tmp_path)[0].premise == "A girl runs. A child plays."


@pytest.mark.parametrize(
    ("file", "row", "message"),
    [
        ("snli", {**PLAIN, "label": "maybe"}, "'label' must be one of.*'maybe'"),
        ("snli", {"premise": "P", "label": "neutral"}, "'hypothesis' must be str, found nothing"),
        ("summedits", {"doc": "D", "summary": "S", "label": 2}, "must be 0 or 1"),
        ("wice_claim", {**EVIDENCE, "evidence": [1], "label": "supported"}, "list of texts"),
    ],
)
def test_a_damaged_row_is_an_error_with_its_line(
    tmp_path: Path, file: str, row: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=f"line 1.*{message}"):
        load_nli(write(tmp_path, file, row))


def test_sources_that_are_absent_or_unknown_are_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found no entailment pairs"):
        load_nli(tmp_path)
    with pytest.raises(InputError, match=r"found no nli/rte\.jsonl"):
        load_nli(tmp_path, ["rte"])
    with pytest.raises(ValueError, match="no source"):
        load_nli(tmp_path, ["refchecker"])


LABELS = ("entailment", "neutral", "contradiction")


def pair(number: int, premise: str, label: Any = "neutral", **more: Any) -> NLIPair:
    return NLIPair(premise, f"h{number}", label, "snli", "", f"snli/{number}", False, **more)


def test_every_source_and_label_gives_its_share() -> None:
    pairs = [pair(i, f"p{i}", LABELS[i % 3]) for i in range(600)]
    pairs += [pair(i, f"p{i}")._replace(source="mnli") for i in range(600, 700)]
    rest, held = stratified_holdout(pairs, 0.1, seed=1)
    counts = Counter((each.source, each.label) for each in held)
    assert counts == {**{("snli", label): 20 for label in LABELS}, ("mnli", "neutral"): 10}
    assert sorted(each.id for each in rest + held) == sorted(each.id for each in pairs)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from(["", "x", "y", "z"]))),
    st.randoms(use_true_random=False),
)
def test_nothing_stands_on_both_sides_and_order_does_not_matter(
    keys: list[tuple[str, str]], random: Any
) -> None:
    pairs = [pair(i, premise, document=page) for i, (premise, page) in enumerate(keys)]
    rest, held = stratified_holdout(pairs, 0.3)
    assert {p.premise for p in rest}.isdisjoint(p.premise for p in held)
    assert {p.document for p in rest if p.document}.isdisjoint(p.document for p in held)
    shuffled = list(pairs)
    random.shuffle(shuffled)
    assert {p.id for p in stratified_holdout(shuffled, 0.3)[1]} == {p.id for p in held}


def test_a_premise_in_other_spacing_and_case_is_the_same() -> None:
    pairs = [pair(0, "It rained."), pair(1, "it  rained."), pair(2, "Snow.")]
    sides = stratified_holdout(pairs, 0.5)
    assert sorted(len(side) for side in sides) == [1, 2]
    assert all({p.id for p in side} != {"snli/0", "snli/2"} for side in sides)


@pytest.mark.parametrize("share", [0.0, 1.0, -0.1])
def test_a_share_outside_of_zero_and_one_is_a_value_error(share: float) -> None:
    with pytest.raises(ValueError, match="within"):
        stratified_holdout([], share)


def test_a_hypothesis_becomes_a_claim_that_is_hallucinated_unless_entailed(tmp_path: Path) -> None:
    labels = ("entailment", "neutral", "contradiction")
    folder = write(tmp_path, "snli", *({**PLAIN, "label": label} for label in labels))

    found = load_nli_claims(folder, "snli")

    assert [example.label for example in found] == [False, True, True]
    assert [example.id for example in found] == ["snli-0", "snli-1", "snli-2"]
    assert found[1].answer == "It was wet."
    assert [passage.text for passage in found[1].passages] == ["It rained."]
    assert found[1].metadata["relation"] == "neutral"


def test_claims_about_one_thing_have_one_source(tmp_path: Path) -> None:
    rows = [{**PLAIN, "premise": text, "label": "SUPPORTS"} for text in ("One.", "Two.")]

    found = load_nli_claims(write(tmp_path, "climate_fever", *rows), "climate_fever")

    assert len({example.metadata["source_id"] for example in found}) == 1


@pytest.mark.data
def test_the_official_counts_hold(data_folder: Path) -> None:
    assert present_sources(data_folder) == list(SOURCES)
    pairs = load_nli(data_folder)
    counts = Counter(each.source for each in pairs)
    assert len({each.id for each in pairs}) == len(pairs) == 115_095
    assert (counts["conjnli"], counts["begin"], counts["snli"]) == (15_623, 4_749, 19_655)
    assert Counter(p.label for p in pairs if p.source == "wice_oracle_chunks") == {
        "entailment": 672,
        "not_entailment": 1_441,
    }
    rest, held = stratified_holdout(pairs)
    assert {p.premise for p in rest}.isdisjoint(p.premise for p in held)
    for stratum, count in Counter((p.source, p.label) for p in pairs).items():
        taken = sum((p.source, p.label) == stratum for p in held)
        assert 0.08 <= taken / count <= 0.12
