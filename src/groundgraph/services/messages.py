"""What is sent over HTTP and what comes back, and how an exchange may fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Request(NamedTuple):
    """What to send, and where."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    content: bytes = b""


class Reply(NamedTuple):
    """What came back; names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class LostError(Exception):
    """The connection could not be made, or broke."""


class UnusableError(Exception):
    """What no further attempt betters; the message follows the service's name."""
