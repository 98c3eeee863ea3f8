"""One relation told from either end: "Ann is older than Ben" and "Ben is younger than Ann"."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Literal

from groundgraph.methods.kea.places import stems_of
from groundgraph.text.statements.coreference import gender
from groundgraph.text.statements.lexicon import inverses
from groundgraph.text.statements.nouns import noun
from groundgraph.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.methods.kea.graphs import SourcedTriple

_PAIRS = """older younger|elder younger|taller shorter|longer shorter|larger smaller|bigger smaller
|higher lower|heavier lighter|faster slower|earlier later|richer poorer|stronger weaker
|hotter colder|warmer cooler|warmer colder|cheaper dearer|wider narrower|deeper shallower
|better worse|greater smaller|north south|east west|northeast southwest|northwest southeast
|above below|over under|upstream downstream|left right"""
_WAYS = frozenset(ends for pair in _PAIRS.split("|") for ends in permutations(pair.split()))
_BROADER = {"mother": "parent", "father": "parent", "stepmother": "parent", "stepfather": "parent"}
_GENDERS = {
    **dict.fromkeys("mother daughter wife aunt niece grandmother granddaughter".split(), "f"),
    **dict.fromkeys("father son husband uncle nephew grandfather grandson".split(), "m"),
}
_LIGHT = frozenset(
    """is are was were be the a an of to than lie lies lay stand stands stood sit sits located
    situated""".split()
)


def converse(
    claim: SourcedTriple, told: Iterable[SourcedTriple]
) -> Literal["stated", "opposite", ""]:
    """Say whether facts tell a claim from its other end, or the other end's part of the claim's.

    >>> from groundgraph.methods.kea.graphs import SourcedTriple
    >>> from groundgraph.types import Triple
    >>> def fact(a, said, b):
    ...     own = Triple(a, said, b)
    ...     return SourcedTriple(own, own, None, "", " ".join(own))
    >>> told = [fact("Ann", "is older than", "Ben")]
    >>> converse(fact("Ben", "is younger than", "Ann"), told)
    'stated'
    >>> converse(fact("Ann", "is younger than", "Ben"), told)
    'opposite'
    """
    own = stems_of(claim.triple.subject), stems_of(claim.triple.object)
    if not all(own):
        return ""
    for fact in told:
        ends = stems_of(fact.triple.subject), stems_of(fact.triple.object)
        if fact.text.startswith(
            f"The {fact.triple.predicate} of "
        ):  # a property: its object is one
            ends = ends[::-1]
        if ends not in (own, own[::-1]):
            continue
        ours, theirs = _said(claim), _said(fact)
        if len(ours) != 1 or len(theirs) != 1:
            continue
        if _are_converse(ours[0], theirs[0]):
            if ends == own:
                return "opposite"
            return "stated" if _fits(claim.triple.subject, ours[0]) else ""
    return ""


def _said(fact: SourcedTriple) -> list[str]:
    """Return the words of a fact but for its ends and those that say nothing by themselves."""
    ends = {*stems_of(fact.triple.subject), *stems_of(fact.triple.object)}
    return [
        word
        for each in words(fact.text)
        if each.stem not in ends
        and (word := fact.text[each.start : each.end].lower()) not in _LIGHT
    ]


def _are_converse(one: str, other: str) -> bool:
    if (one, other) in _WAYS:
        return True
    nouns = [{noun(word), noun(_BROADER.get(word, word))} for word in (one, other)]
    return any(
        (mine.link, theirs.link, theirs.lemma) == ("of", "of", f"be_{b}")
        for a in nouns[0]
        for mine, theirs in inverses().get(f"be_{a}", ())
        for b in nouns[1]
    )


def _fits(name: str, word: str) -> bool:
    """Say whether somebody's given name does not speak against a noun of his or her family."""
    known, told = _GENDERS.get(word), gender(frozenset({name.split(maxsplit=1)[0].lower()}))
    return not known or not told or told == known
