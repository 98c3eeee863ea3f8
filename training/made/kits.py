"""Domains that invented texts are about: things, and what can be said of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from training.made.invented import COLOURS, DAYS, ITEMS, MONTHS, firms, numbers, people, stem, towns

if TYPE_CHECKING:
    from training.made.tellings import Pick

_FILE = Path(__file__).with_name("domains.txt")
HELD_BACK = 4
"""The last domains of the file, which are shown to no model."""
_YEARS, _OLD = range(1900, 2024), range(1080, 1820)


class State(NamedTuple):
    """What a thing is, and the opposite; ways to say each of it."""

    is_so: tuple[str, ...]
    is_not: tuple[str, ...]


class Amount(NamedTuple):
    """How much or many of something a thing has.

    Attributes:
        question: About ``{a}``.
        more: "more beds", "fewer beds", "the most beds", "the fewest beds".
        forms: Ways to say that ``{a}`` has ``{x}``.
        low: Of the amounts.
        high: Of the amounts.
    """

    question: str
    more: tuple[str, ...]
    forms: tuple[str, ...]
    low: int
    high: int


class Attribute(NamedTuple):
    """Who or what something of a thing is.

    Attributes:
        question: About ``{a}``.
        forms: Ways to say that it is ``{x}``.
        kind: Of its values, "person" say; or the values, with commas between them.
    """

    question: str
    forms: tuple[str, ...]
    kind: str

    def values(self, pick: Pick, count: int) -> list[str]:
        """Return distinct values."""
        made = {"person": people, "firm": firms, "town": towns}
        if self.kind in made:
            return made[self.kind](pick, count)
        if self.kind in {"year", "old"}:
            return [str(y) for y in pick.sample(_YEARS if self.kind == "year" else _OLD, count)]
        listed = {"colour": COLOURS, "item": ITEMS, "month": MONTHS, "day": DAYS}
        return pick.sample(listed.get(self.kind) or self.kind.split(", "), count)


class Rule(NamedTuple):
    """What holds under a condition, the opposite of that, and a condition of no bearing."""

    then: str
    given: str
    otherwise: str
    besides: str


class Kit(NamedTuple):
    """A domain.

    Attributes:
        name: Of it.
        nouns: Its things.
        states: What they are or are not.
        amounts: What they have so much of.
        attributes: What else is said of them.
        events: That happened, as a clause and as a noun.
        rules: Of what holds when.
        causes: An effect, and what may have caused it.
        plans: What one may do, and what one did.
    """

    name: str
    nouns: tuple[str, ...]
    states: list[State]
    amounts: list[Amount]
    attributes: list[Attribute]
    events: list[tuple[str, ...]]
    rules: list[Rule]
    causes: list[tuple[str, ...]]
    plans: list[tuple[str, ...]]

    def things(self, pick: Pick, count: int) -> tuple[str, list[str]]:
        """Return a noun and names of so many such things, all named in one way."""
        noun = pick.choice(self.nouns)
        way = pick.randrange(5)
        if way == 0:
            return noun, [f"{noun.capitalize()} {n}" for n in numbers(pick, count, 1, 60)]
        if way == 1:
            return noun, [f"the {noun} in {town}" for town in towns(pick, count)]
        if way == 2:
            return noun, [f"{noun.capitalize()} {c}" for c in pick.sample("ABCDEFGHKLM", count)]
        stems = list(dict.fromkeys(stem(pick) for _ in range(4 * count + 8)))[:count]
        return noun, [f"the {s} {noun}" if way == 3 else s for s in stems]


@cache
def kits(*, held: bool) -> tuple[Kit, ...]:
    """Return the domains that are shown, or those that are held back."""
    blocks = _FILE.read_text(encoding="utf-8").removeprefix("= ").split("\n= ")
    found = [_kit(block.splitlines()) for block in blocks]
    return tuple(found[-HELD_BACK:] if held else found[:-HELD_BACK])


def kit(pick: Pick) -> Kit:
    """Return a domain."""
    return pick.choice(kits(held=pick.held))


def _kit(lines: list[str]) -> Kit:
    name, nouns = lines[0].split(" ; ")
    by: dict[str, list[str]] = {}
    for line in lines[1:]:
        by.setdefault(line[0], []).append(line[2:])
    states = [State(_ways(one), _ways(two)) for one, two in zip(by["+"], by["-"], strict=True)]
    return Kit(
        name, tuple(nouns.split(", ")), states, [_amount(line) for line in by["#"]],
        [_attribute(line) for line in by["@"]],
        _events(by["~"]),
        [Rule(*line.split(" / ")) for line in by["%"]],
        [tuple(line.split(" / ")) for line in by["&"]],
        [_ways(part) for line in by["!"] for part in line.split(" ; ")],
    )  # fmt: skip


def _events(lines: list[str]) -> list[tuple[str, ...]]:
    """Return clause and noun of each event; they stand in turn, with either sign between them."""
    return [_ways(part) for line in lines for part in line.split(" ; ")]


def _ways(text: str) -> tuple[str, ...]:
    return tuple(text.split(" | "))


def _amount(line: str) -> Amount:
    question, more, forms, span = line.split(" ; ")
    low, high = span.split("-")
    return Amount(question, tuple(more.split(" / ")), _ways(forms), int(low), int(high))


def _attribute(line: str) -> Attribute:
    question, forms, kind = line.split(" ; ")
    return Attribute(question, _ways(forms), kind)
