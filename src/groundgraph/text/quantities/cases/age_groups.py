"""What is told of all, and what in its place of those of some ages: "66 or over: £150 per person".

A claim on somebody of that age, or on those of these ages, is held against what is told of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import decided
from groundgraph.text.quantities.written.agreement import agreement, comparable
from groundgraph.text.quantities.written.limits import OF_AGES, PREFIX, limits_of
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.rulings import Rule
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence

_BEFORE_AGES = frozenset("at am im i'm i’m aged age turn turned turning".split())
_YEARS = BY_WORD["years"]
_OLDEST = 120
_LIGHT = frozenset(
    stem(word)[:PREFIX] for word in (*OF_AGES, *"pay pays is are cost costs get gets per".split())
)
_DECIDED = frozenset({"supported", "contradicted", "elsewhere", "absent"})
_FREE = frozenset("if unless otherwise except not else while whereas".split())
"""Words of claims that speak of more than one case."""
_SURE = 0.92


def with_age_groups(claim: ReadClaim, checks: Sequence[Check]) -> list[Check]:
    """Return the checks of a claim's amounts, held against what is told of the ages it names."""
    amounts = claim.sentence.amounts
    if not checks or not _FREE.isdisjoint(claim.lower):
        return [*checks]
    found = [
        _checked(claim, check, amounts[claim.numbers[check.at]])
        if check.kind == "amount" and check.outcome in _DECIDED
        else check
        for check in checks
    ]
    if found == checks:
        return found
    ages = {a.span for a in amounts if _is_age(claim.sentence, a)}
    ages |= {limit.amount.span for limit in limits_of(claim.sentence)}
    return [check for check in found if check.at not in ages or check.outcome != "absent"]


def _checked(claim: ReadClaim, check: Check, amount: Quantity) -> Check:
    if amount.unit is COUNT or amount.weak:
        return check
    if amount.per not in BY_WORD:
        amount = replace(amount, per="")  # "£75 per claim" beside "£75 per person"
    found = [
        (rule, own, general)
        for passage in claim.index.passages
        for rule in passage.rules
        if rule.ages and not rule.denied
        for own, general in _exceptions(claim, rule, amount)
    ]
    if len(found) != 1:
        return check
    [(rule, own, general)] = found
    inside = _is_inside(claim, rule)
    is_own, is_general = (agreement(amount, r.amount) == "equal" for r in (own, general))
    both = _tells(claim, own) and _tells(claim, general)
    if inside is None or both or is_own is is_general:
        return check
    meant, right = (own if inside else general), is_own is inside
    return replace(check, outcome=decided(right=right), kind="limit", held=(meant,), fit=_SURE)


def _tells(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    return any(agreement(a, reading.amount) == "equal" for a in claim.sentence.amounts)


def _exceptions(
    claim: ReadClaim, rule: Rule, amount: Quantity
) -> Iterator[tuple[EvidenceQuantity, EvidenceQuantity]]:
    """Yield what a rule tells of its ages and what its passage tells of all, of the same thing."""
    passage = claim.index.passages[rule.passage]
    alike = [
        r
        for r in passage.readings
        if r.cell is None and comparable(amount, r.amount) and r.amount is not rule.limit.amount
    ]
    own = [r for r in alike if rule.span.start <= r.span.start < rule.span.end]
    spans = [other.span for other in passage.rules]
    others = [r for r in alike if not any(s.start <= r.span.start < s.end for s in spans)]
    thing = frozenset(word for word in rule.words if word[0] != "#") - _LIGHT
    said = claim.sentence.words.keys() | claim.question.words.keys()
    general = [r for r in others if thing <= _cut(r.own)]
    alone = len(own) == len(general) == len(others) == 1
    if alone and thing & _cut(said) and agreement(own[0].amount, general[0].amount) == "differs":
        yield own[0], general[0]


def _cut(words: AbstractSet[str]) -> frozenset[str]:
    return frozenset(word[:PREFIX] for word in words)


def _is_inside(claim: ReadClaim, rule: Rule) -> bool | None:
    """Say whether a claim is on the ages of a rule; ``None`` where it tells none, or of both."""
    for sentence in (claim.sentence, claim.question):
        ends = [(limit.low, limit.high) for limit in limits_of(sentence)]
        if _in_years(rule) in ends or (rule.limit.low, rule.limit.high) in ends:
            return True
        held = {rule.limit.holds(_age(a, rule)) for a in sentence.amounts if _is_age(sentence, a)}
        if held:
            return held.pop() if len(held) == 1 else None
    return None


def _in_years(rule: Rule) -> tuple[float, float]:
    """Return the ends of a rule's limit as a bare number tells them: "over 65"."""
    unit = 1.0 if rule.limit.amount.unit is COUNT else float(_YEARS.factor)
    return rule.limit.low / unit, rule.limit.high / unit


def _age(amount: Quantity, rule: Rule) -> float:
    unit = COUNT if rule.limit.amount.unit is COUNT else _YEARS
    return float(amount.value * unit.factor)


def _is_age(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether an amount tells somebody's age: "at 67", "I'm 67", "a 67-year-old"."""
    if amount.per == "age":
        return amount.unit == _YEARS
    before = sentence.tokens[amount.first - 1].text if amount.first else ""
    bare = amount.unit is COUNT and not amount.noun and amount.bound == "exact"
    return bare and before in _BEFORE_AGES and 0 < amount.value < _OLDEST
