"""Amounts and dates of which one passage has the claim's, and another passage another."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, TypeVar

from groundgraph.text.conflicts.guards import are_of_one_thing, is_label
from groundgraph.text.conflicts.lexicon import ATTRIBUTES, LIGHT, RECURRING
from groundgraph.text.conflicts.model import Pair, Told
from groundgraph.text.english.tagging import guess, lexicon, stems
from groundgraph.text.quantities.evidence.slots import Wanted, ranked
from groundgraph.text.quantities.values.direct_dates import is_border, words_of_date
from groundgraph.text.quantities.values.same_things import is_definite, is_same_thing
from groundgraph.text.quantities.values.told import is_in_range
from groundgraph.text.quantities.written.agreement import agreement, comparable
from groundgraph.text.quantities.written.model import Event, EvidenceQuantity
from groundgraph.text.quantities.written.moments import states
from groundgraph.text.quantities.written.stems import is_content, stem
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from groundgraph.text.conflicts.model import Ground
    from groundgraph.text.quantities.evidence.slots import ReadClaim, Slot
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.dates import DateMention
    from groundgraph.text.quantities.written.model import Sentence

_HELD, _FITS, _FITS_DATE = 0.25, 0.4, 0.5
"""Shares of a claim's words, by rarity, that an amount must have around it for its passage to tell
it too; and that an amount or a date must have to be what the claim speaks of."""
_IN_COMMON = 2
_FAR, _SURE = 5, 0.7
"""Times that one amount is the other from which it must fit so well to be of the same thing."""
_ALIKE = 0.4
"""Share of the words of the clause of one amount that stand beside the other, at least."""
_JOINS = frozenset({"-", "–", "—", "to", "and", "$", "€", "£"})
_PERIODS = frozenset({"day", "days", "week", "weeks", "month", "months", "year", "years", "hour"})
_AFTER_UNITS = frozenset("wide long deep high tall thick away above below".split())
_SIZES = frozenset({"mass", "length", "volume"})
_CLOSE = 0.1
"""By how much a second value of a passage may fit less, and still be what is meant."""
_OWN = 0.75
"""What a word of a date's own clause, or of one that it shares, weighs at least."""
_MOST = 40
"""Amounts and dates that are looked at for one of a claim."""
_LOOKED_AT = 400
"""Pairs of amounts that are looked at for a claim which says that its sources disagree."""
_BESIDE = 0.5
"""What the verb of a claim must weigh beside a date at least."""
_ADDED = frozenset("additional another extra further more".split())
_PEOPLE = {stem("people")}
_BOUNDS = frozenset({"before", "after", "by"})
_PARTING = frozenset({"and", "but", "while", ";"})
_OPENING, _CLOSING = frozenset({"open", "begin"}), frozenset({"clos", "end"})
Held = TypeVar("Held", EvidenceQuantity, Event)


def amount_pairs(ground: Ground, claim: ReadClaim) -> Iterator[Pair]:
    """Yield passages that disagree on an amount of a claim."""
    for number, amount in enumerate(claim.sentence.amounts):
        label = amount.unit is COUNT and is_label(claim.text, claim.sentence.tokens, amount.first)
        bare = _lacks_its_unit(claim.sentence, amount) or _is_a_size(claim.sentence, amount)
        if amount.weak or label or bare or is_definite(claim, amount):
            continue
        held = [
            reading
            for reading in claim.index.readings
            if not reading.amount.weak and comparable(amount, reading.amount)
        ]
        slots = _fitting(ranked(claim.wanted(number), held), _HELD)
        right = [s.held for s in slots if agreement(amount, s.held.amount) == "equal"]
        differ = partial(_amounts_differ, ground)
        alike = [s for s in slots if s.score >= _FITS and _is_same_thing(claim, amount, s.held)]
        for one, slot in _opposed(alike, slots, right, differ):
            pair = Pair(_told(ground, one), _told(ground, slot.held))
            if _are_alike(ground, one, slot) and are_of_one_thing(ground, *pair):
                yield pair


