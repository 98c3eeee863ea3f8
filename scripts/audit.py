"""Ask whether a pinned package has a known vulnerability; needs `pip install pip-audit`.

    python scripts/audit.py [--service pypi|osv]

pip-audit looks up every version of ``constraints.txt`` for the Python that runs it: at PyPI, or at
osv.dev. Exit status: 0 when all were looked up and none is vulnerable, 1 when some are, 2 when the
service did not answer for all. pip-audit itself counts what it could not look up as sound.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

CONSTRAINTS = Path(__file__).resolve().parent.parent / "constraints.txt"
_SHOWN = 5


class Outcome(NamedTuple):
    """What an audit says: the exit status, and lines to print."""

    status: int
    lines: list[str]


def outcome(printed: str, complaints: str) -> Outcome:
    """Read what pip-audit printed.

    Args:
        printed: Its JSON; anything else means that it ended early.
        complaints: Its standard error, whose last line then says why.
    """
    try:
        packages = json.loads(printed)["dependencies"]
    except (ValueError, KeyError, TypeError):
        why = (complaints.strip().splitlines() or ["it printed nothing"])[-1]
        return Outcome(2, [f"nothing was looked up: {why}", "try the other --service"])
    found = [
        f"{package['name']} {package['version']}: {bug['id']}, mended in "
        f"{' or '.join(bug['fix_versions']) or 'no version'}"
        for package in packages
        for bug in package.get("vulns", [])
    ]
    missed = [package["name"] for package in packages if "skip_reason" in package]
    asked = f"{len(packages) - len(missed)} of {len(packages)} packages were looked up"
    if missed or not packages:
        named = ", ".join(missed[:_SHOWN]) + (", …" if len(missed) > _SHOWN else "")
        lines = [f"{asked}; the service did not answer for {named or 'any'}"]
        return Outcome(2, [*found, *lines, "try the other --service"])
    return Outcome(1 if found else 0, [*found, f"{asked}; {len(found)} known vulnerabilities"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--service", choices=["pypi", "osv"], default="pypi")
    service = parser.parse_args().service
    tool = shutil.which("pip-audit", path=Path(sys.executable).parent) or shutil.which("pip-audit")
    if tool is None:
        print("pip-audit is not installed: pip install pip-audit", file=sys.stderr)
        return 2
    # Versions alone: torch has no hash that holds everywhere.
    options = "--no-deps --disable-pip --format json --progress-spinner off".split()
    command = [tool, "--requirement", str(CONSTRAINTS), "--vulnerability-service", service]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    status, lines = outcome(done.stdout, done.stderr)
    print("\n".join(lines), file=sys.stderr if status else sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main())
