"""Pairs written by templates: roles exchanged, and the attribute of the other of two things.

The names are made of syllables, so that no list holds them. Templates of the two halves have no
verb or attribute in common. Passages are active or passive by a draw and right answers are in the
other voice (or wording), wrong ones in either, so that right passives stand beside right actives
and what copies the passage is no better for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.bench.meaning.probes import SPLITS, ProbePair
from groundgraph.datasets.draws import draw
from groundgraph.types import Example

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

EACH = 12
"""Pairs of each template."""
_ONSETS = "b br d dr f g h k kr l m n p r s st t tr v z".split()
_VOWELS = "a e i o u ei ou".split()
_CODAS = "k l lm n nd r rn s sk t".split()
_KINDS = "Group Logistics Foods Partners Energy Media".split()


class Deed(NamedTuple):
    """What one party does to another, as a past tense that is the participle too."""

    verb: str
    rest: str


class Quality(NamedTuple):
    """What two things have, each its own: two ways to say so, and values."""

    ways: tuple[str, str]
    values: tuple[str, ...]


_DEEDS = {
    "dev": (
        Deed("sued", "over the delivery contract"),
        Deed("acquired", "for an undisclosed sum"),
        Deed("supplied", "with packaging last year"),
        Deed("audited", "at the request of investors"),
        Deed("rescued", "from bankruptcy"),
    ),
    "test": (
        Deed("accused", "of copying a design"),
        Deed("outbid", "for the harbour lease"),
        Deed("reimbursed", "after the recall"),
        Deed("trained", "in the use of the new system"),
        Deed("warned", "about the outage"),
    ),
}
_QUALITIES = {
    "dev": (
        Quality(
            ("{0} has its head office in {1}.", "The head office of {0} is in {1}."),
            ("Lisbon", "Graz", "Turku", "Leeds"),
        ),
        Quality(
            ("{0} was founded in {1}.", "The year in which {0} was founded is {1}."),
            ("1952", "1987", "1968", "2004"),
        ),
        Quality(
            ("{0} employs {1} people.", "The staff of {0} numbers {1} people."),
            ("240", "1,150", "85", "620"),
        ),
        Quality(
            ("The logo of {0} is {1}.", "{0} has a {1} logo."),
            ("green", "red", "yellow", "blue"),
        ),
        Quality(
            ("{0} sells {1}.", "Customers of {0} buy {1}."),
            ("bicycles", "lamps", "carpets", "tractors"),
        ),
    ),
    "test": (
        Quality(
            ("{0} is led by {1}.", "The chief executive of {0} is {1}."),
            ("a chemist", "a former judge", "an engineer", "a pilot"),
        ),
        Quality(
            ("{0} operates {1} warehouses.", "The number of warehouses of {0} is {1}."),
            ("14", "31", "9", "52"),
        ),
        Quality(
            ("{0} exports mainly to {1}.", "The main export market of {0} is {1}."),
            ("Norway", "Brazil", "Japan", "Morocco"),
        ),
        Quality(
            ("The warranty of {0} runs for {1}.", "{0} gives a warranty of {1}."),
            ("two years", "ten years", "six months", "five years"),
        ),
        Quality(
            ("{0} pays its staff {1}.", "Staff of {0} are paid {1}."),
            ("weekly", "monthly", "in advance", "by the hour"),
        ),
    ),
}
_BETWEEN = (
    "Both companies declined to comment.",
    "Analysts had expected the news since spring.",
    "A spokeswoman confirmed the report on Monday.",
    "The two firms have worked in the same market for years.",
)


def written_pairs(each: int = EACH) -> list[ProbePair]:
    """Return the pairs of every template; those of one are one document.

    ``phenomenon`` is "role_swap" or "wrong_attribute".

    Args:
        each: Pairs of each template.
    """
    return [
        pair
        for half in SPLITS
        for made in (_of_deeds(half, each), _of_qualities(half, each))
        for pair in made
    ]


def _of_deeds(half: str, each: int) -> Iterator[ProbePair]:
    for deed in _DEEDS[half]:
        for number in range(each):
            random = draw(0, "role_swap", deed.verb, str(number))
            one, other = _names(random)
            passive = random.random() < 0.5
            told = _done(deed, one, other, passive=passive)
            right = _done(deed, one, other, passive=not passive)
            wrong = _done(deed, other, one, passive=random.random() < 0.5)
            key = f"{deed.verb}-{number}"
            yield _pair("role_swap", half, deed.verb, key, (_around(told, random), right, wrong))


def _of_qualities(half: str, each: int) -> Iterator[ProbePair]:
    for place, quality in enumerate(_QUALITIES[half]):
        for number in range(each):
            random = draw(0, "wrong_attribute", half, str(place), str(number))
            own, others = random.sample(quality.values, 2)
            one, other = _names(random)
            said = [(one, own), (other, others)]
            random.shuffle(said)
            way = random.randrange(2)
            told = " ".join(quality.ways[way].format(*each) for each in said)
            right = quality.ways[1 - way].format(one, own)
            wrong = random.choice(quality.ways).format(one, others)
            document = f"quality-{half}-{place}"
            key = f"{document}-{number}"
            texts = (_around(told, random), right, wrong)
            yield _pair("wrong_attribute", half, document, key, texts)


def _done(deed: Deed, one: str, other: str, *, passive: bool) -> str:
    """Say what one party did to the other."""
    if passive:
        return f"{other} was {deed.verb} by {one} {deed.rest}."
    return f"{one} {deed.verb} {other} {deed.rest}."


def _around(told: str, random: Random) -> str:
    before, after = random.sample(_BETWEEN, 2)
    return f"{before} {told} {after}"


def _names(random: Random) -> tuple[str, str]:
    """Return the names of two companies that begin differently."""
    while True:
        one, other = (f"{_word(random)} {random.choice(_KINDS)}" for _ in range(2))
        if one.split()[0][:2] != other.split()[0][:2]:
            return one, other


def _word(random: Random) -> str:
    first = random.choice(_ONSETS) + random.choice(_VOWELS)
    return (first + random.choice(_ONSETS) + random.choice(_VOWELS[:5]) + random.choice(_CODAS)
            ).capitalize()  # fmt: skip


def _pair(
    phenomenon: str, half: str, document: str, key: str, texts: tuple[str, str, str]
) -> ProbePair:
    passage, right, wrong = texts
    metadata = {"task": phenomenon, "split": half, "source_id": document}
    name = f"{phenomenon}-{key}"
    return ProbePair(
        name, phenomenon, "finance", document, half,
        Example(right, (passage,), id=f"{name}/right", label=False, metadata=metadata),
        Example(wrong, (passage,), id=f"{name}/wrong", label=True, metadata=metadata),
    )  # fmt: skip
