"""Answers that a reader reads in a thread of its own, while others are prepared and classified."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
        self._waiting: list[CutAnswer] = []
        self._sent: deque[Future[list[OutcomeScores]]] = deque()
        self._read: deque[OutcomeScores] = deque()

    def add(self, answer: CutAnswer) -> None:
        """Add an answer; it is read when there are enough for the thread."""
        self._waiting.append(answer)
        if len(self._waiting) == _AT_ONCE:
            self.send()

    def send(self) -> None:
        """Have those read that wait."""
        if self._waiting:
            self._sent.append(self._thread.submit(self._reader.read, self._waiting))
            self._waiting = []

    def next(self) -> OutcomeScores:
        """Return what was said of the first answer that was not returned before.

        Raises:
            ModelError: As the reader does.
        """
        if not self._read:
            if not self._sent:
                self.send()
            self._read.extend(self._sent.popleft().result())
        return self._read.popleft()
