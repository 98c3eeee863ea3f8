"""Where a claim repeats what the evidence says, which reckoning gives no reason to doubt."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.bounds import way_before
from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.written.agreement import agreement, faces
from groundgraph.text.quantities.written.bounds import tells_beyond
from groundgraph.text.quantities.written.limits import PREFIX, denies, is_denial
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.numeral_words import WORDS
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet
    from fractions import Fraction

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.tokens import Token
    from groundgraph.types import Span

_JOINS = frozenset({"-", "–", "—", "to", "or"})
_BACK = 6
_OTHER_SIDE = "It follows from the same limit, told from its other side"
_FEW_WORDS = 3
_NEAR_BY = 0.33
"""Share of a claim's words that a sentence holds whose amount the claim goes against."""
_BEHIND = 90
"""Characters behind a limit among which its other side is looked for."""
_OF_BOUNDS = frozenset(
    """least most less fewer more maximum minimum max min limit limited aged age old older young
    younger""".split()
)
"""Stems that bound an amount."""
_POWER = re.compile(r"\b10(?:\^|[⁰¹²³⁴-⁹⁻⁺])|\d[eE][-−+]?\d")
_OFTEN = {"once": 1, "twice": 2}
_PER = (["a"], ["an"], ["per"], ["each"], ["every"])
_MARKS = frozenset({"$", "€", "£", "¥"})


