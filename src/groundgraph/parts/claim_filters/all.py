"""Takes every sentence for a statement of fact."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True)
class EverySentence:
    """Takes every sentence with a letter or digit for a statement of fact."""

    def factual(self, texts: Sequence[str], /) -> NDArray[np.bool_]:
        """Return whether each text has a letter or digit, shape ``(n_texts,)``."""
        return np.array([bool(_WORD.search(text)) for text in texts], bool)
