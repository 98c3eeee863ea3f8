"""What some text rules for bands of one measure.

"Customers with a score between 620 and 679 need a guarantor. Below 620, applications are declined."
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.limits import (
    EMPTY_STEMS,
    FORBIDDING,
    PREFIX,
    Limit,
    are_denied,
    limits_of,
)
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.stems import is_content, stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.tokens import Token

_STOPS = frozenset({".", ";", "!", "?"})
_BETWEEN = frozenset(
    """of a an the is are was for at least most below above under over between from than more less
    up to within after exceeds exceeding or and with fewer priced weighing weighs aged age no
    not""".split()
)
"""Words between the name of a measure and its amount: "a score of at least 620"."""
_ANY = frozenset(
    {"value", "valu", "level", "amount", "reading", "result", "one", "those", "figure"}
)
"""Stems that name whatever measure was named before."""
_MOST = 40
"""Limits of a sentence; one of more is a list of numbers."""
_NEAR = 6
"""Tokens before an amount among which its name stands."""
_ABOVE = frozenset("heavier larger bigger older longer higher later warmer dearer".split())
_BELOW = frozenset("lighter smaller younger shorter lower fewer earlier cheaper colder".split())
_OTHERWISE = frozenset({"otherwise", "others"})
"""Words by which a rule speaks of all that the one before it leaves out."""
_BEGINNING = 3
_GOING_ON = frozenset({"those", "and", "while", "all"})
_EXCEPTIONS = frozenset("unless except excepting excluding provided but".split())
_MORE_ASKED = frozenset({"and", "if", "or"})
"""Words behind the limit of a rule's "if" by which it asks for more."""
_OF_AGES = frozenset(
    """child children kid kids adult adults minor minors age ages aged old older young younger youth
    senior seniors teenagers boys girls""".split()
)
_PERSONS = frozenset(
    """he she who driver drivers member members guest guests visitor visitors passenger passengers
    player players student students applicant applicants person persons people anyone""".split()
)
_OF_TERMS = frozenset(
    """service employment contract warranty guarantee loan lease experience membership term marriage
    residence employed working worked""".split()
)
"""What years may be of, beside people."""
_COUNTED = frozenset(map(stem, _OF_AGES - {"age", "ages", "aged", "old", "older", "young"}))
_FREE = frozenset({stem("free")})
_OF_PERSONS = frozenset({"", *map(stem, _PERSONS)})
_ENTITLING = frozenset(
    """may can must need needs allowed permitted entitled eligible free pay pays get gets
    qualify""".split()
)
_LIGHT = frozenset({"get", "got", "have", "only", "just", "also", "then", "can", "will", "must"})
_SAID_BY_ANY = EMPTY_STEMS | _LIGHT | frozenset(map(stem, FORBIDDING))


class Rule(NamedTuple):
    """A rule for some values of a measure.

    Attributes:
        limit: The values.
        measure: The stem of what names the measure, or "".
        ages: Whether it speaks of ages.
        words: The stems of the rule, cut to what forms of a word share, and its other amounts.
        denied: Whether it denies something.
        entitles: Whether it says what one may, must or gets; who is left out may or gets it not.
        passage: The passage's number, from 0.
        span: The rule in it.
    """

    limit: Limit
    measure: str
    ages: bool
    words: frozenset[str]
    denied: bool
    entitles: bool
    passage: int
    span: Span


class Measure(NamedTuple):
    """What names a measure before an amount: its stem, and the stems right before that."""

    name: str = ""
    beside: tuple[str, ...] = ()


def rules_of(sentences: Sequence[Sentence], passage: int) -> list[Rule]:
    """Return what a passage rules for some values of a measure."""
    found: list[Rule] = []
    after: Rule | None = None
    for sentence in sentences:
        every = _limits(sentence)
        if len(every) > _MOST or not (every or after):
            continue
        for first, last in _clauses(sentence, every):
            limits = [limit for limit in every if first <= limit.amount.first < last]
            if _has_exceptions(sentence.tokens[first:last], first, limits):
                limits = []
            rules = [_rule(sentence, limit, (first, last), passage) for limit in limits]
            if not limits and after is not None:
                rules = list(_rest(sentence, after, (first, last)))
            for rule in _of_different(rules):
                found.append(rule if rule.measure else _named_before(rule, found))
            after = found[-1] if len(rules) == 1 else None
    return found


