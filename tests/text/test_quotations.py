from __future__ import annotations

import pytest

from groundgraph.text.quotations import quotations, unheld

PASSAGE = "The mayor said: “It was a very long day for all of us, but nobody was hurt.”"


@pytest.mark.parametrize(
    "claim",
    [
        'She said, "It was a very long day."',
        'She called it "a very long day for all of us".',
        "She said “it was a   very long day…nobody was hurt”.",
        'She said "[this] was a very long day".',
        'She spoke of "the very long day".',
        'She spoke of a "short day".',
        "She spoke of a very short day.",
    ],
)
def test_a_quotation_is_held_word_for_word(claim: str) -> None:
    assert unheld(claim, [PASSAGE, "Other words."]) == []


def test_a_changed_quotation_is_beside_what_stands_there() -> None:
    claim = 'She said "it was a very good day for all of us".'

    (found,) = unheld(claim, ["Other words.", PASSAGE])

    assert found.kind == "changed"
    assert found.span.of(claim) == "it was a very good day for all of us"
    assert found.instead == "It was a very long day for all of us"


def test_a_changed_last_word_is_told_and_nothing_behind_the_quotation() -> None:
    passage = 'He called it "a gift to speculators". To residents it was none.'

    (found,) = unheld('He called it "a gift to residents".', [passage])
    (shorter,) = unheld('He called it "a gift to speculators and banks".', [passage])

    assert found.instead == "gift to speculators"
    assert shorter.instead == "gift to speculators"


def test_an_invented_quotation_is_like_nothing() -> None:
    claim = 'She said "we shall rebuild the bridge by spring".'

    (found,) = unheld(claim, [PASSAGE])

    assert (found.kind, found.instead) == ("invented", "")
    assert unheld(claim, []) == [found]


@pytest.mark.parametrize(
    "text", ['It is 5\'10" tall and 6" wide.', 'An unclosed "quotation of some words', '""', ""]
)
def test_inches_and_unclosed_marks_quote_nothing(text: str) -> None:
    assert quotations(text) == []
