from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph import Passage
from groundgraph.methods.fused.blocks.lexical import (
    NAMES,
    best_units,
    index,
    measure,
    stretch_shares,
)
from groundgraph.methods.fused.rarity import Rarity
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.passage_units import Unit, evidence_units

if TYPE_CHECKING:
    from collections.abc import Sequence

EVIDENCE = ("Zorba opens at 8 in Berlin.", "It does not serve fish.")
CLAIM = "Zorba opens at 9 in Bonn and serves fish."
EQUAL = Rarity({}, 1.0)
COUNTS = {
    "content_words",
    "unseen_words",
    "unseen_rarity",
    "unseen_rarest",
    "unseen_numbers",
    "unseen_capitals",
    "longest_copy",
}


def features(
    *claims: str, question: str = "", evidence: Sequence[str] = EVIDENCE, rarity: Rarity = EQUAL
) -> list[dict[str, float]]:
    units = [Unit("1", None, text, None) for text in evidence]
    rows = measure(claims, question, index(units), rarity)
    assert rows.shape == (len(claims), len(NAMES))
    return [dict(zip(NAMES, map(float, row), strict=True)) for row in rows]


def test_every_feature_of_a_claim_counted_by_hand() -> None:
    # Content: Zorba, opens, 9, Bonn, serves, fish. Nine words, eight pairs, seven triples.
    expected = {
        "content_words": 6,
        "unseen_words": 1,  # Bonn; numbers are counted apart
        "unseen_share": 1 / 6,
        "unseen_rarity": 1,
        "unseen_rarity_share": 1 / 6,
        "unseen_rarest": 1,
        "unseen_not_asked_share": 1 / 6,
        "unseen_numbers": 1,
        "unseen_number_share": 1,
        "unseen_capitals": 1,  # the first word does not count
        "unseen_capital_share": 1,
        "new_bigram_share": 5 / 8,  # known: Zorba opens, opens at, serve fish
        "new_content_bigram_share": 3 / 5,  # known: Zorba opens, serve fish
        "new_trigram_share": 6 / 7,  # known: Zorba opens at
        "longest_copy": 3,
        "copied_share": 3 / 9,
        "best_unit_share": 2 / 6,  # Zorba, opens
        "two_units_share": 4 / 6,  # and serve, fish
        "best_unit_number_share": 1,
        "best_unit_capital_share": 1,
        "negation_mismatch": 0,
        "spread": 1,
        "repeated_share": 0,
    }

    assert set(expected) == set(NAMES)
    assert features(CLAIM)[0] == pytest.approx(expected)


def test_a_copied_sentence_has_nothing_new() -> None:
    (row,) = features(EVIDENCE[0])

    assert row["copied_share"] == row["best_unit_share"] == row["two_units_share"] == 1
    assert row["longest_copy"] == 6
    assert not any(row[name] for name in NAMES if name.startswith(("unseen", "new")))


def test_what_the_question_says_is_told_apart() -> None:
    asked, unasked = features(CLAIM, question="Is it in Bonn?"), features(CLAIM)

    assert asked[0]["unseen_not_asked_share"] == 0
    assert unasked[0]["unseen_not_asked_share"] == pytest.approx(1 / 6)
    assert asked[0]["unseen_share"] == unasked[0]["unseen_share"]


def test_rarity_weighs_the_words() -> None:
    rarity = Rarity({"zorba": 4.0, "bonn": 3.0}, 1.0)  # the six content words weigh 11

    (row,) = features(CLAIM, rarity=rarity)

    assert row["unseen_rarity"] == row["unseen_rarest"] == 3.0
    assert row["unseen_rarity_share"] == pytest.approx(3 / 11)
    assert row["best_unit_share"] == pytest.approx(5 / 11)
    assert row["two_units_share"] == pytest.approx(7 / 11)


def test_a_negation_that_the_nearest_unit_lacks_or_has_is_a_mismatch() -> None:
    rows = features("It serves fish.", "It never serves fish.", "Zorba does not open in Berlin.")

    assert [row["negation_mismatch"] for row in rows] == [1, 0, 1]


def test_spread_is_the_share_of_units_that_are_nearly_as_near() -> None:
    evidence = ("red fish swim", "red fish", "red", "snow")

    (row,) = features("Red fish swim.", evidence=evidence)

    assert row["spread"] == 2 / 4  # three and two words of three; more than half of the best


