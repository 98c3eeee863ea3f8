"""Write the SHA256SUMS of the shipped models, which are checked on load.

    python scripts/write_checksums.py [FOLDER ...]

The scripts that make a model write them themselves; this is for a file that was changed otherwise.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from groundgraph.checksums import MODELS, write_sums


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "folders", nargs="*", type=Path, help="the shipped ones where none is named"
    )
    folders = parser.parse_args().folders or sorted(p for p in MODELS.iterdir() if p.is_dir())
    for folder in folders:
        print(f"{write_sums(folder)}:\n{(folder / 'SHA256SUMS').read_text()}", end="")


if __name__ == "__main__":
    main()
