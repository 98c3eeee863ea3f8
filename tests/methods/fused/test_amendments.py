"""What one rule takes back of what another found of a claim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundgraph.graph.links import Reach
from groundgraph.methods.fused.amendments import ByRule, amended
from groundgraph.methods.fused.blocks.conflicts import Disagreement, Opposed
from groundgraph.methods.fused.blocks.links import Walked
from groundgraph.text.judgements import Place
from groundgraph.text.quantities import QuantityJudgement, judge_quantities
from groundgraph.text.scope import ScopeJudgement
from groundgraph.text.short_answers.slots import Found
from groundgraph.text.statements import StatementJudgement
from groundgraph.types import Span

SAID = "Lisbon hosted 2022."
NONE = ByRule(
    QuantityJudgement(SAID),
    None,
    None,
    StatementJudgement(SAID),
    ScopeJudgement(SAID),
    None,
    Disagreement(),
)
PLACE = Place("2", Span(0, 20), "Porto hosted in 2022")
WRONG = StatementJudgement(SAID, "contradicted", "certain", 1.0, evidence=(PLACE,))
OTHER = Found("slot", -0.8, "2", Span(0, 20), PLACE.text, "Porto")


def test_of_rules_that_do_not_bear_on_each_other_all_stands() -> None:
    found = NONE._replace(short_answer=OTHER, statements=WRONG)

    assert amended(found) == found


def test_a_statement_is_open_where_the_evidence_gives_another_answer() -> None:
    held = replace(WRONG, outcome="supported", score=0.0)

    assert amended(NONE._replace(short_answer=OTHER, statements=held)).statements.outcome == "open"
    near = OTHER._replace(lead=-0.3)
    assert amended(NONE._replace(short_answer=near, statements=held)).statements == held


def test_no_answer_is_found_where_it_is_said_of_something_else() -> None:
    found = NONE._replace(short_answer=OTHER._replace(lead=0.9), statements=WRONG)

    assert amended(found).short_answer == OTHER._replace(lead=0.0)


def test_what_is_rightly_reckoned_is_not_wrong_beside_another_value() -> None:
    told = ["Ana sold 24 lamps in May. Ben sold 18 lamps in May."]
    [sum_] = judge_quantities("", told, ["Together Ana and Ben sold 42 lamps."])

    found = amended(NONE._replace(quantities=sum_, short_answer=OTHER)).short_answer

    assert found == OTHER._replace(lead=0.0)


@pytest.mark.parametrize(
    ("said", "lead"),
    [
        ("The working week is 38 and a half hours.", 0.0),
        ("The working week is 38 1/2 hours.", 0.0),
        ("The working week is 38 ½ hours.", 0.0),
        ("The working week is 38 hours 30 minutes.", 0.0),
        ("The working week is 37 and a half hours.", -0.8),
        ("The working week is 20 hours.", -0.8),
    ],
)
def test_a_value_in_other_words_is_no_other_value(said: str, lead: float) -> None:
    told = ["The working week is 38.5 hours.", "Part-time staff work 20 hours."]
    [judged] = judge_quantities("", told, [said])
    given = OTHER._replace(instead="38.5 hours")

    found = amended(NONE._replace(quantities=judged, short_answer=given)).short_answer

    assert found == given._replace(lead=lead)


def test_a_value_in_other_words_may_be_told_without_its_unit() -> None:
    told = ["The heated pool is kept at 27.5 °C."]
    [judged] = judge_quantities("How warm is the pool?", told, ["27 and a half degrees."])
    given = OTHER._replace(instead="27.5")

    assert amended(NONE._replace(quantities=judged, short_answer=given)).short_answer == (
        given._replace(lead=0.0)
    )
    another = given._replace(instead="28.5")
    assert amended(NONE._replace(quantities=judged, short_answer=another)).short_answer == another


def test_the_other_side_of_a_conflict_speaks_against_nothing() -> None:
    sides = Disagreement(against=(Opposed("2", Span(5, 30)),))
    scope = ScopeJudgement(SAID, "contradicted", "likely", 1.0, evidence=(PLACE,))

    found = amended(NONE._replace(short_answer=OTHER, scope=scope, disagreement=sides))

    assert found.short_answer is None
    assert found.scope.outcome == "open"


def test_a_rule_amends_by_what_it_found_and_others_take_back() -> None:
    sides = Disagreement(against=(Opposed("2", Span(5, 30)),))
    found = NONE._replace(
        short_answer=OTHER._replace(lead=0.9), statements=WRONG, disagreement=sides
    )

    stands = amended(found)

    assert stands.statements.outcome == "open"
    assert stands.short_answer == OTHER._replace(lead=0.0)


def test_a_walk_by_words_gives_way_to_amounts_that_contradict() -> None:
    told = ["The hall opened in 1912.", "The bridge opened in 1931."]
    claims = ["The hall opened before the bridge.", "The bridge opened before the hall."]
    right, wrong = judge_quantities("", told, claims)
    walked = Walked(Reach(0.5, 0.5), ())

    assert (right.outcome, wrong.outcome) == ("supported", "contradicted")
    assert amended(NONE._replace(quantities=right, walked=walked)).walked == walked
    assert amended(NONE._replace(quantities=wrong, walked=walked)).walked is None
