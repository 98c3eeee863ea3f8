"""Pin what the tests are run with: the version of every package, and the hash of every file.

    python scripts/pins.py write           # asks PyPI, by `uv pip compile`; needs `pip install uv`
    python scripts/pins.py verify REPORT   # a report of `pip install --report`; asks nothing

``write`` resolves the extra ``test`` once for Python 3.10 to 3.13 on every system and writes

- ``constraints.txt``, versions only: pip refuses hashes beside an editable install;
- ``requirements/test.lock``, the same versions with the hashes of their files. torch and what it
  brings are left out: ``torch==2.13.0`` is another file on a machine with a GPU, on one without,
  and where a wheel for CPUs lies on the disk;
- ``requirements/docs.lock``, the same for what builds the site, from Python 3.11 on.

``verify`` compares the hash of each file that pip installed with the lock; CI does so.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
LOCK = ROOT / "requirements" / "test.lock"
DOCS_LOCK = ROOT / "requirements" / "docs.lock"
TORCH = "torch==2.13.0"
LEAST_PYTHON = "3.10"
LEAST_PYTHON_OF_DOCS = "3.11"
# nccl is xgboost's too.
_OF_TORCH = re.compile(r"torch|triton|cuda-.+|nvidia-(?!nccl).+")
_ENTRY = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)(.*?)(?: \\)?\n((?:    --hash=.+\n)*)", re.MULTILINE)
_HASH = re.compile(r"sha256:([0-9a-f]{64})")
_HEADER = "# Written by `python scripts/pins.py write`, that is `uv pip compile`; do not edit.\n"


class Pin(NamedTuple):
    """One version of a package, for the environments of its marker."""

    name: str
    version: str
    marker: str
    hashes: frozenset[str]

    @property
    def line(self) -> str:
        return f"{self.name}=={self.version}{self.marker}"


def pins(text: str) -> list[Pin]:
    """Read a lock or constraints."""
    return [
        Pin(name, version, marker, frozenset(_HASH.findall(hashes)))
        for name, version, marker, hashes in _ENTRY.findall(text)
    ]


def with_hash(pin: Pin) -> bool:
    """Say whether the lock holds a pin: all but torch and what it brings."""
    return not _OF_TORCH.fullmatch(pin.name)


def write() -> int:
    uv = shutil.which("uv", path=Path(sys.executable).parent) or shutil.which("uv")
    if uv is None:
        print("uv is not installed: pip install uv", file=sys.stderr)
        return 2
    found = _resolved(uv, "pyproject.toml --extra test", LEAST_PYTHON)
    CONSTRAINTS.write_text(_HEADER + "".join(f"{pin.line}\n" for pin in found), encoding="utf-8")
    LOCK.parent.mkdir(exist_ok=True)
    LOCK.write_text(_HEADER + "".join(map(_locked, filter(with_hash, found))), encoding="utf-8")
    print(f"pinned {len({pin.name for pin in found})} packages")
    return write_docs(uv)


def write_docs(uv: str) -> int:
    """Pin what builds the site."""
    found = _resolved(uv, "--group docs", LEAST_PYTHON_OF_DOCS)
    DOCS_LOCK.write_text(_HEADER + "".join(map(_locked, found)), encoding="utf-8")
    print(f"pinned {len({pin.name for pin in found})} packages of the site")
    return 0


def _resolved(uv: str, what: str, least_python: str) -> list[Pin]:
    how = "--universal --generate-hashes --quiet --no-header --no-annotate --constraints -"
    command = [uv, "pip", "compile", *what.split(), "--python-version", least_python, *how.split()]
    done = subprocess.run(
        command, cwd=ROOT, input=TORCH, stdout=subprocess.PIPE, text=True, check=True
    )
    return pins(done.stdout)


def _locked(pin: Pin) -> str:
    lines = [pin.line, *(f"    --hash=sha256:{digest}" for digest in sorted(pin.hashes))]
    return " \\\n".join(lines) + "\n"


def verify(report: Path) -> int:
    found = json.loads(report.read_text(encoding="utf-8"))
    installed = [item for item in found["install"] if not _editable(item)]
    problems = list(filter(None, (problem_of(item, locked()) for item in installed)))
    held = [item for item in installed if not _OF_TORCH.fullmatch(_name(item))]
    free = sorted(f"{_name(i)} {i['metadata']['version']}" for i in installed if i not in held)
    print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
    if not problems:
        named = LOCK.relative_to(ROOT).as_posix()
        print(f"{len(held)} installed files have their hash in {named}; not asked of: {free}")
    return 1 if problems else 0


def locked() -> dict[tuple[str, str], frozenset[str]]:
    """Return the hashes of each name and version of the lock."""
    return {(pin.name, pin.version): pin.hashes for pin in pins(LOCK.read_text("utf-8"))}


def problem_of(item: dict[str, Any], known: dict[tuple[str, str], frozenset[str]]) -> str:
    """Say what is wrong with a file that pip installed; "" when nothing is.

    Args:
        item: An entry of ``install`` in pip's report.
        known: As `locked` returns it.
    """
    name, version = _name(item), item["metadata"]["version"]
    if _OF_TORCH.fullmatch(name):
        return ""
    download = item["download_info"]
    digest = download.get("archive_info", {}).get("hashes", {}).get("sha256")
    if (name, version) not in known:
        return f"{name} {version} is not in {LOCK.name}"
    if digest not in known[name, version]:
        return f"{download['url']} has the SHA-256 {digest}, which {LOCK.name} does not hold"
    return ""


def _name(item: dict[str, Any]) -> str:
    return canonicalize_name(item["metadata"]["name"])


def _editable(item: dict[str, Any]) -> bool:
    return bool(item["download_info"].get("dir_info", {}).get("editable"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("write")
    commands.add_parser("verify").add_argument("report", type=Path)
    given = parser.parse_args()
    return write() if given.command == "write" else verify(given.report)


if __name__ == "__main__":
    sys.exit(main())
