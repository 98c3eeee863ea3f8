"""Work that processes do side by side; of a module, so that they find it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from training.job import TimeSpentError

if TYPE_CHECKING:
    from pathlib import Path


def note_threads(path: Path) -> None:
    """Write down the process and how many threads it may take."""
    path.write_text(f"{os.getpid()} {os.environ['OMP_NUM_THREADS']}", encoding="utf-8")


def stop_at_first(path: Path) -> None:
    """Touch a file; refuse the one called 0."""
    if path.name == "0":
        raise TimeSpentError("0: time is up")
    path.touch()
