"""The amounts and dates of prose, each with the words of its clause, sentence and surroundings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTHS, WEEKDAYS
from groundgraph.text.quantities.evidence.date_marks import (
    RANGES,
    DateMark,
    borders,
    marks_of,
    moment_of,
    names_a_run,
)
from groundgraph.text.quantities.times.relations import relations, side_of
from groundgraph.text.quantities.written.births import Birth, birth_told, when_aged
from groundgraph.text.quantities.written.brackets import is_compared
from groundgraph.text.quantities.written.leads import DETERMINERS, TAKE_UP, leads_of, says_it_is
from groundgraph.text.quantities.written.model import Event, EvidenceQuantity
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.segments import Words, content_words, segments
from groundgraph.text.quantities.written.stems import content_stem, stem
from groundgraph.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from groundgraph.text.quantities.times.relations import Relation
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.dates import DateMention
    from groundgraph.text.quantities.written.model import Sentence

_OWN, _FRAME, _SENTENCE, _RIVAL, _BEFORE, _TITLE = 1.0, 0.75, 0.5, 0.25, 0.25, 0.3
_PRONOUN = 0.6
"""What a word weighs in the clause of an amount, in one before it that has no name of its own,
elsewhere in the sentence, in the clause of another amount, in the sentence before, in the title;
and a name in the sentence before, for which a pronoun may stand."""
_DATE_STEMS = frozenset(map(stem, (*MONTHS, *WEEKDAYS)))
_WINDOW, _BACK = 4, 6
_LISTED, _IN_BRACKETS = 3, 2
"""Amounts behind a colon that make a list; tokens between two measures of one thing."""
_TAKING_UP = frozenset({"which", "who"})
_JOINS_DATES = frozenset({",", "and", "&", "in", "on", "again", "then"})
_OF_PERSONS = frozenset({"he", "she", "his", "her"})


def prose_readings(
    sentences: Sequence[Sentence], passage: int, title: Collection[str]
) -> Iterator[EvidenceQuantity]:
    """Yield the amounts of sentences, in order."""
    for line, sentence in enumerate(sentences):
        if sentence.amounts:
            yield from _of_sentence(sentence, passage, line, _above(sentences, line), title)


def _of_sentence(
    sentence: Sentence, passage: int, line: int, before: Words, title: Collection[str]
) -> Iterator[EvidenceQuantity]:
    strong = [amount for amount in sentence.amounts if not amount.weak or amount.unit.name]
    ranges = segments(sentence.tokens, [(a.first, a.after) for a in strong])
    own = _parts(sentence, ranges)
    whose = [_antecedent(sentence, part) for part in ranges]
    leads = leads_of(sentence, ranges, [a.first for a in strong])
    own, leads = _headed(sentence, _beside(strong, own), leads)
    taken = _compared(sentence, strong, own)
    leads = [lead | words for lead, words in zip(leads, taken, strict=True)]
    subjects = [
        bool(whose[at])
        or _has_subject(sentence, part, amount)
        or (at > 0 and _is_another(sentence, part, amount, own[at - 1]))
        for at, (part, amount) in enumerate(zip(ranges, strong, strict=True))
    ]
    for at, amount in enumerate(strong):
        near = {*own[at], *whose[at], *amount.noun, *_per(amount)}
        if at + 1 < len(strong) and _is_how_often(strong[at + 1]):
            near.update(_per(strong[at + 1]))
        yield EvidenceQuantity(
            amount,
            weighted(near, own, leads, at, (sentence.words, before, title), subject=subjects[at]),
            passage,
            amount.span,
            sentence.span,
            line,
            own=taken[at].union(near),
            near=_near(sentence, amount),
            after=_after(sentence, amount),
        )


def _per(amount: Quantity) -> Iterator[str]:
    return (stem(part) for part in amount.per.split("/") if part)


def _is_how_often(amount: Quantity) -> bool:
    """Say whether an amount tells how often what stands before it is: "25% once a week"."""
    return amount.kind == "times" and bool(amount.per)


def _compared(
    sentence: Sentence, amounts: Sequence[Quantity], own: Sequence[Words]
) -> list[frozenset[str]]:
    """Return for each amount the words that it takes over: "Revenue was 412 (2023: 378)"."""
    found = [frozenset[str]() for _ in amounts]
    for at in range(1, len(amounts)):
        if is_compared(sentence.tokens, amounts[at - 1], amounts[at]):
            found[at] = frozenset({*own[at - 1], *amounts[at - 1].noun})
    return found


def _beside(amounts: Sequence[Quantity], own: Sequence[Words]) -> list[Words]:
    """Give an amount without words of its own those of another measure right before it.

    As in "the metro (35 minutes, 2.40 euros)".
    """
    found = list(own)
    for at in range(1, len(amounts)):
        near = amounts[at].first - amounts[at - 1].after <= _IN_BRACKETS
        if near and not found[at] and amounts[at].dimension != amounts[at - 1].dimension:
            found[at] = found[at - 1]
    return found


def _headed(
    sentence: Sentence, own: Sequence[Words], leads: Sequence[frozenset[str]]
) -> tuple[list[Words], list[frozenset[str]]]:
    """Give what stands before the colon of a list to all of its amounts alike."""
    colon = next((at for at, token in enumerate(sentence.tokens) if token.text == ":"), 0)
    if not colon or len(own) < _LISTED or any(a.first < colon for a in sentence.amounts):
        return list(own), list(leads)
    head = content_words(sentence.tokens, sentence.text, 0, colon)
    kept = [{w: name for w, name in words.items() if w not in head} for words in own]
    return kept, [lead | head.keys() for lead in leads]


def _antecedent(sentence: Sentence, part: tuple[int, int]) -> Words:
    """Return the words of what "which" or "who" at the beginning of a clause takes up.

    It stands right before: "20 euros more than the Basic, which costs 49". Of "the tower of the
    church, which …" it may be either, and nothing is returned.
    """
    tokens, stop = sentence.tokens, part[0]
    pronoun = stop + (tokens[stop].text == ",") if stop < len(tokens) else 0
    if not stop or pronoun >= part[1] or tokens[pronoun].text not in _TAKING_UP:
        return {}
    stop -= tokens[stop - 1].text == ","
    first = stop
    while first > 0 and tokens[first - 1].kind in {"word", "number"}:
        if tokens[first - 1].text in STOP_WORDS:
            break
        first -= 1
    while first > 0 and tokens[first - 1].text in DETERMINERS:
        first -= 1
    if first > 0 and tokens[first - 1].text == "of":
        return {}
    return content_words(tokens, sentence.text, first, stop)


def _has_subject(sentence: Sentence, part: tuple[int, int], amount: Quantity | DateMention) -> bool:
    """Say whether a clause has its own subject before its amount: "…, the black beetle 3 m"."""
    tokens = sentence.tokens
    if says_it_is([token.text for token in tokens[part[0] : amount.first]]):
        return False
    for at in range(part[0], amount.first - 1):
        if part[0] and tokens[at].text in DETERMINERS and tokens[at + 1].kind == "word":
            return True
    return False


def _is_another(sentence: Sentence, part: tuple[int, int], amount: Quantity, before: Words) -> bool:
    """Say whether a clause tells of another thing of a kind: "standard …, express shipping"."""
    tokens = sentence.tokens
    for at in range(part[0] + 1, amount.first if part[0] else 0):
        other, head = (content_stem(tokens[place].text) for place in (at - 1, at))
        if head and other and head in before and other not in before:
            return True
    return False


def prose_events(
    sentences: Sequence[Sentence], passage: int, title: Collection[str]
) -> Iterator[Event]:
    """Yield the dates of sentences, in order, with what they leave out filled in."""
    held, birth = Moment(), Birth()
    for line, sentence in enumerate(sentences):
        marks = marks_of(sentence)
        if not marks:
            continue
        ranges = segments(sentence.tokens, [(m.first, m.after) for m in marks])
        told = relations(sentence)
        sides = [
            _side(sentence, part, mark, told) for part, mark in zip(ranges, marks, strict=True)
        ]
        own = _parts(sentence, sides)
        leads = leads_of(sentence, sides, [m.first for m in marks])
        before = _above(sentences, line)
        whose = [_antecedent(sentence, part) for part in sides]
        for at, mark in enumerate(marks):
            aged = mark.age is not None
            if mark.age:
                moment = when_aged(sentence, mark.age, birth)
            else:
                moment = moment_of(sentence, mark, held)
            held = Moment() if aged else held
            if moment == Moment() or (len(marks) > 1 and names_a_run(sentence, mark)):
                continue
            held = moment
            birth = birth if aged else birth_told(sentence, sides[at], moment) or birth
            near = own[at].keys() | whose[at] | _beside_dates(sentence, marks, own, at)
            around = (sentence.words, before, title)
            words = weighted(near, own, leads, at, around, subject=bool(whose[at]))
            words.update(dict.fromkeys(borders(sentence, mark), _OWN))
            for word in _beyond(sentence, told, mark):
                words[word] = min(words.get(word, 0.0), _FRAME)
            yield Event(moment, words, passage, mark.span, sentence.span, line)


def _beside_dates(
    sentence: Sentence, marks: Sequence[DateMark], own: Sequence[Words], at: int
) -> set[str]:
    """Return the words that a date shares with the one before it: "won in 2011 and 2014"."""
    if not at or not all(map(is_date_word, own[at])):
        return set()
    between = sentence.tokens[marks[at - 1].after : marks[at].first]
    in_range = len(between) == 1 and between[0].text in RANGES
    if not in_range and any(token.text not in _JOINS_DATES for token in between):
        return set()
    words = {word for word in own[at - 1] if not is_date_word(word)}
    return words | _beside_dates(sentence, marks, own, at - 1)


def _person(sentence: Sentence) -> Words:
    """Return the names of a sentence that may be of a person: not of "The Ferryman followed"."""
    tokens = sentence.tokens
    if len(tokens) < 2 or tokens[0].text in TAKE_UP:
        return {}
    if tokens[0].text == "the" and sentence.text[tokens[1].start].isupper():
        return {}
    return {word: True for word, name in sentence.words.items() if name and not word.isdigit()}


def _above(sentences: Sequence[Sentence], line: int) -> Words:
    """Return the words of the sentence before; its names count as such where "it" takes them up.

    "She" takes up the person named last, who may be named further above.
    """
    if line == 0:
        return {}
    sentence, last = sentences[line], sentences[line - 1]
    start = sentence.tokens[0].text if sentence.tokens else ""
    if start not in TAKE_UP:
        return dict.fromkeys(last.stems, False)
    if start in _OF_PERSONS and not _person(last):
        further = sentences[max(0, line - _BACK) : line - 1]
        person = next(filter(None, map(_person, reversed(further))), {})
        return {**dict.fromkeys(last.stems, False), **person}
    first = next(iter(last.words), "")
    capital = last.text[last.span.start].isupper() and bool(last.tokens[1:])
    subject = {first} if capital and last.tokens[0].text not in {"the", "a", "an"} else set()
    return {word: name or word in subject for word, name in last.words.items()}


def _parts(sentence: Sentence, ranges: Sequence[tuple[int, int]]) -> list[Words]:
    skip = sentence.skipped if ranges else frozenset()
    return [content_words(sentence.tokens, sentence.text, *part, skip=skip) for part in ranges]


def is_date_word(word: str) -> bool:
    """Say whether a stem is a month, a weekday, a day of the month or a year."""
    return word in _DATE_STEMS or (word.isdigit() and len(word) in {1, 2, 4})


def weighted(
    near: Collection[str],
    own: Sequence[Words],
    leads: Sequence[frozenset[str]],
    at: int,
    around: tuple[Words, Words, Collection[str]],
    *,
    subject: bool = False,
) -> dict[str, float]:
    """Weigh words: of the own clause, of those before it, of the sentence, of what stands above.

    The words of a clause with a name or ``subject`` of its own say little of another clause.

    Args:
        near: Words of the own clause.
        own: Words of each clause of the sentence.
        leads: For each clause, the words of those before it that may be meant for it too.
        at: Which of the clauses it is.
        around: Words of the sentence, of the one before it, and of the title.
        subject: Whether the clause has a subject of its own.
    """
    rest, before, title = around
    words: dict[str, float] = dict.fromkeys(title, _TITLE)
    words.update({word: _PRONOUN if name else _BEFORE for word, name in before.items()})
    named = subject or any(name and not is_date_word(word) for word, name in own[at].items())
    shared: set[str] = set()
    for other, part in enumerate(own):
        shared.update(part)
        if other == at:
            continue
        told = _SENTENCE if named else _FRAME
        for word, capital in part.items():
            rival = (capital and named) or is_date_word(word) or word not in leads[at]
            words[word] = max(words.get(word, 0.0), _RIVAL if rival else told)
    for word in rest.keys() - shared:
        words[word] = max(words.get(word, 0.0), _SENTENCE)
    words.update(dict.fromkeys(near, _OWN))
    return words


def _near(sentence: Sentence, amount: Quantity) -> frozenset[str]:
    """Return the words right before and after an amount, as written."""
    tokens = sentence.tokens[max(0, amount.first - _WINDOW) : amount.after + _WINDOW]
    return frozenset(token.text for token in tokens)


def _after(sentence: Sentence, amount: Quantity) -> tuple[str, ...]:
    words = [t.text for t in sentence.tokens[amount.first :] if t.start >= amount.span.end]
    return tuple(words[:2])


def _side(
    sentence: Sentence, part: tuple[int, int], mark: DateMark, told: Sequence[Relation]
) -> tuple[int, int]:
    """Cut the clause of a date at "two days before …": what follows is dated by that."""
    for relation in told:
        if relation.amount is None:
            continue
        for own in (relation.first_range, relation.second_range):
            if own[0] <= mark.first < own[1]:
                return max(part[0], own[0]), min(part[1], own[1])
        if side_of(sentence, relation, mark.first):
            return relation.first_range
        if part[0] <= mark.first < relation.first_range[0] < relation.second_range[0]:
            part = part[0], min(part[1], relation.first_range[0])
    return part


def _beyond(sentence: Sentence, told: Sequence[Relation], mark: DateMark) -> Iterator[str]:
    """Yield the words that are only on the other side of "after", "before" than a date."""
    for relation in told:
        side = side_of(sentence, relation, mark.first)
        one, other = relation.first, relation.second
        one, other = (other, one) if side == "second" else (one, other)
        yield from (word for word in other if side and word not in one)
