"""Work shared across a batch: each distinct text is seen once."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from groundgraph.protocols import Encoder
    from groundgraph.types import Passage, Span

Item = TypeVar("Item")
Number = TypeVar("Number", bound="np.generic[Any]")


def encode_lists(encoder: Encoder, lists: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
    """Encode lists of texts, each distinct text once.

    Returns:
        One array per list, unit vectors of shape ``(len(list), dimension)``.
    """
    return compute_lists(lists, encoder.encode)


def compute_lists(
    lists: Sequence[Sequence[Item]], compute: Callable[[list[Item]], NDArray[Number]]
) -> list[NDArray[Number]]:
    """Compute a row for each item of some lists, each distinct item once.

    Args:
        lists: Items that can be hashed, such as texts or pairs of texts.
        compute: Returns shape ``(n_items, ...)``; called once, with distinct items.

    Returns:
        One array per list, of shape ``(len(list), ...)``.
    """
    row_of: dict[Item, int] = {}
    for item in chain.from_iterable(lists):
        row_of.setdefault(item, len(row_of))
    rows = compute(list(row_of))
    return [rows[np.array([row_of[item] for item in items], np.intp)] for items in lists]


def passage_windows(
    encoder: Encoder, passage_lists: Sequence[tuple[Passage, ...]]
) -> list[list[tuple[Passage, Span]]]:
    """Cut each list of passages into pieces that the encoder reads whole.

    Returns:
        For each list, the passage and the span of each piece, in order; a passage of white
        space alone has none.
    """
    texts = list({p.text: None for passages in passage_lists for p in passages})
    windows = dict(zip(texts, encoder.windows(texts), strict=True))
    return [
        [(passage, span) for passage in passages for span in windows[passage.text]]
        for passages in passage_lists
    ]
