"""What a token classifier reads and says, as immutable values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class TokenWindow(NamedTuple):
    """Tokens that are read together.

    Attributes:
        ids: Of the shipped vocabulary, special tokens left out.
        parts: The number of the evidence unit, or of the claim, that each token stands in.
    """

    ids: tuple[int, ...]
    parts: tuple[int, ...]


class AnswerTokens(NamedTuple):
    """An answer beside its evidence, as tokens.

    Attributes:
        evidence: The distinct windows of the passages.
        n_units: How many evidence units there are.
        records: The first and one past the last unit of each passage that is data.
        question: The windows of the question; () without one.
        answer: The windows of the answer's claims, in order.
        n_claims: How many claims there are.
        rows: What else is known of each answer token, shape ``(n_tokens, n_rows)``.
    """

    evidence: tuple[TokenWindow, ...]
    n_units: int
    records: tuple[tuple[int, int], ...]
    question: tuple[TokenWindow, ...]
    answer: tuple[TokenWindow, ...]
    n_claims: int
    rows: NDArray[np.float32]


class TokenScores(NamedTuple):
    """What a token classifier says of an answer.

    Attributes:
        unsupported: Log-odds that the evidence does not support each token, shape
            ``(n_tokens,)``.
        contradicted: Log-odds that the evidence contradicts a token, given that it does not
            support it, shape ``(n_tokens,)``.
        answer: Log-odds that anything in the answer is not supported.
        nearness: How near each evidence unit is to each claim: the mean over the claim's tokens
            of the highest cosine to a token of the unit, shape ``(n_claims, n_units)``; 0 for
            units that were not read.
        records: The same to all facts of a record together, shape ``(n_claims, n_records)``.
    """

    unsupported: NDArray[np.float32]
    contradicted: NDArray[np.float32]
    answer: float
    nearness: NDArray[np.float32]
    records: NDArray[np.float32]
