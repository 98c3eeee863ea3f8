"""Who says what: words that a claim gives to one speaker and the evidence to another."""

from __future__ import annotations

import pytest

from groundgraph.text.statements import judge_statements
from groundgraph.text.statements.evidence import evidence_of

FIRE = (
    "“The doors held back the smoke,” captain Ana Lopez said on Monday. The cook, Imre Sandor, "
    "told reporters: “We lost the pantry. We'll cook outdoors until spring.” Nobody was hurt."
)


def outcome(claim: str, passage: str = FIRE, question: str = "") -> str:
    [found] = judge_statements(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    "claim",
    [
        "Ana Lopez said that they had lost the pantry.",
        "According to the captain, they will cook outdoors until spring.",
        "In Sandor's view, the doors held back the smoke.",
    ],
)
def test_words_of_another_speaker_contradict(claim: str) -> None:
    assert outcome(claim) == "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "Imre Sandor said that they had lost the pantry.",
        "According to the cook, they will cook outdoors until spring.",
        "In the captain's view, the doors held back the smoke.",
        "Nobody was hurt.",
    ],
)
def test_words_of_the_same_speaker_do_not(claim: str) -> None:
    assert outcome(claim) != "contradicted"


def test_she_is_whom_the_question_names() -> None:
    question = "What did the captain say?"

    wrong, right = "She said that they had lost the pantry.", "She said that the doors had held."
    assert outcome(wrong, question=question) == "contradicted"
    assert outcome(right, question=question) != "contradicted"


def test_a_quotation_goes_on_over_sentences() -> None:
    every = evidence_of((FIRE,)).utterances

    assert [("outdoor" in u.content, u.speaker.names) for u in every][-1] == (
        True,
        frozenset({"imr", "sandor"}),
    )


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("Ana Lopez said that the mill was old. Ben Ruiz agreed, and added that the dam leaked.",
         "Ben Ruiz said that the mill was old."),
        ("Kord Foods said that sales rose. Its chairman Ben Ruiz said that two mills would open.",
         "Kord Foods said that two mills would open."),
    ],
)  # fmt: skip
def test_who_agrees_or_speaks_for_another_may_say_so(passage: str, claim: str) -> None:
    assert outcome(claim, passage) != "contradicted"


CHAT = "[09:02] Ines: I'll water the seedlings.\n[09:05] Karl Voss: Then I'll repair the pump."


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        ("Ines will water the seedlings.", CHAT, "supported"),
        ("Karl Voss will repair the pump.", CHAT, "supported"),
        ("Ines will repair the pump.", CHAT, "contradicted"),
        ("Karl will go.", "Karl: My boss said “I will go”.", "open"),
    ],
)
def test_who_speaks_in_a_line_of_a_conversation_is_meant_by_i(
    claim: str, passage: str, expected: str
) -> None:
    assert outcome(claim, passage) == expected
