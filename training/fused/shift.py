"""Writes what rules add to log-odds into fitted detectors; their trees stay as they are.

Rules do not train the trees, so that new weights of theirs (`python -m experiments.fit_rules`) need
no new trees; what trees and reader count stays as `training.fused.beside` chose it. The
calibrations are carried over: on RAGTruth's train answers whose sources the reader was not shown, a
sigmoid of the new log-odds gives back, as far as one can, the probabilities that were calibrated
before. Thresholds stay, being probabilities.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize

from groundgraph import save
from groundgraph.checksums import write_sums
from groundgraph.datasets.ragtruth import unseen_by_reader
from groundgraph.learn.calibration import SigmoidCalibrator
from groundgraph.learn.inputs import logistic
from groundgraph.methods.evidence_text import without_markup
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.rules import QUICK_SHIFT, RULES
from groundgraph.methods.fused.sentence_level import SentenceLevel
from groundgraph.specs import load, training
from training.fused.weights import DIGITS
from training.onnx_graph import sha256
from training.rows import of_sources

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.learn.decision import Decision
    from groundgraph.learn.shift import Shift
    from groundgraph.learn.two_level import TwoLevelHead
    from groundgraph.types import Example

    Floats = NDArray[np.float64]

DETECTORS = ("fused", "lexical")
SOURCES = 150
"""Of RAGTruth, six answers to each, on which calibrations are carried over."""


def write_shifts(output: Path, train: Sequence[Example]) -> list[Path]:
    """Write the shifts of both detectors, their checksums, and those in their cards.

    Args:
        output: Holds ``fused/detector.json`` and ``lexical/detector.json``.
        train: RAGTruth's train answers.
    """
    unseen = unseen_by_reader(train)
    own = [each for each in train if str(each.metadata["source_id"]) in unseen]
    seen_by = of_sources(own, SOURCES)
    return [_written(output / name, seen_by) for name in DETECTORS]


def with_rules(shift: Shift) -> Shift:
    """Return what stands beside the trees of `fused` with the rules as they are now.

    What all of them count beside the reader, which `training.fused.weights` chose, stays.
    """
    own = set(shift.names) - set(RULES.names)
    known = dict(zip(shift.names, shift.weights, strict=True))
    counted = [
        known[name] / weight
        for name, weight in zip(RULES.shift.names, RULES.shift.weights, strict=True)
        if name in known and weight
    ]
    share = float(np.median(counted))
    others = shift.among(sorted(own | set(shift.pooled)))
    return replace(
        others,
        names=RULES.shift.names + others.names,
        weights=(*(round(share * w, DIGITS) for w in RULES.shift.weights), *others.weights),
        sure=RULES.shift.sure,
        least=RULES.shift.least,
        right=RULES.shift.right,
        most=RULES.shift.most,
    )


def _written(folder: Path, answers: Sequence[Example]) -> Path:
    fitted = load(folder)
    assert isinstance(fitted, SentenceLevel)
    shift = with_rules(fitted.shift) if isinstance(fitted, Fused) else QUICK_SHIFT
    shifted = replace(fitted, head=carried_over(fitted, shift, answers))
    path = save(shifted, folder, training(folder))
    write_sums(folder)
    name_in_card(folder / "MODEL_CARD.md", path.read_bytes())
    return path


def carried_over(fitted: SentenceLevel, shift: Shift, answers: Sequence[Example]) -> TwoLevelHead:
    """Return the head with a shift, calibrated as it was."""
    head, rarity = fitted.head, fitted.rarity
    assert head is not None
    assert rarity is not None
    readings = [r for r in read(without_markup(answers), fitted.segmenter) if not r.obstacle]
    table = fitted.measure_all(readings, rarity)
    other = head.elsewhere
    made = replace(
        head,
        shift=shift,
        elsewhere=other and replace(other, shift=with_rules(other.shift)),
    )
    before, now = (each.log_odds(table) for each in (head, made))
    home, alone = (
        replace(head, shift=each, elsewhere=None).log_odds(table) for each in (shift, None)
    )
    counted = (shift.heads, shift.of_heads)
    moved = [own - by * trees for own, by, trees in zip(home, counted, alone, strict=True)]
    return replace(
        made,
        claim_decision=carried(head.claim_decision, before[0], now[0]),
        answer_decision=carried(head.answer_decision, before[1], now[1]),
        shift=replace(shift, usual=(float(moved[0].mean()), float(moved[1].mean()))),
    )


def carried(decision: Decision, before: Floats, now: Floats) -> Decision:
    """Return a decision on other log-odds, whose probabilities are on the whole the same.

    Its sigmoid has the least cross entropy to the probabilities that it gave before.

    Args:
        decision: Of the log-odds before.
        before: Log-odds that it was made for, shape ``(n,)``.
        now: Log-odds of the same rows, the same shape.
    """
    wanted = decision.scores_of_log_odds(before)

    def loss(parameters: Floats) -> tuple[float, Floats]:
        odds = parameters[0] * now + parameters[1]
        error = (logistic(odds) - wanted) / len(now)
        value = float((np.logaddexp(0, odds) - wanted * odds).mean())
        return value, np.array([error @ now, error.sum()])

    bounds: list[tuple[int | None, int | None]] = [(0, None), (None, None)]
    found = minimize(loss, np.array([1.0, 0.0]), jac=True, method="L-BFGS-B", bounds=bounds).x
    made = replace(decision, calibrator=SigmoidCalibrator(*map(float, found)))
    flagged = [float(d.flags(d.scores_of_log_odds(z)).mean())
               for d, z in ((decision, before), (made, now))]  # fmt: skip
    print(f"    flagged {flagged[0]:.3f} before, {flagged[1]:.3f} after; {made}", flush=True)
    return made


def name_in_card(card: Path, content: bytes) -> None:
    """Write size and checksum of a detector's file into its card, where there is one."""
    if not card.is_file():
        return
    text = card.read_text(encoding="utf-8")
    size = f"`detector.json`, {len(content):,} bytes"
    text = re.sub(r"`detector\.json`, [\d,]+ bytes", size, text)
    text = re.sub(r"(\| sha256 \| )`[0-9a-f]{64}`", rf"\1`{sha256(content)}`", text)
    card.write_text(text, encoding="utf-8")
