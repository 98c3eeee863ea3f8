from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Store

from groundgraph.errors import InputError
from groundgraph.knowledge import sparql

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
HOSTILE = st.lists(st.sampled_from(['"', "\\", "\n", "\r", "'", "}", "#", "u0022", "@en"])).map(
    "".join
)


def run(query: str) -> list[Any]:
    results: Any = Store().query(query)
    return [[row[0].value, row[0].language] for row in results]


@given(TEXTS | HOSTILE)
def test_a_literal_is_read_back_as_it_was(text: str) -> None:
    assert run(f"SELECT ?x {{ VALUES ?x {{ {sparql.literal(text, 'en')} }} }}") == [[text, "en"]]


@given(TEXTS | HOSTILE)
def test_whatever_passes_for_an_iri_is_one_term(text: str) -> None:
    candidate = f"http://example.org/{text}"
    if not sparql.is_iri(candidate):
        with pytest.raises(InputError):
            sparql.iri(candidate)
        return
    results: Any = Store().query(f"SELECT ?x {{ VALUES ?x {{ {sparql.iri(candidate)} }} }}")
    assert [row[0].value for row in results] == [candidate]


@pytest.mark.parametrize(
    "text",
    [
        "http://www.wikidata.org/entity/Q42",
        "http://dbpedia.org/resource/Caf%C3%A9_(film)",
        "http://de.dbpedia.org/resource/Straße_(Köln)",
        "http://127.0.0.1:8080/thing#part",
        "urn:isbn:0451450523",
    ],
)
def test_the_iris_of_graphs_are_taken(text: str) -> None:
    assert sparql.iri(text) == f"<{text}>"


@pytest.mark.parametrize(
    "text", ["Q42", "", "http://x/ ", "http://x/>", "http://x/100%", "http:///x", "http://x:y/"]
)
def test_what_a_query_cannot_carry_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not an absolute IRI"):
        sparql.iri(text)


@pytest.mark.parametrize(
    "query",
    [
        sparql.candidates_query(['a "b"', "c\\"], "en"),
        sparql.values_query(["http://x/1"], ["http://x/p"], "de-AT"),
        sparql.facts_query(["http://x/1", "urn:x:2"], "en"),
    ],
)
def test_queries_are_sparql_1_1(query: str) -> None:
    assert list(Store().query(query)) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["", "e", "en ", "en@", "english", "en--x", "en\n"])
def test_what_is_no_language_is_refused(language: str) -> None:
    with pytest.raises(InputError):
        sparql.check_language(language)
