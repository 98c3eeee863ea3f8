"""Keep figures of a bench's results.json beside the bench, which then shows them as "before".

    python scripts/keep_before.py out/results.json a34cbcd "fused, .*|.*, all"

writes src/groundgraph/bench/BENCH/before.json: the rows whose whole name matches the pattern.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from groundgraph.bench.before import BEFORE, kept

ROOT = Path(__file__).resolve().parent.parent / "src" / "groundgraph" / "bench"


def main(path: str, commit: str, rows: str) -> None:
    results = json.loads(Path(path).read_text(encoding="utf-8"))
    if not results["complete"]:
        raise SystemExit(f"{path} is of a run that was interrupted; run the bench to its end")
    found = kept(results, commit, rf"(?!.*{BEFORE}$)(?:{rows})")
    tables = ",\n".join(
        f" {json.dumps(name)}: [\n"
        + ",\n".join(f"  {json.dumps(cell, ensure_ascii=False)}" for cell in cells)
        + "\n ]"
        for name, cells in found["tables"].items()
    )
    text = f'{{"commit": {json.dumps(commit)}, "tables": {{\n{tables}\n}}}}\n'
    (ROOT / results["bench"] / "before.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
