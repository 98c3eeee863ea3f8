"""Say what an install puts on the disk: the core's packages and import time, and each extra's size.

    python scripts/install_sizes.py [EXTRA …] [--most-packages 50] [--most-milliseconds 150]

The core is installed in an environment of its own, each extra beside it in a copy of that, at the
newest versions that the package index has; without names, all extras that bring no torch. A size is
that of all files which came, compiled ones among them; MB are millions of bytes. Import time is
processor time, the median of eleven processes, less that of Python alone.

Exit status 1 where the core has more packages than --most-packages or takes longer to import than
--most-milliseconds, or an extra cannot be installed.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LIGHT = (
    "serve kb graphrag ray spacy otel "
    "langsmith langchain deepeval phoenix haystack llamaindex ragas mlflow"
).split()
RUNS = 11
FAILED = "could not be installed"


class Installed(NamedTuple):
    """The names of an environment's packages, and the bytes of their files."""

    packages: frozenset[str]
    size: int


def pip(python: Path, *words: str) -> str:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def installed(environment: Path) -> Installed:
    """Return what an environment has, without the pip that it came with."""
    told = json.loads(pip(environment / "bin" / "python", "list", "--format", "json"))
    names = {each["name"] for each in told} - {"pip", "setuptools"}
    files = (path for path in environment.rglob("*") if path.is_file() and not path.is_symlink())
    return Installed(frozenset(names), sum(path.stat().st_size for path in files))


def seconds(python: Path, code: str) -> float:
    """Return the processor time of a process, which other work on the machine changes little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def import_time(python: Path) -> float:
    """Return the milliseconds that the import adds to a start of Python."""
    runs = [(seconds(python, "import groundgraph"), seconds(python, "pass")) for _ in range(RUNS)]
    return 1000 * (median(run[0] for run in runs) - median(run[1] for run in runs))


def core(folder: Path) -> Path:
    """Make an environment that has the core alone."""
    environment = folder / "core"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    pip(environment / "bin" / "python", "install", "--quiet", str(ROOT))
    return environment


def told_of(extra: str, environment: Path, before: Installed) -> str:
    """Install an extra in a copy of the core's environment, and say what it adds."""
    copied = environment.with_name(extra)
    shutil.copytree(environment, copied, symlinks=True)
    try:
        pip(copied / "bin" / "python", "install", "--quiet", f"{ROOT}[{extra}]")
        after = installed(copied)
    except subprocess.CalledProcessError:
        return f"{extra} {FAILED}"
    finally:
        shutil.rmtree(copied)
    added = after.packages - before.packages
    return f"{extra}: {len(added)} packages, {(after.size - before.size) / 1e6:.0f} MB"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("extra", nargs="*", default=LIGHT)
    parser.add_argument("--most-packages", type=int, default=50)
    parser.add_argument("--most-milliseconds", type=float, default=150)
    given = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory(prefix="groundgraph-") as name:
        bare = Path(name) / "bare"
        subprocess.run([sys.executable, "-m", "venv", bare], check=True)
        environment = core(Path(name))
        before, empty = installed(environment), installed(bare)
        imported = import_time(environment / "bin" / "python")
        size = (before.size - empty.size) / 1e6
        print(f"core: {len(before.packages)} packages, {size:.0f} MB; import {imported:.0f} ms")
        if len(before.packages) > given.most_packages:
            problems.append(f"more than {given.most_packages} packages")
        if imported > given.most_milliseconds:
            problems.append(f"an import longer than {given.most_milliseconds:g} ms")
        for extra in given.extra:
            told = told_of(extra, environment, before)
            print(told, flush=True)
            if told.endswith(FAILED):
                problems.append(told)
    for problem in problems:
        print(f"WRONG: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
