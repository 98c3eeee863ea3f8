"""Scores are sums over sets of words: their order, which differs by process, decides nothing."""

from __future__ import annotations

import os
import subprocess
import sys

JUDGED = """
from groundgraph.text.statements import judge_statements
told = ["The museum on the harbour, built of brick and glass by two local firms, opened late in"
        " May. The council, which had paid for most of it, raised the entrance fee in June."]
claims = ["The brick museum, paid for by the council, raised its fee on the harbour in May."]
for found in judge_statements("", told, claims):
    print(found.score.hex(), [each.fit.hex() for each in found.checks])
"""


def judged(seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", JUDGED]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_it_decides_nothing_down_to_the_last_bit() -> None:
    assert len({judged(seed) for seed in ("1", "2", "3", "4")}) == 1
