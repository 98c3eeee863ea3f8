"""What a bench is asked to run on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    Keep = Callable[[dict[str, Any]], None]

SPLITS = ("train", "test", "all")


@dataclass(frozen=True)
class RunOptions:
    """Which rows a bench scores, and who hears of what it has finished.

    Attributes:
        limit: At most so many rows, each bench says of what; ``None`` for all.
        split: "train", "test" or "all".
        keep: Called with the results so far after each table.

    Raises:
        InputError: When the split is another.
    """

    limit: int | None = None
    split: str = "all"
    keep: Keep | None = None

    def __post_init__(self) -> None:
        if self.split not in SPLITS:
            raise InputError(
                f"split is 'train', 'test' or 'all', found {self.split!r}", field="split"
            )

    @property
    def halves(self) -> tuple[str, ...]:
        """Of a bench whose rows are halved into "dev" and "test": "train" is the former."""
        return {"train": ("dev",), "test": ("test",)}.get(self.split, ("dev", "test"))


EVERYTHING = RunOptions()
