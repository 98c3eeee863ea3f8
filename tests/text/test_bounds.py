"""Denials that only limit an amount, and every judge that reads denials beside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.bounds import limits, only_limits, same_limits, without_limits
from groundgraph.text.polarity import polarity
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.scope import judge_scope
from groundgraph.text.statements import judge_statements
from groundgraph.text.words import words

JUDGES = (judge_quantities, judge_scope, judge_statements)

LIMITS = [
    ("no more than 320 guests", "most"),
    ("not more than $5", "most"),
    ("a depth not exceeding 40 metres", "most"),
    ("It must not weigh more than 23 kg.", "most"),
    ("It doesn't cost more than a dozen eggs.", "most"),
    ("Speeches last no longer than seven minutes.", "most"),
    ("no later than Friday", "most"),
    ("no later than the day of travel", "most"),
    ("It may not exceed 90 days.", "most"),
    ("It does not exceed EUR 12,000.", "most"),
    ("It cannot cost more than US$ 40.", "most"),
    ("It does not rise above 8 degrees.", "most"),
    ("No fewer than three nurses", "least"),
    ("no less than a third", "least"),
    ("no younger than 16", "least"),
    ("no earlier than noon", "least"),
    ("no later than 24 hours before check-in", "least"),
    ("not later than three working days in advance", "least"),
    ("no later than 7 days after delivery", "most"),
    ("no earlier than 30 days prior to departure", "most"),
]
NONE = [
    "The shop is no longer open.",
    "It no longer sells more than 3 kinds.",
    "It was no more than a rumour.",
    "It is no better than the last one.",
    "No child under 10 may enter.",
    "Not all shops have more than ten clerks.",
    "It holds more than 3.",
    "They did not open earlier than planned.",
]


@pytest.mark.parametrize(("text", "way"), LIMITS)
def test_a_denied_comparison_with_an_amount_is_a_limit_and_no_denial(text: str, way: str) -> None:
    assert [limit.way for limit in limits(text)] == [way]
    assert not any(word.negation for word in words(text))
    assert not polarity(text, words(text)).negated


@pytest.mark.parametrize("text", NONE)
def test_other_denials_stay_denials(text: str) -> None:
    assert limits(text) == ()
    assert without_limits(text) == text


@given(st.lists(st.sampled_from("no not isn't more fewer than 3 later exceed sell - ".split())))
def test_a_text_without_its_limits_is_as_long(parts: list[str]) -> None:
    text = " ".join(parts)
    spoken = without_limits(text)
    assert len(spoken) == len(text)
    assert same_limits(text, text)
    for limit in limits(text):
        assert only_limits(text, *limit.denial)
        assert spoken[limit.denial.start : limit.denial.end].isspace()


SAME = [
    ("The hall can seat no more than 320 guests.", "The hall seats a maximum of 320 guests."),
    ("The hall seats a maximum of 320 guests.", "The hall can seat no more than 320 guests."),
    ("The hall can seat up to 320 guests.", "The hall can seat 320 guests or fewer."),
    ("The hall can seat at most 320 guests.", "The hall does not seat more than 320 guests."),
    ("No fewer than three nurses are on duty.", "At least 3 nurses are on duty."),
    ("A minimum of three nurses are on duty.", "3 or more nurses are on duty."),
    ("Jurors must be no younger than 25.", "Jurors must be 25 or older."),
    ("Talks last no longer than nine minutes.", "Talks last nine minutes at most."),
    ("A member may not hold more than 5% of it.", "A member may hold up to 5% of it."),
    ("A member may not hold more than 5% of it.", "A member may hold 4% of it."),
    ("The fee for a stand does not exceed CHF 90.", "The fee for a stand is CHF 90 or less."),
]
WRONG = [
    ("The hall seats a maximum of 320 guests.", "The hall seats more than 320 guests."),
    ("The hall can seat up to 320 guests.", "The hall can seat more than 320 guests."),
    ("The hall can seat no more than 320 guests.", "The hall can seat more than 320 guests."),
    ("The hall can seat no more than 320 guests.", "The hall can seat at least 320 guests."),
    ("At least three nurses are on duty.", "At most 3 nurses are on duty."),
    ("No fewer than three nurses are on duty.", "Fewer than 3 nurses are on duty."),
    ("Jurors must be no younger than 25.", "Jurors must be younger than 25."),
    ("A tenant may not keep more than two dogs.", "A tenant may keep at least two dogs."),
    ("A member may not hold more than 5% of it.", "A member may hold 6% of it."),
    ("The fee for a stand does not exceed CHF 90.", "The fee for a stand is CHF 90 or more."),
    (
        "The notice is not less than 90 days in writing.",
        "The notice in writing is no less than 108 days.",
    ),
]


@pytest.mark.parametrize(("evidence", "claim"), SAME)
def test_one_limit_in_two_wordings_is_supported_and_denied_by_no_judge(
    evidence: str, claim: str
) -> None:
    outcomes = [judge("", [evidence], [claim])[0].outcome for judge in JUDGES]
    assert outcomes[0] == "supported"
    assert "contradicted" not in outcomes


@pytest.mark.parametrize(("evidence", "claim"), WRONG)
def test_limits_from_opposite_sides_contradict_and_no_judge_supports(
    evidence: str, claim: str
) -> None:
    outcomes = [judge("", [evidence], [claim])[0].outcome for judge in JUDGES]
    assert outcomes[0] == "contradicted"
    assert "supported" not in outcomes


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("At least three nurses are on duty.", "Exactly 3 nurses are on duty."),
        ("The hall can seat up to 320 guests.", "The hall can seat at least 100 guests."),
    ],
)
def test_what_a_limit_leaves_open_stays_open(evidence: str, claim: str) -> None:
    [found] = judge_quantities("", [evidence], [claim])
    assert found.outcome == "open"


def test_no_longer_by_itself_still_denies() -> None:
    told = "The museum in Orvik no longer charges visitors for entry."
    [found] = judge_scope("", [told], ["The museum in Orvik charges visitors for entry."])
    assert found.outcome == "contradicted"
