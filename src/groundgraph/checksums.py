"""Files of models are read only when they are what was written: SHA-256 of each, on load.

A folder of a model has a ``SHA256SUMS``, as ``sha256sum`` writes and checks it. A damaged weight
would not fail: it would change verdicts. The sums find damage (a flipped bit, a short copy), not
an attacker, who could write them anew.

Only what is loaded is hashed, and once a process while it stays the same file. That takes 24 ms
for the 41 MB of ``fused`` and 26 ms for the encoder's 45 MB on a CPU with SHA instructions
(1.7 GB/s), and some four times as long on one without.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from groundgraph.errors import ModelError

SUMS = "SHA256SUMS"
MODELS = Path(__file__).parent / "models"
"""The folders of models that the package carries."""
_CARD = "MODEL_CARD.md"
_PIECE = 1 << 20


def check_file(path: Path) -> None:
    """Make sure that a file is the one that was written; one of a folder without sums passes.

    Args:
        path: Of a folder in `MODELS`, which must have its sums, or of any other.

    Raises:
        ModelError: When the file or its sum is missing, or they do not fit.
    """
    try:
        state = path.stat()
        _check(path, state.st_size, state.st_mtime_ns)
    except (OSError, ValueError) as error:
        raise unusable(path, error) from error


def read_checked(path: Path) -> bytes:
    """Return the bytes of a file, which are those that were checked; see `check_file`.

    Raises:
        ModelError: When the file or its sum is missing, or they do not fit.
    """
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        raise unusable(path, error) from error
    _compare(path, hashlib.sha256(content).hexdigest())
    return content


def unusable(path: Path, why: object) -> ModelError:
    """Return the error for a model's file that cannot be used."""
    what = "reinstall groundgraph" if _is_shipped(path) else "copy or export it again"
    said = getattr(why, "strerror", None) or why  # the system's words, which repeat no path
    said = " ".join(str(said).split())  # some of onnxruntime's go over lines
    return ModelError(f"{path} cannot be loaded ({said}); {what}")


def read_sums(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a folder by its name; ``{}`` where none are written.

    Raises:
        ModelError: When the sums cannot be read.
    """
    path = folder / SUMS
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise unusable(path, error) from error
    pairs = [line.split("  ", 1) for line in lines]
    if not all(len(pair) == 2 for pair in pairs):
        raise unusable(path, "a line is not a SHA-256, two spaces and a name")
    return {name: digest for digest, name in pairs}


def write_sums(folder: Path) -> Path:
    """Write the SHA-256 of every file of a folder, but for its card, and return where."""
    names = sorted(p.name for p in folder.iterdir() if p.is_file() and p.name not in {SUMS, _CARD})
    lines = [f"{sha256_of(folder / name)}  {name}\n" for name in names]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")
    return folder / SUMS


@lru_cache(maxsize=64)
def _check(path: Path, _size: int, _changed: int) -> None:
    _compare(path, sha256_of(path))


def _compare(path: Path, found: str) -> None:
    expected = read_sums(path.parent).get(path.name)
    if expected is None and _is_shipped(path):
        raise unusable(path, f"{path.parent / SUMS} has no sum for it")
    if expected not in {None, found}:
        raise unusable(path, f"its SHA-256 is {found}, expected {expected}: it is damaged")


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, in hexadecimal digits.

    Raises:
        OSError: When it cannot be read.
    """
    total, room = hashlib.sha256(), memoryview(bytearray(_PIECE))
    with path.open("rb", buffering=0) as file:
        while read := file.readinto(room):
            total.update(room[:read])
    return total.hexdigest()


def _is_shipped(path: Path) -> bool:
    return path.is_relative_to(MODELS)
