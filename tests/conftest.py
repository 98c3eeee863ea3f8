"""Fixtures that several folders use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from groundgraph.registry import DETECTORS

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
    from plain_detectors import NAMES  # type: ignore[import-not-found, unused-ignore]

    installed = tmp_path_factory.mktemp("installed")
    info = installed / "plain_detectors-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plain-detectors\nVersion: 1.0\n")
    points = [f"{name} = plain_detectors:{attribute}" for name, attribute in NAMES.items()]
    (info / "entry_points.txt").write_text("\n".join(["[groundgraph.detectors]", *points, ""]))
    monkeypatch.syspath_prepend(installed)
    given = os.environ.get("PYTHONPATH", "")  # of whoever tests a tree that is not installed
    folders = [str(installed), str(SUPPORT), *filter(None, given.split(os.pathsep))]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))
    own = {name: f"plain_detectors:{attribute}" for name, attribute in NAMES.items()}
    monkeypatch.setattr(DETECTORS, "_targets", {**DETECTORS._targets, **own})


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
