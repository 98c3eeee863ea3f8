"""Which entity does a mention mean? Candidates by label and alias, told apart by description."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

from groundgraph.knowledge import vocabulary
from groundgraph.knowledge.names import folded, spellings
from groundgraph.knowledge.sparql import (
    TRIPLE,
    bound,
    candidates_query,
    chunks,
    is_iri,
    languages,
    values_query,
)
from groundgraph.parts.batching import encode_lists
from groundgraph.types import Entity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundgraph.knowledge.sparql import Row, Select, Term
    from groundgraph.protocols import Encoder
    from groundgraph.types import Mention

MOST_CANDIDATES = 10
"""Entities of one name that are compared; the ones with the lowest numbers come first."""
_NAMES = 10  # of a query, each in up to a dozen spellings
_SUBJECTS = 50
_NUMBER = re.compile(r"\d+")
_DESCRIBING = (
    *vocabulary.LABELS,
    *vocabulary.DESCRIPTIONS,
    vocabulary.TYPE,
    vocabulary.INSTANCE_OF,
    vocabulary.DISAMBIGUATES,
)


def link(
    mentions: Sequence[Mention],
    found: Mapping[str, Sequence[str]],
    select: Select,
    language: str,
    encoder: Encoder,
    least_similarity: float = -1.0,
) -> list[Entity | None]:
    """Return the entity that each mention means, ``None`` where none bears the name.

    Args:
        mentions: In any order.
        found: The IRIs of the candidates, by name.
        select: Answers queries.
        language: Of labels and descriptions.
        encoder: Tells candidates of one name apart.
        least_similarity: See `choose`.
    """
    known = described(chain.from_iterable(found.values()), select, language)
    candidates = [
        [known[iri] for iri in found[mention.name] if iri in known] for mention in mentions
    ]
    return choose(mentions, candidates, encoder, least_similarity)


def candidates(names: Iterable[str], select: Select, language: str) -> dict[str, list[str]]:
    """Look up which entities bear a name as label or alias.

    Returns:
        For each distinct name the entities' IRIs, at most `MOST_CANDIDATES`.
    """
    written = {name: spellings(name) for name in dict.fromkeys(names)}
    queries = [
        candidates_query(dict.fromkeys(chain.from_iterable(some)), language)
        for some in chunks([forms for forms in written.values() if forms], _NAMES)
    ]
    bearing: defaultdict[str, set[str]] = defaultdict(set)
    for row in bound(chain.from_iterable(select(queries)), "entity", "name"):
        if row["entity"].kind == "iri" and is_iri(row["entity"].value):
            bearing[row["name"].value].add(row["entity"].value)
    return {
        name: sorted(set().union(*(bearing[form] for form in forms)), key=seniority)[
            :MOST_CANDIDATES
        ]
        for name, forms in written.items()
    }


def seniority(iri: str) -> tuple[int, str]:
    """Order IRIs by their number, as numbers: the older entity is the better known one."""
    numbers = _NUMBER.findall(iri)
    return (int(numbers[-1]) if numbers else 0, iri)


def described(iris: Iterable[str], select: Select, language: str) -> dict[str, Entity]:
    """Fetch labels and descriptions; what is no thing in the world is left out."""
    wanted = list(dict.fromkeys(iris))
    rows = values_of(wanted, _DESCRIBING, select, language)
    entities = (
        Entity(
            iri,
            best(rows[iri], vocabulary.LABELS, language),
            best(rows[iri], vocabulary.DESCRIPTIONS, language),
        )
        for iri in wanted
        if _is_thing(rows[iri])
    )
    return {entity.id: entity for entity in entities if entity.label}


def values_of(
    subjects: Sequence[str], predicates: Sequence[str], select: Select, language: str
) -> defaultdict[str, list[Row]]:
    """Fetch the values of the predicates, by subject."""
    queries = [values_query(some, predicates, language) for some in chunks(subjects, _SUBJECTS)]
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for row in bound(chain.from_iterable(select(queries)), *TRIPLE):
        rows[row["subject"].value].append(row)
    return rows


def best(rows: Iterable[Row], predicates: Sequence[str], language: str) -> str:
    """Return the text of the best predicate in the best language, "" when there is none."""
    tags = languages(language)

    def rank(row: Row) -> tuple[int, int, str]:
        predicate, found = row["predicate"].value, row["object"]
        return tags.index(found.language), predicates.index(predicate), found.value

    texts = [row for row in rows if _is_text(row, predicates, tags)]
    return " ".join(min(texts, key=rank)["object"].value.split()) if texts else ""


def choose(
    mentions: Sequence[Mention],
    found: Sequence[Sequence[Entity]],
    encoder: Encoder,
    least_similarity: float = -1.0,
) -> list[Entity | None]:
    """Return for each mention the candidate whose description is nearest to the context.

    Nearness is the cosine of their vectors; the earlier candidate wins a tie. The nearest one
    is taken for a mere namesake, and left out, when its cosine is below ``least_similarity``;
    that is not asked where either text is missing.
    """
    contexts = [mention.context.strip() or mention.name for mention in mentions]
    texts = [[entity.description or entity.label for entity in some] for some in found]
    vectors = encode_lists(encoder, [contexts, *texts])
    chosen: list[Entity | None] = []
    for mention, context, rows, some in zip(mentions, vectors[0], vectors[1:], found, strict=True):
        cosines = rows @ context
        entity = some[int(cosines.argmax())] if some else None
        told = entity is not None and bool(entity.description and mention.context.strip())
        chosen.append(None if told and cosines.max() < least_similarity else entity)
    return chosen


def bears(name: str, matched: str) -> bool:
    """Say whether a search's hit bears the name itself, and does not merely begin with it."""
    return folded(matched) in {folded(form) for form in spellings(name)}


def _is_text(row: Row, predicates: Sequence[str], tags: Sequence[str]) -> bool:
    found: Term = row["object"]
    named = row["predicate"].value in predicates
    return named and found.kind == "literal" and found.language in tags


def _is_thing(rows: Sequence[Mapping[str, Term]]) -> bool:
    return not any(
        row["object"].value in vocabulary.NO_ENTITIES
        or row["predicate"].value == vocabulary.DISAMBIGUATES
        for row in rows
    )
