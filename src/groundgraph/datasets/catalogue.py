"""The catalogue of corpora: where each comes from, what it may be used for, what its files are."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from groundgraph.types import Example


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file of a corpus: path below the data folder, number of rows, SHA-256 in hex."""

    path: str
    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class ExampleSet:
    """Examples that can be made of a corpus.

    Attributes:
        name: Unique among the sets of all corpora.
        loader: ``"module:function"``; called with the data folder.
        options: Keyword arguments for it.
    """

    name: str
    loader: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def load(self, folder: Path) -> list[Example]:
        """Return the examples.

        Raises:
            InputError: When a file of the corpus is missing or damaged.
        """
        module, _, function = self.loader.partition(":")
        load: Callable[..., list[Example]] = getattr(import_module(module), function)
        return load(folder, **self.options)


@dataclass(frozen=True, slots=True)
class Corpus:
    """One entry of ``catalogue.toml``.

    Attributes:
        name: Unique.
        task: What its rows are for.
        rows: How many judged units it has, which can be fewer than the rows of its files.
        licence: Licence of the original, "none stated" where the authors name none.
        source: Where the original is published.
        citation: The paper.
        may_train: Whether weights that we ship may be trained on it.
        note: What a user must know, else "".
        loader: ``"module:function"``, ``None`` where there is none yet.
        files: The files, in the layout that the loaders read.
        examples: What can be made of it.
    """

    name: str
    task: str
    rows: int
    licence: str
    source: str
    citation: str
    may_train: bool
    files: tuple[DataFile, ...]
    note: str = ""
    loader: str | None = None
    examples: tuple[ExampleSet, ...] = ()

    def presence(self, folder: Path) -> str:
        """Say "present", "in part" or "absent" of the files in a data folder."""
        found = sum((folder / file.path).is_file() for file in self.files)
        if found == len(self.files):
            return "present"
        return "in part" if found else "absent"


@cache
def catalogue() -> tuple[Corpus, ...]:
    """Return the corpora, in the order of the file."""
    text = (files("groundgraph.datasets") / "catalogue.toml").read_text(encoding="utf-8")
    return tuple(_corpus(name, entry) for name, entry in tomllib.loads(text).items())


def _corpus(name: str, entry: dict[str, Any]) -> Corpus:
    listed = tuple(DataFile(**file) for file in entry["files"])
    sets = tuple(ExampleSet(**each) for each in entry.get("examples", ()))
    return Corpus(name=name, **{**entry, "files": listed, "examples": sets})
