"""Values of the evidence that a claim gives to each other's subjects, and courses turned round.

"A costs 5 and B costs 7" beside "A costs 7 and B costs 5"; "rose from 5 to 7" beside "from 7 to 5".
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.agreement import agreement, comparable
from groundgraph.text.quantities.balances import line_of
from groundgraph.text.quantities.brackets import is_compared
from groundgraph.text.quantities.findings import Check, decided
from groundgraph.text.quantities.model import Event, EvidenceQuantity
from groundgraph.text.quantities.moments import Moment, states
from groundgraph.text.quantities.roles import MOVES
from groundgraph.text.quantities.segments import content_words, segments
from groundgraph.text.quantities.unit_table import COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.model import Sentence
    from groundgraph.text.quantities.slots import ReadClaim

_SURE = 0.92
_OWN = 1.0
"""What a word of a date's own clause weighs at least."""
_NEAREST = 3
"""Sentences apart in which two values may be told of two things side by side."""
_FREE = frozenset(
    """not no never neither nor instead rather unlike versus vs respectively reverse reversed
    swapped opposite or""".split()
)
_SINCE = MOVES | {"since", "after", "compared", "than", "against", "over"}
"""Words beside which a year may be that from which something went on."""
_DIRECTIONS, _MOVED = frozenset({"up", "down"}), frozenset({"rise", "increase", "fall", "drop"})
_AGAINST = (["against"], ["versus"])
_EARLIER = frozenset({"last", "earlier", "before", "previous", "ago", "previously"})
"""Words behind the value from which something came: "404 twelve months earlier"."""
_OF_COURSES = _EARLIER | {"from"}
_EARLIER_OF = frozenset({"last", "previous", "prior", "preceding"})
_PERIODS = frozenset(
    f"{name}{ending}"
    for name in ("year", "month", "quarter", "week", "season")
    for ending in ("", "'s", "’s")
)
_BEHIND = 5
_EXACT = 4
"""Digits of two values in all that meet twice by no chance."""
_SHARE = 0.5
_MOST = 12
"""Values of a claim that are looked at."""


class Told(NamedTuple):
    """A value of a text with the stems of its clause.

    Attributes:
        value: The amount, or the date.
        own: The stems.
        held: The reading or event; ``None`` in a claim.
    """

    value: Quantity | Moment
    own: frozenset[str]
    held: EvidenceQuantity | Event | None = None


def check_exchanged(claim: ReadClaim) -> list[Check]:
    """Hold each two values of a claim against those that the evidence tells of two things."""
    if not claim.lower.isdisjoint(_FREE):
        return []
    said = _values_of(claim.sentence)[:_MOST]
    pairs = [(a, b) for a, b in combinations(said, 2) if _are_two(a, b)]
    if not pairs:
        return []
    told = _values_told(claim)
    found = (_exchanged(claim, told, one, other) for one, other in pairs)
    return [check for check in found if check is not None][:1]


def _values_of(sentence: Sentence) -> list[Told]:
    """Return the amounts and dates of a claim with the words of their clauses."""
    marks: list[tuple[int, int, Quantity | Moment]] = []
    marks += [(a.first, a.after, a) for a in sentence.amounts if not a.weak]
    marks += [(m.first, m.after, m.moment) for m in sentence.mentions]
    marks.sort(key=lambda mark: mark[0])
    parts = segments(sentence.tokens, [(first, after) for first, after, _ in marks])
    skip = {at for f, after, v in marks if isinstance(v, Moment) for at in range(f, after)}
    skip |= sentence.skipped
    tokens, text = sentence.tokens, sentence.text
    return [
        Told(value, frozenset(content_words(tokens, text, *part, skip=skip)))
        for part, (_, _, value) in zip(parts, marks, strict=True)
    ]


def _values_told(claim: ReadClaim) -> list[Told]:
    found = [Told(r.amount, r.own, r) for r in claim.index.readings if not r.amount.weak]
    found += [
        Told(e.moment, frozenset(word for word, weight in e.words.items() if weight >= _OWN), e)
        for e in claim.index.events
    ]
    return found


def _are_two(one: Told, other: Told) -> bool:
    """Say whether two values of a claim are of one kind, differ, and stand in two clauses."""
    if not (one.own - other.own and other.own - one.own):
        return False
    if isinstance(one.value, Moment) or isinstance(other.value, Moment):
        both = isinstance(one.value, Moment) and isinstance(other.value, Moment)
        return both and _same(one, other) is False
    return comparable(one.value, other.value) and agreement(one.value, other.value) == "differs"


