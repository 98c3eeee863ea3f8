"""Calendars in iCalendar's format (RFC 5545), read as lines "event — field: value"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.documents.plain_text import PlainText, PlainWriter
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_EVENT = re.compile(
    r"^BEGIN:(?P<kind>VEVENT|VTODO)[ \t]*\r?\n"
    r"(?P<body>(?:(?!END:|BEGIN:VEVENT|BEGIN:VTODO)[^\n]*\n)*)"
    r"END:(?:VEVENT|VTODO)[ \t]*$",
    re.MULTILINE,
)
_FIELD = re.compile(
    r"^(?P<name>[A-Z-]{2,30})(?P<given>;(?:[^:\n\"]|\"[^\"\n]*\")*)?:", re.MULTILINE
)
_FIELD_END = re.compile(r"\r?\n(?![ \t])|\Z")
_FOLD, _BREAK = re.compile(r"\r?\n[ \t]"), re.compile(r"\\[nN]")
_ESCAPED = re.compile(r"\\([,;\\])")
_CN = re.compile(r";CN=\"?(?P<name>[^;:\"\n]+)")
_STATE = re.compile(r";PARTSTAT=(?P<state>[A-Z-]+)")
_TIME = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?)?Z?")
_LASTING = re.compile(r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?")
_UNITS = ("week", "day", "hour", "minute")
_NAMES = {
    "DTSTART": "start", "DTEND": "end", "LOCATION": "location", "STATUS": "status", "DUE": "due",
    "DESCRIPTION": "description", "DURATION": "duration", "RRULE": "repeats",
    "ORGANIZER": "organizer", "ATTENDEE": "attendee", "COMPLETED": "completed",
    "PRIORITY": "priority", "CATEGORIES": "categories", "URL": "url",
}  # fmt: skip
"""What is read of an event; the rest is kept for programs."""
_DAYS = dict(
    zip(
        "MO TU WE TH FR SA SU".split(),
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
        strict=True,
    )
)
_RHYTHMS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}
_NOT_YET = {"NEEDS-ACTION": "no reply yet"}


class _Field(NamedTuple):
    """A property of an event: its name, its parameters, and where its value stands."""

    name: str
    given: str
    value: Span


def calendar_text(text: str) -> PlainText | None:
    r"""Read the events of a calendar as lines, what stands between them left out; else ``None``.

    >>> event = "BEGIN:VEVENT\nSUMMARY:Choir\nDTSTART:20250904T183000Z\nEND:VEVENT\n"
    >>> print(calendar_text(event).text)
    Choir — start: 2025-09-04 18:30
    """
    if "BEGIN:V" not in text:
        return None
    out = PlainWriter(text)
    for event in _EVENT.finditer(text):
        fields = [*_fields(text, event)]
        title = next((field for field in fields if field.name == "SUMMARY"), None)
        if title is not None:
            _write(out, text, title, fields)
    return out.collected() if out.last else None


def _fields(text: str, event: re.Match[str]) -> Iterator[_Field]:
    stop = event.end("body")
    for match in _FIELD.finditer(text, event.start("body"), stop):
        end = _FIELD_END.search(text, match.end(), stop)
        yield _Field(
            match["name"], match["given"] or "", Span(match.end(), end.start() if end else stop)
        )


def _write(out: PlainWriter, text: str, title: _Field, fields: list[_Field]) -> None:
    for field in fields:
        name = _NAMES.get(field.name)
        value = field.value.of(text)
        if name is None or not value.strip():
            continue
        place = title.value
        if out.last:
            out.put("\n", place.start, place.start)
        out.keep(*place)
        name, value = _read(name, field, value)
        out.put(f" — {name}: ", field.value.start, field.value.start)
        if value:
            out.put(value, *field.value)
        else:
            out.keep(*field.value)


def _read(name: str, field: _Field, value: str) -> tuple[str, str]:
    """Return what a property is called, and its value in words; "" where that is as written."""
    called, state = _CN.search(field.given), _STATE.search(field.given)
    if name == "organizer":
        return name, called["name"] if called else ""
    if name == "attendee":
        said = state["state"] if state else ""
        who = called["name"] if called else value
        return f"attendee {who}", _NOT_YET.get(said, said.lower().replace("-", " ")) or "invited"
    if name == "repeats":
        return name, _rhythm(value)
    if name == "duration":
        return name, _lasting(value)
    moment = _TIME.fullmatch(value.strip())
    if moment:
        year, month, day, hour, minute, _ = moment.groups()
        return name, f"{year}-{month}-{day}" + (f" {hour}:{minute}" if hour else "")
    words = _ESCAPED.sub(r"\1", _BREAK.sub(" ", _FOLD.sub("", value)))
    return name, words.lower() if name == "status" else words if words != value else ""


def _rhythm(rule: str) -> str:
    """Return how often something repeats: "every 2 weeks on Tuesday"."""
    parts = dict(part.partition("=")[::2] for part in rule.strip().split(";"))
    step, many = _RHYTHMS.get(parts.get("FREQ", "")), parts.get("INTERVAL", "1")
    if step is None:
        return ""
    said = f"every {step}" if many == "1" else f"every {many} {step}s"
    days = [_DAYS[day] for day in parts.get("BYDAY", "").split(",") if day in _DAYS]
    said += f" on {' and '.join(days)}" if days else ""
    until = _TIME.match(parts.get("UNTIL", ""))
    said += f" until {until[1]}-{until[2]}-{until[3]}" if until else ""
    return f"{said}, {parts['COUNT']} times" if "COUNT" in parts else said


def _lasting(value: str) -> str:
    """Return how long something lasts: "1 hour 30 minutes"."""
    found = _LASTING.fullmatch(value.strip())
    told = zip(found.groups(), _UNITS, strict=True) if found else ()
    return " ".join(f"{n} {unit}{'s' * (n != '1')}" for n, unit in told if n)
