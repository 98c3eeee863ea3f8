from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import tiny_verifiers
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from groundgraph.errors import ModelError
from groundgraph.parts.verifiers import transformers as verifiers_hf
from groundgraph.parts.verifiers.pairs import combined
from groundgraph.parts.verifiers.transformers import TransformersVerifier
from groundgraph.parts.windows import windows
from groundgraph.specs import build, describe
from groundgraph.types import Entailments, Pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

THREE = ("contradiction", "neutral", "entailment")
PAIRS = [
    Pair("the cup is red.", "the house is green."),
    Pair("the danube flows.", "paris"),
    Pair("a", "b"),
    Pair("it opened in 1990", "it is 1990: red, green"),
    Pair("the cup is red.", "the house is green."),
]
LONG = "the cup is red. the house is green. " * 12 + "it opened in 1990."


@pytest.fixture(autouse=True, scope="module")
def forget() -> Iterator[None]:
    yield
    verifiers_hf._load.cache_clear()


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Save each tiny model once."""
    folders: dict[tuple[str, tuple[str, ...]], Path] = {}

    def save(kind: str, labels: tuple[str, ...] = THREE) -> Path:
        if (kind, labels) not in folders:
            folder = tmp_path_factory.mktemp(kind)
            folders[kind, labels] = getattr(tiny_verifiers, kind)(folder, labels)
        return folders[kind, labels]

    return save


def verifier(folder: Path, **fields: Any) -> TransformersVerifier:
    return TransformersVerifier(str(folder), **{"device": "cpu", **fields})


def table(found: Entailments) -> NDArray[np.float64]:
    return np.stack(found[:3], axis=1)


def by_transformers(folder: Path, pairs: list[Pair]) -> NDArray[np.float64]:
    """Return the softmax of each pair on its own, in the order of the model's outputs."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    with torch.no_grad():
        rows = [
            model(**tokenizer(*pair, return_tensors="pt")).logits.softmax(-1)[0] for pair in pairs
        ]
    return np.array([row.tolist() for row in rows])


@pytest.mark.parametrize("kind", ["bert", "roberta", "deberta", "t5"])
def test_probabilities_are_those_of_plain_transformers(
    kind: str, saved: Callable[..., Path]
) -> None:
    folder = saved(kind)

    found = table(verifier(folder, batch_size=3).verify(PAIRS))
    contradiction, neutral, entailment = by_transformers(folder, PAIRS).T

    np.testing.assert_allclose(found.T, [entailment, neutral, contradiction], atol=1e-5)
    assert np.ptp(found[:4], axis=0).max() > 0.05  # else any order of rows would pass


@pytest.mark.parametrize(
    "labels",
    [
        ("entailment", "neutral", "contradiction"),
        ("ENTAILMENT", "CONTRADICTION", "NEUTRAL"),
        ("Refuted", "Supported", "Not enough info"),
        ("NOT ENOUGH INFO", "REFUTES", "SUPPORTS"),
        ("contradicts", "entailed", "nei"),
    ],
)
def test_another_order_and_other_names_of_the_labels_mean_the_same(
    labels: tuple[str, ...], saved: Callable[..., Path], tmp_path: Path
) -> None:
    folder = saved("bert")
    tiny_verifiers.bert(tmp_path, labels)
    weights = load_file(folder / "model.safetensors")
    meanings = verifier(tmp_path)._meanings(SimpleNamespace(num_labels=3, id2label=labels))
    order = [2 - meaning for meaning in meanings]  # THREE is in the order 2, 1, 0
    for name in ("classifier.weight", "classifier.bias"):
        weights[name] = weights[name][order]
    save_file(weights, tmp_path / "model.safetensors", metadata={"format": "pt"})

    assert sorted(meanings) == [0, 1, 2]
    assert "ent" in labels[meanings.index(0)].lower() or "supp" in labels[meanings.index(0)].lower()
    np.testing.assert_allclose(
        table(verifier(tmp_path).verify(PAIRS)), table(verifier(folder).verify(PAIRS)), atol=1e-6
    )


