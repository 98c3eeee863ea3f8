from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.methods.gga.wording import leaning, numbers
from groundgraph.types import Triple

FACTS = [Triple(name, "is", "true") for name in "ABCDEFGH"]


def test_at_most_three_triples_are_leaned_on_and_the_most_ignored_are_counted() -> None:
    shares = np.array([0.3, 0.2, 0.25, 0.2, 0.02, 0.01, 0.01, 0.01])

    said = leaning(FACTS, shares, [])

    assert said == (
        "The answer leaned on “A is true” (0.30 of its attention to the triples), “C is true” "
        "(0.25) and “B is true” (0.20); it ignored “H is true” (0.01), “G is true” (0.01) and 2 "
        "more."
    )


def test_an_ignored_triple_of_the_path_is_named_first() -> None:
    said = leaning(FACTS[:4], np.array([0.97, 0.01, 0.02, 0.0]), [2])

    assert "it ignored “C is true” (0.02, on the path), “D is true” (0.00)" in said


def test_even_attention_leans_on_one_and_ignores_none() -> None:
    said = leaning(FACTS[:2], np.array([0.5, 0.5]), [0])

    assert said == (
        "The answer leaned on “A is true” (0.50 of its attention to the triples); it ignored none."
    )


def test_no_attention_at_all_is_said() -> None:
    assert leaning(FACTS, np.zeros(8), []) == "The answer paid no attention to the triples."


def test_prd_and_sas_are_put_into_words() -> None:
    assert numbers(-1.0, 0.2).startswith("PRD -1.00: of its attention, 0.00 went along the path")


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_any_attention_is_told_in_one_sentence(shares: list[float]) -> None:
    said = leaning(FACTS[: len(shares)], np.array(shares), [0])

    assert said.startswith("The answer ")
    assert said.endswith(".")
    assert said.count("leaned") <= 1
