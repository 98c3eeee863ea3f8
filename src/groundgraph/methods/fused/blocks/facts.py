"""Facts block: what a claim says of a record of data, field by field, against the record.

Yes/no fields by their usual names with the negation that governs them, fields that say one of
several things, ratings, opening hours, place, cuisine, numbers by field, and praise or complaints
against the reviews' stars. 0 throughout for evidence that is prose.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.methods.fused.record import CHOICES, DataRecord, Flag
from groundgraph.text.amounts import amounts
from groundgraph.text.calendar_words import DAY_NAMES
from groundgraph.text.hours import disagreements, statements
from groundgraph.text.mentions import AMENITIES, PARKING, is_denied, is_untold, usual_names
from groundgraph.text.number_words import ONES
from groundgraph.text.passage_units import Conflict, Unit
from groundgraph.text.words import has_digit, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

NAMES = (
    "facts_agreed",
    "affirmed_but_false",
    "affirmed_but_unknown",
    "affirmed_but_unlisted",
    "denied_but_true",
    "denied_but_unknown",
    "told_by_text_only",
    "choice_conflict",
    "rating_absent",
    "rating_of_other",
    "praise_unbacked",
    "complaint_unbacked",
    "hours_agreed",
    "hours_conflict",
    "open_but_closed",
    "closed_but_open",
    "hours_unknown",
    "place_conflict",
    "cuisine_absent",
    "value_conflict",
    "value_of_other_field",
)
_CITED = frozenset(
    """affirmed_but_false denied_but_true choice_conflict rating_absent rating_of_other
    hours_conflict open_but_closed closed_but_open place_conflict value_conflict
    value_of_other_field""".split()
)
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
_COMPLAINT = re.compile(
    r"\b(?:complain\w*|negative (?:reviews?|feedback|experiences?)|mixed reviews?|critici[sz]\w+"
    r"|disappoint\w+|dissatisf\w+|poor (?:service|experience)|mixed feedback)\b",
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
_NOTHING = frozenset({"no", "none", "false", "null", ""})
_FIELDS = 3
"""Yes/no fields from which a record that lacks one says that it is not told."""
_LIKED, _DISLIKED = 3.5, 3.0
"""Stars, of 5, below which no review praises, and above which none complains."""
_MOST = 5
"""Counts go up to this."""


class Seen(NamedTuple):
    """One thing that a claim says of the data.

    Attributes:
        kind: A name of `NAMES`.
        said: The claim's words.
        unit: The fact it is held against, or ``None`` where there is none.
    """

    kind: str
    said: str
    unit: Unit | None = None


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


def conflicts(claim: str, evidence: DataRecord) -> list[Conflict]:
    """Return what the data says otherwise, each with the fact; its kind is a name of `NAMES`."""
    return [
        Conflict(seen.kind, seen.said, seen.unit.text, seen.unit)
        for seen in _everything(claim, evidence)
        if seen.kind in _CITED and seen.unit is not None
    ]


def _everything(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    yield from _flags(claim, evidence)
    yield from _choices(claim, evidence)
    yield from _ratings(claim, evidence)
    yield from _hours(claim, evidence)
    yield from _places(claim, evidence)
    yield from _numbers(claim, evidence)


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
                yield Seen("facts_agreed", match[0], flag.unit)
            continue
        kind = _flag_kind(flag, denied=is_denied(claim, *match.span()))
        yield Seen(kind, match[0], flag.unit)
        if kind != "facts_agreed" and evidence.is_told(flag.key, flag.names):
            yield Seen("told_by_text_only", match[0], flag.unit)
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
            yield Seen("affirmed_but_unlisted", match[0])


def _flag_kind(flag: Flag, *, denied: bool) -> str:
    if flag.value is None:
        return "denied_but_unknown" if denied else "affirmed_but_unknown"
    if flag.value != denied:
        return "facts_agreed"
    return "denied_but_true" if denied else "affirmed_but_false"


def _choices(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    for key, (value, unit) in evidence.choices.items():
        if value in _NOTHING:
            continue
        for said, finds in CHOICES[key]:
            match = re.search(finds, claim, re.IGNORECASE)
            if match and value not in said.split() and not is_denied(claim, *match.span()):
                yield Seen("choice_conflict", match[0], unit)


def _ratings(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    if not evidence.ratings:
        return
    overall = [rating for rating in evidence.ratings if not rating[1]]
    of_reviews = [value for value, of_item, _ in evidence.ratings if of_item]
    known, known_overall = ({value for value, *_ in each} for each in (evidence.ratings, overall))
    may_rate = has_digit(claim) or "star" in claim.lower()
    of_business = _TOGETHER.search(claim) if _OF_ONE.search(claim) else _OVERALL.search(claim)
    for match in _RATING.finditer(claim) if may_rate else ():
        written = match["a"] or match["b"] or match["c"]
        value = float(ONES.get(written.lower(), written))
        if value not in known:
            if value <= 5:
                yield Seen("rating_absent", match[0], (overall or evidence.ratings)[0][2])
        elif of_business and overall and value not in known_overall:
            yield Seen("rating_of_other", match[0], overall[0][2])
    if of_reviews and max(of_reviews) < _LIKED and (praise := _PRAISE.search(claim)):
        yield Seen("praise_unbacked", praise[0])
    if of_reviews and min(of_reviews) > _DISLIKED and (complaint := _COMPLAINT.search(claim)):
        yield Seen("complaint_unbacked", complaint[0])


def _hours(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    hours, units, none = evidence.hours
    said = statements(claim) if hours.facts or none is not None else []
    for statement in said:
        text = statement.span.of(claim)
        if not hours.facts:
            yield Seen("hours_unknown", text, none)
            continue
        found = disagreements(statement, hours)
        if not found and (statement.named or statement.times):
            yield Seen("hours_agreed", text)
        for kind, day in found:
            yield Seen(kind, f"{text} ({DAY_NAMES[day].capitalize()})", units.get(day))


def _places(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    check = {"city": _city, "address": _address, "categories": _cuisine}
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for key, value, unit in evidence.named:
        if key in check:
            if (key, value) not in found:
                found[key, value] = list(check[key](claim, value, evidence))
            yield from (Seen(kind, said, unit) for kind, said in found[key, value])


def _city(claim: str, value: str, _: DataRecord) -> Iterator[tuple[str, str]]:
    match = _IN_CITY.search(claim)
    if match and _parts(value)[0] not in match[1]:
        yield "place_conflict", match[0]


def _address(claim: str, value: str, _: DataRecord) -> Iterator[tuple[str, str]]:
    """Yield other house numbers in the same street."""
    for match in _STREET.finditer(claim):
        if match[0].split()[-1].rstrip(".") in value and match[1] not in _parts(value)[1]:
            yield "place_conflict", match[0]


@lru_cache(maxsize=64)  # asked by every claim
def _parts(value: str) -> tuple[str, frozenset[str]]:
    """Return a text with single spaces, and its parts between them."""
    parts = value.split()
    return " ".join(parts), frozenset(parts)


def _cuisine(claim: str, _: str, evidence: DataRecord) -> Iterator[tuple[str, str]]:
    for match in _CUISINE.finditer(claim):
        if not evidence.holds(match[0].lower()):
            yield "cuisine_absent", match[0]


def _numbers(claim: str, evidence: DataRecord) -> Iterator[Seen]:
    """Hold numbers against the fields that the claim names in full."""
    if not evidence.numbers:
        return
    said = amounts(claim)
    stems = {stem(word) for word in re.findall(r"[a-z]+", claim.lower())} if said else set()
    by_field: dict[tuple[str, ...], list[tuple[float, Unit]]] = {}
    for name, number, unit in evidence.numbers:
        if stems.issuperset(name):
            by_field.setdefault(name, []).append((number, unit))
    own = {amount.low / amount.factor for amount in said}
    others = {number for _, number, _ in evidence.numbers}
    lower = claim.lower()
    is_named: dict[tuple[str, ...], bool] = {}
    for found in by_field.values():
        for _, unit in found:
            owner = unit.fact.path[:-1] if unit.fact is not None else ()
            if owner not in is_named:
                is_named[owner] = any(text in lower for text in evidence.beside.get(owner, ()))
        kept = [(n, u) for n, u in found if u.fact is not None and is_named[u.fact.path[:-1]]]
        kept = kept or found
        if own.isdisjoint(number for number, _ in kept):
            kind = "value_conflict" if own.isdisjoint(others) else "value_of_other_field"
            yield Seen(kind, claim.strip(), kept[0][1])
