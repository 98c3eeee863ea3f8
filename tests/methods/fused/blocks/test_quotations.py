from __future__ import annotations

from groundgraph.methods.fused.blocks.quotations import NAMES, measure

PASSAGE = "The mayor said: “It was a very long day for all of us, but nobody was hurt.”"


def test_quotations_that_no_text_holds_are_counted_by_kind() -> None:
    claims = [
        'She said "we shall rebuild the bridge by spring".',
        'She said "it was a very good day for all of us".',
        "She said that nobody was hurt.",
    ]

    assert measure(claims, [PASSAGE]).tolist() == [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]]


def test_no_claims_have_no_rows() -> None:
    assert measure([], [PASSAGE]).shape == (0, len(NAMES))
