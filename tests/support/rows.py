"""Files of rows, one JSON object to a line."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Write rows to a new file, gzipped where its name ends in ".gz"; return the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path
