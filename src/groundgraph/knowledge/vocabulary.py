"""The IRIs that the questions rest on, and which statements are facts.

Covers Wikidata (and any other Wikibase) and plain RDF graphs such as DBpedia.
"""

from __future__ import annotations

import re

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_SCHEMA = "http://schema.org/"
_DBO = "http://dbpedia.org/ontology/"
_WIKIBASE = "http://wikiba.se/ontology#"
WIKIDATA = "http://www.wikidata.org/entity/"
XSD = "http://www.w3.org/2001/XMLSchema#"

LABELS = (f"{_RDFS}label", f"{_SKOS}prefLabel", f"{_SCHEMA}name")
"""Predicates of an entity's main name, best first."""
ALIASES = (
    f"{_SKOS}altLabel",
    f"{_SCHEMA}alternateName",
    "http://xmlns.com/foaf/0.1/name",
    f"{_DBO}alias",
)
DESCRIPTIONS = (
    f"{_SCHEMA}description",
    "http://purl.org/dc/terms/description",
    f"{_RDFS}comment",
    f"{_DBO}abstract",
)
"""Predicates of an entity's description, best first."""
TYPE = f"{_RDF}type"
INSTANCE_OF = "http://www.wikidata.org/prop/direct/P31"
PROPERTY_TYPE = f"{_WIKIBASE}propertyType"
REDIRECT = f"{_DBO}wikiPageRedirects"
DISAMBIGUATES = f"{_DBO}wikiPageDisambiguates"

NO_ENTITIES = frozenset(
    [f"{WIKIDATA}{page}" for page in ("Q4167410", "Q4167836", "Q11266439", "Q17442446")]
    + [f"{_WIKIBASE}Property", f"{_RDF}Property", f"{_RDFS}Class", f"{_OWL}Class"]
    + [f"{_OWL}{kind}Property" for kind in ("Object", "Datatype", "Annotation")]
)
"""Classes of what bears a name but is no thing in the world: disambiguation pages, categories,
templates, internal pages, properties, classes."""

NO_FACTS = frozenset(
    f"{_WIKIBASE}{kind}"
    for kind in (
        *("ExternalId", "CommonsMedia", "Url", "GlobeCoordinate", "GeoShape"),
        *("TabularData", "Math", "MusicalNotation"),
    )
)
"""Types of Wikibase properties whose values no answer states."""

NAMING = frozenset((*LABELS, *ALIASES, *DESCRIPTIONS))
"""Predicates that name or describe; kept by a store for every entity that it mentions."""
SUPPORTING = frozenset((TYPE, PROPERTY_TYPE, REDIRECT, DISAMBIGUATES))
"""Predicates that the questions read without making facts of them."""
BOOKKEEPING = (
    _WIKIBASE,
    _OWL,
    f"{_SCHEMA}about",
    f"{_SCHEMA}version",
    f"{_SCHEMA}dateModified",
    f"{_DBO}wikiPage",
    "http://dbpedia.org/property/",
    "http://www.w3.org/ns/prov#",
    "http://purl.org/dc/terms/subject",
    "http://purl.org/linguistics/gold/",
    "http://xmlns.com/foaf/0.1/",
)
"""Beginnings of predicates that speak of the data, not of the world."""
STATEMENT = "/prop/"
DIRECT = "/prop/direct/"

_DIRECT_CLAIM = re.compile(r"^(.*)/prop/direct/(P\d+)$")


def is_fact(predicate: str) -> bool:
    """Say whether statements with this predicate are facts about the world.

    >>> is_fact("http://www.wikidata.org/prop/direct/P569"), is_fact(LABELS[0])
    (True, False)
    """
    if predicate in NAMING or predicate in SUPPORTING or predicate.startswith(BOOKKEEPING):
        return False
    return STATEMENT not in predicate or DIRECT in predicate


def property_of(predicate: str) -> str:
    """Return the IRI that bears the predicate's label; a Wikibase names the property's entity.

    >>> property_of("http://www.wikidata.org/prop/direct/P569")
    'http://www.wikidata.org/entity/P569'
    """
    return _DIRECT_CLAIM.sub(r"\1/entity/\2", predicate)
