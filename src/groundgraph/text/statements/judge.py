"""The entry point: what the statements of claims are worth beside those of their evidence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.judgements import Certainty, Judgement, Outcome, Place, numbered
from groundgraph.text.statements.evidence import Texts, evidence_of
from groundgraph.text.statements.findings import AGAINST, EXCHANGED, Found
from groundgraph.text.statements.holding import Holding
from groundgraph.text.statements.wording import sentence_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.statements.evidence import Evidence
    from groundgraph.text.statements.findings import Pattern
    from groundgraph.text.statements.holding import Held
    from groundgraph.types import Passage, Span

_LEAST, _CERTAIN = 0.7, 0.85
_MIDDLE = 0.56
_OF_PATTERNS: tuple[tuple[frozenset[Pattern], float], ...] = (
    (frozenset({"same", "broader", "narrower"}), -0.15),
    (EXCHANGED, 0.3),
    (frozenset({"belongs_to_other"}), 0.25),
    (frozenset({"other_value"}), 0.15),
    (frozenset({"opposite", "ended"}), 0.3),
    (frozenset({"other_cause"}), 0.3),
    (frozenset({"near_name"}), 0.3),
)
_OF_LEANINGS = {
    "together": -0.2,
    "turned": 0.3,
    "negation": 0.2,
    "crossed": 0.2,
    "reason": 0.4,
    "mistaken": 0.3,
}
"""What the best fit of some patterns, and the leanings of `Held`, add to an open claim's score."""
_STOP = re.compile(r"[.!?]\s")


@dataclass(frozen=True)
class StatementJudgement(Judgement):
    """What the statements of one claim are worth.

    "supported" when the evidence says all of it, "contradicted" when it says otherwise of a part.

    Attributes:
        patterns: Every pattern found.
    """

    patterns: tuple[Found, ...] = ()

    @property
    def exchanged(self) -> float:
        """How surely its roles, or cause and effect, are exchanged, in [0, 1]."""
        fits = [found.fit for found in self.patterns if found.pattern in EXCHANGED]
        return min(1.0, max(fits, default=0.0))


def judge_statements(
    question: str, passages: Sequence[Passage | str], claims: Sequence[str]
) -> list[StatementJudgement]:
    """Hold what some claims say of whom against what their evidence says.

    Args:
        question: What was asked, or ""; pronouns of the first claim may stand for what it names.
        passages: The evidence; places name passages by their ids, strings by number.
        claims: Claims of one answer, in order; pronouns stand for what earlier ones name.

    Returns:
        One judgement for each claim; "open" where nothing can be told.

    >>> [found] = judge_statements("", ["Halden was sued by Ruiz."], ["Halden sued Ruiz."])
    >>> print(found.outcome, found.explanation, sep=": ")
    contradicted: The passage says the opposite direction: “Halden was sued by Ruiz” (passage 1).
    """
    known = numbered(passages)
    evidence = evidence_of(tuple(passage.text for passage in known))
    return judge_beside(evidence, known, question, claims)


def judge_beside(
    evidence: Evidence, passages: Sequence[Passage], question: str, claims: Sequence[str]
) -> list[StatementJudgement]:
    """Do as `judge_statements` does with evidence that has been read.

    Args:
        evidence: The texts of the passages.
        passages: In the same order.
        question: As there.
        claims: As there.
    """
    holding = Holding(evidence, Texts([question, *claims], running=True))
    return [_judged(holding, number, claim, passages) for number, claim in enumerate(claims, 1)]


def _judged(
    holding: Holding, number: int, claim: str, passages: Sequence[Passage]
) -> StatementJudgement:
    held = holding.of_claim(number)
    wrong = sorted((f for f in held.found if f.pattern in AGAINST), key=lambda f: -f.fit)
    outcome: Outcome = "open"
    certainty: Certainty = ""
    deciding: list[Found] = []
    if wrong and wrong[0].fit >= _LEAST:
        outcome = "contradicted"
        own = _own(held.found, wrong[0], passages[wrong[0].passage].text)
        deciding = [*own, *(f for f in wrong if f.fit >= _LEAST)]
        certainty = "certain" if wrong[0].fit >= _CERTAIN else "likely"
    elif held.is_supported:
        outcome, certainty = "supported", "likely"
        deciding = sorted((f for f in held.found if f.pattern == "same"), key=lambda f: -f.fit)
    return StatementJudgement(
        claim,
        outcome,
        certainty,
        _score(outcome, held),
        tuple(dict.fromkeys(Place(passages[f.passage].id, f.span, f.told) for f in deciding)),
        sentence_for(deciding[0], passages) if deciding else "",
        tuple(held.found),
    )


def _score(outcome: Outcome, held: Held) -> float:
    if outcome != "open":
        return 1.0 if outcome == "contradicted" else 0.0
    found = [
        (max((f.fit for f in held.found if f.pattern in patterns), default=0.0), worth)
        for patterns, worth in _OF_PATTERNS
    ]
    found += [(getattr(held, name), worth) for name, worth in _OF_LEANINGS.items()]
    leaning = sum(worth * min(1.0, max(0.0, value)) for value, worth in found)
    return min(0.99, max(0.01, _MIDDLE + 0.5 * leaning))


def _own(found: Sequence[Found], worst: Found, text: str) -> list[Found]:
    """Return what another sentence tells of the claim's own thing, at another time: it says more.

    "Python 3.12 was released in 2023" is told of something else than "support for 3.8 ended".
    """
    if worst.pattern != "belongs_to_other":
        return []
    return [
        each
        for each in found
        if each.pattern == "other_time"
        and each.fit >= _CERTAIN
        and each.passage == worst.passage
        and _are_apart(each.span, worst.span, text)
    ][:1]


def _are_apart(one: Span, other: Span, text: str) -> bool:
    """Say whether a sentence ends between two stretches of a text."""
    first, second = sorted([one, other])
    return _STOP.search(text, first.end, second.start + 1) is not None
