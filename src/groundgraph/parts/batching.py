"""Work shared across a batch: each distinct text is seen once."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.protocols import Encoder
    from groundgraph.types import Passage, Span


def encode_lists(encoder: Encoder, lists: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
    """Encode lists of texts, each distinct text once.

    Returns:
        One array per list, unit vectors of shape ``(len(list), dimension)``.
    """
    row_of: dict[str, int] = {}
    for text in chain.from_iterable(lists):
        row_of.setdefault(text, len(row_of))
    vectors = encoder.encode(list(row_of))
    return [vectors[np.array([row_of[text] for text in texts], np.intp)] for texts in lists]


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
