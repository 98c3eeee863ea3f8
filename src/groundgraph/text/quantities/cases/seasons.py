"""Whether something holds on a date, by a season that is told: "open from April to October"."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.evidence.opening_hours import CLOSES, OPENS
from groundgraph.text.quantities.written.limits import denies
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.dates import DateMention
    from groundgraph.text.quantities.written.model import Sentence

_SHUT = frozenset({"closed", "closes", "shut", "unavailable"})
_TURNS = frozenset({"opens", "closes"})
_STATES = frozenset({"open", "opens", "available", "valid", *_SHUT})
"""What holds over a season; a word of the claim and one of the evidence are among these."""
_EMPTY = frozenset(
    map(stem, (*_STATES, "use", "used", "visit", "year", "every", "daily", "season"))
)
_MORE = frozenset("except unless but or only if either not no until before after since".split())
_JOINS = frozenset({"to", "until", "till", "through", "-", "–", "—"})
_AT = frozenset({"in", "on", "during"})
_MONTH, _YEAR = 31, 500
"""Days that months and years are given, so that dates can be compared."""
_BY_FOURS = ([True, True, False, False], [False, False, True, True])
"""Whether mentions are dated, where hours are told by season: "from May to July from 9 to 5"."""
_SURE = 0.9


class Season(NamedTuple):
    """A span of days: of each year, or from one date to another.

    Attributes:
        first: Its first day, counted from the beginning of the year, or of the era with a year.
        last: Its last day.
        dated: Whether the year is told.
    """

    first: int
    last: int
    dated: bool

    def of_each_year(self) -> Season | None:
        """Return it without its year; ``None`` where it does not lie within one."""
        if not self.dated:
            return self
        if self.first // _YEAR != self.last // _YEAR:
            return None
        return Season(self.first % _YEAR, self.last % _YEAR, dated=False)

    def holds(self, other: Season) -> bool | None:
        """Say whether another span lies within; ``None`` where it does in part."""
        if self.first <= self.last:
            if self.first <= other.first and other.last <= self.last:
                return True
            return False if other.last < self.first or self.last < other.first else None
        if other.first >= self.first or other.last <= self.last:
            return True if other.first <= other.last else None
        return False if self.last < other.first and other.last < self.first else None


class _Hours(NamedTuple):
    """When something opens and closes over a season, and the sentence that tells it."""

    season: Season
    times: tuple[DateMention, DateMention]
    sentence: Sentence


def check_seasons(claim: ReadClaim) -> list[Check]:
    """Hold "The museum is open in July" against the season that the evidence tells."""
    sentence = claim.sentence
    dated = [mention for mention in sentence.mentions if mention.moment.dated]
    if len(dated) == 1 and len(sentence.mentions) > 1:
        return _check_hours(claim, dated[0])
    if len(dated) != 1 or sentence.letters.isdisjoint(_STATES):
        return []
    [mention] = dated
    before = sentence.tokens[mention.first - 1].text if mention.first else ""
    if before not in _AT or mention.moment.month is None or mention.moment.part:
        return []
    found = [
        (passage.number, other, season)
        for passage in claim.index.passages
        for other in passage.sentences
        if (season := _season_of(other)) is not None and _is_of(sentence, other)
    ]
    if len(found) != 1:
        return []
    [(number, other, season)] = found
    own = _span(mention.moment, mention.moment, dated=season.dated)
    told = season if own is None or own.dated else season.of_each_year()
    if own is None or told is None:
        return []
    shut = not _SHUT.isdisjoint(other.letters)
    right = _is_right(sentence, own, told, shut=shut)
    if right is None:
        return []
    event = Event(Moment(), {}, number, other.mentions[0].span, other.span, 0)
    return [Check(decided(right=right), "limit", mention.span, (event,), _SURE)]


def _is_right(sentence: Sentence, own: Season, told: Season, *, shut: bool) -> bool | None:
    """Say whether something holds over a span, or turns then, where a season is told of it.

    What is closed in winter may be closed in July too.
    """
    inside = told.holds(own)
    if inside is None or (not inside and shut):
        return None
    says_shut = _SHUT.isdisjoint(sentence.letters) is denies(sentence)
    alike = says_shut is shut
    if _TURNS.isdisjoint(sentence.letters) or denies(sentence):
        return inside is alike
    turns = own.first == told.first if alike else own.last == told.last
    if turns:
        return None if shut else True
    once = own.dated and told.dated and not alike  # what is over in May closes not in June
    return False if once or inside is not alike else None  # "opens in July": it may do so daily


def _check_hours(claim: ReadClaim, month: DateMention) -> list[Check]:
    """Hold "In January it is open from 9 am to 6 pm" against the hours that are told by season."""
    sentence = claim.sentence
    times = [mention for mention in sentence.mentions if mention is not month]
    own = _span(month.moment, month.moment, dated=False)
    opens = not sentence.letters.isdisjoint(_STATES - _SHUT | {"closes", "hours"})
    if own is None or denies(sentence) or not opens or not all(m.moment.minutes for m in times):
        return []
    if not sentence.letters.isdisjoint(_MORE - _JOINS) or month.moment.part:
        return []
    ends = _ends_told(claim, times)
    told = [(p.number, found) for p in claim.index.passages if (found := _hours_of(p.sentences))]
    if ends is None or len(told) != 1:
        return []
    [(number, seasons)] = told
    held = [each for each in seasons if each.season.holds(own) is not False]
    if (
        len(held) != 1
        or held[0].season.holds(own) is None
        or not _is_of(sentence, *(each.sentence for each in seasons))
    ):
        return []
    [hours] = held
    right = all(
        not {*said.moment.minutes}.isdisjoint(hours.times[end].moment.minutes)
        for said, end in zip(times, ends, strict=True)
    )
    event = Event(Moment(), {}, number, hours.times[0].span, hours.sentence.span, 0)
    spans = [m.span for m in sentence.mentions] if right else [times[0].span]
    return [Check(decided(right=right), "limit", span, (event,), _SURE) for span in spans]


def _ends_told(claim: ReadClaim, times: Sequence[DateMention]) -> tuple[int, ...] | None:
    """Return of which ends of hours times are: 0 where it opens, 1 where it closes."""
    if len(times) == 2:
        return (0, 1) if _are_joined(claim.sentence, *times) else None
    before = claim.text[: times[0].span.start].lower()
    if CLOSES.search(before):
        return (1,)
    return (0,) if OPENS.search(before) else None


def _hours_of(sentences: Sequence[Sentence]) -> list[_Hours]:
    """Return the hours by season; none where a sentence that tells some tells more than that."""
    found = []
    for sentence in sentences:
        dated = [mention for mention in sentence.mentions if mention.moment.dated]
        timed = [mention for mention in sentence.mentions if mention.moment.minutes]
        if not timed:
            continue
        in_order = [m.moment.dated for m in sentence.mentions]
        fours = [in_order[at : at + 4] for at in range(0, len(in_order), 4)]
        more = not sentence.letters.isdisjoint(_MORE - _JOINS)
        if more or fours[0] not in _BY_FOURS or any(four != fours[0] for four in fours):
            return []
        for at in range(0, len(dated), 2):
            (first, last), times = dated[at : at + 2], timed[at : at + 2]
            season = _span(first.moment, last.moment, dated=False)
            if season is None or first.moment.part or last.moment.part:
                return []
            if not (_are_joined(sentence, first, last) and _are_joined(sentence, *times)):
                return []
            found.append(_Hours(season, (times[0], times[1]), sentence))
    return found


def _season_of(sentence: Sentence) -> Season | None:
    """Return the season that a sentence tells, where it tells nothing else of dates."""
    if sentence.letters.isdisjoint(_STATES) or not sentence.letters.isdisjoint(_MORE - _JOINS):
        return None
    dated = [mention for mention in sentence.mentions if mention.moment.dated]
    if len(dated) != 2 or not _are_joined(sentence, *dated):
        return None
    first, last = (mention.moment for mention in dated)
    if first.part or last.part or (first.day is None) is not (last.day is None):
        return None
    years = first.year is not None and last.year is not None
    return _span(first, last, dated=years)


def _are_joined(sentence: Sentence, first: DateMention, last: DateMention) -> bool:
    """Say whether two dates are the ends of a season: "from April to October"."""
    between = [token.text for token in sentence.tokens[first.after : last.first]]
    before = sentence.tokens[first.first - 1].text if first.first else ""
    if between == ["and"]:
        return before == "between"
    return len(between) == 1 and between[0] in _JOINS


def _span(first: Moment, last: Moment, *, dated: bool) -> Season | None:
    """Count the days of a season; ``None`` where a month, or a year that counts, is not told."""
    if first.month is None or last.month is None:
        return None
    if dated and (first.year is None or last.year is None):
        dated = False
    starts = first.month * _MONTH + (first.day or 1)
    ends = last.month * _MONTH + (last.day or _MONTH)
    if dated and first.year is not None and last.year is not None:
        return Season(first.year * _YEAR + starts, last.year * _YEAR + ends, dated=True)
    return Season(starts, ends, dated=False)


def _is_of(claim: Sentence, *sentences: Sentence) -> bool:
    """Say whether sentences have every word of a claim but its date and what holds."""
    dates = {at for m in claim.mentions for at in range(m.first, m.after)}
    words = content_words(claim.tokens, claim.text, skip=dates)
    told = frozenset[str]().union(*(sentence.stems for sentence in sentences))
    return all(word in told for word in words if word not in _EMPTY)
