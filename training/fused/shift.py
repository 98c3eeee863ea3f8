"""Writes what rules and the reader add to log-odds into fitted detectors; trees stay as they are.

Neither trains the trees, so that new weights of theirs (`python -m experiments.fit_rules`) need no
new trees. Calibration and threshold stay too: rules move the score of few answers. The reader moves
all of them, so after new weights of its features the step ``trees`` fits the decisions again.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph import save
from groundgraph.checksums import write_sums
from groundgraph.methods.fused.rules import QUICK, SHIFT
from groundgraph.methods.fused.sentence_level import SentenceLevel
from groundgraph.specs import load, training
from training.onnx_graph import sha256

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.learn.shift import Shift

DETECTORS = {"fused": SHIFT, "lexical": QUICK.shift}


def write_shifts(output: Path) -> list[Path]:
    """Write the shifts of both detectors, their checksums, and those in their cards.

    Args:
        output: Holds ``fused/detector.json`` and ``lexical/detector.json``.
    """
    return [_written(output / name, shift) for name, shift in DETECTORS.items()]


def _written(folder: Path, shift: Shift) -> Path:
    fitted = load(folder)
    assert isinstance(fitted, SentenceLevel)
    assert fitted.head is not None
    shifted = replace(fitted, head=replace(fitted.head, shift=shift))
    path = save(shifted, folder, training(folder))
    write_sums(folder)
    name_in_card(folder / "MODEL_CARD.md", path.read_bytes())
    return path


def name_in_card(card: Path, content: bytes) -> None:
    """Write size and checksum of a detector's file into its card, where there is one."""
    if not card.is_file():
        return
    text = card.read_text(encoding="utf-8")
    size = f"`detector.json`, {len(content):,} bytes"
    text = re.sub(r"`detector\.json`, [\d,]+ bytes", size, text)
    text = re.sub(r"(\| sha256 \| )`[0-9a-f]{64}`", rf"\1`{sha256(content)}`", text)
    card.write_text(text, encoding="utf-8")
