"""The reader on onnxruntime, with a tiny random model through the real code path."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from tiny_readers import save_reader, weights

from groundgraph.errors import InputError, ModelError
from groundgraph.parts.onnx import shipped
from groundgraph.parts.readers.minilm import MiniLMReader
from groundgraph.parts.readers.outcomes import log_odds, pooled
from groundgraph.specs import build, describe
from groundgraph.types import Span
from groundgraph.types.readings import CutAnswer
from training.reader.onnx_model import model

if TYPE_CHECKING:
    from pathlib import Path

UNITS = tuple(f"Passage {n} says that the ferry carries {40 + n} cars." for n in range(60))
ANSWER = "The ferry carries 41 cars. It leaves at nine."
CLAIMS = (Span(0, 26), Span(27, 45))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_reader(tmp_path_factory.mktemp("reader"))


def text(*units: str, question: str = "") -> CutAnswer:
    return CutAnswer(question, units or UNITS[:3], ANSWER, CLAIMS)


def test_each_token_and_claim_has_three_probabilities(folder: Path) -> None:
    [reading] = MiniLMReader(str(folder)).read([text()])

    assert reading.claims.shape == (2, 3)
    assert reading.tokens.shape == (len(reading.starts), 3)
    np.testing.assert_allclose(reading.claims.sum(1), 1)
    np.testing.assert_allclose(reading.tokens.sum(1), 1)
    assert [ANSWER[start] for start in reading.starts[-2:]] == ["n", "."]


def test_what_an_answer_gets_does_not_depend_on_its_batch(folder: Path) -> None:
    # Of so many windows each is computed by one core, of one by both.
    texts = [text(), text(*UNITS[:9]), *(text(f"Dog {n} wears a lead.") for n in range(6))]
    reader = MiniLMReader(str(folder), threads=2)

    together = reader.read(texts)

    for one, whole in zip(texts, together, strict=True):
        [alone] = reader.read([one])
        np.testing.assert_array_equal(alone.claims, whole.claims)
        np.testing.assert_array_equal(alone.tokens, whole.tokens)


def test_the_number_of_cores_changes_no_bit(folder: Path) -> None:
    texts = [text(*UNITS), text(UNITS[3])]
    for path in ("", str(folder)):
        one, two = (MiniLMReader(path, threads=n).read(texts) for n in (1, 2))

        for alone, shared in zip(one, two, strict=True):
            np.testing.assert_array_equal(alone.claims, shared.claims)
            np.testing.assert_array_equal(alone.tokens, shared.tokens)


def test_the_evidence_and_the_question_matter(folder: Path) -> None:
    said = MiniLMReader(str(folder)).read([text(), text(UNITS[9]), text(question="How many?")])

    assert len({reading.claims.tobytes() for reading in said}) == 3


def test_windows_of_long_evidence_say_together_what_the_best_says(folder: Path) -> None:
    one, more = (MiniLMReader(str(folder), 128, most_windows=n) for n in (1, 4))

    [first], [joined] = one.read([text(*UNITS)]), more.read([text(*UNITS)])

    assert (joined.claims[:, 0] >= first.claims[:, 0]).all()
    assert (joined.tokens[:, 0] >= first.tokens[:, 0]).all()
    assert (joined.claims[:, 0] > first.claims[:, 0]).any()
    np.testing.assert_array_equal(joined.starts, first.starts)
    np.testing.assert_allclose(joined.claims.sum(1), 1)


def test_a_long_answer_is_read_in_several_windows(folder: Path) -> None:
    sentence = "The ferry carries 41 cars and leaves at nine. "
    answer = sentence * 30
    claims = [Span(n * len(sentence), (n + 1) * len(sentence) - 1) for n in range(30)]

    [reading] = MiniLMReader(str(folder), 128).read([CutAnswer("", UNITS[:2], answer, claims)])

    assert not np.isnan(reading.claims).any()
    assert (np.diff(reading.starts) > 0).all()
    assert sorted(set(reading.claim_of.tolist())) == list(range(30))


def test_an_answer_without_claims_gets_nothing(folder: Path) -> None:
    [reading] = MiniLMReader(str(folder)).read([CutAnswer("", UNITS, "?", ())])

    assert reading.claims.shape == reading.tokens.shape == (0, 3)


def test_a_claim_without_a_token_is_not_a_number(folder: Path) -> None:
    [reading] = MiniLMReader(str(folder)).read(
        [CutAnswer("", UNITS[:1], "It is.  ", (Span(6, 8), Span(0, 6)))]
    )

    assert np.isnan(reading.claims[0]).all()
    assert not np.isnan(reading.claims[1]).any()


def test_windows_without_bearing_change_nothing() -> None:
    said = np.array([[[0.7, 0.1, 0.2]], [[0.0, 1.0, 0.0]]])

    np.testing.assert_allclose(pooled(said), [[0.7, 0.1, 0.2]])


def test_log_odds_are_finite() -> None:
    found = log_odds(np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.5, 0.25, 0.25]]))

    assert found[0] > 25
    assert found[1] < -25
    assert found[2] == 0


@pytest.mark.parametrize("wrong", [{"max_tokens": 600}, {"max_tokens": 8}, {"most_windows": 0}])
def test_numbers_out_of_range_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError):
        MiniLMReader("folder", **wrong)


def test_a_missing_or_damaged_file_is_an_error(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        MiniLMReader(str(tmp_path)).read([text()])
    content = (folder / "model.onnx").read_bytes()
    (tmp_path / "model.onnx").write_bytes(content[: len(content) // 2])
    with pytest.raises(ModelError):
        MiniLMReader(str(tmp_path)).read([text()])


def test_the_logits_of_claims_are_divided_by_the_models_temperature(
    folder: Path, tmp_path: Path
) -> None:
    [plain] = MiniLMReader(str(folder)).read([text()])
    [warm] = MiniLMReader(str(save_reader(tmp_path, temperature=2.0))).read([text()])

    gaps = [np.log(said.claims[:, 1:] / said.claims[:, :1]) for said in (plain, warm)]
    np.testing.assert_allclose(gaps[1], gaps[0] / 2, rtol=1e-5)
    np.testing.assert_array_equal(warm.tokens, plain.tokens)


@pytest.mark.parametrize("temperature", [0.0, float("inf"), float("nan"), -1.0])
def test_a_temperature_that_cannot_be_is_refused(tmp_path: Path, temperature: float) -> None:
    save_reader(tmp_path, temperature=temperature)

    with pytest.raises(ModelError, match="its temperature is"):
        MiniLMReader(str(tmp_path)).read([text()])


def test_a_model_that_is_no_reader_is_named(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes((shipped("minilm") / "model.onnx").read_bytes())

    with pytest.raises(ModelError, match=r"model\.onnx cannot be loaded \(it is no reader\)"):
        MiniLMReader(str(tmp_path)).read([text()])


def test_a_text_in_another_language_is_not_read(folder: Path) -> None:
    foreign = text("カフェは九時に開く。")

    [said, other] = MiniLMReader(str(folder)).read([foreign, text()])

    assert "not in English" in said.problem
    assert np.isnan(said.claims).all()
    assert len(said.tokens) == 0
    assert not np.isnan(other.claims).any()


def test_the_spec_holds_only_what_changes_numbers() -> None:
    spec = describe(MiniLMReader(max_tokens=256, threads=3))

    assert spec["parameters"] == {"folder": "", "max_tokens": 256, "most_windows": 1}
    assert build(spec) == MiniLMReader(max_tokens=256)


def test_layers_are_those_of_the_weights() -> None:
    sizes = [len(model(weights(layers=n))) for n in (1, 2)]

    assert sizes[1] > sizes[0]


def test_quotation_marks_and_spaces_of_all_kinds_are_read_alike() -> None:
    plain, other = (
        CutAnswer(
            "",
            (f"The sign says {a}no dogs{b} in{c}red.",),
            f"It says {a}no dogs{b}.",
            [Span(0, 18)],
        )
        for a, b, c in (('"', '"', " "), ("“", "”", "\u00a0"))
    )

    one, two = MiniLMReader().read([plain, other])

    np.testing.assert_array_equal(one.tokens, two.tokens)
    np.testing.assert_array_equal(one.claims, two.claims)
    np.testing.assert_array_equal(one.starts, two.starts)
