from __future__ import annotations

import hashlib
import importlib
import inspect
import re
from pathlib import Path

import pytest

from groundgraph.datasets.catalogue import Corpus, catalogue

corpora = pytest.mark.parametrize("corpus", catalogue(), ids=lambda corpus: corpus.name)


@corpora
def test_every_entry_says_what_a_user_must_know(corpus: Corpus) -> None:
    for text in (corpus.task, corpus.licence, corpus.source, corpus.citation):
        assert text.strip()
    assert corpus.rows > 0
    assert corpus.source.startswith("https://")


@corpora
def test_every_file_has_its_rows_and_hash(corpus: Corpus) -> None:
    assert corpus.files
    for file in corpus.files:
        assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
        assert file.rows > 0
    assert corpus.rows <= sum(file.rows for file in corpus.files)


@corpora
def test_weights_are_trained_only_under_a_stated_licence_that_allows_it(corpus: Corpus) -> None:
    if corpus.may_train:
        assert corpus.licence not in {"none stated", "not recorded"}
        assert not {"NC", "ND"} & set(re.findall(r"\w+", corpus.licence))


@corpora
def test_every_loader_exists(corpus: Corpus) -> None:
    if corpus.loader is not None:
        module, _, function = corpus.loader.partition(":")
        assert callable(getattr(importlib.import_module(module), function))


def test_every_set_of_examples_has_a_name_and_a_loader_of_its_own() -> None:
    sets = [each for corpus in catalogue() for each in corpus.examples]
    assert len({each.name for each in sets}) == len(sets)
    for each in sets:
        module, _, function = each.loader.partition(":")
        signature = inspect.signature(getattr(importlib.import_module(module), function))
        signature.bind(Path(), **each.options)


def test_no_file_is_listed_twice() -> None:
    paths = [file.path for corpus in catalogue() for file in corpus.files]
    assert len(paths) == len(set(paths))


def test_every_loader_file_has_its_entry() -> None:
    folder = Path(importlib.import_module("groundgraph.datasets").__file__ or "").parent
    loaders = {p.stem for p in folder.glob("*.py") if "\ndef load_" in p.read_text("utf-8")}
    modules = [corpus.loader.partition(":")[0] for corpus in catalogue() if corpus.loader]
    assert loaders == {module.rpartition(".")[2] for module in modules}


def test_presence_is_told(tmp_path: Path) -> None:
    corpus = next(corpus for corpus in catalogue() if corpus.name == "ragtruth")
    assert corpus.presence(tmp_path) == "absent"
    (tmp_path / "ragtruth").mkdir()
    for number, file in enumerate(corpus.files):
        (tmp_path / file.path).write_bytes(b"something else")
        assert corpus.presence(tmp_path) == ("in part" if number == 0 else "present")


@pytest.mark.data
@corpora
def test_the_files_of_the_data_folder_are_the_ones_catalogued(
    corpus: Corpus, data_folder: Path
) -> None:
    if corpus.presence(data_folder) == "absent":
        pytest.skip(f"{corpus.name} is not in {data_folder}")
    there = [file for file in corpus.files if (data_folder / file.path).is_file()]
    sums = [hashlib.sha256((data_folder / file.path).read_bytes()).hexdigest() for file in there]
    assert sums == [file.sha256 for file in there]


@pytest.mark.data
def test_no_file_of_the_data_folder_is_missing_from_the_catalogue(data_folder: Path) -> None:
    there = {path.relative_to(data_folder).as_posix() for path in data_folder.rglob("*.jsonl.gz")}
    assert there <= {file.path for corpus in catalogue() for file in corpus.files}
