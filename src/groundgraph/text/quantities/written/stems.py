"""Stems by which what two texts measure is compared: irregular forms and usual synonyms are one."""

from __future__ import annotations

from functools import lru_cache

from groundgraph.text.words import STOP_WORDS
from groundgraph.text.words import stem as plain_stem

# Each line: forms that are held for the first of them. Verbs first, then measures.
_SAME = """
begin began begun beginning start launch commence
end ended finish complete conclude
rise rose risen grow grew grown growth increase climb gain
fall fell fallen decrease decline sink sank sunk shrink shrank
leave left depart departure dep
arrive arrival arr reach come came
win won winner victory victorious
sell sold sale
buy bought purchase
lose lost loss
make made
take took taken
give gave given
hold held
get got
pay paid payment
spend spent
build built
become became
speak spoke spoken
write wrote written
know knew known
see saw seen
draw drew drawn
drive drove driven
run ran
sleep slept
keep kept
cost price fare fee charge
weigh weight
long length
tall height high
wide width
deep depth
old age young
fast speed quick
employee employ staff headcount workforce payroll personnel worker
people person resident inhabitant
buy purchase
car automobile
child children
woman women
man men
big large bigger
open opening
founded foundation establish
die death dead killed died dies
close closure shut
sign signature
publish publication
respond response
resign resignation
acquire acquisition takeover
admit admission
merge merger
marry marriage wedding
produce production
reduce reduction
introduce introduction
expand expansion
extend extension
explode explosion
decide decision
hire recruit
discover discovery
flee escape
bear born birth
annual yearly year
month monthly
week weekly
day daily
hour hourly
film movie
north northern
south southern
east eastern
west western
"""


def _synonyms() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in _SAME.strip().splitlines():
        first, *others = line.split()
        head = plain_stem(first)
        for word in (first, *others):
            found.setdefault(plain_stem(word), head)
            found.setdefault(word, head)
    return found


_ENDINGS = ("ion", "ment", "ance", "ence", "ness", "ity", "al", "y", "ant", "ent")
_LEAST = 5
_EMPTY = STOP_WORDS | frozenset(
    """one ones other others another thing things already still yet soon shortly later
    earlier""".split()
)
_HEAD = _synonyms()


@lru_cache(maxsize=1 << 15)
def stem(word: str) -> str:
    """Return the stem of a lower-case word, the same for its usual synonyms as a measure.

    >>> [stem(word) for word in ("rose", "growth", "priced", "fares", "km")]
    ['ris', 'ris', 'cost', 'cost', 'km']
    """
    plain = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    if not plain:
        return word
    if plain == "found":
        return "find"
    short = plain_stem(plain)
    return _HEAD.get(plain) or _HEAD.get(short) or _bare(short)


def _bare(word: str) -> str:
    """Take a noun's ending off, so that "delivery" is "deliver"."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=1 << 15)
def content_stem(word: str) -> str:
    """Return the stem of a lower-case word that carries meaning of its own, else ""."""
    return stem(word) if is_content(word) else ""


@lru_cache(maxsize=1 << 15)
def is_content(word: str) -> bool:
    """Say whether a lower-case word carries meaning of its own."""
    return word not in _EMPTY and (len(word) > 1 or word.isdigit())
