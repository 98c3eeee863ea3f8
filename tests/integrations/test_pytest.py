"""The pytest plugin, in runs of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import groundgraph

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
TESTS = """
    import pytest

    PASSAGES = ["The battery is covered for 24 months or 20,000 kilometres."]

    def test_grounded(assert_grounded):
        verdict = assert_grounded(PASSAGES[0], PASSAGES, question="How long?")
        assert verdict.label == "grounded"

    def test_hallucinated(assert_grounded):
        assert_grounded("It is covered by Zurich Mutual <b>for life</b>.", PASSAGES)

    def test_unverifiable(assert_grounded):
        assert_grounded("I don't know.", PASSAGES)

    @pytest.mark.grounded(unverifiable="skip")
    def test_skipped(assert_grounded):
        assert_grounded("I don't know.", PASSAGES)

    def test_of_something_else():
        assert True
"""
COUNTS = {"passed": 2, "failed": 2, "skipped": 1}


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Return a folder with tests that use the plugin, which is loaded by name."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    given = os.environ.get("PYTHONPATH", "")  # of whoever tests a tree that is not installed
    monkeypatch.setenv("PYTHONPATH", f"{Path(groundgraph.__file__).parents[1]}{os.pathsep}{given}")
    pytester.makeini(
        "[pytest]\naddopts = -p groundgraph.integrations.pytest\ngroundgraph_detector = lexical"
    )
    pytester.makepyfile(TESTS)
    return pytester


def test_only_grounded_answers_pass(folder: pytest.Pytester) -> None:
    result = folder.runpytest_subprocess("-rs")
    result.assert_outcomes(**COUNTS)
    result.stdout.fnmatch_lines(
        [
            "E * AssertionError: hallucinated 0.*",
            "E *[[]1[]] unsupported*Zurich Mutual*",
            "E * AssertionError: unverifiable: declines to answer*",
            "*= groundgraph =*",
            "4 answers checked: 1 grounded, 1 hallucinated, 2 unverifiable",
            "hallucinated 0.* test_only_grounded_answers_pass.py::test_hallucinated",
            "unverifiable (declines*) *::test_unverifiable",
            "unverifiable (declines*) *::test_skipped",
            "SKIPPED * unverifiable: declines*",
        ]
    )
    result.stdout.no_fnmatch_line("*groundgraph/integrations*")


def test_the_report_shows_each_answer(folder: pytest.Pytester) -> None:
    result = folder.runpytest_subprocess("--groundgraph-report", "out.html")
    result.stdout.fnmatch_lines([f"report: {folder.path / 'out.html'}"])
    page = (folder.path / "out.html").read_text("utf-8")
    assert page.count("::test_") == 4
    assert "Zurich Mutual" in page
    assert "<b>for life" not in page


def test_workers_of_xdist_hand_over_what_they_checked(folder: pytest.Pytester) -> None:
    pytest.importorskip("xdist", reason="pip install pytest-xdist")
    options = ["-p", "xdist", "-n", "2", "--groundgraph-report", "out.html"]
    result = folder.runpytest_subprocess(*options)
    result.assert_outcomes(**COUNTS)
    result.stdout.fnmatch_lines(["4 answers checked: 1 grounded, 1 hallucinated, 2 unverifiable"])
    assert (folder.path / "out.html").read_text("utf-8").count("::test_") == 4


def test_the_marker_selects_and_a_run_without_answers_says_nothing(
    folder: pytest.Pytester,
) -> None:
    folder.runpytest_subprocess("-m", "grounded", "-k", "test_grounded").assert_outcomes(passed=1)
    result = folder.runpytest_subprocess("-m", "not grounded", "--groundgraph-report", "out.html")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*groundgraph*")
    assert not (folder.path / "out.html").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--groundgraph-report", "nowhere/out.html"], "*nowhere is not a folder*"),
        (["-o", "groundgraph_unverifiable=pass"], "*expected a detector and unverifiable*"),
        (["-o", "groundgraph_detector=lexicl"], "*lexicl*"),
    ],
)
def test_an_unusable_option_is_refused(
    folder: pytest.Pytester, options: list[str], said: str
) -> None:
    result = folder.runpytest_subprocess("-k", "test_grounded", *options)
    assert result.ret
    assert re.search(said.replace("*", ".*"), result.stdout.str() + result.stderr.str())


def test_the_installed_plugin_is_this_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    points = project["entry-points"]["pytest11"]
    assert points == {"groundgraph": "groundgraph.integrations.pytest"}


def test_the_plugin_loads_nothing_before_it_is_used() -> None:
    heavy = "{'asyncio', 'numpy', 'onnxruntime', 'pydantic', 'rich', 'scipy', 'sklearn'}"
    code = f"import sys, groundgraph.integrations.pytest; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
