"""Details block: numbers, dates, times, names and negations of a claim against its evidence.

Each is compared in a normal form (`groundgraph.text.amounts`, `dates`, `names`, `polarity`).
What is absent from all the evidence is counted; what the units nearest to the claim say otherwise
is a conflict. Every feature is a small count or a share in [0, 1].
"""

from __future__ import annotations

import math
import re
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.text.amounts import Amount, agree, amounts
from groundgraph.text.dates import Date, compatible, dates, states
from groundgraph.text.names import Known, Name, known, missing_parts, names
from groundgraph.text.numbers import times
from groundgraph.text.polarity import COMPARATIVES, OPPOSITES, Polarity, polarity
from groundgraph.text.words import Word, has_digit, postings, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.text.passage_units import Unit

    Postings = Mapping[str, Sequence[int]]

NAMES = (
    "numbers",
    "numbers_absent",
    "numbers_absent_share",
    "number_conflict",
    "dates_absent",
    "dates_absent_share",
    "date_conflict",
    "times_absent",
    "names_absent",
    "names_absent_share",
    "name_part_only",
    "names_apart",
    "negation_flip",
    "comparative_flip",
    "antonym_flip",
)
CONFLICTS = (
    "number_conflict",
    "date_conflict",
    "negation_flip",
    "comparative_flip",
    "antonym_flip",
)
"""Those of `NAMES` that count what the nearest units say otherwise."""
_LIST_NUMBER = re.compile(r"^\W*\d{1,2}[.)](?=\s)")
_CITED = re.compile(
    r"\bpassages?\s+(\d{1,2}(?:\s*(?:,\s*(?:and\s+)?|and\s+|&\s*)\d{1,2})*)", re.IGNORECASE
)
_OWN_LENGTH = re.compile(r"\b\d+[ -]words?\b", re.IGNORECASE)
_NEAR_UNITS = 3
"""Units that overlap a claim most, which are held against it."""
_NEARLY = 0.7
"""Share, of the best unit's overlap with the claim, that another near unit has at least.

Overlap is the summed rarity of the claim's content stems that a unit holds. This and the two below
were set by hand on train answers of RAGTruth; the trees are fitted on what they let through."""
_ALIKE = 0.25
"""Share of the rarity of all of the claim's content stems that a near unit holds at least."""
_SAME_THING = 0.5
"""Share of a claim's content stems that a unit holds at least, to speak of the same thing."""
_MOST = 3
"""Counts go up to this."""


class Said(NamedTuple):
    """The details of one text.

    Attributes:
        text: The text.
        words: Its words.
        amounts: Numbers with units; no dates, times, list numbers or passage numbers.
        dates: Its dates.
        times: Each time of day as written, and its readings.
    """

    text: str
    words: list[Word]
    amounts: list[Amount]
    dates: list[Date]
    times: list[tuple[str, frozenset[str]]]

    @property
    def polarity(self) -> Polarity:
        """What it negates and quantifies."""
        return polarity(self.text, self.words)


class Index:
    """The details of some evidence, made for look-up."""

    def __init__(self, units: Sequence[Unit], held: Postings | None = None) -> None:
        self.units = units
        self.said = [read(unit.text) for unit in units]
        self.postings = postings(said.words for said in self.said) if held is None else held
        self._polarities: dict[int, Polarity] = {}
        # A stem weighs the more the fewer units hold it.
        every = len(units) + 1
        self._weights = [math.log(1.0 + every / (1 + n)) for n in range(every)]

    @cached_property
    def amounts(self) -> list[Amount]:
        """Every distinct amount."""
        every = {a[2:]: a for said in self.said for a in said.amounts}
        return list(every.values())

    @cached_property
    def dates(self) -> list[Date]:
        """Every distinct date."""
        return list({d[2:]: d for said in self.said for d in said.dates}.values())

    @cached_property
    def times(self) -> frozenset[str]:
        """The readings of every time of day."""
        return frozenset().union(*(reading for s in self.said for _, reading in s.times))

    @cached_property
    def names(self) -> Known:
        """Every name."""
        return known(said.text for said in self.said)

    def polarity_of(self, unit: int) -> Polarity:
        """Return what a unit negates and quantifies."""
        if unit not in self._polarities:
            self._polarities[unit] = self.said[unit].polarity
        return self._polarities[unit]

    def near(self, said: Said) -> list[int]:
        """Return up to three units that hold most of a claim's words, the best first."""
        # In order: sums over a set would differ between processes.
        stems = dict.fromkeys(word.stem for word in said.words if word.content)
        overlap = [0.0] * (len(self.units) + 1)
        total = 0.0
        for stem in stems:
            holders = self.postings.get(stem, ())
            weight = self._weights[len(holders)]
            total += weight
            for unit in holders:
                overlap[unit] += weight
        least = max(_ALIKE * total, _NEARLY * max(overlap))
        best = [i for i, held in enumerate(overlap) if held >= least] if least > 0 else []
        return sorted(best, key=lambda i: -overlap[i])[:_NEAR_UNITS]


def index(units: Sequence[Unit], held: Postings | None = None) -> Index:
    """Index the units of one list of passages; ``held``: the postings of their words, if known."""
    return Index(units, held)


