from __future__ import annotations

import math

import pytest

from groundgraph import load
from groundgraph.methods.fused.rarity import Rarity, english_rarity


def test_rarity_is_the_logarithm_of_how_few_texts_hold_a_word() -> None:
    rarity = Rarity.fit(["bus bus stop", "buses", "the bus", "stop", "stops here", "a fish"])

    assert rarity.frequencies == {"bus": 0.69, "stop": 0.69}
    assert rarity.of("bus") == pytest.approx(math.log(6 / 3), abs=0.005)


def test_a_word_of_fewer_than_three_texts_is_as_rare_as_an_unknown_one() -> None:
    rarity = Rarity.fit(["fish", "fish", "bus"])

    assert rarity.frequencies == {}
    assert rarity.of("fish") == rarity.of("zebra") == pytest.approx(math.log(4), abs=0.005)


def test_a_word_of_every_text_has_no_rarity() -> None:
    assert Rarity.fit(["bus"] * 3).of("bus") == 0.0


def test_without_texts_all_words_are_alike() -> None:
    rarity = Rarity.fit([])

    assert rarity.of("bus") == rarity.unknown > 0


def test_the_rarity_of_english_is_what_the_shipped_detectors_know() -> None:
    known = english_rarity()

    assert known.of("the") < known.of("ferry") < known.of("zyzzyva") == known.unknown
    assert known == load("lexical").rarity  # type: ignore[attr-defined]
