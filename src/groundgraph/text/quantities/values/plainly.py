"""Where a claim's own words say how its value is reckoned, so that another value is wrong.

"Six did not survive" beside "three of the ten survived"; "Team costs $290 a year" beside "$29 a
month" and no price for a year.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTHS, WEEKDAYS
from groundgraph.text.quantities.derived.complements import denies_alone
from groundgraph.text.quantities.derived.derivations import is_beyond, is_part_of
from groundgraph.text.quantities.values.doubts import is_of_its_size
from groundgraph.text.quantities.values.slips import is_power_of_ten, is_ten
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.nouns import PERIODIC
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.derived.derivations import Derivation
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Event
    from groundgraph.text.quantities.written.roles import Role

_PERIODS = frozenset(map(stem, (*PERIODIC, "annual", "annually", "day", "week", "month", "year")))
_OF_OTHER_PRICES = frozenset(
    """year years yearly annual annually annum week weeks weekly discount discounted discounts save
    saves saving free first promotional introductory plus extra additional deposit setup fee fees
    tax vat off only minimum maximum term contract upfront advance""".split()
)
"""Words beside a price by which so many of it may come to more or less."""
_TAKEN_OVER, _IN_SENTENCE = 0.75, 0.5
"""Weights of a word, in [0, 1], from which another clause surely tells it too, and from which it
may."""
_LONGER = frozenset("year yearly annual annually annum month monthly".split())
_NOT_ALONE = frozenset("first with without plus including discount save saves after about".split())
_TIMES = """last this next previous current now before year years month months week quarter half
    first second third fourth until till from since"""
_OF_TIMES = frozenset(map(stem, (*MONTHS, *WEEKDAYS, *_TIMES.split())))
"""Stems by which a text tells the same measure of two times."""
_JUST_MORE = frozenset(map(stem, "more less fewer over under half most".split()))


def meant_instead(
    claim: ReadClaim, amount: Quantity, role: Role, found: Sequence[Derivation]
) -> Derivation | None:
    """Return what a claim that has another value can only mean, however little it says of it.

    Args:
        claim: The claim.
        amount: Of the claim.
        role: What part it plays.
        found: All that may be derived for it, what fits best first.
    """
    if claim.strange_names:
        return None
    if amount.bound in {"over", "below"} and role == "share":
        return _on_the_other_side(claim, amount, found)
    if role == "change" and len(found) == 1 and _is_of_two_times(found[0]):
        return found[0] if is_of_its_size(amount, found[0]) else None
    whole = next((one for one in found if one.operation == "elapsed" and one.whole), None)
    if whole is not None and found[0].operation == "elapsed":
        return whole
    often = [one for one in found if one.operation == "often"]
    if often and often[0].fit >= _TAKEN_OVER and often[0].whole:
        return often[0]
    return next((one for one in found if _is_size_of(claim, amount, one)), None)


def _on_the_other_side(
    claim: ReadClaim, amount: Quantity, found: Sequence[Derivation]
) -> Derivation | None:
    """Return the share of "41 of 96", beside which a claim says "more than half"."""
    shares = [one for one in found if one.operation == "share"]
    if not shares or any(is_beyond(amount, one.amount) for one in shares):
        return None
    part, whole = sorted(shares[0].held, key=_size)
    if not isinstance(part, EvidenceQuantity) or not isinstance(whole, EvidenceQuantity):
        return None
    beside = {id(each): _size(each) for one in shares if whole in one.held for each in one.held}
    parts = sum(beside.values()) - _size(whole)
    if amount.bound == "over" and parts > amount.base * whole.amount.approx:
        return None  # "31 by May and 20 more by June" may be what is meant
    told = part.own.union(whole.own, part.amount.noun, whole.amount.noun)
    said = claim.sentence.words.keys() - _JUST_MORE - {*amount.noun}
    named = said & (part.own - whole.own) and said <= told
    return shares[0] if named and not denies_alone(claim, part) else None


def of_a_whole(found: list[Derivation]) -> list[Derivation]:
    """Leave out shares of what is a part itself: of 200, 130 answered, "20 after a reminder"."""
    shares = [one for one in found if one.operation == "share"]
    parts = {id(min(one.held, key=_size)) for one in shares}
    wholes = {id(one): max(one.held, key=_size) for one in shares}
    inner = {one for one, whole in wholes.items() if id(whole) in parts and _is_count(whole)}
    return [one for one in found if id(one) not in inner]


def _is_count(reading: EvidenceQuantity | Event) -> bool:
    return isinstance(reading, EvidenceQuantity) and reading.amount.unit is COUNT


def _size(reading: EvidenceQuantity | Event) -> float:
    return reading.amount.approx if isinstance(reading, EvidenceQuantity) else 0.0


def _is_of_two_times(change: Derivation) -> bool:
    """Say whether both amounts are told of the same but for the time: "until June", "from July"."""
    held = [one for one in change.held if isinstance(one, EvidenceQuantity)]
    if len(held) != len(change.held):
        return False
    apart = held[0].own ^ held[1].own
    return bool(apart) and all(word in _OF_TIMES or _is_year(word) for word in apart)


def _is_year(word: str) -> bool:
    return len(word) == len("2024") and word.isdigit()


def _is_size_of(claim: ReadClaim, amount: Quantity, one: Derivation) -> bool:
    """Say whether a claim has the digits of a product, in another size: "10 g" of 1,000 mg."""
    tens = any(
        a is not amount and is_ten(a) for a in (*claim.sentence.amounts, *claim.question.amounts)
    )
    apart = amount.unit.name != one.amount.unit.name and amount.dimension == one.amount.dimension
    return (
        one.operation == "product"
        and one.fit >= _TAKEN_OVER
        and apart
        and not tens
        and is_power_of_ten(amount, one.amount)
    )


def is_plainly_asked(claim: ReadClaim, amount: Quantity, best: Derivation) -> bool:
    """Say whether a claim can mean nothing but what is derived, and is told nowhere."""
    if any(agreement(amount, r.amount) == "equal" for r in claim.index.readings):
        return False
    return _is_rest_of_all(claim, amount, best) or _is_for_longer(claim, amount, best)


def _is_rest_of_all(claim: ReadClaim, amount: Quantity, best: Derivation) -> bool:
    """Say whether a claim counts those of a whole of which its part is denied, in its words."""
    held = [one for one in best.held if isinstance(one, EvidenceQuantity)]
    if best.operation != "difference" or amount.unit is not COUNT or len(held) != 2:
        return False
    if not is_part_of(*held):
        return False
    part = min(held, key=lambda reading: reading.amount.approx)
    told = part.own.union(*({*one.words, *one.amount.noun} for one in held))
    return {*claim.sentence.words, *amount.noun} <= told and denies_alone(claim, part, rest=False)


def _is_for_longer(claim: ReadClaim, amount: Quantity, best: Derivation) -> bool:
    """Say whether a claim tells for a year what is told for a month alone."""
    if best.operation != "product" or len(best.held) != 1 or not claim.lower.isdisjoint(_NOT_ALONE):
        return False
    if (claim.lower | claim.asked).isdisjoint(_LONGER) or _counts_more(claim, amount):
        return False
    [held] = best.held
    if not isinstance(held, EvidenceQuantity) or held.cell is not None:
        return False
    period = BY_WORD.get(held.amount.per)
    if not amount.dimension.startswith("money") or period is None or period.dimension != "time":
        return False
    if not _is_named_alone(claim, held):
        return False
    passage = claim.index.passages[held.passage]
    letters = frozenset().union(*(sentence.letters for sentence in passage.sentences))
    words = claim.sentence.words.keys() - _PERIODS
    return (
        letters.isdisjoint(_OF_OTHER_PRICES)
        and "%" not in passage.text
        and words <= (held.words.keys() | claim.question.words.keys())
    )


def _counts_more(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a claim or question counts what is paid for: "for 3 users"."""
    others = (*claim.sentence.amounts, *claim.question.amounts)
    return any(a is not amount and a.dimension != "time" and a.value != 1 for a in others)


def _is_named_alone(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether a claim or question names what a price is of, and no thing of another price."""
    said = claim.sentence.words.keys() | claim.question.words.keys()
    alike = [r for r in claim.index.readings if r.amount.dimension == held.amount.dimension]
    return all(
        _own(held, other, _TAKEN_OVER) & said and not _own(other, held, _IN_SENTENCE) & said
        for other in alike
        if other is not held
    )


def _own(one: EvidenceQuantity, other: EvidenceQuantity, least: float) -> frozenset[str]:
    """Return what one price is told of and the other is not, nor takes over: "cost" of both."""
    return frozenset(word for word in one.own if other.words.get(word, 0.0) < least)
