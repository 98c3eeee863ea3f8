"""The pins hold every requirement on every Python, and a file with another hash is noticed."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

import pins

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
PYTHONS = ["3.10.13", "3.11.7", "3.12.1", "3.13.0"]
PINNED = pins.pins(pins.CONSTRAINTS.read_text("utf-8"))
LOCKED = pins.pins(pins.LOCK.read_text("utf-8"))
DIGEST = "0" * 64


def environment(python: str) -> dict[str, str]:
    return {
        "python_version": python.rpartition(".")[0],
        "python_full_version": python,
        "sys_platform": "linux",
        "platform_system": "Linux",
        "platform_machine": "x86_64",
        "os_name": "posix",
    }


def holds(pin: pins.Pin, python: str) -> bool:
    marker = pin.marker.lstrip(" ;")
    return not marker or Marker(marker).evaluate(environment(python))


def asked(extra: str) -> list[Requirement]:
    """Return the requirements of an extra, those of the extras that it names among them."""
    lines = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    found = [Requirement(line) for line in lines]
    inner = [name for each in found if each.name == "groundgraph" for name in each.extras]
    own = [each for each in found if each.name != "groundgraph"]
    return own + [each for name in inner for each in asked(name)]


@pytest.mark.parametrize("python", PYTHONS)
def test_each_requirement_has_one_pin_that_satisfies_it(python: str) -> None:
    versions: dict[str, list[str]] = {}
    for pin in PINNED:
        if holds(pin, python):
            versions.setdefault(pin.name, []).append(pin.version)

    assert {name for name, found in versions.items() if len(found) > 1} == set()
    for each in asked("") + asked("test"):
        if each.marker is None or each.marker.evaluate(environment(python)):
            assert each.specifier.contains(versions[each.name][0]), each


def test_the_lock_holds_the_same_versions_with_hashes_but_for_torch() -> None:
    assert [pin.line for pin in LOCKED] == [pin.line for pin in PINNED if pins.with_hash(pin)]
    assert all(pin.hashes for pin in LOCKED)
    assert all(len(pin.hashes) == text.count("--hash") for pin, text in entries())
    without = {pin.name for pin in PINNED if not pins.with_hash(pin)}
    assert "torch" in without
    assert all(re.match("torch$|triton$|cuda-|nvidia-", name) for name in without)


def entries() -> list[tuple[pins.Pin, str]]:
    text = pins.LOCK.read_text("utf-8").partition("\n")[2]
    return list(zip(LOCKED, re.split(r"\n(?=\S)", text), strict=True))


@pytest.mark.parametrize("python", PYTHONS[1:])
def test_what_builds_the_site_is_locked_with_hashes(python: str) -> None:
    lock = pins.pins(pins.DOCS_LOCK.read_text("utf-8"))
    versions = {pin.name: pin.version for pin in lock if holds(pin, python)}
    assert all(pin.hashes for pin in lock)
    for each in map(Requirement, SETTINGS["dependency-groups"]["docs"]):
        assert each.specifier.contains(versions[each.name]), each


def test_torch_is_pinned_to_the_version_of_the_script() -> None:
    assert pins.TORCH in pins.CONSTRAINTS.read_text("utf-8").splitlines()


def item(name: str, version: str, digest: str | None = DIGEST, **download: Any) -> dict[str, Any]:
    info = {"url": f"https://example.org/{name}.whl", "archive_info": {"hashes": {}}, **download}
    if digest:
        info["archive_info"]["hashes"]["sha256"] = digest
    return {"metadata": {"name": name, "version": version}, "download_info": info}


def report(tmp_path: Path, *items: dict[str, Any]) -> Path:
    (tmp_path / "report.json").write_text(json.dumps({"install": items}))
    return tmp_path / "report.json"


def test_what_the_lock_holds_is_accepted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pin = next(pin for pin in LOCKED if pin.name == "typing-extensions")
    own = item("groundgraph", "0.1.0", None, dir_info={"editable": True})
    torch = item("torch", "2.13.0+cpu")
    right = item("Typing_Extensions", pin.version, min(pin.hashes))

    assert pins.verify(report(tmp_path, own, torch, right)) == 0
    assert capsys.readouterr().out.startswith("1 installed files have their hash in requirements")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (item("httpx", "0.28.1"), f"httpx.whl has the SHA-256 {DIGEST}, which test.lock does not"),
        (item("httpx", "0.28.1", None), "has the SHA-256 None"),
        (item("httpx", "0.1"), "httpx 0.1 is not in test.lock"),
        (item("leftpad", "1.0"), "leftpad 1.0 is not in test.lock"),
    ],
)
def test_another_file_than_the_locked_one_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], found: dict[str, Any], said: str
) -> None:
    assert pins.verify(report(tmp_path, found)) == 1
    assert said in capsys.readouterr().err


def test_ci_runs_the_command_of_the_readme_and_has_its_files_compared() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    command = script.rstrip().splitlines()[-1]

    assert f"\n{command}\n" in (ROOT / "README.md").read_text("utf-8")
    assert f"\n{command}\n" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert "export PIP_REPORT" in script
    assert 'os.environ.pop("PIP_REPORT"' in (ROOT / "scripts" / "check").read_text("utf-8")
