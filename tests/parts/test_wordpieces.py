from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.parts.encoders.minilm import TOKENIZER
from groundgraph.parts.onnx import tokenizer
from groundgraph.parts.windows import readable
from groundgraph.parts.wordpieces import wordpieces


def test_a_text_is_its_tokens_without_special_ones() -> None:
    found = wordpieces("The Danube flows.")

    assert found.ids.dtype == np.int32
    names = [tokenizer(TOKENIZER).id_to_token(int(token)) for token in found.ids]
    assert names == ["the", "danube", "flows", "."]
    assert found.starts == (0, 4, 11, 16)


@pytest.mark.parametrize("text", ["", " \n", "\x00", "\u200b"])
def test_a_text_without_tokens_has_none(text: str) -> None:
    found = wordpieces(text)

    assert (len(found.ids), found.starts) == (0, ())


def test_nothing_is_cut() -> None:
    assert len(wordpieces("word " * 3000).ids) == 3000


def test_special_tokens_in_a_text_are_those_that_the_tokenizer_makes_of_it() -> None:
    text = "a [SEP] b"

    assert wordpieces(text).ids.tolist() == tokenizer(TOKENIZER).encode(text).ids[1:-1]


_HARD = (
    *("The", "Ærø", "don't", "3.5%", "[SEP]", "[", "MASK]", "ΣΑΣ", "é", "\u0301", "各", "ﬁ", "İ"),
    *("x" * 99, *"\t\n\r\x0b\x0c\x1c\x85\xa0\u2003\u2028\u3000\u200b\xad"),
)


@settings(deadline=None)
@given(st.lists(st.sampled_from(_HARD), max_size=12), st.sampled_from(["", " ", "  "]))
def test_words_read_one_by_one_are_the_text_read_whole(parts: list[str], between: str) -> None:
    text = between.join(parts)
    found = wordpieces(text)

    whole = tokenizer(TOKENIZER).encode(text, add_special_tokens=False)
    assert found.ids.tolist() == whole.ids
    assert list(found.starts) == [start for start, _ in whole.offsets]


@settings(deadline=None)
@given(st.text("aZé각ß9.,\n\x00\u0301🙂\ud800ﬁ ", max_size=60))
def test_starts_are_places_of_the_text_in_order(text: str) -> None:
    found = wordpieces(text)

    assert len(found.ids) == len(found.starts)
    assert list(found.starts) == sorted(found.starts)
    assert all(0 <= start < len(text) for start in found.starts)
    assert found.ids.tolist() == wordpieces(readable(text)).ids.tolist()
