"""How texts say what the properties of a knowledge source name.

A sentence embedding does not bring "works for" near "employer" (cosine 0.22 with
all-MiniLM-L6-v2), so a fact is compared under the usual phrasings of its property too. A phrase
that starts with "^" is said with subject and object changed over.
"""

from __future__ import annotations

from groundgraph.graphs.literals import as_date
from groundgraph.types import Triple

_PHRASES: dict[str, tuple[str, ...]] = {
    "date of birth": ("was born on", "was born in"),
    "birth date": ("was born on", "was born in"),
    "birth year": ("was born in",),
    "birth place": ("was born in",),
    "death date": ("died on", "died in"),
    "place of birth": ("was born in",),
    "date of death": ("died on", "died in"),
    "place of death": ("died in",),
    "employer": ("worked at", "works for", "was employed by"),
    "workplace": ("worked at", "works for", "was employed by"),
    "alma mater": ("studied at", "graduated from", "attended"),
    "educated at": ("studied at", "graduated from", "attended"),
    "country of citizenship": ("is a citizen of", "has the nationality"),
    "occupation": ("worked as", "is a", "was a"),
    "spouse": ("was married to", "married", "^was married to"),
    "child": ("is the parent of", "^is the child of"),
    "father": ("is the son of", "^is the father of"),
    "mother": ("is the son of", "^is the mother of"),
    "award received": ("won", "received", "was awarded"),
    "capital": ("has the capital", "^is the capital of"),
    "capital of": ("is the capital of",),
    "country": ("is in", "is located in"),
    "located in the administrative territorial entity": ("is in", "is located in"),
    "continent": ("is in", "is located in"),
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
    "position held": ("served as", "was", "is"),
    "field of work": ("worked in", "studied"),
    "official language": ("has the official language", "^is spoken in"),
    "population": ("has a population of",),
    "residence": ("lived in", "lives in"),
    "chief executive officer": ("is led by", "^is the chief executive of"),
    "head of government": ("is led by", "^is the head of government of"),
    "instance of": ("is a", "is"),
}


def phrasings(fact: Triple) -> list[Triple]:
    """Return a fact and the other ways to say it.

    >>> phrasings(Triple("France", "capital", "Paris"))[2]
    Triple(subject='Paris', predicate='is the capital of', object='France')
    """
    found = [fact]
    for phrase in _PHRASES.get(fact.predicate.lower(), ()):
        if phrase.endswith(" on") and as_date(fact.object) is None:
            continue
        if phrase.startswith("^"):
            found.append(Triple(fact.object, phrase[1:], fact.subject))
        else:
            found.append(Triple(fact.subject, phrase, fact.object))
    return found
