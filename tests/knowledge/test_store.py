from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from groundgraph.errors import InputError, KnowledgeError, MissingExtraError
from groundgraph.knowledge.manifest import FILE
from groundgraph.knowledge.store import StoreSource
from groundgraph.specs import build, describe
from groundgraph.types import Mention

if TYPE_CHECKING:
    from pathlib import Path

YSTAD = [Mention("Ystad", "")]


def test_a_folder_without_a_store_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match=r"holds no store; `groundgraph kb build"):
        StoreSource(str(tmp_path / "none")).link(YSTAD)


def test_an_unfinished_store_is_not_asked(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(json.dumps({"format": 1, "source": {}, "complete": False}))

    with pytest.raises(KnowledgeError, match="holds an unfinished store"):
        StoreSource(str(tmp_path)).link(YSTAD)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 1, "sauce": 2}', "\x00"])
def test_a_damaged_manifest_is_an_error(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)

    with pytest.raises(KnowledgeError, match="cannot be read"):
        StoreSource(str(tmp_path)).link(YSTAD)


def test_a_store_of_another_version_is_an_error(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(json.dumps({"format": 99, "source": {}}))

    with pytest.raises(KnowledgeError, match="has format 99"):
        StoreSource(str(tmp_path)).link(YSTAD)


def test_a_missing_database_is_an_error(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(json.dumps({"format": 1, "source": {}, "complete": True}))

    with pytest.raises(KnowledgeError, match="cannot be opened"):
        StoreSource(str(tmp_path)).link(YSTAD)


def test_two_processes_read_one_store(store: StoreSource) -> None:
    code = (
        "import sys; from groundgraph.knowledge.store import StoreSource; "
        "from groundgraph.types import Mention; "
        "print(StoreSource(sys.argv[1]).link([Mention('Ystad', '')])[0].label)"
    )
    [here] = store.link(YSTAD)

    there = subprocess.run(
        [sys.executable, "-c", code, store.path], capture_output=True, text=True, check=True
    )

    assert here is not None
    assert there.stdout.strip() == here.label


def test_without_pyoxigraph_the_extra_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyoxigraph", None)

    with pytest.raises(MissingExtraError, match=r"pip install 'groundgraph\[kb\]'"):
        StoreSource(f"{folder}/").link(YSTAD)


def test_a_language_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="not a language tag"):
        StoreSource("x", language="en'")


def test_a_spec_rebuilds_the_source(store: StoreSource) -> None:
    assert build(json.loads(json.dumps(describe(store))), trust=True) == store
