"""Token-score block: what a token classifier says of the words of a claim, and of the answer.

Log-odds are clipped to [-12, 12]; shares and probabilities lie in [0, 1].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from groundgraph.token_types import TokenScores

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
_MOST = 12.0


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
    starts = np.searchsorted(claims, np.arange(n_claims))
    stops = np.append(starts, len(claims))[1:]
    return np.array(
        [_claim(words[start:stop]) for start, stop in zip(starts, stops, strict=True)]
    ).reshape(n_claims, len(NAMES))


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


def _claim(words: Floats) -> tuple[float, ...]:
    odds = np.sort(words[:, 0])[::-1]
    return (
        odds[0],
        odds[:3].mean(),
        odds.mean(),
        _any(odds),
        float((odds > 0).mean()),
        _longest_run(words[:, 0] > 0),
        words[:, 1].max(),
    )


def _any(odds: Floats) -> float:
    """Return the log of the expected number of unsupported words."""
    return float(np.log(_share(odds).sum()))


def _share(odds: NDArray[np.floating]) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.asarray(odds, float))), float)


def _log_odds(share: Floats) -> Floats:
    return np.clip(np.log(share / (1.0 - share)), -_MOST, _MOST)


def _longest_run(marks: NDArray[np.bool_]) -> float:
    steps = np.flatnonzero(np.diff(np.concatenate([[0], marks.astype(np.int8), [0]])))
    return float(np.max(steps[1::2] - steps[::2], initial=0))
