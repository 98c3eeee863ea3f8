"""Which words a text negates, how it quantifies them, and pairs of words that say the opposite.

The pairs are those that shipped heads were fitted on; `groundgraph.text.vocabulary.opposites` has
those by which a text is judged.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.words import letters, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.words import Word

_PAIRS = """
    before/after more/less more/fewer higher/lower high/low increase/decrease increase/reduce
    rise/fall rose/fell grow/shrink up/down above/below over/under first/last largest/smallest
    bigger/smaller larger/smaller longer/shorter oldest/youngest older/younger best/worst
    better/worse most/least earlier/later early/late maximum/minimum faster/slower gain/loss
    """
_OPPOSITES = """
    win/lose won/lost winner/loser north/south northern/southern east/west eastern/western
    left/right man/woman men/women male/female boy/girl father/mother son/daughter
    brother/sister husband/wife king/queen uncle/aunt his/her he/she positive/negative
    true/false hot/cold accept/reject approve/reject support/oppose agree/disagree alive/dead
    guilty/innocent legal/illegal safe/dangerous safe/unsafe import/export buy/sell bought/sold
    start/end begin/end include/exclude with/without inside/outside indoor/outdoor open/closed
    allow/prohibit allow/ban arrive/depart enter/leave expensive/cheap friendly/rude
    clean/dirty major/minor public/private married/divorced employer/employee teacher/student
    success/failure succeed/fail confirm/deny possible/impossible able/unable known/unknown
    healthy/unhealthy fresh/stale easy/difficult morning/evening summer/winter internal/external
    """
_ALL = _PAIRS + _OPPOSITES
_QUANTIFIERS = {
    "all": "all every each everyone everybody everything always entire",
    "some": "some several sometimes many most few occasionally often partly",
    "none": "no none nobody nothing never neither",
}
_CLASS = {word: name for name, listed in _QUANTIFIERS.items() for word in listed.split()}
_BOUNDARY = re.compile(r"[.;:!?()]|,(?!\s*(?:or|nor|and)\b)")
_TURNS = frozenset({"but", "although", "though", "however", "while", "because", "only", "until"})
_REACH = 3


class Polarity(NamedTuple):
    """What a text says of its words.

    Attributes:
        said: Stems of content words that stand under no negation.
        negated: Stems of those that do.
        quantified: Quantifier class ("all", "some", "none") and stem of the word it governs.
        stems: Every stem, of stop words too.
    """

    said: frozenset[str]
    negated: frozenset[str]
    quantified: frozenset[tuple[str, str]]
    stems: frozenset[str]


def polarity(text: str, split: Sequence[Word]) -> Polarity:
    """Read a text and its words (`groundgraph.text.words.words`).

    A negation governs the next three content words up to a boundary: punctuation, or a word such
    as "but". "Not only" negates nothing.

    >>> from groundgraph.text.words import words
    >>> text = "He did not take the bus, but all trains ran."
    >>> sorted(polarity(text, words(text)).negated)
    ['bus', 'tak']
    """
    negated: set[int] = set()
    quantified: set[tuple[str, str]] = set()
    tells = any(word.negation for word in split) or not letters(text).isdisjoint(_CLASS)
    clauses = _Clauses(text, split)
    for at, word in enumerate(split) if tells else ():
        if word.negation:
            negated.update(clauses.governed(at))
        quantifier = _CLASS.get(text[word.start : word.end].lower())
        if quantifier:
            governed = clauses.governed(at)[:1]
            quantified.update((quantifier, split[i].stem) for i in governed)
    stems = frozenset(word.stem for word in split)
    under = frozenset(split[i].stem for i in negated)
    said = frozenset(w.stem for i, w in enumerate(split) if w.content and i not in negated)
    return Polarity(said, under, frozenset(quantified), stems)


class _Clauses:
    """The words of a text, by what governs them; each word is looked at once, however many do."""

    def __init__(self, text: str, split: Sequence[Word]) -> None:
        self._text = text
        self._split = split
        self._next: dict[int, int | None] = {len(split): None}

    def governed(self, at: int) -> list[int]:
        """Return the content words, three at most, behind a word and before the next boundary."""
        found: list[int] = []
        following = self._content(at + 1)
        while following is not None and len(found) < _REACH:
            found.append(following)
            following = self._content(following + 1)
        return found

    def _content(self, at: int) -> int | None:
        """Return the first content word from ``at`` on, ``None`` where a boundary comes first."""
        first = at
        while at not in self._next:
            word = self._split[at]
            if self._begins_clause(at):
                self._next[at] = None
            elif word.content and not word.negation:
                self._next[at] = at
            else:
                at += 1
        self._next.update(dict.fromkeys(range(first, at), self._next[at]))
        return self._next[at]

    def _begins_clause(self, at: int) -> bool:
        word = self._split[at]
        gap = self._text[self._split[at - 1].end : word.start]
        return word.stem in _TURNS or (gap != " " and _BOUNDARY.search(gap) is not None)


def _table(listed: str) -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for pair in listed.split():
        one, other = map(stem, pair.split("/"))
        table[one] = (*table.get(one, ()), other)
        table[other] = (*table.get(other, ()), one)
    return table


PAIRS = tuple((one, other) for one, _, other in (p.partition("/") for p in _ALL.split()))
"""Words that say the opposite of each other, or compare the other way."""
COMPARATIVES = _table(_PAIRS)
"""Stem to the stems that order or compare the other way."""
OPPOSITES = _table(_OPPOSITES)
"""Stem to the stems that say the opposite."""
