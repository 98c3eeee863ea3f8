from __future__ import annotations

import json
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from groundgraph import load
from groundgraph.registry import DETECTORS

if TYPE_CHECKING:
    from pathlib import Path


def test_detectors_are_listed_with_those_of_other_packages(run: Any) -> None:
    lines = run("detectors").stdout.splitlines()
    listed = {line.split()[0]: line for line in lines}
    assert {"egc", "fused", "lexical", "overlap"} <= listed.keys()
    assert "Flags answers by the share of their words" in listed["overlap"]
    states = {name: line[13:].split("  ")[0] for name, line in listed.items()}
    assert (states["fused"], states["gga"], states["egc"]) == ("fitted", "in part", "unfitted")


@pytest.mark.parametrize("name", ["fused", "lexical"])
def test_every_field_of_a_detector_is_explained(run: Any, name: str) -> None:
    _, fields, _ = run("detectors", name).stdout.split("\n\n")
    assert all(line.strip() for line in fields.splitlines())


@pytest.mark.parametrize("name", sorted(DETECTORS))
def test_a_detectors_printed_configuration_can_be_loaded(
    name: str, run: Any, tmp_path: Path
) -> None:
    _, mark, printed = run("detectors", name).stdout.partition(f"# {name}.yaml")
    config = tmp_path / f"{name}.yaml"
    config.write_text(mark + printed)

    found = yaml.safe_load(config.read_text())

    assert found["detector"] == name
    detector = load(name)
    plain = {key: value for key, value in found.items() if isinstance(value, int | float | bool)}
    assert plain == {key: getattr(detector, key) for key in plain}
    texts = {key for key in found if isinstance(getattr(detector, key, None), str)}
    assert {key: found[key] for key in texts} == {key: getattr(detector, key) for key in texts}


@pytest.mark.parametrize("name", ["gga", "kea"])
def test_a_printed_configuration_is_that_of_the_defaults(
    name: str, run: Any, tmp_path: Path
) -> None:
    config = tmp_path / "own.yaml"
    config.write_text(
        run("detectors", name).stdout.partition(f"# {name}.yaml")[2].partition("\n")[2]
    )
    row = {"question": "Who?", "passages": ["Ada left Rome."], "answer": "Ada left Rome."}

    done = run("check", "-", "--config", config, given=json.dumps(row))
    plain = run("check", "-", "--detector", name, given=json.dumps(row))

    assert done.returncode in {0, 1}, done.stderr
    made, own = (json.loads(each.stdout)["detector"] for each in (done, plain))
    assert made.pop("set")
    assert made == own


def test_the_version_is_the_packages(run: Any) -> None:
    assert run("--version").stdout == f"groundgraph {version('groundgraph')}\n"


def test_without_a_command_help_is_shown(run: Any) -> None:
    done = run()
    assert all(name in done.stdout + done.stderr for name in ("check", "fit", "bench"))
