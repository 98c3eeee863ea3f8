"""Build the sdist and the wheel twice and compare them byte for byte.

    python scripts/build_twice.py [--output dist] [--no-isolation]

The first build is of this folder. The second is of the sdist of the first, unpacked elsewhere:
without git, with other file modes, in another time zone and language and with another hash seed.
``SOURCE_DATE_EPOCH`` is the time of the commit unless it is set. Leaves both files and their
``SHA256SUMS`` in the output folder. Exit status: 0 when the bytes are equal, 1 when they differ.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent
SUMS = "SHA256SUMS"
ELSEWHERE = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "7"}


def epoch(folder: Path) -> str:
    """Return the seconds that archives date their files by, "" where nothing tells them.

    They are those of $SOURCE_DATE_EPOCH, else of the commit.
    """
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return given
    command = ["git", "-C", str(folder), "log", "-1", "--format=%ct"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def build(source: Path, output: Path, isolated: bool, environment: Mapping[str, str]) -> list[Path]:
    """Build the sdist and, from it, the wheel; return both, sorted by name."""
    options = [] if isolated else ["--no-isolation"]
    command = [sys.executable, "-m", "build", *options, "--outdir", str(output), str(source)]
    subprocess.run(command, env={**os.environ, **environment}, cwd=output, check=True)
    return sorted([*output.glob("*.tar.gz"), *output.glob("*.whl")])


def unpacked(sdist: Path, folder: Path) -> Path:
    """Unpack an sdist, every file for its owner alone; return its only folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    for path in folder.rglob("*"):
        if path.is_file():
            path.chmod(path.stat().st_mode & 0o700)
    [source] = folder.iterdir()
    return source


def sums(files: list[Path]) -> str:
    """Return what ``sha256sum`` would print of files, by their names."""
    digests = [(hashlib.sha256(path.read_bytes()).hexdigest(), path.name) for path in files]
    return "".join(f"{digest}  {name}\n" for digest, name in digests)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, default=ROOT / "dist")
    parser.add_argument("--no-isolation", action="store_true", help="with the tools installed here")
    given = parser.parse_args()
    output = given.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    if found := [*output.glob("*.tar.gz"), *output.glob("*.whl")]:
        parser.error(f"{output} holds {found[0].name}; expected a folder without a build")
    isolated, date = not given.no_isolation, epoch(ROOT)
    dated = {"SOURCE_DATE_EPOCH": date} if date else {}
    first = build(ROOT, output, isolated, dated)
    with tempfile.TemporaryDirectory(prefix="groundgraph-") as folder:
        source = unpacked(next(path for path in first if path.suffix == ".gz"), Path(folder))
        with tempfile.TemporaryDirectory(prefix="groundgraph-") as apart:
            second = sums(build(source, Path(apart), isolated, {**dated, **ELSEWHERE}))
    (output / SUMS).write_text(sums(first), encoding="ascii")
    if sums(first) != second:
        print(f"the builds differ:\n{sums(first)}{second}", file=sys.stderr, end="")
        return 1
    print(f"both builds have the same bytes:\n{second}", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
