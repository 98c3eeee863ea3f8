"""Versions held against the oldest that is asked for."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

RUBY = "The tool needs Ruby 3.1 or newer."
PHONE = "The reader app runs on iOS 15 and later."


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        (RUBY, "The tool works with Ruby 3.10.", "supported"),
        (RUBY, "The tool works with Ruby 2.7.", "contradicted"),
        (RUBY, "It does not run on Ruby 3.0.", "supported"),
        (PHONE, "The app runs on iOS 17.", "supported"),
        (PHONE, "The app runs on iOS 14.8.", "contradicted"),
        ("At least Java 17 is installed.", "Java 11 is enough.", "contradicted"),
    ],
)
def test_versions_are_ordered_part_by_part(passage: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == outcome


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("Needs Ruby 3.1 or newer; Ruby 3.4 is not supported.", "It works with Ruby 3.3."),
        ("The importer needs Ruby 3.1 or newer.", "The exporter works with Ruby 2.7."),
        (RUBY, "Ruby 2.7 users upgrade before it works."),
    ],
)
def test_other_limits_and_other_things_are_left_open(passage: str, claim: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == "open"
