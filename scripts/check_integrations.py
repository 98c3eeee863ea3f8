"""Run the tests of each integration against the real library, in an environment of its own.

    python scripts/check_integrations.py [NAME …] [--folder FOLDER]

NAME is a module of `groundgraph.integrations`, dropins (the server's routes, by the clients of the
servers whose place it takes), or ray; without any, all that need a library. Each environment gets
groundgraph with the extra of the library, at the newest versions that the package index has. With
``--folder`` the environments stay there and are used again. One line is printed for each; what
failed is printed before. A test that was skipped, or torch in an environment, is a failure. The
tests themselves use no network.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent


class Door(NamedTuple):
    """What stands between groundgraph and a library.

    Attributes:
        extra: Brings the library along.
        distribution: Its version is printed.
        files: Hold the tests.
        others: Are installed as well.
        alone: Are installed without what they ask for, such as torch for a client that uses none.
    """

    extra: str
    distribution: str
    files: tuple[str, ...]
    others: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()


def _integration(name: str, extra: str, distribution: str) -> Door:
    module, tests = f"src/groundgraph/integrations/{name}.py", f"tests/integrations/test_{name}.py"
    return Door(extra, distribution, (tests, module))


DOORS = {
    "ragas": _integration("ragas", "ragas", "ragas"),
    "deepeval": _integration("deepeval", "deepeval", "deepeval"),
    "langsmith": _integration("langsmith", "langsmith", "langsmith"),
    "langchain": _integration("langchain", "langchain", "langchain-core"),
    "llamaindex": _integration("llamaindex", "llamaindex", "llama-index-core"),
    "haystack": _integration("haystack", "haystack", "haystack-ai"),
    "mlflow": _integration("mlflow", "mlflow", "mlflow"),
    "phoenix": _integration("phoenix", "phoenix", "arize-phoenix-evals"),
    "opentelemetry": _integration("opentelemetry", "otel", "opentelemetry-api"),
    "dropins": Door(
        "serve",
        "lettucedetect",
        ("tests/serve/test_dropins.py",),
        ("openai", "guardrails-api-client", "guardrails-ai-types"),
        ("lettucedetect",),
    ),
    "ray": Door("ray", "ray", ("tests/scale", "tests/cli/test_on_ray.py")),
}
TOOLS = ("pytest", "hypothesis", "opentelemetry-sdk")
# The libraries warn of themselves and of each other; groundgraph must not.
WARNINGS = "filterwarnings=default\nerror:::groundgraph"
_ASK = (
    "import importlib.metadata as m, importlib.util as u, sys;"
    "print(m.version(sys.argv[1]), u.find_spec('torch') is not None)"
)


class Outcome(NamedTuple):
    """What an environment gave.

    Attributes:
        ok: Whether every test ran and passed.
        line: One line that says so.
    """

    ok: bool
    line: str


def check(name: str, folder: Path) -> Outcome:
    """Make the environment of a door, or use it again, and run its tests."""
    door = DOORS[name]
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    install: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    wanted = [["--editable", f"{ROOT}[{door.extra}]", *TOOLS, *door.others]]
    wanted += [["--no-deps", *door.alone]] if door.alone else []
    for words in wanted:
        installed = _run([*install, *words])
        if installed.returncode:
            print(installed.stdout, installed.stderr, sep="\n")
            return Outcome(False, f"{name}: could not be installed")
    version, torch = _run([python, "-c", _ASK, door.distribution]).stdout.split()
    known = f"{name} ({door.distribution} {version})"
    if torch == "True":
        return Outcome(False, f"{known}: torch was installed")
    passed, missed = _tests(door.files, python, folder)
    ok = passed > 0 and missed == 0
    return Outcome(ok, f"{known}: {passed} passed" + (f", {missed} not" if missed else ""))


def _tests(files: Sequence[str], python: Path, folder: Path) -> tuple[int, int]:
    """Run the tests and doctests of a door; return how many passed, and how many did not."""
    report = folder / "report.xml"
    report.unlink(missing_ok=True)
    options = ["-p", "no:cacheprovider", "-o", WARNINGS, "-rs", f"--junitxml={report}"]
    done = _run([python, "-m", "pytest", *options, *files])
    if not report.exists():
        print(done.stdout, done.stderr, sep="\n")
        return 0, 1
    suites = list(ET.parse(report).iter("testsuite"))
    total, missed = (
        sum(int(suite.get(key, 0)) for suite in suites for key in keys)
        for keys in (("tests",), ("errors", "failures", "skipped"))
    )
    if missed or not total:
        print(done.stdout, done.stderr, sep="\n")
    return total - missed, missed


def _run(command: list[str | Path]) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    # What the libraries bring along for pytest is not what is tested.
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("name", nargs="*", help=f"of {', '.join(DOORS)}")
    parser.add_argument("--folder", type=Path, help="keeps the environments")
    options = parser.parse_args()
    if unknown := [name for name in options.name if name not in DOORS]:
        parser.error(f"found {', '.join(unknown)}; expected some of {', '.join(DOORS)}")
    outcomes = []
    for name in options.name or DOORS:
        with tempfile.TemporaryDirectory(prefix="groundgraph-") as apart:
            folder = (options.folder or Path(apart)) / name
            outcomes.append(check(name, folder.resolve()))
        print(outcomes[-1].line, flush=True)
    return 0 if all(outcome.ok for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
