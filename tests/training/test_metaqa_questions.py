from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import Triple
from groundgraph.datasets.metaqa import load_metaqa, load_metaqa_kb
from training.generator.questions import (
    PREDICATES,
    Relations,
    is_held_out,
    make_questions,
    question_types,
)

if TYPE_CHECKING:
    from pathlib import Path

RELATIONS = Relations.of(
    [
        Triple(f"film {film}", predicate, f"{predicate} {(film + further) % modulus}")
        for film in range(120)
        for further in (0, 1)
        for modulus, predicate in enumerate(dict.fromkeys(PREDICATES.values()), 30)
    ]
)
LOOP = Relations.of(
    [
        Triple("Kismet", "directed_by", "Dieterle"),
        Triple("Portrait", "directed_by", "Dieterle"),
        Triple("Kismet", "release_year", "1944"),
        Triple("Portrait", "release_year", "1948"),
        Triple("Portrait", "shot_in", "Boston"),
    ]
)


def test_answers_come_with_their_paths_and_never_back_over_the_topic() -> None:
    assert LOOP.answers("Kismet", "movie_to_director_to_movie_to_year") == {
        "1948": (
            Triple("Kismet", "directed_by", "Dieterle"),
            Triple("Portrait", "directed_by", "Dieterle"),
            Triple("Portrait", "release_year", "1948"),
        )
    }
    assert LOOP.answers("Dieterle", "director_to_movie_to_director") == {}
    assert LOOP.topics("director_to_movie") == ["Dieterle"]
    assert LOOP.answers("nobody", "actor_to_movie") == {}


@pytest.mark.parametrize("name", ["movie_to_producer", "movie", "movie_to_year_to_movie"])
def test_an_unknown_type_is_an_error(name: str) -> None:
    with pytest.raises(ValueError, match="no questions of the type"):
        LOOP.answers("Kismet", name)


@pytest.mark.parametrize("part", ["train", "held_out"])
def test_questions_have_all_their_answers_and_a_path_to_each(part: Any) -> None:
    made = make_questions(RELATIONS, 300, part=part)

    assert len({question.id for question in made}) == 300
    for question in made:
        assert question.span.of(question.text) == question.topic
        assert "{" not in question.text
        assert is_held_out(question.topic) == (part == "held_out")
        expected = RELATIONS.answers(question.topic, question.type)
        assert dict(zip(question.answers, question.paths, strict=True)) == expected
        for answer, path in zip(question.answers, question.paths, strict=True):
            assert len(path) == question.hops
            assert question.topic in (path[0].subject, path[0].object)
            assert answer in (path[-1].subject, path[-1].object)


def test_types_take_turns_and_every_type_has_several_wordings() -> None:
    made = make_questions(RELATIONS, 10**6)
    types = [each for hops in (1, 2, 3) for each in question_types(hops)]

    assert [question.type for question in made[: len(types)]] == types
    forms = {(q.type, q.text.replace(q.topic, "X")) for q in made}
    assert min(Counter(type_ for type_, _ in forms).values()) >= 2


def test_the_parts_share_no_topic_and_no_topic_is_asked_the_same_twice() -> None:
    train = make_questions(RELATIONS, 10**6)
    held_out = make_questions(RELATIONS, 10**6, part="held_out")

    assert not {q.topic for q in train} & {q.topic for q in held_out}
    assert len({(q.type, q.topic) for q in train}) == len(train)


def test_the_seed_decides_and_other_types_do_not() -> None:
    first, again = (make_questions(RELATIONS, 100, seed=3) for _ in range(2))
    other = make_questions(RELATIONS, 100, seed=4)
    longest = make_questions(RELATIONS, 30, hops=[3], seed=3)

    assert first == again
    assert [q.text for q in first] != [q.text for q in other]
    assert [q for q in first if q.hops == 3] == longest[: sum(q.hops == 3 for q in first)]


def test_questions_with_too_many_answers_are_left_out() -> None:
    made = make_questions(RELATIONS, 200, most_answers=2)

    assert made
    assert max(len(question.answers) for question in made) <= 2


def test_unknown_parts_and_lengths_are_errors() -> None:
    with pytest.raises(ValueError, match="part must be 'train' or 'held_out', found 'test'"):
        make_questions(RELATIONS, 1, part="test")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1, 2 and 3 hops, not of 4"):
        make_questions(RELATIONS, 1, hops=[4])


def test_about_a_fifth_of_the_entities_is_held_out() -> None:
    held = sum(is_held_out(f"entity {number}") for number in range(5000))

    assert 900 < held < 1100
    assert not is_held_out("entity 1", share=0.0)


@pytest.mark.data
@pytest.mark.parametrize(("hops", "least"), [(1, 0.94), (2, 0.999), (3, 1.0)])
def test_the_types_give_the_answers_of_the_development_questions(
    data_folder: Path, hops: Any, least: float
) -> None:
    """MetaQA keeps films of one title apart in one-hop answers alone."""
    relations = Relations.of(load_metaqa_kb(data_folder))
    questions = load_metaqa(data_folder, hops)

    same = sum(set(relations.answers(q.topic, q.type)) == set(q.answers) for q in questions)

    assert {question.type for question in questions} == set(question_types(hops))
    assert same / len(questions) >= least
