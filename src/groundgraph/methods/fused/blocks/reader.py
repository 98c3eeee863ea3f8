"""Reader block: what a reader says of a claim that it reads together with its evidence.

The trees do not read these numbers: like what rules find, they shift the log-odds that the trees
give (`SHIFT`), so that neither length nor shape can overrule them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused import wording
from groundgraph.methods.fused.blocks import lexical
from groundgraph.methods.fused.rule import Telling
from groundgraph.parts.readers.outcomes import log_odds
from groundgraph.types import Evidence
from groundgraph.types.readings import CutAnswer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.protocols import Reader
    from groundgraph.types import Claim
    from groundgraph.types.readings import OutcomeScores

    Floats = NDArray[np.float64]

NAMES = (
    "reader_odds",
    "reader_near",
    "reader_contradicted",
    "reader_token_worst",
    "reader_token_top5",
)
"""Log-odds that the claim is not supported, read with the whole answer and all evidence; the same,
read alone beside the units nearest to it; the probability that it is contradicted; the highest
log-odds of its tokens, and the mean of the five highest. Log-odds are clipped to ±8. All are 0 of
a claim of which nothing was read."""
SHIFT = Shift(names=NAMES[:2], weights=(0.3, 0.6))
NEAREST = 2
"""Units beside which a claim is read alone: long evidence, and other claims, distract the reader
(docs/experiments/fused.md, Beside the nearest sentences)."""
CONTRADICTED = 0.8
"""Probability from which a flagged claim that no rule says more of is told as contradicted."""
_ALONE = 0.5
_MOST = 8.0
_TOP = 5


def cut(reading: Reading) -> CutAnswer:
    """Return what is judged of an answer, as a reader takes it."""
    units = reading.evidence.units
    numbers = {name: n for n, name in enumerate(dict.fromkeys(unit.passage_id for unit in units))}
    return CutAnswer(
        reading.asked,
        tuple(unit.text for unit in units),
        reading.example.answer,
        tuple(claim.span for claim in reading.claims),
        tuple(numbers[unit.passage_id] for unit in units),
    )


def asked(reading: Reading, rarity: Rarity) -> list[CutAnswer]:
    """Return what a reader is asked of an answer: it as a whole, then each claim alone.

    A claim stands alone beside the `NEAREST` units that hold most of its rare words. Where that is
    the whole, there is nothing more to ask.
    """
    whole = cut(reading)
    if len(whole.units) <= NEAREST and len(whole.claims) == 1:
        return [whole]
    return [whole, *(_alone(whole, claim, reading, rarity) for claim in reading.claims)]


def _alone(whole: CutAnswer, claim: Claim, reading: Reading, rarity: Rarity) -> CutAnswer:
    held = lexical.shares(claim.text, reading.evidence.index, rarity)
    nearest = sorted(range(len(held)), key=lambda unit: -held[unit])[:NEAREST]
    return whole.beside(sorted(nearest), claim.span)


def measure(said: Sequence[OutcomeScores]) -> Floats:
    """Measure the claims of one answer, shape ``(n_claims, len(NAMES))``.

    Args:
        said: Of each thing that was `asked`.
    """
    whole, *alone = said
    rows = np.zeros((len(whole.claims), len(NAMES)))
    rows[:, 0] = rows[:, 1] = _of_claims(whole)
    if alone:
        rows[:, 1] = np.concatenate([_of_claims(each) for each in alone])
    rows[:, 2] = np.nan_to_num(whole.claims[:, 2])
    odds = _clipped(log_odds(whole.tokens))
    for claim in np.unique(whole.claim_of).tolist():
        highest = np.sort(odds[whole.claim_of == claim])[-_TOP:]
        rows[claim, 3:] = highest[-1], highest.mean()
    return rows


def _of_claims(said: OutcomeScores) -> Floats:
    """Return the log-odds that each claim is not supported; 0 of one that was not read."""
    known = ~np.isnan(said.claims[:, 0])
    odds = np.zeros(len(known))
    odds[known] = _clipped(log_odds(said.claims[known]))
    return odds


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
    asked = [whole.beside([n], whole.claims[claim]) for n in nearest]
    alone = [float(np.nan_to_num(said.claims[0, 2])) for said in reader.read(asked)]
    if max(alone, default=0.0) < _ALONE:
        return Telling("contradicted", wording.SPEAKS_AGAINST)
    best = int(np.argmax(alone))
    unit = reading.evidence.units[nearest[best]]
    cited = (Evidence(unit.passage_id, unit.span, alone[best], unit.text),)
    return Telling("contradicted", wording.says_otherwise(unit.text, unit.passage_id), cited)
