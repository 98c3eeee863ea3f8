"""Keeping a key out of what is shown, in whichever form a server repeats it."""

from __future__ import annotations

import math
import re
from base64 import b64encode

HIDDEN = "***"
_LEAST = 4  # characters of a key that are told from chance


def masked(text: str, key: str) -> str:
    """Return a text with `HIDDEN` wherever a key stands: as it is, escaped, in base64 or in hex.

    Args:
        text: At most some ten thousand characters: each is compared with every form.
        key: "" hides nothing.

    >>> masked("no such key: Basic OnNrLTE3, sk%2D17 or SK-17", "sk-17")
    'no such key: Basic O***, *** or ***'
    """
    if not key:
        return text
    raw = key.encode("utf-8")
    forms = ["".join(map(_written, key)), raw.hex(), *map(_in_base64, [raw] * 3, range(3))]
    return re.sub("|".join(forms), HIDDEN, text, flags=re.IGNORECASE)


def _written(character: str) -> str:
    """Return a pattern of how a character of a key may be written in a URL, JSON or HTML."""
    code = ord(character)
    escaped = rf"%{code:02x}|\\u{code:04x}|&#(?:{code}|x{code:x});"
    plain = rf"\\?{re.escape(character)}" + (r"|\+" if character == " " else "")
    return f"(?:{escaped}|{plain})"  # in this order: a key may end in "%"


def _in_base64(key: bytes, before: int) -> str:
    """Return a pattern of a key in base64 behind so many bytes, modulo 3.

    Its first and last characters mix with its neighbours, whatever these are.
    """
    whole = slice(math.ceil(before * 8 / 6), (before + len(key)) * 8 // 6)
    inner = b64encode(bytes(before) + key).decode("ascii")[whole]
    if len(inner) < min(_LEAST, len(key)):
        return "(?!)"
    either = re.escape(inner).replace(r"\+", "[-+]").replace("/", "[/_]")
    return rf"[\w+/-]?{either}[\w+/=-]{{0,3}}"
