"""What a step of a pipeline is told: where to read and write, and how long it may take."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.errors import GroundgraphError, InputError

if TYPE_CHECKING:
    from pathlib import Path

CHECKPOINT_MINUTES = 4.0


class TimeSpentError(GroundgraphError):
    """The hours that training may take are over; a checkpoint holds what was reached."""


class Pace(NamedTuple):
    """How often training keeps what it has, and when it has to stop.

    Attributes:
        minutes: Between checkpoints.
        until: `time.time()` after which it stops; ``None`` lets it end. Processes share it.
    """

    minutes: float = CHECKPOINT_MINUTES
    until: float | None = None

    @classmethod
    def of(cls, hours: float | None, minutes: float = CHECKPOINT_MINUTES) -> Pace:
        """Return the pace of so many hours from now; ``None`` is as long as it takes."""
        return cls(minutes, None if hours is None else time.time() + 3600 * hours)

    @property
    def is_over(self) -> bool:
        """Whether the time is spent."""
        return self.until is not None and time.time() >= self.until


@dataclass(frozen=True)
class Job:
    """One call of ``python -m training``.

    Attributes:
        work: What steps leave for each other.
        output: Exported models go into folders in it.
        corpora: The folder of the corpora, where one was named.
        smoke: Whether only a handful of rows is read, to see that every step runs.
        processes: How many may run side by side.
        pace: Of what trains.
    """

    work: Path
    output: Path
    corpora: Path | None = None
    smoke: bool = False
    processes: int = 1
    pace: Pace = field(default_factory=Pace)

    @property
    def data(self) -> Path:
        """The folder of the corpora.

        Raises:
            InputError: When none was named.
        """
        if self.corpora is None:
            raise InputError("name the folder of the corpora by --data or $GROUNDGRAPH_DATA")
        return self.corpora
