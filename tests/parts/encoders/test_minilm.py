import hashlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.errors import InputError, ModelError
from groundgraph.parts.encoders import minilm as encoders
from groundgraph.parts.encoders.minilm import SHA256, TOKENIZER, MiniLM
from groundgraph.parts.onnx import session, shipped, tokenizer
from groundgraph.parts.windows import readable
from groundgraph.protocols import Encoder
from groundgraph.specs import build, describe
from groundgraph.types import Span

MODELS = shipped("minilm")
ODD = ["", " ", "\x00", "a\x00b", "\ud800", "\udfff tail", "🙂", "\u200b", "a\u0301" * 50, "[SEP]"]
FRESH = MiniLM(cache="off")
LETTERS = "aZé각語ß9.,;!?。\n \t\u3000\x00\u0301\u200b🙂\ud800ﬁ"


def tokens(text: str) -> int:
    """Count what the model's own tokenizer makes of a text, [CLS] and [SEP] among it."""
    return len(tokenizer(TOKENIZER).encode(readable(text)).ids)


def covered(text: str, spans: list[Span]) -> bool:
    inside = {i for span in spans for i in range(*span)}
    return all(char.isspace() or i in inside for i, char in enumerate(text))


def in_order(spans: list[Span]) -> bool:
    edges = [edge for span in spans for edge in span]
    return edges == sorted(edges) and all(span.start < span.end for span in spans)


def test_it_is_an_encoder() -> None:
    assert isinstance(MiniLM(), Encoder)


def test_vectors_are_unit_float32_rows() -> None:
    vectors = FRESH.encode(["Paris is in France.", "a", "word " * 600])

    assert vectors.shape == (3, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_texts_give_no_rows() -> None:
    assert FRESH.encode([]).shape == (0, 384)


def test_odd_texts_have_finite_unit_vectors() -> None:
    np.testing.assert_allclose(np.linalg.norm(FRESH.encode(ODD), axis=1), 1, atol=1e-5)


def test_near_texts_are_nearer_than_far_ones() -> None:
    claim, near, far = FRESH.encode(
        ["The bridge opened in 1932.", "In 1932 the bridge was opened.", "Boil the pasta."]
    )

    assert claim @ near > 0.9
    assert claim @ far < 0.2


def test_rows_follow_the_order_of_the_texts_and_repeat_with_them() -> None:
    texts = ["a cat", "a much longer text about dogs and their owners", "a cat", "birds"]

    vectors = FRESH.encode(texts)
    alone = np.concatenate([FRESH.encode([text]) for text in texts])

    np.testing.assert_array_equal(vectors[0], vectors[2])
    np.testing.assert_array_equal(vectors, alone)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("budget", [1, 100_000])
def test_a_vector_is_the_same_to_the_last_bit_in_every_batch(budget: int, threads: int) -> None:
    texts = [f"{'claim number ' * repeats}{repeats}" for repeats in range(0, 60, 6)]
    texts += [f"{word} {number}" for word in ("one", "a fairly long claim of") for number in "0123"]

    vectors = MiniLM(cache="off", batch_tokens=budget, threads=threads).encode(texts)

    np.testing.assert_array_equal(vectors, FRESH.encode(texts[::-1])[::-1])


def test_encode_reads_a_text_up_to_the_limit() -> None:
    short, longer, other = FRESH.encode(["word " * 254, "word " * 400, "word " * 253])

    np.testing.assert_allclose(short, longer, atol=1e-5)
    assert abs(short - other).max() > 1e-5


def test_max_tokens_moves_the_limit() -> None:
    text = "Paris lies on one river and Rome lies on another, far away to the south."
    cut = MiniLM(max_tokens=8, cache="off").encode([text])

    assert float((cut @ FRESH.encode([text]).T).item()) < 0.99
    np.testing.assert_allclose(cut, FRESH.encode(["Paris lies on one river and"]), atol=1e-5)


def test_a_lone_surrogate_is_read_as_the_replacement_character() -> None:
    one, other = FRESH.encode(["a \ud800 b", "a \ufffd b"])

    np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("name", "value"),
    [("max_tokens", 7), ("max_tokens", 513), ("threads", -1), ("batch_tokens", 0)],
)
def test_numbers_out_of_range_are_refused(name: str, value: int) -> None:
    parameters: dict[str, int] = {name: value}
    with pytest.raises(InputError, match=f"{name} is {value}; expected"):
        MiniLM(**parameters)  # type: ignore[arg-type]


def test_the_spec_holds_only_what_changes_vectors() -> None:
    encoder = MiniLM(max_tokens=128, threads=1, batch_tokens=64, cache="off")
    spec = describe(encoder)

    assert spec == {"kind": "encoder", "name": "minilm", "parameters": {"max_tokens": 128}}
    assert build(spec) == encoder


def test_a_cache_file_holds_each_text_once_per_limit(tmp_path: Path) -> None:
    path = str(tmp_path / "vectors.db")
    first = MiniLM(cache=path).encode(["one", "two", "one"])
    MiniLM(cache=path, max_tokens=64).encode(["one"])
    again = MiniLM(cache=path).encode(["two", "three"])
    connection = sqlite3.connect(path)
    (count,) = connection.execute("SELECT count(*) FROM vectors").fetchone()
    connection.close()

    assert count == 4
    np.testing.assert_array_equal(first[1], again[0])


