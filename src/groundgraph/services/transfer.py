"""What every HTTP client here needs: bounded bodies, and how long a server asks to wait."""

from __future__ import annotations

import math
import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx


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
