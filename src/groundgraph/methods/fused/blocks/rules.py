"""Judges by rule, in a row: what each finds of a claim, and what that adds to its log-odds.

A judge is one `Rule`; nothing else of `fused` names a judge. Their measures stand side by side
beside the features of the trees, and one `Shift` reads them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.blocks import quantities, statements
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.statements import judge_statements

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from groundgraph.text.quantities import Place
    from groundgraph.types import Passage

    Floats = NDArray[np.float64]


class Judgement(Protocol):
    """What every judge says of a claim."""

    @property
    def outcome(self) -> str:
        """One of "supported", "contradicted" and "open"."""

    @property
    def certainty(self) -> str:
        """One of "certain" and "likely"; "" for "open"."""

    @property
    def evidence(self) -> tuple[Place, ...]:
        """The words that decide."""

    @property
    def explanation(self) -> str:
        """One sentence for a reader, or ""."""


class Rule(NamedTuple):
    """A judge and what is measured of what it says.

    Attributes:
        judge: Takes the question, the passages and the claims of one answer.
        measure: Takes the judgements and whether a claim has a number or date that no passage
            holds as written; returns shape ``(n_claims, len(names))``, in [0, 1].
        names: Of the measures.
        shift: What they add to log-odds.
        explains: Whether a reader is told what supports a claim, as a sum is.
    """

    judge: Callable[[str, Sequence[Passage], Sequence[str]], Sequence[Any]]
    measure: Callable[[Sequence[Any], NDArray[np.bool_]], Floats]
    names: tuple[str, ...]
    shift: Shift
    explains: bool = False


RULES = (
    Rule(judge_quantities, quantities.measure, quantities.NAMES, quantities.SHIFT, explains=True),
    Rule(judge_statements, statements.measure, statements.NAMES, statements.SHIFT),
)
NAMES = tuple(name for rule in RULES for name in rule.names)
"""The measures of every judge."""
SHIFT = Shift(
    names=tuple(name for rule in RULES for name in rule.shift.names),
    weights=tuple(weight for rule in RULES for weight in rule.shift.weights),
    share=1.0,
)
"""What they add to the log-odds of a claim; an answer moves just as its worst claim does."""


def judge(
    question: str, passages: Sequence[Passage], claims: Sequence[str]
) -> tuple[tuple[Judgement, ...], ...]:
    """Return what each judge says of each claim, in the order of `RULES`."""
    every = [rule.judge(question, passages, claims) for rule in RULES]
    return tuple(zip(*every, strict=True))


def measure(judged: Sequence[Sequence[Judgement]], unseen: NDArray[np.bool_]) -> Floats:
    """Measure the claims of one answer, shape ``(n_claims, len(NAMES))``, in [0, 1]."""
    columns = [rule.measure([each[at] for each in judged], unseen) for at, rule in enumerate(RULES)]
    return np.concatenate(columns, axis=1)


def telling(judged: Sequence[Judgement]) -> Judgement | None:
    """Return the judgement whose explanation a reader is shown, ``None`` where there is none.

    What speaks against a claim comes first, and the surer before the less sure.
    """
    told = [
        each
        for each, rule in zip(judged, RULES, strict=True)
        if each.explanation and (rule.explains or each.outcome == "contradicted")
    ]
    return min(told, key=_rank, default=None)


def _rank(judged: Judgement) -> tuple[bool, bool]:
    return judged.outcome != "contradicted", judged.certainty != "certain"
