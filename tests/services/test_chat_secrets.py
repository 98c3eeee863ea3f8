"""Keys and passwords stand in no spec, and in no message."""

from __future__ import annotations

import base64
import math
import re
from typing import Any
from urllib.parse import quote

import pytest
from chat_server import send, serving
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.errors import InputError
from groundgraph.services.chat import ChatClient, LLMFailure, Prompt, ReplyShape
from groundgraph.services.masking import masked

KEY = "sk-very-secret-8d1f"
WRITTEN = {
    "plain": KEY,
    "basic": base64.b64encode(f":{KEY}".encode()).decode(),
    "bearer": base64.b64encode(f"Bearer {KEY}".encode()).decode(),
    "alone": base64.b64encode(KEY.encode()).decode(),
    "in the middle": base64.b64encode(f"user:{KEY}:realm".encode()).decode(),
    "safe": base64.urlsafe_b64encode(f"??>{KEY}???".encode()).decode(),
    "url": quote(KEY, safe=""),
    "every character quoted": "".join(f"%{ord(each):02X}" for each in KEY),
    "escaped": "".join(f"\\u{ord(each):04x}" for each in KEY),
    "entities": "".join(f"&#{ord(each)};" for each in KEY),
    "hex": KEY.encode().hex(),
    "shouted": KEY.upper(),
}


@pytest.mark.parametrize("written", list(WRITTEN.values()), ids=list(WRITTEN))
def test_a_key_that_a_server_repeats_is_masked_however_it_is_written(
    written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_KEY", KEY)
    body = f"bad key {written} here".encode()
    with serving(lambda _n, _r, handler: send(handler, body, 400)) as server:
        client = ChatClient(server.url, "tiny", api_key_env="TEST_KEY", retries=0)
        [answer] = client.complete([Prompt("", "a")], ReplyShape)

    assert isinstance(answer, LLMFailure)
    assert re.search(r"bad key \S{0,9}\*\*\*\S{0,9} here$", answer.reason)


@given(
    key=st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=4),
    before=st.binary(max_size=7),
    after=st.binary(max_size=7),
)
def test_a_key_in_base64_is_masked_whatever_stands_around_it(
    key: str, before: bytes, after: bytes
) -> None:
    whole = base64.b64encode(before + key.encode() + after).decode()
    kept = masked(whole, [key]).split("***")

    assert len(kept) >= 2
    assert sum(map(len, kept)) <= len(base64.b64encode(before)) + len(base64.b64encode(after))


def test_without_a_key_nothing_is_masked() -> None:
    assert masked("a text", [""]) == "a text"


@pytest.mark.parametrize("address", ["127.0.0.1:8000", "", "file:///etc/passwd", "http://", "a b"])
def test_an_address_that_is_none_is_the_users_error(address: str) -> None:
    with pytest.raises(InputError, match="expected an http or https address"):
        ChatClient(address, "tiny")


@pytest.mark.parametrize(
    "address",
    [
        f"https://me:{KEY}@example.org/v1",
        f"https://{KEY}@example.org/v1",
        f"https://example.org/v1?api_key={KEY}",
        f"https://example.org/v1#{KEY}",
        f"https://me:{KEY}@[::1/v1",
    ],
)
def test_an_address_that_carries_a_secret_is_refused_and_not_repeated(address: str) -> None:
    with pytest.raises(InputError, match=r"base_url carries a .* hold no secrets") as raised:
        ChatClient(address, "tiny")

    assert KEY not in str(raised.value)


@pytest.mark.parametrize("name", [KEY, "A B", "A=B", "1A", "A\n"])
def test_a_key_in_place_of_its_name_is_refused_and_not_repeated(name: str) -> None:
    with pytest.raises(InputError, match="api_key_env is no name") as raised:
        ChatClient("http://127.0.0.1:9/v1", "tiny", api_key_env=name)

    assert name not in str(raised.value)


@pytest.mark.parametrize(
    "field",
    [{"timeout": 0.0}, {"timeout": math.nan}, {"retries": -1}, {"concurrency": 0}, {"backoff": -1}],
)
def test_a_number_out_of_range_is_refused(field: dict[str, Any]) -> None:
    [(name, value)] = field.items()
    with pytest.raises(InputError, match=f"{name} is {value}; expected"):
        ChatClient("http://127.0.0.1:9/v1", "tiny", **field)
