"""Opening hours by weekday: what claims tell of them, and whether data says otherwise.

Two judge by it: `groundgraph.methods.fused.blocks.facts` measures claims beside the hours of a
record, for trees; `groundgraph.text.quantities.cases.schedules` decides, beside hours of any kind.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import DAY_NAMES, WEEKDAYS
from groundgraph.text.openings import (
    MINUTES,
    TELLS_HALF,
    TIME,
    TO,
    UNTOLD,
    agree,
    openings_of,
    readings,
)
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.openings import Openings
    from groundgraph.text.structured import Fact

_NUMBER = WEEKDAYS | {day[:4]: number for number, day in enumerate(DAY_NAMES)}
_NAME = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\b\.?"
_ITEM = re.compile(
    rf"(?P<shut>\b{_NAME}(?:(?:,? and|,| to)\s+{_NAME}){{0,6}}[\s,]+"  # a week has seven days
    r"(?:when |it |they |the \w+ ){0,4}(?:is|are|remains?)\s+(?:closed|shut)\b)"
    rf"|(?P<range>\b{_NAME}{TO.replace('|and', '')}{_NAME})"
    rf"|(?P<day>\b{_NAME})"
    r"|(?P<weekdays>\bweek-?days\b)|(?P<weekend>\bweekends?\b)"
    r"|(?P<daily>\bdaily\b|\bevery ?day\b|\b(?:seven|7) days (?:a|per) week\b|\ball week\b"
    r"|\beach day\b|\ball (?:seven|7) days\b)"
    rf"|(?P<times>\b{TIME}{TO}{TIME})"
    r"|(?P<always>\b24 hours\b|\b24/7\b|\baround the clock\b)"
    rf"|(?P<time>\b\d{{1,2}}(?:{MINUTES}?\s*[ap]\.?m\b\.?|:\d{{1,2}})"
    r"|(?<=\bat )\d{1,2}\.[0-5]\d\b(?!\.\d)|\b(?:noon|midnight)\b)"
    r"|(?P<closed>\bclosed\b|\bshut\b(?!\sat\s)|\bexcept\w*\b"
    r"|\bbut\snot\b|(?:\b(?:not|never)|n['’]t)\s(?:be\s)?open\b)"
    r"|(?P<open>\bopen(?:s|ed|ing)?\b|\boperat\w+|\bhours\b|\buntil\b|\b(?:closes|shuts)\b"
    r"|\b(?:close|shut)(?=\sat\s))",
    re.IGNORECASE,
)
_SHUT_DAY = re.compile(
    rf"\b{_NAME}(?:\s?(?:\(|:|[-–—])\s?(?:closed|shut)\b| (?:closed|shut)(?= ?(?:[,.;)\n]|\Z)))",
    re.IGNORECASE,
)
_SHUT_AT = re.compile(
    r"(?:(?:\b(?:not|never)|n['’]t)\s(?:be\s)?open\b[^,.;\d]{0,40}|\b(?:closed|shut)\s(?:from|between)\s)"
    r"(?:\d|noon\b|midnight\b)",
    re.IGNORECASE,
)
"""Times at which something is not open, which are none of its hours."""
_LOOSE = re.compile(
    r"\bdepending on\b|\beither\b|\brang(?:es?|ing)\b|\bvar(?:y|ies|ying)\b|\bdifferent\b"
    r"|\b(?:around|about) (?:\d|noon|midnight)"
    r"|(?:\d|\b[ap]\.?m\.?|midnight|noon) or (?:\d|midnight|noon)",
    re.IGNORECASE,
)
"""Words by which the times told are not those of each day."""
_MOSTLY = re.compile(
    r"\b(?:mostly|usually|typically|generally|often|sometimes|some days"
    r"|most (?:of|days|evenings|nights|week-?days|weekends))\b",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"(?:\b(?:from|between|opens?|opened|hours?(?: of operation)?(?: are| is)?|{_NAME}|daily"
    r"|week-?days|weekends?|every ?day)[:,(]?|[–—-])\s?\Z",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    r"[\s-]{0,3}(?:%|percent\b|per cent\b|min(?:ute)?s?\b|stars?\b|people\b|guests\b|years?\b"
    r"|dollars?\b|miles?\b|items?\b|times\b|out of\b)",
    re.IGNORECASE,
)
_BEFORE = 30
# Every statement holds one of these, in lower case, or two times; most claims hold none.
_HINTS = ("open", "clos", "shut", "operat", "hours", "until", "except")
_TIME_HINT = re.compile(r"\d+|noon|midnight")
_DAY_HINT = re.compile(r"day|dail|week|\b(?:mon|tue|wed|thu|fri|sat|sun)")
"""What a text that names days holds, in lower case."""
_OF_DAYS = re.compile(rf"\s(?:on |every )?(?:{_NAME}|weekdays\b|weekends\b)", re.IGNORECASE)
_BETWEEN_DAYS = re.compile(r"[\s,;:/&.]|\band\b", re.IGNORECASE)
_WITH_A_BREAK = frozenset({"and", ",", "&", "/", "+", ", and", "and again", "and from", ";"})
_PARTING = frozenset({",", ";", "|", "/", "\n"})
"""What parts hours from the next days: "9-12 and 14-18, Sat 9-13"."""
_EVERY = frozenset(range(7))
_LONGEST_DAYS = 80
_DAY_KINDS = frozenset({"range", "day", "weekdays", "weekend", "daily"})


class Hours(NamedTuple):
    """When something is open.

    Attributes:
        opens: Weekday, 0 for Monday, to its openings; a day that is not there is closed.
        facts: Weekday to the fact that says so.
    """

    opens: dict[int, Openings]
    facts: dict[int, Fact]


class HoursStatement(NamedTuple):
    """What a claim says of some days.

    Attributes:
        span: Where: its times, else all of the text.
        days: Weekdays; all seven where none is named.
        named: Whether days are named.
        times: Readings of the times, none, one or two, in minutes after midnight.
        closed: Whether it says closed.
    """

    span: Span
    days: frozenset[int]
    named: bool
    times: tuple[frozenset[int], ...]
    closed: bool


def schedule(facts: Sequence[Fact]) -> Hours:
    """Collect the hours of the days among some facts."""
    opens: dict[int, Openings] = {}
    cited: dict[int, Fact] = {}
    for fact, _ in groupby(facts):  # each sentence of a long fact brings the fact along
        day = _NUMBER.get(fact.path[-1].lower()) if fact.path else None
        if day is None or not isinstance(fact.value, str):
            continue
        cited[day] = fact
        openings = openings_of(fact.value)
        if openings is None:
            opens.setdefault(day, UNTOLD)
        elif openings:
            opens[day] = openings
    return Hours(opens, cited)


def days_in(text: str) -> tuple[frozenset[int], Span]:
    """Return the weekdays that a text names, 0 for Monday, and where the first of them stand.

    >>> days, first = days_in("From Monday to Wednesday, and on Saturdays")
    >>> sorted(days), first
    ([0, 1, 2, 5], Span(start=5, end=24))
    """
    if _DAY_HINT.search(text.lower()) is None:
        return frozenset(), Span(0, 0)
    items = [item for item in _ITEM.finditer(text) if item.lastgroup in _DAY_KINDS]
    named = items[0][0].rstrip(".") if items else ""
    start = items[0].start() if items else 0
    return frozenset[int]().union(*map(_days, items)), Span(start, start + len(named))


@lru_cache(maxsize=4096)
def days_of(name: str) -> frozenset[int]:
    """Return the weekdays that a name tells and nothing else, as "Mon-Fri" does, 0 for Monday.

    >>> sorted(days_of("Sat & Sun")), sorted(days_of("Sunday roast"))
    ([5, 6], [])
    """
    if len(name) > _LONGEST_DAYS:
        return frozenset()
    items = [item for item in _ITEM.finditer(name) if item.lastgroup in _DAY_KINDS]
    rest = name
    for item in reversed(items):
        rest = rest[: item.start()] + rest[item.end() :]
    if not items or _BETWEEN_DAYS.sub("", rest):
        return frozenset()
    return frozenset[int]().union(*map(_days, items))


def statements(claim: str, *, apart: bool = True) -> list[HoursStatement]:
    """Return what a claim says about opening days and times, in order.

    Args:
        claim: The claim.
        apart: Whether a statement leaves out the days of which another tells more.
    """
    if not _may_tell_hours(claim.lower()) or _SHUT_AT.search(claim):
        return []
    items = [item for item in _ITEM.finditer(claim) if _is_of_hours(claim, item)]
    kinds = {item.lastgroup for item in items}
    if ("shut" not in kinds and not kinds & {"open", "closed", "times"}) or not kinds - {
        "open",
        "closed",
    }:
        return []
    said = [_by_its_days(one, claim) for one in _statements(claim, items)]
    return [_without_exceptions(one, said) if apart else one for one in said]


def _may_tell_hours(lower: str) -> bool:
    return any(hint in lower for hint in _HINTS) or len(_TIME_HINT.findall(lower)) > 1


def _is_of_hours(claim: str, item: re.Match[str]) -> bool:
    """Say whether an item tells times of opening: "15-20 minutes" and a name "7-11" do not."""
    if item.lastgroup != "times" or TELLS_HALF.search(item[0]):
        return True
    if _OF_OTHERS.match(claim, item.end()):
        return False
    if _OF_DAYS.match(claim, item.end()):
        return True
    return _TOLD.search(claim[max(0, item.start() - _BEFORE) : item.start()]) is not None


def _by_its_days(said: HoursStatement, claim: str) -> HoursStatement:
    """Return a statement without the days and times that the claim does not tell of each."""
    if _MOSTLY.search(claim):
        return said._replace(days=_EVERY, named=False, times=())
    return said._replace(times=()) if said.times and _LOOSE.search(claim) else said


def _without_exceptions(said: HoursStatement, every: Sequence[HoursStatement]) -> HoursStatement:
    """Return a statement without the days of which others tell more: "until 10 on Fridays"."""
    others = [o.days for o in every if o.named and len(o.days) < len(said.days)]
    days = said.days.difference(*others)
    return said._replace(days=days) if days else said


def disagreements(said: HoursStatement, hours: Hours) -> list[tuple[str, int]]:
    """Return the days that speak against a statement, each with how.

    The kinds are "hours_conflict", "open_but_closed" and "closed_but_open".
    """
    days = [day for day in sorted(said.days) if hours.opens.get(day) != UNTOLD]
    if said.closed:
        return [("closed_but_open", day) for day in days if day in hours.opens]
    if not said.named and not said.times:
        return []
    found = []
    for day in days:
        if day not in hours.opens:
            if said.named:
                found.append(("open_but_closed", day))
        elif said.times and agree(said.times, hours.opens[day]) is False:
            found.append(("hours_conflict", day))
    if not said.named and len(found) < len(hours.opens):
        return []
    return found


def _statements(claim: str, items: list[re.Match[str]]) -> Iterator[HoursStatement]:
    """Pair days with times: each run of days with the times after it, or before it."""
    groups: list[tuple[frozenset[int], list[re.Match[str]], bool]] = []
    days: frozenset[int] = frozenset()
    times: list[re.Match[str]] = []
    closed = just_days = False
    for at, item in enumerate(items):
        kind = item.lastgroup or ""
        if kind == "shut" or _SHUT_DAY.match(claim, item.start()):
            groups.append((_named(item[0]), [], True))
        elif kind == "closed" and _begins_exception(items[at:]):
            groups.append((days, times, closed))
            days, times, closed = frozenset(), [], False
            just_days = False
        elif kind in {"open", "closed"}:
            turns = (kind == "closed") != closed
            if turns and (days or (times and _names_days(items[at + 1 : at + 2]))):
                groups.append((days, times, closed))
                days, times = frozenset(), []
            closed = kind == "closed"
            just_days = False
        elif kind in {"times", "time", "always"}:
            splits = bool(times) and not _goes_on(claim, times[-1], items[at : at + 2])
            takes_next = _takes_next(claim, items[at : at + 2])
            told = bool(days) or (bool(times) and times[-1].lastgroup == "times" and takes_next)
            if told and (splits or takes_next):  # "from 4 to 10 PM, until 11 PM on Fridays"
                groups.append((days, times, closed))
                days, times, closed = frozenset(), [], False
            times = [*times, item]
            just_days = False
        else:
            if days and times and not just_days:
                groups.append((days, times, closed))
                days, times, closed = frozenset(), [], False
            days |= _days(item)
            just_days = True
    groups.append((days, times, closed))
    yield from (s for group in groups for s in _worded(claim, *group))


def _names_days(items: list[re.Match[str]]) -> bool:
    """Say whether days follow: "from 10 to 6 and closed on Mondays"."""
    return bool(items) and items[0].lastgroup in _DAY_KINDS


def _begins_exception(items: list[re.Match[str]]) -> bool:
    """Say whether other times follow, as in "except on Fridays, when it closes at 10"."""
    if not items[0][0].lower().startswith("except"):
        return False
    rest = [item.lastgroup for item in items[1:] if item.lastgroup not in _DAY_KINDS]
    return bool(rest) and rest[0] not in {"closed", "shut"} and items[1].lastgroup in _DAY_KINDS


def _takes_next(claim: str, pair: list[re.Match[str]]) -> bool:
    """Say whether a time belongs to the days after it, as in "until 11 PM on Fridays"."""
    if len(pair) == 1 or pair[1].lastgroup not in _DAY_KINDS:
        return False
    gap = claim[pair[0].end() : pair[1].start()].strip(" .")
    return gap in {"on", "from", "every"}


def _goes_on(claim: str, last: re.Match[str], pair: list[re.Match[str]]) -> bool:
    """Say whether a time is told of the days of the last one: "opens at 8 and closes at 5".

    So are hours with a break, "9:00-12:30 and 14:00-18:00".
    """
    if last.lastgroup == pair[0].lastgroup == "times":
        gap = claim[last.end() : pair[0].start()].strip().lower()
        apart = len(pair) == 1 or claim[pair[0].end() : pair[1].start()].strip(" .")[:1] in _PARTING
        return gap in _WITH_A_BREAK and apart
    if last.lastgroup != "time" or pair[0].lastgroup != "time":
        return False
    if len(pair) == 1 or pair[1].lastgroup not in _DAY_KINDS:
        return True
    return claim[pair[0].end() : pair[1].start()].lstrip().startswith((",", ";", "while", "but"))


def _named(text: str) -> frozenset[int]:
    return frozenset(_number(name) for name in re.findall(_NAME, text, re.IGNORECASE))


def _worded(
    claim: str, days: frozenset[int], times: list[re.Match[str]], closed: bool
) -> Iterator[HoursStatement]:
    if closed and not days:
        return
    named, days = bool(days), days or _EVERY
    if not times:
        yield HoursStatement(Span(0, len(claim)), days, named, (), closed)
    for item in times:
        parts = re.split(TO, item[0], flags=re.IGNORECASE)
        read = () if item.lastgroup == "always" else tuple(map(readings, parts))
        if all(read):
            text = item[0] if item[0].lower().endswith(".m.") else item[0].rstrip(".")
            span = Span(item.start(), item.start() + len(text))
            yield HoursStatement(span, days, named, read, closed=False)


def _days(item: re.Match[str]) -> frozenset[int]:
    if item.lastgroup == "daily":
        return _EVERY
    if item.lastgroup == "weekdays":
        return frozenset(range(5))
    if item.lastgroup == "weekend":
        return frozenset({5, 6})
    found = [_number(name) for name in re.findall(_NAME, item[0], re.IGNORECASE)]
    if len(found) == 1:
        return frozenset(found)
    first, last = found
    return frozenset((first + step) % 7 for step in range((last - first) % 7 + 1))


def _number(name: str) -> int:
    return _NUMBER[name.lower().rstrip(".").removesuffix("s")[:3]]
