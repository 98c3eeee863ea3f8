"""Token-score block: what a token classifier says of the words of a claim, and of the answer.

Log-odds are clipped to [-12, 12]; shares and probabilities lie in [0, 1].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.learn.shift import Shift

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from groundgraph.types.tokens import TokenScores

    Floats = NDArray[np.float64]

NAMES = (
    "token_worst",
    "token_top3",
    "token_mean",
    "token_any",
    "token_flagged_share",
    "token_longest_run",
    "token_contradicted",
)
ANSWER_NAMES = (
    "token_answer",
    "token_answer_worst",
    "token_answer_top5",
    "token_answer_any",
    "token_answer_flagged",
)
PATH = "token_path"
"""`token_any` once more, beside the trees, so that they cannot overrule what the words say."""
SHIFT = Shift(names=(PATH,), weights=(0.25,))
_MOST = 12.0
_TOP = 3


def of_words(scores: TokenScores, word_of: NDArray[np.integer], n_words: int) -> Floats:
    """Return, for each word, the highest log-odds of its tokens, and that of a contradiction.

    Args:
        scores: Of the answer's tokens.
        word_of: The number of each token's word, or -1, shape ``(n_tokens,)``.
        n_words: How many words there are; every one has a token.

    Returns:
        Shape ``(n_words, 2)``.
    """
    inside = word_of >= 0
    table = np.full((n_words, 2), -_MOST)
    unsupported = np.clip(scores.unsupported, -_MOST, _MOST)
    # P(contradicted) = P(unsupported) P(contradicted | unsupported)
    given = np.clip(scores.contradicted, -_MOST, _MOST)
    contradicted = _log_odds(_share(unsupported) * _share(given))
    np.maximum.at(table[:, 0], word_of[inside], unsupported[inside])
    np.maximum.at(table[:, 1], word_of[inside], contradicted[inside])
    return table


def measure(words: Floats, claims: NDArray[np.integer], n_claims: int) -> Floats:
    """Measure the claims of one answer.

    Args:
        words: What `of_words` returns.
        claims: The claim of each word, ascending; every claim has a word.
        n_claims: How many claims there are.

    Returns:
        Shape ``(n_claims, len(NAMES))``.
    """
    if not n_claims:
        return np.zeros((0, len(NAMES)))
    odds, contradicted = words.T
    starts = np.searchsorted(claims, np.arange(n_claims))
    sizes = np.diff(starts, append=len(claims))
    ranked = odds[np.lexsort((-odds, claims))]
    top = starts[:, None] + np.arange(_TOP)
    in_claim = np.arange(_TOP) < sizes[:, None]
    highest = np.where(in_claim, ranked[np.minimum(top, len(odds) - 1)], 0.0)
    # In the order of NAMES.
    columns = (
        highest[:, 0],
        highest.sum(1) / in_claim.sum(1),
        np.add.reduceat(odds, starts) / sizes,
        np.log(np.add.reduceat(_share(odds), starts)),
        np.add.reduceat(odds > 0, starts, dtype=float) / sizes,
        _longest_runs(odds > 0, starts),
        np.maximum.reduceat(contradicted, starts),
    )
    return np.stack(columns, axis=1)


def measure_answer(scores: TokenScores, words: Floats) -> tuple[float, ...]:
    """Measure a whole answer, one value for each of `ANSWER_NAMES`."""
    odds = np.sort(words[:, 0])[::-1]
    return (
        float(np.clip(scores.answer, -_MOST, _MOST)),
        float(odds[0]),
        float(odds[:5].mean()),
        _any(odds),
        float((odds > 0).sum()),
    )


def _any(odds: Floats) -> float:
    """Return the log of the expected number of unsupported words."""
    return float(np.log(_share(odds).sum()))


def _share(odds: NDArray[np.floating]) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.asarray(odds, float))), float)


def _log_odds(share: Floats) -> Floats:
    return np.clip(np.log(share / (1.0 - share)), -_MOST, _MOST)


def _longest_runs(marks: NDArray[np.bool_], starts: NDArray[np.integer]) -> Floats:
    """Return how many marked words stand side by side at most, for each claim."""
    places = np.arange(len(marks))
    before = np.where(marks, -1, places)  # the last word that ends a run
    before[starts] = np.where(marks[starts], starts - 1, starts)
    return np.maximum.reduceat(places - np.maximum.accumulate(before), starts).astype(float)
