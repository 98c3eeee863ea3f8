"""Compares the verdicts of this checkout with those of another revision, row by row.

::

    python scripts/compare_verdicts.py --before REVISION [--data DATA] [--rows 900] [--detector egc]

Every detector judges the bundled examples and, with ``--data``, the first rows of RAGTruth's test
questions, in both revisions. A row whose label, score, findings, spans, features or edges are not
equal to the last bit counts, and is listed with what differs by more than a trace. Ends with 1
when there is one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.types.conversations import plain_question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.types import Example

ROOT = Path(__file__).resolve().parent.parent
DETECTORS = ("lexical", "fused", "egc", "kea", "logic", "gga", "router")
JUDGED = ("label", "hallucination_score", "reason", "findings", "spans", "features", "edges")
SHOWN = 60
NOISE = 1e-4


def main() -> int:
    """Compare and print; return 1 where a row differs."""
    given = arguments()
    different = 0
    with tempfile.TemporaryDirectory() as place, checked_out(given.before, Path(place)) as before:
        folder = Path(place)
        inputs = {"examples": ROOT / "src/groundgraph/cli/example.jsonl"}
        if given.data is not None:
            inputs["questions"] = folder / "questions.jsonl"
            write(inputs["questions"], load_ragtruth(given.data), given.rows)
        for detector in given.detector or DETECTORS:
            for name, rows in inputs.items():
                pair = [judged(tree, detector, rows, folder) for tree in (before, ROOT)]
                different += compared(f"{detector}, {name}", *pair)
    return int(different > 0)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", required=True, help="a revision of git")
    parser.add_argument("--data", type=Path, help="the folder of the corpora")
    parser.add_argument("--rows", type=int, default=900)
    parser.add_argument("--detector", action="append", choices=DETECTORS)
    return parser.parse_args()


@contextmanager
def checked_out(revision: str, folder: Path) -> Iterator[Path]:
    """Lay a revision out beside this one."""
    tree = folder / "before"
    subprocess.run(
        ["git", "worktree", "add", "-fq", "--detach", tree, revision], check=True, cwd=ROOT
    )
    try:
        yield tree
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], check=True, cwd=ROOT)


def write(path: Path, examples: list[Example], most: int) -> None:
    """Write RAGTruth's test questions as rows."""
    chosen = [
        example
        for example in examples
        if (example.metadata["task"], example.metadata["split"]) == ("QA", "test")
    ]
    with path.open("w") as file:
        for example in chosen[:most]:
            row = {
                "id": example.id,
                "question": plain_question(example.question),
                "passages": [{"id": p.id, "text": p.text} for p in example.passages],
                "answer": example.answer,
            }
            file.write(json.dumps(row) + "\n")


def judged(tree: Path, detector: str, rows: Path, folder: Path) -> list[dict[str, Any]]:
    """Run ``check`` of a tree and return its records."""
    command = [sys.executable, "-m", "groundgraph", "check", str(rows), "--detector", detector]
    ended = subprocess.run(
        [*command, "--output", "-", "--quiet"],
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        cwd=folder,
        stdout=subprocess.PIPE,
        check=True,
    )
    return [json.loads(line) for line in ended.stdout.splitlines()]


def compared(what: str, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> int:
    """Print the rows that differ, with the fields that do; return how many.

    Numbers that differ by less than `NOISE` are told apart from all else.
    """
    rows = [(new["id"], told(old, new)) for old, new in zip(before, after, strict=True)]
    noisy = [row for row, found in rows if found and not any(found.values())]
    changed = [(row, found) for row, found in rows if any(found.values())]
    labels = sum(bool(found.get("label")) for _, found in changed)
    print(
        f"{what}: {len(after)} rows, {len(changed)} differ, {labels} in their label; beside them "
        f"{len(noisy)} whose numbers differ by less than {NOISE:g}",
        flush=True,
    )
    for row, found in changed[:SHOWN]:
        print(f"  {row}: " + "; ".join(f"{name} {each[0]}" for name, each in found.items() if each))
    return len(changed) + len(noisy)


def told(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[str]]:
    """Return the fields that differ, each with what differs by more than noise."""
    found = {name: list(differences(before.get(name), after.get(name))) for name in JUDGED}
    return {name: [each for each in all_ if each] for name, all_ in found.items() if all_}


def differences(before: Any, after: Any, place: str = "") -> Iterator[str]:
    """Yield what differs, "" for noise; fields that only one revision knows do not count."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted(before.keys() & after.keys()):
            yield from differences(before[name], after[name], f"{place}.{name}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, f"{place}[{number}]")
    elif before != after:
        numbers = isinstance(before, float) and isinstance(after, float)
        noise = numbers and abs(before - after) < NOISE
        yield "" if noise else f"{place} {str(before)[:60]} -> {str(after)[:60]}".strip()


if __name__ == "__main__":
    sys.exit(main())
