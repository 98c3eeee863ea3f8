from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from sparql_server import GRAPH, GraphServer, serving

from groundgraph.knowledge.building import build
from groundgraph.knowledge.store import StoreSource
from groundgraph.knowledge.wikidata import WikidataSource

if TYPE_CHECKING:
    from pathlib import Path

CONTACT = "groundgraph-tests/1.0 (mailto:tests@example.org)"
Ask = Callable[..., WikidataSource]


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reach 127.0.0.1 itself, whatever proxies this machine is told to use."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def server() -> Iterator[GraphServer]:
    """Serve the graph of people.ttl."""
    with serving() as running:
        yield running


@pytest.fixture
def ask(server: GraphServer) -> Ask:
    """Return a function that makes a source over the server, patient for no longer than needed."""

    def make(**fields: Any) -> WikidataSource:
        usual = {"endpoint": server.endpoint, "search_api": None, "backoff": 0.0, "retries": 0}
        return WikidataSource(CONTACT, **{**usual, **fields})

    return make


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store that `build` filled with the graph of people.ttl."""
    output = tmp_path_factory.mktemp("kb") / "store"
    build([GRAPH], output)
    return output


@pytest.fixture
def store(folder: Path) -> StoreSource:
    return StoreSource(str(folder))
