"""Facts block: what a claim says of a record of data, field by field, against the record.

Yes/no fields by their usual names with the negation that governs them, ratings, opening hours,
place, cuisine, and praise against the reviews' stars. 0 throughout for evidence that is prose.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.methods.fused.record import DataRecord, Flag
from groundgraph.text.hours import disagreements, statements
from groundgraph.text.mentions import AMENITIES, PARKING, is_denied, is_untold, usual_names
from groundgraph.text.number_words import ONES
from groundgraph.text.words import has_digit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.text.passage_units import Unit
    from groundgraph.text.structured import Fact

NAMES = (
    "facts_agreed",
    "affirmed_but_false",
    "affirmed_but_unknown",
    "affirmed_but_unlisted",
    "denied_but_true",
    "denied_but_unknown",
    "told_by_text_only",
    "rating_absent",
    "rating_of_other",
    "praise_unbacked",
    "hours_agreed",
    "hours_conflict",
    "open_but_closed",
    "closed_but_open",
    "place_conflict",
    "cuisine_absent",
)
_PLAIN = frozenset({"affirmed_but_false", "hours_conflict", "open_but_closed"})
"""Those that overlap a gold span of RAGTruth's train answers in four of five cases."""
_COLUMN = {name: column for column, name in enumerate(NAMES)}
_RATING = re.compile(
    r"(?<!out of )(?<![\d.])(?P<a>\d(?:\.\d+)?)(?:\s|-)?(?:out of (?:5|five)|/\s?5|stars?\b)"
    r"|\brat(?:ing|ed)(?: of| is| as|:)?(?: at)? (?P<b>\d(?:\.\d+)?)\b(?!\s?(?:%|reviews))"
    r"|\b(?P<c>one|two|three|four|five)(?:\s|-)star",
    re.IGNORECASE,
)
_OF_ONE = re.compile(
    r"\b(?:review\w*|customers?|guests?|diners?|patrons?|gave|giving)\b", re.IGNORECASE
)
_TOGETHER = re.compile(r"\b(?:overall|average)\b", re.IGNORECASE)
_OVERALL = re.compile(r"\b(?:overall|average|business|restaurant|holds?|boasts?)\b", re.IGNORECASE)
_PRAISE = re.compile(
    r"\b(?:prais\w+|rav(?:e|ed|ing)\b|positive reviews?|highly recommend\w*|loved?|enjoy\w*"
    r"|appreciat\w+|popular|highly rated|positive feedback)\b",
    re.IGNORECASE,
)
_CUISINE = re.compile(
    r"\b(American|Mexican|Italian|Thai|Chinese|Japanese|Indian|French|Mediterranean|Greek|Korean"
    r"|Vietnamese|Spanish|Peruvian|Cajun|Creole|Hawaiian|Brazilian|Ethiopian|Moroccan|Turkish"
    r"|Lebanese|German|British|Irish|Cuban|Caribbean|Argentine|Tex-Mex|Asian|Latin|European"
    r"|Californian|Southern|Filipino|Persian|Szechuan|Cantonese|Sushi|Barbecue|BBQ)\b"
)
_STREET = re.compile(r"\b(\d{1,5}(?:-\d+)?[A-Z]?) (?:[NSEW]\.? )?[A-Z0-9][\w.']*(?: [A-Z][\w.']*)*")
_IN_CITY = re.compile(
    r"\bin (?:the city of )?([A-Z][\w.]+(?: [A-Z][\w.]+){0,2}),? (?:CA|California)\b"
)
_FIELDS = 3
"""Yes/no fields from which a record that lacks one says that it is not told."""
_LIKED = 3.5
"""Stars, of 5, below which no review praises."""
_MOST = 5
"""Counts go up to this."""


class Seen(NamedTuple):
    """One thing that a claim says of the data.

    Attributes:
        kind: A name of `NAMES`.
        fact: What it is held against, or ``None`` where that is not one fact.
    """

    kind: str
    fact: Fact | None = None


def index(units: Sequence[Unit]) -> DataRecord:
    """Index the facts among the units of one list of passages."""
    return DataRecord(units)


def measure(claims: Sequence[str], evidence: DataRecord) -> NDArray[np.float64]:
    """Measure the claims of one answer.

    Returns:
        Counts up to 5, shape ``(n_claims, len(NAMES))``.
    """
    rows = np.zeros((len(claims), len(NAMES)))
    if evidence.is_data:
        for number, claim in enumerate(claims):
            for seen in _everything(claim, evidence):
                rows[number, _COLUMN[seen.kind]] += 1
    return np.minimum(rows, _MOST)


