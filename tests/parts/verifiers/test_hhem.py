from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import tiny_verifiers
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoConfig, AutoTokenizer, T5ForTokenClassification

from groundgraph.errors import ModelError
from groundgraph.parts.verifiers import hhem as verifiers_hhem
from groundgraph.parts.verifiers.hhem import HHEM
from groundgraph.parts.windows import windows
from groundgraph.specs import build, describe
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

PAIRS = [
    Pair("the cup is red.", "the house is green."),
    Pair("the danube flows into the black sea. it opened in 1990.", "paris"),
    Pair("a", "b"),
    Pair("{text2} {0} {", "the {text1} cup"),
]
PROMPT = (
    "<pad> Determine if the hypothesis is true given the premise?\n\n"
    "Premise: {text1}\n\nHypothesis: {text2}"
)
LONG = "the cup is red. the house is green. " * 12 + "it opened in 1990."
SHARED = "t5.transformer.shared.weight"
ENCODER = "t5.transformer.encoder.embed_tokens.weight"
Weights = dict[str, torch.Tensor]


@pytest.fixture(autouse=True, scope="module")
def forget() -> Iterator[None]:
    yield
    verifiers_hhem._load.cache_clear()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_verifiers.hhem(tmp_path_factory.mktemp("hhem"))


def verifier(folder: Path, **fields: Any) -> HHEM:
    return HHEM(str(folder), **{"device": "cpu", **fields})


def changed(folder: Path, change: Callable[[Weights], object]) -> None:
    path = folder / "model.safetensors"
    weights = load_file(path)
    change(weights)
    save_file(weights, path, metadata={"format": "pt"})


def as_published(folder: Path, pairs: list[Pair]) -> NDArray[np.float64]:
    """Return the score of each pair on its own, by the steps of the published ``predict``."""
    tokenizer = AutoTokenizer.from_pretrained(folder / "foundation")
    model = T5ForTokenClassification(AutoConfig.from_pretrained(folder / "foundation")).eval()
    weights = load_file(folder / "model.safetensors")
    weights[ENCODER] = weights[SHARED]
    model.load_state_dict({name.removeprefix("t5."): value for name, value in weights.items()})
    scores = []
    for pair in pairs:
        text = PROMPT.format(text1=pair.premise, text2=pair.hypothesis)
        read = tokenizer([text], return_tensors="pt")
        assert read["input_ids"][0, 0] == tokenizer.pad_token_id
        with torch.no_grad():
            logits = model(**read).logits[:, 0, :]
        scores.append(logits.softmax(-1)[0, 1].item())
    return np.array(scores)


def test_scores_are_those_of_the_published_code(folder: Path) -> None:
    found = verifier(folder, batch_size=3).verify(PAIRS)

    np.testing.assert_allclose(found.entailment, as_published(folder, PAIRS), atol=1e-5)
    np.testing.assert_allclose(found.neutral, 1 - found.entailment, atol=1e-12)
    assert found.contradiction.tolist() == [0.0] * len(PAIRS)
    assert found.unread.tolist() == [0] * len(PAIRS)
    assert found.problems == {}
    assert np.ptp(found.entailment) > 1e-3  # else any order of rows would pass


def test_a_premise_within_the_limit_is_read_whole(folder: Path) -> None:
    pair = Pair(LONG, "paris")

    found = verifier(folder).verify([pair])

    np.testing.assert_allclose(found.entailment, as_published(folder, [pair]), atol=1e-5)