def _same(one: Told, other: Told) -> bool | None:
    """Say whether two values are one, ``None`` where that cannot be told."""
    first, second = one.value, other.value
    if isinstance(first, Moment) and isinstance(second, Moment):
        return states(first, second)
    if isinstance(first, Moment) or isinstance(second, Moment):
        return None
    return agreement(first, second) == "equal"


def _exchanged(claim: ReadClaim, told: list[Told], one: Told, other: Told) -> Check | None:
    """Say that a claim gives two values each to what the evidence tells the other of."""
    firsts = [each for each in told if _same(one, each)]
    seconds = [each for each in told if _same(other, each)]
    mine, theirs = one.own - other.own, other.own - one.own
    found = None
    for first in firsts:
        for second in seconds:
            if not _are_beside(first, second):
                continue
            early, late = first.own - second.own, second.own - first.own
            if mine & early or theirs & late:
                return None  # told so
            if mine & late and theirs & early:
                found = found or (first, second, mine & late, theirs & early)
    if found is None:
        return None
    first, second, own, others = found
    if any(own <= each.own for each in firsts) or any(others <= each.own for each in seconds):
        return None
    assert first.held is not None
    assert second.held is not None
    said = claim.text.strip(" .")
    return Check("contradicted", "exchange", said, (second.held, first.held), _SURE)


def _are_beside(one: Told, other: Told) -> bool:
    """Say whether two values of the evidence stand in one table, or near each other in prose."""
    first, second = one.held, other.held
    if first is None or second is None or first.passage != second.passage or first is second:
        return False
    if first.cell is not None and second.cell is not None:
        return first.cell.table == second.cell.table
    return first.cell is second.cell is None and abs(first.line - second.line) <= _NEAREST


class Course(NamedTuple):
    """From which value to which something went."""

    start: Quantity | Moment
    end: Quantity | Moment
    span: Span


def courses_of(sentence: Sentence) -> list[Course]:
    """Return the courses that a sentence tells: "from 5 to 7", "to 7 from 5"."""
    marks: list[tuple[int, int, Quantity | Moment]] = []
    marks += [(a.first, a.after, a) for a in sentence.amounts]
    marks += [(m.first, m.after, m.moment) for m in sentence.mentions]
    marks.sort(key=lambda mark: mark[0])
    found = []
    for (first, after, one), (start, end, other) in combinations(marks, 2):
        words = _before(sentence, first), _before(sentence, start)
        if {*words} == {"from", "to"} and start >= after and _are_ends(one, other):
            span = Span(sentence.tokens[first].start, sentence.tokens[end - 1].end)
            low, high = (one, other) if words[0] == "from" else (other, one)
            found.append(Course(low, high, span))
    return [*found, *_since(sentence)]


def _since(sentence: Sentence) -> Iterator[Course]:
    """Yield "9,200 visitors, up from 7,600" and "431, compared with 404 a year earlier"."""
    plain = [amount for amount in sentence.amounts if not amount.weak]
    for at, other in enumerate(plain):
        alike = [a for a in plain[:at] if a.dimension == other.dimension]
        if not alike:
            continue
        one = alike[-1]
        between = [token.text for token in sentence.tokens[one.after : other.first]]
        last = between[-2:]
        moved = last[-1:] == ["from"] and (last[0] in _DIRECTIONS or not _MOVED.isdisjoint(between))
        behind = sentence.tokens[other.first : other.after + _BEHIND]
        earlier = any(token.text in _EARLIER for token in behind)
        compared = earlier and (last[-1:] in _AGAINST or "compared" in between)
        if (moved or compared) and _are_ends(one, other):
            yield Course(other, one, Span(one.span.start, other.span.end))


def check_years(claim: ReadClaim) -> list[Check]:
    """Hold the amount of a year against what brackets tell of it: "38.1 million (2023: 41.0)"."""
    plain = [a for a in claim.sentence.amounts if not a.weak]
    years = {m.moment.year for m in claim.sentence.mentions}
    if len(plain) != 1 or len(years) != 1 or not claim.lower.isdisjoint(_FREE | _SINCE):
        return []
    [amount], [year] = plain, years
    said = claim.sentence.stems | claim.question.stems
    for one, other in pairwise(claim.index.readings):
        if not _is_of_year(claim, one, other, str(year)) or not one.own <= said:
            continue
        turned = agreement(amount, one.amount) == "equal"
        if turned and agreement(amount, other.amount) == "differs":
            text = amount.span.of(claim.text)
            return [Check("contradicted", "exchange", text, (other,), _SURE)]
    return []


