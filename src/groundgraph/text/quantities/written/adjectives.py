"""What a comparative or superlative compares: the dimensions, the direction, the attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterable

_LENGTH, _TIME, _MASS, _MONEY, _HEAT = (
    ("length",),
    ("time",),
    ("mass",),
    ("money",),
    (
        "temperature",
        "degrees",
    ),
)
# adjective: direction, dimensions, words by which the evidence may call it; "" is any dimension.
_LISTED = """
long + length,time length duration|short - length,time length duration|tall + length height
high + - height|low - - height|heavy + mass weight|light - mass weight
old + time age born founded built|young - time age born founded built|new - time age
big + - size|large + - size|great + -|small - - size
fast + speed speed|quick + speed speed|swift + speed speed|slow - speed speed
cheap - money price cost|dear + money price cost|costly + money price cost|pricey + money price
warm + temperature,degrees temperature|hot + temperature,degrees temperature
cold - temperature,degrees temperature|cool - temperature,degrees temperature
deep + length depth|shallow - length depth|wide + length width|broad + length width
narrow - length width|thick + length|thin - length|strong + -|weak - -|hard + - hardness
soft - - hardness|bright + light brightness|wet + length rain|dry - length rain|busy + -
dense + - density|far + length distance
near - length distance|close - length distance|good + -|bad - -
rich + money|poor - money|early - date|late + date|soon - time|loud + sound|quiet - sound
steep + -|full + -|safe + -|generous + -|modest - -|few - -
"""
_DOUBLING = 3
"""Letters of adjectives whose last one is doubled: "bigger"."""
_IRREGULAR = {"better": "good", "best": "good", "worse": "bad", "worst": "bad"}
_IRREGULAR |= {"farther": "far", "further": "far", "furthest": "far", "farthest": "far"}
_IRREGULAR |= {"latest": "late", "last": "late", "elder": "old", "eldest": "old"}
_LONG_FORMS = """expensive + money price cost|affordable - money price cost|powerful + power power
costly + money price cost|recent + date|populous + -|valuable + money|popular + -|common + -
frequent + -|numerous + -|productive + -|efficient + -|massive + mass weight|economical - money"""
_VERBS = {"exceeds": 1, "exceed": 1, "exceeded": 1, "outnumber": 1, "outnumbered": 1}
_VERBS |= {"surpassed": 1, "surpasses": 1, "outweighs": 1, "outweighed": 1, "outscored": 1}
_MEASURED = """energy electricity energy calories|power power|volume water fuel petrol diesel
time time|mass weight|money money|length distance ground|data storage memory ram|area land space"""
DIMENSIONS_OF = {
    stem(word): kind
    for kind, *words in map(str.split, _MEASURED.replace("\n", "|").split("|"))
    for word in words
}
"""Stem of what there is more or less of, and the dimension of amounts of it."""
_IN_WHAT = frozenset({"rich", "poor"})
"""Adjectives that "in" leads on from: "rich in calories"."""
_OF_DEEDS = {"holds": "volume", "weighs": "mass", "costs": "money", "lasts": "time"}
_OF_DEEDS = {stem(word): kind for word, kind in _OF_DEEDS.items()}
"""The same of what something does: it "holds more", "costs less"."""
MEASURING = DIMENSIONS_OF.keys() | _OF_DEEDS.keys()
"""Stems that tell what is measured, and name none of the things that have it."""
_COME_TO = """sell revenue sales turnover|earn profit income earnings|vote turnout votes"""
RESULTS_OF = {
    stem(deed): frozenset(map(stem, results))
    for deed, *results in map(str.split, _COME_TO.split("|"))
}
"""Stems by which the evidence may tell what a deed came to: "sold more" is more revenue."""
_DATE_ADJECTIVES = frozenset({"old", "young", "new", "early", "late", "recent"})


class Adjective(NamedTuple):
    """What a word compares.

    Attributes:
        base: The plain adjective, "more" or "fewer".
        sign: 1 where more of it is more, -1 where it is less.
        dimensions: Of the amounts that it may compare; empty for any.
        attribute: Stems by which the evidence may name it.
        dates: Whether it may compare dates: the older has the earlier one.
    """

    base: str
    sign: int
    dimensions: tuple[str, ...] = ()
    attribute: tuple[str, ...] = ()
    dates: bool = False


def _read(listed: str) -> dict[str, Adjective]:
    found = {}
    for entry in listed.replace("\n", "|").split("|"):
        if not entry.strip():
            continue
        base, sign, dimensions, *names = entry.split()
        dates = base in _DATE_ADJECTIVES
        kinds = tuple(d for d in dimensions.split(",") if d not in {"-", "date"})
        attribute = (stem(base), *map(stem, names))
        found[base] = Adjective(base, 1 if sign == "+" else -1, kinds, attribute, dates)
    return found


_BASES = _read(_LISTED)
_LONG = _read(_LONG_FORMS)


def _forms(base: str) -> tuple[str, str]:
    """Return the comparative and superlative of a short adjective."""
    if base.endswith("e"):
        return base + "r", base + "st"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ier", base[:-1] + "iest"
    doubled = len(base) == _DOUBLING and base[-1] not in "wxy" and base[-2] in "aeiou"
    root = (
        base + base[-1] if doubled and base[-3:] in {"big", "hot", "wet", "dry", "thin"} else base
    )
    return root + "er", root + "est"


COMPARATIVES = {_forms(base)[0]: adjective for base, adjective in _BASES.items()}
SUPERLATIVES = {_forms(base)[1]: adjective for base, adjective in _BASES.items()}
COMPARATIVES |= {word: _BASES[base] for word, base in _IRREGULAR.items() if word.endswith("r")}
COMPARATIVES["worse"] = _BASES["bad"]
_OF_DEATHS = tuple(map(stem, ("deadly", "killed", "deaths", "victims")))
COMPARATIVES["deadlier"] = Adjective("deadly", 1, (), _OF_DEATHS)
SUPERLATIVES |= {word: _BASES[base] for word, base in _IRREGULAR.items() if word.endswith("st")}
COMPARATIVES |= {"drier": _BASES["dry"], "thinner": _BASES["thin"]}
SUPERLATIVES |= {"driest": _BASES["dry"], "thinnest": _BASES["thin"]}
DEGREES = {"more": 1, "less": -1, "fewer": -1}
MOSTS = {"most": 1, "least": -1, "fewest": -1}
VERBS = {word: Adjective(word, sign) for word, sign in _VERBS.items()}


def way_of(adjective: Adjective, dimension: str) -> int:
    """Return 1 where what is more so has the greater amount of a dimension, else -1.

    What is faster takes less time, and what comes more often comes every fewer minutes.
    """
    timed = dimension == "time" and (
        "speed" in adjective.dimensions or adjective.base == "frequent"
    )
    return -adjective.sign if timed else adjective.sign


def long_form(word: str, sign: int) -> Adjective:
    """Return what "more" or "less" makes of the word after it."""
    known = _LONG.get(word) or _BASES.get(word)
    if known is None:
        return Adjective("more" if sign > 0 else "less", sign, (), ())
    return known._replace(sign=known.sign * sign)


def narrowed(
    adjective: Adjective, attribute: Iterable[str], deeds: Iterable[str] = ()
) -> Adjective:
    """Take the dimension of "less electricity", "holds more" from what there is of it, or is done.

    Args:
        adjective: What is compared.
        attribute: Stems of what there is more or less of.
        deeds: Stems of what is said beside it, a verb such as "hold" among them.
    """
    kinds = [DIMENSIONS_OF[word] for word in attribute if word in DIMENSIONS_OF]
    kinds += [_OF_DEEDS[word] for word in deeds if word in _OF_DEEDS]
    if not kinds or (adjective.dimensions and adjective.base not in _IN_WHAT):
        return adjective
    return adjective._replace(dimensions=tuple(kinds))


def is_long_form(word: str) -> bool:
    """Say whether "more" before a word makes an adjective of both: "more expensive"."""
    return word in _LONG or word in _BASES