def is_told_with_a_power(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether one of two amounts, written otherwise, is told with a power: "2 × 10^5"."""
    said = amount.span.of(claim.text)
    told = held.span.of(claim.index.passages[held.passage].text)
    return said != told and _POWER.search(f"{said} {told}") is not None


def is_in_range(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether an amount is one end of a range: "2-3 weeks", "between 41 °F and 165 °F"."""
    tokens = sentence.tokens
    before = amount.first - 1
    while before >= 0 and tokens[before].text in _MARKS:
        before -= 1
    opens = _joins(tokens, amount.after) and _is_number(tokens, amount.after + 1)
    closes = _joins(tokens, before) and any(a.after == before for a in sentence.amounts)
    return opens or closes or _is_between(tokens, amount)


def _joins(tokens: Sequence[Token], at: int) -> bool:
    return 0 < at < len(tokens) and tokens[at].text in _JOINS


def _is_number(tokens: Sequence[Token], at: int) -> bool:
    if at < len(tokens) and tokens[at].text in _MARKS:
        at += 1
    return at < len(tokens) and (tokens[at].kind == "number" or tokens[at].text in WORDS)


def _is_between(tokens: Sequence[Token], amount: Quantity) -> bool:
    """Say whether "between" stands near before, and "and" leads to or from another number."""
    before = tokens[max(0, amount.first - _BACK) : amount.first]
    if not any(token.text == "between" for token in before):
        return False
    leads = amount.after < len(tokens) and tokens[amount.after].text == "and"
    return bool(leads and _is_number(tokens, amount.after + 1)) or before[-1].text == "and"


def is_told_bare(claim: ReadClaim, amount: Quantity, check: Check) -> bool:
    """Say whether the same stands beside the amount that differs, in another form.

    As a number by itself: "The pro version costs 40 dollars, the basic version 20." Or told by how
    often: "every 20 minutes, at night once an hour" beside "every 60 minutes".
    """
    [held] = check.held
    line = line_of(claim, held) if isinstance(held, EvidenceQuantity) else None
    if line is None:
        return False
    bare = any(o.weak and o.unit is COUNT and o.value == amount.value for o in line.amounts)
    return bare or (amount.dimension == "time" and amount.base in _between_two(line))


def _between_two(line: Sentence) -> Iterator[Fraction]:
    """Yield the seconds between two times of what happens "once an hour", "three times a day"."""
    words = [token.text for token in line.tokens]
    for often, number in _OFTEN.items():
        for at in (at for at, word in enumerate(words) if word == often):
            behind = words[at + 1 : at + 3]
            unit = BY_WORD.get(behind[-1]) if behind[:1] in _PER else None
            if unit is not None and unit.dimension == "time":
                yield unit.factor / number
    for each in line.amounts:
        period = BY_WORD.get(each.per)
        if each.unit is COUNT and period is not None and period.dimension == "time" and each.value:
            yield period.factor / each.value


def is_said_again(claim: ReadClaim, check: Check) -> bool:
    """Say whether a claim is a sentence of the evidence in which one amount alone is another."""
    held = check.held[0] if len(check.held) == 1 else None
    if check.outcome != "contradicted" or not isinstance(held, EvidenceQuantity):
        return False
    line, said = line_of(claim, held), claim.sentence
    if line is None or len(line.words) < _FEW_WORDS or said.words.keys() != line.words.keys():
        return False
    others = [a for a in line.amounts if a.first != held.amount.first]
    told = [any(agreement(one, other) == "equal" for one in said.amounts) for other in others]
    return check.kind == "amount" and len(said.amounts) == len(line.amounts) and all(told)


def of_the_other_side(claim: ReadClaim, amount: Quantity, check: Check) -> Check:
    """Decide what a claim says of what lies beyond the limit that it was held against.

    "Below $50 no guarantor is needed" follows from "$50 or more need a guarantor"; what says the
    same of both sides goes against it, and what says other things of the other side is not told.
    """
    held = check.held[0] if len(check.held) == 1 else None
    if check.outcome == "supported" or not isinstance(held, EvidenceQuantity):
        return check
    if amount.bound == held.amount.bound or amount.value != held.amount.value:
        return check
    text = claim.index.passages[held.passage].text
    if tells_beyond(text[held.span.end : held.span.end + _BEHIND]):
        return replace(check, outcome="open")
    line = line_of(claim, held)
    if line is None or not faces(amount, held.amount):
        return check
    if _is_denied(claim.sentence, amount) or _is_denied(line, held.amount):
        return check
    alike = _stems(claim.sentence.words) <= _stems(line.stems)
    if alike and denies(claim.sentence) != denies(line, held.amount):
        return replace(check, outcome="supported", kind="limit", told=_OTHER_SIDE)
    same = alike and _stems(held.own) <= _stems(claim.sentence.words)
    undecided = check.outcome == "contradicted" and not same
    return replace(check, outcome="absent") if undecided else check


def _is_denied(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether a denial is part of what bounds an amount: "not exceeding 40 metres"."""
    before = sentence.tokens[: amount.first]
    at = sentence.tokens[amount.first].start
    if way_before(sentence.text, before[-1].end if before else 0, at):
        return True
    than = before[-1:] and before[-1].text == "than"  # "no longer than"
    return any(map(is_denial, before[-3:] if than else before[-2:]))


def _stems(words: Iterable[str]) -> frozenset[str]:
    """Return what forms of some words share, without those that bound an amount."""
    return frozenset(word[:PREFIX] for word in words if word not in _OF_BOUNDS)


def leading_to(sentence: Sentence, amounts: AbstractSet[Span]) -> set[Span]:
    """Return where comparatives lead to some amounts: "higher" of "higher than 3 percent"."""
    tokens = sentence.tokens
    return {
        tokens[amount.first - 2].span
        for amount in sentence.amounts
        if amount.first > 1 and tokens[amount.first - 1].text == "than" and amount.span in amounts
    }


def is_led_to_alike(sentence: Sentence, compared: Check, right: Sequence[Check]) -> bool:
    """Say whether the evidence leads to an amount of a claim by the same word: "higher than …".

    Args:
        sentence: The claim.
        compared: What it compares.
        right: Its amounts that the evidence bears out.
    """
    words = {compared.at.of(sentence.text).lower(), "than"}
    return any(
        compared.at in leading_to(sentence, {check.at})
        and any(isinstance(one, EvidenceQuantity) and words <= one.near for one in check.held[:1])
        for check in right
    )


def repeated_of_the_question(claim: ReadClaim) -> set[Span]:
    """Return where a claim tells amounts that its question supposes: "a child of 20 kg"."""
    return {
        amount.span
        for amount in claim.sentence.amounts
        if any(
            amount.unit is not COUNT and agreement(amount, asked) == "equal"
            for asked in claim.question.amounts
        )
    }


def unless_far(claim: ReadClaim, check: Check) -> Check:
    """Take back that an amount differs from that of a sentence with little of what the claim says.

    Where the claim says little itself, the words of its question count too. Of 31 claims of which
    this is taken back in pairs by strangers 12 are right.
    """
    held = [each for each in check.held if isinstance(each, EvidenceQuantity)]
    if (check.kind, check.outcome) != ("amount", "contradicted") or not held:
        return check
    if any(each.cell is not None for each in held) or _has_its_digits(claim, check, held[0]):
        return check
    said = {*claim.sentence.words}
    if len(said) < _FEW_WORDS:
        said |= claim.question.words.keys()
    told = frozenset[str]().union(*(each.own | each.words.keys() for each in held))
    return replace(check, outcome="absent") if len(said & told) < _NEAR_BY * len(said) else check


def _has_its_digits(claim: ReadClaim, check: Check, held: EvidenceQuantity) -> bool:
    """Say whether an amount has the digits of one in another unit: "100 hectares" of 100 acres."""
    amount, told = claim.sentence.amounts[claim.numbers[check.at]], held.amount
    if amount.unit.name == told.unit.name or amount.dimension != told.dimension:
        return False
    one, other = (
        str(each.number).strip("0").replace(".", "").strip("0") for each in (amount, told)
    )
    return one == other != ""
