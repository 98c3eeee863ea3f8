from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
COMMAND = [sys.executable, "-m", "groundgraph"]


@pytest.fixture
def rows() -> Path:
    return Path(__file__).parent / "rows.jsonl"


@pytest.fixture
def run(plain_detectors: None) -> Run:
    """Run the command line in a process of its own, as a user would."""

    def run(*arguments: object, given: str | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *map(str, arguments)],
            input=given,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run
