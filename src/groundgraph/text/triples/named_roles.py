"""By which relations a text names somebody: "directed by Ann Orr and produced by Bo Lund"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.names import names
from groundgraph.text.triples.relations import concept
from groundgraph.text.words import content_stems

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

_ROLES = frozenset(
    """direct write act compose produce create own lead found marry parent child sibling manage
    invent publish""".split()
)
_BEFORE = 60
_BY = re.compile(
    r"\b([a-z]{3,20}(?:(?:,|,? and) [a-z]{3,20}){0,2}) by (?:the |an? )?(?:[a-z]+ ){0,2}\Z"
)
_NOUN = re.compile(r"\b([a-z]{3,20})(?: is| was|,|:)? (?:the |an? )?\Z")
_WORD = re.compile(r"[a-z]+")
_JOINED = re.compile(r",? (?:and|&) |, ")


class NamedRole(NamedTuple):
    """A name, and what it is told to be.

    Attributes:
        name: As it is written.
        stems: Of the name.
        relations: The concepts of the relations by which the text names it.
    """

    name: str
    stems: frozenset[str]
    relations: frozenset[str]


@lru_cache(maxsize=512)
def named_roles(text: str) -> tuple[NamedRole, ...]:
    """Return the names of a text that stand behind the word of a relation.

    >>> told = "A film directed and written by Ann Orr, produced by Bo Lund. Its owner is Cy Fox."
    >>> [(role.name, sorted(role.relations)) for role in named_roles(told)]
    [('Ann Orr', ['direct', 'write']), ('Bo Lund', ['produce']), ('Cy Fox', ['own'])]
    """
    found: list[NamedRole] = []
    end, relations = 0, frozenset[str]()
    for each in names(text):
        if not _JOINED.fullmatch(text, end, each.start):  # else what the name before it is
            relations = _relations(text[max(0, each.start - _BEFORE) : each.start])
        end = each.end
        if relations:
            name = text[each.start : each.end].rstrip(".")
            found.append(NamedRole(name, content_stems(name), relations))
    return tuple(found)


def _relations(before: str) -> frozenset[str]:
    if by := _BY.search(before):
        return frozenset(map(concept, _WORD.findall(by[1].replace(" and ", " "))))
    noun = _NOUN.search(before)
    return frozenset({concept(noun[1])} & _ROLES) if noun else frozenset()


def other_in_role(text: str, name: AbstractSet[str], relations: AbstractSet[str]) -> str:
    """Return whom a text names by some relations, where it names another by none of them, or "".

    >>> told = "A film directed by Ann Orr and produced by Bo Lund."
    >>> other_in_role(told, {"bo", "lund"}, {"direct"})
    'Ann Orr'
    >>> other_in_role(told, {"ann", "orr"}, {"direct"})
    ''

    Args:
        text: A passage.
        name: The stems of a name in it.
        relations: Concepts of what is asked for.
    """
    roles = named_roles(text)
    own = [role for role in roles if name and name <= role.stems]
    asked = [role.name for role in roles if role not in own and role.relations & relations]
    if not own or any(role.relations & relations for role in own):
        return ""
    return asked[0] if asked else ""
