"""pytest plugin: ``assert_grounded`` in tests, a summary, and a report of all that was checked.

::

    def test_the_assistant_says_what_the_manual_says(assert_grounded):
        answer, passages = assistant.ask("How long is the warranty?")
        assert_grounded(answer, passages, question="How long is the warranty?")

The marker ``grounded`` sets the options of a test, ``@pytest.mark.grounded(detector="lexical")``,
and selects the tests with the fixture, ``pytest -m grounded``. No detector is loaded before the
first answer is checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from groundgraph.api import What
    from groundgraph.types import Passage, Verdict

CHECKED = "groundgraph_checked"
"""The attribute of a test's report that holds what it checked, as plain values."""

_OPTIONS = frozenset({"detector", "unverifiable"})
_POLICIES = ("fail", "skip")
_RECORDS = pytest.StashKey[list[dict[str, Any]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; those of the ini file can be given with ``-o``."""
    wanted = "write all that assert_grounded checked to this HTML file"
    parser.getgroup("groundgraph").addoption("--groundgraph-report", metavar="PATH", help=wanted)
    parser.addini("groundgraph_detector", "detector of assert_grounded", default="fused")
    policy = "what a test does whose answer could not be checked: fail or skip"
    parser.addini("groundgraph_unverifiable", policy, default="fail")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker and, but for the workers of pytest-xdist, what gathers the results."""
    options = "grounded(detector='fused', unverifiable='fail'): options of assert_grounded"
    config.addinivalue_line("markers", options)
    if not hasattr(config, "workerinput"):
        from groundgraph.integrations.pytest_report import Gathered

        config.pluginmanager.register(Gathered(config), "groundgraph-gathered")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use the fixture."""
    for item in items:
        if "assert_grounded" in getattr(item, "fixturenames", ()):
            item.add_marker("grounded")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Give a test's report what was checked, which takes it out of a worker of pytest-xdist."""
    report = yield
    if records := item.stash.get(_RECORDS, []):
        setattr(report, CHECKED, [*records])
        records.clear()
    return report


@pytest.fixture
def assert_grounded(request: pytest.FixtureRequest) -> AssertGrounded:
    """Return a function that checks an answer and fails the test unless it is grounded."""
    return AssertGrounded(request.node)


class AssertGrounded:
    """Checks the answers of one test."""

    def __init__(self, item: pytest.Item) -> None:
        self._records = item.stash.setdefault(_RECORDS, [])
        self._test = item.nodeid
        self._options = {name: item.config.getini(f"groundgraph_{name}") for name in _OPTIONS}
        for marker in reversed(list(item.iter_markers("grounded"))):
            self._options.update(marker.kwargs)
        if self._options.keys() - _OPTIONS or self._options["unverifiable"] not in _POLICIES:
            raise pytest.UsageError(
                f"found the options {self._options} of assert_grounded; expected a detector and "
                "unverifiable='fail' or 'skip'"
            )

    def __call__(
        self,
        answer: str,
        passages: Sequence[Passage | str],
        *,
        detector: What | None = None,
        **more: Any,
    ) -> Verdict:
        """Check one answer; the other fields are those of `groundgraph.check`.

        Returns:
            The verdict, which is grounded.

        Raises:
            AssertionError: When the answer is hallucinated, or could not be checked and such tests
                are not to be skipped.
        """
        __tracebackhide__ = True
        verdict = self._checked(answer, passages, detector or self._options["detector"], more)
        if verdict.label == "unverifiable" and self._options["unverifiable"] == "skip":
            pytest.skip(str(verdict))
        if verdict.label != "grounded":
            raise AssertionError(str(verdict))
        return verdict

    def _checked(self, answer: str, passages: Any, detector: What, more: dict[str, Any]) -> Verdict:
        from groundgraph.api import check_many
        from groundgraph.integrations.pytest_report import record_of
        from groundgraph.types import Example

        example = Example(answer, passages, **{"id": self._test, **more})
        [verdict] = check_many([example], detector=detector)
        self._records.append(record_of(example, verdict, detector))
        return verdict
