"""Dates of a claim held against the same dates of the evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTH_NAMES, MONTHS, WEEKDAYS
from groundgraph.text.english.tagging import may_be_verb
from groundgraph.text.quantities.evidence.findings import Check, CheckOutcome
from groundgraph.text.quantities.evidence.slots import Slot, Wanted, ranked
from groundgraph.text.quantities.tables.cells import cell_mentions, cell_stems
from groundgraph.text.quantities.times.reckoning import ENDS
from groundgraph.text.quantities.times.relations import relations
from groundgraph.text.quantities.times.timeline import filled
from groundgraph.text.quantities.values.candidates import is_hedged
from groundgraph.text.quantities.values.clock_ends import check_end_by_the_clock
from groundgraph.text.quantities.values.dated_cells import (
    is_left_out,
    is_of_another_column,
    is_of_its_column,
    meant_instead,
)
from groundgraph.text.quantities.values.deadlines import check_deadline
from groundgraph.text.quantities.values.due import check_due
from groundgraph.text.quantities.values.other_times import is_of_another_deed, is_of_another_time
from groundgraph.text.quantities.values.term_ends import borders_then, check_ending
from groundgraph.text.quantities.written.bounds import BORDERS
from groundgraph.text.quantities.written.moments import states
from groundgraph.text.quantities.written.segments import content_words, segments
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.table_cells import spaced

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Event
    from groundgraph.text.quantities.written.moments import Moment

_BORDERS = frozenset("before after until till since by from between to through than".split())
_BETWEEN = _BORDERS | {*"-–—"}
_WITHIN = 12
"""Letters before and after a date that say how it is bounded."""
_UNTIL, _STARTS = frozenset({"until", "till"}), frozenset({"start", "starts", "begin", "begins"})
_ABOUT = frozenset("about around circa c roughly approximately perhaps probably".split())
_OF_BEFORE = frozenset(
    """originally first initially previously earlier before was were had asked proposed suggested
    wanted requested offered planned moved changed instead wrote said""".split()
)
"""Words of what held once."""
_OF_ANOTHER = 0.5
"""Weight of a word in a clause of the sentence that is not that of the date."""
_BEYOND = 0.25
"""What a word weighs that is of another thing, from which the claim reckons."""
_UNTIL = frozenset({"until", "till", "through", "by", "before"})
_ENDING = frozenset({"ends", "end", "expires", "expire", "deadline", "to", "up"})
_NEAR = 3
"""Tokens before a date among which a claim says that it ends something."""
_MUCH = 0.3
"""Share of a claim's words that tell of something else where a date's sentence lacks them."""
_FEW_WORDS = 3
"""Content words below which a claim says too little to be contradicted; one that the evidence has
whole may have one less: "The pool opens at 8 am"."""
_FITS, _FIRM_DATE, _MARGIN, _LIST_MARGIN = 0.4, 0.75, 0.2, 0.3
"""Scores: to be the thing that a claim speaks of; surely so; by how much more than any other, and
than one of its line."""


def check_date(claim: ReadClaim, number: int) -> Check:
    """Hold one date of a claim against the dates of the evidence.

    That until which it tells how things are ("as of 5 May") may be another than all of them.
    """
    check = _checked(claim, number)
    if check.outcome != "supported" and not ENDS.isdisjoint(claim.sentence.words):
        check = check_ending(claim, number, words_of_date(claim, number)) or check
    if check.outcome != "supported":
        ends = check_deadline(claim, number) or check_end_by_the_clock(claim, number)
        check = ends or check_due(claim, number, words_of_date(claim, number)) or check
    first = claim.sentence.mentions[number].first
    before = [token.text for token in claim.sentence.tokens[max(0, first - 2) : first]]
    until = before == ["as", "of"] and check.outcome != "supported"
    return replace(check, outcome="open") if until else check


def _checked(claim: ReadClaim, number: int) -> Check:
    mention = claim.sentence.mentions[number]
    step = mention.moment.step is not None and mention.moment.axis != "minute"
    if border := _border_of(claim, number):
        return _checked_border(claim, number, border)
    if is_border(claim, number) or step:
        return Check("open", "date", mention.span)
    told = [m.moment for m in claim.sentence.mentions[:number]]
    moment = mention.moment
    for before in told:
        moment = filled(moment, before) if moment.month is not None or moment.day else moment
    words = words_of_date(claim, number)
    slots = ranked(Wanted(words, claim.index.dated), claim.index.events)
    if not slots:
        return Check("open" if _heads_a_column(claim, moment) else "absent", "date", mention.span)
    verdicts = [states(slot.held.moment, moment) for slot in slots]
    best = slots[0]
    equal = [
        slot
        for slot, verdict in zip(slots, verdicts, strict=True)
        if verdict and not is_of_another_column(claim, words, slot.held, best.held)
    ]
    margin = _LIST_MARGIN if equal and _in_one_line(equal[0], best) else _MARGIN
    near = equal and equal[0].score >= max(_FITS, best.score - margin)
    if near and not _is_of_another_verb(claim, words, equal[0].held, best.held):
        return _borne_out(claim, number, moment, slots, equal[0])
    open_ = [slot for slot, verdict in zip(slots, verdicts, strict=True) if verdict is None]
    rival = max((slot.score for slot in (*equal, *open_)), default=0.0)
    if _told_beside(claim, moment, best, equal):
        rival = best.score
    has_whole = claim.sentence.words.keys() <= best.held.words.keys()
    clear = (
        is_of_its_column(words, moment, best.held)
        and best.score >= _FIRM_DATE
        and not is_hedged(claim, _FEW_WORDS - has_whole)
        and best.score - rival >= _MARGIN
        and claim.date_words.issuperset(claim.strange_names)
    )
    digits = any(map(str.isdigit, _written(claim, best.held)))
    clear = clear and (digits or bool(best.held.moment.minutes and not best.held.moment.dated))
    clear = clear and not (_may_be_another(claim, best.held, equal) or _is_about(claim, number))
    clear = clear and not _is_told_too(claim, number, best.held)
    clear = clear and not is_of_another_time(claim, number, best.held)
    clear = clear and not _is_of_other_things(claim, best.held)
    clear = clear and not is_of_another_deed(claim, best.held)
    clear = clear and not _is_an_end_of_a_while(claim, number, best.held)
    if clear and verdicts[0] is False and _is_full(moment, best.held.moment):
        return Check("contradicted", "date", mention.span, held=(best.held,), fit=best.score)
    open_too = _heads_a_column(claim, moment) or is_left_out(best.held, moment)
    outcome: CheckOutcome = "elsewhere" if equal else "open" if open_too else "absent"
    return Check(outcome, "date", mention.span, held=(best.held,), fit=best.score)


def _is_an_end_of_a_while(claim: ReadClaim, number: int, held: Event) -> bool:
    """Say whether a field ends a while within which a claim's day may lie: "free until"."""
    if held.cell is None or spaced(held.cell.column).lower().rpartition(" ")[2] not in _UNTIL:
        return False
    first = claim.sentence.mentions[number].first
    before = {t.text for t in claim.sentence.tokens[max(0, first - _NEAR) : first]}
    return before.isdisjoint(_UNTIL | _ENDING)


