"""Triples of a knowledge graph as English sentences, and triples that a text lists.

"directed_by", "directedBy", "film.film.directed_by" and "P57" are labels; a detector that reads
English needs "Inception is directed by Christopher Nolan."
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.tagging import may_be_verb
from groundgraph.text.rdf_terms import HUMP, term_words
from groundgraph.text.triples.clauses import PREPOSITIONS, clause, noun_clause
from groundgraph.text.triples.graph_records import record_triples
from groundgraph.text.triples.measures import with_unit
from groundgraph.text.triples.paths import path_triples
from groundgraph.text.triples.turtle import stated_triples
from groundgraph.text.triples.values import valued_clause
from groundgraph.types import Span, Triple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PROPERTIES = {
    "P6": "head of government", "P17": "country", "P19": "place of birth",
    "P20": "place of death", "P22": "father", "P25": "mother", "P26": "spouse",
    "P27": "country of citizenship", "P30": "continent", "P31": "instance of",
    "P35": "head of state", "P36": "capital", "P37": "official language", "P38": "currency",
    "P39": "position held", "P40": "child", "P47": "shares border with", "P50": "author",
    "P54": "member of sports team", "P57": "director", "P58": "screenwriter", "P61": "discoverer",
    "P69": "educated at", "P84": "architect", "P86": "composer",
    "P102": "member of political party", "P106": "occupation", "P108": "employer",
    "P112": "founded by", "P123": "publisher", "P127": "owned by", "P131": "located in",
    "P136": "genre", "P155": "follows", "P156": "followed by", "P159": "headquarters location",
    "P161": "cast member", "P162": "producer", "P166": "award received",
    "P169": "chief executive officer", "P175": "performer", "P176": "manufacturer",
    "P178": "developer", "P264": "record label", "P276": "location", "P279": "subclass of",
    "P355": "subsidiary", "P361": "part of", "P364": "original language", "P407": "language",
    "P413": "position played", "P463": "member of", "P495": "country of origin",
    "P527": "has part", "P551": "residence", "P569": "date of birth", "P570": "date of death",
    "P571": "inception", "P577": "publication date", "P641": "sport", "P737": "influenced by",
    "P740": "location of formation", "P749": "parent organization", "P800": "notable work",
    "P1082": "population", "P1412": "languages spoken",
}  # fmt: skip
"""English labels of Wikidata's properties that questions are most often about."""
_TYPES = frozenset({"a", "rdf:type", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"})
_CAPITALS = frozenset("ceo cfo cto coo iso isbn dna rna gdp id url".split())
_IDENTIFIER = re.compile(r"(?:wdt:|p:|.*/)?(P\d{1,5})")
_JOINTS = re.compile(r"[_\-\s]+")
_DOTTED = re.compile(r"[a-z_0-9]+(?:\.[a-z_0-9]+)+")
_WORD = re.compile(r"\w+")
_SENTENCE_WORDS = 5
_ACRONYM = 5
"""Letters of an acronym; a longer name in capitals is one that a program wrote so."""
_CODE = re.compile(r"[^\W\d_][-.]?\d|\d[-.]?[^\W\d_]")
_ARROWS = (" -> ", " → ", "->", "→")
_SEPARATORS = (" | ", "|", "\t", " — ", " – ", " ; ")
_IRIS = re.compile(r"<([^<>]+)>\s+<([^<>]+)>\s+(?:<([^<>]+)>|\"([^\"]+)\"\S*)")
_PARTS = re.compile(r"\s*(?:'[^']*'|\"[^\"]*\")\s*|[^,]+")
_ROW = re.compile(r"[\[(](?:[^\[\]()\"']|\"[^\"\n]*\"|'[^'\n]*')+[\])]")
_BULLET = re.compile(
    r"\s*(?:[-*•]\s+|\d{1,3}[.)]\s+)?(?:(?:path|triple|fact|edge)(?:[ ]#?\d{1,4})?:[ ])?",
    re.IGNORECASE,
)
_CHAIN = re.compile(r"[ ]?-{1,2}>[ ]?|[ ]-{2}[ ]?(?=[^\s>-])")
_STEPS = re.compile(r"[ ]?(?:->|→)[ ]?")
_LEAST_OF_CHAIN = 5
_LONGEST_HEADING = 60
_QUOTES = "\"'“”‘’<> "
_LONGEST_PART = 120
_SEVERAL, _SURE_OF = 2, 3
"""Lines that are triples together, and of how many one middle must surely be a relation."""
_HELD = frozenset(
    """parents children members friends siblings languages employees genres headquarters colleagues
    skills tags topics keywords aliases subsidiaries products offices founders authors owners
    directors""".split()
)
"""What something has, by labels in the plural."""
_QUALIFYING = frozenset("since from until till to on at by for as in during with".split())
"""What the property of an edge is, or is told behind."""
_DATES = frozenset({"date", "day", "when"})
_PASTS = frozenset(
    "wrote won led ran sang made built held bought sold taught found gave took owns".split()
)
"""Verbs that are the label of a relation by themselves, beside those that end in "ed"."""


class Listed(NamedTuple):
    """A triple that a text lists.

    Attributes:
        triple: Its parts, without quotes and brackets.
        span: Its line, or what of it tells of this triple alone.
    """

    triple: Triple
    span: Span


def property_label(predicate: str) -> str:
    """Return the English label of a property of Wikidata; another predicate as it is.

    >>> property_label("wdt:P19"), property_label("directed_by")
    ('place of birth', 'directed_by')
    """
    found = _IDENTIFIER.fullmatch(predicate.strip())
    return _PROPERTIES.get(found[1], predicate) if found else predicate


@lru_cache(maxsize=4096)
def predicate_words(predicate: str) -> str:
    """Return the label of a relation as words.

    >>> [predicate_words(p) for p in ("directed_by", "placeOfBirth", "film.film.genre", "P57")]
    ['directed by', 'place of birth', 'genre', 'director']
    >>> predicate_words("http://dbpedia.org/ontology/birthPlace"), predicate_words("WORKS_AT")
    ('birth place', 'works at')
    """
    label = predicate.strip().removeprefix("<").removesuffix(">")
    if label in _TYPES:
        return "instance of"
    if (known := property_label(label)) != label:
        return known
    if not any(map(str.isspace, label)):
        label = re.split(r"[/#:]", label.rstrip("/#:"))[-1] or label
        if _DOTTED.fullmatch(label):
            label = label.rpartition(".")[2]
        words = _JOINTS.sub(" ", HUMP.sub(" ", label)).split()
        return " ".join(map(_lowered, words)) or predicate.strip()
    return " ".join(label.split())


@lru_cache(maxsize=16384)
def entity_words(name: str) -> str:
    """Return the name of an entity as a text has it.

    >>> entity_words("http://dbpedia.org/resource/Ada_Ruiz"), entity_words("HALDEN SYSTEMS")
    ('Ada Ruiz', 'Halden Systems')
    >>> entity_words("NASA")
    'NASA'
    """
    label = " ".join(term_words(name).split())
    return label.title().replace("'S", "'s") if _is_shouted(label) else label


def _is_shouted(label: str) -> bool:
    """Say whether a program wrote a name in capitals; a code, such as "NVX-204", is its own."""
    long = " " in label or len(label) > _ACRONYM
    return long and label.isupper() and _CODE.search(label) is None


def names_told(triple: Triple) -> tuple[str, str]:
    """Return subject and object as a sentence has them.

    A program that writes names in capitals writes both so; beside a name in small letters what is
    in capitals is meant to be.

    >>> names_told(Triple("ADA RUIZ", "knows", "HALDEN SYSTEMS"))
    ('Ada Ruiz', 'Halden Systems')
    >>> names_told(Triple("Ada Ruiz", "knows", "SPARQL"))
    ('Ada Ruiz', 'SPARQL')
    """
    ends = [" ".join(term_words(end).split()) for end in (triple.subject, triple.object)]
    if any(c.islower() for end in ends if not end[:1].isdigit() for c in end):
        return ends[0], ends[1]
    return entity_words(triple.subject), entity_words(triple.object)


def _lowered(word: str) -> str:
    """Return a word in small letters, but for what is known by its capitals, such as "CEO"."""
    return word.upper() if word.lower() in _CAPITALS else word.lower()


@lru_cache(maxsize=4096)
def as_sentence(triple: Triple) -> str:
    """Return a triple as one English sentence.

    A predicate that is a sentence itself, as the descriptions of GraphRAG's relationships are, is
    that sentence.

    >>> as_sentence(Triple("Inception", "directed_by", "Christopher Nolan"))
    'Inception is directed by Christopher Nolan.'
    >>> as_sentence(Triple("Inception", "film.film.genre", "Action"))
    'The genre of Inception is Action.'
    >>> as_sentence(Triple("Ada", "WORKS_AT", "Halden"))
    'Ada works at Halden.'
    """
    subject, object_ = names_told(triple)
    told = predicate_words(triple.predicate) or "related to"
    told, object_ = with_unit(told, object_)
    if _qualifies(told, subject):
        return f"{subject} {told} {object_}."
    if _is_sentence(told, subject, object_):
        return told if told.endswith((".", "!", "?")) else f"{told}."
    if _is_done(triple.predicate):
        return f"{subject} {told} {object_}."
    said = (
        valued_clause(subject, told, object_)
        or clause(Triple(subject, told, object_))
        or noun_clause(subject, told, object_)
    )
    said = said.removesuffix(".")
    return f"{said[:1].upper()}{said[1:]}." if said.startswith("the ") else f"{said}."


def _is_done(predicate: str) -> bool:
    """Say whether a label in capitals is what somebody does: "MENTORS", as Cypher's are."""
    word = predicate.strip().lower()
    if not (predicate.isupper() and word.isalpha() and word.endswith("s")):
        return False
    return not word.endswith(("ss", "us", "is")) and word not in _HELD


def _qualifies(told: str, subject: str) -> bool:
    """Say whether a predicate goes on from a clause that is the subject of its triple."""
    words = subject.split()
    if told.split(maxsplit=1)[0] not in _QUALIFYING or len(words) <= _SEVERAL:
        return False
    return any(word.islower() and may_be_verb(word) for word in words[1:])


def _is_sentence(told: str, subject: str, object_: str) -> bool:
    lower = f" {' '.join(_WORD.findall(told.lower()))} "
    ends = (" ".join(_WORD.findall(end.lower())) for end in (subject, object_))
    named = [bool(end) and f" {end} " in lower for end in ends]
    long = len(told.split()) >= _SENTENCE_WORDS
    return all(named) or (long and (any(named) or told.endswith(".")))


def listed_triples(text: str) -> list[Listed]:
    r"""Return the triples of a text that lists nothing else, in Turtle or one a line.

    Lines with arrows are triples whatever their middle is; of lines with bars, commas or tabs,
    which tables have too, the middle must be the label of a relation.

    >>> [each.triple.object for each in listed_triples("(Up, made_by, Pixar)\nUp -> year -> 2009")]
    ['Pixar', '2009']
    >>> listed_triples("The fair is in Porto. It opens at 9.")
    []
    """
    found = [Listed(*each) for each in stated_triples(text)] or [*_of_paths(text)]
    if found:
        return found
    lines = [*(_rows(text) or _lines(text))]
    loose = _are_of_relations([line for _, line in lines])
    for start, line in lines:
        told = _chain(line) or [_triple(line, loose=loose)]
        found += [Listed(each, Span(start, start + len(line))) for each in told if each]
        if None in told:
            return []
    return found


def _of_paths(text: str) -> Iterator[Listed]:
    """Yield the triples of nodes and edges, and each edge with what else is told of it."""
    for stated in record_triples(text) or path_triples(text):
        yield Listed(stated.triple, stated.span)
        if stated.fields:
            yield Listed(qualified(stated.triple, stated.fields), stated.span)


def qualified(triple: Triple, fields: Sequence[tuple[str, str]]) -> Triple:
    """Return a triple and the properties of its edge as one whose subject is the triple's sentence.

    >>> as_sentence(qualified(Triple("Ada", "WORKS_AT", "Halden"), [("since", "2019")]))
    'Ada works at Halden since 2019.'
    >>> paid = Triple("Ada", "PAID", "Halden")
    >>> as_sentence(qualified(paid, [("on", "2024-03-05"), ("amount", "950.00")]))
    'Ada paid Halden on 2024-03-05 with amount 950.00.'
    """
    told = []
    for key, value in fields:
        words, measured = with_unit(predicate_words(key), value)
        words = "on" if words in _DATES else words
        told.append((words if words in _QUALIFYING else f"with {words}", measured))
    told.sort(key=lambda each: each[0].startswith("with "))
    said = as_sentence(triple).rstrip(".")
    for words, value in told[:-1]:
        said = f"{said} {words} {value}"
    return Triple(said, *told[-1])


def _rows(text: str) -> list[tuple[int, str]]:
    """Return the lists or tuples of a list of such, each with where it begins; else none."""
    bare = text.strip()
    if bare[:1] != "[" or bare[-1:] != "]" or bare[1:].lstrip()[:1] not in {"[", "("}:
        return []
    rest = _ROW.sub("", bare[1:-1])
    found = [(match.start(), match[0]) for match in _ROW.finditer(text, text.index("[") + 1)]
    return found if not rest.strip(", \n\t") else []


def _are_of_relations(lines: Sequence[str]) -> bool:
    """Say whether lines of three parts list triples: some middles are labels, and all may be.

    "mother" may head a column or be a relation; beside "child of" it is one.
    """
    parts = [_parts(line.rstrip(" .,;")) for line in lines]
    made = [_made(each) for each in parts if each]
    if len(made) < len(lines) or len(lines) < _SEVERAL or None in made:
        return False
    middles = [triple.predicate for triple in made if triple]
    sure = sum(map(is_label, middles))
    return 0 < len(middles) <= _SURE_OF * sure and all(map(_may_be_label, middles))


def _may_be_label(predicate: str) -> bool:
    return predicate[:1].islower() and not any(map(str.isdigit, predicate))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that hold something, without bullets, each with where it begins.

    What is said of all of them, in a line before that ends with a colon, is none of them.
    """
    start = 0
    opened = False
    for whole in text.splitlines(keepends=True):
        lead = _BULLET.match(whole)
        skipped = lead.end() if lead else 0
        line = whole[skipped:].rstrip()
        if line and (opened or not _is_heading(line)):
            opened = True
            yield start + skipped, line
        start += len(whole)


def _is_heading(line: str) -> bool:
    return line.startswith("#") or (line.endswith(":") and len(line) <= _LONGEST_HEADING)


def _chain(line: str) -> list[Triple | None]:
    """Return the triples of "A --made--> B --in--> C", also of "A -> MADE -> B -> IN -> C"."""
    named = "-->" in line
    parts = [part.strip() for part in (_CHAIN if named else _STEPS).split(line.rstrip(" .,;"))]
    if len(parts) < _LEAST_OF_CHAIN or len(parts) % 2 == 0 or not all(parts):
        return []
    if not named and not all(part.isupper() or is_label(part) for part in parts[1::2]):
        return []
    return [_made(parts[at : at + 3]) for at in range(0, len(parts) - 2, 2)]


def _arrowed(body: str) -> list[str] | None:
    """Return the parts of "A -[founded]-> B" and "A --founded--> B"; ``None`` for others."""
    left, arrow, end = body.partition("->")
    left = left.rstrip("- ")
    if left.endswith("]"):
        start, bracket, said = left[:-1].rpartition("[")
        if not bracket or not start.rstrip().endswith("-"):
            return None
        said = said.strip().removeprefix(":")
    else:
        start, dash, said = left.partition(" -" if " -" in left else "-")
        if not dash or any(sign in said for sign in "[]>"):
            return None
    parts = [start.strip("- "), said.strip("- "), end.strip()]
    return parts if arrow and all(parts) else None


def _triple(line: str, *, loose: bool = False) -> Triple | None:
    body = line.rstrip(" .,;")
    if body.startswith("|"):  # a row of a Markdown table
        return None
    iris = _IRIS.fullmatch(body)
    if iris:
        return _made([iris[1], iris[2], iris[3] or iris[4]])
    arrowed = _arrowed(body)
    if arrowed:
        return _made(arrowed)
    for sign in _ARROWS:
        if body.count(sign) == 2:
            return _made(body.split(sign))
    found = _made(_parts(body))
    return found if found and (loose or is_label(found.predicate)) else None


def _parts(body: str) -> list[str]:
    """Cut a line at bars, tabs, dashes, or in brackets at commas; none where it has no such."""
    for opening, closing in ("()", "[]", "<>"):
        if body.startswith(opening) and body.endswith(closing):
            return [match[0] for match in _PARTS.finditer(body[1:-1]) if match[0].strip()]
    sign = next((sign for sign in _SEPARATORS if body.count(sign) == 2), None)
    return body.split(sign) if sign else []


def is_label(predicate: str) -> bool:
    """Say whether some words are the label of a relation and no other cell of a table.

    >>> [is_label(each) for each in ("directed_by", "works at", "birthPlace", "nurse", "42")]
    [True, True, True, False, False]
    """
    words = predicate.split()
    if not words:
        return False
    joined = len(words) == 1 and ("_" in predicate or HUMP.search(predicate) is not None)
    if joined or _IDENTIFIER.fullmatch(predicate) or "/" in predicate:
        return True
    known = predicate_words(predicate).split()
    last = known[-1] if known else ""
    return predicate[:1].isalpha() and (
        (len(known) > 1 and last in PREPOSITIONS)
        or known[0] in _PASTS
        or (len(known) == 1 and known[0].endswith("ed") and may_be_verb(known[0]))
    )


def _made(parts: list[str]) -> Triple | None:
    if len(parts) != 3:
        return None
    subject, predicate, object_ = (_unframed(part) for part in parts)
    short = max(map(len, (subject, predicate, object_))) <= _LONGEST_PART
    if not (subject and predicate and object_ and short):
        return None
    return Triple(subject, predicate, object_)


def _unframed(part: str) -> str:
    """Return a part without quotes, and without brackets that stand around all of it."""
    part = part.strip(_QUOTES)
    framed = part.startswith("(") and part.endswith(")") and "(" not in part[1:]
    return part[1:-1].strip(_QUOTES) if framed else part
