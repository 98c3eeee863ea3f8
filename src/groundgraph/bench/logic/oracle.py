"""What grouping could give: a verifier that is never wrong, through the same detectors.

With it, a right answer is entailed by what holds every paragraph that it needs, and by nothing
else. What is left of an error is then the grouping's, the weighing's or the window's, and what
the embedded verifier adds to it is its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.logic.compared import differences, measured, trivial
from groundgraph.bench.logic.variants import FULL
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.parts.verifiers.pairs import PairLimits, verify_in_windows
from groundgraph.parts.windows import readable
from groundgraph.parts.wordpieces import wordpieces

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.logic.compared import Compared
    from groundgraph.bench.results import Cell
    from groundgraph.methods.logic.detector import Logic
    from groundgraph.types import Entailments, Example, Pair

UNLIMITED = 2**20
WINDOWED = MiniLMVerifier.max_tokens
_SPECIAL = 3
ORACLES = {"oracle, ": UNLIMITED, f"oracle of {WINDOWED} tokens, ": WINDOWED}
"""What stands before the name of a row, and the tokens that its oracle reads at once."""
ROWS = (FULL, "without_a", "without_b", "without_c", "max_nli", "provenance", "whole_context")


@dataclass(frozen=True)
class Oracle:
    """A verifier that knows the answers.

    Attributes:
        needed: By hypothesis, the texts that entail it together; none of a wrong answer.
        max_tokens: Tokens of a pair that it reads at once, as for the embedded verifier.
    """

    needed: Mapping[str, tuple[str, ...]]
    max_tokens: int = UNLIMITED

    def verify(self, pairs: Sequence[Pair], /) -> Entailments:
        """Judge pairs.

        Raises:
            KeyError: When a hypothesis is not about one of the answers that it knows.
        """
        limits = PairLimits(
            lambda text: wordpieces(text).starts, self.max_tokens, _SPECIAL, UNLIMITED
        )
        return verify_in_windows(pairs, limits, self._judge)

    def _judge(self, pairs: list[Pair]) -> NDArray[np.float64]:
        entailed = np.array([self._entails(pair) for pair in pairs], bool)
        return np.stack([entailed, ~entailed, np.zeros_like(entailed)], axis=1).astype(float)

    def _entails(self, pair: Pair) -> bool:
        needed, read = self.needed[_plain(pair.hypothesis)], _plain(pair.premise)
        return bool(needed) and all(text in read for text in needed)


def oracle(
    examples: Sequence[Example],
    needed: Mapping[str, frozenset[str]],
    max_tokens: int = UNLIMITED,
) -> Oracle:
    """Return the oracle of some answers, given the ids of the passages that each needs."""
    known: dict[str, tuple[str, ...]] = {}
    for example in examples:
        texts = [_plain(p.text) for p in example.passages if p.id in needed[example.id]]
        known[_plain(f"{example.question} {example.answer}")] = () if example.label else (*texts,)
    return Oracle(known, max_tokens)


def oracle_detectors(
    detectors: Mapping[str, Logic],
    examples: Sequence[Example],
    needed: Mapping[str, frozenset[str]],
) -> dict[str, Logic]:
    """Return detectors with oracles in place of their verifiers; they judge these answers alone."""
    return {
        f"{prefix}{name}": replace(each, verifier=oracle(examples, needed, tokens), claims="answer")
        for prefix, tokens in ORACLES.items()
        for name, each in detectors.items()
    }


def oracle_cells(judged: Compared, names: Sequence[str]) -> list[Cell]:
    """Measure what each grouping gives when the verifier never errs.

    Args:
        judged: Answers, with a column of each name, and one of each name for each oracle.
        names: Of the detectors; one of them is the full model.
    """
    if not len(judged.rows):
        return []
    cells = differences(judged, FULL, "without_b", f"own verifier, {FULL} minus without_b")
    for prefix in ORACLES:
        cells += [c for name in names for c in measured(judged, f"{prefix}{name}")]
        for name in names:
            if name != FULL:
                row = f"{prefix}{FULL} minus {name}"
                cells += differences(judged, f"{prefix}{FULL}", f"{prefix}{name}", row)
    return cells + trivial(judged.rows)


def _plain(text: str) -> str:
    return " ".join(readable(text).split())
