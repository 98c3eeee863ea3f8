"""Records of "key: value" lines are read as the table that says the same."""

from __future__ import annotations

import pytest

from groundgraph.bench.meaning.edits import html_table, key_values
from groundgraph.text.documents.markup import plain_text
from groundgraph.text.structured import facts
from groundgraph.types import Span

TABLE = (
    "| Tent | Sleeps | Weight (kg) | Price |\n|---|---|---|---|\n"
    "| Fjordline 2 | 2 | 1.9 | €240 |\n| Fjordline 3 | 3 | 2.6 | €315 |\n| Dome | 5 | 7.4 | €390 |"
)


def read(text: str) -> str:
    found = plain_text(text)
    return text if found is None else found.text


def test_a_table_reads_alike_however_it_is_written() -> None:
    texts = [f"Tents\n{table}\n\nAll are in stock." for table in (TABLE, key_values(TABLE))]

    assert read(texts[0]) == read(texts[1])
    assert "Fjordline 3 — Price: €315\n" in read(texts[0])
    assert read(f"<p>Tents</p>{html_table(TABLE)}").split("\n\n")[1] in read(texts[1])


def test_records_alone_are_data_as_a_table_is() -> None:
    assert facts(read(key_values(TABLE))) == facts(TABLE)
    assert facts(TABLE) is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Fees\nDay: Monday\nFee: 4\nDay: Friday\nFee: 6",
         "Fees\n\nMonday — Fee: 4\nFriday — Fee: 6"),
        ("- Day: Monday\n- Fee: 4\n\n- Day: Friday\n- Fee: 6\n\nAsk us.",
         "Monday — Fee: 4\nFriday — Fee: 6\n\nAsk us."),
        ("Menu: spring\nDish: Soup\nPrice: 4\n\nDish: Tart\nPrice: 6",
         "Menu: spring\n\nSoup — Price: 4\nTart — Price: 6"),
        ("Rooms:\nRoom: Small\nBeds: 1\nBath: no\n\nRoom: Large\nBeds: 3",
         "Rooms:\n\nSmall — Beds: 1\nSmall — Bath: no\nLarge — Beds: 3"),
        ("Shop.\nItem: Pen\nNote: It writes. It lasts.\n\nItem: Ink\nNote: blue",
         "Shop.\n\nPen — Note: It writes. It lasts.\nInk — Note: blue"),
    ],
)  # fmt: skip
def test_records_are_lines_that_name_row_and_field(text: str, words: str) -> None:
    assert read(text).strip() == words


def test_a_table_is_a_paragraph_of_its_own() -> None:
    title = "Segment results of Orrin Paper plc, in million euros"
    table = "| Segment | Revenue 2022 |\n|---|---|\n| Packaging | 410 |\n| Tissue | 280 |"
    rows = "Packaging — Revenue 2022: 410\nTissue — Revenue 2022: 280\n"

    for written in (f"{table}\n", f"{key_values(table)}\n\n"):
        read_as = read(f"{title}\n{written}All is audited.")
        assert read_as == f"{title}\n\n{rows}\nAll is audited."
    assert read(f"{title}\n{rows}") == f"{title}\n{rows}"


@pytest.mark.parametrize(
    "text",
    [
        "Lena: Is the filter grey?\nQuirin: It is blue.\n\nLena: And the hose?\nQuirin: Grey.",
        "Name: Zorba\nStars: 4.5\nWiFi: no",
        "Name: Zorba\n\nName: Luna",
        "Note: we open at nine.\nNote: we shut at five.",
        "Day: Monday\nFee: 4\n\nHour: nine\nPlace: hall",
        "Day: Monday\nFee: 4\nand so on\nDay: Friday\nFee: 6",
        "Day: Monday\nFee: 4\nFee: 5\n\nDay: Friday\nFee: 6",
    ],
)
def test_what_is_no_list_of_like_records_stays_as_it_is(text: str) -> None:
    assert read(text) == text


def test_offsets_lead_back_to_the_value() -> None:
    text = f"Tents\n{key_values(TABLE)}\n\nAll are in stock."
    found = plain_text(text)

    assert found is not None
    start = found.text.index("Dome — Price: €390")
    place = found.original(Span(start, start + len("Dome — Price: €390")))
    assert place.of(text) == "€390"
    alone = plain_text(key_values(TABLE))
    assert alone is not None
    at = alone.text.index("€390")
    assert alone.original(Span(at, at + 4)).of(key_values(TABLE)) == "€390"
