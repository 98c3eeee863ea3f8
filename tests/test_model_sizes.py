"""What the shipped models take of the wheel."""

from __future__ import annotations

import zlib

from groundgraph.checksums import MODELS

MOST_BYTES = 92_000_000
"""Of the 95 MB of the wheel; the rest is code."""


def test_the_models_leave_the_wheel_room_for_its_code() -> None:
    files = [path for path in MODELS.rglob("*") if path.is_file()]

    sizes = {path.relative_to(MODELS): len(zlib.compress(path.read_bytes())) for path in files}

    assert sum(sizes.values()) < MOST_BYTES, sizes
