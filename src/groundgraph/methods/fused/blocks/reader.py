"""Reader block: what a reader says of a claim that it reads together with its evidence.

The trees do not read these numbers: like what rules find, they shift the log-odds that the trees
give (`SHIFT`), so that neither length nor shape can overrule them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused import wording
from groundgraph.methods.fused.rule import Telling
from groundgraph.parts.readers.outcomes import log_odds
from groundgraph.types import Evidence
from groundgraph.types.readings import CutAnswer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.reading import Reading
    from groundgraph.protocols import Reader
    from groundgraph.types.readings import OutcomeScores

    Floats = NDArray[np.float64]

NAMES = ("reader_odds", "reader_contradicted", "reader_token_worst", "reader_token_top5")
"""Log-odds that the claim is not supported; the probability that it is contradicted; the highest
log-odds of its tokens, and the mean of the five highest. Log-odds are clipped to ±8. All are 0 of
a claim of which nothing was read."""
SHIFT = Shift(names=NAMES[:1], weights=(0.6,))
CONTRADICTED = 0.8
"""Probability from which a flagged claim that no rule says more of is told as contradicted."""
_ALONE = 0.5
_MOST = 8.0
_TOP = 5


def cut(reading: Reading) -> CutAnswer:
    """Return what is judged of an answer, as a reader takes it."""
    units = tuple(unit.text for unit in reading.evidence.units)
    claims = tuple(claim.span for claim in reading.claims)
    return CutAnswer(reading.asked, units, reading.example.answer, claims)


def measure(said: OutcomeScores) -> Floats:
    """Measure the claims of one answer, shape ``(n_claims, len(NAMES))``."""
    rows = np.zeros((len(said.claims), len(NAMES)))
    known = ~np.isnan(said.claims[:, 0])
    rows[known, 0] = _clipped(log_odds(said.claims[known]))
    rows[known, 1] = said.claims[known, 2]
    odds = _clipped(log_odds(said.tokens))
    for claim in np.unique(said.claim_of).tolist():
        highest = np.sort(odds[said.claim_of == claim])[-_TOP:]
        rows[claim, 2:] = highest[-1], highest.mean()
    return rows


def _clipped(odds: Floats) -> Floats:
    return np.clip(odds, -_MOST, _MOST)


def denies(said: OutcomeScores, claim: int) -> bool:
    """Say whether a claim is surely contradicted."""
    return bool(said.claims[claim, 2] >= CONTRADICTED)


def against(reader: Reader, reading: Reading, claim: int, nearest: Sequence[int]) -> Telling:
    """Say what speaks against a claim that the evidence contradicts as a whole.

    The unit that decides is the one that contradicts it most when it is read alone; none is named
    where none does.

    Args:
        reader: Reads the units.
        reading: The answer.
        claim: The claim's number.
        nearest: The numbers of the units to be asked.
    """
    whole = cut(reading)
    asked = [
        whole._replace(units=(whole.units[n],), claims=(whole.claims[claim],)) for n in nearest
    ]
    alone = [float(np.nan_to_num(said.claims[0, 2])) for said in reader.read(asked)]
    if max(alone, default=0.0) < _ALONE:
        return Telling("contradicted", wording.SPEAKS_AGAINST)
    best = int(np.argmax(alone))
    unit = reading.evidence.units[nearest[best]]
    cited = (Evidence(unit.passage_id, unit.span, alone[best], unit.text),)
    return Telling("contradicted", wording.says_otherwise(unit.text, unit.passage_id), cited)
