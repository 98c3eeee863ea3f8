from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.services.masking import HIDDEN, masked

SECRETS = st.text(min_size=8, max_size=40).filter(lambda text: "*" not in text)


def spread(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


@given(SECRETS, st.text(), st.text())
def test_a_secret_does_not_stay_as_it_is_in_json_or_in_a_url(
    secret: str, before: str, after: str
) -> None:
    for form in (secret, json.dumps(secret)[1:-1]):
        assert secret not in masked(f"{before}{form}{after}", [secret]).replace(HIDDEN, "")
    text = f"?key={quote(secret.encode('utf-8', 'replace'), safe='')}"
    assert masked(text, [secret.encode("utf-8", "replace").decode()]) == f"?key={HIDDEN}"


@given(st.binary(min_size=6), st.binary(max_size=9), st.binary(max_size=9))
def test_no_run_of_a_secret_stays_in_base64(secret: bytes, before: bytes, after: bytes) -> None:
    key = "sk-" + secret.hex()
    content = before + key.encode("ascii") + after

    for text in (spread(content), base64.urlsafe_b64encode(content).decode("ascii")):
        assert masked(f"header: {text}.", [key]) == f"header: {HIDDEN}."


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
    assert masked(f"bad key {written} here", [KEY]) == f"bad key {HIDDEN} here"


def test_other_words_stay() -> None:
    text = f"Basic {spread(b'nobody:nothing')} is not known"

    assert masked(text, ["sk-12345678"]) == text


@pytest.mark.parametrize("secret", ["", "a", "ab"])
def test_a_short_or_empty_secret_leaves_a_readable_text(secret: str) -> None:
    assert masked("xyz", [secret]) == "xyz"


def test_a_long_text_is_read_once() -> None:
    text = "QUJD" * 500_000

    assert masked(text, ["sk-12345678"]) == text
