"""Nouns and units that a bare number takes over from the amount before it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTHS, WEEKDAYS
from groundgraph.text.number_words import LABELLED
from groundgraph.text.quantities.written.brackets import is_compared
from groundgraph.text.quantities.written.compounds import scale_of
from groundgraph.text.quantities.written.named_lists import without_labels
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT, PERCENT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.tokens import Token

_SAME_UNIT = frozenset(
    """from existing than original previous only just further additional another which against
    versus vs""".split()
)
_IN_LISTS = frozenset({",", "and", "vs", "versus", "."})
_SET_AGAINST = ({"instead", "of"}, {"rather", "than"}, {"against"}, {"compared", "with"})
_BY = frozenset({"by", "x", "×"})
"""What stands between the sides of something: "120 by 80 metres"."""
_BEFORE_A_UNIT = frozenset("the remaining last first next full final whole another".split())
_PREPOSITIONS = frozenset("within after for at in of by with under over to about every".split())
_NEAR = 6
_IT_IS = (["it", "is"], ["it", "was"], ["it", "takes"], ["it", "took"])
_OF_AGES = frozenset({"is", "was", "turned", "aged"})
_AFTER_AGES = frozenset({".", ",", ";", "and", "when", "but"})
_OLDEST = 120
_TELLING = frozenset({"is", "was", "=", ":"})
_SET_TO = (["set", "to"], ["defaults", "to"])
"""Words right before a value that is told of something."""
_OF_SPANS = frozenset({"of", "to", "ago"})
_SEPARATORS = frozenset({",", ";", "and"})
_CLOSING = frozenset({"", ".", ",", ";", "and", "or", ")"})
_SMALL = frozenset("a an the and or but to than at in on of is was were are".split())
_LISTING = frozenset(
    "is was were are has had have than by about of that which who because if when to not".split()
)
"""Words between two amounts that are not told in one list of things and values."""
_NAMES, _WHOLE = 3, 100
"""Words of a name between two shares of a list, and the most percent."""
_WITHIN, _LIKE_SIZE = 8, 50
"""Tokens between two amounts of a list, and how many times the one is the other at most."""
_COMPARED = frozenset({"less", "more", "fewer", "higher", "lower", "cheaper", "longer", "shorter"})
OF_THEM = frozenset({"them", "these", "those", "which", "whom"})


def _is_age(tokens: Sequence[Token], amount: Quantity) -> bool:
    """Say whether "the youngest was 19" is told."""
    words = {token.text for token in tokens[max(0, amount.first - 3) : amount.first]}
    return bool(words & {"youngest", "oldest", "aged"})


def _is_told_age(tokens: Sequence[Token], text: str, amount: Quantity) -> bool:
    """Say whether a bare number after a name is an age: "Peter is 34 and …"."""
    at, after = amount.first, amount.after
    if at < 2 or tokens[at - 1].text not in _OF_AGES or amount.step != 1 or amount.value > _OLDEST:
        return False
    ends = after >= len(tokens) or tokens[after].text in _AFTER_AGES
    who = tokens[at - 2]
    named = text[who.start].isupper() and who.text not in MONTHS and who.text not in WEEKDAYS
    short = len(who.text) > 1 and text[who.start : who.end].isupper()  # "CRP was 21."
    return ends and (who.text in {"he", "she"} or (named and not short))


def completed(tokens: Sequence[Token], text: str, amounts: Sequence[Quantity]) -> list[Quantity]:
    """Give a bare number the noun and unit that the sentence leaves out.

    "4 million riders, 3 there", "22 hours, six of them", "within one hour, … within four",
    "18 of its 30 sailings", "Lisk has scored 14 goals, Tamm 9 and Adu 5".
    """
    amounts = _of_ranges(tokens, without_labels(tokens, amounts))
    units = [_in_unit_told(tokens, _with_its_unit(tokens, amount)) for amount in amounts]
    listed = _of_lists(tokens, units)
    listed = list(_of_others(tokens, text, _of_shares(tokens, listed)))
    return list(_completed(tokens, text, _in_brackets(tokens, listed)))


def _of_ranges(tokens: Sequence[Token], amounts: Sequence[Quantity]) -> list[Quantity]:
    """Read "within 5 to 7 days" as a range, whose first end is no limit."""
    found = list(amounts)
    for at, (amount, following) in enumerate(pairwise(amounts)):
        between = [token.text for token in tokens[amount.after : following.first]]
        before = tokens[amount.first - 1].text if amount.first else ""
        limited = amount.bound == "most" and (before == "within" or between == ["to"])
        if limited and between in (["to"], ["-"], ["–"]) and amount.unit == following.unit:
            found[at] = replace(amount, bound="exact")
    return found


def _of_others(
    tokens: Sequence[Token], text: str, amounts: Sequence[Quantity]
) -> Iterator[Quantity]:
    """Read a bare number after a name beside a bare one: "Nordhavn costs 1,200 …, Valby 800"."""
    before: Quantity | None = None
    for amount in amounts:
        if amount.weak and before is not None and _is_of_another(tokens, text, before, amount):
            yield replace(amount, per=before.per, weak=False)
            continue
        bare = amount.unit is COUNT and amount.kind == "count" and not amount.noun
        before = before if amount.weak else amount if bare else None
        yield amount


def _of_shares(tokens: Sequence[Token], amounts: Sequence[Quantity]) -> list[Quantity]:
    """Read the numbers behind a share as such: "wind 25 per cent, hydro 40, gas 22"."""
    found = list(amounts)
    for at in range(1, len(found)):
        if _is_bare(found[at]) and _is_next_share(tokens, found[at - 1], found[at]):
            found[at] = replace(found[at], unit=PERCENT)
    return found


def _in_brackets(tokens: Sequence[Token], amounts: Sequence[Quantity]) -> list[Quantity]:
    """Give the second value of "412.3 million (2023: 377.9)" the scale and unit of the first."""
    found = list(amounts)
    for at in range(1, len(found)):
        if _is_bare(found[at]) and is_compared(tokens, found[at - 1], found[at]):
            found[at] = _as_before(found[at - 1], found[at])
    return found


def _with_its_unit(tokens: Sequence[Token], amount: Quantity) -> Quantity:
    """Read "the remaining hour and a half", which has no number before its unit."""
    at = amount.first - 2
    if at < 1 or amount.kind != "share" or tokens[at + 1].text != "and":
        return amount
    unit, before = BY_WORD.get(tokens[at].text), tokens[at - 1]
    if unit is None or unit.dimension != "time" or before.text not in _BEFORE_A_UNIT:
        return amount
    span = Span(tokens[at].start, amount.span.end)
    value = 1 + amount.value
    return replace(amount, span=span, value=value, unit=unit, kind="count", noun=(), first=at)


def _in_unit_told(tokens: Sequence[Token], amount: Quantity) -> Quantity:
    """Read "the lifetime in seconds; the default is 3600", whose number has no unit beside it."""
    before = [token.text for token in tokens[max(0, amount.first - 2) : amount.first]]
    tells = bool(before) and (before[-1] in _TELLING or before in _SET_TO)
    if not tells or not _is_bare(amount):
        return amount
    told = {
        unit
        for one, other, behind in zip(tokens, tokens[1 : amount.first], tokens[2:], strict=False)
        if one.text == "in" and other.text.endswith("s") and behind.text not in _OF_SPANS
        and (unit := BY_WORD.get(other.text)) is not None
    }  # fmt: skip
    return replace(amount, unit=told.pop()) if len(told) == 1 else amount


def _of_lists(tokens: Sequence[Token], amounts: Sequence[Quantity]) -> list[Quantity]:
    """Give the numbers of "310, 290 and 330 kWh", "120 by 80 metres" the unit of the last."""
    found = list(amounts)
    for at in range(len(found) - 2, -1, -1):
        amount, following = found[at], found[at + 1]
        between = {token.text for token in tokens[amount.after : following.first]}
        plain = amount.unit is COUNT and amount.kind == "count" and not amount.noun
        sides = following.dimension == "length" and between <= _BY
        listed = between <= _IN_LISTS or sides or between in _SET_AGAINST
        if plain and between and listed and following.unit is not COUNT:
            found[at] = replace(amount, unit=following.unit, weak=False)
    return found


def _completed(
    tokens: Sequence[Token], text: str, amounts: Sequence[Quantity]
) -> Iterator[Quantity]:
    last: Quantity | None = None
    told: list[Quantity] = []
    for at, amount in enumerate(amounts):
        if at + 1 < len(amounts) and _is_part_of_bare(tokens, amount, amounts[at + 1], last):
            yield replace(amount, noun=last.noun if last else (), part=True)
            continue
        if _is_bare(amount) and (_is_age(tokens, amount) or _is_told_age(tokens, text, amount)):
            yield replace(amount, unit=BY_WORD["years"])
            continue
        if amount.weak and last is not None and _is_of_another(tokens, text, last, amount):
            last = replace(amount, noun=last.noun, unit=last.unit, weak=False)
            yield last
            continue
        if last is not None and _is_sum_of_it(tokens, last, amount):
            yield replace(amount, unit=last.unit, noun=())
            continue
        if not _is_bare(amount):
            last = amount if _has_measure(amount) else last
            told += [amount] if _has_measure(amount) else []
            yield amount
            continue
        whole = amounts[at + 1] if at + 1 < len(amounts) else None
        if whole is not None and _is_part_of(tokens, amount, whole):
            yield replace(amount, noun=whole.noun, unit=whole.unit, part=True)
        elif (same := _told_alike(tokens, told, amount)) is not None:
            yield replace(amount, noun=same.noun, unit=same.unit)
        elif last is not None and _goes_on(tokens, last, amount):
            last = replace(amount, noun=last.noun, unit=last.unit)
            yield last
        else:
            yield amount


def _is_next_share(tokens: Sequence[Token], last: Quantity, amount: Quantity) -> bool:
    """Say whether a list of names and shares goes on with the next one."""
    if last.unit is not PERCENT or last.bound != "exact":
        return False
    between = [token.text for token in tokens[last.after : amount.first]]
    behind = tokens[amount.after].text if amount.after < len(tokens) else ""
    listed = between[:1] in ([","], [";"], ["and"]) and behind in _CLOSING
    names = [word for word in between if word not in _SEPARATORS]
    plain = bool(names) and all(map(str.isalpha, names)) and _LISTING.isdisjoint(names)
    return listed and plain and len(names) <= _NAMES and 0 < amount.value <= _WHOLE


def _as_before(before: Quantity, amount: Quantity) -> Quantity:
    """Give an amount the scale and unit of the one before it, where it is of its size."""
    scale = Fraction(1) if amount.scaled else scale_of(before)
    if not before.value or not 1 / _LIKE_SIZE < amount.value * scale / before.value < _LIKE_SIZE:
        return amount
    value, step, scaled = amount.value * scale, amount.step * scale, before.scaled or amount.scaled
    unit, noun = before.unit, before.noun
    return replace(amount, value=value, step=step, scaled=scaled, unit=unit, noun=noun)


def _is_sum_of_it(tokens: Sequence[Token], last: Quantity, amount: Quantity) -> bool:
    """Say whether a part of a sum is told without its currency: "of which 6 million go to …"."""
    before = [token.text for token in tokens[max(0, amount.first - 4) : amount.first]]
    of_which = before[-2:] == ["of", "which"] or before[-3:-1] == ["of", "which"]
    sums = last.dimension.startswith("money") and last.scaled and amount.scaled
    return sums and of_which and amount.unit is COUNT and amount.kind == "count"


def _is_bare(amount: Quantity) -> bool:
    plain = amount.unit is COUNT and amount.kind == "count" and not amount.weak
    return plain and _COMPARED.issuperset(amount.noun)


def _has_measure(amount: Quantity) -> bool:
    """Say whether an amount has a noun or unit to take over."""
    if amount.kind != "count" or amount.dimension == "share" or amount.weak:
        return False
    return bool(amount.noun) or amount.unit is not COUNT


def _is_part_of(tokens: Sequence[Token], amount: Quantity, whole: Quantity) -> bool:
    """Say whether "18 of its 30 sailings" is told: only "of" and small words stand between."""
    between = [token.text for token in tokens[amount.after : whole.first]]
    small = {"the", "its", "their", "all", "these", "those", "our", "his", "her"}
    return between[:1] == ["of"] and set(between[1:]) <= small and _has_measure(whole)


def _is_part_of_bare(
    tokens: Sequence[Token], amount: Quantity, whole: Quantity, last: Quantity | None
) -> bool:
    """Say whether "22 of 30" is told, after the noun of both."""
    between = [token.text for token in tokens[amount.after : whole.first]]
    bare = _is_bare(amount) and _is_bare(whole)
    return bare and between == ["of"] and last is not None and last.unit is COUNT


def _is_of_another(tokens: Sequence[Token], text: str, last: Quantity, amount: Quantity) -> bool:
    """Say whether a number after a name is what the last amount is of another: "…, Tamm 9"."""
    at, after = amount.first, amount.after
    if not 1 < at - last.after <= _WITHIN + 2 or amount.unit is not COUNT or amount.kind != "count":
        return False
    name = tokens[at - 1]
    ends = after >= len(tokens) or tokens[after].text in {",", ";", ".", "and"}
    if not ends or not text[name.start].isupper() or name.text in LABELLED:
        return False
    before = tokens[max(0, last.first - _NEAR) : last.first]
    once = sum(token.text == name.text for token in tokens) == 1
    return once and any(text[t.start].isupper() for t in before if t.kind == "word")


def _goes_on(tokens: Sequence[Token], last: Quantity, amount: Quantity) -> bool:
    """Say whether a bare number measures what the last amount does."""
    if any(token.text == "times" for token in tokens[amount.first : amount.after + 1]):
        return False  # "10 ml at a time, no more than three times a day"
    if last.unit is COUNT:
        return True
    before = tokens[amount.first - 1].text if amount.first else ""
    after = [token.text for token in tokens[amount.after : amount.after + 2]]
    if (after[:1] == ["of"] and after[1:] and after[1] in OF_THEM) or before in _SAME_UNIT:
        return True
    if amount.scaled and last.scaled:
        return True
    between = [token.text for token in tokens[last.after : amount.first]]
    if between in ([","], ["or"], [",", "or"]):  # "ten days, or three with …", "99 euros, 40 less"
        return "or" in between or bool(_COMPARED.intersection(after[:1]))
    if _is_in_a_row(tokens, last, amount):
        return True
    ends = not after or after[0] in {".", ",", ";", "and", "or"}
    if ends and [token.text for token in tokens[amount.first - 2 : amount.first]] in _IT_IS:
        return True
    if ends and before == "in" and last.dimension == "time":
        return True
    own = tokens[last.first - 1].text if last.first else ""
    return ends and before == own and before in _PREPOSITIONS


def _is_in_a_row(tokens: Sequence[Token], last: Quantity, amount: Quantity) -> bool:
    """Say whether two amounts are told alike, the second without its unit.

    "52 minutes in the capital, 34 in other cities", "lasts nineteen hours; the Lite lasts
    fourteen", "Saint Anne 1,870 kg; Old Minster 3,300", "24 minutes by tram, by bike 19".
    """
    between = [token.text for token in tokens[last.after : amount.first]]
    apart = _SEPARATORS.intersection(between)
    if not apart or len(between) > _WITHIN or not last.value or amount.scaled != last.scaled:
        return False
    if not 1 / _LIKE_SIZE < amount.value / last.value < _LIKE_SIZE:
        return False
    own, its = _around(tokens, last), _around(tokens, amount)
    if own[1] == its[1] and own[1] in _PREPOSITIONS:
        return True
    if its[1] not in _CLOSING:
        return False
    same = own[0] == its[0] and own[0].isalpha() and own[0] not in _SMALL
    listed = own[1] in _CLOSING or own[1] == "("
    return same or (listed and _LISTING.isdisjoint(between))


def _told_alike(
    tokens: Sequence[Token], told: Sequence[Quantity], amount: Quantity
) -> Quantity | None:
    """Return the amount before which the same verb stands: "lasts nineteen hours, … lasts ten"."""
    word, after = _around(tokens, amount)
    if after not in _CLOSING or not word.isalpha() or word in _SMALL | _PREPOSITIONS:
        return None
    alike = [one for one in told[:-1] if _around(tokens, one)[0] == word]
    return alike[-1] if alike else None


def _around(tokens: Sequence[Token], amount: Quantity) -> tuple[str, str]:
    """Return the words right before and after an amount, "" where there is none."""
    before = tokens[amount.first - 1].text if amount.first else ""
    return before, tokens[amount.after].text if amount.after < len(tokens) else ""
