"""Cases of a limit or a range: whether a claim's one thing falls within.

"An order of $60 ships free" beside "orders of at least $50 ship free"; "a 42-year-old may apply"
beside "between 18 and 35 years old".
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.bounds import bound_behind
from groundgraph.text.quantities.written.limits import (
    EMPTY_STEMS,
    NAMED_LIMITS,
    NEAR,
    OF_AGES,
    PREFIX,
    Limit,
    denies,
    is_denial,
    limits_of,
)
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import COUNT, DEGREES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence

_ARTICLES = frozenset({"a", "an", "my", "our", "your", "his", "her", "their"})
_PERMITTED = frozenset("can may allowed permitted possible cannot".split())
"""Words by which an amount anywhere in a claim is a case: "60 mph is allowed"."""
_ASKED_FOR = frozenset(
    "must need needs required requires require minimum shall should only".split()
)
"""Words of a sentence that asks for at least so much; what "seats over 250" can seat less, too."""
_OF = frozenset("of for with weighing aged measuring worth over costing".split())
_HAS = frozenset({"has", "have", "had", "reaches", "reached"})
_THAT = frozenset({"that", "which", "who"})
_IS = frozenset("is was are were weighs costs measures comes arrives".split())
_MORE = frozenset(
    """; : unless except if but while whereas otherwise either both neither smaller larger dearer
    cheaper heavier lighter other others provided instead alone enough""".split()
)
_ADMITTED = frozenset(
    map(
        stem,
        """allowed permitted possible accepted fine ok okay valid enter join participate register
        compete bring carry sit""".split(),
    )
)
"""Stems by which a claim says no more than that a case is within what is allowed."""
_ADMITTED_CUT = frozenset(word[:PREFIX] for word in _ADMITTED)
_ADMITTING = frozenset(
    """allowed allow allows permitted possible accepted accept accepts admitted valid open limited
    limit maximum minimum capped capacity seat seats hold holds""".split()
)
_ALLOWED = frozenset({"allowed", "permitted", "possible", "too"})
_MODALS = frozenset("must may can need needs shall should only".split())
"""Words by which a rule allows; a modal behind a limit speaks of what is within: "must book"."""
_SIZED = frozenset(
    """must should may can shall need needs have has contain contains consist consists comprise
    comprises include includes be is are of with between from at least most up to no not more fewer
    less than a the maximum minimum limited number size limit for seat seats hold holds fit
    capacity""".split()
)
"""Words between what is made up of some and how many: "teams must have at least three"."""
_MEMBERS = frozenset(
    map(stem, "members people persons players participants students guests".split())
)
_NAMING = _SIZED | OF_AGES
_SAID_BY_ANY = EMPTY_STEMS | _ADMITTED
_CONDITIONS = _SIZED | set(
    """who that which and weigh weighing old tall long wide high older taller longer wider higher
    heavier larger""".split()
)
"""Words between two conditions of one rule: "aged 12 and over who are at least 140 cm tall"."""
_SMALL = frozenset("small few little short light low young".split())
_SURE = 0.9
_OTHERS = frozenset(
    """heavier larger bigger longer higher older smaller shorter lighter younger exceptions
    exception others otherwise exceptionally""".split()
)
_OFTEN = frozenset("usually generally normally typically often mostly sometimes".split())
_FREE = frozenset(
    """if unless or except another more less than alone enough only depends even both either
    still""".split()
)


class Case(NamedTuple):
    """An amount of a claim that is a case of something.

    Attributes:
        amount: The amount: that of "a bag of 26 kg", "a payment that is 12 days late".
        words: The other stems of the claim.
        others: Its other amounts, which are no cases: what the case costs.
        of_one: Whether it is the amount of one thing; else that something is allowed.
        head: The stem of what has so many of something, "team" of "a team of seven"; else "".
        admitted: Whether it is said to be allowed, or too much.
    """

    amount: Quantity
    words: frozenset[str]
    others: tuple[Quantity, ...] = ()
    of_one: bool = True
    head: str = ""
    admitted: bool = False


def check_limits(claim: ReadClaim) -> list[Check]:
    """Hold a claim on one case against the limits that the evidence sets for such."""
    if not claim.sentence.amounts or not claim.lower.isdisjoint(_FREE):
        return []
    found = [
        (case, passage.number, sentence, limit)
        for case in _cases_of(claim.sentence, claim.begins)
        for passage in claim.index.passages
        for sentence in passage.sentences
        if (limit := _limit_of(case, sentence)) is not None
    ]
    places = {(number, limit.amount.span) for _, number, _, limit in found}
    if (
        not found
        or len(places) != len(found)
        or len({id(sentence) for _, _, sentence, _ in found}) > 1
    ):
        return []
    outside = [each for each in found if not _holds(each[3], each[0])]
    case, number, sentence, limit = (outside or found)[0]
    if not outside and len(found) < len(limits_of(sentence)):
        return []  # it may break the other condition
    if not outside and _asks_more(sentence, case, limit):
        return []
    if outside and _tells_of_others(claim.index.passages[number].sentences, sentence):
        return []
    forbids = denies(sentence, limit.amount)
    if outside and forbids:
        return []  # what is forbidden above a limit may be forbidden below it too
    if (right := _is_rightly_too(claim, case, limit)) is None:
        right = (not outside) == (denies(claim.sentence) == forbids)
    return [
        Check(
            decided(right=right),
            "limit",
            each.amount.span,
            (Event(Moment(), {}, number, bound.amount.span, sentence.span, 0),),
            _SURE,
        )
        for each, _, _, bound in outside[:1] or found
    ]


def _asks_more(sentence: Sentence, case: Case, limit: Limit) -> bool:
    """Say whether a rule asks for more of a case: "at least two years of service and a degree"."""
    joins = [at for at, t in enumerate(sentence.tokens) if t.text == "and"]
    behind = [at for at in joins if at > bound_behind(sentence.tokens, limit.amount.after)[1] - 1]
    if not behind or sentence.letters.isdisjoint(_MODALS):
        return False
    skip = {at for at, token in enumerate(sentence.tokens) if token.text in _SIZED}
    words = content_words(sentence.tokens, sentence.text, behind[0], skip=skip)
    return bool(_missing({word[:PREFIX] for word in words} - EMPTY_STEMS, case.words))


def _tells_of_others(sentences: Sequence[Sentence], rule: Sentence) -> bool:
    """Say whether another sentence is on what lies beyond: "Heavier bags cost 50 euros"."""
    return any(
        other is not rule and not _OTHERS.isdisjoint(t.text for t in other.tokens[:2])
        for other in sentences
    )


def _holds(limit: Limit, case: Case) -> bool:
    return limit.holds(_value(case.amount, limit.amount))


def _is_rightly_too(claim: ReadClaim, case: Case, limit: Limit) -> bool | None:
    """Say whether "too large", "too few" is right of a case; ``None`` where it is not said."""
    tokens = claim.sentence.tokens[claim.begins :]
    said = [other.text for one, other in pairwise(tokens) if one.text == "too"]
    if not said:
        return None
    value = _value(case.amount, limit.amount)
    beyond = value <= limit.low if said[0] in _SMALL else value >= limit.high
    right = beyond and not limit.holds(value)
    return right is not any(map(is_denial, tokens))


def _limit_of(case: Case, sentence: Sentence) -> Limit | None:
    """Return the one limit that a sentence sets for such cases."""
    if not sentence.amounts:
        return None
    missing = _missing(case.words, frozenset(_plain(sentence)))
    named = case.words - missing or not sentence.letters.isdisjoint(NAMED_LIMITS)
    if not named or not missing <= _ADMITTED_CUT:
        return None
    every = limits_of(sentence)
    limits = [limit for limit in every if _are_of_one_kind(sentence, case, limit.amount)]
    if len(limits) != 1 or not _are_conditions(sentence, every) or _has_more(sentence, limits[0]):
        return None
    [limit] = limits
    least = limit.high == math.inf and sentence.letters.isdisjoint(_ASKED_FOR)
    if (least and not case.of_one) or (
        (case.admitted or missing) and not _admits(sentence, case, limit)
    ):
        return None
    return limit if all(_is_told(other, sentence) for other in case.others) else None


def _are_conditions(sentence: Sentence, limits: Sequence[Limit]) -> bool:
    """Say whether the limits of a sentence must all be kept."""
    return all(
        _lies_between(
            sentence, one.amount.after + len(one.amount.noun), other.amount.first, _CONDITIONS
        )
        for one, other in pairwise(limits)
    )


def _lies_between(sentence: Sentence, first: int, last: int, words: frozenset[str]) -> bool:
    """Say whether nothing but some words, amounts and what bounds them stands between."""
    taken = {at for a in sentence.amounts for at in range(a.first, a.after)}
    first = bound_behind(sentence.tokens, first)[1]
    return all(sentence.tokens[at].text in words or at in taken for at in range(first, last))


def _admits(sentence: Sentence, case: Case, limit: Limit) -> bool:
    """Say whether a rule is on what is allowed: not "orders over 50 euros ship free"."""
    if not sentence.letters.isdisjoint(_ADMITTING):
        return True
    ahead = sentence.tokens[: limit.amount.first]
    skip = {at for at, token in enumerate(ahead) if token.text in _NAMING}
    skip |= {at for a in sentence.amounts for at in range(a.first, a.after)}
    words = content_words(ahead, sentence.text, skip=skip)
    own = {word[:PREFIX] for word in words if word not in _SAID_BY_ANY}
    per_one = limit.amount.per[:PREFIX] in case.words  # "four people per table"
    rules = per_one or any(token.text in _MODALS for token in ahead)
    behind = [token.text for token in sentence.tokens[limit.amount.after :]]
    return bool(rules) and "to" not in behind and not _missing(own, case.words)


def _value(amount: Quantity, limit: Quantity) -> float:
    """Return an amount in the base unit of a limit; bare degrees are of the limit's scale."""
    if limit.unit is COUNT:
        return amount.number
    if amount.unit is DEGREES:
        return amount.number * float(limit.unit.factor) + float(limit.unit.offset)
    return amount.approx


