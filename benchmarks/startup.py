"""Import time, cold check time, and peak memory of short and long runs, each in a new process.

    python benchmarks/startup.py [--rows 10000]

The long run checks rows that repeat the bundled example's texts with new ids, so that growth of
memory would be ours and not the data's.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROW = {
    "question": "When was the bridge opened?",
    "passages": [
        "The bridge was opened in 1932 after eight years of work.",
        "It carries rail, road and foot traffic between the centre and the north shore.",
    ],
    "answer": "The bridge was opened in 1932. It took twelve years to build, and it carries rail "
    "traffic.",
}
_PEAK = """
import resource, sys
from groundgraph.cli import main
sys.argv = ["groundgraph", *sys.argv[1:]]
try:
    main()
except SystemExit:
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000)
    arguments = parser.parse_args()
    imports = [_seconds(["-c", "import groundgraph"]) for _ in range(7)]
    bare = [_seconds(["-c", "pass"]) for _ in range(7)]
    print(
        f"import groundgraph, above bare python  {1000 * (median(imports) - median(bare)):7.0f} ms"
    )
    with tempfile.TemporaryDirectory() as folder:
        one = _rows(Path(folder) / "one.jsonl", 1)
        cold = [_seconds(["-m", "groundgraph", "check", str(one), "--quiet"]) for _ in range(5)]
        print(f"cold check of one row                  {median(cold):7.2f} s")
        for rows in (1, 100, arguments.rows):
            path = _rows(Path(folder) / f"{rows}.jsonl", rows)
            peak = _peak(["check", str(path), "--quiet", "--output", str(path.with_suffix(".out"))])
            print(f"peak memory of check, {rows:6} rows        {peak:5} MiB")


def _rows(path: Path, n: int) -> Path:
    with path.open("w") as file:
        for number in range(n):
            row = ROW | {"id": str(number), "answer": f"{ROW['answer']} It is number {number}."}
            file.write(json.dumps(row) + "\n")
    return path


def _seconds(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def _peak(arguments: list[str]) -> int:
    command = [sys.executable, "-c", _PEAK, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(done.stderr.strip().splitlines()[-1])


if __name__ == "__main__":
    main()
