"""Token block: what each word of an answer has in common with the evidence.

One row for each word; the words of a claim share the claim's nearest units. Every feature is
finite, and all but ``rarity`` lie in [0, 1].
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.features.lexical import best_units
from groundgraph.features.numbers import quantities_with_text
from groundgraph.features.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from groundgraph.features.lexical import Index
    from groundgraph.features.rarity import Rarity
    from groundgraph.features.words import Word

NAMES = (
    "is_word",
    "content",
    "capital",
    "number",
    "negation",
    "seen",
    "seen_as_capital",
    "number_seen",
    "number_in_best_unit",
    "left_pair_seen",
    "right_pair_seen",
    "triple_seen",
    "left_content_pair_seen",
    "right_content_pair_seen",
    "in_best_unit",
    "in_two_best_units",
    "units_share",
    "asked",
    "said_before",
    "rarity",
    "best_unit_share",
)
_MOST_RARE = 8.0


def measure(
    claims: Sequence[str], question: str, evidence: Index, rarity: Rarity
) -> list[tuple[list[Word], NDArray[np.float32]]]:
    """Measure the words of each claim of one answer.

    Args:
        claims: The claims' texts, in the order of the answer.
        question: The question, or "".
        evidence: The index of the answer's passages.
        rarity: How rare each stem is.

    Returns:
        For each claim its words, whose offsets count from the claim's start, and their rows,
        shape ``(n_words, len(NAMES))``.
    """
    asked = {word.stem for word in words(question)}
    said: set[str] = set()
    found = []
    for claim in claims:
        claim_words = words(claim)
        found.append((claim_words, _rows(claim, claim_words, (asked, said), evidence, rarity)))
        said |= {word.stem for word in claim_words if word.content}
    return found


def _rows(
    claim: str,
    claim_words: list[Word],
    known: tuple[AbstractSet[str], AbstractSet[str]],
    evidence: Index,
    rarity: Rarity,
) -> NDArray[np.float32]:
    if not claim_words:
        return np.zeros((0, len(NAMES)), np.float32)
    asked, said = known
    stems = [word.stem for word in claim_words]
    content = [i for i, word in enumerate(claim_words) if word.content]
    content_pairs = np.zeros((len(stems), 2))
    content_pairs[content] = _pairs_seen([stems[i] for i in content], evidence.content_bigrams)
    overlap = best_units(claim, evidence, rarity)
    best = np.argsort(-overlap, kind="stable")[:2].tolist()
    share = float(overlap[best[0]]) if best else 0.0
    most_units = math.log1p(max(evidence.n_units, 1))
    # In the order of NAMES.
    blocks = [
        [(1.0, w.content, w.capital, w.number, w.negation) for w in claim_words],
        [(stem in evidence.stems, stem in evidence.capitals) for stem in stems],
        _numbers_seen(claim, claim_words, evidence, best[:1]),
        _pairs_seen(stems, evidence.bigrams),
        _triples_seen(stems, evidence)[:, None],
        content_pairs,
        [
            (
                *_places(evidence.postings.get(stem, ()), best),
                math.log1p(len(evidence.postings.get(stem, ()))) / most_units,
                stem in asked,
                stem in said,
                min(rarity.of(stem), _MOST_RARE) / _MOST_RARE,
                share,
            )
            for stem in stems
        ],
    ]
    return np.concatenate([np.array(block, np.float32) for block in blocks], axis=1)


def _pairs_seen(stems: list[str], known: AbstractSet[tuple[str, str]]) -> NDArray[np.float64]:
    """Say whether each word's pair with the one before, and after, is known; shape ``(n, 2)``."""
    seen = np.zeros((len(stems), 2))
    for i in range(1, len(stems)):
        seen[i - 1, 1] = seen[i, 0] = (stems[i - 1], stems[i]) in known
    return seen


def _triples_seen(stems: list[str], evidence: Index) -> NDArray[np.float64]:
    seen = np.zeros(len(stems))
    for i in range(2, len(stems)):
        if (stems[i - 2], stems[i - 1], stems[i]) in evidence.trigrams:
            seen[i - 2 : i + 1] = 1.0
    return seen


def _numbers_seen(
    claim: str, claim_words: list[Word], evidence: Index, best: list[int]
) -> NDArray[np.float64]:
    """Say of each word, if it begins a quantity, whether the evidence and its best unit hold it."""
    starts = {word.start: i for i, word in enumerate(claim_words)}
    seen = np.zeros((len(claim_words), 2))
    for start, _, readings in quantities_with_text(claim):
        if (i := starts.get(start)) is not None:
            seen[i] = (
                not readings.isdisjoint(evidence.numbers),
                any(not readings.isdisjoint(evidence.unit_numbers[unit]) for unit in best),
            )
    return seen


def _places(units: Sequence[int], best: list[int]) -> tuple[bool, bool]:
    """Say whether a word stands in the best unit, and in one of the two best."""
    return bool(best) and best[0] in units, any(b in units for b in best)