def _borne_out(
    claim: ReadClaim, number: int, moment: Moment, slots: Sequence[Slot[Event]], told: Slot[Event]
) -> Check:
    """Decide on a date that the evidence has, and of something else where that is plain."""
    at, held = claim.sentence.mentions[number].span, told.held
    if _is_of_the_other_end(claim, held):
        return Check("open", "date", at)
    if (now := _held_now(claim, moment, told, slots)) is not None:
        return Check("contradicted", "date", at, (now.held,), now.score)
    words = words_of_date(claim, number)
    if (other := meant_instead(words, moment, held, claim.index.events)) is not None:
        return Check("contradicted", "date", at, (other,), 1.0)
    anew = _is_written_anew(at.of(claim.text), _written(claim, held))
    return Check("supported", "date", at, held=(held,), fit=told.score, anew=anew)


def _held_now(
    claim: ReadClaim, moment: Moment, told: Slot[Event], slots: Sequence[Slot[Event]]
) -> Slot[Event] | None:
    """Return what a mail says in place of a date of the older mail that it quotes, if meant."""
    if not _is_quoted(claim, told.held) or not claim.lower.isdisjoint(_OF_BEFORE):
        return None
    new = [
        slot
        for slot in slots
        if slot.held.passage == told.held.passage and not _is_quoted(claim, slot.held)
    ]
    fits = bool(new) and new[0].score >= max(_FITS, told.score - _LIST_MARGIN)
    return new[0] if fits and states(new[0].held.moment, moment) is False else None


