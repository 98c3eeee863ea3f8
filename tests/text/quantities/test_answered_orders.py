"""Orders that a question asks for and an answer gives in a word: "After it", "No, …"."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities


def score(question: str, told: str, claim: str) -> float:
    [judged] = judge_quantities(question, told.split("\n\n"), [claim])
    return judged.score


AUDIT = "The audit took place in March 2019. The contract with Lund was signed in June 2019."
STRIKE = "The strike began on 4 May. On 11 May the council held its vote."
BEANS = "Boil the beans for an hour. Salt them only then, and serve at once."
SERVICE = "Plan: (1) Drain the oil. (2) Change the filter. (3) Fill in new oil. (4) Reset it."
MUSEUM = "The bridge was built in 1932. The museum opened in 1951."
SMOKE = "21:10 guests leave. 21:40 smoke is seen. 21:45 the alarm is raised."
KEY = "Pay the rent at the desk. After that the key is handed out."


@pytest.mark.parametrize(
    ("question", "told", "right", "wrong"),
    [
        ("Was the contract signed before or after the audit?", AUDIT, "After it.", "Before it."),
        ("Did the vote come earlier or later than the strike?", STRIKE, "Later.", "Earlier."),
        (
            "Should I salt the beans before or after boiling them?",
            BEANS,
            "After that, as they are served.",
            "Before that, as they soak.",
        ),
        (
            "Do I reset it before or after changing the filter?",
            SERVICE,
            "After: it comes at the end.",
            "Before: it comes at the start.",
        ),
        (
            "Did the museum open before the bridge was built?",
            MUSEUM,
            "No, it came two decades later.",
            "Yes, it came two decades earlier.",
        ),
        (
            "Was the alarm raised before the guests had left?",
            SMOKE,
            "No, the house was empty by then.",
            "Yes, the house was full at that time.",
        ),
        (
            "Do I have to pay before I get the key?",
            KEY,
            "Yes, it works in that order.",
            "No, it works the other way round.",
        ),
    ],
)
def test_a_word_answers_for_an_order(question: str, told: str, right: str, wrong: str) -> None:
    assert score(question, told, right) < 0.5 < score(question, told, wrong)


@pytest.mark.parametrize(
    ("question", "told", "claim"),
    [
        ("Who signed the contract?", AUDIT, "After it."),
        ("Was the contract signed before or after the flood?", AUDIT, "After it."),
        ("Does the museum open on Mondays?", MUSEUM, "No, it does not."),
        ("Was the house sold before the bridge was built?", MUSEUM, "Yes, it was."),
    ],
)
def test_other_questions_are_answered_by_no_order(question: str, told: str, claim: str) -> None:
    assert score(question, told, claim) == 0.5


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            "Weir scored in the first half. Lund was sent off later on.",
            "No, Weir scored before Lund was sent off.",
            "No, Lund was sent off before Weir scored.",
        ),
        (
            "Kim paid the fee. Her place was confirmed a week after that.",
            "The fee was paid, and the place was confirmed later on.",
            "The place was confirmed, and the fee was paid later on.",
        ),
        (
            "Barl station opened in 1899, Mirren in 1912 and Tolk in 1887.",
            "Tolk came first, then Barl, and Mirren was last.",
            "Barl came first, then Mirren, and Tolk was last.",
        ),
        (
            "Chop the leeks. Fry the bacon, add the leeks, pour in stock. Blend it last of all.",
            "First fry the bacon, then add the leeks, and blend it at the end.",
            "First add the leeks, then fry the bacon, and blend it at the end.",
        ),
        (
            "The lease was signed in May. The car was sold in June. The shop opened in July.",
            "The lease was signed first; the shop opened two months later.",
            "The shop opened first; the lease was signed two months later.",
        ),
    ],
)
def test_one_wrong_order_counts(told: str, right: str, wrong: str) -> None:
    assert score("", told, right) < 0.5 < score("", told, wrong)
