"""What the trees of `fused` are fitted on beside RAGTruth's answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph import Example, Passage
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.parts.token_classifiers.minilm import MiniLMTokens
from training.fused.out_of_fold import OutOfFold
from training.tokens.pairs import pairs, unseen_pairs
from training.tokens.recipe import EVERY_PAIR, FEW_PAIRS, PairCounts

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.learn.two_level import Table

# No word of the claim is known: both answers have the same rows, but not the same evidence.
ALIKE = [
    Example("Cats sleep.", (Passage("It rains in Split."),), id="rain"),
    Example("Cats sleep.", (Passage("My dog naps all day long."),), id="dog"),
]


def measured(detector: Fused, examples: list[Example]) -> Table:
    readings = [*read(examples, SentenceSegmenter())]
    assert not any(reading.obstacle for reading in readings)
    return detector.measure_all(readings, english_rarity())


def test_what_a_model_said_of_others_is_repeated_for_each_of_them() -> None:
    known = OutOfFold({}).with_others(ALIKE, MiniLMTokens())

    again, once = measured(Fused(tokens=known), ALIKE), measured(Fused(), ALIKE)

    np.testing.assert_array_equal(again.claims, once.claims)
    np.testing.assert_array_equal(again.answers, once.answers)
    assert not np.array_equal(once.answers[0], once.answers[1])


def test_an_answer_that_no_model_judged_is_refused() -> None:
    known = OutOfFold({}).with_others(ALIKE[:1], MiniLMTokens())

    with pytest.raises(KeyError):
        measured(Fused(tokens=known), ALIKE)


@pytest.mark.data
@pytest.mark.parametrize("counts", [EVERY_PAIR, FEW_PAIRS])
def test_no_pair_trains_both_the_token_model_and_the_trees(
    data_folder: Path, counts: PairCounts
) -> None:
    seen = {(e.passages[0].text, e.answer) for e in pairs(data_folder, counts)}
    left = [*unseen_pairs(data_folder, counts)]

    assert not seen & {(e.passages[0].text, e.answer) for e in left}
    assert len({e.id for e in left}) == len(left) == counts.unseen
    assert sum(bool(e.label) for e in left) * 2 == len(left)
