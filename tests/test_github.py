"""The workflows and forms under .github do what the project promises of them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from check_integrations import DOORS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml"))
JOBS = [
    (path.stem, name, job)
    for path in WORKFLOWS
    for name, job in yaml.safe_load(path.read_text("utf-8"))["jobs"].items()
]
OWN = {f"{workflow}.{name}": job for workflow, name, job in JOBS}
_WRITING = {
    "release.attest": {"id-token", "attestations"},
    "release.publish": {"id-token"},
    "release.announce": {"contents"},
}
"""What may be written, by whom; everything else only reads."""


def workflow(name: str) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(
        (GITHUB / "workflows" / f"{name}.yml").read_text("utf-8")
    )
    return found


def steps(job: dict[str, Any]) -> list[dict[str, Any]]:
    return list(job.get("steps", []))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_to_commits_and_say_which_version_they_are(path: Path) -> None:
    used = [line for line in path.read_text("utf-8").splitlines() if "uses: " in line]
    pinned = r".*uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"
    foreign = [line for line in used if "uses: ./" not in line]
    assert [line for line in foreign if not re.fullmatch(pinned, line)] == []


def test_every_use_of_an_action_is_of_the_same_commit() -> None:
    text = "".join(path.read_text("utf-8") for path in WORKFLOWS)
    used = set(re.findall(r"uses: ([\w/-]+)@(\w+)", text))
    assert len({name for name, _ in used}) == len(used)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_no_permission_but_those_of_its_jobs(path: Path) -> None:
    assert workflow(path.stem)["permissions"] == {}


@pytest.mark.parametrize("name", OWN)
def test_a_job_may_write_only_what_it_is_there_for_and_ends(name: str) -> None:
    job = OWN[name]
    writing = {what for what, may in job["permissions"].items() if may != "read"}
    assert writing == _WRITING.get(name, set())
    assert "uses" in job or job["timeout-minutes"] <= 180


@pytest.mark.parametrize("name", OWN)
def test_no_text_of_strangers_is_put_into_a_shell_and_no_secret_is_used(name: str) -> None:
    for step in steps(OWN[name]):
        assert "${{" not in step.get("run", "")
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
    assert "secrets." not in str(OWN[name])


def test_ci_runs_the_gates_on_every_python_that_the_package_supports() -> None:
    job = OWN["ci.check"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    prefix = "Programming Language :: Python :: "
    named = [each.removeprefix(prefix) for each in project["classifiers"] if prefix in each]
    assert job["strategy"]["matrix"]["python"] == named
    assert [step["run"] for step in steps(job) if "run" in step] == [".ci/run"]


def test_every_integration_has_a_job_of_its_own_each_week() -> None:
    assert OWN["weekly.integrations"]["strategy"]["matrix"]["library"] == list(DOORS)


def test_a_release_begins_with_a_tag_and_is_published_last() -> None:
    on = workflow("release")[True]  # YAML 1.1 reads the key "on" as true
    assert on == {"push": {"tags": ["v[0-9]*"]}}
    assert OWN["release.gates"]["uses"] == "./.github/workflows/ci.yml"
    assert "workflow_call" in workflow("ci")[True]
    assert set(OWN["release.publish"]["needs"]) == {"gates", "build", "attest"}
    assert OWN["release.publish"]["environment"]["name"] == "pypi"


def test_what_publishes_runs_nothing_of_the_repository() -> None:
    used = [step.get("uses", "run").partition("@")[0] for step in steps(OWN["release.publish"])]
    assert used == ["actions/download-artifact", "pypa/gh-action-pypi-publish"]
    assert steps(OWN["release.publish"])[-1]["with"] == {"attestations": True}


def test_scripts_and_files_that_workflows_name_exist() -> None:
    text = "".join(path.read_text("utf-8") for path in WORKFLOWS)
    named = set(re.findall(r"(?:scripts|requirements|\.ci)/[\w./-]*\w", text))
    assert {"scripts/build_twice.py", "scripts/sbom.py", "requirements/test.lock"} <= named
    assert {name for name in named if not (ROOT / name).is_file()} == set()


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_what_helps_and_each_field_has_a_name(path: Path) -> None:
    form = yaml.safe_load(path.read_text("utf-8"))
    if path.stem == "config":
        [link] = form["contact_links"]
        assert link["url"] in (ROOT / "SECURITY.md").read_text("utf-8")
        return
    fields = [each for each in form["body"] if each["type"] != "markdown"]
    assert {"name", "description", "labels"} <= form.keys()
    assert len({each["id"] for each in fields}) == len(fields)
    assert all(each["attributes"]["label"] for each in fields)


def test_a_pull_request_is_reminded_of_the_gates() -> None:
    text = (GITHUB / "PULL_REQUEST_TEMPLATE.md").read_text("utf-8")
    assert "python scripts/check" in text
    assert "CHANGELOG.md" in text
