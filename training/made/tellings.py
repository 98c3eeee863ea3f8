"""What a phenomenon tells: facts, others in their place, and claims that part them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Tell = Callable[["Pick"], "Telling"]

Option = TypeVar("Option")
_PART = 4
_LOOSE = 0.3


class Pick(random.Random):
    """Draws of which some ways to say a thing, and some domains, are held back.

    Attributes:
        held: Whether it draws what is held back, and nothing else.
    """

    def __init__(self, chance: random.Random, *, held: bool = False) -> None:
        super().__init__(chance.getrandbits(64))
        self.held = held

    def of(self, options: Sequence[Option]) -> Option:
        """Return one of the options that may be drawn: every fourth is held back.

        Where those are drawn that are held back, any other is drawn as often.
        """
        known = self.held and self.random() < 1 / 2
        return self.choice(options if known else self.part(options))

    def part(self, options: Sequence[Option]) -> list[Option]:
        """Return the options that may be drawn; all of them where they are few."""
        if len(options) < _PART:
            return list(options)
        return [o for n, o in enumerate(options) if (n % _PART == _PART - 1) is self.held]

    def some(self, options: Sequence[Option], count: int) -> list[Option]:
        """Return distinct options that may be drawn, all of them where there are no more."""
        usable = self.part(options)
        return self.sample(usable, min(count, len(usable)))


class Twins(NamedTuple):
    """A right and a wrong claim, or answers to a question, without capital and full stop.

    Attributes:
        right: What the facts say.
        wrong: What they do not.
        question: Or "".
    """

    right: str
    wrong: str
    question: str = ""


class Telling(NamedTuple):
    """Facts and claims.

    Attributes:
        facts: Sentences, or rows of a table.
        mirror: In place of the facts, under which of each pair the wrong claim is the right one.
        pairs: Claims about them.
        free: Whether the facts can stand in any order.
        glue: What stands between two facts.
    """

    facts: list[str]
    mirror: list[str]
    pairs: list[Twins]
    free: bool = True
    glue: str = " "


def sentence(text: str) -> str:
    """Return a clause as a sentence.

    >>> sentence("it rains")
    'It rains.'
    """
    ended = text if text[-1:] in '.!?”"|}' else f"{text}."
    return ended[:1].upper() + ended[1:]


def twins(
    pick: Pick, forms: Sequence[str], right: Mapping[str, object], wrong: Mapping[str, object],
    question: str = "",
) -> Twins:  # fmt: skip
    """Return a pair of one form with the right and the wrong names put in; at times of two."""
    ours = pick.of(forms)
    theirs = pick.of(forms) if pick.random() < _LOOSE else ours
    return Twins(ours.format(**right), theirs.format(**wrong), question.format(**right))


def told(form: str, *rows: Mapping[str, object]) -> list[str]:
    """Return a sentence of each row."""
    return [sentence(form.format(**row)) for row in rows]
