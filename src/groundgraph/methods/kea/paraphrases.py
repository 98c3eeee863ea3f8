"""How texts say what the properties of a knowledge source name.

A sentence embedding does not bring "works for" near "employer" (cosine 0.22 with
all-MiniLM-L6-v2), so a fact is compared under the usual phrasings of its property too. A phrase
that starts with "^" is said with subject and object changed over; one that starts with "~" is
said of much else too ("is a"), so it can support a claim but says nothing against one.
"""

from __future__ import annotations

from typing import NamedTuple

from groundgraph.methods.kea.literals import as_date
from groundgraph.types import Triple


class Phrasing(NamedTuple):
    """One way to say a fact.

    Attributes:
        triple: The fact in these words.
        telling: Whether a claim in the same words, with another end, is about the same.
        rival: Whether it then contradicts the fact; a property of several values does not.
    """

    triple: Triple
    telling: bool = True
    rival: bool = True


_PHRASES: dict[str, tuple[str, ...]] = {
    "date of birth": ("was born on", "was born in"),
    "birth date": ("was born on", "was born in"),
    "birth year": ("was born in",),
    "birth place": ("was born in",),
    "death date": ("died on", "died in"),
    "place of birth": ("was born in",),
    "date of death": ("died on", "died in"),
    "place of death": ("died in",),
    "employer": ("worked at", "works for", "was employed by", "^employed"),
    "workplace": ("worked at", "works for", "was employed by", "^employed"),
    "alma mater": ("studied at", "graduated from", "attended"),
    "educated at": ("studied at", "graduated from", "attended"),
    "country of citizenship": ("is a citizen of", "has the nationality"),
    "occupation": ("worked as", "~is", "~was", "~is a", "~was a"),
    "spouse": ("was married to", "married", "^was married to"),
    "child": ("is the parent of", "^is the child of"),
    "father": ("is the son of", "^is the father of"),
    "mother": ("is the son of", "^is the mother of"),
    "award received": ("won", "received", "was awarded"),
    "capital": ("has the capital", "^is the capital of"),
    "capital of": ("is the capital of",),
    "country": ("~is in", "~is located in"),
    "located in the administrative territorial entity": ("~is in", "~is located in"),
    "continent": ("~is in", "~is located in"),
    "headquarters location": ("is based in", "has its headquarters in"),
    "inception": ("was founded in", "was established in"),
    "founded by": ("was founded by", "^founded"),
    "author": ("was written by", "^wrote"),
    "director": ("was directed by", "^directed"),
    "composer": ("was composed by", "^composed"),
    "performer": ("was performed by", "^performed"),
    "publication date": ("was published in", "was released in"),
    "discoverer or inventor": ("was discovered by", "was invented by", "^discovered", "^invented"),
    "member of": ("is a member of",),
    "member of sports team": ("played for", "plays for"),
    "member of political party": ("is a member of",),
    "position held": ("served as", "~was", "~is"),
    "field of work": ("worked in", "studied"),
    "official language": ("has the official language", "^is spoken in"),
    "population": ("has a population of",),
    "residence": ("lived in", "lives in"),
    "chief executive officer": ("is led by", "^is the chief executive of"),
    "head of government": ("is led by", "^is the head of government of"),
    "instance of": ("~is a", "~is"),
}


_SEVERAL = frozenset(
    {"occupation", "award received", "child", "member of", "field of work", "official language"}
    | {"spouse", "instance of", "position held", "notable work", "composer", "performer"}
    | {"founded by", "author", "discoverer or inventor", "residence", "member of sports team"}
)
"""Properties of which a subject has more values than a source need know."""


def phrasings(fact: Triple) -> list[Phrasing]:
    """Return a fact and the other ways to say it.

    >>> phrasings(Triple("France", "capital", "Paris"))[2].triple
    Triple(subject='Paris', predicate='is the capital of', object='France')
    """
    rival = fact.predicate.lower() not in _SEVERAL
    found = [Phrasing(fact, rival=rival)]
    for phrase in _PHRASES.get(fact.predicate.lower(), ()):
        words = phrase.lstrip("^~")
        if words.endswith(" on") and as_date(fact.object) is None:
            continue
        ends = (fact.subject, fact.object)
        subject, object_ = ends[::-1] if phrase.startswith("^") else ends
        telling = not phrase.startswith("~")
        found.append(Phrasing(Triple(subject, words, object_), telling, rival and telling))
    return found
