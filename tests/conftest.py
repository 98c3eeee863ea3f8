"""Fixtures that several folders use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selenium.webdriver import Chrome

# Machines are noisy: how long an example takes says nothing.
settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("here")

SUPPORT = Path(__file__).parent / "support"


@pytest.fixture
def plain_detectors(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Install the detectors of tests/support for this process and those that it starts."""
    monkeypatch.syspath_prepend(SUPPORT)
    from plain_detectors import install  # type: ignore[import-not-found, unused-ignore]

    install(tmp_path_factory.mktemp("installed"), monkeypatch)


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Return a browser without a window, or skip."""
    pytest.importorskip("selenium", reason="pip install 'groundgraph[test]'")
    from browsers import chromium

    with chromium(tmp_path_factory.mktemp("profile")) as running:
        yield running


@pytest.fixture
def data_folder() -> Path:
    """Return the folder of the corpora, or skip."""
    folder = os.environ.get("GROUNDGRAPH_DATA")
    if folder is None:
        pytest.skip("set $GROUNDGRAPH_DATA to the folder of the corpora to run this test")
    return Path(folder)


@pytest.fixture
def with_xgboost() -> None:
    """Skip where the extra that brings XGBoost is not installed."""
    pytest.importorskip("xgboost", reason="pip install 'groundgraph[gga]'")
