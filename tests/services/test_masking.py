from __future__ import annotations

import base64
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.services.masking import HIDDEN, masked

KEY = "sk-very-secret/8d1f+0b"
WRITTEN = {
    "as it is": KEY,
    "in a URL": quote(KEY, safe=""),
    "every character quoted": "".join(f"%{ord(each):02X}" for each in KEY),
    "in JSON": KEY.replace("/", "\\/"),
    "in JSON's code points": "".join(f"\\u{ord(each):04x}" for each in KEY),
    "in HTML": "".join(f"&#{ord(each)};" for each in KEY),
    "in hex": KEY.encode().hex(),
    "in capitals": KEY.upper(),
}


@pytest.mark.parametrize("written", list(WRITTEN.values()), ids=list(WRITTEN))
def test_a_key_is_hidden_however_it_is_written(written: str) -> None:
    assert masked(f"bad key {written} here", KEY) == f"bad key {HIDDEN} here"


@given(
    key=st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=4),
    before=st.binary(max_size=7),
    after=st.binary(max_size=7),
)
def test_a_key_in_base64_is_hidden_whatever_stands_around_it(
    key: str, before: bytes, after: bytes
) -> None:
    for code in (base64.b64encode, base64.urlsafe_b64encode):
        kept = masked(code(before + key.encode() + after).decode("ascii"), key).split(HIDDEN)

        assert len(kept) >= 2
        assert sum(map(len, kept)) <= len(code(before)) + len(code(after))


@pytest.mark.parametrize("text", ["", "Basic bm9ib2R5Om5vdGhpbmc= is not known", "sk-very"])
def test_other_texts_stay(text: str) -> None:
    assert masked(text, KEY) == text
    assert masked(text, "") == text
