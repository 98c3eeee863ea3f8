"""MPNet's weights in BERT's order, and its word embeddings at 6 bits."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from training.mpnet.embeddings import LEVELS, english_rows, quantise, restore
from training.mpnet.vocabulary import SIZE, bert_tokens, mpnet_of_bert

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
