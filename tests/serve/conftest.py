from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from serving import Served, serving, spec

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _detectors(plain_detectors: None) -> None:
    """Have the detectors of tests/support in every test of the server."""


@pytest.fixture
def served() -> Iterator[Served]:
    """Serve a detector under two names, the second with a lower threshold."""
    detectors = {"plain": spec("telling"), "strict": spec("telling", threshold=0.1)}
    with serving(detectors) as running:
        yield running
