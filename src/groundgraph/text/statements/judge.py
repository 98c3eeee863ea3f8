"""The entry point: what the statements of claims are worth beside those of their evidence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from groundgraph.text.judgements import Judgement, Outcome, numbered
from groundgraph.text.statements.evidence import Texts, evidence_of
from groundgraph.text.statements.findings import Found
from groundgraph.text.statements.holding import Holding
from groundgraph.text.statements.wording import saying_of
from groundgraph.text.words import content_stems

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundgraph.text.statements.evidence import Evidence
    from groundgraph.text.statements.findings import Pattern
    from groundgraph.text.statements.holding import Held
    from groundgraph.types import Passage

_CERTAIN = {"supported": math.inf, "contradicted": 0.85}
"""Fits from which a statement is certain; that the evidence says so is likely at most."""
_MIDDLE = 0.56
_OF_PATTERNS: tuple[tuple[frozenset[Pattern], float], ...] = (
    (frozenset({"same", "broader", "narrower"}), -0.15),
    (frozenset({"roles_exchanged"}), 0.3),
    (frozenset({"belongs_to_other"}), 0.25),
    (frozenset({"other_value"}), 0.15),
    (frozenset({"opposite", "ended"}), 0.3),
)
_OF_LEANINGS = {
    "together": -0.2,
    "turned": 0.3,
    "negation": 0.2,
}
"""What the best fit of some patterns, and the leanings of `Held`, add to an open claim's score."""


class StatementJudgement(Judgement[Found]):
    """What the statements of one claim are worth.

    "supported" when the evidence says all of it, "contradicted" when it says otherwise of a part.
    """

    @property
    def surely_wrong(self) -> float:
        """How surely roles are exchanged, or what is over is told of now, in [0, 1]."""
        fits = [
            found.fit
            for found in self.checks
            if found.pattern == "roles_exchanged"
            or (found.pattern == "ended" and found.fit >= _CERTAIN["contradicted"])
        ]
        return min(1.0, max(fits, default=0.0))


def judge_statements(
    question: str,
    passages: Sequence[Passage | str],
    claims: Sequence[str],
    reader: Callable[[tuple[str, ...]], Evidence] = evidence_of,
) -> list[StatementJudgement]:
    """Hold what some claims say of whom against what their evidence says.

    Args:
        question: What was asked, or ""; pronouns of the first claim may stand for what it names.
        passages: The evidence; places name passages by their ids, strings by number.
        claims: Claims of one answer, in order; pronouns stand for what earlier ones name.
        reader: Reads the texts of the passages.

    Returns:
        One judgement for each claim; "open" where nothing can be told.

    >>> [found] = judge_statements("", ["Halden was sued by Ruiz."], ["Halden sued Ruiz."])
    >>> print(found.outcome, found.explanation, sep=": ")
    contradicted: The passage says the opposite direction: “Halden was sued by Ruiz” (passage 1).
    """
    known = numbered(passages)
    evidence = reader(tuple(passage.text for passage in known))
    holding = Holding(evidence, Texts([question, *claims], running=True))
    sought = content_stems(question)
    return [_judged(holding.of_claim(n), claim, known, sought) for n, claim in enumerate(claims, 1)]


def bearing_of(told: str, claim: str) -> Literal["same", "reverse", ""]:
    """Say whether a text surely says what a claim does, or that with its two things exchanged.

    >>> bearing_of("Halden was sued by Ruiz.", "Halden sued Ruiz.")
    'reverse'
    >>> bearing_of("Koblenz is north of Bonn.", "Bonn is south of Koblenz.")
    'same'
    """
    [found] = judge_statements("", [told], [claim])
    sure = {check.pattern for check in found.checks if check.outcome != "open"}
    if "same" in sure:
        return "same"
    return "reverse" if "roles_exchanged" in sure else ""


def _judged(
    held: Held, claim: str, passages: Sequence[Passage], sought: frozenset[str]
) -> StatementJudgement:
    """Judge a claim; of two things that decide as surely the one nearer to the question is told."""
    found = sorted(held.found, key=lambda each: -len(sought & content_stems(each.told)))
    judged = StatementJudgement.of(claim, found, _outcome(held), _CERTAIN, _if_open(held))
    return judged.explained(passages, saying_of)


def _outcome(held: Held) -> Outcome:
    if any(found.outcome == "contradicted" for found in held.found):
        return "contradicted"
    return "supported" if held.is_supported else "open"


def _if_open(held: Held) -> float:
    """Return the score of a claim of which nothing is decided."""
    found = [
        (max((f.fit for f in held.found if f.pattern in patterns), default=0.0), worth)
        for patterns, worth in _OF_PATTERNS
    ]
    found += [(getattr(held, name), worth) for name, worth in _OF_LEANINGS.items()]
    leaning = sum(worth * min(1.0, max(0.0, value)) for value, worth in found)
    return _MIDDLE + 0.5 * leaning
