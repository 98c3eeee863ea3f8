"""Calendars are read event by event."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.documents.markup import plain_text

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:1@home
DTSTART;TZID=Europe/Dublin:20250611T081500
DTEND;TZID=Europe/Dublin:20250611T084500
SUMMARY:Dentist
LOCATION:14 Mount Row\\, Dublin
STATUS:CONFIRMED
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20250106
SUMMARY:Book club
RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20251231T000000Z
DURATION:PT1H30M
ORGANIZER;CN=Ragna Vik:mailto:ragna@lofoten.example
ATTENDEE;CN=Ulf Berg;PARTSTAT=ACCEPTED:mailto:ulf@mere.example
ATTENDEE;CN="Nand, Ravi";PARTSTAT=NEEDS-ACTION:mailto:ravi@mere.example
DESCRIPTION:Bring the
  book.
END:VEVENT
END:VCALENDAR
"""


@pytest.mark.parametrize(
    "line",
    [
        "Dentist — start: 2025-06-11 08:15",
        "Dentist — location: 14 Mount Row, Dublin",
        "Dentist — status: confirmed",
        "Book club — start: 2025-01-06",
        "Book club — repeats: every 2 weeks on Tuesday and Thursday until 2025-12-31",
        "Book club — duration: 1 hour 30 minutes",
        "Book club — organizer: Ragna Vik",
        "Book club — attendee Ulf Berg: accepted",
        "Book club — attendee Nand, Ravi: no reply yet",
        "Book club — description: Bring the book.",
    ],
)
def test_an_event_is_told_in_lines(line: str) -> None:
    read = plain_text(CALENDAR)

    assert read is not None
    assert line in read.text.split("\n")


def test_what_is_kept_for_programs_is_left_out() -> None:
    read = plain_text(CALENDAR)

    assert read is not None
    assert "UID" not in read.text
    assert "mailto" not in read.text


def test_a_place_leads_back_to_the_calendar() -> None:
    read = plain_text(CALENDAR)

    assert read is not None
    at = read.text.index("Mount Row")
    span = read.original((at, at + 9))  # type: ignore[arg-type]
    assert "Mount Row" in CALENDAR[slice(*span)]


def test_an_event_without_a_title_or_an_end_is_none() -> None:
    for text in ("BEGIN:VEVENT\nDTSTART:20250106\nEND:VEVENT\n", "BEGIN:VEVENT\nSUMMARY:Bank\n"):
        read = plain_text(text)
        assert read is None or " — " not in read.text


def test_the_place_of_another_event_is_wrong() -> None:
    two = CALENDAR.replace("RRULE", "LOCATION:41 Mill Street\nRRULE")

    wrong = check(passages=[two], answer="The book club meets at 14 Mount Row.")

    assert wrong.label == "hallucinated"
