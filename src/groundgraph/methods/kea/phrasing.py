"""Grammatical English for triples, whoever wrote them.

Predicates come as verb phrases ("was born in"), as participles ("located in") or as nouns of a
knowledge source ("date of birth"). Each has its own form; what fits none is quoted, which is
always grammatical.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.methods.kea.literals import is_literal

if TYPE_CHECKING:
    from groundgraph.types import Triple

_VERBS = frozenset(
    """is are was were be am has have had do does did can could will would may might must should
    cannot wrote won began became made took went came ran led left met spoke gave grew held kept
    knew lost paid read said saw sold sent sat shot spent stood stole struck taught told thought
    threw understood wore built bought brought caught chose drew drove fell felt fought flew found
    forgot got hid hit hurt laid rose broke beat bore sang sank swam shook
    hung dealt""".split()
)
_PLURALS = frozenset("headquarters series species news politics sports genres languages".split())
_IS = frozenset("located based situated known called named related considered used married".split())
_WAS = frozenset(
    """born educated founded written published directed produced created composed designed owned
    elected appointed killed injured taken followed signed performed developed discovered invented
    released recorded painted""".split()
)
_PREPOSITIONS = frozenset(
    """in at from of with on by for near since to after before as into under over during
    until""".split()
)
_NOUNS = frozenset(
    """employer capital spouse husband wife mother father child son daughter brother sister sibling
    occupation profession nationality citizenship religion gender inception author director
    producer performer composer creator founder owner manager coach team club genre language
    population area height length weight age currency continent country city location residence
    headquarters birthplace birthdate award degree position role title name industry color colour
    elevation publisher developer manufacturer architect president mayor chairperson""".split()
)
_UNIQUE = frozenset("capital mother father author founder head president mayor owner".split())
_LONGEST_BARE = 3
_EXTRA = 3  # words of the text beyond those of the triple, such as articles


def clause(triple: Triple) -> str:
    """Return what follows "says": a that-clause, or the triple's words in quotes.

    >>> from groundgraph.types import Triple
    >>> clause(Triple("Marie Curie", "was born in", "1867"))
    'that Marie Curie was born in 1867'
    >>> clause(Triple("Marie Curie", "educated at", "Paris"))
    'that Marie Curie was educated at Paris'
    >>> clause(Triple("Marie Curie", "date of birth", "1867"))
    'that the date of birth of Marie Curie is 1867'
    >>> clause(Triple("scientists", "work at", "CERN"))
    '“scientists work at CERN”'
    """
    subject, predicate, object_ = triple
    words = predicate.lower().split()
    if is_noun(predicate):
        return f"that the {predicate} of {subject} is {object_}"
    if words and words[-1] == "of" and len(words) > 1 and not _finite(words[0]):
        return f"that {subject} is {_article(words[0])}{predicate} {object_}"
    if _finite(words[0] if words else ""):
        return f"that {subject} {predicate} {object_}"
    copula = _copula(words)
    if copula:
        return f"that {subject} {copula} {predicate} {object_}"
    if words and words[0] in _WAS and words[0].endswith("ed"):  # "founded Acme" is finite
        return f"that {subject} {predicate} {object_}"
    return f"“{' '.join(part for part in triple if part)}”"


def quoted_clause(triple: Triple, words: str = "") -> str:
    """Return what follows "says" in the text's own words, where they make a clause.

    Extractors drop articles and resolve pronouns, so the text is the better sentence.

    Args:
        triple: The fact.
        words: The stretch of the text that states it, "" where there is none.

    >>> from groundgraph.types import Triple
    >>> quoted_clause(Triple("Ann", "won", "race"), "Ann won a race")
    'that Ann won a race'
    >>> quoted_clause(Triple("Ann", "won", "race"), "She won a race")
    '“She won a race”'
    """
    text = " ".join(words.split()).rstrip(".,;: ")
    room = len(" ".join(triple).split()) + _EXTRA
    if not text or len(text.split()) > room or text.count("(") != text.count(")"):
        return clause(triple)
    low, ends = text.lower(), (triple.subject.lower(), triple.object.lower())
    whole = any(low.startswith(a) and low.endswith(b) for a, b in (ends, ends[::-1]))
    return f"that {text}" if whole and triple.predicate.lower() in low else f"“{text}”"


def is_noun(predicate: str) -> bool:
    """Say whether a predicate names a property, as those of knowledge sources do.

    >>> is_noun("place of birth"), is_noun("employer"), is_noun("was born in")
    (True, True, False)
    """
    words = predicate.lower().split()
    if not words or _finite(words[0]) or words[-1] in _PREPOSITIONS:
        return False
    return words[-1] in _NOUNS or words[0] in _NOUNS or "of" in words[1:-1]


def named(text: str) -> str:
    """Return a label as it stands in a sentence: longer ones in quotes.

    >>> named("1867"), named("the first woman to win it")
    ('1867', '“the first woman to win it”')
    """
    plain = len(text.split()) <= _LONGEST_BARE and not re.search(r"[;:.,!?“”]\s|[;:!?]$", text)
    return text if text.strip() and (plain or is_literal(text)) else f"“{text}”"


def listed(items: list[str], most: int = 5) -> str:
    """Join items as a sentence does.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(items) > most:
        return f"{', '.join(items[:most])} and {len(items) - most} more"
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def sentence(text: str) -> str:
    """Return ``text`` with a capital at its start and one mark at its end."""
    body = text.strip()
    if body.endswith((".", "!", "?", "…")):
        return body[:1].upper() + body[1:]
    return f"{body[:1].upper()}{body[1:]}."


def _finite(word: str) -> bool:
    """Say whether a word is a verb that can carry a clause."""
    if word in _VERBS or word.endswith("n't"):
        return True
    if word in _PLURALS | _NOUNS | _IS | _WAS:
        return False
    third_person = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return len(word) > 3 and (third_person or word.endswith("ed"))


def _copula(words: list[str]) -> str:
    if not words:
        return ""
    if words[0] in _WAS and words[-1] in _PREPOSITIONS:
        return "was"
    if words[0] in _PREPOSITIONS or (words[0] in _IS and words[-1] in _PREPOSITIONS):
        return "is"
    return ""


def _article(word: str) -> str:
    if word == "part":
        return ""
    if word in _UNIQUE:
        return "the "
    return "an " if word[:1] in "aeiou" else "a "
