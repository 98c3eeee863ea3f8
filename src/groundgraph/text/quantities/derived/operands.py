"""Where an amount of a claim need not be the one that the evidence tells of the same thing.

"15 seats" beside a passage that tells 12 seats is wrong only where 15 is not reckoned from 12 and
what is told around it, and is no case of a limit ("up to 12") or of a rate ("12 per row"). So what
may be reckoned, or chosen, is no contradiction.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ORDINALS
from groundgraph.text.quantities.derived.plausible import follows
from groundgraph.text.quantities.written.agreement import LIMITS, agreement
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.roles import AVERAGES, RESTS, TOTALS
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Event, Sentence

_WITHIN = 2
"""Sentences around an amount in which others stand that it may be reckoned with."""
_RESTATED, _FEW_WORDS = 0.85, 2
"""Share of a claim's words, and how many at least, that the clause of an amount must hold for the
claim to say the same clause again."""
_OF_LIMITS = frozenset("limit limits maximum minimum threshold cap ceiling quota allowance".split())
_LIMITED = frozenset("tops capped limited restricted exceed exceeds exceeding up".split())
_SUPERLATIVE = ("est", "most", "least")
_EACH = frozenset({"each", "every"})
_REPEATED = frozenset(
    """each every apiece per twice double doubled trebled tripled halved divided split shared
    equally equal""".split()
)
"""Words by which a number stands for more than itself."""
_COMES, _SEVERAL = frozenset({"comes", "come", "came", "amounts"}), 3
"""Verbs of what is reckoned, and of how many amounts at least."""
_COMES_ROUND = frozenset("every nightly daily weekly monthly".split())
_LATER = frozenset("now nowadays still end finally afterwards since these then today".split())
_CUES = RESTS | TOTALS | AVERAGES | _LATER
_UNITS = {stem(name): unit for name, unit in BY_WORD.items()} | BY_WORD
"""Units by what a rate tells to be for one of them."""
_ROWS = frozenset(ORDINALS) - {"first", "half", "quarter", "quarters"}
"""Ordinals, which count as numbers beside a bare one: "lunch after the fourth of six"."""


def is_chosen(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a claim may choose an amount: a case of a limit, what is bought at a rate."""
    if held.amount.per in _UNITS and not amount.per and held.cell is None:
        return True  # "£1.60 for an hour" beside "40 cents per quarter of an hour"
    return is_case_of_a_limit(claim, amount, held) or _is_at_a_rate(claim, amount)