def _is_quoted(claim: ReadClaim, event: Event) -> bool:
    """Say whether a date stands in a line that a mail quotes: "> Can we meet on 14 May?"."""
    text = claim.index.passages[event.passage].text
    line = text.rfind("\n", 0, event.span.start) + 1
    return text[line : line + _WITHIN].lstrip().startswith((">", "&gt;"))


def _is_told_too(claim: ReadClaim, number: int, held: Event) -> bool:
    """Say whether a claim tells another date too, which is the one held: "higher than April's"."""
    others = [m for at, m in enumerate(claim.sentence.mentions) if at != number]
    months = {MONTHS.get(token.text.removesuffix("'s")) for token in claim.sentence.tokens}
    months -= {claim.sentence.mentions[number].moment.month, None}
    told = any(states(held.moment, other.moment) is True for other in others)
    return told or held.moment.month in months


def _is_of_other_things(claim: ReadClaim, held: Event) -> bool:
    """Say whether the evidence says much of a claim, or what was done, of nothing that it dates.

    "The disk failed on 14 May" beside "The disk on db-3 failed. Replace the disk by 1 June."
    """
    words = claim.sentence.words.keys() - claim.date_words
    if held.cell is not None and held.cell.alone:  # what its other fields are called is of it too
        words -= claim.index.columns - held.words.keys()
    told = [word for word in words if word in claim.index.vocabulary]
    names = [word for word in told if claim.sentence.words[word]]
    missing = [word for word in told if word not in held.words and word not in names]
    verbs = {stem(token.text) for token in claim.sentence.tokens if may_be_verb(token.text)}
    return len(missing) > _MUCH * len(told) or not verbs.isdisjoint(missing)


def _is_about(claim: ReadClaim, number: int) -> bool:
    """Say whether a date is told as not exact: "in about 1394"."""
    first = claim.sentence.mentions[number].first
    return first > 0 and claim.sentence.tokens[first - 1].text in _ABOUT


def _is_of_another_verb(
    claim: ReadClaim, words: Mapping[str, float], one: Event, best: Event
) -> bool:
    """Say whether a sentence tells a date of something else: "left on the 8th and came on the 9th".

    The clause of the best then holds all that the claim's date is told of, and the other does not.
    """
    if (one.passage, one.line) != (best.passage, best.line) or one.cell is not None:
        return False
    if _is_of_a_further_verb(claim, one, best):
        return True
    own = [
        word
        for word, weight in words.items()
        if weight >= 1 and (word in best.words or word in one.words)
    ]
    better = any(
        best.words.get(word, 0.0) >= 1 and one.words.get(word, 0.0) <= _OF_ANOTHER for word in own
    )
    return better and all(best.words.get(word, 0.0) >= one.words.get(word, 0.0) for word in own)


def _is_of_a_further_verb(claim: ReadClaim, one: Event, best: Event) -> bool:
    """Say whether a sentence goes on to what was done then, of which a claim has no word.

    "The bridge opened in 1794 and was freed of toll in 1883" tells no opening in 1883.
    """
    if one.span.start <= best.span.end:
        return False
    said = {*claim.sentence.words, *claim.question.words}
    sentence = claim.index.passages[one.passage].sentences[one.line]
    between = [t for t in sentence.tokens if best.span.end <= t.start < one.span.start]
    verbs = {stem(t.text) for t in between if t.text.endswith("ed") and may_be_verb(t.text)}
    done = {word for word, weight in best.words.items() if weight >= 1 > one.words.get(word, 0.0)}
    return bool(verbs) and verbs.isdisjoint(said) and not done.isdisjoint(claim.sentence.words)


