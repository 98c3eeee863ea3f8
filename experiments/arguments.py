"""The options that experiments share."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from training.paths import FUSED


def parser(about: str | None, *, data: bool = True, work: bool = False) -> argparse.ArgumentParser:
    """Return a parser that an experiment adds its own options to.

    Args:
        about: The module's docstring.
        data: Whether it has ``--data``, which must be given where $GROUNDGRAPH_DATA is not set.
        work: Whether it has ``--work``, where ``python -m training fused`` left its files.
    """
    found = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if data:
        folder = os.environ.get("GROUNDGRAPH_DATA")
        found.add_argument(
            "--data",
            type=Path,
            default=Path(folder) if folder else None,
            required=not folder,
            help="folder of the corpora; default: $GROUNDGRAPH_DATA",
        )
    if work:
        found.add_argument("--work", type=Path, default=FUSED, help="of `python -m training fused`")
    return found
