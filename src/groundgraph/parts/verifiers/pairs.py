"""What every verifier shares: each distinct pair once, and long premises in windows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.parts.windows import readable, windows
from groundgraph.types import Entailments, Pair

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

UNKNOWN = (0.0, 1.0, 0.0)
"""Entailment, neutral and contradiction of a pair that could not be judged."""


class PairLimits(NamedTuple):
    """What a model can read of a pair.

    Attributes:
        starts: Returns where each token of a text starts, special tokens left out.
        max_tokens: Tokens of a pair, special ones among them.
        special: Special tokens of a pair, and those of a prompt around it.
        most_windows: Windows of a premise that are read, at least 1; what follows them is not.
        unit: What a message calls the tokens.
    """

    starts: Callable[[str], Sequence[int]]
    max_tokens: int
    special: int
    most_windows: int
    unit: str = "tokens"


class _Cut(NamedTuple):
    """A pair as the model gets it: its windows, what it leaves, or why it gets none."""

    pieces: list[Pair]
    unread: int
    problem: str


def verify_in_windows(
    pairs: Sequence[Pair],
    limits: PairLimits,
    compute: Callable[[list[Pair]], NDArray[np.floating]],
) -> Entailments:
    """Judge pairs with a model that reads a limited number of tokens.

    The entailment of a pair is that of the window that entails it most. What is left of 1 is
    divided between contradiction and neutral as in the window most given to contradiction, so
    that windows without bearing on the hypothesis change nothing.

    Args:
        pairs: What to judge.
        limits: What the model can read.
        compute: Returns entailment, neutral and contradiction of pairs that fit the model,
            shape ``(n, 3)``; called at most once, with distinct pairs.

    Raises:
        InputError: When `PairLimits.most_windows` is below 1.
        ModelError: When the model gives numbers that are not finite.
    """
    return verify_or_say_why(pairs, limits, lambda pieces: (compute(pieces), {}))


def verify_or_say_why(
    pairs: Sequence[Pair],
    limits: PairLimits,
    compute: Callable[[list[Pair]], tuple[NDArray[np.floating], Mapping[int, str]]],
) -> Entailments:
    """Judge pairs as `verify_in_windows` does, with a model that may fail on single ones.

    A pair of which one window failed is not judged: the answer might have stood there.

    Args:
        pairs: What to judge.
        limits: What the model can read.
        compute: Returns what that of `verify_in_windows` does, and why it failed by the index
            of the pair; the row of such a pair counts for nothing but must be finite.

    Raises:
        InputError: When `PairLimits.most_windows` is below 1.
        ModelError: When the model gives numbers that are not finite.
    """
    if limits.most_windows < 1:
        raise InputError(f"most_windows is {limits.most_windows}; a verifier reads at least 1")
    clean = [Pair(readable(pair.premise), readable(pair.hypothesis)) for pair in pairs]
    limits = limits._replace(starts=cache(limits.starts))  # many pairs share a premise
    cuts = {pair: _cut(pair, limits) for pair in dict.fromkeys(clean)}
    row_of: dict[Pair, int] = {}
    for cut in cuts.values():
        for piece in cut.pieces:
            row_of.setdefault(piece, len(row_of))
    found, failures = compute(list(row_of)) if row_of else (np.empty((0, 3)), {})
    found = np.asarray(found, np.float64)
    if not np.isfinite(found).all():
        raise ModelError("the verifier gave probabilities that are not finite")
    judged = {pair: _judge(cut, row_of, found, failures) for pair, cut in cuts.items()}
    table = np.array([judged[pair][0] for pair in clean], np.float64).reshape(-1, 3)
    entailment, neutral, contradiction = table.T.copy()
    unread = np.array([cuts[pair].unread for pair in clean], np.int64)
    problems = {i: judged[pair][1] for i, pair in enumerate(clean) if judged[pair][1]}
    return Entailments(entailment, neutral, contradiction, unread, problems)


def _judge(
    cut: _Cut,
    row_of: Mapping[Pair, int],
    found: NDArray[np.float64],
    failures: Mapping[int, str],
) -> tuple[NDArray[np.float64], str]:
    """Return the probabilities of a pair, and why they mean nothing, if so."""
    rows = [row_of[piece] for piece in cut.pieces]
    problem = cut.problem or next((failures[row] for row in rows if row in failures), "")
    return (np.array(UNKNOWN) if problem else combined(found[rows])), problem


def combined(windows_: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what the windows of one premise say together, shape ``(3,)``.

    Args:
        windows_: Entailment, neutral and contradiction of each window, shape
            ``(n_windows, 3)``; `UNKNOWN` stands for none.
    """
    if len(windows_) < 2:
        return windows_[0] if len(windows_) else np.array(UNKNOWN)
    _, neutral, contradiction = windows_.T
    open_ = neutral + contradiction
    share = np.divide(contradiction, open_, out=np.zeros_like(open_), where=open_ > 0).max()
    entailment = windows_[:, 0].max()
    rest = 1.0 - entailment
    return np.array([entailment, rest * (1.0 - share), rest * share])


def _cut(pair: Pair, limits: PairLimits) -> _Cut:
    if not pair.premise.strip() or not pair.hypothesis.strip():
        empty = "premise" if pair.hypothesis.strip() else "hypothesis"
        return _Cut([], 0, f"the {empty} is empty")
    free = limits.max_tokens - limits.special
    least = max(1, limits.max_tokens // 4)  # a shorter window of the premise says too little
    taken = len(limits.starts(pair.hypothesis))
    if free - taken < least:
        most = max(0, free - least)
        why = f"the claim has {taken} {limits.unit}; the verifier reads at most {most}"
        return _Cut([], len(pair.premise), why)
    spans = windows(pair.premise, limits.starts, free - taken)
    read = spans[: limits.most_windows]
    pieces = [Pair(span.of(pair.premise), pair.hypothesis) for span in read]
    return _Cut(pieces, len(pair.premise) - read[-1].end if len(spans) > len(read) else 0, "")
