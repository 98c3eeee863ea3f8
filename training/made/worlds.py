"""Short invented texts, with claims that follow from them and twins that do not.

Each phenomenon is a function that tells a few facts in sentences, other facts in their place, and
pairs of claims: what is right under the one text is wrong under the other. So no claim can be
judged by itself, and words that stand in the text, or do not, say nothing of whether it is right.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, NamedTuple

from training.made import amounts, relations, states
from training.made.tellings import Pick, Twins, sentence

if TYPE_CHECKING:
    from training.made.tellings import Telling

PHENOMENA = {**relations.PHENOMENA, **states.PHENOMENA, **amounts.PHENOMENA}
"""By what their pairs are about."""
_OFTEN = (
    "states",
    "states",
    "roles",
    "modality",
    "quantity",
    "comparison",
    "order",
    "conditions",
    "hops",
)
"""Drawn that much more often than the others."""
_ASKED = 0.1
_ARTICLE = re.compile(r"\b([Aa])(?= [aeio])")
_SHOWN = ("is it true that {c}", "is it right to say that {c}", "does the text say that {c}",
          "can one conclude that {c}")  # fmt: skip
_YES, _NO = (
    ("yes", "yes, it is", "yes, {c}", "that is right"),
    ("no", "no, it is not", "no, it is wrong that {c}", "that is wrong"),
)


class World(NamedTuple):
    """A text, another one, and pairs of claims.

    Attributes:
        about: The phenomenon.
        passages: The text.
        mirror: The other text, under which of each pair the wrong claim is the right one.
        pairs: Claims about them, as sentences.
    """

    about: str
    passages: tuple[str, ...]
    mirror: tuple[str, ...]
    pairs: tuple[Twins, ...]


def world(
    chance: random.Random, most: int = 2, *, held: bool = False, least: int = 0, bare: bool = False
) -> World:
    """Return a text about one phenomenon, with facts of others beside it.

    Args:
        chance: Of every draw.
        most: Pairs of claims at most.
        held: Whether the domain and the ways to say things are those that are held back.
        least: Other phenomena that are told beside it, at least.
        bare: Whether nothing is told beside it.
    """
    pick = Pick(chance, held=held)
    about = pick.choice([*sorted(PHENOMENA), *_OFTEN])
    telling = PHENOMENA[about](pick)
    count = 0 if bare else max(least, pick.choice((0, 0, 0, 1, 2, 3, 4)))
    beside = [PHENOMENA[pick.choice(sorted(PHENOMENA))](pick) for _ in range(count)]
    pairs = [
        _twins(pick, pair) for pair in pick.sample(telling.pairs, min(most, len(telling.pairs)))
    ]
    place, parted, seed = pick.randrange(len(beside) + 1), pick.random() < 1 / 3, pick.random()
    texts = [
        _passages([*beside[:place], one, *beside[place:]], random.Random(seed), parted=parted)
        for one in (telling, telling._replace(facts=telling.mirror))
    ]
    return World(about, texts[0], texts[1], tuple(pairs))


def _twins(pick: Pick, pair: Twins) -> Twins:
    """Return a pair as sentences; at times it is asked whether a claim is so."""
    question = f"{sentence(pair.question)[:-1]}?" if pair.question else ""
    if question or pick.random() > _ASKED:
        right, wrong = (_articled(sentence(text)) for text in pair[:2])
        return Twins(right, wrong, question)
    asked = f"{sentence(pick.of(_SHOWN).format(c=pair.right))[:-1]}?"
    yes, no = (pick.of(forms).format(c=pair.right) for forms in (_YES, _NO))
    return Twins(_articled(sentence(yes)), _articled(sentence(no)), asked)


def _passages(told: list[Telling], chance: random.Random, *, parted: bool) -> tuple[str, ...]:
    blocks = [_block(each, chance) for each in told]
    return tuple(blocks) if parted else ("\n".join(blocks),)


def _block(told: Telling, chance: random.Random) -> str:
    facts = chance.sample(told.facts, len(told.facts)) if told.free else told.facts
    return _articled(told.glue.join(facts))


def _articled(text: str) -> str:
    """Put "an" before a vowel: forms hold "a" whatever name is put in."""
    return _ARTICLE.sub(r"\1n", text)
