"""Small detectors that tests register through entry points, as another package would."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph import (
    Claim,
    Evidence,
    Example,
    Finding,
    ModelError,
    NotFittedError,
    Span,
    Verdict,
)
from groundgraph.learn.inputs import DEFAULT_FIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

    from groundgraph import FitOptions

NAMES = {
    "overlap": "Overlap",
    "telling": "Telling",
    "brittle": "Brittle",
    "mortal": "Mortal",
    "deadly": "Deadly",
    "unfitted": "Unfitted",
    "held": "Held",
    "gated": "Gated",
    "fragile": "Fragile",
}


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install them, in an empty folder, for this process and those that it starts."""
    from groundgraph.registry import DETECTORS

    info = folder / "plain_detectors-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plain-detectors\nVersion: 1.0\n")
    points = [f"{name} = plain_detectors:{attribute}" for name, attribute in NAMES.items()]
    (info / "entry_points.txt").write_text("\n".join(["[groundgraph.detectors]", *points, ""]))
    monkeypatch.syspath_prepend(folder)
    given = os.environ.get("PYTHONPATH", "")  # of whoever tests a tree that is not installed
    folders = [str(folder), str(Path(__file__).parent), *filter(None, given.split(os.pathsep))]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))
    own = {name: f"plain_detectors:{attribute}" for name, attribute in NAMES.items()}
    monkeypatch.setattr(DETECTORS, "_targets", {**DETECTORS._targets, **own})


@dataclass(frozen=True)
class Overlap:
    """Flags answers by the share of their words that no passage holds."""

    threshold: float = 0.5

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        return [self._judge(example) for example in examples]

    def fit(self, examples: Sequence[Example], options: FitOptions = DEFAULT_FIT, /) -> Overlap:
        scores = [self.detect([example])[0].hallucination_score or 0.0 for example in examples]
        positives = [s for s, example in zip(scores, examples, strict=True) if example.label]
        return replace(self, threshold=min(positives))

    def _judge(self, example: Example) -> Verdict:
        words = example.answer.split()
        if not words or not example.passages:
            return Verdict("unverifiable", None, reason="nothing to compare")
        known = {word for passage in example.passages for word in passage.text.split()}
        score = sum(word not in known for word in words) / len(words)
        flagged = score >= self.threshold
        passage = example.passages[0]
        evidence = Evidence(passage.id, None, 1 - score, passage.text)
        claim = Claim(example.answer, Span(0, len(example.answer)))
        return Verdict(
            "hallucinated" if flagged else "grounded",
            score,
            findings=(
                Finding(claim, "unsupported" if flagged else "supported", score, (evidence,)),
            ),
            features={"novelty": score},
        )


@dataclass(frozen=True)
class Telling(Overlap):
    """Tells its threshold."""

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        told = super().detect(examples)
        return [
            verdict
            if verdict.label == "unverifiable"
            else replace(verdict, threshold=self.threshold)
            for verdict in told
        ]


@dataclass(frozen=True)
class Brittle(Overlap):
    """Fails on answers that ask it to."""

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        for example in examples:
            if "boom" in example.answer:
                raise ValueError(f"cannot read {example.answer!r}")
        return [self._spoiled(example) for example in examples]

    def _spoiled(self, example: Example) -> Verdict:
        spoiled: dict[str, Any] = {"features": {"novelty": float("nan")}}
        verdict = self._judge(example)
        return replace(verdict, **spoiled) if "nan" in example.answer else verdict


@dataclass(frozen=True)
class Mortal(Overlap):
    """Is killed, as by `kill -9`, at the first answer that says so; once for each marker file."""

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        marker = Path(os.environ["MORTAL_MARKER"])
        if any("die" in example.answer for example in examples) and not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().detect(examples)


@dataclass(frozen=True)
class Deadly(Overlap):
    """Is killed at each answer that says so."""

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        if any("die" in example.answer for example in examples):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().detect(examples)


@dataclass(frozen=True)
class Unfitted(Overlap):
    """Has no head yet."""

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        raise NotFittedError("this detector must be fitted first")


class Gate:
    """What `Held` waits for, in the process of the test."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.open = threading.Event()
        self.batches: list[list[str]] = []


GATES: dict[str, Gate] = {}


@dataclass(frozen=True)
class Held(Overlap):
    """Judges once its gate is open."""

    gate: str = ""

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        gate = GATES[self.gate]
        gate.batches.append([example.answer for example in examples])
        gate.begun.set()
        if not gate.open.wait(60):
            raise RuntimeError("the test never opened the gate")
        return super().detect(examples)


@dataclass(frozen=True)
class Gated(Overlap):
    """Says that it began, and judges once it was told to, over two named pipes."""

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        if any("wait" in example.answer for example in examples):
            Path(os.environ["GATED_BEGUN"]).write_text("begun\n")
            Path(os.environ["GATED_GO"]).read_text()
        return super().detect(examples)


@dataclass(frozen=True)
class Fragile(Overlap):
    """Can be made once, and no second time."""

    def __post_init__(self) -> None:
        marker = Path(os.environ["FRAGILE_MARKER"])
        if marker.exists():
            raise ModelError("its weights are gone")
        marker.touch()
