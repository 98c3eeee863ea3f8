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
from groundgraph.text.quantities.written.limits import (
    EMPTY_STEMS,
    NAMED_LIMITS,
    NEAR,
    OF_AGES,
    PREFIX,
    Limit,
    denies,
    limits_of,
)
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.unit_table import COUNT, DEGREES

if TYPE_CHECKING:
    from collections.abc import Iterator

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
"""Letters by which forms of one word are known: "apply", "applicants"."""
_MORE = frozenset(
    """; : unless except if but while whereas otherwise either both neither smaller larger dearer
    cheaper heavier lighter other others provided instead alone enough""".split()
)
_SURE = 0.9
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
    """

    amount: Quantity
    words: frozenset[str]
    others: tuple[Quantity, ...] = ()
    of_one: bool = True


def check_limits(claim: ReadClaim) -> list[Check]:
    """Hold a claim on one case against the limits that the evidence sets for such."""
    if not claim.lower.isdisjoint(_FREE):
        return []
    found = [
        (case, passage.number, sentence, limit)
        for case in _cases_of(claim.sentence)
        for passage in claim.index.passages
        for sentence in passage.sentences
        if (limit := _limit_of(case, sentence)) is not None
    ]
    if len(found) != 1:
        return []
    [(case, number, sentence, limit)] = found
    inside = limit.holds(_value(case.amount, limit.amount))
    forbids = denies(sentence, limit.amount)
    alike = denies(claim.sentence) == forbids
    if not inside and forbids:
        return []  # what is forbidden above a limit may be forbidden below it too
    right = inside == alike
    event = Event(Moment(), {}, number, limit.amount.span, sentence.span, 0)
    return [Check(decided(right=right), "limit", case.amount.span, (event,), _SURE)]


def _limit_of(case: Case, sentence: Sentence) -> Limit | None:
    """Return the one limit that a sentence sets for such cases."""
    if not case.words and sentence.letters.isdisjoint(NAMED_LIMITS):
        return None
    if not _is_held(case.words, frozenset(_plain(sentence))):
        return None
    limits = limits_of(sentence)
    if len(limits) != 1 or _has_more(sentence, limits[0]):
        return None
    [limit] = limits
    least = limit.high == math.inf and sentence.letters.isdisjoint(_ASKED_FOR)
    if not _are_of_one_kind(sentence, case.amount, limit.amount) or (least and not case.of_one):
        return None
    return limit if all(_is_told(other, sentence) for other in case.others) else None


def _value(amount: Quantity, limit: Quantity) -> float:
    """Return an amount in the base unit of a limit; bare degrees are of the limit's scale."""
    if limit.unit is COUNT:
        return amount.number
    if amount.unit is DEGREES:
        return amount.number * float(limit.unit.factor) + float(limit.unit.offset)
    return amount.approx


def _cases_of(sentence: Sentence) -> Iterator[Case]:
    """Yield the amounts of a sentence that tell of one thing: "a bag of 26 kg"."""
    strong = [a for a in sentence.amounts if not a.weak or a.per == "age"]
    permitted = not sentence.letters.isdisjoint(_PERMITTED)
    for amount in strong:
        if amount.bound != "exact" or amount.kind != "count":
            continue
        of_one = _is_of_one(sentence, amount)
        if of_one or (permitted and (amount.noun or amount.dimension)):
            others = tuple(other for other in strong if other is not amount)
            yield Case(amount, frozenset(_plain(sentence)), others, of_one)


def _is_of_one(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether an amount is told of one thing: "a 12 kg bag", "a bag that weighs 12 kg"."""
    if amount.dimension == "":
        return False
    before = [token.text for token in sentence.tokens[max(0, amount.first - 4) : amount.first]]
    direct = before[-1:] and before[-1] in _ARTICLES
    ahead = {token.text for token in sentence.tokens[max(0, amount.first - NEAR) : amount.first]}
    through = len(before) >= 3 and before[-3] in _ARTICLES and before[-1] in _OF
    through = through and ahead.isdisjoint(_HAS)  # "the tower has a height of 95 m"
    told = len(before) == 4 and before[0] in _ARTICLES and before[2] in _THAT and before[3] in _IS
    return bool(direct or through or told)


def _is_told(amount: Quantity, sentence: Sentence) -> bool:
    """Say whether a sentence tells an amount as it is."""
    return any(agreement(amount, other) == "equal" for other in sentence.amounts)


def _plain(sentence: Sentence) -> Iterator[str]:
    """Yield the stems of a sentence, but for its amounts, cut to what forms of a word share."""
    amounts = {at for a in sentence.amounts for at in range(a.first, _end(a, sentence))}
    for word in content_words(sentence.tokens, sentence.text, skip=amounts):
        if word not in EMPTY_STEMS and not word[0].isdigit():
            yield word[:PREFIX]


def _end(amount: Quantity, sentence: Sentence) -> int:
    """Return the index after an amount's number and unit, without what it counts."""
    inside = [at for at, t in enumerate(sentence.tokens) if t.end <= amount.span.end]
    return inside[-1] + 1 if inside else amount.after


def _is_held(wanted: frozenset[str], held: frozenset[str]) -> bool:
    """Say whether a sentence has a form of each word."""
    return all(any(one.startswith(word) or word.startswith(one) for one in held) for word in wanted)


def _are_of_one_kind(sentence: Sentence, amount: Quantity, limit: Quantity) -> bool:
    if amount.dimension == limit.dimension == "":
        return bool({*amount.noun} & {*limit.noun})
    if amount.dimension == limit.dimension:
        return amount.per != "age" or limit.per == "age" or not OF_AGES.isdisjoint(sentence.letters)
    if amount.unit is DEGREES:
        return limit.dimension == "temperature"
    return amount.per == "age" and limit.unit is COUNT and not OF_AGES.isdisjoint(sentence.letters)


def _has_more(sentence: Sentence, limit: Limit) -> bool:
    """Say whether a sentence tells more than one rule, or an exception to it.

    "If payment is over ten days late, a fee is due" tells one.
    """
    words = [*(token.text for token in sentence.tokens), ""]
    if words[0] == "if" and "," in words[limit.amount.after :]:
        words = words[1:]
    return any(one in _MORE and other != "than" for one, other in pairwise(words))
