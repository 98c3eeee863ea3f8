from __future__ import annotations

import pytest

from groundgraph.text.asked.sought import Sought, marks, sought


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Where was the wife of Al Moore born?", Sought("bear", several=True)),
        ("What is the place of birth of the director of Up?", Sought("bear", several=True)),
        ("Which school did the director of Up attend?", Sought("educate", several=True)),
        ("What nationality is the composer of Right To Dream?", Sought("country", several=True)),
        ("Who is Cy's mother-in-law?", Sought("parent", several=True)),
        ("Who is the spouse of the performer of Luna?", Sought("marry", several=True)),
        ("Who directed Up?", Sought("", several=False)),
        ("", Sought()),
    ],
)
def test_what_a_question_seeks(question: str, expected: Sought) -> None:
    assert sought(question) == expected


@pytest.mark.parametrize(
    ("sentence", "relation", "word", "distance"),
    [
        ("Born in Pittsburgh, she married Al.", "bear", "pittsburgh", 2),
        ("He is the son of Eleanor Redman.", "parent", "eleanor", 2),
        ("She was born to Ann.", "parent", "ann", 2),
        ("Bo (1 May 1802 Lund – 2 June 1870 Visby)", "bear", "lund", 0),
        ("Bo (1 May 1802 Lund – 2 June 1870 Visby)", "die", "visby", 0),
        ("Bo (1 May 1802 Lund – 2 June 1870 Visby)", "die", "oslo", None),
        ("The mill (built of brick) stands in Lund.", "bear", "lund", None),
    ],
)
def test_where_a_sentence_speaks_of_a_relation(
    sentence: str, relation: str, word: str, distance: int | None
) -> None:
    assert marks(sentence).distance(relation, frozenset({word})) == distance
