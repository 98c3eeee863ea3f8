from __future__ import annotations

import pytest

from groundgraph import Example, Passage, load
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import Reading, claim_rows, read
from groundgraph.methods.fused.rule import Rule, Rules
from groundgraph.methods.fused.rules import RULES
from groundgraph.parts.segmenters.sentences import SentenceSegmenter

TOLD = (Passage("Ruiz sued Halden. Ana sold 24 lamps in May. Ben sold 18 lamps in May.", "x"),)


def read_of(answer: str) -> Reading:
    [reading] = read([Example(answer, list(TOLD))], SentenceSegmenter())
    return reading


def measured(claim: str) -> dict[str, float]:
    reading = read_of(claim)
    rows = claim_rows(reading, english_rarity())
    found = RULES.measure(RULES.judge(reading, english_rarity()), rows)
    return dict(zip(RULES.names, found[0].tolist(), strict=True))


def test_roles_exchanged_are_surely_wrong() -> None:
    found = measured("Halden sued Ruiz.")

    assert found["statements_wrong"] == found["statements_score"] == 1.0
    assert found["statements_doubtful"] == found["statements_held"] == 0.0
    assert found["quantities_wrong"] == 0.0


def test_a_right_passive_is_held() -> None:
    found = measured("Halden was sued by Ruiz.")

    assert found["statements_held"] == 1.0
    assert found["statements_wrong"] == found["statements_score"] == 0.0


def test_every_rule_is_measured_and_shifted() -> None:
    names = [name for rule in RULES.each for name in rule.names]

    assert len(set(names)) == len(names)
    assert all(set(rule.shift.names) <= set(rule.names) for rule in RULES.each)
    assert RULES.shift.names == tuple(name for rule in RULES.each for name in rule.shift.names)


def test_what_denies_a_claim_and_what_holds_it_is_declared() -> None:
    assert {name for rule in RULES.each for name in rule.denies} == {
        *("quantities_wrong", "quantities_doubtful", "statements_wrong", "statements_doubtful"),
        *("scope_wrong", "scope_doubtful"),
    }
    assert {name for rule in RULES.each for name in rule.holds} == {
        *("quantities_derived", "quantities_settled", "statements_held", "scope_supported"),
    }
    for rule in RULES.each:
        assert {*rule.denies, *rule.holds} <= {*rule.names}


@pytest.mark.parametrize(
    ("claim", "explanation"),
    [
        (
            "Halden sued Ruiz.",
            "The passage says the opposite direction: “Ruiz sued Halden” (passage x).",
        ),
        ("Together Ana and Ben sold 42 lamps.", "24 + 18 = 42 (passage x)."),
        ("Halden was sued by Ruiz.", ""),
        ("The shop is popular.", ""),
    ],
)
def test_what_speaks_against_a_claim_is_told_first(claim: str, explanation: str) -> None:
    told = RULES.tell(RULES.judge(read_of(claim), english_rarity()), 0)

    assert (told[0].explanation if told else "") == explanation


def test_the_surer_of_two_rules_is_told_first() -> None:
    claim = "Halden sued Ruiz, and Ana and Ben sold 44 lamps together."
    told = RULES.tell(RULES.judge(read_of(claim), english_rarity()), 0)

    assert told[0].outcome == "contradicted"
    assert [each.sure for each in told] == sorted((each.sure for each in told), reverse=True)


@pytest.mark.parametrize(
    ("passage", "outcome"),
    [
        ("Lisbon hosted 2022 and Porto hosted 2023.", "says so of something else"),
        ("In 2022 the summit was hosted by Lisbon, and in 2023 by Porto.", "Lisbon"),
    ],
)
def test_what_is_said_of_another_is_no_answer(passage: str, outcome: str) -> None:
    asked = Example("Porto", (Passage(passage, "1"),), question="Which city hosted in 2022?")
    [reading] = read([asked], SentenceSegmenter())
    judged = RULES.judge(reading, english_rarity())
    [row] = RULES.measure(judged, claim_rows(reading, english_rarity()))
    found = dict(zip(RULES.names, row.tolist(), strict=True))

    assert found["short_answer_found"] == found["statements_held"] == 0.0
    assert RULES.tell(judged, 0)[0].outcome == "contradicted"
    assert outcome in RULES.tell(judged, 0)[0].explanation


def test_what_one_rule_holds_does_not_count_where_another_denies() -> None:
    """That it is taken after breakfast is right."""
    example = Example(
        "The tablet can be taken with alcohol after breakfast.",
        ("The medicine must not be taken with alcohol. Take one tablet after breakfast.",),
    )

    [verdict] = load("fused").detect([example])

    assert verdict.features["scope_doubtful"] == 1.0
    assert verdict.features["quantities_score"] == 0.0
    assert verdict.features["quantities_derived"] == 0.0


def test_a_rule_amends_what_the_others_found_and_never_its_own() -> None:
    asked: list[tuple[str, str]] = []

    def toy(name: str) -> Rule:
        def amend(found: str, other: str) -> str:
            asked.append((found, other[0]))
            return f"{other}{found}"

        return RULES.each[0]._replace(judge=lambda *_: [name], amend=amend)

    rules = Rules((toy("a"), toy("b"), toy("c")))
    judged = rules.judge(read_of("Ana left."), english_rarity())

    assert judged == (["abc"], ["bac"], ["cab"])
    assert all(found != other for found, other in asked)
