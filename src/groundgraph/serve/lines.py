"""Lines of a body as they arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator


async def lines_of(pieces: AsyncIterable[bytes], longest: int) -> AsyncIterator[tuple[int, bytes]]:
    """Yield the lines of a body that are not blank, with their numbers from 1.

    Args:
        pieces: Of the body.
        longest: Bytes of a line; of a longer one so many and one more are given.
    """
    number, held, dropping = 1, b"", False
    async for piece in pieces:
        *ended, rest = piece.split(b"\n")
        for end in ended:
            line = held if dropping else held + end
            if line.strip():
                yield number, line[: longest + 1]
            number, held, dropping = number + 1, b"", False
        held = held if dropping else held + rest
        dropping = len(held) > longest
    if held.strip():
        yield number, held[: longest + 1]
