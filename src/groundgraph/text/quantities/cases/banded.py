"""A claim on a case that falls into one of the bands for which the evidence rules different things.

"Yes, but you need a guarantor" to "My score is 650. Will I get a loan?", beside "Customers with a
score between 620 and 679 need a guarantor. Below 620, applications are declined."
"""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.evidence.rulings import (
    Measure,
    cut,
    measure_of,
    of_amounts,
    told,
)
from groundgraph.text.quantities.written.limits import PREFIX, are_denied, is_denial
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.tokens import Token
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.rulings import Rule
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence

_FREE = frozenset(
    """if unless or except another than alone depends either still versus respectively but whether
    while whereas otherwise""".split()
)
"""Words of claims that speak of more than one case, or make conditions of their own."""
_MORE = frozenset({"more", "less", "fewer", "older", "younger"})
_STOPS = frozenset({".", ";", ",", "!", "?"})
_SETTING = frozenset(
    """need needs must require requires required limit limits limited maximum minimum max min exceed
    exceeds least most""".split()
)
"""Words by which a claim sets a limit of its own: "applicants need a GPA of 3.7"."""
_BY_THE_WAY = frozenset({"of", "with", "at", "after", "for", "aged", "a", "an", "by"})
_APART = frozenset({"before", "after", "ahead", "prior", "late", "early"})
"""Words behind a time that say when something is done: "20 days before departure"."""
_HAVING = frozenset("has have had is are was were reaches reached weighs costs".split())
_NEAR = 4
"""Words before an amount in which one of these says that it is what is told: "has a height of"."""
_BARE = frozenset({"is", "am", "of", "at"})
_ENOUGH = frozenset({"enough", "sufficient", "suffices"})
_TOO_LITTLE = frozenset({"low", "few", "little", "short", "young", "small"})
_ADDING = frozenset("further added adds add another".split())
_END = Token("mark", "", 0, 0)
_SURE, _LIKELY = 0.9, 0.8
_HALF = 0.5
_WELL = 2
_UNITS = (
    frozenset({"hours", "minutes", "seconds"}),
    frozenset({"days", "weeks"}),
    frozenset({"months", "years"}),
)
"""Units of time in which one thing is told."""


class _Case(NamedTuple):
    """An amount of one thing.

    Attributes:
        amount: The amount.
        measure: What names its measure.
        bare: Whether it is told as "is 5", and so may be an age.
        by_the_way: Whether it says which thing is meant ("with a score of 650"), and is not what
            is said of it ("the warranty lasts 4 years").
    """

    amount: Quantity
    measure: Measure
    bare: bool
    by_the_way: bool = True


class _Said(NamedTuple):
    """What a claim says of its case: stems and other amounts, and whether it denies."""

    words: frozenset[str]
    denied: bool


def check_rules(claim: ReadClaim) -> list[Check]:
    """Hold what a claim says of one case against the rule for it, and those for other cases."""
    cases = [(case, False) for case in _cases(claim.sentence) if case.by_the_way]
    cases += [(case, True) for case in _cases(claim.question)]
    if not cases or _is_free(claim):
        return []
    for case, asked in cases:
        for passage in claim.index.passages:
            rules = [rule for rule in passage.rules if _is_of(case, rule, asked=asked)]
            rules = rules or _by_unit(claim, case, passage.rules)
            found = list(_held(claim, case, rules)) if rules else []
            if found:
                return found
    return []


def _is_free(claim: ReadClaim) -> bool:
    """Say whether a claim speaks of more than one case, or makes conditions of its own.

    "If you cancel 20 days ahead, you pay 40%" only tells its case.
    """
    tokens = claim.sentence.tokens[claim.begins :]
    words = [token.text for token in tokens]
    bounds = {at for at in range(1, len(words)) if words[at] == "than" and words[at - 1] in _MORE}
    kept = [word for at, word in enumerate(words) if at not in bounds]
    if kept[:1] == ["if"] and any(_is_apart(claim.sentence, a) for a in claim.sentence.amounts):
        kept = kept[1:]
    free = _FREE.intersection(kept)
    if free != {"or"}:
        return bool(free)
    rules = [(p.text, rule.span) for p in claim.index.passages for rule in p.rules]
    return not any(" or " in span.of(text) for text, span in rules)  # "a parent or guardian"


