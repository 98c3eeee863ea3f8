"""What a release consists of agrees: version, changelog, citation, files, bill of materials."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from packaging.version import Version

import build_twice
import check_release
import sbom

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
SECTIONS = check_release.sections(CHANGELOG)
DONE = "# Changelog\n\n## 1.2.0 (2026-01-31)\n\n- New.\n\n## 1.1.0 (2025-12-31)\n\n- Old.\n"
CITED = {"version": "1.2.0", "date-released": "2026-01-31"}


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with what the version is read from, apart from any checkout."""
    folder = tmp_path / "project"
    folder.mkdir()
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name in (".git_archival.txt", ".gitattributes"):
        if (ROOT / name).exists():  # an sdist, whose tests these are too, has none
            shutil.copy(ROOT / name, folder)
    return folder


@pytest.fixture
def version_of() -> Callable[[Path], str]:
    """Return a function that asks hatchling for the version of a folder."""
    pytest.importorskip("hatch_vcs", reason="pip install 'groundgraph[test]'")
    from hatchling.metadata.core import ProjectMetadata
    from hatchling.plugin.manager import PluginManager

    return lambda folder: str(ProjectMetadata(str(folder), PluginManager()).version)


def test_the_version_is_that_of_the_tag(project: Path, version_of: Callable[[Path], str]) -> None:
    git(project, "init", "--quiet")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "-m", "one")
    git(project, "tag", "study-2")
    assert re.fullmatch(r"0\.0\.1\.dev1\+g[0-9a-f]+", version_of(project))
    git(project, "tag", "v1.2.0")
    assert version_of(project) == "1.2.0"
    git(project, "commit", "--quiet", "--allow-empty", "-m", "two")
    assert re.fullmatch(r"1\.2\.1\.dev1\+g[0-9a-f]+", version_of(project))


def test_without_git_the_version_is_that_of_the_sdist_or_nought(
    project: Path, version_of: Callable[[Path], str]
) -> None:
    (project / ".git_archival.txt").unlink(missing_ok=True)
    assert version_of(project) == "0.0.0"
    (project / "PKG-INFO").write_text("Metadata-Version: 2.4\nName: groundgraph\nVersion: 1.2.0\n")
    assert version_of(project) == "1.2.0"


def test_who_builds_without_the_history_can_name_the_version(
    project: Path, version_of: Callable[[Path], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    [named] = re.findall(r"^ENV (\w+)=\$VERSION$", CONTAINER, re.MULTILINE)
    (project / ".git_archival.txt").unlink(missing_ok=True)
    monkeypatch.setenv(named, "1.2.0")
    assert version_of(project) == "1.2.0"
    monkeypatch.setenv(named, "")
    assert version_of(project) == "0.0.0"


def test_an_archive_of_a_tag_knows_its_version(
    project: Path, tmp_path: Path, version_of: Callable[[Path], str]
) -> None:
    if not (project / ".git_archival.txt").exists():
        pytest.skip("this is no checkout, so there is nothing to make an archive of")
    git(project, "init", "--quiet")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "-m", "one")
    git(project, "tag", "v1.2.0")
    git(project, "archive", "--output", str(tmp_path / "all.zip"), "HEAD")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        archive.extractall(tmp_path / "apart")
    assert version_of(tmp_path / "apart") == "1.2.0"


def test_the_version_of_this_checkout_has_a_section_once_it_is_released() -> None:
    own = Version(version("groundgraph"))
    assert SECTIONS
    if not own.is_prerelease and not own.local:
        assert own.base_version in {section.version for section in SECTIONS}


def test_sections_are_in_order_and_only_the_newest_is_open() -> None:
    order = [Version(section.version) for section in SECTIONS]
    assert order == sorted(order, reverse=True)
    assert all(section.text for section in SECTIONS)
    assert all(section.date != check_release.UNRELEASED for section in SECTIONS[1:])
    assert len(SECTIONS) == CHANGELOG.count("\n## ")


def test_the_citation_agrees_with_changelog_and_package() -> None:
    assert check_release.disagreements(SECTIONS[0], CITATION) == []
    assert CITATION["license"] == PROJECT["license"]
    assert CITATION["title"] == PROJECT["name"]
    assert PROJECT["urls"]["Changelog"].startswith(CITATION["repository-code"])
    assert [author["name"] for author in CITATION["authors"]] == [
        author["name"] for author in PROJECT["authors"]
    ]


def test_what_the_citation_format_asks_for_is_there() -> None:
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] == "software"
    assert {"message", "title", "authors", "abstract", "keywords"} <= CITATION.keys()


def test_a_release_whose_parts_agree_is_let_through() -> None:
    assert check_release.problems("v1.2.0", DONE, CITED) == []
    assert check_release.sections(DONE)[0].text == "- New."
    open_ = DONE.replace("2026-01-31", "unreleased")
    assert check_release.problems("v1.2.0rc1", open_, {"version": "1.2.0"}) == []