def test_headings_do_not_count_among_the_sentences() -> None:
    sentences = ("Zorba opens at 8 in Berlin.", "It does not serve any fish.")
    pages = [sentences, ("Details", *sentences, "Terms of use")]

    alone, headed = (features(CLAIM, evidence=page)[0] for page in pages)

    assert headed == alone


def test_what_an_earlier_claim_said_is_repeated() -> None:
    rows = features("Zorba opens.", "Zorba serves fish.", "Zorba opens and serves fish.")

    assert [row["repeated_share"] for row in rows] == pytest.approx([0, 1 / 3, 1])


def test_spelled_numbers_and_times_are_compared_by_value() -> None:
    rows = features("Eight fish came at 4:30 PM.", evidence=("8 fish came at 16:30.",))

    assert rows[0]["unseen_numbers"] == rows[0]["best_unit_number_share"] == 0


def test_a_claim_of_words_that_every_text_holds_is_finite() -> None:
    (row,) = features("Fish.", rarity=Rarity({"fish": 0.0}, 1.0))

    assert row["best_unit_share"] == row["two_units_share"] == row["unseen_rarity_share"] == 0


@pytest.mark.parametrize("claim", ["", "...", "and of the", "\ud800", "12"])
def test_a_claim_without_content_words_is_finite(claim: str) -> None:
    assert all(np.isfinite(list(features(claim)[0].values())))


def test_without_evidence_everything_is_unseen() -> None:
    (row,) = features("Zorba serves fish.", evidence=())

    assert row["unseen_share"] == row["new_bigram_share"] == 1
    assert row["best_unit_share"] == row["copied_share"] == 0


def test_no_claims_have_no_rows() -> None:
    assert features() == []


def test_the_units_are_scored_by_the_share_of_the_claim_they_hold() -> None:
    units = index([Unit("1", None, text, None) for text in (*EVIDENCE, "Snow.")])

    found = best_units(CLAIM, units, EQUAL)

    assert found == pytest.approx([2 / 6, 2 / 6, 0])


TEXTS = st.text(st.characters()) | st.lists(
    st.sampled_from("Zorba fish 8 not 4:30 opens opening the in 1,200 bus é 東京 . \n".split(" "))
).map(" ".join)


@settings(max_examples=60)
@given(
    st.lists(TEXTS, max_size=4),
    st.lists(TEXTS, max_size=3),
    TEXTS,
    st.sampled_from([EQUAL, Rarity({"fish": 0.0, "zorba": 0.0}, 2.5), Rarity({}, 0.0)]),
)
def test_all_features_are_finite_and_shares_lie_in_0_to_1(
    claims: list[str], passages: list[str], question: str, rarity: Rarity
) -> None:
    parts = tuple(Passage(text, str(number)) for number, text in enumerate(passages))
    evidence = index(evidence_units([parts], SentenceSegmenter())[0])

    rows = measure(claims, question, evidence, rarity)

    assert np.isfinite(rows).all()
    assert (rows >= 0).all()
    shares = [number for number, name in enumerate(NAMES) if name not in COUNTS]
    assert (rows[:, shares] <= 1 + 1e-9).all()
    for claim in claims:
        near = best_units(claim, evidence, rarity)
        assert ((near >= 0) & (near <= 1 + 1e-9)).all()


def test_the_numbers_do_not_depend_on_the_hash_seed_of_the_process() -> None:
    script = """
import math
from groundgraph.methods.fused.blocks.lexical import best_units, index, measure
from groundgraph.methods.fused.rarity import Rarity
from groundgraph.text.passage_units import Unit
words = "amber birch cedar delta ember fjord grove haven inlet jetty knoll lagoon".split()
rarity = Rarity({word: math.log(3 + 7 * number) for number, word in enumerate(words)}, 2.3)
evidence = index([Unit("1", None, " ".join(words[n : n + 7]), None) for n in range(6)])
claim = " ".join(reversed(words))
print(measure([claim], "", evidence, rarity).tolist(), best_units(claim, evidence, rarity).tolist())
"""
    printed = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in range(4)
    }
    assert len(printed) == 1


def test_units_of_a_record_hold_a_claim_together() -> None:
    units = [Unit("1", None, text, None) for text in ("Zorba is in Berlin.", "It serves fish.")]

    shares = stretch_shares("Zorba serves fish.", index(units), EQUAL, [(0, 1), (1, 2), (0, 2)])

    assert shares == pytest.approx([1 / 3, 2 / 3, 1.0])
