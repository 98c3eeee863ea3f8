"""Tables that databases, graph shells and pandas draw are read as tables."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.documents.markup import plain_text

PSQL = """shop=# SELECT id, plan, seats FROM subs;
 id |  plan  | seats
----+--------+-------
  7 | Team   |    12
  9 | Solo   |
(2 rows)"""
MYSQL = """+------+---------+
| city | visits  |
+------+---------+
| Oslo | 41,200  |
| Riga | 38,950  |
+------+---------+
2 rows in set (0.00 sec)"""
SHELL = """╒═════════╤═════════╕
│"e.name" │"m.name" │
╞═════════╪═════════╡
│"Bo"     │"Hana"   │
├─────────┼─────────┤
│"Femi"   │"Rosa"   │
└─────────┴─────────┘"""
FRAME = """          name   team  points
3      Ada Lim   Kite      14
11  Bo van Rij  Heron       9
12       Cleo    Kite      21"""
GROUPED = """>>> df.groupby('sort').mean()
        yield  plots
sort
Arden    6.42     12
Tolva    5.97      8"""
SHEET = """     A            B       C
1    Item         Spring  Autumn
2    Lamps        140     95
3    Door stops   61      30"""


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        (PSQL, "7 — plan: Team"),
        (PSQL, "(2 rows)"),
        (MYSQL, "Oslo — visits: 41,200"),
        (SHELL, "|Bo     |Hana   |"),
        (FRAME, "| 11 | Bo van Rij | Heron | 9 |"),
        (GROUPED, "Arden — yield: 6.42"),
        (SHEET, "| Lamps | 140 | 95 |"),
    ],
)
def test_a_drawn_table_is_one(drawn: str, said: str) -> None:
    read = plain_text(drawn)

    assert read is not None
    assert said in read.text


@pytest.mark.parametrize(
    "text",
    [
        "| Room | Fee |\n|---|---|\n| Small | 40 |\n| Large | 60 |",
        "a + b\n-----\n| x |",
        "He came, saw --- and left | at once.\n====\nThe end.",
        "  Two blanks begin this line\nand none the next.\nNor this.",
    ],
)
def test_what_is_not_drawn_stays(text: str) -> None:
    read = plain_text(text)

    assert read is None or "|---|" not in read.text


def test_words_stand_where_the_program_wrote_them() -> None:
    read = plain_text(SHELL)

    assert read is not None
    at = read.text.index("Hana")
    span = read.original((at, at + 4))  # type: ignore[arg-type]
    assert SHELL[slice(*span)] == "Hana"


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (SHELL, "Who reports to Hana?", "Bo reports to Hana.", "Femi reports to Hana."),
        (
            FRAME,
            "Which team is Bo van Rij in?",
            "Bo van Rij is in team Heron.",
            "Bo van Rij is in team Kite.",
        ),
    ],
)
def test_answers_are_held_against_it(passage: str, question: str, right: str, wrong: str) -> None:
    labels = [
        check(question=question, passages=[passage], answer=answer).label
        for answer in (right, wrong)
    ]

    assert labels == ["grounded", "hallucinated"]


def test_a_table_behind_a_statement_is_no_code() -> None:
    verdict = check(passages=[PSQL], answer="The Team plan has 12 seats.")

    assert verdict.label == "grounded"
