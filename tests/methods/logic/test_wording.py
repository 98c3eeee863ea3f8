from __future__ import annotations

import pytest

from groundgraph.methods.logic.wording import NO_FACT, explained, not_read


@pytest.mark.parametrize(
    ("outcome", "passages", "sentence"),
    [
        ("supported", ["a"], "Entailed by passage a (support 0.75)."),
        ("supported", ["a", "b"], "Entailed by passages a and b read together (support 0.75)."),
        ("unsupported", ["a"], "Not entailed; passage a comes nearest (support 0.75)."),
        (
            "unsupported",
            ["a", "b", "c"],
            "Not entailed; passages a, b and c read together come nearest (support 0.75).",
        ),
        (
            "contradicted",
            ["a", "b"],
            "Contradicted by passages a and b read together (contradiction 0.62, support 0.75).",
        ),
    ],
)
def test_a_sentence_names_the_passages_and_how_sure_it_is(
    outcome: str, passages: list[str], sentence: str
) -> None:
    assert explained(outcome, passages, 0.75, 0.62) == sentence  # type: ignore[arg-type]


def test_of_many_passages_the_first_are_named_and_the_others_counted() -> None:
    six = [str(number) for number in range(1, 7)]

    assert "passages 1, 2, 3, 4, 5 and 6 read together" in explained("supported", six, 1, 0)
    assert "passages 1, 2, 3, 4, 5, 6 and 4 more read together" in explained(
        "supported", [str(number) for number in range(1, 11)], 1, 0
    )


@pytest.mark.parametrize("outcome", ["supported", "contradicted", "unsupported"])
def test_what_was_not_read_is_said_at_the_end(outcome: str) -> None:
    found = explained(outcome, ["a"], 0.5, 0.5, unread=12_345)  # type: ignore[arg-type]

    assert found.endswith(". 12,345 characters of the passages were not read.")
    assert not_read(12_345) in found
    assert "not read" not in explained(outcome, ["a"], 0.5, 0.5)  # type: ignore[arg-type]


def test_a_claim_without_a_fact_has_a_sentence_too() -> None:
    assert NO_FACT.endswith(".")
