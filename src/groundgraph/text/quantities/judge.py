"""The entry point: what the amounts, dates, comparisons and orders of claims are worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from groundgraph.text.judgements import Judgement, Outcome, numbered
from groundgraph.text.quantities.evidence.findings import decided
from groundgraph.text.quantities.evidence.index import index_of
from groundgraph.text.quantities.evidence.slots import ReadClaim
from groundgraph.text.quantities.evidence.whole_texts import WholeTexts
from groundgraph.text.quantities.standing import checks_of
from groundgraph.text.quantities.wording import sentence_for
from groundgraph.text.quantities.written.adjectives import COMPARATIVES, SUPERLATIVES
from groundgraph.text.quantities.written.model import read
from groundgraph.text.quantities.written.questions import asks_to_measure
from groundgraph.text.quantities.written.slashed import readings_of
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.types import Passage

_CERTAIN = {"supported": 0.8, "contradicted": 0.9}
"""Fits from which a quantity is certain, else likely."""
_IN_ONE_ORDER = 0.5
"""How much speaks for a claim that one of two orders of a date supports."""
_REACHED = 3.0
"""What a way to reckon an absent value counts against its absence."""
_VALUES = frozenset({"amount", "date", "derivation"})
_ORDERED = frozenset({"order", "comparison"})
_RECKONED = frozenset({"derivation", "limit", "order", "comparison"})
_COMPARED = (COMPARATIVES.keys() | SUPERLATIVES.keys()) - {"last"}
"""Words that compare; "last" may name a time: "in the last quarter"."""


@dataclass(frozen=True)
class QuantityJudgement(Judgement["Check"]):
    """What the amounts, dates, comparisons and orders of one claim are worth.

    "supported" when each of them stands in the evidence or follows from it, "contradicted" when the
    evidence says otherwise of one.

    Attributes:
        asked: Whether the question asks for an amount, a time, an order or a comparison.
    """

    asked: bool = False


def judge_quantities(
    question: str, passages: Sequence[Passage | str], claims: Sequence[str]
) -> list[QuantityJudgement]:
    """Hold the amounts, dates, comparisons and orders of some claims against their evidence.

    Args:
        question: What was asked, or "".
        passages: The evidence; explanations name passages by their ids, strings by number.
        claims: Claims of one answer, in order.

    Returns:
        One judgement for each claim. A claim without amounts, dates or comparisons is "open".

    >>> told = ["Ana sold 24 lamps in May. Ben sold 18 lamps in May."]
    >>> [found] = judge_quantities("", told, ["Together Ana and Ben sold 42 lamps."])
    >>> found.outcome, found.explanation
    ('supported', '24 + 18 = 42 (passage 1).')
    """
    known = numbered(passages)
    whole = WholeTexts.of(known)
    ways = readings_of(whole.texts, (question, *claims))
    read_claims = [_read(question, whole.texts, claims, as_read) for as_read in ways]
    return [
        _judged(said, readings, known, whole)
        for said, *readings in zip(claims, *read_claims, strict=True)
    ]


def judge_denial(
    question: str, passages: Sequence[Passage | str], said: str, claim: str
) -> QuantityJudgement | None:
    """Judge a no to something that compares, or puts in order, two things: it is the opposite.

    Args:
        question: What was asked, or "".
        passages: The evidence.
        said: What is denied, as a statement.
        claim: The claim that denies it.

    Returns:
        ``None`` where no comparison or order decides what is denied.

    >>> told = ["The Pro launched in March 2021. The XL launched in June 2021."]
    >>> asked, no = "The XL launched before the Pro.", "The XL did not launch before the Pro."
    >>> judge_denial("", told, asked, no).outcome
    'supported'
    """
    [judged] = judge_quantities(question, passages, [said])
    decisive = [c for c in judged.checks if c.kind in _ORDERED and c.outcome == judged.outcome]
    if judged.certainty != "certain" or not decisive:
        return None
    outcome = decided(right=judged.outcome == "contradicted")
    at = Span(0, len(claim.rstrip(" .")))
    checks = [replace(check, outcome=outcome, at=at) for check in decisive]
    turned: Outcome = "supported" if outcome == "supported" else "contradicted"
    found = QuantityJudgement.of(claim, checks, turned, _CERTAIN, _if_open(checks))
    return found.explained(numbered(passages), partial(sentence_for, claim))


def _read(
    question: str, texts: Sequence[str], claims: Sequence[str], as_read: Callable[[str], str]
) -> list[ReadClaim]:
    """Read some claims and their evidence, dates in one of their orders."""
    index = index_of(tuple(map(as_read, texts)))
    asked = read(as_read(question), index.labels)
    return [ReadClaim(read(as_read(claim), index.labels), asked, index) for claim in claims]


def _judged(
    said: str, readings: Sequence[ReadClaim], passages: Sequence[Passage], whole: WholeTexts
) -> QuantityJudgement:
    claim = readings[0]
    found = [checks_of(reading) for reading in readings]
    checks = _agreed(found)
    if not checks:
        return QuantityJudgement(said)
    outcome = _outcome(claim.sentence, checks)
    if any(_outcome(claim.sentence, own) != outcome for own in found):
        outcome = "open"
    checks = [whole.placed(check) for check in checks]
    judged = QuantityJudgement.of(said, checks, outcome, _CERTAIN, _if_open(checks))
    judged = replace(judged, asked=asks_to_measure(claim.question))
    return judged.explained(passages, partial(sentence_for, said))


def _agreed(found: Sequence[Sequence[Check]]) -> list[Check]:
    """Return the checks that come out alike in whatever order dates are read.

    What only one order supports is left open, and speaks for the claim.
    """
    first, *others = found
    agreed: list[Check] = []
    for check in first:
        own = [
            [c.outcome for c in other if (c.kind, c.at) == (check.kind, check.at)]
            for other in others
        ]
        if all(check.outcome in outcomes for outcomes in own):
            agreed.append(check)
        elif all(own) and any("supported" in outcomes for outcomes in (*own, [check.outcome])):
            agreed.append(replace(check, outcome="open", lean=_IN_ONE_ORDER))
    return agreed


def _compares_more(sentence: Sentence, checks: Sequence[Check]) -> bool:
    """Say whether a claim compares something else too: "slower, but the larger output"."""
    held = sum(check.kind == "comparison" for check in checks)
    said = sum(token.text in _COMPARED for token in sentence.tokens)
    return 0 < held < said


def _outcome(sentence: Sentence, checks: Sequence[Check]) -> Outcome:
    outcomes = {check.outcome for check in checks}
    if "contradicted" in outcomes:
        return "contradicted"
    if "supported" not in outcomes or _compares_more(sentence, checks):
        return "open"
    return "open" if any(map(_is_missing, checks)) else "supported"


def _is_missing(check: Check) -> bool:
    """Say whether a check leaves something of the claim open."""
    against = check.kind == "code" and check.lean < 0
    undecided = check.outcome == "open" and (check.kind in _ORDERED or against)
    return undecided or check.outcome in {"absent", "elsewhere"}


def _if_open(checks: Sequence[Check]) -> float:
    """Return the score of a claim of which nothing is decided."""
    plain = [check for check in checks if check.kind in _VALUES]
    absent = _mean(check.outcome == "absent" for check in plain)
    absent -= _REACHED * _mean(check.plausible for check in plain)
    worse = 0.3 * absent + 0.2 * _mean(check.outcome == "elsewhere" for check in plain)
    right = [check for check in checks if check.outcome == "supported"]
    told = _mean(check.outcome == "supported" for check in plain)
    reckoned = max((check.fit for check in right if check.kind in _RECKONED), default=0.0)
    better = 0.3 * max(told, min(1.0, reckoned))
    against, agreeing = (
        min(1.0, sum(sign * check.lean for check in checks if sign * check.lean > 0))
        for sign in (-1, 1)
    )
    return 0.5 + worse - better + 0.4 * (against - agreeing)


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return sum(every) / len(every) if every else 0.0
