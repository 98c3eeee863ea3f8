"""Invented people, firms, places and things, for texts that are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

Item = TypeVar("Item")

FIRST = (
    "Adaeze Agnes Alvaro Amara Anders Anita Arjun Astrid Bahar Beatriz Bilal Bram Camille "
    "Carlos Chen Chiara Colm Daniela Darius Deniz Dimitri Ebba Edgar Elif Emeka Erika Esther "
    "Fatima Felipe Fiona Franz Gemma Goran Greta Hana Harold Hiroshi Ibrahim Imogen Ines Ivan "
    "Jasmin Joana Jonas Kamal Katrin Kofi Laila Lars Leonor Liam Lucia Malik Mara Marek Mei "
    "Milan Mina Nadia Nils Noor Olga Omar Oscar Paula Pedro Petra Priya Quentin Rafael Rania "
    "Ravi Rosa Ruben Sandra Selma Silas Sofia Stefan Tamar Tariq Teresa Theo Tomas Ursula "
    "Valeria Victor Wanda Xavier Yara Yusuf Zoe"
).split()
LAST = (
    "Abbott Acosta Adler Aksoy Almeida Andersen Bakker Banerjee Barros Bauer Becker Bianchi "
    "Blake Brandt Calder Castro Chandra Conti Crane Dahl Delgado Diaz Doyle Eklund Esposito "
    "Farkas Ferreira Fischer Gallo Garcia Goswami Grant Haas Hakimi Hansen Hartley Holm "
    "Ibarra Iyer Jansen Kaplan Keller Khan Kim Kovacs Kruger Lam Larsen Lopez Lund Malone "
    "Martins Mbeki Mendes Meyer Mori Nagy Nakata Novak Ochoa Okafor Olsen Ortiz Osei Park "
    "Patel Petrov Quinn Ramos Reyes Rossi Salas Sato Schmidt Silva Sorensen Stone Suzuki "
    "Takeda Torres Turner Varga Vega Vogel Walsh Weber Wolff Yilmaz Young Zhang Zimmer"
).split()
_SYLLABLES = (
    "al ar bel bor bra cor dan del dor el fal fer gar hal har kel kor lan lin lor mal mar mer "
    "mon nar nel nor ol or pal per ral ran rin ros sal san sel sor tal tan ter tor val van "
    "ver vol wen yar zel"
).split()
_TOWNS = (
    "ton",
    "burg",
    "ville",
    "stad",
    "mouth",
    "field",
    "ford",
    "haven",
    "dale",
    "wick",
    "a",
    "o",
)
_FIRMS = (
    "Systems Logistics Foods Energy Textiles Robotics Bank Airlines Media Labs Steel Motors "
    "Foundation Pharma Insurance Press Partners Group Industries Software Shipping Mining "
    "Seeds Optics"
).split()
ITEMS = (
    "almonds apples barley batteries bicycles blankets books boots bread cables cameras "
    "candles carpets chairs cheese clocks coats coffee copper cotton curtains drums engines "
    "filters flour flutes furniture glasses gloves guitars hats helmets herbs honey jackets "
    "jewellery keyboards knives lamps lemons lenses linen maps mattresses medicines mirrors "
    "mugs mushrooms olives oranges paint paper pens pianos plates pumps radios rice ropes "
    "saddles salt scarves seeds shoes silk soap spices stamps sugar tables tea tents tiles "
    "tools towels toys tyres umbrellas vases violins watches wheat wine wool"
).split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = (
    "January February March April May June July August September October November December"
).split()
JOBS = (
    "accountant architect baker carpenter chemist coach conductor curator dentist diver "
    "economist editor electrician engineer farmer geologist historian journalist judge lawyer "
    "librarian mechanic nurse painter pharmacist photographer pilot plumber sculptor surgeon "
    "tailor teacher translator welder"
).split()
COLOURS = "red blue green yellow black white grey purple orange brown silver pink".split()
SPELLED = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
).split()


def people(pick: random.Random, count: int) -> list[str]:
    """Return full names that share no part."""
    pairs = zip(pick.sample(FIRST, count), pick.sample(LAST, count), strict=True)
    return [f"{first} {last}" for first, last in pairs]


def towns(pick: random.Random, count: int) -> list[str]:
    """Return names of towns, each another."""
    return _distinct(lambda: stem(pick) + pick.choice(_TOWNS), count)


def firms(pick: random.Random, count: int) -> list[str]:
    """Return names of firms, each another."""
    return _distinct(lambda: f"{stem(pick)} {pick.choice(_FIRMS)}", count)


def actors(pick: random.Random, count: int) -> list[str]:
    """Return people or firms, all of one kind."""
    return (people if pick.random() < 1 / 2 else firms)(pick, count)


def numbers(pick: random.Random, count: int, low: int = 2, high: int = 400) -> list[int]:
    """Return distinct numbers; small ranges as often as large ones."""
    top = pick.choice([n for n in (20, 60, 400, 5000) if low + count < n <= max(high, low + 19)])
    return pick.sample(range(low, top), count)


def others(pick: random.Random, listed: Sequence[Item], count: int) -> list[Item]:
    """Return distinct things of a list."""
    return pick.sample(list(listed), count)


def joined(things: Sequence[str], word: str = "and") -> str:
    """Return things as a list in a sentence.

    >>> joined(["tea", "salt", "silk"])
    'tea, salt and silk'
    """
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {word} {things[-1]}"


def stem(pick: random.Random) -> str:
    """Return an invented name of a word."""
    parts = pick.choices(_SYLLABLES, k=pick.choice((1, 2, 2, 2)))
    return "".join(parts).capitalize()


def _distinct(make: Callable[[], str], count: int) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        found[make()] = None
    return list(found)
