"""What a question asks of a relation: which of its words name it, and what it wants.

"who directed the films that X stars in" names two relations of a graph, "starred_actors" and
"directed_by", the nearer to "X" the earlier on the way, and wants a person.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.text.english.lemmas import lemma
from groundgraph.text.larger_places import is_country
from groundgraph.text.statements.nouns import noun
from groundgraph.text.triples.sentences import as_sentence, entity_words, predicate_words
from groundgraph.text.words import STOP_WORDS, stem
from groundgraph.types import Triple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.types import Span

Role = Literal["agent", "patient", "value", "holder", ""]
"""An agent does something to a patient; a value, such as a parent, is that of its holder."""
Type = Literal["person", "work", "time", "place", "country", "town", "number", ""]

_GROUPS = """
direct director direction directorial filmmaker helm
write writer author screenwriter scriptwriter screenplay script pen authored wrote written
act actor actress star cast costar perform performer portray appear role starring played
release year date premiere publication
publish published publisher
genre kind type sort category style
language speak spoken tongue
tag topic theme keyword describe description about
rate rating score
vote popular famous opinion popularity
bear born birth birthplace native
die death dead died
marry married marriage spouse husband wife
parent
father
mother
child children son daughter kid
sibling brother sister
found founder establish founded create creator start inception
own owner acquire acquired buy bought purchase takeover parent_company subsidiary
lead leader head chief ceo president boss run chairman chair chairwoman
manage manager
employ employer employee work worker job hire
educate educated education study school university alma graduate graduated attend
locate located location place headquarters headquartered base based situate where
capital
country nation nationality citizenship
city town
population people inhabitant resident
produce producer production
compose composer music soundtrack
invent inventor invention discover discoverer discovery
win won winner award prize receive recipient
member membership
belong
treat treatment cure therapy
cause lead_to effect
part component contain include
cost price
former ex previous past erstwhile predecessor
acting interim
"""
_CONCEPTS = {
    word: line.split()[0]
    for line in reversed(_GROUPS.strip().splitlines())
    for word in line.split()
}
_PAIRS = {
    **{("parent", word): "own" for word in "company firm group organization organisation".split()},
    **dict.fromkeys((("head", "office"), ("head", "quarters"), ("home", "base")), "locate"),
}
"""What two words stand for together: a "parent company" owns and is no parent."""
_WANTED: dict[str, Type] = {
    **dict.fromkeys("who whom whose person people man woman".split(), "person"),
    **dict.fromkeys("when year years date dates".split(), "time"),
    **dict.fromkeys("where place location".split(), "place"),
    **dict.fromkeys("country nation".split(), "country"),
    **dict.fromkeys("city town".split(), "town"),
    **dict.fromkeys("many number".split(), "number"),
    **dict.fromkeys(
        "film movie book novel song album show series play game work title".split(), "work"
    ),
}
_BROADER = {
    "father": {"parent"}, "mother": {"parent"}, "own": {"belong"},
    "part": {"belong"}, "member": {"belong"}, "belong": {"part", "member"},
}  # fmt: skip
"""What a relation stands for too: what is part of a group, or owned by it, belongs to it."""
_COMPOUND = {
    "grandfather": ("parent", "father"), "grandmother": ("parent", "mother"),
    "grandparent": ("parent", "parent"), "grandchild": ("child", "child"),
    "grandchildren": ("child", "child"),
    "grandson": ("child", "child"), "granddaughter": ("child", "child"),
    "father-in-law": ("marry", "father"), "mother-in-law": ("marry", "mother"),
    "brother-in-law": ("marry", "sibling"), "sister-in-law": ("marry", "sibling"),
    "son-in-law": ("child", "marry"), "daughter-in-law": ("child", "marry"),
    "uncle": ("parent", "sibling"), "aunt": ("parent", "sibling"),
    "nephew": ("sibling", "child"), "niece": ("sibling", "child"),
    "stepfather": ("mother", "marry"), "stepmother": ("father", "marry"),
}  # fmt: skip
"""Words that stand for a chain of relations."""
_SIDES = {"paternal": "father", "maternal": "mother"}
_MADE = frozenset("direct write act produce compose genre release".split())
"""Concepts of relations that works have."""
_BY = frozenset("direct write act produce compose found invent marry parent child lead".split())
"""Concepts of relations whose object is a person."""
_OF_PERSONS = frozenset("marry parent child".split())
"""Those whose subject is one too."""
_PLACED = frozenset("locate country city capital bear".split())
FORMER = "former"
"""The concept of what tells a relation that is over from one that lasts."""
_LIMITS = frozenset({FORMER, "acting", *map(noun, "late vice deputy assistant".split())})
"""Words by which a relation is not the one that its other words name: "former_ceo_of"."""
_ASKING = re.compile(
    r"(?:who|whom|whose|when|where|which|what|how|name|list|state|give|find)\b", re.IGNORECASE
)
_WORD = re.compile(r"\bex(?=-)|[^\W_]+(?:['’-][^\W_]+)*", re.IGNORECASE)
_ENDED = re.compile(
    r"\b(?:until|till) (?:[a-z]+ )?[12]\d{3}\b|\bbefore\?*\s*\Z|\bdid [^?]{1,80} use to\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"[12]\d{3}")
_LIGHT = STOP_WORDS - {"about"} | frozenset(
    """film films movie movies name names list tell me give find which what one ones know known all
    every please can does please together share shared same""".split()
)
_HOLDS = re.compile(r"\b([^\W\d_]+) of (?:the )?\Z")
_LONGEST_HOLD = 40
_NEAR = 4
_LABEL_WORDS = 5
_OPPOSITE: dict[Role, Role] = {
    "agent": "patient",
    "patient": "agent",
    "value": "holder",
    "holder": "value",
}
_BE = re.compile(r"\b(?:is|was|are|were|am|be|been|being)\b")
_DONE_BY = re.compile(r",? [a-z]+ by\b")
_OWNS = re.compile(r"['’]s ")
_BY_AGENT = re.compile(r"\bby\b")
_DATE = re.compile(r"(?:[12]\d{3}(?:-\d\d){0,2}|\d{1,2} \w+ \d{4}|\w+ \d{1,2}, \d{4})\Z")
_NUMBER = re.compile(r"[-+]?[\d.,]+(?: ?%| \w+)?\Z")


class Asked(NamedTuple):
    """What is asked, beside the entities that are named.

    Attributes:
        concepts: What its words may name of relations, each with its place in the text.
        head: The concept of the noun behind "which" or "what", or "".
        wanted: The type of thing that is asked for, or "".
        role: What the answer is to the entity that the question names, or "".
        chain: Concepts in the order from that entity on, where one word stands for several.
        attached: Where words stand that hold a name by "of": "the wife of the author of X".
    """

    concepts: tuple[tuple[str, int], ...]
    head: str
    wanted: Type
    role: Role = ""
    chain: tuple[str, ...] = ()
    attached: frozenset[int] = frozenset()


@lru_cache(maxsize=1 << 14)
def concept(word: str) -> str:
    """Return the form by which a word is compared with the labels of relations.

    >>> [concept(word) for word in ("directors", "directed", "wrote", "screenwriter", "flavour")]
    ['direct', 'direct', 'write', 'write', 'flavour']
    """
    lower = word.lower().replace("’", "'").removesuffix("'s")
    for form in (lower, lower.removesuffix("s"), lemma(lower), stem(lower), noun(lower)):
        if form in _CONCEPTS:
            return _CONCEPTS[form]
    return noun(lower)


def concepts(words: Sequence[str]) -> list[str]:
    """Return what each of some words stands for, two that belong together both for the same.

    >>> concepts(["parent", "company"]), concepts(["parent", "of"])
    (['own', 'own'], ['parent', 'of'])
    """
    found = [concept(word) for word in words]
    for at, pair in enumerate(pairwise(word.lower() for word in words)):
        if pair in _PAIRS:
            found[at] = found[at + 1] = _PAIRS[pair]
    return found


@lru_cache(maxsize=4096)
def concepts_of(predicate: str) -> frozenset[str]:
    """Return what the words of a relation's label stand for.

    >>> sorted(concepts_of("starred_actors")), sorted(concepts_of("has_genre"))
    (['act'], ['genre'])
    """
    told = predicate_words(predicate)
    said = [word.lower() for word in _WORD.findall(told)]
    kept = [word for word in said if word not in STOP_WORDS] or said
    found = {*concepts(kept), *([FORMER] if _ENDED.search(told) else [])}
    return frozenset(found.union(*(_BROADER[each] for each in found & _BROADER.keys())))


def evoked(predicate: str, said: AbstractSet[str]) -> frozenset[str]:
    """Return what a relation's label stands for to a text that says some concepts.

    A former head is a head to those alone who ask for a former one, or who name a year.

    >>> sorted(evoked("former_ceo_of", {"lead"})), sorted(evoked("ceo_of", {"lead"}))
    (['former'], ['lead'])
    >>> sorted(evoked("ceo_until_2019", {"former", "lead"}))
    ['2019', 'former', 'lead']
    """
    named = concepts_of(predicate)
    limits = named & _LIMITS
    rest = named - limits
    dated = limits == {FORMER} and any(map(_YEAR.fullmatch, said))
    if limits and not dated and (not limits <= said or rest.isdisjoint(said)):
        return rest if rest and limits <= said else limits
    return named


def read_asked(text: str, named: Sequence[Span]) -> Asked:
    """Read what a question asks, outside of the names in it.

    >>> from groundgraph.types import Span
    >>> found = read_asked("which films did Ann direct", [Span(16, 19)])
    >>> found.wanted, [name for name, _ in found.concepts]
    ('work', ['direct'])
    """
    inside = [(span.start, span.end) for span in named]
    words = [
        (match[0], match.start())
        for match in _WORD.finditer(text)
        if not any(start <= match.start() < end for start, end in inside)
    ]
    telling = [(word, at) for word, at in words if word.lower() not in _LIGHT]
    places = [at for _, at in telling]
    told = (*zip(concepts([word for word, _ in telling]), places, strict=True),)
    if ended := _ENDED.search(text):
        told += ((FORMER, ended.start()),)
    head, wanted = _head([word.lower() for word, _ in words])
    chain = compound([word.lower() for word, _ in words])
    if chain:
        told = tuple(dict.fromkeys((name, 0) for name in chain))
    return Asked(told, head, wanted, chain=chain, attached=_attached(text, named))


def _attached(text: str, named: Sequence[Span]) -> frozenset[int]:
    places = set[int]()
    for span in named:
        end = span.start
        while found := _HOLDS.search(text, max(0, end - _LONGEST_HOLD), end):
            places.add(found.start(1))
            end = found.start(1)
    return frozenset(places)


def compound(words: Sequence[str]) -> tuple[str, ...]:
    """Return the concepts of a word that stands for several, () where there is none.

    >>> compound(["who", "is", "her", "paternal", "grandmother"])
    ('father', 'mother')
    """
    for place, word in enumerate(words):
        if found := _COMPOUND.get(word.removesuffix("s")):
            side = _SIDES.get(words[place - 1]) if place else None
            return (side, *found[1:]) if side else found
    return ()


def _head(words: Sequence[str]) -> tuple[str, Type]:
    """Return the concept and the type of what is asked for."""
    for place, word in enumerate(words):
        if not _ASKING.fullmatch(word):
            continue
        if word in _WANTED:
            return "", _WANTED[word]
        for near in words[place + 1 : place + 1 + _NEAR]:
            if near in STOP_WORDS or _ASKING.fullmatch(near):
                continue
            known = _WANTED.get(near) or _WANTED.get(near.removesuffix("s"), "")
            named = concept(near)
            if known in {"work", "person"}:
                return "", known
            if named in _BY and near.endswith(("r", "rs", "ss", "sses")):
                return named, "person"
            return (named, known) if near.isalpha() else ("", known)
        return "", ""
    return "", ""


def role_in(claim: str, answer: Span, topic: Span) -> Role:
    """Return what an answer is to a topic in the claim that both make.

    >>> from groundgraph.types import Span
    >>> role_in("Ortega acquired Halden.", Span(0, 6), Span(16, 22))
    'agent'
    >>> role_in("Halden was acquired by Ortega.", Span(23, 29), Span(0, 6))
    'agent'
    >>> role_in("Halden, owned by Ortega, makes lamps.", Span(17, 23), Span(0, 6))
    'agent'
    >>> role_in("Ann is the parent of Ben.", Span(0, 3), Span(21, 24))
    'value'
    >>> role_in("Ann is Ben's parent.", Span(0, 3), Span(7, 10))
    'value'
    """
    first, second = sorted([answer, topic])
    between = claim[first.end : second.start]
    copula = _BE.search(between) is not None or _DONE_BY.match(between) is not None
    before = answer.start < topic.start
    if copula and _BY_AGENT.search(between):
        return "patient" if before else "agent"
    if between.rstrip().endswith((" of", " of the")):
        return "value" if before else "holder"
    if between.lstrip().startswith(("'s ", "’s ")) or claim[: first.start].endswith(
        (" of ", " of the ")
    ):
        return "holder" if before else "value"
    if copula:
        owned = _OWNS.match(claim, second.end) and _BE.fullmatch(between.strip())
        if not owned:
            return ""
        return "value" if before else "holder"  # "Ann is Ben's mother"
    return "agent" if before else "patient"


@lru_cache(maxsize=4096)
def role_of_end(predicate: str, *, forward: bool) -> Role:
    """Return what the end of a relation is to its start, as far as its label tells.

    >>> role_of_end("directed_by", forward=True), role_of_end("acquired", forward=True)
    ('agent', 'patient')
    """
    if is_description(predicate):
        return ""
    told = as_sentence(Triple("Xx", predicate, "Yy"))
    if told.startswith("The "):
        role: Role = "value" if forward else "holder"
    elif told.endswith(" of Yy."):
        role = "holder" if forward else "value"
    elif told.endswith(" by Yy."):
        role = "agent" if forward else "patient"
    elif told.startswith(("Xx is ", "Xx was ")) or not told.startswith("Xx "):
        role = ""
    else:
        role = "patient" if forward else "agent"
    return role


def is_description(predicate: str) -> bool:
    """Say whether a relation has sentences for a label, as those of GraphRAG and LightRAG have.

    >>> is_description("directed_by"), is_description("The agency inspects its dams every year")
    (False, True)
    """
    return len(predicate.split()) > _LABEL_WORDS


def opposite(role: Role) -> Role | None:
    """Return the role at the other end, ``None`` of one that is not known."""
    return _OPPOSITE.get(role)


def type_of_value(name: str) -> Type:
    """Return what the name of an entity tells of its type: a date, a country, or nothing.

    >>> type_of_value("2009"), type_of_value("12,000"), type_of_value("Inception")
    ('time', 'number', '')
    """
    if is_country(entity_words(name)):
        return "country"
    if _DATE.fullmatch(name):
        return "time"
    return "number" if _NUMBER.fullmatch(name) else ""


def type_of_end(predicate: str, *, forward: bool) -> Type:
    """Return the type of what a relation leads to, as far as its label tells.

    >>> type_of_end("directed_by", forward=True), type_of_end("directed", forward=True)
    ('person', 'work')
    >>> type_of_end("CEO_OF", forward=True), type_of_end("CEO_OF", forward=False)
    ('', 'person')
    """
    named = concepts_of(predicate)
    if named & _OF_PERSONS:
        return "person"
    if named & _BY and role_of_end(predicate, forward=True) in {"patient", "holder"}:
        forward = not forward  # "directed", "ceo_of": the person is the subject
    if forward and named & {"release"}:
        return "time"
    if forward and (named & _BY):
        return "person"
    if forward and named & _PLACED:
        return "place"
    return "work" if not forward and named & _MADE else ""