def _named_before(rule: Rule, found: Sequence[Rule]) -> Rule:
    """Return a rule whose measure was named before: "below 620", "values under 100"."""
    limit = rule.limit.amount
    if not {*limit.noun}.isdisjoint(_COUNTED):
        return rule
    for before in reversed(found):
        alike = limit.unit is COUNT or before.limit.amount.dimension == limit.dimension
        if before.measure and alike:
            ages = before.ages and limit.unit is COUNT and {*limit.noun} <= _FREE
            return rule._replace(measure=before.measure, ages=rule.ages or ages)
    return rule


def _has_exceptions(tokens: Sequence[Token], first: int, limits: Sequence[Limit]) -> bool:
    """Say whether a clause makes an exception, or conditions besides the one that is its limit."""
    words = [token.text for token in tokens]
    if not _EXCEPTIONS.isdisjoint(words):
        return True
    if "if" not in words:
        return False
    behind = [words[limit.amount.after - first :] for limit in limits[:1]]
    at = words.index("if")
    return not behind or at > limits[0].amount.first - first or bool(_MORE_ASKED & {*behind[0]})


def _of_different(rules: Sequence[Rule]) -> Iterator[Rule]:
    """Yield those of a clause that are the only ones of their measure."""
    for rule in rules:
        alike = [
            other
            for other in rules
            if other.limit.amount.dimension == rule.limit.amount.dimension
            and (other.measure in {rule.measure, ""} or not rule.measure)
        ]
        if len(alike) == 1:
            yield rule


def _clauses(sentence: Sentence, limits: Sequence[Limit]) -> Iterator[tuple[int, int]]:
    """Yield the index ranges of what stands between stops, and commas before a rule's own limit."""
    tokens, first = sentence.tokens, 0
    starts = [limit.amount.first for limit in limits]
    listed = _is_list(sentence, limits)
    for at, token in enumerate(tokens):
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        closes = following is None or following.start > token.end
        goes_on = following is not None and following.text in _GOING_ON
        parted = token.text == "," and goes_on
        parted |= token.text == "and" and following is not None and following.text == "those"
        parted = parted and any(first <= start < at for start in starts)
        parted |= listed and token.text == "," and following is not None
        parted |= token.text == "(" and _holds_fields(tokens, at)
        if parted or (token.text in _STOPS and closes):
            yield first, at
            first = at + 1
    if first < len(tokens):
        yield first, len(tokens)


