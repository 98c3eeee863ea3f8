"""Two values of one sentence, told each of what the other is: "Ben got 12 votes and Anna 15"."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.amounts import Quantity
from groundgraph.text.quantities.written.limits import is_denial
from groundgraph.text.quantities.written.moments import states
from groundgraph.text.quantities.written.segments import content_words, segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.dates import DateMention
    from groundgraph.text.quantities.written.model import Event, EvidenceQuantity, Sentence

    Value = Quantity | DateMention
    Reading = EvidenceQuantity | Event

_SURE = 0.9
_PAIR = 2
_ENDS = frozenset({"from", "to"})
_IN_ORDER = frozenset({"respectively", "each", "both"})
"""Words by which a list of values goes with a list of things."""


class _Part(NamedTuple):
    """A value and what is said of it alone.

    Attributes:
        value: An amount or a date.
        words: The stems of its part of the sentence.
        names: Those that are written as names, or hold a digit.
        end: "from" or "to" right before it, else "".
        at: Its place among such values of its sentence.
    """

    value: Value
    words: frozenset[str]
    names: frozenset[str]
    end: str
    at: int


def with_exchanges(claim: ReadClaim, checks: list[Check]) -> list[Check]:
    """Return checks of amounts, or of dates, those contradicted that a claim exchanges.

    Both stand in one sentence of the evidence, each beside words that the claim has beside the
    other, and no sentence says it as the claim does.

    Args:
        claim: The claim.
        checks: Of one kind, amounts or dates; others stay as they are.
    """
    plain = {check.at: check.kind for check in checks if check.kind in {"amount", "date"}}
    sentence = claim.sentence
    if len(plain) < _PAIR or any(map(is_denial, sentence.tokens)) or is_in_order(sentence):
        return checks
    dates = "date" in plain.values()
    said = [part for part in _parts_of(sentence, dates=dates) if part.value.span in plain]
    readings = {part.at: _readings_of(claim, part.value) for part in said}
    wrong: dict[object, Reading] = {}
    for one, other in combinations(said, 2):
        if _are_of_two_units(one.value, other.value):
            continue  # one may be the other: "92°F (33°C)"
        told = _told_together(readings[one.at], readings[other.at])
        if told and all(_are_exchanged(claim, (one, other), pair) for pair in told):
            first, second = told[0]
            wrong |= {one.value.span: second, other.value.span: first}
    return [
        replace(check, outcome="contradicted", held=(wrong[check.at],), fit=_SURE)
        if check.at in wrong and check.at in plain
        else check
        for check in checks
    ]


def is_in_order(sentence: Sentence) -> bool:
    """Say whether a list of values goes with a list of things: "5 and 7 respectively"."""
    return not _IN_ORDER.isdisjoint(sentence.letters)


def _parts_of(sentence: Sentence, *, dates: bool) -> list[_Part]:
    values: list[Value] = (
        [mention for mention in sentence.mentions if mention.moment.dated]
        if dates
        else [amount for amount in sentence.amounts if not amount.weak]
    )
    tokens = sentence.tokens
    skipped = sentence.skipped
    if dates:
        skipped |= {at for value in values for at in range(value.first, value.after)}
    parts = segments(tokens, [(value.first, value.after) for value in values])
    nouns = {noun for value in values if isinstance(value, Quantity) for noun in value.noun}
    found = []
    for at, (value, part) in enumerate(zip(values, parts, strict=True)):
        words = content_words(tokens, sentence.text, *part, skip=skipped)
        own = frozenset(words) - nouns
        names = frozenset(word for word in own if words[word] or not word.isalpha())
        before = tokens[value.first - 1].text if value.first else ""
        found.append(_Part(value, own, names, before, at))
    return found


def _are_of_two_units(one: Value, other: Value) -> bool:
    return isinstance(one, Quantity) and isinstance(other, Quantity) and one.unit != other.unit


def _told_together(
    ones: Sequence[Reading], others: Sequence[Reading]
) -> list[tuple[Reading, Reading]]:
    """Return the readings of two values that stand in one sentence; none where one does twice.

    Where none do, those of two sentences of a passage, if each value is told just once; names tell
    then which is whose.
    """
    lines = [Counter((r.passage, r.line) for r in found) for found in (ones, others)]
    shared = lines[0].keys() & lines[1].keys()
    if any(held[line] > 1 for held in lines for line in shared):
        return []
    if shared:
        of_line = [{(r.passage, r.line): r for r in found} for found in (ones, others)]
        return [(of_line[0][line], of_line[1][line]) for line in sorted(shared)]
    alone = len(ones) == len(others) == 1 and ones[0].passage == others[0].passage
    return [(ones[0], others[0])] if alone else []


def _readings_of(claim: ReadClaim, value: Value) -> list[Reading]:
    """Return where prose tells a value."""
    if isinstance(value, Quantity):
        amounts = (reading for reading in claim.index.readings if reading.cell is None)
        return [reading for reading in amounts if agreement(value, reading.amount) == "equal"]
    events = (event for event in claim.index.events if event.cell is None)
    return [event for event in events if states(event.moment, value.moment)]


def _are_exchanged(
    claim: ReadClaim, said: tuple[_Part, _Part], told: tuple[Reading, Reading]
) -> bool:
    one, other = said
    apart = told[0].line != told[1].line
    first, second = (_told_part(claim, reading, one, whole=apart) for reading in told)
    if first is None or second is None:
        return False
    if _counts_its_own(one, first, second) or _counts_its_own(other, second, first):
        return False
    if not apart and {one.end, other.end} == {first.end, second.end} == _ENDS:
        shared = (one.words | other.words) & (first.words | second.words)
        return one.end != first.end and bool(shared)
    crossed = (one.names, other.names) if apart else (one.words, other.words)
    crossed = crossed[0] - other.words, crossed[1] - one.words
    own = first.words - second.words, second.words - first.words
    straight = [(one, first, crossed[0] & own[0]), (other, second, crossed[1] & own[1])]
    held = any(
        words and (apart or not _leads(a, said, b, (first, second))) for a, b, words in straight
    )
    return bool(crossed[0] & own[1]) and bool(crossed[1] & own[0]) and not held


def _told_part(claim: ReadClaim, reading: Reading, like: _Part, *, whole: bool) -> _Part | None:
    """Return the part of its sentence that a reading has; ``None`` for a row of a table.

    Args:
        claim: The claim.
        reading: The reading.
        like: A value of its kind.
        whole: Whether the words of the whole sentence are its own.
    """
    sentences = claim.index.passages[reading.passage].sentences
    sentence = next((s for s in sentences if s.span == reading.around), None)
    if sentence is None or is_in_order(sentence):
        return None
    parts = _parts_of(sentence, dates=not isinstance(like.value, Quantity))
    found = next((part for part in parts if part.value.span == reading.span), None)
    return found._replace(words=frozenset(sentence.words)) if found and whole else found


def _counts_its_own(part: _Part, own: _Part, other: _Part) -> bool:
    """Say whether an amount is of what its reading is of, and the other is not: "200 locals"."""
    said, held, another = (
        {*each.value.noun} if isinstance(each.value, Quantity) else set()
        for each in (part, own, other)
    )
    return bool(said & held) and said.isdisjoint(another)


def _leads(part: _Part, said: Sequence[_Part], own: _Part, told: Sequence[_Part]) -> bool:
    """Say whether a part stands before the other in both sentences.

    Its words may be of both: "Ben sold 12 lamps in May and 15 in June".
    """
    return part.at == min(p.at for p in said) and own.at == min(p.at for p in told)
