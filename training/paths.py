"""Where things are kept."""

from __future__ import annotations

from pathlib import Path

MODELS = Path(__file__).resolve().parents[1] / "src" / "groundgraph" / "models"
"""The models that groundgraph ships, a folder each."""
CACHE = Path(".cache")
"""What pipelines leave on their way, under the current folder; a folder each."""
FUSED = CACHE / "fused"
"""What the pipeline `fused` leaves; the experiments read it."""