def test_short_texts_are_one_trimmed_window() -> None:
    assert MiniLM().windows(["  Paris. ", "", " \n\t", "a"]) == [[(2, 8)], [], [], [(0, 1)]]


def test_no_texts_have_no_windows() -> None:
    assert MiniLM().windows([]) == []


def test_a_text_of_exactly_the_limit_is_one_window() -> None:
    at, above = "word " * 254, "word " * 255

    assert [len(spans) for spans in MiniLM().windows([at, above])] == [1, 2]


def test_a_long_text_is_cut_after_a_sentence() -> None:
    text = "A first short sentence. Then comes one more that goes on and on and on and on."

    spans = MiniLM(max_tokens=12).windows([text])[0]

    assert [span.of(text) for span in spans] == [
        "A first short sentence.",
        "Then comes one more that goes on and on and",
        "on and on.",
    ]


def test_words_within_the_limit_are_not_cut() -> None:
    text = " ".join(f"antidisestablishmentarianism{number}" for number in range(40))

    spans = MiniLM(max_tokens=20).windows([text])[0]

    assert [word for span in spans for word in span.of(text).split()] == text.split()


def test_a_word_above_the_limit_is_cut_inside() -> None:
    text = "so xq" + "qxzj" * 20 + " it is"

    spans = MiniLM(max_tokens=12).windows([text])[0]

    assert covered(text, spans)
    assert in_order(spans)
    assert all(tokens(span.of(text)) <= 12 for span in spans)
    assert spans[0].of(text) == "so"


def test_a_syllable_that_decomposes_into_several_tokens_counts_as_several() -> None:
    text = "각" * 30
    assert len(text) < 62 < tokens(text)

    spans = MiniLM(max_tokens=64).windows([text])[0]

    assert len(spans) > 1
    assert all(tokens(span.of(text)) <= 64 for span in spans)


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from(LETTERS), max_size=120), st.integers(8, 40))
def test_windows_fit_and_cover(text: str, most: int) -> None:
    spans = MiniLM(max_tokens=most).windows([text])[0]

    assert in_order(spans)
    assert covered(text, spans)
    for span in spans:
        assert span.of(text) == span.of(text).strip()
        assert tokens(span.of(text)) <= most


@pytest.mark.parametrize("unit", ["word and. ", "東京", "a", "\x00", "\ud800b\n"])
def test_a_passage_of_200_000_characters_is_covered(unit: str) -> None:
    text = (unit * 200_000)[:200_000]

    spans = MiniLM().windows([text])[0]

    assert in_order(spans)
    assert covered(text, spans)
    assert max(tokens(span.of(text)) for span in spans) <= 256


def test_a_missing_or_damaged_model_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model.onnx").write_bytes((MODELS / "model.onnx").read_bytes()[:1000])
    monkeypatch.setattr(encoders, "_MODEL", tmp_path / "model.onnx")
    monkeypatch.setattr(encoders, "TOKENIZER", tmp_path / "tokenizer.json")

    assert FRESH.encode([]).shape == (0, 384)
    with pytest.raises(ModelError, match=r"model\.onnx cannot be loaded .* again"):
        FRESH.encode(["a"])
    with pytest.raises(ModelError, match=r"tokenizer\.json cannot be loaded"):
        FRESH.windows(["word " * 300])


def test_the_shipped_files_are_those_of_the_model_card() -> None:
    card = (MODELS / "MODEL_CARD.md").read_text(encoding="utf-8")
    found = {
        name: hashlib.sha256((MODELS / name).read_bytes()).hexdigest()
        for name in ("model.onnx", "tokenizer.json")
    }

    assert found["model.onnx"] == SHA256
    assert all(f"`{digest}`" in card for digest in found.values())


def test_the_graph_also_gives_token_vectors() -> None:
    paris, no = FRESH._ids("Paris is in France."), FRESH._ids("no")
    tokens = np.array([paris, [*no, *[0] * (len(paris) - len(no))]], np.int64)
    mask = (np.arange(len(paris)) < [[len(paris)], [len(no)]]).astype(np.int64)
    feed = {"input_ids": tokens, "attention_mask": mask}
    model = session(encoders._MODEL, 0)

    sentence, by_token = model.run(["sentence_embedding", "token_embeddings"], feed)
    weights = mask[:, :, None]
    mean = (by_token * weights).sum(axis=1) / weights.sum(axis=1)

    assert by_token.shape == (2, 7, 384)
    np.testing.assert_allclose(mean / np.linalg.norm(mean, axis=1)[:, None], sentence, atol=1e-5)


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )


def test_importing_it_loads_no_model_library() -> None:
    done = run(
        "import sys, groundgraph.parts.encoders.minilm as e; e.MiniLM().windows(['short'])\n"
        "print({'onnxruntime', 'tokenizers', 'torch'} & set(sys.modules))"
    )

    assert done.stdout == "set()\n", done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_encodes_like_its_parent_and_prints_nothing() -> None:
    done = run(
        "import os, warnings\n"
        "from groundgraph.parts.encoders.minilm import MiniLM\n"
        "warnings.simplefilter('ignore', DeprecationWarning)\n"  # 3.12 on: of fork with threads
        "texts = [f'text {n}' for n in range(64)]\n"
        "parent = MiniLM(cache='off', threads=2).encode(texts)\n"
        "if (child := os.fork()) == 0:\n"
        "    same = (MiniLM(cache='off', threads=2).encode(texts) == parent).all()\n"
        "    os._exit(0 if same else 3)\n"
        "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
