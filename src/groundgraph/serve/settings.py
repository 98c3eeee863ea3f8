"""What a server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError
from groundgraph.guarding import FAILS
from groundgraph.io.limits import DEFAULT as DEFAULT_LIMITS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from groundgraph.guarding import Fail
    from groundgraph.io import Limits
    from groundgraph.specs.checks import Trust


@dataclass(frozen=True)
class Settings:
    """One server; a process of it gets all of this.

    Attributes:
        detectors: References (`groundgraph.specs.reference`) by the names that requests use; the
            first is the default.
        trust: What their specs may reach, as for `groundgraph.load`.
        batch_size: Answers that are judged together.
        wait: Seconds that an answer waits for others at most, where nothing is being judged.
        queue: Answers that wait to be judged, for each detector; beyond, requests get 429.
        deadline: Seconds that a request may take, and an answer of many, from when it was read.
        idle: Seconds that a client may send nothing of a body.
        max_body: Bytes of a request's body.
        max_held: Bytes of bodies that are held at once; beyond, requests get 429.
        max_items: Answers of one request.
        limits: What one answer may ask, as for `groundgraph check`.
        fail: What a client hears that only knows yes and no when an answer could not be checked:
            "closed" an error, "open" that nothing was found; the body says `unverifiable`.
        tokens: SHA-256 sums of the bearer tokens; () where none is asked for.
        log_texts: Whether logs hold questions, passages and answers.
        label: A file whose rows the page takes labels for; ``None`` for none. One process alone
            can keep them.

    Raises:
        InputError: When a number is not above 0, or a word is unknown.
    """

    detectors: Mapping[str, Mapping[str, Any]]
    trust: Trust = False
    batch_size: int = 32
    wait: float = 0.005
    queue: int = 256
    deadline: float = 60.0
    idle: float = 30.0
    max_body: int = 32_000_000
    max_held: int = 512_000_000
    max_items: int = 10_000
    limits: Limits = DEFAULT_LIMITS
    fail: Fail = "closed"
    tokens: tuple[bytes, ...] = field(default=(), repr=False)
    log_texts: bool = False
    label: Path | None = None

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, int | float) and not isinstance(value, bool) and value <= 0:
                raise InputError(f"{each.name} is {value}, expected a number above 0")
        if self.fail not in FAILS:
            raise InputError(f"fail is {self.fail!r}, expected one of {', '.join(FAILS)}")
        if not self.detectors:
            raise InputError("a server needs a detector")

    @property
    def default(self) -> str:
        """The name of the detector that judges where a request names none."""
        return next(iter(self.detectors))


def is_local(host: str) -> bool:
    """Say whether an address is this machine's own, by itself or by the name ``localhost``."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
