"""What words of relation mean beside each other: the same, the opposite, the other way round."""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.statements.nouns import noun
from groundgraph.text.vocabulary import lines
from groundgraph.text.vocabulary.opposites import opposites

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


class Side(NamedTuple):
    """A relation seen from its first thing.

    Attributes:
        lemma: The verb's base form with its particle, or "be_" and a noun of relation.
        link: The preposition before the second thing; "" where that is the object.
    """

    lemma: str
    link: str


@cache
def inverses() -> dict[str, tuple[tuple[Side, Side], ...]]:
    """Return, by lemma, its sides with the side that says the same the other way round."""
    found: defaultdict[str, list[tuple[Side, Side]]] = defaultdict(list)
    for line in lines("inverses.txt"):
        one, other = (_side(part) for part in line.split(" > "))
        found[one.lemma].append((one, other))
        found[other.lemma].append((other, one))
    return {lemma: tuple(pairs) for lemma, pairs in found.items()}


def _side(text: str) -> Side:
    lemma, _, link = text.strip().partition(" ")
    name = lemma.removeprefix("be_")
    return Side(lemma if name == lemma else f"be_{noun(name)}", link)


@cache
def _synonyms() -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines("synonyms.txt", "deeds"):
        words = line.split()
        for word in words:
            found[word].update(words)
    return {word: frozenset(others) for word, others in found.items()}


@lru_cache(maxsize=1 << 14)
def synonyms(lemma: str) -> frozenset[str]:
    """Return the lemmas that say the same of the same roles, itself among them."""
    return _synonyms().get(lemma, frozenset()) | {lemma}


def denies(one: str, other: str) -> bool:
    """Say whether two lemmas are opposites, by themselves.

    >>> denies("rise", "fall"), denies("rise", "grow")
    (True, False)
    """
    return other in opposites().get(one, frozenset())


@cache
def reach(lemma: str) -> frozenset[str]:
    """Return the base forms of every relation that a lemma can be held against."""
    turned = {side.lemma for pair in inverses().get(lemma, ()) for side in pair}
    turned |= {side.lemma for each in turned for pair in inverses().get(each, ()) for side in pair}
    every = {lemma, *turned} | opposites().get(lemma, frozenset())
    wide = {other for word in every for other in synonyms(word)}
    return frozenset(_base(word) for word in wide)


def _base(lemma: str) -> str:
    """Return the word that a lemma is seen by: "hand" of "hand_over", "wife" of "be_wife"."""
    first, _, rest = lemma.partition("_")
    return rest if first == "be" and rest else first


@cache
def relations() -> frozenset[str]:
    """Return the nouns that say what one is to another: "pupil", "landlord"."""
    every = {side.lemma for pairs in inverses().values() for pair in pairs for side in pair}
    return frozenset(name.removeprefix("be_") for name in every if name.startswith("be_"))


@cache
def particles() -> dict[str, frozenset[str]]:
    """Return the particles that make another relation of a verb, by verb."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for word in {*opposites(), *_synonyms(), *inverses()}:
        verb, _, particle = word.partition("_")
        if particle and verb != "be":
            found[verb].add(particle)
    return {verb: frozenset(those) for verb, those in found.items()}


_MORE = frozenset(
    """increase rise grow climb raise boost jump surge soar up swell expand widen broaden lengthen
    extend enlarge improve more higher larger bigger longer wider greater upward upwards gain
    accumulate double triple quicken accelerate prolong dearer pricier costlier expensive
    strengthen deepen heighten multiply growth""".split()
)
_LESS = frozenset(
    """decrease fall drop decline reduce lower shrink cut sink plunge slump diminish down dwindle
    dip narrow shorten lessen halve less fewer smaller shorter narrower cheaper downward downwards
    loss slow curtail weaken reduction weaker slower""".split()
)


def direction(words: AbstractSet[str]) -> int:
    """Return 1 where words say that something is more, -1 for less, 0 for neither or both."""
    return _LESS.isdisjoint(words) - _MORE.isdisjoint(words)


_BOTH_WAYS = """brother sister sibling twin cousin relative friend enemy acquaintance spouse partner
colleague classmate teammate roommate neighbour neighbor rival competitor ally namesake
contemporary counterpart collaborator flatmate housemate schoolmate cohabitant"""
SYMMETRIC = frozenset(
    """meet marry wed divorce merge agree disagree talk speak argue fight battle play face border
    cross adjoin touch cooperate collaborate compete differ resemble equal match join combine mix
    share compare correspond connect link relate date know quarrel negotiate debate discuss trade
    exchange split separate clash collide coincide coexist intersect overlap live sit stand work
    be have do get include follow say see tie draw rival swap contact interact twin pair associate
    affiliate ally align interlock alternate correlate adjacent contiguous similar alike
    identical equivalent comparable analogous akin synonymous parallel perpendicular compatible
    next opposite""".split()
) | {f"be_{noun(name)}" for name in _BOTH_WAYS.split()}
"""Relations in which the two things may change places, or that say too little to tell."""

FUNCTIONAL = frozenset(
    """be_capital be_author be_director be_founder be_president be_ceo be_mother be_father
    be_husband be_wife be_mayor be_captain write_by direct bear_in die_in die_of found invent
    discover name head_quarter locate compose""".split()
)
"""Relations that hold of one thing only."""
