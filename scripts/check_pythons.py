"""Run the fast part of the tests on other Pythons, each in a new environment without torch.

    python scripts/check_pythons.py [PYTHON …]

PYTHON is an interpreter; without any, those of python3.10 and python3.13 that are on the PATH. In
each environment are groundgraph with the extras kb, graphrag and serve and the tools below, at the
versions of constraints.txt. What the fast part is, `tests/support/fast_part.py` says.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("python3.10", "python3.13")
TOOLS = "pytest hypothesis networkx opentelemetry-sdk packaging pandas polars"


def check(interpreter: str, folder: Path) -> int:
    """Run the fast part; return pytest's exit status, or that of what failed before."""
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--constraint", str(ROOT / "constraints.txt")]
    commands = [
        [interpreter, "-m", "venv", str(folder)],
        [*pip, "--editable", f"{ROOT}[kb,graphrag,serve]", *TOOLS.split()],
        [python, "-m", "pytest", "-p", "fast_part", "-p", "no:cacheprovider"],
    ]
    for command in commands:
        status = subprocess.run(command, cwd=ROOT, env=_environment(), check=False).returncode
        if status:
            return status
    return 0


def _environment() -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if name != "GROUNDGRAPH_DATA"}
    return {**own, "PYTHONPATH": str(ROOT / "tests" / "support")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("python", nargs="*")
    asked = parser.parse_args().python or PYTHONS
    found = {name: path for name in asked if (path := shutil.which(name))}
    if missing := [name for name in asked if name not in found]:
        print(f"not found: {', '.join(missing)}; give the path of an interpreter", file=sys.stderr)
        return 2
    statuses = {}
    for name, interpreter in found.items():
        print(f"== {name}", flush=True)
        with tempfile.TemporaryDirectory(prefix="groundgraph-") as folder:
            statuses[name] = check(interpreter, Path(folder))
    for name, status in statuses.items():
        print(f"{name}: {'passed' if not status else f'failed with status {status}'}")
    return max(statuses.values())


if __name__ == "__main__":
    sys.exit(main())
