"""How rare a word is: inverse document frequency, learned once and shipped with a detector."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from groundgraph.specs import load
from groundgraph.text.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SEEN = 3
_DIGITS = 2


@dataclass(frozen=True, repr=False)
class Rarity:
    """Inverse document frequency of stems.

    Attributes:
        frequencies: Stem to log(n / document frequency), for the stems of the training texts.
        unknown: The value of every other stem.
    """

    frequencies: Mapping[str, float] = field(hash=False)
    unknown: float

    def __repr__(self) -> str:
        return f"Rarity({len(self.frequencies):,} stems)"

    @classmethod
    def fit(cls, texts: Sequence[str]) -> Rarity:
        """Count over ``texts``; stems in fewer than three of them are left out."""
        counts = Counter(stem for text in texts for stem in {word.stem for word in words(text)})
        n = max(len(texts), 1)
        kept = {s: round(math.log(n / c), _DIGITS) for s, c in counts.items() if c >= _SEEN}
        return cls(dict(sorted(kept.items())), round(math.log(1 + n), _DIGITS))

    def of(self, stem: str) -> float:
        """Return the rarity of a stem, at least 0."""
        return self.frequencies.get(stem, self.unknown)


@cache
def english_rarity() -> Rarity:
    """Return how rare English words are in evidence, as the shipped detectors know it.

    Raises:
        ModelError: When the file of `lexical` is missing or damaged.
    """
    found = load("lexical").rarity  # type: ignore[attr-defined]
    assert isinstance(found, Rarity)
    return found
