"""What every verifier shares: each distinct pair once, and long premises in windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.errors import ModelError
from groundgraph.parts.windows import readable, windows
from groundgraph.types import Entailments, Pair

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Span

UNKNOWN = (0.0, 1.0, 0.0)
"""Entailment, neutral and contradiction of a pair that could not be judged."""


class Reader(NamedTuple):
    """How a model reads a pair.

    Attributes:
        starts: Returns where each token of a text starts, special tokens left out.
        max_tokens: Tokens of a pair, special ones among them.
        special: Special tokens of a pair, and those of a prompt around it.
        most_windows: Windows of a premise that are read; what follows them is not.
    """

    starts: Callable[[str], Sequence[int]]
    max_tokens: int
    special: int
    most_windows: int


class _Cut(NamedTuple):
    """A pair as the model gets it: its windows, what it leaves, or why it gets none."""

    pieces: list[Pair]
    unread: int
    problem: str


def verify_in_windows(
    pairs: Sequence[Pair],
    reader: Reader,
    compute: Callable[[list[Pair]], NDArray[np.floating]],
) -> Entailments:
    """Judge pairs with a model that reads a limited number of tokens.

    The entailment of a pair is that of the window that entails it most. What is left of 1 is
    divided between contradiction and neutral as in the window most given to contradiction, so
    that windows without bearing on the hypothesis change nothing.

    Args:
        pairs: What to judge.
        reader: How the model reads.
        compute: Returns entailment, neutral and contradiction of pairs that fit the model,
            shape ``(n, 3)``; called once, with distinct pairs.

    Raises:
        ModelError: When the model gives numbers that are not finite.
    """
    clean = [Pair(readable(pair.premise), readable(pair.hypothesis)) for pair in pairs]
    cuts = {pair: _cut(pair, reader) for pair in dict.fromkeys(clean)}
    row_of: dict[Pair, int] = {}
    for cut in cuts.values():
        for piece in cut.pieces:
            row_of.setdefault(piece, len(row_of))
    found = np.asarray(compute(list(row_of)) if row_of else np.empty((0, 3)), np.float64)
    if not np.isfinite(found).all():
        raise ModelError("the verifier gave probabilities that are not finite")
    judged = {
        pair: combined(found[[row_of[piece] for piece in cut.pieces]])
        for pair, cut in cuts.items()
    }
    table = np.array([judged[pair] for pair in clean], np.float64).reshape(-1, 3)
    unread = np.array([cuts[pair].unread for pair in clean], np.int64)
    problems = {i: cuts[pair].problem for i, pair in enumerate(clean) if cuts[pair].problem}
    return Entailments(*table.T, unread, problems)


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


def _cut(pair: Pair, reader: Reader) -> _Cut:
    if not pair.premise.strip() or not pair.hypothesis.strip():
        empty = "premise" if pair.hypothesis.strip() else "hypothesis"
        return _Cut([], 0, f"the {empty} is empty")
    taken = len(reader.starts(pair.hypothesis)) + reader.special
    room = reader.max_tokens - taken
    if room < reader.max_tokens // 4:
        most = reader.max_tokens - reader.max_tokens // 4 - reader.special
        return _Cut(
            [],
            len(pair.premise),
            f"the claim has {taken - reader.special} tokens; the verifier reads at most {most}",
        )
    spans = windows(pair.premise, reader.starts, room)
    read = spans[: reader.most_windows]
    pieces = [Pair(span.of(pair.premise), pair.hypothesis) for span in read]
    return _Cut(pieces, _after(pair.premise, read[-1]) if len(spans) > len(read) else 0, "")


def _after(text: str, last: Span) -> int:
    return len(text) - last.end