def _cases_of(sentence: Sentence, begins: int) -> Iterator[Case]:
    """Yield the amounts of a sentence that tell of one thing: "a bag of 26 kg"."""
    strong = [a for a in sentence.amounts if not a.weak or a.per == "age"]
    permitted = not sentence.letters.isdisjoint(_PERMITTED)
    found = []
    for amount in strong:
        if amount.bound != "exact" or amount.kind != "count":
            continue
        head = _head_of(sentence, amount)
        of_one = bool(head) if amount.dimension == "" else _is_of_one(sentence, amount)
        if of_one or (permitted and (amount.noun or amount.dimension)):
            words = frozenset(_plain(sentence, begins))
            found.append(
                Case(amount, words, (), of_one, head, not sentence.letters.isdisjoint(_ALLOWED))
            )
    own = [case.amount for case in found if case.of_one]
    for case in found:
        yield case._replace(
            others=tuple(a for a in strong if a is not case.amount and a not in own)
        )


def _head_of(sentence: Sentence, amount: Quantity) -> str:
    """Return the stem of "team" in "a team of seven", "" where no one thing has so many."""
    before = [token.text for token in sentence.tokens[max(0, amount.first - 4) : amount.first]]
    told = before[-1:] and before[-1] in _OF and not _ARTICLES.isdisjoint(before[:-2])
    return stem(before[-2]) if told else ""


