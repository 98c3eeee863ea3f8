"""Short invented texts, with claims that follow from them and twins that do not.

Each phenomenon is a function that tells a few facts in sentences, and pairs of a right and a wrong
claim that are alike but for what the phenomenon is about. The same facts are told in active and
passive, in sentences, lists and tables; facts of other phenomena stand between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from training.made import relations, structures

if TYPE_CHECKING:
    import random

    from training.made.tellings import Telling

PHENOMENA = {**relations.PHENOMENA, **structures.PHENOMENA}
"""By what their pairs are about."""


class World(NamedTuple):
    """A text and pairs of claims about it.

    Attributes:
        about: The phenomenon.
        passages: The text.
        pairs: A right and a wrong claim each.
    """

    about: str
    passages: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]


def world(pick: random.Random, most: int = 3) -> World:
    """Return a text about one phenomenon, with facts of others beside it.

    Args:
        pick: Of every draw.
        most: Pairs of claims at most.
    """
    about = pick.choice(sorted(PHENOMENA))
    told = PHENOMENA[about](pick)
    beside = [
        PHENOMENA[pick.choice(sorted(PHENOMENA))](pick) for _ in range(pick.choice((0, 1, 1, 2)))
    ]
    pairs = pick.sample(told.pairs, min(most, len(told.pairs)))
    return World(about, _passages([told, *beside], pick), tuple(pairs))


def _passages(told: list[Telling], pick: random.Random) -> tuple[str, ...]:
    blocks = [_block(each, pick) for each in pick.sample(told, len(told))]
    return tuple(blocks) if pick.random() < 1 / 2 else ("\n".join(blocks),)


def _block(told: Telling, pick: random.Random) -> str:
    if not told.free:
        return told.glue.join(told.facts)
    return told.glue.join(pick.sample(told.facts, len(told.facts)))
