"""A record of data made for look-up: its yes/no fields, ratings, hours and texts."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.hours import schedule
from groundgraph.text.mentions import MEMBERS, Usual, key_of, usual_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundgraph.text.hours import Hours
    from groundgraph.text.passage_units import Unit
    from groundgraph.text.structured import Fact

_LONG = 80


class Flag(NamedTuple):
    """A field that says yes, no or nothing.

    Attributes:
        key: Its name run together, without generic words: "takeout".
        names: Its usual names.
        value: Yes, no, or ``None`` where the data does not say.
        fact: What says so.
    """

    key: str
    names: Usual
    value: bool | None
    fact: Fact


class DataRecord:
    """The facts of some evidence, made for look-up."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = [unit for unit in units if unit.fact is not None]
        self.flags: dict[str, Flag] = {}
        for unit in self.units:
            self._read(unit)

    @property
    def is_data(self) -> bool:
        """Whether any passage is data."""
        return bool(self.units)

    @cached_property
    def hours(self) -> Hours:
        """The schedule."""
        return schedule([unit.fact for unit in self.units if unit.fact is not None])

    @cached_property
    def ratings(self) -> list[tuple[float, bool]]:
        """Each rating, and whether it is one review's."""
        return [
            (float(value), _of_item(unit))
            for unit in self.units
            if isinstance(value := value_of(unit), int | float)
            and not isinstance(value, bool)
            and re.search(r"star|rating", last_key(unit))
            and "count" not in last_key(unit)
        ]

    @cached_property
    def text(self) -> str:
        """The long texts of the data, such as reviews, and what stands around the data."""
        long = [unit.text for unit in self.units if is_text(unit)]
        return "\n".join(long)

    @cached_property
    def labels(self) -> str:
        """The short texts of the data."""
        return "\n".join(
            str(value_of(u)) for u in self.units if isinstance(value_of(u), str) and not is_text(u)
        )

    @cached_property
    def named(self) -> list[tuple[str, str]]:
        """The last key of each fact whose value is some text, and the text."""
        values = [(last_key(unit), value_of(unit)) for unit in self.units]
        return [(k, v) for k, v in values if isinstance(v, str) and v and not v.isspace()]

    def is_told(self, key: str, names: Usual) -> bool:
        """Say whether a long text of the data speaks of a field."""
        return self._once(("told", key), lambda: names.search(self.text) is not None)

    def is_labelled(self, key: str, names: Usual) -> bool:
        """Say whether a short text of the data speaks of a field."""
        return self._once(("labelled", key), lambda: names.search(self.labels) is not None)

    def holds(self, word: str) -> bool:
        """Say whether any text of the data holds a word, which is in lower case."""
        return self._once(("held", word), lambda: word in self._lower)

    @cached_property
    def _lower(self) -> str:
        return f"{self.labels}\n{self.text}".lower()

    @cached_property
    def _answers(self) -> dict[tuple[str, str], bool]:
        return {}

    def _once(self, question: tuple[str, str], answer: Callable[[], bool]) -> bool:
        """Look through the texts once for a question, however many claims ask it."""
        if question not in self._answers:
            self._answers[question] = answer()
        return self._answers[question]

    def _read(self, unit: Unit) -> None:
        fact = unit.fact
        if fact is None or not fact.path or is_text(unit):
            return
        key = key_of(fact.path[-1])
        known, value = fact.truth
        if known:
            for name in fact.path[-2:]:
                self._add(name, value, fact)
            for name in sorted(MEMBERS.get(key, ())) if value is None else ():
                self._add(name, None, fact)

    def _add(self, name: str, value: bool | None, fact: Fact) -> None:
        """Keep a field; an object with several yes/no members is true when any of them is."""
        key, names = key_of(name), usual_names(name)
        if names is None or key in {"hours", "ambience", "attributes"} or name.isdigit():
            return
        before = self.flags.get(key)
        if (
            before is None
            or (value and not before.value)
            or (before.value is None and value is False)
        ):
            self.flags[key] = Flag(key, names, value, fact)


def is_text(unit: Unit) -> bool:
    """Say whether a fact is a text to be read, such as a review, and not a label."""
    fact = unit.fact
    if fact is None or not isinstance(fact.value, str):
        return False
    return len(fact.value) > _LONG or fact.path == ("text",) or "text" in last_key(unit)


def _of_item(unit: Unit) -> bool:
    """Say whether a fact is of one item of a list, such as one review."""
    return unit.fact is not None and any(map(str.isdigit, unit.fact.path))


def value_of(unit: Unit) -> str | float | bool | None:
    """Return the value of a fact."""
    return unit.fact.value if unit.fact is not None else None


def last_key(unit: Unit) -> str:
    """Return the last key of a fact's path, lower case."""
    return unit.fact.path[-1].lower() if unit.fact is not None and unit.fact.path else ""