def _is_apart(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether a time tells when something is done: "20 days before departure"."""
    behind = [token.text for token in sentence.tokens[amount.after : amount.after + 1]]
    return amount.dimension == "time" and not _APART.isdisjoint(behind)


def _by_unit(claim: ReadClaim, case: _Case, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules for times, lengths and the like of a case, where they are of one measure."""
    amount = case.amount
    if not amount.dimension or amount.dimension.startswith("money"):
        return []
    alike = [r for r in rules if r.limit.amount.dimension == amount.dimension]
    alike = [r for r in alike if amount.per in {r.limit.amount.per, ""}]
    alike = [r for r in alike if _are_told_alike(amount, r.limit.amount) and not r.ages]
    words = cut(claim.sentence.words, case.measure)
    shared = any(_has(rule.words, word) for rule in alike for word in words)
    return alike if len(alike) > 1 and len({r.measure for r in alike}) == 1 and shared else []


def _held(claim: ReadClaim, case: _Case, rules: Sequence[Rule]) -> Iterator[Check]:
    inside = _narrowest([rule for rule in rules if rule.limit.holds(_value(case, rule))])
    others = [rule for rule in rules if rule not in inside]
    enough = _enough(claim)
    if enough is not None and len(rules) == 1 and _is_of_the_case(claim, case, rules[0]):
        yield _check(claim, rules[0], right=bool(inside) == enough, fit=_SURE)
    elif told := [rule for rule in rules if _tells(claim.sentence, rule)]:
        yield from _told_again(claim, told)
    elif len(inside) == 1 and others:
        yield from _decided(claim, case, inside[0], others)
    elif len(rules) == 1:
        yield from _by_one(claim, case, rules[0], inside=bool(inside))


def _is_of_the_case(claim: ReadClaim, case: _Case, rule: Rule) -> bool:
    """Say whether what is called enough is the case: not "your manager's okay is enough"."""
    if any(amount is case.amount for amount in claim.sentence.amounts):
        return True
    tokens = claim.sentence.tokens[claim.begins :]
    ahead = list(takewhile(lambda token: token.text not in _ENOUGH, tokens))
    subject = content_words(ahead, claim.text) if len(ahead) < len(tokens) else {}
    measure = Measure(rule.measure)
    return cut(subject, measure) <= cut(claim.question.words, measure) | rule.words


def _told_again(claim: ReadClaim, rules: Sequence[Rule]) -> Iterator[Check]:
    """Hold a claim that tells the limit of one rule itself: "only groups of more than 15 must"."""
    bounds = {amount.bound for amount in claim.sentence.amounts}
    for rule in rules if len(rules) == 1 else ():
        said = _said(claim, _Case(rule.limit.amount, Measure(rule.measure), bare=False), rule)
        whole = said.words and _hits(said.words, rule.words, frozenset()) == len(said.words)
        if whole and said.denied == rule.denied and rule.limit.amount.bound in bounds:
            yield _check(claim, rule, right=True, fit=_SURE)


def _narrowest(inside: list[Rule]) -> list[Rule]:
    """Return, of "up to 5 kg" and "up to 10 kg", the first."""
    if len({rule.limit.low for rule in inside}) == 1:
        return sorted(inside, key=lambda rule: rule.limit.high)[:1]
    if len({rule.limit.high for rule in inside}) == 1:
        return sorted(inside, key=lambda rule: -rule.limit.low)[:1]
    return inside


def _decided(
    claim: ReadClaim, case: _Case, inside: Rule, others: Sequence[Rule]
) -> Iterator[Check]:
    said = _said(claim, case, inside)
    if not inside.words:
        return
    inside = _filled(inside, others)
    amounts = frozenset(word for word in said.words if word[0] == "#")
    if amounts and amounts <= inside.words:  # "50% of a ticket" goes on to "after an hour 100%"
        others = [rule for rule in others if amounts <= rule.words] or others
    of_others = frozenset(word for rule in others for word in rule.words)
    told_by = [rule for rule in (inside, *others) if amounts <= rule.words]
    if amounts and len(told_by) == 1:
        said = said._replace(words=amounts)  # "you pay 55 euros": "pay" is said of both
    hits = _hits(said.words, inside.words, of_others)
    most, agrees = max(
        (_hits(said.words, rule.words, inside.words), rule.denied == said.denied) for rule in others
    )
    if not amounts <= inside.words and _gives_another(claim, inside, amounts):
        yield _check(claim, inside, right=False, fit=_SURE)
        return
    if hits > most and not amounts <= inside.words:
        return
    if most > hits and _adds(claim, inside):
        return
    if hits > most:
        right, sure = inside.denied == said.denied, hits >= _HALF * len(said.words)
    elif most > hits:
        shared = sum(_has(inside.words, w) and _has(of_others, w) for w in said.words)
        least = min(_WELL, len(said.words) - shared)
        right, sure = not agrees, most >= max(least, _WELL * hits)
    else:
        return
    if right or sure:
        yield _check(claim, inside, right=right, fit=_SURE if sure else _LIKELY)


def _filled(rule: Rule, others: Sequence[Rule]) -> Rule:
    """Return a rule that only tells an amount with what one before tells: "30-59 minutes: 50%"."""
    before = [other for other in others if other.span < rule.span]
    told = [frozenset(word for word in other.words if word[0] != "#") for other in before]
    if any(word[0] != "#" for word in rule.words) or not any(told):
        return rule
    return rule._replace(words=rule.words.union([*filter(None, told)][-1]))


def _adds(claim: ReadClaim, rule: Rule) -> bool:
    """Say whether a rule adds to what others give: "and after ten years a further three"."""
    text = rule.span.of(claim.index.passages[rule.passage].text)
    return not _ADDING.isdisjoint(text.lower().split())


def _gives_another(claim: ReadClaim, inside: Rule, amounts: frozenset[str]) -> bool:
    """Say whether a claim gives its case an amount that is told of others, and does not name them.

    "At 10 she can have 400 mg every 6 hours" beside "Adults: 400 mg; children 8-11: 200 mg".
    """
    wrong = amounts - inside.words
    passage = claim.index.passages[inside.passage]
    others = [r for r in passage.readings if not _is_within(r, inside)]
    others = [r for r in others if wrong & told([r.amount])]
    kinds = {word.partition(" ")[2] for word in wrong}
    own = [w for w in inside.words if w[0] == "#" and w.partition(" ")[2] in kinds]
    about = frozenset(word for r in others for word in r.about)
    named = [w for w in claim.sentence.words if w in about and not _has(inside.words, w[:PREFIX])]
    plain = all(kinds) and len(kinds) == len(wrong) == 1
    return plain and len(own) == 1 and own[0] not in amounts and bool(others) and not named


def _is_within(reading: EvidenceQuantity, rule: Rule) -> bool:
    return rule.span.start <= reading.span.start < rule.span.end


def _by_one(claim: ReadClaim, case: _Case, rule: Rule, *, inside: bool) -> Iterator[Check]:
    """Hold a claim against the only rule for a measure: what it says of its cases alone."""
    said = _said(claim, case, rule)
    hits = _hits(said.words, rule.words, frozenset())
    alike = rule.denied == said.denied
    whole = hits == len(said.words) >= _WELL
    if inside and whole:
        yield _check(claim, rule, right=alike, fit=_SURE)
    elif not inside and whole and (alike or rule.entitles):
        yield _check(claim, rule, right=not alike, fit=_SURE if rule.entitles else _LIKELY)


def _check(claim: ReadClaim, rule: Rule, *, right: bool, fit: float) -> Check:
    held = Event(Moment(), {}, rule.passage, rule.limit.amount.span, rule.span, 0)
    at = Span(0, len(claim.text.rstrip(" .!")))
    return Check(decided(right=right), "limit", at, (held,), fit)


def _hits(said: frozenset[str], own: frozenset[str], others: frozenset[str]) -> int:
    """Count words that one rule has, and others have not."""
    return sum(_has(own, word) and not _has(others, word) for word in said)


def _has(words: frozenset[str], word: str) -> bool:
    if word[0] == "#":
        return word in words
    return any(one.startswith(word) or word.startswith(one) for one in words)


def _said(claim: ReadClaim, case: _Case, rule: Rule) -> _Said:
    sentence = claim.sentence
    measure = case.measure if case.measure.name == rule.measure else Measure(rule.measure)
    first = claim.begins
    amounts = [a for a in sentence.amounts if a.first >= first and not _is_same(a, case.amount)]
    amounts = [a for a in amounts if not a.weak]
    skip = of_amounts(sentence, sentence.amounts)
    words = content_words(sentence.tokens, sentence.text, first, skip=skip)
    own = [
        token
        for token, after in pairwise([*sentence.tokens[first:], _END])
        if after.text not in _MORE
    ]
    denied = are_denied(own)
    return _Said(cut(words, measure) | told(amounts), denied)


def _is_same(amount: Quantity, other: Quantity) -> bool:
    return amount.dimension == other.dimension and amount.approx == other.approx


def _enough(claim: ReadClaim) -> bool | None:
    """Say whether a claim finds its case enough, or too little; ``None`` where it says neither."""
    tokens = claim.sentence.tokens[claim.begins :]
    words = [token.text for token in tokens]
    little = any(one == "too" and other in _TOO_LITTLE for one, other in pairwise(words))
    if little or "insufficient" in words:
        return False
    if _ENOUGH.isdisjoint(words):
        return None
    return not any(map(is_denial, tokens))


def _cases(sentence: Sentence) -> Iterator[_Case]:
    """Yield the amounts of a claim or question that one thing has, and none that it sets."""
    for amount in sentence.amounts:
        ahead = (token.text for token in reversed(sentence.tokens[: amount.first]))
        sets = not _SETTING.isdisjoint(takewhile(lambda word: word not in _STOPS, ahead))
        if amount.bound == "exact" and amount.kind == "count" and not sets:
            before = sentence.tokens[amount.first - 1].text if amount.first else ""
            bare = amount.unit is COUNT and before in _BARE
            near = {t.text for t in sentence.tokens[max(0, amount.first - _NEAR) : amount.first]}
            by_the_way = amount.per == "age" or _is_apart(sentence, amount)
            by_the_way = by_the_way or (before in _BY_THE_WAY and not near & _HAVING)
            yield _Case(amount, measure_of(sentence.tokens, amount.first), bare, by_the_way)


def _is_of(case: _Case, rule: Rule, *, asked: bool) -> bool:
    """Say whether a case is of the measure of a rule; one of a question by its unit alone."""
    amount, limit = case.amount, rule.limit.amount
    if not _are_told_alike(amount, limit):
        return False
    if case.measure.name and case.measure.name == rule.measure:
        return COUNT in {amount.unit, limit.unit} or amount.dimension == limit.dimension
    if amount.per == "age" or (case.bare and rule.ages):
        return rule.ages and (limit.unit is COUNT or limit.unit.name == "years")
    if amount.dimension == limit.dimension == "":
        return bool({*amount.noun} & {*limit.noun})
    plain = amount.dimension == limit.dimension and not amount.dimension.startswith("money")
    return asked and plain and amount.per in {limit.per, ""}  # "four days a week" is not "60 days"


def _are_told_alike(amount: Quantity, limit: Quantity) -> bool:
    """Say whether two times are told in units of about one size."""
    if not amount.dimension == limit.dimension == "time":
        return True
    names = {amount.unit.name, limit.unit.name}
    return len(names) == 1 or any(names <= units for units in _UNITS)


def _value(case: _Case, rule: Rule) -> float:
    """Return a case's value in the base unit of a rule's limit."""
    unit = rule.limit.amount.unit
    if unit is COUNT:
        return case.amount.number
    if case.amount.unit is COUNT:
        return case.amount.number * float(unit.factor) + float(unit.offset)
    return case.amount.approx


def _tells(sentence: Sentence, rule: Rule) -> bool:
    """Say whether a claim tells the limit of a rule itself."""
    limit = rule.limit
    return any(
        amount.dimension == limit.amount.dimension and amount.approx in {limit.low, limit.high}
        for amount in sentence.amounts
    )