def _is_of_year(
    claim: ReadClaim, one: EvidenceQuantity, other: EvidenceQuantity, year: str
) -> bool:
    """Say whether the second of two readings is in brackets behind the first, of a year."""
    line = line_of(claim, other)
    if line is None or (one.passage, one.line) != (other.passage, other.line) or not one.own:
        return False
    inside = [token.text for token in line.tokens[one.amount.after : other.amount.first]]
    return year in inside and is_compared(line.tokens, one.amount, other.amount)


def _in_brackets(sentence: Sentence) -> Iterator[Course]:
    """Yield the courses that a year before in brackets tells: "412.3 million (2023: 377.9)"."""
    for one, other in pairwise(sentence.amounts):
        if is_compared(sentence.tokens, one, other):
            yield Course(other, one, Span(one.span.start, other.span.end))


def _before(sentence: Sentence, first: int) -> str:
    return sentence.tokens[first - 1].text if first else ""


def _are_ends(one: Quantity | Moment, other: Quantity | Moment) -> bool:
    if isinstance(one, Moment) or isinstance(other, Moment):
        return isinstance(one, Moment) and isinstance(other, Moment)
    return one.unit is COUNT or other.unit is COUNT or one.dimension == other.dimension


def check_courses(claim: ReadClaim) -> list[Check]:
    """Hold the courses of a claim against those of the evidence between the same two values."""
    if "from" not in claim.lower or not claim.lower.isdisjoint(_FREE):
        return []
    found = []
    for course in courses_of(claim.sentence):
        told = [
            (passage.number, sentence, other)
            for passage in claim.index.passages
            for sentence in passage.sentences
            if sentence.letters & _OF_COURSES and _FREE.isdisjoint(sentence.letters)
            for other in courses_of(sentence)
        ]
        told += [
            (passage.number, sentence, other)
            for passage in claim.index.passages
            for sentence in passage.sentences
            if "(" in sentence.text
            for other in _in_brackets(sentence)
        ]
        turned = [each for each in told if _are_alike(course.start, each[2].end)]
        turned = [each for each in turned if _are_alike(course.end, each[2].start)]
        straight = [each for each in told if _are_alike(course.start, each[2].start)]
        straight = [each for each in straight if _are_alike(course.end, each[2].end)]
        exact = _is_exact(course)
        fits = [e for e in straight or turned if exact or _shares(claim.sentence, e[1])]
        if fits and (not straight or len(fits) == 1):
            passage, sentence, other = fits[0]
            event = Event(Moment(), {}, passage, other.span, sentence.span, 0)
            said = course.span.of(claim.text)
            right = decided(right=bool(straight))
            found.append(Check(right, "exchange", said, (event,), _SURE))
    return found


def _is_exact(course: Course) -> bool:
    """Say whether the values of a course have so many digits that they meet by no chance."""
    ends = [end for end in (course.start, course.end) if not isinstance(end, Moment)]
    written = [str(end.value.numerator).strip("-").rstrip("0") for end in ends]
    return len(ends) > 1 and sum(map(len, written)) >= _EXACT


def check_earlier(claim: ReadClaim) -> list[Check]:
    """Hold "last year's dividend was 40 cents" against "45 cents, up from 40 cents"."""
    plain = [a for a in claim.sentence.amounts if not a.weak]
    tokens = [token.text for token in claim.sentence.tokens]
    earlier = any(word in _EARLIER_OF and nxt in _PERIODS for word, nxt in pairwise(tokens))
    if len(plain) != 1 or not earlier or not claim.lower.isdisjoint(_FREE | _SINCE):
        return []
    [amount] = plain
    told = [
        (passage.number, sentence, course)
        for passage in claim.index.passages
        for sentence in passage.sentences
        for course in (*_since(sentence), *_in_brackets(sentence))
        if sentence.stems & claim.sentence.stems
    ]
    if len(told) != 1:
        return []
    [(number, sentence, course)] = told
    right, wrong = _are_alike(amount, course.start), _are_alike(amount, course.end)
    if right is wrong:
        return []
    event = Event(Moment(), {}, number, course.span, sentence.span, 0)
    said = amount.span.of(claim.text)
    return [Check(decided(right=right), "exchange", said, (event,), _SURE)]


def _are_alike(one: Quantity | Moment, other: Quantity | Moment) -> bool:
    if isinstance(one, Moment) and isinstance(other, Moment):
        return states(one, other) is True
    if isinstance(one, Moment) or isinstance(other, Moment):
        return False
    if COUNT in {one.unit, other.unit}:
        return one.value == other.value
    return agreement(one, other) == "equal"


def _shares(claim: Sentence, told: Sentence) -> bool:
    wanted = claim.stems
    return len(wanted & told.stems) >= _SHARE * len(wanted)
