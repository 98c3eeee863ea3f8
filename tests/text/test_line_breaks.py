"""Prose in narrow lines is read as running text; what has lines of its own keeps them."""

from __future__ import annotations

import pytest

from groundgraph.bench.meaning.edits import hyphenated
from groundgraph.text.documents.line_breaks import running_text
from groundgraph.text.documents.markup import plain_text
from groundgraph.types import Span

PROSE = (
    "The regional administration of Norrsund announced yesterday that Haussmann Shipping, whose "
    "well-known ferries connect the archipelago, has cancelled 40 of its 60 departures. "
    "Passengers are being accommodated elsewhere, according to Director Lindqvist. The company "
    "blames the deckhands' disagreement over compensation on 2 May 2023."
)


def read(text: str) -> str:
    found = running_text(text)
    return text if found is None else found.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("An inter-\nnational fair.", "An international fair."),
        ("An inter-\r\n  national fair.", "An international fair."),
        ("An inter\N{HYPHEN}\nnational fair.", "An international fair."),
        ("An inter\N{SOFT HYPHEN}\nnational and in\N{SOFT HYPHEN}door fair.",
         "An international and indoor fair."),
        ("It is a well-\nknown fair.", "It is a well-known fair."),
        ("It is a long-\nterm loan.", "It is a long-term loan."),
        ("The city-\nstate pays.", "The city-state pays."),
        ("A re-\nport in the high-\nway.", "A report in the highway."),
        ("The ship of Norr-\nsund sank.", "The ship of Norrsund sank."),
        ("The hall of Stone-\nfield burnt.", "The hall of Stonefield burnt."),
        ("The Alsace-\nLorraine line.", "The Alsace-Lorraine line."),
        ("From 2019-\n2020 it stood.", "From 2019-2020 it stood."),
        ("A vitamin B-\n12 pill.", "A vitamin B-12 pill."),
        ("The co-op opens. Our co-\nop shuts.", "The co-op opens. Our co-op shuts."),
        ("The drugname zolamine helps; zol-\namine heals.",
         "The drugname zolamine helps; zolamine heals."),
    ],
)  # fmt: skip
def test_a_word_broken_at_the_end_of_a_line_is_joined_and_a_compound_is_not(
    text: str, words: str
) -> None:
    assert read(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "Fees:\nAdults 4\nChildren 2",
        "Opening hours\nThe hall opens at nine on all days of the week.",
        "- one fee for adults who come before noon\n- another fee for those who come later",
        "| Day | Fee |\n|---|---|\n| Monday | 4 |",
        "name;where it is;seats, inside and out\nzorba;in the old harbour;120\nluna;on the hill;80",
        "Name: Zorba\nStars: 4.5",
        "The fee is 4.\n\nit is due on Monday.",
        "one line",
        "",
    ],
)
def test_lines_that_their_writer_ended_stay(text: str) -> None:
    assert running_text(text) is None


def test_narrow_prose_reads_as_it_did_before_it_was_set() -> None:
    narrow = hyphenated(PROSE)

    assert "disag-\nreement" in narrow
    assert read(narrow) == PROSE


def test_a_name_at_the_head_of_a_line_begins_no_sentence() -> None:
    text = (
        "The birds that were counted in the spring on the shores of\nLake Tessa were fewer than "
        "those of the year before on\nLake Orrin, where nobody had counted any."
    )

    assert read(text) == text.replace("\n", " ")


def test_a_line_that_ends_with_a_small_word_goes_on() -> None:
    text = "She is chief officer with effect from\n1 March 2024. It failed on\nPostgres 12."

    assert read(text) == text.replace("\n", " ")


def test_offsets_lead_back_to_the_broken_word() -> None:
    text = "# Fairs\nAn **inter-\nnational** fair opens, and inter-\nnational guests\ncome."
    found = plain_text(text)

    assert found is not None
    start = found.text.index("international guests come")
    assert found.original(Span(start, start + 25)).of(text) == "inter-\nnational guests\ncome"


def test_lines_within_elements_of_a_page_are_joined() -> None:
    found = plain_text("<p>Our inter&shy;national fair,\nwhich opens on\nMonday.</p>")

    assert found is not None
    assert found.text == "Our international fair, which opens on Monday."
