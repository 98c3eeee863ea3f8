"""What is measured of the small words of a claim."""

from __future__ import annotations

import pytest

from groundgraph.methods.fused.blocks import quantities, scope
from groundgraph.text.scope import judge_scope

TOLD = ["Some members voted for the merger. The fee must be paid on time."]


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("All members voted for the merger.", "scope_wrong"),
        ("The fee must be paid on time.", "scope_supported"),
        ("All pupils wear a tie.", ""),
    ],
)
def test_what_is_found_of_a_claim(claim: str, found: str) -> None:
    [judged] = judge_scope("", TOLD, [claim])

    ruling = scope.RULE.ruling(judged)

    measured = dict(zip(scope.NAMES, ruling.features, strict=True))
    assert {name for name in scope.SHIFT.names if measured[name]} == ({found} if found else set())


def test_what_is_measured_is_named_once() -> None:
    assert len(set(scope.NAMES)) == len(scope.NAMES)
    assert not set(scope.NAMES) & set(quantities.NAMES)


def test_wrong_words_speak_against_a_claim_and_right_ones_for_it() -> None:
    wrong, doubtful, supported, *_ = scope.SHIFT.weights

    assert wrong >= doubtful > 0 > supported