def test_a_longer_premise_is_read_in_windows_and_counts_by_the_best(folder: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(folder / "foundation")
    frame = len(tokenizer(PROMPT.format(text1="", text2=""))["input_ids"])
    premise = "".join(f"the cup {number} is red. paris is green. " for number in range(20))
    room = 60

    def starts(text: str) -> list[int]:
        read = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
        return [start for start, _ in read["offset_mapping"]]

    pieces = [Pair(span.of(premise), "paris") for span in windows(premise, starts, room)]
    found = verifier(folder, max_tokens=frame + room + 1).verify([Pair(premise, "paris")])
    first = verifier(folder, max_tokens=frame + room + 1, most_windows=1).verify(
        [Pair(premise, "paris")]
    )

    scores = as_published(folder, pieces)
    assert len(pieces) > 2
    np.testing.assert_allclose(found.entailment, scores.max(), atol=1e-5)
    np.testing.assert_allclose(first.entailment, scores[0], atol=1e-5)
    assert found.unread.tolist() == [0]
    assert first.unread.tolist() == [len(premise) - len(pieces[0].premise)]


def test_texts_cannot_hold_special_tokens(folder: Path) -> None:
    marked = [Pair("the cup</s>is red", "paris<pad>"), Pair("<unk> the cup", "<pad>")]
    plain = [Pair("the cup /s>is red", "paris pad>"), Pair(" unk> the cup", " pad>")]

    found, expected = verifier(folder).verify(marked), verifier(folder).verify(plain)

    assert found.problems == {}
    np.testing.assert_allclose(found.entailment, expected.entailment, atol=1e-6)


@pytest.mark.parametrize("kept", [(SHARED,), (ENCODER,), (SHARED, ENCODER)])
def test_the_word_table_stands_in_the_file_under_either_name_or_both(
    kept: tuple[str, ...], folder: Path, tmp_path: Path
) -> None:
    def rename(weights: Weights) -> None:
        table = weights.pop(SHARED)
        weights.update({name: table.clone() for name in kept})

    tiny_verifiers.hhem(tmp_path)
    changed(tmp_path, rename)

    np.testing.assert_array_equal(
        verifier(tmp_path).verify(PAIRS).entailment, verifier(folder).verify(PAIRS).entailment
    )


def test_the_foundation_may_be_named_by_the_caller_or_by_the_configuration(
    folder: Path, tmp_path: Path
) -> None:
    expected = verifier(folder).verify(PAIRS).entailment
    inner = str(folder / "foundation")
    for name, settings in (("bare", {}), ("naming", {"foundation": inner})):
        (tmp_path / name).mkdir()
        tiny_verifiers.hhem(tmp_path / name, settings)
        (tmp_path / name / "foundation").rename(tmp_path / f"{name}-moved")

    given = verifier(tmp_path / "bare", foundation=inner).verify(PAIRS).entailment
    named = verifier(tmp_path / "naming").verify(PAIRS).entailment

    np.testing.assert_array_equal(given, expected)
    np.testing.assert_array_equal(named, expected)


def test_a_prompt_of_the_configuration_is_used(folder: Path, tmp_path: Path) -> None:
    tiny_verifiers.hhem(tmp_path, {"prompt": "<pad> red: {text1} green: {text2} ?"})

    other, usual = verifier(tmp_path).verify(PAIRS), verifier(folder).verify(PAIRS)

    assert np.abs(other.entailment - usual.entailment).max() > 1e-3


@pytest.mark.parametrize("prompt", ["no places", "{text2} {text1}", "{text1}"])
def test_a_prompt_without_its_two_places_is_refused(prompt: str, tmp_path: Path) -> None:
    tiny_verifiers.hhem(tmp_path, {"prompt": prompt})

    with pytest.raises(ModelError, match=r"must hold \{text1\} and then \{text2\}"):
        verifier(tmp_path).verify(PAIRS)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda w: w.pop("t5.classifier.bias"), "classifier.bias is missing"),
        (lambda w: w.pop(SHARED), "transformer.shared.weight is missing"),
        (lambda w: w.update({"t5.lm_head.weight": torch.zeros(1)}), "lm_head.weight is unknown"),
        (
            lambda w: w.update({"t5.classifier.bias": torch.zeros(3)}),
            r"classifier.bias has shape \(3,\), expected \(2,\)",
        ),
    ],
)
def test_weights_that_do_not_fit_are_refused_by_name(
    change: Callable[[Weights], object], said: str, tmp_path: Path
) -> None:
    tiny_verifiers.hhem(tmp_path)
    changed(tmp_path, change)

    with pytest.raises(ModelError, match=said):
        verifier(tmp_path).verify(PAIRS)


def test_another_foundation_than_a_t5_is_refused(folder: Path, tmp_path: Path) -> None:
    tiny_verifiers.bert(tmp_path, ("a", "b"))

    with pytest.raises(ModelError, match="is a bert, expected a T5"):
        verifier(folder, foundation=str(tmp_path)).verify(PAIRS)


def test_code_that_comes_with_the_model_is_not_run(folder: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    own = {"AutoConfig": "modeling_hhem_v2.Own", "AutoModel": "modeling_hhem_v2.Own"}
    tiny_verifiers.hhem(tmp_path, {"auto_map": own})
    (tmp_path / "modeling_hhem_v2.py").write_text(f"open({str(ran)!r}, 'w')\nclass Own: ...\n")

    found = verifier(tmp_path).verify(PAIRS)

    np.testing.assert_array_equal(found.entailment, verifier(folder).verify(PAIRS).entailment)
    assert not ran.exists()


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_a_folder_without_its_files_is_named_in_the_error(name: str, tmp_path: Path) -> None:
    tiny_verifiers.hhem(tmp_path)
    (tmp_path / name).unlink()

    with pytest.raises(ModelError, match=f"{tmp_path} cannot be loaded as HHEM"):
        verifier(tmp_path).verify(PAIRS)


def test_the_spec_names_the_model_and_not_the_machine() -> None:
    made = HHEM(foundation="some/t5", device="cuda", batch_size=2)
    spec = describe(made)

    assert spec["parameters"].keys() == {"model", "foundation", "max_tokens", "most_windows"}
    assert build(spec, trust=True) == made
