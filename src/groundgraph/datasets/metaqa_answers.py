"""Short answers to MetaQA's questions, right and wrong, each beside the same retrieved subgraph.

A question's subgraph holds the triples that lead to all of its answers, and triples around those,
drawn by its id; what is answered does not change it. Wrong answers come in kinds, of which the
hard ones are entities of the subgraph that are of the right type.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.datasets.draws import draw
from groundgraph.datasets.metaqa import load_metaqa, load_metaqa_kb
from groundgraph.types import Example, Triple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from random import Random

    from groundgraph.datasets.metaqa import MetaQuestion

RELATIONS = {
    "actor": "starred_actors",
    "director": "directed_by",
    "writer": "written_by",
    "year": "release_year",
    "genre": "has_genre",
    "language": "in_language",
    "tag": "has_tags",
    "tags": "has_tags",
    "imdbrating": "has_imdb_rating",
    "imdbvotes": "has_imdb_votes",
}
"""The relation between a film and what a question type calls so."""
WRONG = ("other relation", "other distance", "on the way", "question's entity", "not given")
"""Kinds of wrong answers. Of the answer's type, over another relation as far away; of its type, at
another distance; a film or person between question and answer; what the question names; of its
type, in the knowledge base but not in the subgraph."""
Split = Literal["train", "test"]
_PERSONS = frozenset({"starred_actors", "directed_by", "written_by"})
_MOST_ANSWERS = 8
_MOST_ON_PATHS = 30
_SIZE = 60
_MOST_LISTED = 5


class _Edge(NamedTuple):
    predicate: str
    forward: bool
    other: str
    triple: Triple


@dataclass(frozen=True)
class _Graph:
    """A knowledge base by entity.

    Attributes:
        around: The triples of each entity.
        kinds: Entities by type: "person", "film" or a relation's name.
    """

    around: dict[str, list[_Edge]]
    kinds: dict[str, list[str]]

    @classmethod
    def of(cls, triples: Iterable[Triple]) -> _Graph:
        around: defaultdict[str, list[_Edge]] = defaultdict(list)
        kinds: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for triple in triples:
            around[triple.subject].append(_Edge(triple.predicate, True, triple.object, triple))
            around[triple.object].append(_Edge(triple.predicate, False, triple.subject, triple))
            kinds["film"][triple.subject] = None
            kinds[_kind(triple.predicate, forward=True)][triple.object] = None
        return cls(dict(around), {kind: list(names) for kind, names in kinds.items()})

    def followed(
        self, topic: str, steps: Sequence[tuple[str, bool]]
    ) -> list[dict[str, set[Triple]]]:
        """Return what each step reaches, and the triples on all walks to it."""
        layers: list[dict[str, set[Triple]]] = [{topic: set()}]
        for step in steps:
            reached: defaultdict[str, set[Triple]] = defaultdict(set)
            for entity, walk in layers[-1].items():
                for edge in self.around.get(entity, ()):
                    if (edge.predicate, edge.forward) == step and edge.other != topic:
                        reached[edge.other] |= walk | {edge.triple}
            layers.append(dict(reached))
        return layers


def metaqa_answers(
    folder: Path, split: Split, most: int = 200, hops: Sequence[Literal[1, 2, 3]] = (1, 2, 3)
) -> list[Example]:
    """Return labelled answers, a right and a wrong one to each question.

    ``metadata`` has ``task`` ("2 hops"), ``kind`` of a wrong answer or "one" or "all" of a right
    one, ``split`` and ``source_id``, the entity that is asked about.

    Args:
        folder: The data folder.
        split: Half of the entities that questions are about, by a draw of their names.
        most: Questions of each length that are drawn.
        hops: Which lengths: triples between question and answer.

    Raises:
        InputError: When a file is missing or damaged.
    """
    graph = _Graph.of(load_metaqa_kb(folder))
    return [example for each in hops for example in _of_length(folder, each, graph, split, most)]


def _of_length(
    folder: Path, hops: Literal[1, 2, 3], graph: _Graph, split: Split, most: int
) -> list[Example]:
    questions = [q for q in load_metaqa(folder, hops) if _split(q) == split]
    questions.sort(key=lambda q: draw(0, "metaqa", q.id).random())
    found: list[Example] = []
    for question in questions:
        if len(found) >= 2 * most:
            break
        found += _answered(question, graph, len(found) // 2)
    return found


def _split(question: MetaQuestion) -> Split:
    return "train" if draw(0, "half", question.topic).random() < 0.5 else "test"


def steps_of(question: MetaQuestion) -> list[tuple[str, bool]]:
    """Return the relations from topic to answer, each with whether it is followed forward."""
    parts = question.type.split("_to_")
    return [
        (RELATIONS[b], True) if a == "movie" else (RELATIONS[a], False) for a, b in pairwise(parts)
    ]


def _answered(question: MetaQuestion, graph: _Graph, number: int) -> list[Example]:
    """Return the question's two answers, or none where it has too many or no wrong one."""
    layers = graph.followed(question.topic, steps_of(question))
    right = sorted(set(question.answers) & layers[-1].keys())
    walks = {triple for walk in layers[-1].values() for triple in walk}
    if not right or len(layers[-1]) > _MOST_ANSWERS or len(walks) > _MOST_ON_PATHS:
        return []
    random = draw(1, "metaqa", question.id)
    subgraph = _subgraph(graph, walks, question, random)
    wrong = _wrong(question, graph, subgraph, layers)
    kinds = [kind for kind in (WRONG[number % len(WRONG)], *WRONG) if wrong[kind]]
    if not kinds:
        return []
    bad = random.choice(sorted(wrong[kinds[0]]))
    whole = 1 < len(right) <= _MOST_LISTED and random.random() < 0.5
    good = right if whole else [random.choice(right)]
    listed = [*random.sample(good, len(good) - 1), bad] if whole else [bad]
    return [
        _example(question, good, subgraph, "all" if whole else "one", wrong=False),
        _example(question, listed, subgraph, kinds[0], wrong=True),
    ]


