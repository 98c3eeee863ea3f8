"""What the token block says of each word."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.methods.fused.blocks.lexical import index
from groundgraph.methods.fused.blocks.tokens import NAMES, measure
from groundgraph.methods.fused.rarity import Rarity
from groundgraph.text.passage_units import Unit

RARITY = Rarity({"the": 0.1, "on": 0.2}, 3.0)
UNITS = [
    Unit("1", None, "The ferry to Split leaves at 7:30.", None),
    Unit("2", None, "It carries 40 cars and 300 people.", None),
]
EVIDENCE = index(UNITS)


def row_of(claim: str, word: str, question: str = "") -> dict[str, float]:
    [words], rows = measure([claim], question, EVIDENCE, RARITY)
    [number] = [i for i, w in enumerate(words) if claim[w.start : w.end] == word]
    return dict(zip(NAMES, rows[number].tolist(), strict=True))


def test_a_word_that_the_evidence_holds_is_seen() -> None:
    row = row_of("The ferry leaves at noon.", "ferry")

    assert (row["seen"], row["content"], row["in_best_unit"]) == (1, 1, 1)
    assert row["units_share"] == pytest.approx(np.log(2) / np.log(3))


def test_a_word_that_it_does_not_hold_is_not() -> None:
    row = row_of("The ferry sinks.", "sinks")

    assert (row["seen"], row["in_best_unit"], row["units_share"]) == (0, 0, 0)


def test_a_number_of_another_sentence_is_seen_but_not_in_the_best_one() -> None:
    row = row_of("The ferry to Split leaves with 40.", "40")

    assert (row["number"], row["number_seen"], row["number_in_best_unit"]) == (1, 1, 0)
    assert row_of("It carries 41 cars.", "41")["number_seen"] == 0


def test_pairs_and_triples_are_those_of_neighbours() -> None:
    row = row_of("It carries 40 people.", "40")

    assert (row["left_pair_seen"], row["right_pair_seen"], row["triple_seen"]) == (1, 0, 1)


def test_words_of_the_question_and_of_earlier_claims_are_known() -> None:
    _, rows = measure(["Ferries sail.", "Ferries stop."], "Which ferries?", EVIDENCE, RARITY)

    asked, said = NAMES.index("asked"), NAMES.index("said_before")
    assert rows[:, asked].tolist() == [1, 0, 1, 0]
    assert rows[:, said].tolist() == [0, 0, 1, 0]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=60), max_size=4), st.text(max_size=30))
def test_every_value_is_a_share(claims: list[str], question: str) -> None:
    words, rows = measure(claims, question, EVIDENCE, RARITY)

    assert len(words) == len(claims)
    assert rows.shape == (sum(map(len, words)), len(NAMES))
    assert np.isfinite(rows).all()
    assert rows.min(initial=0) >= 0
    assert rows.max(initial=0) <= 1
