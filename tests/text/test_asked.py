from __future__ import annotations

import pytest

from groundgraph import Turn
from groundgraph.text.asked.conversations import asked


@pytest.mark.parametrize(
    ("before", "reply", "last", "read"),
    [
        (
            "Who painted The Old Pier?", "Lena Holm.",
            "When was she born?", "When was Lena Holm born?",
        ),
        (
            "Who painted The Old Pier?", "The Old Pier was painted by Lena Holm.",
            "When was she born?", "When was Lena Holm born?",
        ),
        (
            "Who painted The Old Pier?", "Lena Holm.",
            "When was it sold?", "When was The Old Pier sold?",
        ),
        ("Who wrote Dune?", "Frank Herbert", "When was he born?", "When was Frank Herbert born?"),
        (
            "Who is the author of Dune?", "Frank Herbert.",
            "When did he die?", "When did Frank Herbert die?",
        ),
        ("Who did Anna Berg marry?", "Tom Hall.", "Is she alive?", "Is Anna Berg alive?"),
        ("Who is Lena Holm?", "A painter.", "Is she alive?", "Is Lena Holm alive?"),
        ("Who founded Orvo?", "I don't know.", "When was he born?", "When was he born?"),
    ],
)  # fmt: skip
def test_a_pronoun_of_a_person_stands_for_the_person_that_was_named(
    before: str, reply: str, last: str, read: str
) -> None:
    turns = (Turn("user", before), Turn("assistant", reply), Turn("user", last))

    assert asked(turns) == read


@pytest.mark.parametrize(
    ("before", "last", "read"),
    [
        ("What does tariff K cost?", "Does it cover roaming?", "Does tariff K cover roaming?"),
        ("What does the deluxe package offer?", "What is its price?",
         "What is the deluxe package's price?"),
        ("What are the perks of Card X?", "How much is it?", "How much is Card X?"),
        ("How much do passes cost?", "Is it cheaper for pupils?", "Is it cheaper for pupils?"),
        ("How much do passes cost?", "Where can I buy them?", "Where can I buy passes?"),
        ("How do I restart the modem?", "Does it beep?", "Does the modem beep?"),
        ("When does the ferry leave?", "How long does it take?", "How long does the ferry take?"),
    ],
)  # fmt: skip
def test_it_stands_for_the_one_thing_that_was_asked_of(before: str, last: str, read: str) -> None:
    turns = (Turn("user", before), Turn("assistant", "20 euros."), Turn("user", last))

    assert asked(turns) == read


@pytest.mark.parametrize(
    ("reply", "read"),
    [
        ("Yes, we sell the Brio kettle.", "the Brio kettle"),
        ("No, but we have the Brio.", "the Brio"),
        ("Hello Tim! The Brio kettle is in stock.", "the Brio kettle"),
        ("Of course, the Brio kettle is in stock.", "the Brio kettle"),
        ("Great question! The Brio is in stock.", "the Brio"),
        ("Absolutely. The Brio kettle.", "the Brio kettle"),
        ("Thanks for reaching out, Tim! The Brio kettle is in stock.", "the Brio kettle"),
        ("Yes.", "it"),
        ("No", "it"),
    ],
)
def test_it_stands_for_no_word_that_a_reply_opens_with(reply: str, read: str) -> None:
    turns = (
        Turn("user", "Do you sell kettles?"),
        Turn("assistant", reply),
        Turn("user", "How much is it?"),
    )

    assert asked(turns) == f"How much is {read}?"
