"""Field block: what a claim says about named fields of data against the fields' values.

A field is mentioned when the words of its name stand in the claim, run together or apart
("RestaurantsTakeOut": "takeout", "take-out"). The block is 0 for evidence that is prose.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.text.calendar_words import DAY_NAMES
from groundgraph.text.mentions import key_of
from groundgraph.text.numbers import quantities
from groundgraph.text.words import negates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.text.passage_units import Unit
    from groundgraph.text.structured import Fact

NAMES = (
    "is_data",
    "fields_agreed",
    "fields_affirmed_but_false",
    "fields_affirmed_but_unknown",
    "fields_denied_but_true",
    "times_not_of_the_day",
    "days_not_listed",
)
_NEGATION_REACH = 32
_SHORTEST_NAME = 4


class Field(NamedTuple):
    """A field whose value says yes, no, or nothing.

    Attributes:
        name: Its words, run together, without generic ones: "takeout".
        value: Yes, no, or ``None`` where the data does not say.
        fact: Where it comes from.
    """

    name: str
    value: bool | None
    fact: Fact


class Fields(NamedTuple):
    """What the data of one list of passages says.

    Attributes:
        fields: The yes/no fields.
        times: Weekday, lower case, to the readings of its times.
        is_data: Whether any passage is data.
    """

    fields: list[Field]
    times: dict[str, frozenset[str]]
    is_data: bool


def read_fields(units: Sequence[Unit]) -> Fields:
    """Collect the yes/no fields and the times of weekdays from the facts among ``units``."""
    # Each sentence of a long fact brings the fact along.
    facts = [fact for fact, _ in groupby(unit.fact for unit in units) if fact is not None]
    fields: dict[str, Field] = {}
    times: dict[str, frozenset[str]] = {}
    for fact in facts:
        last = fact.path[-1] if fact.path else ""
        if last.lower() in DAY_NAMES and isinstance(fact.value, str):
            times[last.lower()] = frozenset().union(*quantities(fact.value))
        known, value = fact.truth
        if not known:
            continue
        for key in fact.path[-2:]:
            _add(fields, key, value, fact)
    return Fields(list(fields.values()), times, bool(facts))


def measure(claims: Sequence[str], evidence: Fields) -> NDArray[np.float64]:
    """Measure the claims of one answer.

    Returns:
        Counts, shape ``(n_claims, len(NAMES))``.
    """
    rows = np.zeros((len(claims), len(NAMES)))
    if evidence.is_data:
        for number, claim in enumerate(claims):
            rows[number] = (1.0, *_field_counts(claim, evidence), *_day_counts(claim, evidence))
    return rows


def conflicts(claim: str, evidence: Fields) -> list[Field]:
    """Return the fields that the claim affirms though the data says no, or denies though yes."""
    return [
        field
        for field, denied in _mentions(claim, evidence)
        if field.value is not None and field.value == denied
    ]


def _add(fields: dict[str, Field], key: str, value: bool | None, fact: Fact) -> None:
    """Keep a field; an object with several yes/no members is true when any of them is."""
    name = key_of(key)
    if len(name) < _SHORTEST_NAME:
        return
    known = fields.get(name)
    if known is None or (value and not known.value) or (known.value is None and value is False):
        fields[name] = Field(name, value, fact)


def _mentions(claim: str, evidence: Fields) -> list[tuple[Field, bool]]:
    """Pair each field that the claim mentions with whether the claim denies it."""
    lower = claim.lower()
    kept = [(at, letter) for at, letter in enumerate(lower) if "a" <= letter <= "z"]
    letters = "".join(letter for _, letter in kept)
    found = []
    for field in evidence.fields:
        at = letters.find(field.name)
        if at >= 0:
            before = lower[max(0, kept[at][0] - _NEGATION_REACH) : kept[at][0]]
            found.append((field, _denies(before)))
    return found


def _denies(before: str) -> bool:
    return any(map(negates, before.replace("’", "'").split()))


def _field_counts(claim: str, evidence: Fields) -> tuple[int, int, int, int]:
    mentions = _mentions(claim, evidence)
    return (
        sum(field.value is not None and field.value != denied for field, denied in mentions),
        sum(field.value is False and not denied for field, denied in mentions),
        sum(field.value is None and not denied for field, denied in mentions),
        sum(field.value is True and denied for field, denied in mentions),
    )


def _day_counts(claim: str, evidence: Fields) -> tuple[int, int]:
    lower = claim.lower()
    days = [day for day in DAY_NAMES if day in lower]
    if not evidence.times or not days:
        return 0, 0
    allowed = frozenset().union(*(evidence.times.get(day, frozenset()) for day in days))
    times = [r for r in quantities(claim) if any(reading.startswith("t") for reading in r)]
    wrong = sum(allowed.isdisjoint(reading) for reading in times)
    return wrong, sum(day not in evidence.times for day in days)
