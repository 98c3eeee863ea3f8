"""What the trees of `lexical` and `fused` are fitted on beside RAGTruth's answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from training.fused.pairs import EVERY_PAIR, FEW_PAIRS, PairCounts, mnli_pairs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.data
@pytest.mark.parametrize("counts", [EVERY_PAIR, FEW_PAIRS])
def test_half_of_the_pairs_are_entailed(data_folder: Path, counts: PairCounts) -> None:
    found = [*mnli_pairs(data_folder, counts)]

    assert len({e.id for e in found}) == len(found) == counts.kept
    assert sum(bool(e.label) for e in found) * 2 == len(found)