def read(text: str) -> Said:
    """Read the details of a text."""
    found = dates(text)
    blank = text
    for form in (_LIST_NUMBER, _CITED, _OWN_LENGTH) if has_digit(text) else ():
        blank = form.sub(lambda m: " " * len(m[0]), blank)
    for date in found:
        blank = blank[: date.start] + " " * (date.end - date.start) + blank[date.end :]
    return Said(text, words(text), amounts(blank), found, times(text))


def measure(claims: Sequence[str], evidence: Index) -> NDArray[np.float64]:
    """Measure the claims of one answer.

    Returns:
        Counts and shares, shape ``(n_claims, len(NAMES))``, finite and >= 0.
    """
    rows = np.zeros((len(claims), len(NAMES)))
    for number, claim in enumerate(claims):
        said = read(claim)
        kinds = [*_conflicts(said, evidence)]
        rows[number] = (
            *_numbers(said, evidence),
            min(kinds.count("number"), _MOST),
            *_dates(said, evidence),
            min(kinds.count("date"), _MOST),
            sum(evidence.times.isdisjoint(readings) for _, readings in said.times),
            *_names(said, evidence),
            *(min(kinds.count(k), _MOST) for k in ("negation", "order", "opposite")),
        )
    return rows


def _numbers(said: Said, evidence: Index) -> tuple[float, float, float]:
    absent = sum(not _is_held(amount, evidence) for amount in said.amounts)
    return len(said.amounts), absent, _share(absent, len(said.amounts))


def _is_held(amount: Amount, evidence: Index) -> bool:
    if any(agree(amount, other) for other in evidence.amounts):
        return True
    return not amount.unit and any(date.year == amount.low for date in evidence.dates)


def _dates(said: Said, evidence: Index) -> tuple[float, float]:
    absent = sum(not _is_stated(date, evidence) for date in said.dates)
    return absent, _share(absent, len(said.dates))


def _is_stated(date: Date, evidence: Index) -> bool:
    if any(states(other, date) for other in evidence.dates):
        return True
    return date.month is None and any(a.low == date.year for a in evidence.amounts)


def _names(said: Said, evidence: Index) -> tuple[float, ...]:
    absent = part_only = apart = 0
    found = names(said.text)
    for name in found:
        missing = missing_parts(name, evidence.names)
        absent += len(missing) == len(name.parts)
        part_only += 0 < len(missing) < len(name.parts)
        apart += not missing and not evidence.names.pairs.issuperset(_pairs(name))
    return absent, _share(absent, len(found)), part_only, apart


def _pairs(name: Name) -> Iterator[tuple[str, str]]:
    """Yield the neighbouring parts of a name; an initial is no part to look up."""
    return pairwise(part for part in name.parts if len(part) > 1)


def _conflicts(said: Said, evidence: Index) -> Iterator[str]:
    """Yield a word for each thing that the nearest units say otherwise.

    They are "number", "date", "negation", "order" (before for after, more for less) and "opposite".
    """
    near = evidence.near(said)
    if near:
        yield from _amount_conflicts(said, evidence, near)
        yield from _date_conflicts(said, evidence, near)
        yield from _polarity_conflicts(said, evidence, near)


def _amount_conflicts(said: Said, evidence: Index, near: list[int]) -> Iterator[str]:
    others = [other for i in near for other in evidence.said[i].amounts]
    for amount in said.amounts:
        if any(agree(amount, other) for other in others):
            continue
        if any(
            amount.unit == other.unit
            and (amount.unit or (amount.noun and amount.noun == other.noun))
            for other in others
        ):
            yield "number"


def _date_conflicts(said: Said, evidence: Index, near: list[int]) -> Iterator[str]:
    others = [other for i in near for other in evidence.said[i].dates]
    for date in said.dates:
        if any(compatible(other, date) for other in others):
            continue
        if any((other.month is None) == (date.month is None) for other in others):
            yield "date"


def _polarity_conflicts(said: Said, evidence: Index, near: list[int]) -> Iterator[str]:
    own = said.polarity
    content = own.said | own.negated
    near = [i for i in near if _alike(content, evidence.polarity_of(i))]
    if not near:
        return
    others = [evidence.polarity_of(i) for i in near]
    for other in others:
        yield from _negations(own, other, others)
    yield from _opposites(own, others)


def _alike(content: frozenset[str], other: Polarity) -> bool:
    """Say whether a unit holds enough of a claim to speak of the same thing."""
    return len(content & other.stems) >= max(2.0, _SAME_THING * len(content))


def _negations(own: Polarity, other: Polarity, others: list[Polarity]) -> Iterator[str]:
    """Say what one side denies and the other affirms, unless another near unit takes part."""
    for stem in own.negated & other.said - other.negated:
        if not any(stem in far.negated for far in others):
            yield "negation"
    for stem in own.said & other.negated - own.negated:
        if not any(stem in far.said for far in others):
            yield "negation"


def _opposites(own: Polarity, others: list[Polarity]) -> Iterator[str]:
    """Say which of a claim's words have their opposite, and are not, in the nearest unit."""
    seen = frozenset().union(*(other.stems for other in others))
    for kind, table in (("order", COMPARATIVES), ("opposite", OPPOSITES)):
        for stem in own.stems - seen:
            for opposite in table.get(stem, ()):
                if opposite in others[0].stems and opposite not in own.stems:
                    yield kind


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
