from __future__ import annotations

from pathlib import Path

import pytest

from groundgraph.text.answers.refusals import declines

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "refusals.tsv").read_text("utf-8").splitlines()[1:]
]


def share_taken_for_refusals(split: str, kind: str) -> float:
    own = [text for where, what, text in ROWS if (where, what) == (split, kind)]
    assert len(own) > 50
    return sum(map(declines, own)) / len(own)


@pytest.mark.parametrize("split", ["dev", "test"])
def test_nineteen_of_twenty_wordings_decline(split: str) -> None:
    assert share_taken_for_refusals(split, "refusal") >= 0.95


@pytest.mark.parametrize("split", ["dev", "test"])
def test_what_looks_like_a_refusal_is_a_claim(split: str) -> None:
    assert share_taken_for_refusals(split, "claim") <= 0.02


@pytest.mark.parametrize(
    ("sentence", "declined"),
    [
        ("The passages do not mention the fee.", True),
        ("The passages do not mention the fee, but the shop opens at nine.", False),
        ("I'm sorry, but I don't know.", True),
        ("That info isn't available in the system, sorry!", True),
        ("Sorry, that's not something I have on record.", True),
        ("Unfortunately no data was returned for that order.", True),
        ("The system is not available.", False),
        ("The system does not provide feedback.", False),
        ("Not returned.", False),
        ("I don't know, but Presley was born in Tupelo.", False),
        ("Note: The passages do not give the time, so bake it for 40 minutes.", False),
        ("“I don't know who did it,” the witness said.", False),
        ("No.", False),
        ("None.", False),
        ("Never.", False),
        ("", False),
        ("The answer is no.", False),
        ("We didn't find a nuclear weapon.", False),
        ("I didn't find any information about it.", True),
        ("I have never seen a pretty giraffe.", False),
        ("I don't have enough room for dessert.", False),
        ("I don't have enough context to answer that.", True),
        ("When it's necessary, a brief but not complex explanation is given for it.", False),
    ],
)
def test_a_sentence_that_also_claims_something_is_a_claim(sentence: str, declined: bool) -> None:
    assert declines(sentence) is declined


@pytest.mark.parametrize(
    ("sentence", "is_refusal"),
    [
        ("The passage states that no fee is charged.", False),
        ("The text says that not all of the members signed.", False),
        ("The passage states that no information about fees is given.", True),
        ("The passage does not state that a fee is charged.", True),
    ],
)
def test_what_the_evidence_denies_is_a_claim(sentence: str, is_refusal: bool) -> None:
    assert declines(sentence) is is_refusal
