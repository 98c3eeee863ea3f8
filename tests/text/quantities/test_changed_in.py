"""A change is of the version whose list holds it."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.documents.markup import plain_text

LOG = """# Changelog

## [5.0.0] - 2024-09-30
### Removed
- Support for Python 3.8
### Fixed
- Crash when an empty album is opened (CVE-2025-10001)

## [4.2.0] - 2024-06-11
### Deprecated
- Python 3.8
### Added
- Dark mode for tablets

## [4.1.3] - 2024-02-02
- Photos upside down on some phones
"""


@pytest.mark.parametrize(
    "line",
    [
        "5.0.0, 2024-09-30 — Removed: Support for Python 3.8",
        "4.2.0, 2024-06-11 — Added: Dark mode for tablets",
        "4.1.3, 2024-02-02 — Change: Photos upside down on some phones",
    ],
)
def test_a_change_is_read_with_its_version(line: str) -> None:
    read = plain_text(LOG)

    assert read is not None
    assert line in read.text.split("\n")


@pytest.mark.parametrize(
    "text",
    [
        "1.5 kg of flour\n- sift it\n2.5 l of milk\n- warm it",
        "3.1 The parties agree.\n3.2 The fee is due.",
        "Version 2.0 came late.\nVersion 3.0 came soon.",
        "2.1\nOne list alone.",
    ],
)
def test_other_numbers_head_no_changes(text: str) -> None:
    read = plain_text(text)

    assert read is None or " — Change" not in read.text


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Support for Python 3.8 was dropped in 5.0.0.", "grounded"),
        ("Support for Python 3.8 was dropped in 4.2.0.", "hallucinated"),
        ("Version 4.2.0 added a dark mode for tablets.", "grounded"),
        ("Version 5.0.0 added a dark mode for tablets.", "hallucinated"),
        ("CVE-2025-10001 was fixed in 5.0.0.", "grounded"),
        ("CVE-2025-10001 was fixed in 4.1.3.", "hallucinated"),
    ],
)
def test_it_is_of_no_other(answer: str, label: str) -> None:
    assert check(passages=[LOG], answer=answer).label == label


def test_the_line_is_shown() -> None:
    verdict = check(passages=[LOG], answer="Version 5.0.0 added a dark mode for tablets.")

    assert "4.2.0" in verdict.findings[0].explanation
