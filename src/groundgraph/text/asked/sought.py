"""What a question about several facts seeks in the end, and where a sentence speaks of that.

"Where was the husband of Ada Lind born?" seeks a birth: a sentence that names her husband names
places too, but not as his birthplace. A sentence speaks of a birth by its verb, or by the first
half of "(6 May 1859 Sonnac – 10 November 1899)"; of a parent by "son of", whatever it asks for.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from groundgraph.text.triples.relations import compound, concept
from groundgraph.text.words import stem

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_TOKEN = re.compile(rf"{_WORD.pattern}|[–—]")
_LIFE = re.compile(r"\((?=[^()]*\d{3})[^()]*\)")
_OPENING = 250
"""Characters in which a passage says when somebody lived."""
_PARENT = {"father": "parent", "mother": "parent"}
_OF_LIFE = frozenset({"bear", "die", "educate"})
_LASTING = _OF_LIFE | {"parent", "child", "marry", "sibling", "country"}
"""What can be sought of a person that a question only describes; others are sought of works too,
where how near two words stand says less."""
_PLACE = "locate"
_KNOWN = _LASTING | frozenset(
    {"direct", "write", "act", "compose", "produce", "create", "own", "lead", "found", _PLACE}
)


class Sought(NamedTuple):
    """What a question asks of relations.

    Attributes:
        last: The relation at whose end the answer stands, or "" where that is not clear.
        several: Whether the question names more than one.
    """

    last: str = ""
    several: bool = False


class Marks(NamedTuple):
    """The words of a sentence.

    Attributes:
        stems: Of each.
        of: Where it speaks of each relation, as places in ``stems``.
    """

    stems: tuple[str, ...]
    of: dict[str, tuple[int, ...]]

    def distance(self, relation: str, words: frozenset[str]) -> int | None:
        """Return how far some words stand from where a sentence speaks of a relation.

        ``None`` where it has none of them or does not.
        """
        places = [place for place, word in enumerate(self.stems) if word in words]
        marked = self.of.get(relation, ())
        return min((abs(a - b) for a in places for b in marked), default=None)


NOTHING = Sought()


@lru_cache(maxsize=1024)
def sought(question: str) -> Sought:
    """Read what a question seeks in the end.

    >>> sought("Where was the husband of Ada Lind born?")
    Sought(last='bear', several=True)
    >>> sought("Who is Ada Lind's paternal grandfather?")
    Sought(last='parent', several=True)
    >>> sought("What does the firm make?")
    Sought(last='', several=False)
    """
    words = [word.lower() for word in _WORD.findall(question)]
    if chain := compound([word.removesuffix("'s").removesuffix("’s") for word in words]):
        last = _PARENT.get(chain[-1], chain[-1])
        return Sought(last if last in _LASTING else "", several=True)
    found = [named for word in words if (named := _relation(word)) in _KNOWN]
    if not _OF_LIFE.isdisjoint(found):  # "place of birth"
        found = [named for named in found if named != _PLACE]
    if not found:
        return NOTHING
    last = found[-1] if found[-1] in _OF_LIFE else found[0]
    return Sought(last if last in _LASTING else "", len(found) > 1)


@lru_cache(maxsize=1 << 13)
def marks(sentence: str) -> Marks:
    """Return the words of a sentence, and where it speaks of relations.

    >>> found = marks("Ada, the daughter of Bo (1 May 1802 Lund – 2 June 1870 Malmö), wrote.")
    >>> [found.stems[place] for place in found.of["parent"]]
    ['daughter']
    >>> [found.distance("die", frozenset({name})) for name in ("lund", "malmö")]
    [2, 0]
    """
    tokens = list(_TOKEN.finditer(sentence))
    of: dict[str, list[int]] = {}
    for place, token in enumerate(tokens):
        named = _relation(token[0].lower())
        if named in _LASTING:
            of.setdefault(named, []).append(place)
        following = tokens[place + 1][0].lower() if place + 1 < len(tokens) else ""
        if (named, following) in {("child", "of"), ("child", "to"), ("bear", "to")}:
            of.setdefault("parent", []).append(place)
    if life := _LIFE.search(sentence, 0, _OPENING):
        named = "bear"
        for place, token in enumerate(tokens):
            if life.start() < token.start() < life.end():
                if token[0] in "–—":
                    named = "die"
                else:
                    of.setdefault(named, []).append(place)
    stems = tuple(stem(token[0].lower()) for token in tokens)
    return Marks(stems, {relation: tuple(places) for relation, places in of.items()})


def _relation(word: str) -> str:
    named = concept(word)
    return _PARENT.get(named, named)
