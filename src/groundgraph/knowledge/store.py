"""An embedded RDF store on disk as a knowledge source; ``groundgraph kb build`` fills it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cache as forever
from pathlib import Path
from typing import TYPE_CHECKING, cast

from groundgraph.errors import MissingExtraError, StoreError
from groundgraph.knowledge import linking
from groundgraph.knowledge.everything import everything
from groundgraph.knowledge.facts import facts
from groundgraph.knowledge.manifest import DATABASE, read_manifest
from groundgraph.knowledge.sparql import Term, check_language
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.ranges import COSINE, in_ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyoxigraph import QuerySolutions, Store

    from groundgraph.knowledge.sparql import Row
    from groundgraph.protocols import Encoder
    from groundgraph.types import Entity, Mention, Triple


@dataclass(frozen=True)
class StoreSource:
    """Asks a folder that ``groundgraph kb build`` wrote; offline, from any number of processes.

    Attributes:
        path: The folder.
        language: Of names, descriptions and facts.
        encoder: Tells entities of one name apart.
        least_similarity: An entity is not linked when its description is farther than this
            cosine from the mention's context: it only bears the name.

    Raises:
        InputError: When the language is no language tag, or the cosine is none.
    """

    path: str = field(metadata={"reach": "read"})
    language: str = "en"
    encoder: Encoder = field(default_factory=MiniLM)
    least_similarity: float = 0.0

    def __post_init__(self) -> None:
        check_language(self.language)
        in_ranges(self, least_similarity=COSINE)

    def link(self, mentions: Sequence[Mention], /) -> list[Entity | None]:
        """Return the entity that each mention means, ``None`` where none bears the name.

        Raises:
            StoreError: When the folder holds no finished store.
            MissingExtraError: When pyoxigraph is not installed.
        """
        names = dict.fromkeys(mention.name for mention in mentions)
        found = linking.candidates(names, self._select, self.language)
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
            StoreError: When the folder holds no finished store.
            MissingExtraError: When pyoxigraph is not installed.
        """
        return facts(entities, self._select, self.language)

    def triples(self) -> Iterator[Triple]:
        """Yield every fact between named entities, or of one, in words, as `facts` has them.

        They make a `groundgraph.methods.gga.adjacency.KnowledgeGraph`. Entities of one name become
        one there.

        Raises:
            StoreError: When the folder holds no finished store.
            MissingExtraError: When pyoxigraph is not installed.
        """
        return everything(self._select, self.language)

    def _select(self, queries: Sequence[str]) -> list[list[Row]]:
        # A store must not be shared with a forked child, hence the process id.
        store = _open(str(self.path), os.getpid())
        try:
            return [_rows(store, query) for query in queries]
        except OSError as error:
            raise StoreError(f"{self.path} cannot be read: {error}") from error


@forever
def _open(path: str, _process: int) -> Store:
    manifest = read_manifest(path)
    if manifest is None or not manifest.complete:
        state = "no" if manifest is None else "an unfinished"
        raise StoreError(
            f"{path!r} holds {state} store; `groundgraph kb build DUMP --output {path}` makes one"
        )
    try:
        from pyoxigraph import Store
    except ImportError as error:
        raise MissingExtraError("knowledge source 'store'", "kb") from error
    try:
        return Store.read_only(str(Path(path) / DATABASE))
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error}; build it again") from error


def _rows(store: Store, query: str) -> list[Row]:
    found = cast("QuerySolutions", store.query(query))
    names = [variable.value for variable in found.variables]
    return [{name: _term(row[name]) for name in names if row[name]} for row in found]


def _term(found: object) -> Term:
    from pyoxigraph import Literal, NamedNode

    if isinstance(found, Literal):
        datatype = "" if found.language else found.datatype.value
        return Term("literal", found.value, (found.language or "").lower(), datatype)
    if isinstance(found, NamedNode):
        return Term("iri", found.value)
    return Term("blank", str(found))
