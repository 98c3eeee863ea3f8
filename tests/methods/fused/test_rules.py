from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundgraph import Example, Passage, load
from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import Reading, read
from groundgraph.methods.fused.rule import Rule, Rules, Ruling, Rulings, Telling
from groundgraph.methods.fused.rules import RULES
from groundgraph.parts.segmenters.sentences import SentenceSegmenter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TOLD = (Passage("Ruiz sued Halden. Ana sold 24 lamps in May. Ben sold 18 lamps in May.", "x"),)


def read_of(answer: str) -> Reading:
    [reading] = read([Example(answer, list(TOLD))], SentenceSegmenter())
    return reading


def judged(reading: Reading) -> tuple[Rulings, ...]:
    return RULES.judge(reading, english_rarity())


def measured(claim: str) -> dict[str, float]:
    reading = read_of(claim)
    found = RULES.measure(judged(reading))
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
    told = judged(read_of(claim))[0].told

    assert (told[0].explanation if told else "") == explanation


def test_the_surer_of_two_rules_is_told_first() -> None:
    claim = "Halden sued Ruiz, and Ana and Ben sold 44 lamps together."
    told = judged(read_of(claim))[0].told

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
    rulings = judged(reading)
    [row] = RULES.measure(rulings)
    found = dict(zip(RULES.names, row.tolist(), strict=True))

    assert found["short_answer_found"] == found["statements_held"] == 0.0
    assert rulings[0].told[0].outcome == "contradicted"
    assert outcome in rulings[0].told[0].explanation


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


def toy(name: str, *, settles: bool = False) -> Rule[str]:
    def ruling(found: str) -> Ruling:
        return Ruling((1.0,), Telling("contradicted", found), settles=settles)

    return Rule(Shift((name,), (1.0,)), (name,), lambda *_: [name], ruling)


def of_toys(*each: Rule[str], amend: Callable[[Sequence[str]], Sequence[str]]) -> list[str]:
    rules = Rules(each, amend)
    found = rules.judge(read_of("Ana left."), english_rarity())
    told = [telling.explanation for own in found for telling in own.told]
    assert rules.measure(found).tolist() == [[float(rule.names[0] in told) for rule in each]]
    return told


def test_what_rules_say_is_what_stands_of_what_they_all_found() -> None:
    asked: list[list[str]] = []

    def amend(found: Sequence[str]) -> Sequence[str]:
        asked.append([*found])
        return [*found]

    assert of_toys(toy("a"), toy("b"), amend=amend) == ["a", "b"]
    assert asked == [["a", "b"]]


def test_where_one_rule_settles_a_claim_the_others_say_nothing() -> None:
    told = of_toys(toy("a"), toy("b", settles=True), toy("c", settles=True), amend=list)

    assert told == ["b"]
