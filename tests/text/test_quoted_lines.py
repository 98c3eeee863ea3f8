"""Lines that a mail quotes are read without their marks."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.documents.markup import plain_text
from groundgraph.types import Span

MAIL = "Fine with me.\n\n> We meet at 10:00 in the Bern\n> office, and lunch is at noon.\n\nBo"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            MAIL,
            "Fine with me.\n\nWe meet at 10:00 in the Bern office, and lunch is at noon.\n\nBo",
        ),
        ("> > Shall we meet?\n> At ten.\nFine.", "Shall we meet?\n\nAt ten.\n\nFine."),
        (">The fee is 3 euros.\n>10 people come.", "The fee is 3 euros.\n10 people come."),
        ("> - Seats: 10\n> - Rooms: 3", "- Seats: 10\n- Rooms: 3"),
    ],
)
def test_quoted_lines_are_paragraphs_of_their_own(text: str, read: str) -> None:
    words = plain_text(text)

    assert words is not None
    assert words.text == read


@pytest.mark.parametrize(
    "text",
    [
        "Fees:\n> 5 kg: 3 euros\n> 9 kg: 4 euros",
        "To collect\n> bring the code\n> bring photo ID",
    ],
)
def test_bounds_and_items_keep_their_signs(text: str) -> None:
    assert plain_text(text) is None


def test_bounds_that_open_no_line_are_words() -> None:
    words = plain_text("It is > 5.\n>= 9 bar")

    assert words is not None
    assert words.text == "It is more than 5.\nat least 9 bar"


def test_quoted_lines_are_cited_as_words_at_their_place() -> None:
    found = check(question="", passages=[MAIL], answer="Lunch is at noon.")

    [evidence] = found.findings[0].evidence
    assert evidence.text == "We meet at 10:00 in the Bern office, and lunch is at noon."
    assert evidence.span is not None
    assert Span(*evidence.span).of(MAIL) == MAIL[17:-4]