@pytest.mark.parametrize(
    "labels",
    [
        ("not_entailment", "entailment"),
        ("hallucinated", "consistent"),
        ("unsupported", "supported"),
        ("inconsistent", "consistent"),
        ("non-entailed", "entailed"),
    ],
)
def test_what_two_labels_call_not_entailed_is_neutral(
    labels: tuple[str, ...], saved: Callable[..., Path]
) -> None:
    folder = saved("bert", labels)

    found = verifier(folder).verify(PAIRS)

    open_, entailed = by_transformers(folder, PAIRS).T
    np.testing.assert_allclose(found.entailment, entailed, atol=1e-5)
    np.testing.assert_allclose(found.neutral, open_, atol=1e-5)
    assert found.contradiction.tolist() == [0.0] * len(PAIRS)


def test_a_single_output_is_the_log_odds_of_entailment(saved: Callable[..., Path]) -> None:
    folder = saved("bert", ("LABEL_0",))
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    with torch.no_grad():
        logit = model(**tokenizer(*PAIRS[0], return_tensors="pt")).logits.item()

    found = verifier(folder).verify(PAIRS[:1])

    assert found.entailment[0] == pytest.approx(1 / (1 + np.exp(-logit)), abs=1e-5)
    assert found.neutral[0] == pytest.approx(1 - found.entailment[0])
    assert found.contradiction[0] == 0.0


@pytest.mark.parametrize(
    "labels",
    [
        ("LABEL_0", "LABEL_1", "LABEL_2"),
        ("positive", "negative"),
        ("neutral", "contradiction"),
        ("entailment", "supported"),
        ("toxic",),
    ],
)
def test_labels_that_do_not_say_what_they_mean_are_refused_with_the_way_out(
    labels: tuple[str, ...], saved: Callable[..., Path]
) -> None:
    with pytest.raises(ModelError, match="labels=") as raised:
        verifier(saved("bert", labels)).verify(PAIRS)

    assert f"{len(labels)} outputs, called {', '.join(labels)}" in str(raised.value)


def test_the_caller_may_say_what_the_outputs_mean(saved: Callable[..., Path]) -> None:
    folder = saved("bert", ("LABEL_0", "LABEL_1", "LABEL_2"))

    found = table(verifier(folder, labels=("neutral", "entailment", "refuted")).verify(PAIRS))

    np.testing.assert_allclose(found, by_transformers(folder, PAIRS)[:, [1, 0, 2]], atol=1e-5)


def test_labels_of_another_number_than_the_outputs_are_refused(saved: Callable[..., Path]) -> None:
    with pytest.raises(ModelError, match="has 3 outputs"):
        verifier(saved("bert"), labels=("neutral", "entailment")).verify(PAIRS)


@pytest.mark.parametrize("kind", ["bert", "roberta", "deberta"])
@pytest.mark.parametrize("limit", [None, 512, 40])
def test_a_long_premise_is_read_in_windows_to_its_end(
    kind: str, limit: int | None, saved: Callable[..., Path]
) -> None:
    folder = saved(kind)
    most = min(limit or tiny_verifiers.POSITIONS, tiny_verifiers.POSITIONS)
    pieces = cut(LONG, "paris", AutoTokenizer.from_pretrained(folder), most)

    found = verifier(folder, max_tokens=limit).verify([Pair(LONG, "paris")])

    expected = combined(by_transformers(folder, pieces)[:, ::-1])
    np.testing.assert_allclose(table(found)[0], expected, atol=1e-5)
    assert len(pieces) > 1
    assert pieces[-1].premise.endswith("1990.")
    assert found.unread.tolist() == [0]


def cut(text: str, claim: str, tokenizer: Any, most: int) -> list[Pair]:
    """Cut a premise so that pairs with the claim have at most so many tokens."""

    def starts(piece: str) -> list[int]:
        read = tokenizer(piece, add_special_tokens=False, return_offsets_mapping=True)
        return [start for start, _ in read["offset_mapping"]]

    room = most - len(starts(claim)) - tokenizer.num_special_tokens_to_add(pair=True)
    pieces = [Pair(span.of(text), claim) for span in windows(text, starts, room)]
    assert max(len(tokenizer(*piece)["input_ids"]) for piece in pieces) <= most
    return pieces


def test_what_lies_behind_the_last_window_is_counted_and_not_read(
    saved: Callable[..., Path],
) -> None:
    judge = verifier(saved("bert"), most_windows=2)

    first, other = (
        judge.verify([Pair(LONG + end, "paris")]) for end in (" it is red.", " 7777 flows 7777.")
    )

    assert 0 < len(LONG) - first.unread[0] <= 2 * tiny_verifiers.POSITIONS * 2
    assert other.unread[0] - first.unread[0] == len(" 7777 flows 7777.") - len(" it is red.")
    np.testing.assert_array_equal(table(first), table(other))


