"""MetaQA: questions over a knowledge graph of films, one to three hops (arXiv 1709.04071)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from groundgraph.io.objects import read_objects
from groundgraph.types import Span, Triple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from groundgraph.io.objects import Record

SENTENCES: Mapping[str, str] = {
    "directed_by": "{subject} was directed by {object}.",
    "written_by": "{subject} was written by {object}.",
    "starred_actors": "{subject} starred {object}.",
    "release_year": "{subject} was released in {object}.",
    "has_genre": "{subject} is of the genre {object}.",
    "in_language": "{subject} is in the language {object}.",
    "has_tags": "{subject} is described as {object}.",
    "has_imdb_rating": "{subject} is rated as {object}.",
    "has_imdb_votes": "{subject} is known as {object}.",
}
"""Its predicates as sentences, for `groundgraph.methods.gga.linear.Lineariser`."""
QUESTION_WORDS = frozenset(
    {"actor", "actors", "author", "creator", "director", "directors", "fall", "famous", "film"}
    | {"films", "genre", "good", "language", "movie", "movies", "primary", "screenplay", "script"}
    | {"star", "stars", "story", "the story", "together", "world", "writer", "writers", "year"}
)
"""Words of its questions that are also entities of its graph, mostly tags.

For ``ignored`` of `groundgraph.text.triples.entities.EntityMatcher`.
"""


@dataclass(frozen=True, slots=True)
class MetaQuestion:
    """A question about one entity, with every answer that the graph has.

    Attributes:
        id: Unique.
        text: Without MetaQA's brackets around the topic.
        topic: The entity it asks about, by its exact name.
        span: Where the topic stands in the text.
        answers: Names of entities.
        type: What it asks, such as "director_to_movie_to_year".
        paths: For each answer a path of triples, from the topic on; empty where not known.
    """

    id: str
    text: str
    topic: str
    span: Span
    answers: tuple[str, ...]
    type: str
    paths: tuple[tuple[Triple, ...], ...] = ()

    @property
    def hops(self) -> int:
        """Number of triples between topic and answer, 1 to 3."""
        return self.type.count("_to_")


def load_metaqa_kb(folder: Path) -> list[Triple]:
    """Return the 133,582 triples of the knowledge graph, in the order of the file.

    Films of one title are one entity.

    Raises:
        InputError: When ``metaqa/kb.jsonl[.gz]`` is missing or damaged.
    """
    return [
        Triple(record.get("h", str), record.get("r", str), record.get("t", str))
        for record in read_objects(folder, "metaqa/kb")
    ]


def load_metaqa(folder: Path, hops: Literal[1, 2, 3] = 1) -> list[MetaQuestion]:
    """Return the development questions of one length, in the order of the file.

    Args:
        folder: The data folder; holds ``metaqa/<hops>hop_dev.jsonl[.gz]``.
        hops: Which file.

    Raises:
        InputError: When the file is missing or damaged.
        ValueError: When there are no questions of so many hops.
    """
    if hops not in (1, 2, 3):
        raise ValueError(f"MetaQA has questions of 1, 2 and 3 hops, not of {hops!r}")
    return [_question(record, hops) for record in read_objects(folder, f"metaqa/{hops}hop_dev")]


def marked_topic(text: str, topic: str) -> tuple[str, Span] | None:
    """Take the brackets from around the topic; ``None`` where it is not in brackets.

    >>> marked_topic("who directed [Up]", "Up")
    ('who directed Up', Span(start=13, end=15))
    """
    before, marked, after = text.partition(f"[{topic}]")
    if not marked:
        return None
    return before + topic + after, Span(len(before), len(before) + len(topic))


def _question(record: Record, hops: int) -> MetaQuestion:
    text, topic = record.get("question", str), record.get("topic_entity", str)
    marked = marked_topic(text, topic)
    if marked is None:
        raise record.error(f"the question must hold [{topic}] in brackets: {text!r}", "question")
    answers, asked = record.get("answers", list), record.get("qtype", str)
    if not answers or any(not isinstance(answer, str) for answer in answers):
        raise record.error(f"'answers' must hold texts, found {answers!r}", "answers")
    if asked.count("_to_") != hops:
        raise record.error(f"'qtype' must be of {hops} hops, found {asked!r}", "qtype")
    return MetaQuestion(record.get("id", str), marked[0], topic, marked[1], tuple(answers), asked)
