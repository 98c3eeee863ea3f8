"""What an exported reader says of rows that it was not shown, as users call it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar

from groundgraph.bench.trivial import TRIVIAL
from groundgraph.measures.bootstrap import Interval, interval
from groundgraph.measures.metrics import auroc
from groundgraph.parts.readers.minilm import MiniLMReader
from groundgraph.parts.readers.outcomes import log_odds, softmax
from groundgraph.types import Example, Passage
from training.reader.recipe import HELD_RAGTRUTH, HELD_ROWS, NOT_SUPPORTED, PAIRED, SUPPORTED
from training.reader.rows import cut, read

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from training.reader.rows import Row

    Floats = NDArray[np.float64]

NEW_WORDS = "share of new words"
_LOWEST, _HIGHEST = 0.5, 6.0
_LEAST = -30.0


class Said(NamedTuple):
    """Rows, and what a reader says of their claims.

    Attributes:
        rows: The rows that it could read.
        claims: Probabilities of the claims of each, shape ``(n_claims, 3)``.
    """

    rows: list[Row]
    claims: list[Floats]

    @classmethod
    def of(cls, folder: Path, work: Path) -> Said:
        """Read what is held out with the model of a folder."""
        rows = list(read(work / HELD_ROWS))
        said = MiniLMReader(str(folder)).read(list(cut(rows)))
        known = [(row, each.claims) for row, each in zip(rows, said, strict=True)]
        kept = [(row, claims[~np.isnan(claims[:, 0])]) for row, claims in known]
        kept = [(row, claims) for row, claims in kept if len(claims)]
        return cls([row for row, _ in kept], [claims for _, claims in kept])

    def at(self, temperature: float) -> Said:
        """Return what is said with logits divided by a temperature."""
        tiny = 1e-30
        return Said(self.rows, [softmax(np.log(c + tiny) / temperature) for c in self.claims])

    def corpora(self) -> list[str]:
        """Return the corpora that are left out, by name."""
        return sorted({row.corpus for row in self.rows} - {*PAIRED, HELD_RAGTRUTH})

    def of_corpora(self, names: Sequence[str]) -> Said:
        """Return what is said of the rows of some corpora."""
        both = zip(self.rows, self.claims, strict=True)
        kept = [(row, claims) for row, claims in both if row.corpus in names]
        return Said([row for row, _ in kept], [claims for _, claims in kept])

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """Whether anything in each row is not supported."""
        return np.array([row.is_wrong for row in self.rows], bool)

    @property
    def scores(self) -> Floats:
        """Log-odds of the worst claim of each row."""
        return np.array([log_odds(claims).max(initial=_LEAST) for claims in self.claims], float)


def best_temperature(said: Said) -> float:
    """Return the temperature of the lowest loss of whole claims; 1 where there are none."""
    pairs = [
        (row.outcome, claims[0])
        for row, claims in zip(said.rows, said.claims, strict=True)
        if row.outcome >= SUPPORTED and len(claims) == 1
    ]
    if not pairs:
        return 1.0
    outcomes = np.array([outcome for outcome, _ in pairs])
    logs = np.log(np.array([claims for _, claims in pairs]) + 1e-30)

    def loss(temperature: float) -> float:
        chances = softmax(logs / temperature)
        either = chances[:, 1:].sum(axis=1, keepdims=True)
        every = np.concatenate([chances, either], axis=1)  # the last is `NOT_SUPPORTED`
        return float(-np.log(every[np.arange(len(every)), outcomes] + 1e-30).mean())

    assert NOT_SUPPORTED == 3
    return float(minimize_scalar(loss, bounds=(_LOWEST, _HIGHEST), method="bounded").x)


def told_apart(said: Said) -> tuple[Interval, float | None]:
    """Return the AUROC of the rows, and that of the share of new words."""
    examples = [
        Example(row.answer, tuple(map(Passage, row.passages)), question=row.question)
        for row in said.rows
    ]
    new = [TRIVIAL[NEW_WORDS](example) for example in examples]
    return interval(auroc, said.wrong, said.scores), auroc(said.wrong, new)


def ordered(said: Said) -> tuple[Interval, int]:
    """Return the share of pairs of a right and a wrong row in their order, and how many there are.

    A pair is two rows of one group; the interval is by group.
    """
    groups: dict[str, list[int]] = {}
    for number, row in enumerate(said.rows):
        groups.setdefault(row.group, []).append(number)
    scores, wrong = said.scores, said.wrong
    pairs = [
        (group, float(np.sign(scores[one] - scores[other]) / 2 + 1 / 2))
        for group, own in groups.items()
        for one in own
        for other in own
        if wrong[one] and not wrong[other]
    ]
    won = np.array([share for _, share in pairs])
    names = [group for group, _ in pairs]
    if not pairs:
        return Interval(None, None, None), 0
    return interval(_mean, np.ones(len(won), bool), won, groups=names), len(won)


def _mean(_: Any, values: Any, weights: Any = None, /) -> float:
    return float(np.average(np.asarray(values, float), weights=weights))
