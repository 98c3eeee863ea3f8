"""What every HTTP client here needs: usable addresses, bounded bodies, keys that are not shown."""

from __future__ import annotations

import math
import re
import time
from base64 import b64encode
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx

_LEAST = 4  # characters of a key that are told from chance


def check_address(name: str, address: str) -> None:
    """Hold a field to an http or https address without secrets, since specs are written down.

    Raises:
        InputError: When it is none, or carries a user or password.
    """
    try:
        parts = urlsplit(address)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        secret = parts.password is not None or parts.username is not None
    except ValueError:
        usable, secret = False, "@" in address
    if secret:  # the address itself is not repeated: it holds a password
        raise InputError(f"{name} carries a user or password; specs hold no secrets", field=name)
    if not usable:
        raise InputError(f"{name} is {address!r}; expected an http or https address", field=name)


def masked(text: str, key: str) -> str:
    """Return a text with ``***`` wherever a key stands: as it is, escaped, in base64 or in hex.

    >>> masked("no such key: Basic OnNrLTE3, sk%2D17 or SK-17", "sk-17")
    'no such key: Basic O***, *** or ***'
    """
    if not key:
        return text
    raw = key.encode("utf-8")
    forms = ["".join(map(_written, key)), raw.hex(), *map(_in_base64, [raw] * 3, range(3))]
    return re.sub("|".join(forms), "***", text, flags=re.IGNORECASE)


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


def bounded_body(response: httpx.Response, *, most: int, end: float) -> bytes:
    """Read the body of a streamed response.

    Args:
        response: Of ``client.stream``.
        most: Bytes after which reading stops; the last piece may go a little beyond.
        end: Time of `time.monotonic` by which all must be read.

    Raises:
        httpx.ReadTimeout: When it is not; httpx bounds each read, not their sum.
    """
    import httpx

    body = bytearray()
    for piece in response.iter_bytes():  # of no set size: a drip would never fill it
        body += piece
        if len(body) > most:
            break
        if time.monotonic() > end:
            raise httpx.ReadTimeout("the reply drips")
    return bytes(body)


def asked_to_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds, or the time until the date, of ``Retry-After``; ``None`` without.

    >>> asked_to_wait({"retry-after": "7"}), asked_to_wait({})
    (7.0, None)
    """
    asked = headers.get("retry-after", "").strip()
    try:
        seconds = float(asked)
    except ValueError:
        try:
            until = parsedate_to_datetime(asked)
        except ValueError:
            return None
        zoned = until if until.tzinfo else until.replace(tzinfo=timezone.utc)
        seconds = (zoned - datetime.now(timezone.utc)).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None