def is_case_of_a_limit(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether the evidence tells a limit, and the claim an amount that tells none."""
    limits = held.amount.bound in LIMITS or bool(held.near & _OF_LIMITS) or _has_limit(claim, held)
    if not limits or amount.bound in LIMITS:
        return False
    told = claim.lower & (_OF_LIMITS | _LIMITED) or any(
        word.endswith(_SUPERLATIVE) for word in claim.lower
    )
    return not told


def _has_limit(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    told = _OF_LIMITS if held.cell is not None else _letters_of(claim, held) & _OF_LIMITS
    return bool(held.own & {word.rstrip("s") for word in told})


def _is_at_a_rate(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether the evidence tells a rate for the claim's unit, and the claim another amount."""
    if amount.per or amount.dimension == "" or len(claim.sentence.amounts) < 2:
        return False
    pers = {reading.amount.per for reading in claim.index.readings if reading.amount.per}
    return any(per in _UNITS and _UNITS[per].dimension == amount.dimension for per in pers)


def _letters_of(claim: ReadClaim, held: EvidenceQuantity) -> frozenset[str]:
    """Return the words of a reading's sentence; none where two times of a table make it."""
    sentences = claim.index.passages[held.passage].sentences
    return sentences[held.line].letters if held.line < len(sentences) else frozenset()


def may_be_reckoned(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether other numbers stand around a reading with which the claim's may follow from it.

    With one of them it is tried; with more, or with words such as "each", it may always.
    """
    if held.cell is not None:
        return _stands_in_prose(claim, amount, held)
    if amount.dimension == "share":
        return False
    around = _around(claim, held)
    words = frozenset[str]().union(*(sentence.letters for sentence in around))
    others = _operands(claim, amount, held)
    told = _letters_of(claim, held)
    if others and told & _EACH and not claim.lower & _EACH:
        return True
    if _is_restated(claim, held):
        return False
    if claim.lower & _COMES and _are_several(claim, amount, held):
        return True
    if (amount.unit is COUNT and words & _ROWS) or _excepts(around):
        return True
    if "one" in words and amount.unit is COUNT and abs(amount.value - held.amount.value) == 1:
        return True
    if not others:
        return False
    if len(others) > 1 or words & _REPEATED:
        return True
    other = others[0].amount  # "five years on the tank and two on the rest": two is told
    return agreement(amount, other) != "equal" and follows(amount, held.amount, other)


def _are_several(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a passage tells several amounts that a claim's may come of."""
    own = claim.index.passages[held.passage].readings
    return sum(r.amount.dimension == amount.dimension != "" for r in own) >= _SEVERAL


def _stands_in_prose(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a line beside a table or record tells the claim's amount."""
    return any(
        reading.cell is None
        and reading.passage == held.passage
        and agreement(amount, reading.amount) == "equal"
        for reading in claim.index.readings
    )


def _around(claim: ReadClaim, held: EvidenceQuantity) -> list[Sentence]:
    sentences = claim.index.passages[held.passage].sentences
    return list(sentences[max(0, held.line - _WITHIN) : held.line + _WITHIN + 1])


def _excepts(around: list[Sentence]) -> bool:
    """Say whether "all but three" is told around."""
    return any(
        (one.text, other.text) in {("all", "but"), ("but", "for"), ("except", "for")}
        for sentence in around
        if "but" in sentence.letters or "except" in sentence.letters
        for one, other in pairwise(sentence.tokens)
    )


def _is_restated(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether a claim says the clause of a reading again, and asks for nothing reckoned.

    What it says of two of them, and names neither, may be said of both: "In May 42 were sold".
    """
    said = claim.sentence.words.keys()
    if len(said) < _FEW_WORDS or claim.lower & _CUES:
        return False
    alike = [
        reading
        for reading in claim.index.readings
        if reading.cell is None
        and _is_said_of(said, reading)
        and (reading is held or agreement(reading.amount, held.amount) == "differs")
    ]
    return alike == [held]


def _is_said_of(said: AbstractSet[str], reading: EvidenceQuantity) -> bool:
    own = {*reading.own, *reading.amount.noun}
    return sum(word in own for word in said) >= _RESTATED * len(said)


def _operands(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> list[EvidenceQuantity]:
    """Return the other amounts around a reading that could make the claim's with it."""
    return [
        reading
        for reading in claim.index.readings
        if reading is not held
        and reading.passage == held.passage
        and abs(reading.line - held.line) <= _WITHIN
        and reading.cell is None
        and _combines(amount, reading.amount)
        and agreement(held.amount, reading.amount) != "equal"
    ]


def _combines(amount: Quantity, other: Quantity) -> bool:
    return amount.dimension == other.dimension or (
        other.kind != "count" or other.dimension in {"", "share"} or amount.dimension == ""
    )


def are_of_two_kinds(claim: ReadClaim, held: Sequence[EvidenceQuantity | Event]) -> bool:
    """Say whether some amounts, and those beside them, are partly for one of many.

    "Coffee at 11 euros a kilo, tea for 35", "a kettle at £38, two mugs at £7 each, delivery £4".
    """
    told = [one for one in held if isinstance(one, EvidenceQuantity)]
    if all(one.cell is not None for one in told) and len({one.amount.unit for one in told}) > 1:
        return True  # "Interval: 24 h; retention: 7 days"
    if any(not _letters_of(claim, one).isdisjoint(_COMES_ROUND) for one in told):
        return True  # "every night a dump of 850 MB, on Sundays one of 4,000 MB"
    return len({each.amount.per for one in told for each in (one, *_beside(claim, one))}) > 1


def _beside(claim: ReadClaim, held: EvidenceQuantity) -> Iterator[EvidenceQuantity]:
    for reading in claim.index.readings:
        near = reading.passage == held.passage and abs(reading.line - held.line) <= 1
        if near and reading.cell is None and reading.amount.dimension == held.amount.dimension:
            yield reading
