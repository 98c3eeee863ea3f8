"""What the tests of a pytest run checked: gathered, summed up, and written as a report."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.integrations.pytest import CHECKED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.api import What
    from groundgraph.types import Example, Verdict

    Record = dict[str, Any]

_LABELS = ("grounded", "hallucinated", "unverifiable")


def record_of(example: Example, verdict: Verdict, detector: What) -> Record:
    """Return an answer and its verdict as plain values, which pass from process to process."""
    question = example.question
    turns = question if isinstance(question, str) else [turn._asdict() for turn in question]
    return {
        "id": example.id,
        "question": turns,
        "passages": [[each.text, each.id, each.date] for each in example.passages],
        "triples": None if example.triples is None else [[*each] for each in example.triples],
        "answer": example.answer,
        "detector": detector if isinstance(detector, str) else _name(detector),
        "verdict": verdict.to_dict(),
    }


def _name(detector: Any) -> str:
    named = detector.get("name") if isinstance(detector, dict) else None
    return str(named or (detector if isinstance(detector, Path) else type(detector).__name__))


class Gathered:
    """Holds what was checked until the run ends."""

    def __init__(self, config: pytest.Config) -> None:
        asked = config.getoption("groundgraph_report")
        self._path = asked and Path(config.invocation_params.dir, asked)
        if self._path and not self._path.parent.is_dir():
            raise pytest.UsageError(f"--groundgraph-report: {self._path.parent} is not a folder")
        self._records: list[Record] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what a test checked."""
        self._records += getattr(report, CHECKED, ())

    def pytest_sessionfinish(self) -> None:
        """Write the report, where one was asked for and anything was checked."""
        if self._path and self._records:
            from groundgraph.errors import GroundgraphError

            try:
                _write(self._path, self._records)
            except GroundgraphError as error:
                raise pytest.UsageError(str(error)) from error

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what was checked: the counts, and each answer that is not grounded."""
        if not self._records:
            return
        terminalreporter.section("groundgraph")
        for line in _lines(self._records):
            terminalreporter.write_line(line)
        if self._path:
            terminalreporter.write_line(f"report: {self._path}")


def _lines(records: list[Record]) -> Iterator[str]:
    counts = Counter(record["verdict"]["label"] for record in records)
    shown = ", ".join(f"{counts[label]} {label}" for label in _LABELS if counts[label])
    checked = "1 answer" if len(records) == 1 else f"{len(records):,} answers"
    yield f"{checked} checked: {shown}"
    for record in records:
        verdict = record["verdict"]
        if verdict["label"] != "grounded":
            score = verdict["hallucination_score"]
            said = f" {score:.2f}" if score is not None else f" ({verdict['reason']})"
            yield f"{verdict['label']}{said}  {record['id']}"


def _write(path: Path, records: list[Record]) -> None:
    from groundgraph.report.html import ReportWriter

    detectors = ", ".join(dict.fromkeys(record["detector"] for record in records))
    with ReportWriter(path, "Answers checked by pytest", detectors) as report:
        for number, record in enumerate(records, 1):
            example = _example(record)
            report.add(example, {"id": example.id, "line": number, **record["verdict"]})


def _example(record: Record) -> Example:
    from groundgraph.types import Example, Passage, Triple

    triples = record["triples"]
    return Example(
        record["answer"],
        [Passage(*each) for each in record["passages"]],
        question=record["question"],
        id=record["id"],
        triples=None if triples is None else tuple(Triple(*each) for each in triples),
    )