def _example(
    question: MetaQuestion, names: Sequence[str], given: Sequence[Triple], kind: str, *, wrong: bool
) -> Example:
    return Example(
        ", ".join(names),
        question=question.text,
        id=f"{question.id}-{'wrong' if wrong else 'right'}",
        triples=tuple(given),
        label=wrong,
        metadata={
            "task": f"{question.hops} hop{'s' if question.hops > 1 else ''}",
            "kind": kind,
            "split": _split(question),
            "source_id": question.topic,
        },
    )


def _subgraph(
    graph: _Graph, walks: set[Triple], question: MetaQuestion, random: Random
) -> tuple[Triple, ...]:
    """Return the triples of the walks and others around their entities, in a drawn order."""
    chosen = dict.fromkeys(sorted(walks))
    near = [question.topic, *sorted({end for t in walks for end in (t.subject, t.object)})]
    while len(chosen) < _SIZE and near:
        around = [e for name in near for e in graph.around[name] if e.triple not in chosen]
        random.shuffle(around)
        taken = around[: max(_SIZE // 2, _SIZE - len(chosen) - _SIZE // 3)][: _SIZE - len(chosen)]
        chosen |= dict.fromkeys(edge.triple for edge in taken)
        near = sorted({edge.other for edge in taken})
    given = list(chosen)
    random.shuffle(given)
    return tuple(given)


def _wrong(
    question: MetaQuestion,
    graph: _Graph,
    given: Sequence[Triple],
    layers: Sequence[dict[str, set[Triple]]],
) -> dict[str, set[str]]:
    """Return the wrong answers of each kind."""
    predicate, forward = steps_of(question)[-1]
    kind = _kind(predicate, forward=forward)
    answers = layers[-1].keys() | set(question.answers) | {question.topic}
    near = _distances(_Graph.of(given), question.topic)
    inside = {name for name in _Graph.of(given).kinds.get(kind, ()) if name not in answers}
    known = {end for triple in given for end in (triple.subject, triple.object)}
    apart = draw(2, question.id).sample(graph.kinds[kind], min(20, len(graph.kinds[kind])))
    return {
        "other relation": {name for name in inside if near.get(name) == question.hops},
        "other distance": {name for name in inside if near.get(name) != question.hops},
        "on the way": {name for layer in layers[1:-1] for name in layer} - answers,
        "question's entity": {question.topic},
        "not given": {name for name in apart if name not in known | answers},
    }


def _distances(graph: _Graph, topic: str) -> dict[str, int]:
    found = {topic: 0}
    layer = [topic]
    while layer:
        reached = {e.other for name in layer for e in graph.around.get(name, ())} - found.keys()
        found |= dict.fromkeys(reached, found[layer[0]] + 1)
        layer = sorted(reached)
    return found


def _kind(predicate: str, *, forward: bool) -> str:
    if not forward:
        return "film"
    return "person" if predicate in _PERSONS else predicate
