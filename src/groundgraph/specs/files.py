"""``detector.json``: a spec on disk, with what it was fitted on and a SHA-256 of itself.

The last entry, ``"sha256"``, is of the bytes without it. A file without the entry is read too: who
writes or changes one by hand leaves it out. The shipped ones are checked as `checksums` says.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.checksums import MODELS, read_checked
from groundgraph.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FILE = "detector.json"
FORMAT = 1
MOST_BYTES = 2**28
_ENTRIES = frozenset({"format", "groundgraph", "training", "spec", "sha256"})
_OWN_SUM = re.compile(rb',"sha256":"([0-9a-f]{64})"\}\n\Z')


class Saved(NamedTuple):
    """A detector on disk.

    Attributes:
        folder: Where it is.
        shipped: Whether it comes with the package.
        sha256: Of the whole file.
        spec: What it is built from.
        training: What it was fitted on and how well it did; empty where nothing was recorded.
    """

    folder: Path
    shipped: bool
    sha256: str
    spec: Mapping[str, Any]
    training: Mapping[str, Any]


def write_saved(folder: Path, spec: Any, training: Mapping[str, Any]) -> Path:
    """Write ``folder/detector.json``, all of it or nothing."""
    content = {
        "format": FORMAT,
        "groundgraph": version("groundgraph"),
        "training": dict(training),
        "spec": spec,
    }
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    own = hashlib.sha256(text.encode("utf-8")).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    partial = (folder / FILE).with_suffix(".partial")
    partial.write_text(f'{text[:-1]},"sha256":"{own}"}}\n', encoding="utf-8")
    return partial.replace(folder / FILE)


def read_saved(folder: Path) -> Saved:
    """Read ``folder/detector.json``; its spec is not checked.

    Raises:
        ModelError: When it is missing, damaged, or of another version.
    """
    path, shipped = folder / FILE, folder.parent == MODELS
    content = read_checked(path) if shipped else _read(path)
    found = _parsed(content)
    if isinstance(found, str):
        what = "reinstall groundgraph" if shipped else "fit it again, or copy it again"
        raise ModelError(f"{path} cannot be read as a saved detector: {found}; {what}")
    digest = hashlib.sha256(content).hexdigest()
    return Saved(folder, shipped, digest, found["spec"], found.get("training", {}))


def _read(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size <= MOST_BYTES:
            return path.read_bytes()
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read: {error}") from error
    raise ModelError(f"{path} has {size} bytes; a saved detector has at most {MOST_BYTES}")


@lru_cache(maxsize=2)  # a run reads it for its name, and again to build it
def _parsed(content: bytes) -> dict[str, Any] | str:
    """Return what a file holds, or what is wrong with it."""
    try:
        found = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return str(error)
    if not isinstance(found, dict) or not {"format", "spec"} <= set(found) <= _ENTRIES:
        return f"expected an object with {', '.join(sorted(_ENTRIES))}"
    if found["format"] != FORMAT or isinstance(found["format"], bool):
        return f"it has format {found['format']!r:.20}; this version reads {FORMAT}"
    wrong = next((n for n in ("spec", "training") if not isinstance(found.get(n, {}), dict)), None)
    if wrong is not None:
        return f"{wrong} is no object"
    return found if "sha256" not in found or _is_intact(content) else _CHANGED


_CHANGED = (
    'it is not as it was saved: damaged, or changed by hand (then take its entry "sha256" out)'
)


def _is_intact(content: bytes) -> bool:
    tail = _OWN_SUM.search(content)
    if tail is None:
        return False
    return hashlib.sha256(content[: tail.start()] + b"}").hexdigest() == tail[1].decode("utf-8")
