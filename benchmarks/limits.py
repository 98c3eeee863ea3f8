"""Peak memory and time of `check` on the largest rows that the default limits let pass.

    python benchmarks/limits.py [--detector fused]

Each row repeats one kind of text, as an answer of 50,000 and of 3,000 characters, beside as much
evidence as passes. Each is checked in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from groundgraph import Example, InputError, Passage
from groundgraph.io import Limits

TEXTS = {
    "prose": "The committee met in the old town hall and agreed, after some debate, on a plan. ",
    "short sentences": "I go. ",
    "lines of one letter": "a\n",
    "bullets": "- a\n",
    "numbers": "12 ",
    "names": "Ab Cd ",
    "letters": "a ",
    "one word": "x",
    "a table": "| a | b |\n",
    "data": '{"a": "b", "c": 1}, ',
    "keys": "a: b\n",
}
ANSWERS = (50_000, 3_000)
LIMITS = Limits()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--detector", default="fused")
    given = parser.parse_args()
    print("text                   answer   evidence      MiB     CPU s  verdict")
    for name, text in TEXTS.items():
        for answer in ANSWERS:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "row.jsonl"
                evidence = _write(path, text, answer)
                peak, seconds, label = _checked(path, given.detector)
            print(f"{name:20} {answer:8,} {evidence:10,} {peak:8,} {seconds:9.1f}  {label}")


def _write(path: Path, text: str, answer: int) -> int:
    """Write the row with the most evidence that passes, to a twentieth; return its characters."""
    least, most = 1, LIMITS.row_bytes * 9 // 10 - 2 * answer
    while most - least > least // 20:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if _passes(text, answer, middle) else (least, middle - 1)
    row = {"answer": _repeated(text, answer), "passages": _passages(text, least)}
    path.write_text(json.dumps(row, ensure_ascii=False))
    return least


def _passes(text: str, answer: int, evidence: int) -> bool:
    passages = tuple(Passage(each, str(n)) for n, each in enumerate(_passages(text, evidence)))
    example = Example(answer=_repeated(text, answer), passages=passages)
    size = len(json.dumps([example.answer, *(each.text for each in passages)]))
    try:
        LIMITS.check(example)
    except InputError:
        return False
    return size + 100 < LIMITS.row_bytes


def _passages(text: str, size: int) -> list[str]:
    whole = _repeated(text, size)
    return [whole[at : at + LIMITS.passage_chars] for at in range(0, size, LIMITS.passage_chars)]


def _repeated(text: str, size: int) -> str:
    return (text * (size // len(text) + 1))[:size]


def _checked(path: Path, detector: str) -> tuple[int, float, str]:
    """Return the peak in MiB, the time in seconds and the label."""
    output = path.with_suffix(".out")
    command = [sys.executable, "-m", "groundgraph", "check", str(path), "--detector", detector]
    process = subprocess.Popen([*command, "--quiet", "--output", str(output)])
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        return usage.ru_maxrss // 1024, usage.ru_utime, f"ended with {process.returncode}"
    record = json.loads(output.read_text())
    label = record["label"] if "label" in record else record["error"]["message"]
    return usage.ru_maxrss // 1024, usage.ru_utime, label


if __name__ == "__main__":
    main()