def _holds_fields(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a bracket tells fields: "(children 6-11: EUR 45; under 6: free)"."""
    for token in tokens[at + 1 :]:
        if token.text in {"(", ")", ":"}:
            return token.text == ":"
    return False


def _is_list(sentence: Sentence, limits: Sequence[Limit]) -> bool:
    """Say whether commas part two limits, each with what is for it: "6-14 EUR 7, under 6 free"."""
    tokens = sentence.tokens
    commas = [at for at, token in enumerate(tokens) if token.text in {",", ";"}]
    parts = list(pairwise([-1, *commas, len(tokens)]))
    held = [part for part in parts if any(part[0] < o.amount.first < part[1] for o in limits)]
    return len(held) > 1 and all(_is_told_in(sentence, part, limits) for part in held)


def _is_told_in(sentence: Sentence, part: tuple[int, int], limits: Sequence[Limit]) -> bool:
    """Say whether a part of a sentence holds what is for its one limit: an amount, or "free"."""
    own = [limit for limit in limits if part[0] < limit.amount.first < part[1]]
    amounts = [a for a in sentence.amounts if part[0] < a.first < part[1]]
    others = [a for a in amounts if not any(is_end(a, limit) for limit in own)]
    free = any(token.text == "free" for token in sentence.tokens[part[0] + 1 : part[1]])
    return len(own) == 1 and (free or bool(others))


def _limits(sentence: Sentence) -> list[Limit]:
    """Return the limits of a sentence; "after 30 days" is one here."""
    found = limits_of(sentence)
    taken = {limit.amount.first for limit in found}
    for amount in sentence.amounts:
        before = sentence.tokens[amount.first - 1].text if amount.first else ""
        alone = amount.bound == "exact" and amount.first not in taken
        if alone and before == "after" and amount.dimension == "time":
            found.append(Limit(amount, amount.approx, math.inf, with_low=False))
        elif alone and before == "from" and not any(amount.first < at for at in taken):
            found.append(Limit(amount, amount.approx, math.inf))
    return found


def _rule(sentence: Sentence, limit: Limit, part: tuple[int, int], passage: int) -> Rule:
    tokens = sentence.tokens
    amounts = [a for a in sentence.amounts if part[0] <= a.first < part[1]]
    ends = [a for a in amounts if is_end(a, limit)]
    named = measure_of(tokens[part[0] :], ends[0].first - part[0]) if ends else Measure()
    others = [a for a in amounts if a not in ends]
    words = content_words(tokens, sentence.text, *part, skip=_skipped(sentence))
    return Rule(
        limit,
        "" if named.name in _ANY else named.name,
        _are_ages(limit, named.name, {token.text for token in tokens[slice(*part)]}),
        cut(words, named) | told(others),
        are_denied(tokens[slice(*part)]),
        any(token.text in _ENTITLING for token in tokens[slice(*part)]),
        passage,
        Span(tokens[part[0]].start, tokens[part[1] - 1].end),
    )


def _are_ages(limit: Limit, measure: str, words: set[str]) -> bool:
    """Say whether a bare limit is of ages: "if he or she is over 25"."""
    if limit.amount.per in BY_WORD or not {*limit.amount.noun}.isdisjoint(_COUNTED):
        return False  # "up to 3 times a day", "up to 3 children"
    if limit.amount.unit.name == "years":
        return bool(words & _OF_AGES) and words.isdisjoint(_OF_TERMS)
    if limit.amount.unit is not COUNT:
        return False
    of_persons = measure in _OF_PERSONS and not _PERSONS.isdisjoint(words)
    return of_persons or not _OF_AGES.isdisjoint(words)


def is_end(amount: Quantity, limit: Limit) -> bool:
    """Say whether an amount is an end of a limit."""
    if amount is limit.amount:
        return True
    return (
        amount.dimension in {limit.amount.dimension, ""}
        and amount.after <= limit.amount.first <= amount.after + 2
        and math.isfinite(limit.low + limit.high)
    )


def _rest(sentence: Sentence, after: Rule, part: tuple[int, int]) -> Iterator[Rule]:
    """Yield the rule for what the one before leaves out: "heavier dogs need a ticket"."""
    tokens = sentence.tokens[slice(*part)]
    opening = {token.text for token in tokens[:_BEGINNING]}
    limit = after.limit
    above = bool(opening & _ABOVE) or (bool(opening & _OTHERWISE) and limit.low == -math.inf)
    below = bool(opening & _BELOW) or (bool(opening & _OTHERWISE) and limit.high == math.inf)
    if above and math.isfinite(limit.high):
        limit = replace(
            limit, low=limit.high, high=math.inf, with_low=not limit.with_high, with_high=True
        )
    elif below and math.isfinite(limit.low):
        limit = replace(
            limit, low=-math.inf, high=limit.low, with_low=True, with_high=not limit.with_low
        )
    else:
        return
    amounts = [a for a in sentence.amounts if part[0] <= a.first < part[1]]
    words = content_words(sentence.tokens, sentence.text, *part, skip=_skipped(sentence))
    yield after._replace(
        limit=limit,
        words=cut(words, Measure(after.measure)) | told(amounts),
        denied=are_denied(tokens),
        span=Span(tokens[0].start, tokens[-1].end),
    )


def measure_of(tokens: Sequence[Token], first: int) -> Measure:
    """Return what names the measure of an amount: "fasting glucose" of "fasting glucose of 118".

    Args:
        tokens: Of a sentence, or from the clause of the amount on.
        first: The index of the amount's first token among them.
    """
    for at in range(first - 1, max(-1, first - 1 - _NEAR), -1):
        token = tokens[at]
        if token.kind != "word":
            break
        if token.text not in _BETWEEN:
            if not is_content(token.text):
                break
            before = tokens[at - 1 : at] if at else ()
            beside = tuple(stem(t.text) for t in before if t.kind == "word" and is_content(t.text))
            return Measure(stem(token.text), beside)
    return Measure()


def cut(words: Collection[str], without: Measure) -> frozenset[str]:
    """Return some stems as rules are compared by: what forms of a word share, no light ones."""
    left_out = _SAID_BY_ANY.union((without.name, *without.beside))
    return frozenset(
        word[:PREFIX] for word in words if word not in left_out and not word[0].isdigit()
    )


def told(amounts: Sequence[Quantity]) -> frozenset[str]:
    """Return amounts as words of a rule."""
    return frozenset(f"#{amount.approx:.6g} {amount.dimension}" for amount in amounts)


def _skipped(sentence: Sentence) -> frozenset[int]:
    return of_amounts(sentence, sentence.amounts)


def of_amounts(sentence: Sentence, amounts: Sequence[Quantity]) -> frozenset[int]:
    """Return the indexes of the tokens of some amounts, without what they count."""
    return frozenset(
        at
        for amount in amounts
        for at in range(amount.first, amount.after)
        if sentence.tokens[at].end <= amount.span.end
    )
