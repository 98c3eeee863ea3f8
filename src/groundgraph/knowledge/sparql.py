"""SPARQL 1.1: the queries that the questions need, and their replies (JSON results format).

Nothing that comes from outside is put into a query but through `iri` and `literal`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar

from groundgraph.errors import InputError, KnowledgeError
from groundgraph.knowledge import vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence


_T = TypeVar("_T")


class Term(NamedTuple):
    """One value of a row of results."""

    kind: Literal["iri", "literal", "blank"]
    value: str
    language: str = ""
    datatype: str = ""


Row: TypeAlias = "Mapping[str, Term]"
Select: TypeAlias = "Callable[[Sequence[str]], list[list[Row]]]"
"""Answers SELECT queries, each with its rows."""

_BEYOND = "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U0001fffd\U00020000-\U0002fffd"
_MARK = rf"(?:[A-Za-z0-9._~:/?@!$&'()*+,;={_BEYOND}-]|%[0-9A-Fa-f]{{2}})"
# RFC 3987, less addresses by number and user names: a term that an endpoint cannot read would
# spoil the whole query.
_IRI = re.compile(
    rf"[A-Za-z][A-Za-z0-9+.-]*:(?://[A-Za-z0-9.~_{_BEYOND}-]+(?::\d+)?(?=[/?#]|$)|(?!//))"
    rf"{_MARK}*(?:\#{_MARK}*)?"
)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_KINDS: dict[str, Literal["iri", "literal", "blank"]] = {
    "uri": "iri",
    "literal": "literal",
    "typed-literal": "literal",
    "bnode": "blank",
}
TRIPLE = ("subject", "predicate", "object")
"""Variables of the queries for values and for facts."""
# Each pattern below is a look-up in an index: engines that join lists of values with a pattern by
# scanning it, such as Oxigraph with two lists, take seconds for a million statements.
_CANDIDATES = """SELECT DISTINCT ?entity ?name WHERE {{
  VALUES ?name {{ {names} }}
  ?page {naming} ?name .
  OPTIONAL {{ ?page {redirect} ?target }}
  BIND(COALESCE(?target, ?page) AS ?entity)
}}"""
_VALUES = """SELECT ?subject ?predicate ?object WHERE {{
  VALUES (?subject ?predicate) {{ {pairs} }}
  ?subject ?predicate ?object .
  FILTER(ISIRI(?object) || LANG(?object) IN ({languages}))
}}"""
_FACTS = """SELECT ?subject ?predicate ?object WHERE {{
  VALUES ?subject {{ {subjects} }}
  ?subject ?predicate ?object .
  FILTER(ISIRI(?object) || (ISLITERAL(?object) && LANG(?object) IN ({languages})))
  FILTER(?predicate NOT IN ({naming}))
  FILTER(!CONTAINS(STR(?predicate), {statement}) || CONTAINS(STR(?predicate), {direct}))
  FILTER({worldly})
}}"""


def is_iri(text: str) -> bool:
    """Say whether ``text`` can stand between < and > in a query."""
    return _IRI.fullmatch(text) is not None


def iri(text: str) -> str:
    """Write an IRI.

    Raises:
        InputError: When it could not be told from the rest of the query.
    """
    if not is_iri(text):
        raise InputError(f"{text!r} is not an absolute IRI", field="id")
    return f"<{text}>"


def literal(text: str, language: str = "") -> str:
    r"""Write a literal, whatever it holds but lone surrogates, which no query can carry.

    >>> print(literal('a "b" } #', "en"))
    "a \"b\" } #"@en
    """
    return f'"{text.translate(_ESCAPES)}"' + (f"@{language}" if language else "")


def check_language(language: str) -> None:
    """Refuse what is not a language tag.

    Raises:
        InputError: When a query could not carry it.
    """
    if not _LANGUAGE.fullmatch(language):
        raise InputError(f"{language!r} is not a language tag such as 'en'", field="language")


def languages(language: str) -> tuple[str, str, str]:
    """Return the tags whose labels are read, best first.

    Wikidata keeps names that hold in every language under "mul" alone.
    """
    return language.lower(), "mul", ""


def candidates_query(names: Iterable[str], language: str) -> str:
    """Ask which entities (``?entity``) bear one of these names (``?name``)."""
    tagged = (literal(name, tag) for name in names for tag in languages(language))
    return _CANDIDATES.format(
        names=" ".join(tagged),
        naming=_iris((*vocabulary.LABELS, *vocabulary.ALIASES), "|"),
        redirect=iri(vocabulary.REDIRECT),
    )


def values_query(subjects: Iterable[str], predicates: Iterable[str], language: str) -> str:
    """Ask for the values of these predicates, in the languages that are read."""
    written = [iri(predicate) for predicate in predicates]
    pairs = (f"({iri(subject)} {predicate})" for subject in subjects for predicate in written)
    return _VALUES.format(
        pairs=" ".join(pairs),
        languages=_literals(languages(language)),
    )


def facts_query(subjects: Iterable[str], language: str) -> str:
    """Ask for the facts about these subjects, as `vocabulary.is_fact` has it."""
    worldly = (f"!STRSTARTS(STR(?predicate), {literal(start)})" for start in vocabulary.BOOKKEEPING)
    return _FACTS.format(
        subjects=_iris(subjects),
        languages=_literals(languages(language)),
        naming=_iris(sorted(vocabulary.NAMING | vocabulary.SUPPORTING), ", "),
        statement=literal(vocabulary.STATEMENT),
        direct=literal(vocabulary.DIRECT),
        worldly=" && ".join(worldly),
    )


def read_rows(reply: Any) -> list[Row]:
    """Read SPARQL 1.1 query results from their JSON.

    Raises:
        KnowledgeError: When it is something else.
    """
    try:
        return [
            {name: _term(found) for name, found in row.items()}
            for row in reply["results"]["bindings"]
        ]
    except (KeyError, TypeError, AttributeError) as error:
        raise KnowledgeError(
            f"the reply is JSON, but no SPARQL results: it begins {str(reply)[:80]!r}"
        ) from error


def bound(rows: Iterable[Row], *names: str) -> list[Row]:
    """Return the rows, each of which binds all these variables.

    Raises:
        KnowledgeError: When one does not, so that the reply is not to our query.
    """
    checked = list(rows)
    if any(name not in row for row in checked for name in names):
        raise KnowledgeError(f"the reply has rows without one of {', '.join(names)}")
    return checked


def read_json(reply: bytes) -> Any:
    """Read JSON.

    Raises:
        KnowledgeError: When the reply is something else, or cut short.
    """
    try:
        return json.loads(reply)
    except (ValueError, RecursionError) as error:
        raise KnowledgeError(
            f"the reply is not JSON ({type(error).__name__}: {error}): it begins {reply[:80]!r}"
        ) from error


def _term(found: Mapping[str, Any]) -> Term:
    value = found["value"]
    if not isinstance(value, str):
        raise TypeError(f"a value is {value!r}")
    language = str(found.get("xml:lang", "")).lower()
    return Term(_KINDS[found["type"]], value, language, str(found.get("datatype", "")))


def _iris(texts: Iterable[str], between: str = " ") -> str:
    return between.join(map(iri, texts))


def _literals(texts: Iterable[str]) -> str:
    return ", ".join(map(literal, texts))


def chunks(items: Sequence[_T], size: int) -> Iterator[Sequence[_T]]:
    """Cut a long list into what one query can carry."""
    return (items[start : start + size] for start in range(0, len(items), size))
