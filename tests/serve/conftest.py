from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _detectors(plain_detectors: None) -> None:
    """Have the detectors of tests/support in every test of the server."""
