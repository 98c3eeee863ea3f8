"""Limits and ranges that a sentence tells: "at most 8 kg", "from 5 to 12 years"."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.bounds import only_limits
from groundgraph.text.quantities.written.compounds import joins
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.text.words import NEGATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.tokens import Token

_WAYS = {"least": (1, True), "over": (1, False), "below": (-1, False), "most": (-1, True)}
"""Bounds: to which side the amounts lie, and whether the limit itself is among them."""
NAMED_LIMITS = {"minimum": "least", "maximum": "most", "limit": "most"}
NEAR = 8
"""Tokens between "minimum" and its amount: "the minimum order for new customers is 10 pieces"."""
OF_AGES = frozenset(
    """child children kid kids adult adults minor minors age ages aged old older young younger youth
    senior seniors teenagers boys girls women men patients persons people""".split()
)
"""Words beside a bare number that is an age."""
EMPTY_STEMS = frozenset(
    """year old person people someone anyone cost incur weigh measure servic giv polic
    rule cannot allow permit possibl father mother son daught brother sister friend wif husband
    colleagu tak""".split()
)
FORBIDDING = frozenset(
    """contraindicated prohibited forbidden banned barred ineligible disqualified disallowed
    unsuitable unacceptable""".split()
)
"""Words of a rule by which what it is on may not be: a "not" beside one allows it."""
PREFIX = 4
"""Letters by which forms of one word are known: "apply", "applicants"."""
_STOPS = frozenset({".", ";", "!", "?"})


@dataclass(frozen=True)
class Limit:
    """What a sentence limits.

    Attributes:
        amount: One of its ends, for unit and place.
        low: The lower end in the base unit.
        high: The upper end.
        with_low: Whether the lower end is among what is meant.
        with_high: Whether the upper end is.
    """

    amount: Quantity
    low: float
    high: float
    with_low: bool = True
    with_high: bool = True

    def holds(self, value: float) -> bool:
        """Say whether a value lies within."""
        above = value > self.low or (self.with_low and math.isclose(value, self.low))
        below = value < self.high or (self.with_high and math.isclose(value, self.high))
        return above and below


def limits_of(sentence: Sentence) -> list[Limit]:
    """Return the limits and ranges that a sentence sets."""
    found = []
    amounts = [
        a for a in sentence.amounts if not a.weak or a.bound in _WAYS or _is_of_ages(sentence, a)
    ]
    at = 0
    while at < len(amounts):
        amount = amounts[at]
        following = amounts[at + 1] if at + 1 < len(amounts) else None
        if following is not None and _is_range(sentence, amount, following):
            unit = following.unit.factor if amount.unit is COUNT else amount.unit.factor
            low = float(amount.value * unit + following.unit.offset)
            ends = min(low, following.approx), max(low, following.approx)
            found.append(Limit(following, ends[0], ends[1]))
            at += 2
            continue
        bound = _named_bound(sentence, amount)
        if bound in _WAYS:
            side, among = _WAYS[bound]
            value = amount.approx
            ends = (value, math.inf) if side > 0 else (-math.inf, value)
            found.append(Limit(amount, *ends, with_low=among, with_high=among))
        at += 1
    return found


def _is_of_ages(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether a bare number is an end of an age range: "children 6-11"."""
    before = [token.text for token in sentence.tokens[max(0, amount.first - 3) : amount.first]]
    if amount.unit is not COUNT or amount.kind != "count" or not before:
        return False
    if before[-1] in {"-", "–"} and len(before) > 2:
        return before[0] in OF_AGES
    return before[-1] in OF_AGES


def _named_bound(sentence: Sentence, amount: Quantity) -> str:
    """Return what bounds an amount, "the speed limit is" among it."""
    if amount.bound != "exact":
        return amount.bound
    before = [token.text for token in sentence.tokens[max(0, amount.first - NEAR) : amount.first]]
    named = [NAMED_LIMITS[word] for word in before if word in NAMED_LIMITS]
    return named[-1] if named and "," not in before else amount.bound


def _is_range(sentence: Sentence, low: Quantity, high: Quantity) -> bool:
    near = high.first - low.after <= 2
    back = low.value > high.value and high.dimension == "time"  # "29 to 15 days before"
    return near and joins(sentence.text, low, high) and (low.value < high.value or back)


def denies(sentence: Sentence, beside: Quantity | None = None) -> bool:
    """Say whether a sentence denies something; given an amount, the part of it that tells that.

    "Store below 25 °C. Do not freeze." may be read as one. "No more than" denies nothing, nor
    does "may not hold more than".
    """
    tokens = sentence.tokens
    first, last = 0, len(tokens)
    if beside is not None:
        ends = [at for at, token in enumerate(tokens) if token.text in _STOPS]
        first = max((at for at in ends if at < beside.first), default=0)
        last = min((at for at in ends if at >= beside.after), default=last)
    denied = any(
        is_denial(tokens[at])
        and [token.text for token in tokens[at + 2 : at + 3]] != ["than"]
        and not only_limits(sentence.text, tokens[at].start, tokens[at].end)
        for at in range(first, last)
    )
    return denied is not _forbids(tokens[first:last])


def are_denied(tokens: Sequence[Token]) -> bool:
    """Say whether some tokens of a rule, or of a claim on a case, deny or forbid something."""
    return any(map(is_denial, tokens)) is not _forbids(tokens)


def _forbids(tokens: Sequence[Token]) -> bool:
    return any(token.text in FORBIDDING for token in tokens)


def is_denial(token: Token) -> bool:
    """Say whether a token denies something."""
    return token.text in NEGATIONS or token.text.endswith(("n't", "n’t"))
