"""What a knowledge store was built from, and how far: ``kb.json`` in its folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from groundgraph.errors import StoreError

FILE = "kb.json"
DATABASE = "oxigraph"
"""Folder, within the store's, of the database itself."""
FORMAT = 1


@dataclass(frozen=True)
class Manifest:
    """How far a build is.

    Attributes:
        source: What is built: dumps with size and time of change, entities, depth.
        rounds: Rounds of reading that found what the chosen entities point at.
        read: Statements, or lines of N-Triples, of each dump that are stored.
        kept: Statements stored, repeats counted.
        bad: Lines that could not be read.
        complete: Whether everything is.
    """

    source: dict[str, Any]
    rounds: int = 0
    read: dict[str, int] = field(default_factory=dict)
    kept: int = 0
    bad: int = 0
    complete: bool = False


def read_manifest(folder: str | Path) -> Manifest | None:
    """Return the manifest of a store, ``None`` where there is none.

    Raises:
        StoreError: When it is damaged or of another version.
    """
    path = Path(folder) / FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        found = content.pop("format")
        manifest = Manifest(**content)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(f"{path} cannot be read: {error}; build the store again") from error
    if found != FORMAT:
        raise StoreError(f"{path} has format {found!r}; this version reads {FORMAT}")
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, all of it or nothing."""
    partial = folder / f"{FILE}.partial"
    partial.write_text(json.dumps({"format": FORMAT, **asdict(manifest)}, indent=1) + "\n")
    partial.replace(folder / FILE)