@pytest.mark.parametrize(
    ("tag", "changelog", "citation", "said"),
    [
        ("1.2.0", DONE, CITED, "expected one such as v0.1.0"),
        ("v1.3.0", DONE, CITED, "begins with 1.2.0; expected ## 1.3.0"),
        ("v1.2.0", "# Changelog\n", {}, "begins with none"),
        ("v1.2.0", DONE.replace("- New.", ""), CITED, "says nothing of 1.2.0"),
        ("v1.2.0", DONE.replace("2026-01-31", "unreleased"), CITED, "no date for 1.2.0"),
        ("v1.2.0", DONE, {**CITED, "version": "1.1.0"}, "CITATION.cff has version 1.1.0"),
        ("v1.2.0", DONE, {"version": "1.2.0"}, "CITATION.cff has date-released None"),
    ],
)
def test_what_keeps_a_tag_from_being_released_is_said(
    tag: str, changelog: str, citation: dict[str, Any], said: str
) -> None:
    assert said in "\n".join(check_release.problems(tag, changelog, citation))


def test_files_of_another_version_are_refused(tmp_path: Path) -> None:
    for name in ("groundgraph-1.2.0.tar.gz", "groundgraph-1.2.0-py3-none-any.whl", "SHA256SUMS"):
        (tmp_path / name).touch()
    assert check_release.missing("v1.2.0", tmp_path) == []
    [said] = check_release.missing("v1.3.0", tmp_path)
    assert "build at the tag" in said


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """Write a wheel of a package that needs what groundgraph needs, with a model."""
    path = tmp_path / "groundgraph-9.9-py3-none-any.whl"
    needs = "".join(f"Requires-Dist: {line}\n" for line in PROJECT["dependencies"])
    extra = 'Requires-Dist: nowhere-to-be-found; extra == "more"\n'
    head = (
        "Metadata-Version: 2.4\nName: groundgraph\nVersion: 9.9\nLicense-Expression: Apache-2.0\n"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("groundgraph-9.9.dist-info/METADATA", f"{head}{needs}{extra}\n")
        archive.writestr("groundgraph/models/tiny/SHA256SUMS", f"{'0' * 64}  model.onnx\n")
    return path


def test_the_bill_names_what_the_core_needs_and_the_models(wheel: Path) -> None:
    bill = sbom.bill(wheel)
    own, refs = bill["metadata"]["component"], {each["bom-ref"] for each in bill["components"]}
    names = {each["name"] for each in bill["components"]}
    assert {"numpy", "onnxruntime", "pydantic", "pydantic-core", "scikit-learn"} <= names
    assert not names & {"torch", "nowhere-to-be-found", "groundgraph", "pytest"}
    assert all(version(each["name"]) == each["version"] for each in bill["components"])
    assert own["hashes"][0]["content"] == hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert own["licenses"] == [{"expression": "Apache-2.0"}]
    assert own["components"][0]["components"][0]["name"] == "groundgraph/models/tiny/model.onnx"
    needs = {each["ref"]: each["dependsOn"] for each in bill["dependencies"]}
    assert needs.keys() == refs | {"pkg:pypi/groundgraph@9.9"}
    assert {ref for each in needs.values() for ref in each} == refs


def test_equal_wheels_give_equal_bills(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    first, second = sbom.bill(wheel), sbom.bill(wheel)
    assert json.dumps(first) == json.dumps(second)
    assert first["metadata"]["timestamp"] == "2023-11-14T22:13:20+00:00"
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", first["serialNumber"])


def test_a_bill_that_lacks_a_package_is_not_written(wheel: Path) -> None:
    with zipfile.ZipFile(wheel, "w") as archive:
        head = "Name: groundgraph\nVersion: 9.9\nRequires-Dist: nowhere-to-be-found\n\n"
        archive.writestr("groundgraph-9.9.dist-info/METADATA", head)
    with pytest.raises(sbom.MissingError, match="nowhere-to-be-found is needed"):
        sbom.bill(wheel)


def test_the_bill_is_what_the_schema_of_cyclonedx_expects(wheel: Path) -> None:
    pytest.importorskip("cyclonedx", reason="pip install 'cyclonedx-python-lib[json-validation]'")
    assert sbom.complaint(json.dumps(sbom.bill(wheel))) == ""
    assert "bogus" in sbom.complaint(json.dumps({**sbom.bill(wheel), "bogus": 1}))


def test_archives_are_dated_by_the_commit_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert build_twice.epoch(ROOT) == "1700000000"


def test_an_unpacked_sdist_has_other_modes_and_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("1")
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "one.txt", "a-1.0/one.txt")
    (tmp_path / "out").mkdir()
    source = build_twice.unpacked(tmp_path / "a.tar.gz", tmp_path / "out")
    assert source.name == "a-1.0"
    assert (source / "one.txt").stat().st_mode & 0o777 == 0o600


def test_the_package_says_that_it_has_types() -> None:
    assert (ROOT / "src" / "groundgraph" / "py.typed").is_file()
    assert "Typing :: Typed" in PROJECT["classifiers"]
