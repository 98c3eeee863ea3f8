"""Bearer tokens: read from a file or the environment, kept as sums, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from groundgraph.errors import InputError, of_the_system

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

VARIABLE = "GROUNDGRAPH_TOKENS"
SHORTEST = 16
"""Characters of a token: fewer could be guessed."""
OPEN = frozenset({"/healthz", "/readyz"})
"""Paths that need no token, beside the files of the page."""


def tokens_from(file: Path | None, environment: Mapping[str, str]) -> tuple[bytes, ...]:
    """Return the sums of the tokens in a file, one a line, and of those in `VARIABLE`.

    Args:
        file: Lines that begin with "#" are passed over.
        environment: Its variable holds tokens with white space between them.

    Raises:
        InputError: When the file cannot be read, holds none, or a token is too short; it does not
            repeat the token.
        MachineError: When the permission to read it is missing.
    """
    found = environment.get(VARIABLE, "").split()
    if file is not None:
        of_file = [line.strip() for line in _read(file).splitlines()]
        of_file = [line for line in of_file if line and not line.startswith("#")]
        if not of_file:
            raise InputError(f"{str(file)!r} holds no token; write one a line")
        found += of_file
    for number, token in enumerate(found, 1):
        if len(token) < SHORTEST or not token.isascii() or not token.isprintable():
            raise InputError(
                f"token {number} has {len(token)} characters; expected {SHORTEST} or more, all of "
                "them ASCII, such as `openssl rand -hex 32` prints"
            )
    return tuple(dict.fromkeys(map(digest, found)))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise of_the_system(f"cannot read {str(file)!r}", error, "make it readable") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{str(file)!r} is no text in UTF-8") from error


def digest(token: str) -> bytes:
    """Return what is kept of a token: its SHA-256 sum."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def allowed(given: str, sums: Iterable[bytes]) -> bool:
    """Say whether a token is one of those; takes as long whichever it is."""
    own = digest(given)
    found = False
    for each in sums:
        found |= hmac.compare_digest(own, each)
    return found


def presented(headers: Mapping[str, str]) -> str:
    """Return the token of a request: of ``Authorization: Bearer``, or Guardrails' own header."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return headers.get("x-guardrailsai-api-key", "")