def _is_of_one(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether an amount is told of one thing: "a 12 kg bag", "a bag that weighs 12 kg"."""
    before = [token.text for token in sentence.tokens[max(0, amount.first - 4) : amount.first]]
    direct = before[-1:] and before[-1] in _ARTICLES
    ahead = {token.text for token in sentence.tokens[max(0, amount.first - NEAR) : amount.first]}
    # "the tower has a height of 95 m" tells a measure
    through = _head_of(sentence, amount) and ahead.isdisjoint(_HAS)
    told = len(before) == 4 and before[2] in _THAT and before[3] in _IS
    told = told and (before[0] in _ARTICLES or before[1] == "old")
    return bool(direct or through or told)


def _is_told(amount: Quantity, sentence: Sentence) -> bool:
    """Say whether a sentence tells an amount as it is."""
    return any(agreement(amount, other) == "equal" for other in sentence.amounts)


def _plain(sentence: Sentence, begins: int = 0) -> Iterator[str]:
    """Yield the stems of a sentence, but for its amounts, cut to what forms of a word share."""
    tokens = sentence.tokens
    skip = {at for a in sentence.amounts for at in range(a.first, _end(a, sentence))}
    skip |= {at for at in range(1, len(tokens)) if tokens[at - 1].text == "too"}
    for word in content_words(tokens, sentence.text, begins, skip=skip):
        if word not in EMPTY_STEMS and not word[0].isdigit():
            yield word[:PREFIX]


def _end(amount: Quantity, sentence: Sentence) -> int:
    """Return the index after an amount's number and unit, without what it counts."""
    inside = [at for at, t in enumerate(sentence.tokens) if t.end <= amount.span.end]
    return inside[-1] + 1 if inside else amount.after


def _missing(wanted: Collection[str], held: Collection[str]) -> set[str]:
    """Return the words of which a sentence has no form."""
    return {w for w in wanted if not any(one.startswith(w) or w.startswith(one) for one in held)}


def _are_of_one_kind(sentence: Sentence, case: Case, limit: Quantity) -> bool:
    amount = case.amount
    if amount.dimension == limit.dimension == "":
        return bool({*amount.noun} & {*limit.noun}) or _is_size_of(sentence, case.head, limit)
    if amount.dimension == limit.dimension:
        return amount.per != "age" or limit.per == "age" or not OF_AGES.isdisjoint(sentence.letters)
    if amount.unit is DEGREES:
        return limit.dimension == "temperature"
    return amount.per == "age" and limit.unit is COUNT and not OF_AGES.isdisjoint(sentence.letters)


def _is_size_of(sentence: Sentence, head: str, limit: Quantity) -> bool:
    """Say whether a limit is on how many something has: "teams must have at least three members".

    Of "a team of seven" it counts persons, or tells no more: "groups of 10 or more".
    """
    if not head:
        return False
    ahead = [token.text for token in sentence.tokens[: limit.first]]
    named = [at + 1 for at, word in enumerate(ahead) if stem(word) == head]
    beside = ahead[named[-1] :] if named else []
    whole = bound_behind(sentence.tokens, limit.first + 1)[1] > limit.first + 1
    if not (whole or not limit.noun or _MEMBERS & {*limit.noun} or "of" in beside):
        return False
    if limit.per and head.startswith(limit.per[:PREFIX]):
        return True
    return bool(named) and _lies_between(sentence, named[-1], limit.first, _SIZED)


def _has_more(sentence: Sentence, limit: Limit) -> bool:
    """Say whether a sentence tells more than one rule, or an exception to it.

    "If payment is over ten days late, a fee is due" tells one.
    """
    words = [*(token.text for token in sentence.tokens), ""]
    if words[0] == "if" and "," in words[limit.amount.after :]:
        words = words[1:]
    if words[0] == "most" or not _OFTEN.isdisjoint(words):
        return True
    return any(one in _MORE and other != "than" for one, other in pairwise(words))
