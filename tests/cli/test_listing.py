from __future__ import annotations

from importlib.metadata import version
from typing import Any


def test_detectors_are_listed_with_those_of_other_packages(run: Any) -> None:
    lines = run("detectors").stdout.splitlines()
    listed = {line.split()[0]: line for line in lines}
    assert {"egc", "fused", "lexical", "overlap"} <= listed.keys()
    assert "Flags answers by the share of their words" in listed["overlap"]


def test_the_version_is_the_packages(run: Any) -> None:
    assert run("--version").stdout == f"groundgraph {version('groundgraph')}\n"


def test_without_a_command_help_is_shown(run: Any) -> None:
    done = run()
    assert all(name in done.stdout + done.stderr for name in ("check", "fit", "bench"))