def _may_be_another(claim: ReadClaim, told: Event, equal: Sequence[Slot[Event]]) -> bool:
    """Say whether a claim's date may be another than one told: reckoned, within a range, beside it.

    "Fifty years on" leads from 1801 to 1851; 8 May lies "before the 10th", noon in "07:00-23:00".
    """
    if told.cell is not None:
        return not _BETWEEN.isdisjoint(told.cell.value.lower().split())
    if any(s.held.cell is None and s.held.passage == told.passage for s in equal):
        return True
    text = claim.index.passages[told.passage].text
    before = text[max(0, told.span.start - _WITHIN) : told.span.start].lower().split()
    behind = text[told.span.end : told.span.end + _WITHIN].split()[:1]
    if _BORDERS & set(before[-2:]) or (behind and behind[0][0] in "-–—") or "to" in behind:
        return True
    return any(
        reading.passage == told.passage
        and reading.amount.dimension == "time"
        and abs(reading.line - told.line) <= 1
        for reading in claim.index.readings
    )


def _heads_a_column(claim: ReadClaim, moment: Moment) -> bool:
    """Say whether a year or month is the name of a column, whose cells hold no dates."""
    if moment.month is not None and moment.day is None and moment.year is None:
        return stem(MONTH_NAMES[moment.month - 1]) in claim.index.columns
    return moment.month is None and str(moment.year) in claim.index.columns


def _in_one_line(one: Slot[Event], other: Slot[Event]) -> bool:
    """Say whether one sentence tells both, as "2.4 in 2021, 3.0 in 2022"."""
    return (one.held.passage, one.held.line) == (other.held.passage, other.held.line)


def _written(claim: ReadClaim, event: Event) -> str:
    return event.span.of(claim.index.passages[event.passage].text)


def _is_written_anew(said: str, told: str) -> bool:
    """Say whether of two dates one has its month in digits alone and the other by name.

    Or whether what is told is no date: "two weeks later".
    """
    if any(map(str.isdigit, said)) and not cell_mentions(told)[1]:
        return True
    return any(map(str.isdigit, told)) and any(map(str.isalpha, said)) != any(
        map(str.isalpha, told)
    )


def _is_full(claim: Moment, evidence: Moment) -> bool:
    """Say whether two dates are told alike: both years, both months, or times of one weekday."""
    if claim.year is not None and evidence.year is not None:
        return True
    if claim.month is not None:
        return evidence.month is not None and evidence.months == 1
    return claim.year is None and claim.weekday == evidence.weekday


def is_border(claim: ReadClaim, number: int) -> bool:
    """Say whether a date only bounds something: "before May", "since 2014", "by noon"."""
    first = claim.sentence.mentions[number].first
    before = [token.text for token in claim.sentence.tokens[max(0, first - 3) : first]]
    while before and before[-1] in {"the", "of", "early", "late", "well"}:
        before.pop()
    if before[-2:] in (["dates", "from"], ["date", "from"], ["dating", "from"], ["dated", "from"]):
        return False
    return bool(before) and before[-1] in _BORDERS


def _border_of(claim: ReadClaim, number: int) -> str:
    """Return "end" for "until 1970" and "by 9 pm", "begin" for "from 9 pm", "starts at 9 pm"."""
    mention = claim.sentence.mentions[number]
    first, clock = mention.first, bool(mention.moment.minutes) and not mention.moment.dated
    before = [token.text for token in claim.sentence.tokens[max(0, first - 3) : first]]
    if not _UNTIL.isdisjoint(before[-2:]) or (clock and before[-1:] == ["by"]):
        return "end"
    begins = before[-1:] == ["from"] or (before[-1:] == ["at"] and not _STARTS.isdisjoint(before))
    return "begin" if clock and before and begins else ""


