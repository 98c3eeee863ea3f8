"""The embedded verifier; the tests of its judgement hold for any sane model of entailment."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from plain_parts import OverlapVerifier
from tiny_readers import save_reader

from groundgraph.errors import InputError, ModelError
from groundgraph.parts.onnx import shipped
from groundgraph.parts.readers.minilm import MiniLMReader
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.parts.wordpieces import wordpieces
from groundgraph.protocols import Verifier
from groundgraph.specs import build, describe
from groundgraph.types import Entailments, Pair, Span
from groundgraph.types.readings import CutAnswer

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

PREMISE = "The cafe opens at 9."
PARAPHRASE = "The coffee shop opens its doors at nine."
DENIAL = "The cafe does not open at 9; it stays closed all day."
FOREIGN = "カフェは九時に開く。"
PAIRS = [
    Pair(PREMISE, PREMISE),
    Pair(PREMISE, DENIAL),
    Pair(PREMISE, "Bread is made of flour."),
    Pair("The Danube rises in the Black Forest and ends in the Black Sea. " * 8, PREMISE),
]


def table(found: Entailments) -> NDArray[np.float64]:
    return np.stack(found[:3], axis=1)


def test_it_is_a_verifier() -> None:
    assert isinstance(MiniLMVerifier(), Verifier)


def test_a_statement_entails_itself() -> None:
    (entailment,) = MiniLMVerifier().verify([Pair(PREMISE, PREMISE)]).entailment

    assert entailment > 0.5


def test_a_paraphrase_is_entailed_more_than_a_contradiction() -> None:
    found = MiniLMVerifier().verify([Pair(PREMISE, PARAPHRASE), Pair(PREMISE, DENIAL)])

    assert found.entailment[0] > found.entailment[1]
    assert found.contradiction[1] > found.contradiction[0]


def test_premise_and_hypothesis_are_not_the_same() -> None:
    longer = f"{PREMISE} It closes at 5 and has 40 seats."

    found = MiniLMVerifier().verify([Pair(longer, PREMISE), Pair(PREMISE, longer)])

    assert found.entailment[0] > found.entailment[1]


def test_a_pair_has_the_same_numbers_alone_and_among_others() -> None:
    verifier = MiniLMVerifier()

    together = table(verifier.verify(PAIRS))
    alone = np.concatenate([table(verifier.verify([pair])) for pair in PAIRS])

    np.testing.assert_array_equal(together, alone)
    np.testing.assert_allclose(together.sum(axis=1), 1.0)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(threads: int) -> None:
    found = MiniLMVerifier(threads=threads).verify(PAIRS)

    np.testing.assert_array_equal(table(found), table(MiniLMVerifier(threads=3).verify(PAIRS)))


def test_the_answer_is_found_in_any_window_of_a_long_premise() -> None:
    filler = "The river is long and flows past many towns. " * 120
    ends = [Pair(f"{PREMISE} {filler}", PREMISE), Pair(f"{filler} {PREMISE}", PREMISE)]

    found = MiniLMVerifier().verify([*ends, Pair(filler, PREMISE)])

    assert found.entailment[:2].min() > found.entailment[2]
    assert found.unread.tolist() == [0, 0, 0]


def test_a_missing_or_damaged_model_is_named(tmp_path: Path) -> None:
    verifier = MiniLMVerifier(folder=str(tmp_path))
    with pytest.raises(ModelError, match=r"model\.onnx cannot be loaded"):
        verifier.verify(PAIRS)

    (tmp_path / "model.onnx").write_bytes(b"damaged")
    with pytest.raises(ModelError, match=r"model\.onnx cannot be loaded"):
        verifier.verify(PAIRS)


def test_another_export_is_read_from_its_folder(tmp_path: Path) -> None:
    shutil.copy(shipped("reader") / "model.onnx", tmp_path)

    found = MiniLMVerifier(folder=str(tmp_path)).verify(PAIRS)

    np.testing.assert_array_equal(table(found), table(MiniLMVerifier().verify(PAIRS)))


def test_texts_in_another_language_are_problems_of_their_pairs_alone() -> None:
    foreign = [Pair(FOREIGN, PREMISE), Pair(PREMISE, FOREIGN)]
    verifier = OverlapVerifier()

    found = verifier.verify([PAIRS[0], *foreign, PAIRS[2]])

    assert list(found.problems) == [1, 2]
    assert all("not in English" in why for why in found.problems.values())
    assert table(found)[1:3].tolist() == [[0, 1, 0], [0, 1, 0]]
    assert verifier.seen == [PAIRS[0], PAIRS[2]]


def test_a_foreign_window_leaves_the_pair_open() -> None:
    premise = f"{'The river is long and flows past many towns. ' * 60}{FOREIGN * 120}"

    found = OverlapVerifier().verify([Pair(premise, PREMISE)])

    assert list(found.problems) == [0]


def test_a_window_and_its_hypothesis_fit_the_model() -> None:
    verifier = OverlapVerifier(max_tokens=64)

    premise = " ".join(f"Town {number} stands on the long river." for number in range(60))
    found = verifier.verify([Pair(premise, PREMISE)])

    assert len(verifier.seen) > 5
    assert found.unread.tolist() == [0]
    for premise, hypothesis in verifier.seen:
        assert len(wordpieces(premise).ids) + len(wordpieces(hypothesis).ids) + 3 <= 64


def test_what_is_beyond_the_windows_is_counted() -> None:
    premise = "The river is long and flows on. " * 60

    found = OverlapVerifier(max_tokens=64, most_windows=2).verify([Pair(premise, PREMISE)])

    assert 0 < found.unread[0] < len(premise)


def test_a_pair_is_judged_as_the_reader_judges_a_claim_beside_evidence(tmp_path: Path) -> None:
    folder = str(save_reader(tmp_path, temperature=1.7))
    cut = [CutAnswer("", (p.premise,), p.hypothesis, (Span(0, len(p.hypothesis)),)) for p in PAIRS]

    found = MiniLMVerifier(folder=folder).verify(PAIRS)

    said = np.concatenate([each.claims for each in MiniLMReader(folder).read(cut)])
    np.testing.assert_array_equal(table(found), said)
    assert found.entailment.tolist() == said[:, 0].tolist()
    assert found.contradiction.tolist() == said[:, 2].tolist()


def test_a_claim_of_which_nothing_can_be_read_is_a_problem_of_its_pair(tmp_path: Path) -> None:
    verifier = MiniLMVerifier(folder=str(save_reader(tmp_path)))

    found = verifier.verify([Pair(PREMISE, "\x00"), PAIRS[0]])

    assert list(found.problems) == [0]
    assert table(found)[0].tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("name", "value"),
    [("max_tokens", 31), ("max_tokens", 513), ("most_windows", 0), ("threads", -1)],
)
def test_numbers_out_of_range_are_refused(name: str, value: int) -> None:
    parameters: dict[str, Any] = {name: value}
    with pytest.raises(InputError, match=f"{name} is {value}; expected"):
        MiniLMVerifier(**parameters)


def test_the_spec_holds_only_what_changes_numbers() -> None:
    spec = describe(MiniLMVerifier(max_tokens=256, threads=3))

    assert spec["parameters"] == {"folder": "", "max_tokens": 256, "most_windows": 64}
    assert build(spec) == MiniLMVerifier(max_tokens=256)
