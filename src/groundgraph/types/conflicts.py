"""Passages that disagree on something that an answer says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.types.sources import source_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types.examples import Span

ConflictKind = Literal["amount", "date", "name", "statement"]
"""What two passages differ in: a number with its unit; a date or time of day; who or where; or what
they say, one the opposite of the other."""
_LONGEST = 120


class Side(NamedTuple):
    """What one passage says where another says otherwise.

    Attributes:
        passage_id: The id of the `Passage`.
        span: The sentence or cell in the passage's text; ``None`` means all of it.
        text: Its words.
        value: The words that another passage has others for.
        date: As of when the sentence says so, else of when the passage is, as it was given or says
            in a line of its own ("Last updated 3 May 2019"); "" where none tells.
    """

    passage_id: str
    span: Span | None
    text: str
    value: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Passages that disagree on something that an answer says.

    Attributes:
        kind: What they differ in.
        sides: What each says, at least two, in the order of the passages.
        claims: The findings that it bears on, by their number, from 0, ascending.
        named: Whether the answer tells that the passages disagree.
    """

    kind: ConflictKind
    sides: tuple[Side, ...]
    claims: tuple[int, ...]
    named: bool = False

    def __str__(self) -> str:
        return self.explanation

    @property
    def explanation(self) -> str:
        """One sentence for a reader.

        >>> one = Side("1", None, "The dose is 40 mg.", "40 mg", "2020")
        >>> print(Conflict("amount", (one, Side("3", None, "It is 60 mg.", "60 mg")), (0,)))
        Passages 1 (2020) and 3 disagree: “40 mg” and “60 mg”.
        """
        values = [f"“{_shortened(side.value)}”" for side in self.sides]
        return f"{_disagreeing(self.sides)}: {_listed(values)}."


def _disagreeing(sides: Sequence[Side]) -> str:
    """Return "Passages 1 and 3 disagree", "Passage 1 and triple 2 disagree" or the like."""
    sources = [source_of(side.passage_id) for side in sides]
    names = [
        f"{source.name} ({side.date})" if side.date else source.name
        for source, side in zip(sources, sides, strict=True)
    ]
    nouns = [source.noun for source in sources]
    if len(set(sources)) == 1:  # two lines of a list
        return f"{nouns[0].capitalize()} {names[0]} disagrees with itself"
    if len(set(nouns)) == 1:
        return f"{nouns[0].capitalize()}s {_listed(names)} disagree"
    listed = _listed([f"{noun} {name}" for noun, name in zip(nouns, names, strict=True)])
    return f"{listed[:1].upper()}{listed[1:]} disagree"


def _listed(items: list[str]) -> str:
    return f"{', '.join(items[:-1])} and {items[-1]}"


def _shortened(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST else plain[:_LONGEST].rpartition(" ")[0] + " …"