def _checked_border(claim: ReadClaim, number: int, border: str) -> Check:
    """Hold "until 1970" against the ends that the evidence tells, or that follow from it."""
    mention = claim.sentence.mentions[number]
    found = [event for event in claim.index.events if border in event.words]
    if border == "end":
        found += [event for passage in claim.index.passages for event in passage.endings]
    words = {w: own for w, own in words_of_date(claim, number).items() if w not in _STARTS}
    slots = [s for s in ranked(Wanted(words, claim.index.dated), found) if s.score >= _FITS]
    if not slots:
        return Check("open", "date", mention.span)
    right = [slot for slot in slots if borders_then(slot.held.moment, mention.moment)]
    best = next((s for s in slots if right and _fits_better(words, s.held, right[0].held)), None)
    if right and best is None:
        return Check("supported", "date", mention.span, (right[0].held,), right[0].score)
    best = best or slots[0]
    whole = claim.sentence.words.keys() - claim.date_words - _STARTS <= best.held.words.keys()
    clear = whole and best.score >= _FIRM_DATE and not is_hedged(claim, 1)
    clear = clear and bool(mention.moment.minutes and best.held.moment.minutes)
    clear = clear and all(word.removesuffix("s") not in WEEKDAYS for word in claim.lower)
    outcome: CheckOutcome = "contradicted" if clear else "absent"
    return Check(outcome, "date", mention.span, (best.held,), best.score)


def _fits_better(words: Mapping[str, float], one: Event, other: Event) -> bool:
    """Say whether one date is of more of a claim's words, or of less else: "late check-out"."""
    mine, theirs = (
        {word for word, weight in event.words.items() if weight >= _OF_ANOTHER} - _names_of(event)
        for event in (one, other)
    )
    said = words.keys()
    more = mine & said >= theirs & said and mine - said <= theirs - said
    return more and mine != theirs


def _names_of(event: Event) -> set[str]:
    """Return the stems of a border, and of what a list of fields is called."""
    row = {*cell_stems(event.cell.row)} if event.cell is not None and event.cell.alone else set()
    return row | {*BORDERS.values()}


def _is_of_the_other_end(claim: ReadClaim, held: Event) -> bool:
    """Say whether a claim says that something starts when the evidence lets it end, or ends."""
    starts, ends = not _STARTS.isdisjoint(claim.lower), not ENDS.isdisjoint(claim.sentence.words)
    told = [border for border in BORDERS.values() if held.words.get(border, 0.0) >= _OF_ANOTHER]
    return starts != ends and {*told} == {"end" if starts else "begin"}


def _told_beside(
    claim: ReadClaim, moment: Moment, best: Slot[Event], equal: Sequence[Slot[Event]]
) -> bool:
    """Say whether the date stands in the same sentence, or a column is named by it."""
    if best.held.cell is None and any(_in_one_line(slot, best) for slot in equal):
        return True
    return _heads_a_column(claim, moment)


def _of_another(claim: ReadClaim, number: int) -> set[str]:
    """Return the words of what a claim sets its date against: "on 8 May, two days after X"."""
    first = claim.sentence.mentions[number].first
    found: set[str] = set()
    for told in relations(claim.sentence):
        if told.amount is None:
            continue
        for own, here, other in (
            (told.first, told.first_range, told.second),
            (told.second, told.second_range, told.first),
        ):
            if here[0] <= first < here[1]:
                found |= other.keys() - own.keys()
    return found


def words_of_date(claim: ReadClaim, number: int) -> dict[str, float]:
    """Return the claim's stems as they weigh for one of its dates; the dates' own are left out."""
    mentions = claim.sentence.mentions
    ranges = segments(claim.sentence.tokens, [(m.first, m.after) for m in mentions])
    skip = claim.sentence.skipped
    clause = content_words(claim.sentence.tokens, claim.text, *ranges[number], skip=skip)
    words = claim.words_of(clause)
    for word in _of_another(claim, number):
        words[word] = min(words.get(word, _BEYOND), _BEYOND)
    return {word: weight for word, weight in words.items() if word not in claim.date_words}
