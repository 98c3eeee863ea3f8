"""Judge RAGTruth's train answers put differently: how many labels change, and what AUROC is.

    python scripts/compare_wordings.py --data ../shared/data

For each edit that changes no meaning (citation marks, openings, closings, bullets, bold, headings):
the share of labels that change, with an interval by source, and the share of scores that stay the
same to the last bit. Then AUROC and the answers that are unverifiable, by task, on more answers as
they are. The detectors have seen these answers, so AUROC says something only beside that of another
version on the same rows; the script uses nothing that is new, and runs on older versions too. Four
minutes on one core.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from groundgraph import load
from groundgraph.datasets.ragtruth import TASKS, load_ragtruth
from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import accuracy, auroc
from groundgraph.parts.segmenters import SentenceSegmenter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from groundgraph import Example, Verdict
    from groundgraph.protocols import Detector

BATCH = 50
ITEM = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s")
STOP = re.compile(r"([.!?])\Z")


def sentences(answer: str) -> list[str]:
    return [span.of(answer) for span in SentenceSegmenter().segment([answer])[0]]


def each(edit: Callable[[str], str]) -> Callable[[str], str]:
    """Return an edit of answers that edits each sentence where it stands."""

    def edited(answer: str) -> str:
        text, at = "", 0
        for span in SentenceSegmenter().segment([answer])[0]:
            text += answer[at : span.start] + edit(span.of(answer))
            at = span.end
        return text + answer[at:]

    return edited


def before_stop(mark: str) -> Callable[[str], str]:
    """Return an edit that puts a mark before a sentence's last stop, or at its end."""
    return lambda s: STOP.sub(rf"{mark}\1", s) if STOP.search(s) else s + mark


def bold(sentence: str) -> str:
    marker = ITEM.match(sentence)
    at = marker.end() if marker else 0
    return f"{sentence[:at]}**{sentence[at:]}**"


def items(answer: str) -> list[str]:
    return [ITEM.sub("", sentence, count=1) for sentence in sentences(answer)]


EDITS: dict[str, Callable[[str], str]] = {
    "[1] before the stop": each(before_stop(" [1]")),
    "[1] after the stop": each(lambda s: f"{s} [1]"),
    "[1][2] at the stop": each(lambda s: f"{s}[1][2]"),
    "(Source 1) before the stop": each(before_stop(" (Source 1)")),
    "lens brackets": each(before_stop("【1†source】")),
    "offer of help": lambda a: f"{a} Let me know if you need anything else!",
    "offer of help, own line": lambda a: f"{a}\n\nI hope this helps!",
    "Based on the provided context,": lambda a: f"Based on the provided context, {a}",
    "the same, small letter": lambda a: f"Based on the provided context, {a[:1].lower()}{a[1:]}",
    "Sure!": lambda a: f"Sure! {a}",
    "Answer:": lambda a: f"Answer: {a}",
    "bullets": lambda a: "\n".join(f"- {item}" for item in items(a)),
    "numbered list": lambda a: "\n".join(f"{n}. {i}" for n, i in enumerate(items(a), 1)),
    "bold sentences": each(bold),
    "bold first words": each(lambda s: re.sub(r"^(\W*)(\w+ \w+)", r"\1**\2**", s)),
    "heading": lambda a: f"## Answer\n\n{a}",
    "bold heading": lambda a: f"**Summary**\n\n{a}",
}


def judged(detector: Detector, examples: Sequence[Example]) -> list[Verdict]:
    starts = range(0, len(examples), BATCH)
    return [v for at in starts for v in detector.detect(examples[at : at + BATCH])]


def invariances(detector: Detector, examples: Sequence[Example]) -> Iterator[str]:
    """Yield a line for each edit."""
    first = judged(detector, examples)
    sources = [str(e.metadata["source_id"]) for e in examples]
    for name, edit in EDITS.items():
        edited = [replace(e, answer=edit(e.answer), spans=None) for e in examples]
        second = judged(detector, edited)
        other = [a.label != b.label for a, b in zip(first, second, strict=True)]
        same = [
            a.hallucination_score == b.hallucination_score
            for a, b in zip(first, second, strict=True)
        ]
        found = interval(accuracy, np.ones(len(other), bool), other, groups=sources)
        yield (
            f"{name:32} labels changed {found.value:.3f} [{found.low:.3f}, {found.high:.3f}], "
            f"same score {np.mean(same):.3f}"
        )


def figures(detector: Detector, examples: Sequence[Example]) -> Iterator[str]:
    """Yield AUROC over all tasks and by task, of the answers that can be checked."""
    verdicts = judged(detector, examples)
    for task in ("all", *TASKS):
        own = [
            (bool(e.label), v.hallucination_score, str(e.metadata["source_id"]))
            for e, v in zip(examples, verdicts, strict=True)
            if task in {"all", e.metadata["task"]}
        ]
        checked = [row for row in own if row[1] is not None]
        labels, scores, sources = zip(*checked, strict=True)
        found = interval(auroc, labels, scores, groups=sources)
        missing = [label for label, score, _ in own if score is None]
        yield (
            f"{task:9} n={len(checked)} AUROC {found.value:.4f} "
            f"[{found.low:.4f}, {found.high:.4f}], unverifiable {len(missing)}, "
            f"of these hallucinated {sum(missing)}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--detectors", nargs="*", default=["fused", "lexical"])
    parser.add_argument("--edited", type=int, default=300, help="answers that are edited")
    parser.add_argument("--judged", type=int, default=1500, help="answers that are judged as is")
    arguments = parser.parse_args()
    train = load_ragtruth(arguments.data, split="train")
    order = np.random.default_rng(0).permutation(len(train)).tolist()
    for name in arguments.detectors:
        detector = load(name)
        print(name)
        for line in invariances(detector, [train[i] for i in order[: arguments.edited]]):
            print(f"    {line}", flush=True)
        for line in figures(detector, [train[i] for i in order[: arguments.judged]]):
            print(f"    {line}", flush=True)


if __name__ == "__main__":
    main()