@pytest.mark.parametrize("kind", ["bert", "roberta", "deberta", "t5"])
def test_a_premise_cannot_end_itself(kind: str, saved: Callable[..., Path]) -> None:
    folder = saved(kind)
    marks = AutoTokenizer.from_pretrained(folder).all_special_tokens
    texts = [f"the cup{mark}is red" for mark in marks]
    plain = [f"the cup {mark[1:]}is red" for mark in marks]

    found = verifier(folder).verify([Pair(text, "paris") for text in texts])
    expected = verifier(folder).verify([Pair(text, "paris") for text in plain])

    assert len(marks) >= 3
    assert found.problems == {}
    np.testing.assert_allclose(table(found), table(expected), atol=1e-5)


def test_the_size_of_a_batch_changes_nothing(saved: Callable[..., Path]) -> None:
    folder, pairs = saved("deberta"), [*PAIRS, Pair(LONG, "paris")]

    found = [table(verifier(folder, batch_size=size).verify(pairs)) for size in (1, 2, 100, 0)]

    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], atol=1e-5)


def test_weights_of_half_precision_give_probabilities_that_sum_to_1(
    saved: Callable[..., Path], tmp_path: Path
) -> None:
    folder = saved("bert")
    model = AutoModelForSequenceClassification.from_pretrained(folder).to(torch.bfloat16)
    model.save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(folder).save_pretrained(tmp_path)

    found = table(verifier(tmp_path).verify(PAIRS))

    np.testing.assert_allclose(found.sum(axis=1), 1.0, atol=1e-12)
    np.testing.assert_allclose(found, table(verifier(folder).verify(PAIRS)), atol=0.1)


def test_weights_that_are_not_finite_are_an_error(
    saved: Callable[..., Path], tmp_path: Path
) -> None:
    tiny_verifiers.bert(tmp_path, THREE)
    weights = load_file(tmp_path / "model.safetensors")
    weights["classifier.bias"][1] = torch.nan
    save_file(weights, tmp_path / "model.safetensors", metadata={"format": "pt"})

    with pytest.raises(ModelError, match="not finite"):
        verifier(tmp_path).verify(PAIRS)


def test_a_model_without_a_fitted_classifier_is_refused(
    saved: Callable[..., Path], tmp_path: Path
) -> None:
    tiny_verifiers.bert(tmp_path, THREE)
    weights = load_file(tmp_path / "model.safetensors")
    kept = {name: tensor for name, tensor in weights.items() if "classifier" not in name}
    save_file(kept, tmp_path / "model.safetensors", metadata={"format": "pt"})

    with pytest.raises(ModelError, match=r"lacks the weights classifier\.bias, classifier\.weight"):
        verifier(tmp_path).verify(PAIRS)


def test_pickled_weights_are_not_loaded(tmp_path: Path) -> None:
    tiny_verifiers.bert(tmp_path, THREE)
    weights = tmp_path / "model.safetensors"
    torch.save(load_file(weights), tmp_path / "pytorch_model.bin")
    weights.unlink()

    with pytest.raises(ModelError, match="safetensors"):
        verifier(tmp_path).verify(PAIRS)


def test_code_that_comes_with_a_model_is_not_run(tmp_path: Path) -> None:
    tiny_verifiers.bert(tmp_path, THREE)
    ran = tmp_path / "ran"
    (tmp_path / "own.py").write_text(f"open({str(ran)!r}, 'w')\nclass Own: ...\n")
    config = json.loads((tmp_path / "config.json").read_text())
    own = {"AutoConfig": "own.Own", "AutoModelForSequenceClassification": "own.Own"}
    config |= {"model_type": "own", "auto_map": own}
    (tmp_path / "config.json").write_text(json.dumps(config))

    with pytest.raises(ModelError, match="cannot be loaded"):
        verifier(tmp_path).verify(PAIRS)
    assert not ran.exists()


def test_a_folder_without_a_model_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=f"{tmp_path} cannot be loaded"):
        verifier(tmp_path).verify(PAIRS)


def test_the_spec_names_the_model_and_not_the_machine() -> None:
    made = TransformersVerifier("some/model", labels=THREE, device="cuda", batch_size=8)
    spec = describe(made)

    assert spec["parameters"].keys() == {"model", "labels", "max_tokens", "most_windows"}
    assert build(spec, trust=True) == made
