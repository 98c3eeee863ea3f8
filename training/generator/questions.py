"""Questions made from MetaQA's knowledge graph, for training: MetaQA's own are not to be had.

The types are those of MetaQA's development questions, 13 of one hop, 21 of two and 15 of three;
the wordings are ours, none is copied, though the plainest, such as "who directed …", are in MetaQA
as well. Entities are parted by a hash of their names: a question for training
never asks about an entity that is held out, so that a model can be tried on held-out topics,
those of the development questions included.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from groundgraph.datasets.draws import draw
from groundgraph.datasets.metaqa import MetaQuestion
from groundgraph.types import Span
from training.generator.wordings import ABOUT_FILMS, FILMS, ONE_HOP, wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundgraph.types import Triple

Part: TypeAlias = Literal["train", "held_out"]
_LENGTHS = (1, 2, 3)

HELD_OUT = 0.2
"""Share of the entities that no question for training asks about."""
PREDICATES: Mapping[str, str] = {
    "director": "directed_by",
    "writer": "written_by",
    "actor": "starred_actors",
    "year": "release_year",
    "genre": "has_genre",
    "language": "in_language",
    "tags": "has_tags",
    "tag": "has_tags",
    "imdbrating": "has_imdb_rating",
    "imdbvotes": "has_imdb_votes",
}
"""What joins a film to each kind of thing that a type of question names."""


class _Step(NamedTuple):
    predicate: str
    forward: bool


@dataclass(frozen=True, eq=False, repr=False)
class Relations:
    """Triples by predicate and end, to answer questions by their type. Build it with `of`."""

    index: Mapping[_Step, Mapping[str, Sequence[Triple]]]

    @classmethod
    def of(cls, triples: Iterable[Triple]) -> Relations:
        """Index the triples of MetaQA's knowledge graph."""
        index: dict[_Step, dict[str, list[Triple]]] = {
            _Step(predicate, forward): {}
            for predicate in PREDICATES.values()
            for forward in (True, False)
        }
        for triple in triples:
            if (step := _Step(triple.predicate, True)) in index:
                index[step].setdefault(triple.subject, []).append(triple)
                index[step._replace(forward=False)].setdefault(triple.object, []).append(triple)
        return cls(index)

    def answers(self, topic: str, type: str) -> dict[str, tuple[Triple, ...]]:  # noqa: A002
        """Return the answers to a type of question about a topic, each with its first path.

        As in MetaQA, no path comes back to the topic.

        Raises:
            ValueError: When there is no such type.
        """
        reached: dict[str, tuple[Triple, ...]] = {topic: ()}
        for step in _steps(type):
            onward: dict[str, tuple[Triple, ...]] = {}
            for entity, path in reached.items():
                for triple in self.index[step].get(entity, ()):
                    other = triple.object if step.forward else triple.subject
                    if other != topic:
                        onward.setdefault(other, (*path, triple))
            reached = onward
        return reached

    def topics(self, type: str) -> list[str]:  # noqa: A002
        """Return the entities from which a question of this type can start, by name.

        Raises:
            ValueError: When there is no such type.
        """
        return sorted(self.index[_steps(type)[0]])


def is_held_out(entity: str, share: float = HELD_OUT) -> bool:
    """Say whether an entity belongs to the held-out part; it depends on its name alone."""
    return draw(0, "metaqa", "held out", entity).random() < share


def question_types(hops: int) -> tuple[str, ...]:
    """Return MetaQA's types of so many hops, sorted.

    Raises:
        ValueError: When the number is not 1, 2 or 3.

    >>> [len(question_types(hops)) for hops in (1, 2, 3)]
    [13, 21, 15]
    """
    ends = [(a, b) for a in FILMS for b in ABOUT_FILMS]
    if hops == 1:
        return tuple(sorted(ONE_HOP))
    if hops == 2:
        listed = [f"movie_to_{a}_to_movie" for a in FILMS]
        return tuple(sorted([*listed, *(f"{a}_to_movie_to_{b}" for a, b in ends)]))
    if hops == 3:
        return tuple(sorted(f"movie_to_{a}_to_movie_to_{b}" for a, b in ends if a != b))
    raise ValueError(f"MetaQA has questions of 1, 2 and 3 hops, not of {hops!r}")


def make_questions(
    relations: Relations,
    count: int,
    *,
    hops: Sequence[int] = (1, 2, 3),
    part: Part = "train",
    most_answers: int | None = None,
    seed: int = 0,
) -> list[MetaQuestion]:
    """Make questions with all their answers and paths, each type in turn.

    No topic is asked the same type of question twice; where a type has no further topic, the
    others go on.

    Args:
        relations: MetaQA's knowledge graph.
        count: How many; fewer come back when all topics are used up.
        hops: Which lengths.
        part: "train" asks about the entities for which `is_held_out` is false, "held_out" about
            the others.
        most_answers: Leave out questions with more answers.
        seed: Draws topics and wordings; a type's questions do not depend on the other types.

    Raises:
        ValueError: When a number of hops is not 1, 2 or 3, or the part is unknown.
    """
    if part not in ("train", "held_out"):
        raise ValueError(f"part must be 'train' or 'held_out', found {part!r}")
    types = [each for length in dict.fromkeys(hops) for each in question_types(length)]
    running = [_questions(relations, each, part, most_answers, seed) for each in types]
    made: list[MetaQuestion] = []
    while running and len(made) < count:
        turn = [(questions, next(questions, None)) for questions in running]
        made += [question for _, question in turn if question is not None]
        running = [questions for questions, question in turn if question is not None]
    return made[:count]


def _questions(
    relations: Relations, type_: str, part: Part, most_answers: int | None, seed: int
) -> Iterator[MetaQuestion]:
    topics = relations.topics(type_)
    chance = draw(seed, "metaqa", part, type_)
    chance.shuffle(topics)
    for topic in topics:
        if is_held_out(topic) != (part == "held_out"):
            continue
        found = relations.answers(topic, type_)
        if not found or (most_answers is not None and len(found) > most_answers):
            continue
        before, _, after = wording(type_, chance.choice).partition("{x}")
        yield MetaQuestion(
            f"made-{part}-{seed}/{type_}/{topic}",
            before + topic + after,
            topic,
            Span(len(before), len(before) + len(topic)),
            tuple(found),
            type_,
            tuple(found.values()),
        )


@cache
def _steps(type_: str) -> tuple[_Step, ...]:
    hops = type_.count("_to_")
    if hops not in _LENGTHS or type_ not in question_types(hops):
        raise ValueError(f"MetaQA has no questions of the type {type_!r}")
    return tuple(
        _Step(PREDICATES[after if before == "movie" else before], before == "movie")
        for before, after in pairwise(type_.split("_to_"))
    )