def _is_same_thing(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether both measure the same, as "has 40 employees" and "employs 60 people" do.

    Numbers of nothing measure what both sentences name: "a population of 31,000".
    """
    if is_same_thing(claim, amount, held):
        return True
    if amount.dimension or held.amount.dimension or held.cell is not None:
        return False
    mine, theirs = set(amount.noun), set(held.amount.noun)
    if not mine and not theirs:
        return not ATTRIBUTES.isdisjoint(claim.sentence.words.keys() & held.own)
    said = theirs & claim.sentence.words.keys() if mine == _PEOPLE else mine & held.own
    return _PEOPLE in (mine, theirs) and bool(said)


def _are_alike(ground: Ground, one: EvidenceQuantity, slot: Slot[EvidenceQuantity]) -> bool:
    """Say whether two amounts may be of one thing, by themselves and the words beside them."""
    other = slot.held
    return (
        _share(ground, one, other)
        and _are_per_one(one, other)
        and _are_near(one, slot)
        and _ADDED.isdisjoint(_beside(ground, one) | _beside(ground, other))
    )


def _beside(ground: Ground, held: EvidenceQuantity) -> frozenset[str]:
    """Return the words right before and in an amount of prose: "15 more minutes"."""
    sentence = ground.sentence(_bare(held))
    if sentence is None:
        return frozenset()
    first, after = held.amount.first, held.amount.after
    return frozenset(token.text for token in sentence.tokens[max(0, first - 2) : after])


def _are_near(one: EvidenceQuantity, other: Slot[EvidenceQuantity]) -> bool:
    """Say whether two amounts are of one size, or the other is surely what is meant."""
    low, high = sorted(abs(each.amount.approx) for each in (one, other.held))
    return high <= _FAR * low or other.score >= _SURE


def named_pairs(ground: Ground, claim: ReadClaim) -> Iterator[Pair]:
    """Yield the passages that tell two amounts of a claim which says that its sources disagree."""
    for one, other in islice(_told_apart(claim), _LOOKED_AT):
        pair = Pair(_told(ground, one), _told(ground, other))
        turned = Pair(pair.other, pair.one)  # the claim follows both
        if _amounts_differ(ground, one, other) and any(
            are_of_one_thing(ground, *each) for each in (pair, turned)
        ):
            yield pair


def _told_apart(claim: ReadClaim) -> Iterator[tuple[EvidenceQuantity, EvidenceQuantity]]:
    """Yield what two passages tell of two amounts of a claim."""
    for ones, others in combinations(_equal_to_each(claim), 2):
        for one, other in product(ones, others):
            if one.passage != other.passage and comparable(one.amount, other.amount):
                yield one, other


def _equal_to_each(claim: ReadClaim) -> Iterator[list[EvidenceQuantity]]:
    """Yield, for each amount of a claim, those of the evidence that are it, the best first."""
    told = [(n, amount) for n, amount in enumerate(claim.sentence.amounts) if not amount.weak]
    for number, amount in told[:_MOST]:
        equal = [r for r in claim.index.readings if agreement(amount, r.amount) == "equal"]
        yield sorted(equal, key=claim.wanted(number).share, reverse=True)[:_MOST]


def _are_per_one(one: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether two amounts are for one of the same: "a daily dose of 40 mg", "60 mg a day"."""
    mine, theirs = one.amount.per, other.amount.per
    if mine == theirs:
        return True
    bare, per = (other, mine) if mine else (one, theirs)
    plain = not (mine and theirs) and per in _PERIODS
    return plain and stem(per.removesuffix("s")) in bare.words


def _share(ground: Ground, one: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether two sentences have words of claim and question in common, and their clauses."""
    if one.cell or other.cell:
        return True
    sentence = ground.sentence(_bare(other))
    theirs = other.about if sentence is None else sentence.stems
    common, shared = one.about & theirs & ground.said, one.own & other.own
    whole = one.own == other.own or (len(shared) > _IN_COMMON and shared in {one.own, other.own})
    if len(common) < _IN_COMMON and not (common and whole):
        return False  # "The fee is 9 euros" has no more words
    return len(shared) >= _ALIKE * min(len(one.own), len(other.own))


def _is_a_size(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether an amount only says what kind of thing is meant: "a 2-pound turkey"."""
    following = next((t for t in sentence.tokens if t.start >= amount.span.end), None)
    if amount.dimension not in _SIZES or following is None:
        return False
    if following.text == "(":
        return True
    plain = following.kind == "word" and is_content(following.text)
    plain = plain and following.text not in _AFTER_UNITS
    return plain and (lexicon().get(following.text) or guess(following.text))[:1] == "N"


def date_pairs(ground: Ground, claim: ReadClaim) -> Iterator[Pair]:
    """Yield passages that disagree on a date of a claim."""
    for number, mention in enumerate(claim.sentence.mentions):
        if not (mention.moment.dated or mention.moment.minutes):
            continue
        words = words_of_date(claim, number)
        happened = (_verbs(claim) & words.keys()) - LIGHT
        if happened & RECURRING or is_border(claim, number) or _dates_an_amount(claim, mention):
            continue
        slots = _fitting(ranked(Wanted(words, claim.index.dated), claim.index.events), _FITS_DATE)
        slots = [s for s in slots if all(s.held.words.get(w, 0.0) >= _BESIDE for w in happened)]
        slots = [s for s in _begins_or_ends(claim, slots) if not _only_bounds(ground, s.held)]
        right = [slot.held for slot in slots if states(slot.held.moment, mention.moment)]
        for one, other in _opposed(slots, slots, right, _dates_differ):
            pair = Pair(_told(ground, one), _told(ground, other.held))
            if are_of_one_thing(ground, *pair):
                yield pair


def _fitting(slots: Sequence[Slot[Held]], least: float) -> list[Slot[Held]]:
    return [slot for slot in slots[:_MOST] if slot.score >= least]


def _opposed(
    slots: Sequence[Slot[Held]],
    every: Sequence[Slot[Held]],
    right: Sequence[Held],
    differ: Callable[[Held, Held], bool],
) -> Iterator[tuple[Held, Slot[Held]]]:
    """Pair the best of each passage that a claim follows with the best of each that it does not.

    A passage that tells what both do takes nobody's side, and one that tells several values alike
    does not say which is meant.

    Args:
        slots: Those that may be what the claim speaks of, the best first.
        every: Those that a passage may tell both by.
        right: Those of ``every`` that are as the claim says.
        differ: Whether two are surely different.
    """
    said = {held.passage for held in right}
    fitting = {id(slot.held) for slot in slots}
    followed = {held.passage: held for held in reversed(right) if id(held) in fitting}
    for passage in dict.fromkeys(slot.held.passage for slot in slots):
        if passage in said:
            continue
        theirs = _of_passage(slots, passage)
        other = theirs[0].held
        if _are_listed(theirs, other, differ):
            continue
        for number, one in followed.items():
            told = _of_passage(every, number)
            listed = _are_listed(_of_passage(slots, number), one, differ)
            if not listed and all(differ(slot.held, other) for slot in told):
                yield one, theirs[0]


def _of_passage(slots: Sequence[Slot[Held]], passage: int) -> list[Slot[Held]]:
    return [slot for slot in slots if slot.held.passage == passage]


def _are_listed(
    told: Sequence[Slot[Held]], one: Held, differ: Callable[[Held, Held], bool]
) -> bool:
    """Say whether a passage tells other values that fit a claim as well as one of its own does."""
    own = next(slot.score for slot in told if slot.held is one)
    return any(slot.score >= own - _CLOSE and differ(slot.held, one) for slot in told)


def _amounts_differ(ground: Ground, one: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether two amounts, or ranges, surely differ; limits only from those of their kind."""
    mine, theirs = _ends(ground, one), _ends(ground, other)
    limits = {_limit(amount) for amount in (*mine, *theirs)}
    if len(limits) > 1 or _overlap(mine, theirs):
        return False
    return all(_are_apart(a, b) for a in mine for b in theirs)


def _ends(ground: Ground, held: EvidenceQuantity) -> list[Quantity]:
    """Return an amount, or both ends of the range that it is one end of: "10 to 15 minutes"."""
    sentence = ground.sentence(_bare(held)) if held.cell is None else None
    if sentence is None:
        return [held.amount]
    partner = _other_end(sentence, held.amount)
    return sorted(filter(None, [held.amount, partner]), key=lambda amount: amount.span.start)


def _other_end(sentence: Sentence, amount: Quantity) -> Quantity | None:
    """Return the other end of a range, in the unit of the one that has one."""
    if not is_in_range(sentence, amount):
        return None
    for other in sentence.amounts:
        low, high = sorted((amount, other), key=lambda each: each.first)
        between = {token.text for token in sentence.tokens[low.after : high.first]}
        if other is amount or not between or not between <= _JOINS:
            continue
        if COUNT in {other.unit, amount.unit}:
            return replace(other, unit=amount.unit if other.unit is COUNT else other.unit)
        if other.dimension == amount.dimension:
            return other
    return None


def _lacks_its_unit(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether an amount is the first end of a range whose second has the unit."""
    partner = _other_end(sentence, amount)
    return partner is not None and partner.unit is not COUNT and amount.unit is COUNT


def _overlap(mine: Sequence[Quantity], theirs: Sequence[Quantity]) -> bool:
    one, other = [a.approx for a in mine], [a.approx for a in theirs]
    return min(one) <= max(other) and min(other) <= max(one)


def _are_apart(one: Quantity, other: Quantity) -> bool:
    if _limit(one):
        one, other = replace(one, bound="exact"), replace(other, bound="exact")
    return agreement(one, other) == agreement(other, one) == "differs"


def _limit(amount: Quantity) -> str:
    return "" if amount.bound in {"exact", "exactly", "about"} else amount.bound


def _dates_differ(one: Event, other: Event) -> bool:
    return states(one.moment, other.moment) is states(other.moment, one.moment) is False


def _only_bounds(ground: Ground, event: Event) -> bool:
    """Say whether a date only says before or after when something was."""
    text = ground.passages[event.passage].text
    before = text[event.around.start : event.span.start].lower().split()
    return bool(before) and before[-1] in _BOUNDS


def _begins_or_ends(claim: ReadClaim, slots: Sequence[Slot[Event]]) -> list[Slot[Event]]:
    """Leave out the end of "from 9 a.m. to 6 p.m." where a claim says when something opens."""
    words = claim.sentence.words.keys()
    if words.isdisjoint(_OPENING) or not words.isdisjoint(_CLOSING):
        return list(slots)
    begun = {(s.held.passage, s.held.line) for s in slots if "begin" in s.held.words}
    return [
        s for s in slots if "begin" in s.held.words or (s.held.passage, s.held.line) not in begun
    ]


def _dates_an_amount(claim: ReadClaim, mention: DateMention) -> bool:
    """Say whether a date says when an amount holds: "In 2021 it had 87 members"."""
    every = claim.sentence.tokens
    for amount in claim.sentence.amounts:
        start, stop = sorted([(mention.first, mention.after), (amount.first, amount.after)])
        between = {token.text for token in every[start[1] : stop[0]]}
        if not amount.weak and between.isdisjoint(_PARTING):
            return True
    return False


def _verbs(claim: ReadClaim) -> set[str]:
    """Return the stems of the claim's words that are verbs wherever they stand."""
    written = {token.text for token in claim.sentence.tokens if token.kind == "word"}
    known = lexicon()
    return {
        stem(word)
        for word in written
        if any(known.get(form, "")[:2] == "VB" for form in (word, *stems(word)))
    }


def _told(ground: Ground, held: EvidenceQuantity | Event) -> Told:
    if isinstance(held, Event):
        own = frozenset(word for word, weight in held.words.items() if weight >= _OWN)
        return Told(held.passage, held.around, held.span, own, "date")
    told = _bare(held)
    ends = _ends(ground, held)
    return told._replace(value=Span(ends[0].span.start, ends[-1].span.end)) if ends[1:] else told


def _bare(held: EvidenceQuantity) -> Told:
    return Told(held.passage, held.around, held.span, held.own, "amount")
