"""Answers that a reader reads in a thread of its own, while others are prepared and classified."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Executor, Future

    from groundgraph.protocols import Reader
    from groundgraph.types.readings import CutAnswer, OutcomeScores

_AT_ONCE = 8  # answers; as many as the token classifier has under way


class Aside:
    """Reads a few answers at a time, in the order in which they were added.

    Args:
        reader: Reads them.
        thread: Does the reading.
    """

    def __init__(self, reader: Reader, thread: Executor) -> None:
        self._reader, self._thread = reader, thread
        self._waiting: list[Sequence[CutAnswer]] = []
        self._sent: deque[Future[list[list[OutcomeScores]]]] = deque()
        self._read: deque[list[OutcomeScores]] = deque()

    def add(self, asked: Sequence[CutAnswer]) -> None:
        """Add what is asked of an answer; it is read when there are enough for the thread."""
        self._waiting.append(asked)
        if len(self._waiting) == _AT_ONCE:
            self.send()

    def send(self) -> None:
        """Have those read that wait."""
        if self._waiting:
            self._sent.append(self._thread.submit(self._all, self._waiting))
            self._waiting = []

    def _all(self, waiting: Sequence[Sequence[CutAnswer]]) -> list[list[OutcomeScores]]:
        said = iter(self._reader.read([each for asked in waiting for each in asked]))
        return [[next(said) for _ in asked] for asked in waiting]

    def next(self) -> list[OutcomeScores]:
        """Return what was said of the first answer that was not returned before.

        Raises:
            ModelError: As the reader does.
        """
        if not self._read:
            if not self._sent:
                self.send()
            self._read.extend(self._sent.popleft().result())
        return self._read.popleft()
