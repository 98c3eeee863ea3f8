"""Things told by number, in whatever notation: parts of writings, pieces of a series, rulers."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.numbered_things import numbered_things
from groundgraph.text.quantities.written.tokens import tokens

CANTOS = "Canto II tells of the feast; canto VII of the storm at sea; canto IX of the homecoming."
PROGRAMME = "Part one: piano concerto no. 2 by Agnes Roy. Part two: symphony no. VI by Emil Strand."
KINGS = "King Aldo II died in 1402 without issue and his cousin Aldo III was crowned at Lorne."
STATUTES = "Statutes: Art. 9 sets the fee; Art. 12 was struck out in March."
GAZETTE = "The 200th edition of the gazette appeared in 1988, the three hundredth in 1996."
VOLUMES = "Volume two appeared in 1911, volume three, the last, in nineteen twenty."
CHOIR = "The choir, founded in spring 1974, marks its birthday with a concert on 18 May 2024."
QUEEN = (
    "Dowager Queen Amalie, 7 October 1938, with Prince Leopold (aged 4). She turned 80 that day."
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the sixth symphony and symphony no. 6", [("symphon", 6), ("symphon", 6)]),
        ("vol. IX; the fourth is renewed", [("volum", 9), ("volum", 4)]),
        ("strip number 1,000 and number 1,500", [("strip", 1000), ("strip", 1500)]),
        ("Otto III and the fourth Otto", [("otto", 3), ("otto", 4)]),
        ("a third of it, the second largest, in third place, the fourth quarter", []),
        ("the ninth, after 12 pages", []),
        ("route 9 and 40 pages", []),
    ],
)
def test_they_are_read(text: str, found: list[tuple[str, int]]) -> None:
    things = numbered_things(tokens(text), text)
    assert [(thing.noun, thing.value) for thing in things] == found


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (CANTOS, "The storm at sea is in the seventh canto.", "The storm at sea is in canto 8."),
        (CANTOS, "The storm at sea is in canto 7.", "The storm at sea is in the ninth canto."),
        (
            PROGRAMME,
            "In part two you hear Strand's sixth symphony.",
            "In part two you hear Strand's fourth symphony.",
        ),
        (KINGS, "The third Aldo was crowned at Lorne.", "The second Aldo was crowned at Lorne."),
        (STATUTES, "Article 12 was struck out.", "Article 9 was struck out."),
        (STATUTES, "Article 12 was struck out in March.", "Article 15 was struck out in March."),
        (
            GAZETTE,
            "Edition number 300 appeared in 1996.",
            "Edition number 300 appeared in 1988.",
        ),
        (VOLUMES, "The third volume appeared in 1920.", "The second volume appeared in 1920."),
        (CHOIR, "The choir marks its 50th anniversary.", "The choir marks its 40th anniversary."),
        (QUEEN, "It shows her on her eightieth birthday.", "It shows her on her 18th birthday."),
    ],
)
def test_another_number_is_worse(evidence: str, right: str, wrong: str) -> None:
    [one], [other] = (judge_quantities("", [evidence], [claim]) for claim in (right, wrong))
    assert one.outcome != "contradicted"
    assert other.outcome != "supported"
    assert other.score >= one.score + 0.1


@pytest.mark.parametrize(
    ("evidence", "claim", "outcome"),
    [
        (CANTOS, "The storm at sea is in the seventh canto.", "supported"),
        (CANTOS, "The storm at sea is in the fifth canto.", "contradicted"),
        (PROGRAMME, "Part two has Strand's fourth symphony.", "contradicted"),
        (CANTOS, "A tenth canto on the storm at sea would follow.", "open"),
        (CANTOS, "The fifth canto praises the harvest.", "open"),
        (PROGRAMME, "Roy's fourth sonata was left out.", "open"),
    ],
)
def test_what_is_sure_is_decided(evidence: str, claim: str, outcome: str) -> None:
    [judged] = judge_quantities("", [evidence], [claim])
    assert judged.outcome == outcome


def test_what_the_question_gives_is_not_held_against_the_evidence() -> None:
    [judged] = judge_quantities("Is there an eighth canto?", [CANTOS], ["Canto 8 is not told of."])
    assert judged.outcome != "contradicted"


def test_what_is_asked_for_is_what_a_place_is_of() -> None:
    asked = "Which canto tells of the storm at sea?"
    right, wrong = "The seventh, with the storm at sea.", "The fifth, with the storm at sea."
    [one], [other] = (judge_quantities(asked, [CANTOS], [claim]) for claim in (right, wrong))
    assert (one.outcome, other.outcome) == ("supported", "contradicted")
