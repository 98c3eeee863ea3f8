"""Keeping a key out of what is shown, in whichever form a server repeats it."""

from __future__ import annotations

import base64
import json
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HIDDEN = "***"
_WORD = re.compile(r"[A-Za-z0-9+/_=-]+")
_LEAST_CORE = 4  # characters of base64; fewer stand in any text
# With 0, 1 or 2 bytes before the secret in its group of three, so many characters hold their bits.
_SKIPPED = (0, 2, 3)


def masked(text: str, secrets: Sequence[str]) -> str:
    """Return a text with `HIDDEN` in place of each secret.

    A secret is found as it is in either case, as JSON, HTML or a URL escapes it, in hex, and inside
    base64, whatever stands before and after it there: a word of base64 that holds one is hidden
    whole.

    Args:
        text: Of any length; the time is linear in it.
        secrets: Keys and passwords; empty ones are left out.

    >>> masked("wrong key: sk-12345678", ["sk-12345678"])
    'wrong key: ***'
    """
    for secret in filter(None, secrets):
        for form in (secret, json.dumps(secret)[1:-1], quote(secret, safe="", errors="replace")):
            text = text.replace(form, HIDDEN)
        text = _without(text, set(_cores(secret)))
        raw = secret.encode("utf-8", "surrogatepass")
        text = re.sub(f"{_escaped(secret)}|{raw.hex()}", HIDDEN, text, flags=re.IGNORECASE)
    return text


def _escaped(secret: str) -> str:
    """Return a pattern of how a secret may be written in a URL, JSON or HTML."""
    return "".join(map(_written, secret))


def _written(character: str) -> str:
    code = ord(character)
    escaped = rf"%{code:02x}|\\u{code:04x}|&#(?:{code}|x{code:x});"
    plain = rf"\\?{re.escape(character)}" + (r"|\+" if character == " " else "")
    return f"(?:{escaped}|{plain})"  # in this order: a secret may end in "%"


def _without(text: str, cores: set[str]) -> str:
    if not any(core in text for core in cores):
        return text
    return _WORD.sub(
        lambda word: HIDDEN if any(core in word[0] for core in cores) else word[0], text
    )


def _cores(secret: str) -> Iterator[str]:
    """Yield the part of the secret's base64 that no neighbour changes, at each alignment."""
    content = secret.encode("utf-8", "surrogatepass")
    for before, skipped in enumerate(_SKIPPED):
        encoded = base64.b64encode(bytes(before) + content).decode("ascii")
        whole = (before + len(content)) * 8 // 6
        core = encoded[skipped:whole]
        if len(core) >= _LEAST_CORE:
            yield core
            yield core.replace("+", "-").replace("/", "_")
