"""Token block: what each word of an answer has in common with the evidence.

One row for each word; the words of a claim share the claim's nearest units. Every feature is
finite, and all but ``rarity`` lie in [0, 1].
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.methods.fused.blocks.lexical import shares
from groundgraph.text.numbers import quantities_with_text
from groundgraph.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from groundgraph.methods.fused.blocks.lexical import Index
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.text.words import Word

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
_NO_NUMBER = (False, False)


def measure(
    claims: Sequence[str], question: str, evidence: Index, rarity: Rarity
) -> tuple[list[list[Word]], NDArray[np.float32]]:
    """Measure the words of the claims of one answer.

    Args:
        claims: The claims' texts, in the order of the answer.
        question: The question, or "".
        evidence: The index of the answer's passages.
        rarity: How rare each stem is.

    Returns:
        The words of each claim, whose offsets count from the claim's start, and the rows of all
        words, shape ``(n_words, len(NAMES))``.
    """
    asked = {word.stem for word in words(question)}
    said: set[str] = set()
    found: list[list[Word]] = []
    rows: list[tuple[float, ...]] = []
    for claim in claims:
        claim_words = words(claim)
        found.append(claim_words)
        rows += _rows(claim, claim_words, (asked, said), evidence, rarity)
        said |= {word.stem for word in claim_words if word.content}
    return found, np.array(rows, np.float32).reshape(-1, len(NAMES))


def _rows(
    claim: str,
    claim_words: list[Word],
    known: tuple[AbstractSet[str], AbstractSet[str]],
    evidence: Index,
    rarity: Rarity,
) -> Iterator[tuple[float, ...]]:
    asked, said = known
    stems = [word.stem for word in claim_words]
    content = [i for i, word in enumerate(claim_words) if word.content]
    content_pairs = [(False, False)] * len(stems)
    seen = _pairs_seen([stems[i] for i in content], evidence.content_bigrams)
    for i, pair in zip(content, seen, strict=True):
        content_pairs[i] = pair
    best, share = _best_two(claim, evidence, rarity)
    first, second = (*best, -1, -1)[:2]
    numbers = _numbers_seen(claim, evidence, best[:1])
    pairs = _pairs_seen(stems, evidence.bigrams)
    triples = _triples_seen(stems, evidence)
    postings, capitals, unit_shares = evidence.postings, evidence.capitals, evidence.unit_shares
    for (stem, start, _, *kind), pair, triple, content_pair in zip(
        claim_words, pairs, triples, content_pairs, strict=True
    ):
        units = postings.get(stem, ())
        in_first = first in units
        # In the order of NAMES.
        yield (
            True,
            *kind,
            bool(units),
            stem in capitals,
            *numbers.get(start, _NO_NUMBER),
            *pair,
            triple,
            *content_pair,
            in_first,
            in_first or second in units,
            unit_shares[len(units)],
            stem in asked,
            stem in said,
            min(rarity.of(stem), _MOST_RARE) / _MOST_RARE,
            share,
        )


def _best_two(claim: str, evidence: Index, rarity: Rarity) -> tuple[list[int], float]:
    """Return the two units that hold most of a claim, and what the first one holds of it."""
    overlap = shares(claim, evidence, rarity)
    best = sorted(range(len(overlap)), key=overlap.__getitem__, reverse=True)[:2]
    return best, overlap[best[0]] if best else 0.0


def _pairs_seen(stems: list[str], known: AbstractSet[tuple[str, str]]) -> list[tuple[bool, bool]]:
    """Say of each word whether its pair with the one before, and after, is known."""
    seen = [pair in known for pair in pairwise(stems)]
    return list(zip([False, *seen], [*seen, False], strict=True)) if stems else []


def _triples_seen(stems: list[str], evidence: Index) -> list[bool]:
    """Say of each word whether one of its triples is known."""
    seen = [False] * len(stems)
    for i, triple in enumerate(zip(stems, stems[1:], stems[2:], strict=False)):
        if triple in evidence.trigrams:
            seen[i : i + 3] = (True,) * 3
    return seen


def _numbers_seen(claim: str, evidence: Index, best: list[int]) -> dict[int, tuple[bool, bool]]:
    """Say of each quantity, by its start, whether the evidence and its best unit hold it."""
    return {
        start: (
            not readings.isdisjoint(evidence.numbers),
            any(not readings.isdisjoint(evidence.unit_numbers[unit]) for unit in best),
        )
        for start, _, readings in quantities_with_text(claim)
    }
