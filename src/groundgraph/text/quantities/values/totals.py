"""What several amounts come to together, where a claim or its question asks for a total."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.derived.ledgers import whole_sums
from groundgraph.text.quantities.derived.lists import every_one, legs, sums
from groundgraph.text.quantities.derived.products import baskets
from groundgraph.text.quantities.derived.purchases import purchases
from groundgraph.text.quantities.derived.runs import sums_of_runs
from groundgraph.text.quantities.evidence.slots import Wanted
from groundgraph.text.quantities.values.same_things import is_definite
from groundgraph.text.quantities.written.agreement import NO_LIMITS
from groundgraph.text.quantities.written.roles import says_total
from groundgraph.text.quantities.written.stems import content_stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.derived.derivations import Derivation
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence
    from groundgraph.text.quantities.written.roles import Role
    from groundgraph.text.quantities.written.tokens import Token

_WITH = frozenset({"including", "counting", "plus", "include", "included"})
_COUNTING = frozenset({"including", "counting", "plus"})
_LEAVING = frozenset({"excluding", "without", "before"})
"""Words behind which a claim tells what its sum has, and what it leaves out."""
_COMES_OFF = frozenset("discount reduction rebate voucher coupon deduction off".split())
_WHOLE = frozenset({"whole", "entire", "bill"})
_NO_PARTS = frozenset("target targets goal aim limit maximum minimum less minus".split())
_PHRASE = 5


class _Parts(NamedTuple):
    """What a sum may be of.

    Attributes:
        kept: The readings, without those that the claim leaves out.
        needed: The ids of those of which it must have one.
        left_out: The ids of those that it leaves out.
        unsaid: The words by which it leaves them out.
    """

    kept: list[EvidenceQuantity]
    needed: set[int]
    left_out: set[int]
    unsaid: set[str]


def totals(
    claim: ReadClaim,
    amount: Quantity,
    role: Role,
    wanted: Wanted,
    readings: Sequence[EvidenceQuantity],
    numbers: set[int],
) -> Iterator[Derivation]:
    """Yield what a total may be: of things bought, else of what is told side by side.

    Args:
        claim: The claim.
        amount: Of the claim.
        role: What part it plays.
        wanted: The claim's words.
        readings: What measures the same.
        numbers: The whole numbers that the claim names, as in "the three days".
    """
    others = [a for a in claim.sentence.amounts if a is not amount and not is_definite(claim, a)]
    parts = _parts(claim, _of_its_noun(amount, readings))
    together = [*baskets(amount, others, readings)] or [*purchases(claim, amount)]
    together = [one for one in together if parts.left_out.isdisjoint(map(id, one.held))]
    yield from together
    together_with = "with" in claim.plain and claim.plain.isdisjoint(_COMES_OFF)
    together_with = together_with and amount.dimension not in {"", "share"}
    asked = says_total(claim.question.tokens) or bool(claim.plain & _WITH) or together_with
    if together or _counts_unseen(claim):
        return
    if not (role == "total" or asked):
        if not _WHOLE.isdisjoint(claim.lower):
            yield from legs(wanted, [r for r in parts.kept if r.amount.dimension != "time"])
            yield from sums_of_runs(claim, amount)
        if not _WHOLE.isdisjoint(claim.asked):
            yield from whole_sums(claim, amount, wanted, parts.kept, numbers)
        return
    said = {word: share for word, share in wanted.words.items() if word not in parts.unsaid}
    told = Wanted(said, claim.index.measured)
    found = [
        *sums(told, parts.kept, numbers),
        *legs(told, parts.kept),
        *every_one(amount, told, parts.kept),
        *sums_of_runs(claim, amount),
    ]
    known = {one.amount.base for one in found if one.whole}
    every = whole_sums(claim, amount, told, parts.kept, numbers)
    found += [one for one in every if one.amount.base not in known]
    yield from (one for one in found if not parts.needed or parts.needed & {*map(id, one.held)})


def _of_its_noun(
    amount: Quantity, readings: Sequence[EvidenceQuantity]
) -> Sequence[EvidenceQuantity]:
    """Return what the noun of a claim's amount counts, if several: "14 goals in 31 matches"."""
    named = [r for r in readings if {*r.amount.noun} & {*amount.noun}]
    return [r for r in readings if r in named or not r.amount.noun] if len(named) > 1 else readings


def _counts_unseen(claim: ReadClaim) -> bool:
    """Say whether a sum is told or asked with what no word tells: "counting the abstention"."""
    for sentence in (claim.sentence, claim.question):
        for before, token in pairwise(sentence.tokens):
            if token.text in _COUNTING and before.text != "not":
                words = _words_behind(sentence, token)
                if words and words.isdisjoint(claim.index.vocabulary):
                    return True
    return False


def _words_behind(sentence: Sentence, token: Token) -> set[str]:
    """Return the stems of the phrase behind a word such as "including"."""
    behind = [each for each in sentence.tokens if each.start > token.start]
    phrase = takewhile(lambda each: each.kind == "word", behind[: _PHRASE - 1])
    return {content_stem(each.text) for each in phrase} - {""}


def _is_no_part(reading: EvidenceQuantity) -> bool:
    """Say whether an amount is a limit or target, or comes off: "more than 100 kg", "less £300"."""
    prose = reading.cell is None
    return prose and (reading.amount.bound not in NO_LIMITS or bool(reading.near & _NO_PARTS))


def _parts(claim: ReadClaim, readings: Sequence[EvidenceQuantity]) -> _Parts:
    """Read what a claim counts with, "counting the wait", and leaves out, "before office costs"."""
    found = _Parts(list(readings), set(), set(), set())
    for token in claim.sentence.tokens:
        if token.text not in _COUNTING and token.text not in _LEAVING:
            continue
        words = _words_behind(claim.sentence, token)
        named = {id(reading) for reading in readings if words & reading.own}
        if not 0 < len(named) < len(readings):
            continue
        if token.text in _COUNTING:
            found.needed.update(named)
        else:
            found.left_out.update(named)
            found.unsaid.update(words)
    kept = [r for r in readings if id(r) not in found.left_out and not _is_no_part(r)]
    return found._replace(kept=kept)
