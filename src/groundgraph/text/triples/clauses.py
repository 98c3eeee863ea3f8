"""A triple as an English clause, whoever wrote its predicate.

Predicates come as verb phrases ("was born in"), as participles ("located in"), as labels of a graph
("has genre", "employs") or as nouns of a knowledge source ("date of birth"). Each has its own form;
of what fits none, nothing is said here. Words alone do not tell a verb that was read off a sentence
("scored in") from a participle that labels a relation ("filmed in"): callers say which it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.english.inflection import third_person
from groundgraph.text.english.tagging import lexicon, may_be_verb
from groundgraph.text.vocabulary.irregular import PASTS, UNCHANGED

if TYPE_CHECKING:
    from groundgraph.types import Triple

PREPOSITIONS = frozenset(
    """in at from of with on by for near since to after before as into under over during
    until""".split()
)
_FINITE = frozenset(
    """is are was were am be has have had do does did can could will would may might must should
    cannot""".split()
)
_PASTS = frozenset(PASTS.values()) - UNCHANGED | {"hit", "hurt", "read"}
"""Past tenses that do not end in "ed"."""
_EVENTS = frozenset(
    """born educated killed injured elected appointed founded established formed discovered invented
    taken""".split()
)
"""Participles of what happened once; a film "is directed by" somebody, but nobody "is born in"."""
_PASSIVES = frozenset(
    """born educated founded written published directed produced created composed designed owned
    elected appointed killed injured taken followed signed performed developed discovered invented
    released recorded painted""".split()
)
"""Participles that are no finite verb where a preposition follows them."""
_STATES = frozenset(
    "located based situated known called named related considered used married".split()
)
_OWN_DOING = frozenset(
    """act acted star starred live lived work worked die died study studied play played appear
    appeared participate participated graduate graduated serve served compete competed perform
    performed debut debuted belong belonged contribute contributed report reported result resulted
    border bordered move moved travel travelled sing sang teach taught speak spoke write wrote go
    went come came lead led depend depended run ran reside resided invest invested collaborate
    collaborated merge merged train trained grow grew fight fought""".split()
)
"""Verbs that somebody does without another: "acted in", beside "born in" and "located in"."""
_SIMPLE_PASTS = frozenset("grew ran went came wrote spoke sang".split())
"""Pasts that are no participles: "grew by"."""
_NOUNS = frozenset(
    """employer capital spouse husband wife mother father child son daughter brother sister sibling
    occupation profession nationality citizenship religion gender inception author director
    producer performer composer creator founder owner manager coach team club genre language
    population area height length weight age currency continent country city location residence
    headquarters birthplace birthdate award degree position role title name industry color colour
    elevation publisher developer manufacturer architect president mayor chairperson officer
    screenwriter subsidiary organization organisation discoverer""".split()
)
_UNIQUE = frozenset(
    """capital mother father author founder head president mayor owner king queen name center centre
    end start top birthplace""".split()
)
_TO_OTHERS = frozenset("transferred donated reported contributed subscribed applied".split())
"""What is done "to" the other end of an edge, where its label leaves that out."""
_LIKE = frozenset("also same similar equal equivalent identical different distinct".split())
"""How things are "to", "as" or "from" others; "also known as"."""
_PARTITIVE = frozenset("part north south east west northeast northwest southeast southwest".split())
_PLURAL = frozenset("headquarters series species news politics sports genres languages".split())
_SHORTEST = 3
_PARTICIPLES = frozenset(
    """born built held led sung won set told found bought sold taught spoke wrote ran went came sang
    grew fought""".split()
)


def clause(triple: Triple, *, read: bool = False) -> str | None:
    """Return a triple as a clause that can follow "says that", ``None`` where no form is certain.

    Args:
        triple: Its parts in words.
        read: Whether an extractor read the predicate off a sentence, whose verb is finite; else it
            is a label.

    >>> from groundgraph.types import Triple
    >>> [clause(Triple("Ann", told, "Bob")) for told in ("born in", "member of", "employs")]
    ['Ann was born in Bob', 'Ann is a member of Bob', 'Ann employs Bob']
    >>> told = Triple("Up", "filmed in", "Rome")
    >>> clause(told), clause(told, read=True)
    ('Up is filmed in Rome', 'Up filmed in Rome')
    >>> clause(Triple("dogs", "chase", "cats")) is None
    True
    """
    subject, predicate, object_ = triple
    first, *rest = predicate.lower().split() or [""]
    last = rest[-1] if rest else ""
    if not read and first in {"has", "have"} and _is_label(rest):
        return noun_clause(subject, " ".join(predicate.split()[1:]), object_)
    if not read and _tells_where(first, rest):
        return f"{subject} {_copula(first, rest[0], read=read)}{predicate} {object_}"
    if first.endswith("ed") and any(word[:1].isupper() for word in predicate.split()[1:-1]):
        return f"{subject} {predicate} {object_}"  # "acquired Novarix in"
    if is_noun(predicate):
        return f"the {predicate} of {subject} is {object_}"
    if first in _FINITE or first.endswith("n't"):
        return f"{subject} {predicate} {object_}"
    if first in PREPOSITIONS:
        return f"{subject} is {predicate} {object_}"
    if last in PREPOSITIONS and (_is_participle(first, read=read) or first in _LIKE):
        return f"{subject} {_copula(first, last, read=read)}{predicate} {object_}"
    if last == "of" and not (read and _is_finite(first)):
        return f"{subject} is {_article(first)}{predicate} {object_}"
    if not read and not rest and first in _TO_OTHERS:
        return f"{subject} {first} to {object_}"
    verb = _as_read(first) if read else _as_labelled(first, rest)
    return f"{subject} {' '.join([verb, *predicate.split()[1:]])} {object_}" if verb else None


def noun_clause(subject: str, predicate: str, object_: str) -> str:
    """Return a clause that reads a predicate as the name of a property.

    >>> noun_clause("Inception", "starred actors", "Elliot Page")
    'the starred actor of Inception is Elliot Page'
    """
    return f"the {_singular(predicate)} of {subject} is {object_}"


def is_noun(predicate: str) -> bool:
    """Say whether a predicate names a property, as those of knowledge sources do.

    >>> is_noun("place of birth"), is_noun("employer"), is_noun("was born in")
    (True, True, False)
    """
    words = predicate.lower().split()
    if not words or _is_finite(words[0]) or not PREPOSITIONS.isdisjoint((words[0], words[-1])):
        return False
    return words[-1] in _NOUNS or words[0] in _NOUNS or "of" in words[1:-1]


def _is_label(rest: list[str]) -> bool:
    """Say whether what follows "has" is the name of a property: "has genre", not "has won"."""
    return bool(rest) and rest[-1] not in PREPOSITIONS and not _is_participle(rest[0])


def _tells_where(first: str, rest: list[str]) -> bool:
    """Say whether a label names what an object is: "located in the territorial entity"."""
    if len(rest) < _SHORTEST - 1 or rest[0] not in PREPOSITIONS - {"of"}:
        return False
    return first in _STATES | _EVENTS | _PASSIVES and rest[-1] not in PREPOSITIONS


def _copula(first: str, last: str, *, read: bool) -> str:
    """Return what stands before a participle: nothing where its subject does it by itself."""
    if (
        first in _OWN_DOING
        and (first, last) != ("served", "with")
        and (last != "by" or first in _SIMPLE_PASTS)
        and not (read and first in _PASSIVES)
    ):
        return ""
    return "was " if first in (_PASSIVES if read else _EVENTS) else "is "


def _article(noun: str) -> str:
    if noun in _PARTITIVE:
        return ""
    if noun in _UNIQUE:
        return "the "
    return "an " if noun[:1] in "aeiou" else "a "


def _is_participle(word: str, *, read: bool = False) -> bool:
    if read:
        return word in _PASSIVES | _STATES
    return word in _PARTICIPLES or word.endswith(("ed", "wn", "en", "ade"))


def _is_finite(word: str) -> bool:
    """Say whether a word of a sentence is a verb that can carry a clause.

    >>> [_is_finite(word) for word in ("won", "scored", "opens", "headquarters", "located")]
    [True, True, True, False, False]
    """
    if word in _FINITE | _PASTS or word.endswith("n't"):
        return True
    if word in _PLURAL | _NOUNS | _STATES | _PASSIVES:
        return False
    third_person = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return len(word) > _SHORTEST and (third_person or word.endswith("ed"))


def _as_read(first: str) -> str:
    """Return the verb of a sentence as it stands; "" where it carries no clause."""
    return first if _is_finite(first) or (first in _PASSIVES and first.endswith("ed")) else ""


def _as_labelled(first: str, rest: list[str]) -> str:
    """Return the verb that a label is, in the third person; "" where it is none."""
    if not _is_verb(first, rest):
        return ""
    return third_person(first) if _is_base(first) else first


def _is_verb(first: str, rest: list[str]) -> bool:
    """Say whether a predicate's first word is what its subject does: "acquired", "employs"."""
    if first in _PASTS:
        return True
    if first in {"born", "taken"}:
        return False
    known = lexicon().get(first, "")
    if first.endswith("ed") and may_be_verb(first):
        return not rest or rest[-1] in PREPOSITIONS or not _may_be_noun(rest[-1])
    if first in _OWN_DOING and rest and rest[-1] in PREPOSITIONS:
        return True
    if first.endswith("s") and not first.endswith(("ss", "us", "is")) and may_be_verb(first):
        return bool(rest) or known not in {"N", "NV"}
    return known.startswith("V") and (not rest or rest[-1] in PREPOSITIONS)


def _is_base(verb: str) -> bool:
    return (
        verb not in _PASTS
        and not verb.endswith(("ed", "s"))
        and lexicon().get(verb, "").startswith(("V", "NV"))
    )


def _may_be_noun(word: str) -> bool:
    return lexicon().get(word.removesuffix("s"), "N").startswith("N")


def _singular(told: str) -> str:
    """Return a noun phrase with its last word in the singular: "starred actors"."""
    first, space, last = told.rpartition(" ")
    plural = (
        len(last) > 3
        and last not in _PLURAL
        and last.endswith("s")
        and not last.endswith(("ss", "us", "is", "ies"))
    )
    return first + space + (last[:-1] if plural else last)
