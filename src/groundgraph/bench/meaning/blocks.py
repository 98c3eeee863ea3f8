"""Single features and blocks of `fused` as scores of their own, unfitted: who sees what.

The score of an answer is that of its worst claim, or of the answer where the feature is one of the
answer. A block's features have one unit, so that their signed sum means something; a feature
enters with the sign that it must have if it sees what it is there to see, never one that was
fitted. How an answer is put (`methods.fused.blocks.shape`) is no block here: no such sign is known.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.errors import NotFittedError
from groundgraph.methods.fused.blocks import reader
from groundgraph.methods.fused.blocks.details import CONFLICTS
from groundgraph.methods.fused.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.two_level import Table
    from groundgraph.methods.fused.sentence_level import SentenceLevel
    from groundgraph.types import Example

    Floats = NDArray[np.float64]


class ScoredBlock(NamedTuple):
    """Features whose signed sum is a score.

    Attributes:
        signs: +1 for each feature that speaks against a claim, -1 for each that speaks for it.
        why: Why that is its sign.
    """

    signs: Mapping[str, int]
    why: str


def _against(*names: str) -> dict[str, int]:
    return dict.fromkeys(names, 1)


def _for(*names: str) -> dict[str, int]:
    return dict.fromkeys(names, -1)


_READ = "of not being supported, or contradicted, as the reader of claim and evidence learned it"

BLOCKS: Mapping[str, ScoredBlock] = MappingProxyType(
    {
        **{name: ScoredBlock(_against(name), _READ) for name in reader.NAMES},
        "details, conflicts": ScoredBlock(
            _against(*CONFLICTS), "counts of what the nearest sentences say otherwise"
        ),
        "details, absent": ScoredBlock(
            _against("numbers_absent", "dates_absent", "times_absent", "names_absent"),
            "counts of numbers, dates, times and names that no passage holds",
        ),
        "details, names": ScoredBlock(
            _against("name_part_only", "names_apart"),
            "counts of names of which passages hold a part only, or never side by side",
        ),
        "facts": ScoredBlock(
            {
                **_against(
                    "affirmed_but_false",
                    "affirmed_but_unknown",
                    "affirmed_but_unlisted",
                    "denied_but_true",
                    "denied_but_unknown",
                    "rating_absent",
                    "rating_of_other",
                    "hours_conflict",
                    "open_but_closed",
                    "closed_but_open",
                    "place_conflict",
                    "cuisine_absent",
                ),
                **_for("facts_agreed", "hours_agreed"),
            },
            "counts of what a record says otherwise or not at all, less what it confirms",
        ),
        "fields": ScoredBlock(
            {
                **_against(
                    "fields_affirmed_but_false",
                    "fields_affirmed_but_unknown",
                    "fields_denied_but_true",
                    "times_not_of_the_day",
                    "days_not_listed",
                ),
                **_for("fields_agreed"),
            },
            "counts of yes/no fields and hours of a record, as above",
        ),
        "quantities": ScoredBlock(
            _against("quantities_score"),
            "1 where an amount, date, cell or order is wrong, 0 where all are right or follow",
        ),
        "statements": ScoredBlock(
            _against("statements_score"),
            "1 where roles are exchanged or the opposite is said, 0 where one sentence says it all",
        ),
        "lexical, unseen share": ScoredBlock(
            _against("unseen_share"), "a share of words that no passage holds"
        ),
        "lexical, unseen rarity": ScoredBlock(
            _against("unseen_rarity_share"), "the same, rare words counting more"
        ),
        "lexical, unseen numbers and capitals": ScoredBlock(
            _against("unseen_numbers", "unseen_capitals"), "counts that no passage holds"
        ),
        "lexical, copying": ScoredBlock(
            {**_against("new_bigram_share", "new_trigram_share"), **_for("copied_share")},
            "shares of new word sequences, less the share that is copied",
        ),
        "lexical, nearest sentences": ScoredBlock(
            _for("best_unit_share", "two_units_share"),
            "shares of the claim's words that one sentence, or two, hold",
        ),
        "lexical, negation": ScoredBlock(
            _against("negation_mismatch"), "one of claim and nearest sentence is negated"
        ),
    }
)
"""Scores by name."""


def block_scores(
    detector: SentenceLevel, examples: Sequence[Example], blocks: Mapping[str, ScoredBlock] = BLOCKS
) -> dict[str, Floats]:
    """Score answers by each block.

    Args:
        detector: A fitted one, of which the measures alone are used; blocks of features that it
            does not measure are left out.
        examples: The answers.
        blocks: By name.

    Returns:
        For each block, shape ``(n_examples,)``; NaN where the answer cannot be checked.

    Raises:
        NotFittedError: When the detector has not been fitted.
    """
    if detector.rarity is None:
        raise NotFittedError("blocks are measured as a fitted detector does; call fit, or load it")
    readings = list(read(examples, detector.segmenter, detector.rarity))
    checked = np.array([not reading.obstacle for reading in readings], bool)
    table = detector.measure_all([r for r in readings if not r.obstacle], detector.rarity)
    measured = {*table.answer_names, *table.claim_names, *table.beside_names}
    scores = {}
    for name, block in blocks.items():
        if not block.signs.keys() <= measured:
            continue
        scores[name] = np.full(len(examples), np.nan)
        scores[name][checked] = _score(block, table)
    return scores


def _score(block: ScoredBlock, table: Table) -> Floats:
    """Return the block's score of each answer of the table, shape ``(n_answers,)``."""
    if block.signs.keys() <= set(table.answer_names):
        return _sums(block, table.answers, table.answer_names)
    worst = np.full(len(table.answers), -np.inf)
    beside = block.signs.keys() <= set(table.beside_names)
    rows, names = (
        (table.beside, table.beside_names) if beside else (table.claims, table.claim_names)
    )
    np.maximum.at(worst, table.owner, _sums(block, rows, names))
    return worst


def _sums(block: ScoredBlock, rows: Floats, names: Sequence[str]) -> Floats:
    places = [names.index(name) for name in block.signs]
    return np.asarray(rows[:, places] @ np.array(list(block.signs.values()), float))