def conflicts(claim: str, evidence: DataRecord) -> list[Fact]:
    """Return the facts that plainly say otherwise."""
    seen = _everything(claim, evidence)
    return [each.fact for each in seen if each.kind in _PLAIN and each.fact is not None]


def _everything(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    yield from _flags(claim, evidence)
    yield from _ratings(claim, evidence)
    yield from _hours(claim, evidence)
    yield from _places(claim, evidence)


def _flags(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    untold = is_untold(claim)
    lower = claim.lower()
    of_parking = "park" in lower
    for flag in evidence.flags.values():
        match = flag.names.search(claim, lower) if of_parking or flag.key not in PARKING else None
        if match is None:
            continue
        if untold:
            if flag.value is None:
                yield Seen("facts_agreed")
            continue
        kind = _flag_kind(flag, denied=is_denied(claim, *match.span()))
        yield Seen(kind, flag.fact)
        if kind != "facts_agreed" and evidence.is_told(flag.key, flag.names):
            yield Seen("told_by_text_only")
    if not untold and len(evidence.flags) >= _FIELDS:
        yield from _unlisted(claim, lower, evidence)


def _unlisted(claim: str, lower: str, evidence: DataRecord) -> Iterator[Seen]:
    """Yield what businesses often have, where the data has no such field and no text tells it."""
    for key in AMENITIES:
        names = None if key in evidence.flags else usual_names(key)
        match = names.search(claim, lower) if names is not None else None
        if names is None or match is None or evidence.is_labelled(key, names):
            continue
        if not evidence.is_told(key, names):
            yield Seen("affirmed_but_unlisted")


def _flag_kind(flag: Flag, *, denied: bool) -> str:
    if flag.value is None:
        return "denied_but_unknown" if denied else "affirmed_but_unknown"
    if flag.value != denied:
        return "facts_agreed"
    return "denied_but_true" if denied else "affirmed_but_false"


def _ratings(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    if not evidence.ratings:
        return
    overall = [rating for rating in evidence.ratings if not rating[1]]
    of_reviews = [value for value, of_item in evidence.ratings if of_item]
    known, known_overall = ({value for value, _ in each} for each in (evidence.ratings, overall))
    may_rate = has_digit(claim) or "star" in claim.lower()
    of_business = _TOGETHER.search(claim) if _OF_ONE.search(claim) else _OVERALL.search(claim)
    for match in _RATING.finditer(claim) if may_rate else ():
        written = match["a"] or match["b"] or match["c"]
        value = float(ONES.get(written.lower(), written))
        if value not in known:
            if value <= 5:
                yield Seen("rating_absent")
        elif of_business and overall and value not in known_overall:
            yield Seen("rating_of_other")
    if of_reviews and max(of_reviews) < _LIKED and _PRAISE.search(claim):
        yield Seen("praise_unbacked")


def _hours(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    hours = evidence.hours
    for statement in statements(claim) if hours.facts else ():
        found = disagreements(statement, hours)
        if not found and (statement.named or statement.times):
            yield Seen("hours_agreed")
        for kind, day in found:
            yield Seen(kind, hours.facts.get(day))


def _places(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    check = {"city": _city, "address": _address, "categories": _cuisine}
    found: dict[tuple[str, str], list[Seen]] = {}
    for key, value in evidence.named:
        if key in check:
            if (key, value) not in found:
                found[key, value] = list(check[key](claim, value, evidence))
            yield from found[key, value]


def _city(claim: str, value: str, _: DataRecord) -> Iterator[Seen]:
    match = _IN_CITY.search(claim)
    if match and _parts(value)[0] not in match[1]:
        yield Seen("place_conflict")


def _address(claim: str, value: str, _: DataRecord) -> Iterator[Seen]:
    """Yield other house numbers in the same street."""
    for match in _STREET.finditer(claim):
        if match[0].split()[-1].rstrip(".") in value and match[1] not in _parts(value)[1]:
            yield Seen("place_conflict")


@lru_cache(maxsize=64)  # asked by every claim
def _parts(value: str) -> tuple[str, frozenset[str]]:
    """Return a text with single spaces, and its parts between them."""
    parts = value.split()
    return " ".join(parts), frozenset(parts)


def _cuisine(claim: str, _: str, evidence: DataRecord) -> Iterator[Seen]:
    for match in _CUISINE.finditer(claim):
        if not evidence.holds(match[0].lower()):
            yield Seen("cuisine_absent")
