"""Wikidata, or any SPARQL 1.1 endpoint, as a knowledge source.

Haskins and Adams, "KEA Explain", arXiv:2507.03847, open domain. Deviations: entities are linked
by exact label or alias and told apart by the description's embedding, where the authors use the
spaCy entity linker; an entity that is not found is ``None``, so that nothing is made of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError, KnowledgeError
from groundgraph.knowledge import linking
from groundgraph.knowledge.facts import facts
from groundgraph.knowledge.http import Manners, SourceRequest, asker
from groundgraph.knowledge.names import folded, spellings
from groundgraph.knowledge.sparql import check_language, is_iri, read_rows
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.ranges import COSINE, in_ranges
from groundgraph.services.http import Bounds, check_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundgraph.knowledge.sparql import Row
    from groundgraph.protocols import Encoder
    from groundgraph.types import Entity, Mention, Triple

MOST_CONCURRENT = 5
"""Requests at a time that Wikidata's query service allows one client."""
_RESULTS = "application/sparql-results+json"


@dataclass(frozen=True)
class WikidataSource:
    """Asks Wikidata, or another SPARQL 1.1 endpoint, over HTTP.

    Attributes:
        user_agent: Names your application and how to reach you, such as
            "my-service/1.0 (mailto:me@example.org)"; Wikimedia blocks clients without.
        endpoint: Takes SPARQL queries by POST.
        search_api: MediaWiki API with ``wbsearchentities``; ``None`` looks names up by SPARQL,
            which finds the usual spellings only.
        language: Of names, descriptions and facts.
        encoder: Tells entities of one name apart.
        least_similarity: An entity is not linked when its description is farther than this
            cosine from the mention's context: it only bears the name.
        timeout: Seconds for one question, from connecting to the last byte; retries and the
            waits between them are among them. Wikidata gives a query 60 seconds, and asks for
            waits of up to a minute.
        retries: How often a request is sent again after a dropped connection or a status such
            as 429 or 503.
        backoff: Seconds before the first retry, then doubled; ``Retry-After`` counts instead
            when the service sends it.
        concurrency: Most requests at a time of this process, 1 to 5.
        max_bytes: A longer reply is an error.
        cache: Path of a SQLite file that keeps good replies for 30 days, or "off".

    Raises:
        InputError: When a field is out of range, or an address carries a password.
    """

    user_agent: str
    endpoint: str = field(default="https://query.wikidata.org/sparql", metadata={"reach": "url"})
    search_api: str | None = field(
        default="https://www.wikidata.org/w/api.php", metadata={"reach": "url"}
    )
    language: str = "en"
    encoder: Encoder = field(default_factory=MiniLM)
    least_similarity: float = 0.0
    timeout: float = 180.0
    retries: int = 3
    backoff: float = 1.0
    concurrency: int = MOST_CONCURRENT
    max_bytes: int = 5 * 2**20
    cache: str = field(default="off", metadata={"reach": "write", "harmless": "off"})

    def __post_init__(self) -> None:
        _check_contact(self.user_agent)
        check_address("endpoint", self.endpoint)
        if self.search_api is not None:
            check_address("search_api", self.search_api)
        check_language(self.language)
        in_ranges(
            self,
            least_similarity=COSINE,
            timeout=(0.001, 600),
            retries=(0, 10),
            backoff=(0, 60),
            concurrency=(1, MOST_CONCURRENT),
            max_bytes=(1, 2**30),
        )

    def link(self, mentions: Sequence[Mention], /) -> list[Entity | None]:
        """Return the entity that each mention means, ``None`` where none bears the name.

        Raises:
            KnowledgeError: When the endpoint or the search does not answer.
        """
        found = self._candidates(dict.fromkeys(mention.name for mention in mentions))
        return linking.link(
            mentions,
            found,
            self._select,
            self.language,
            encoder=self.encoder,
            least_similarity=self.least_similarity,
        )

    def facts(self, entities: Sequence[Entity], /) -> list[list[Triple]]:
        """Return the facts about each entity, and those that relate another of them to it.

        Raises:
            InputError: When an entity's id is not an IRI.
            KnowledgeError: When the endpoint does not answer.
        """
        return facts(entities, self._select, self.language)

    def _select(self, queries: Sequence[str]) -> list[list[Row]]:
        requests = [
            SourceRequest("POST", self.endpoint, (("query", query),), _RESULTS) for query in queries
        ]
        return asker(self._manners()).ask(requests, read_rows)

    def _candidates(self, names: Iterable[str]) -> dict[str, list[str]]:
        if self.search_api is None:
            return linking.candidates(names, self._select, self.language)
        # A search ignores case: spellings that differ in nothing else are one question.
        searched = {name: {folded(form): form for form in spellings(name)} for name in names}
        forms = {key: form for some in searched.values() for key, form in some.items()}
        hits = dict(zip(forms, self._search(list(forms.values())), strict=True))
        return {
            name: _bearers(name, chain.from_iterable(hits[key] for key in some))
            for name, some in searched.items()
        }

    def _search(self, forms: Sequence[str]) -> list[list[tuple[str, str]]]:
        assert self.search_api is not None
        fixed = (
            ("action", "wbsearchentities"),
            ("format", "json"),
            ("type", "item"),
            ("language", self.language),
            ("uselang", self.language),
            ("limit", "50"),
        )
        requests = [
            SourceRequest("GET", self.search_api, (*fixed, ("search", form))) for form in forms
        ]
        return asker(self._manners()).ask(requests, _read_hits)

    def _manners(self) -> Manners:
        return Manners(
            user_agent=self.user_agent,
            bounds=Bounds(self.timeout, self.retries, self.backoff, self.max_bytes),
            concurrency=self.concurrency,
            cache=self.cache,
        )


def _bearers(name: str, hits: Iterable[tuple[str, str]]) -> list[str]:
    iris = dict.fromkeys(iri for iri, matched in hits if linking.bears(name, matched))
    return sorted(iris, key=linking.seniority)[: linking.MOST_CANDIDATES]


def _read_hits(reply: Any) -> list[tuple[str, str]]:
    """Return the IRI and the matched name of each hit."""
    try:
        hits: list[Mapping[str, Any]] = reply["search"]
        pairs = [(str(hit["concepturi"]), str(hit["match"]["text"])) for hit in hits]
    except (KeyError, TypeError) as error:
        raise KnowledgeError(
            f"the search did not answer as wbsearchentities does: {str(reply)[:200]}"
        ) from error
    return [(iri, matched) for iri, matched in pairs if is_iri(iri)]


def _check_contact(user_agent: str) -> None:
    reachable = "@" in user_agent or "://" in user_agent
    if not (reachable and user_agent.isascii() and user_agent.isprintable()):
        raise InputError(
            f"user_agent is {user_agent!r}; expected the name of your application and how to "
            "reach you, such as 'my-service/1.0 (mailto:me@example.org)'",
            field="user_agent",
        )
