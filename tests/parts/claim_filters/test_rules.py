from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.parts.claim_filters.rules import FactualRules

FACTS = (
    "The Danube flows into the Black Sea.",
    "Yes.",
    "No, it opened in 1932.",
    "42",
    "- Zorba has free WiFi",
    "1. It opens at 9.",
    "“It is red,” he said.",
    "I am sorry to say it, but the tower fell in 1911.",
    "I think that the tower is 330 metres high.",
    "According to the passage, the tower is 330 metres high and stands in Paris, on the left bank.",
    "Cheers is a bar in Boston.",
    "Hi was a daily paper in Oslo.",
    "Here the river turns to the south.",
    "The answer is 42.",
    "東京は日本の首都です。",
)
NOTHING = (
    "Sure!",
    "Certainly, happy to help!",
    "Hello there.",
    "What does the passage say?",
    'He asked: "Why?"',
    "I hope this helps!",
    "Let me know if you have any questions.",
    "If you need more, ask me.",
    "I'm sorry, I can't say.",
    "I do not know.",
    "I cannot answer this question.",
    "Unable to answer based on given passages.",
    "Based on the provided passages:",
    "Here is a summary of the article:",
    "Here's what I found...",
    "In summary,",
    "The answer:",
    "The following are the steps:",
    "The passages do not mention the price.",
    "There is no information about the price.",
    "- Sure, here you go!",
)
MARKS = ("", " ", "...", "- * -", "🙂", "\x00", "\u200b", "_", "\ud800")


@pytest.mark.parametrize("text", FACTS)
def test_a_statement_states_a_fact(text: str) -> None:
    assert FactualRules().factual([text]).tolist() == [True]


@pytest.mark.parametrize("text", [*NOTHING, *(f"  {text}\n" for text in NOTHING)])
def test_talk_around_the_answer_does_not(text: str) -> None:
    assert FactualRules().factual([text]).tolist() == [False]


@pytest.mark.parametrize("text", MARKS)
def test_bare_marks_state_nothing(text: str) -> None:
    assert FactualRules().factual([text]).tolist() == [False]


def test_upper_case_is_no_matter() -> None:
    assert not FactualRules().factual([text.upper() for text in NOTHING]).any()


@pytest.mark.parametrize(
    "text",
    [
        "Here is " + "!" * 50_000 + "a.b",
        "Here is " + "a" * 50_000 + ".b",
        "1. " * 20_000 + "x",
        "sure " + "." * 50_000 + "x",
        "I am sorry " + "x " * 50_000,
        "based on the " + "provided " * 20_000,
        "The answer " + "a " * 50_000,
    ],
    ids=lambda text: text[:12],
)
def test_a_text_of_any_length_is_judged_in_time(text: str) -> None:
    """A pattern that backtracks over all pairs of places would take minutes."""
    assert len(FactualRules().factual([text])) == 1


@settings(deadline=None)
@given(st.lists(st.text(max_size=40), max_size=5))
def test_each_text_is_judged_for_itself(texts: list[str]) -> None:
    together = FactualRules().factual(texts)

    assert together.tolist() == [bool(FactualRules().factual([text])[0]) for text in texts]
