"""The rest of a whole, told by the opposite of its part: "120 seats, 42 of them taken"."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derivations import Derivation, value_amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.model import EvidenceQuantity
    from groundgraph.text.quantities.slots import Wanted

_PAIRS = """seated sitting seats/stand standing; women female/men male; girls/boys; adults/children
present attended/absent missing; passed pass/failed fail; sold/unsold; paid/unpaid; open/closed
full occupied taken/empty vacant free; used/unused; vaccinated/unvaccinated; married/single
alive survived/dead died; won/lost; guilty convicted/acquitted; smokers/nonsmokers; indoor/outdoor
signed/unsigned; registered/unregistered; approved accepted/rejected refused; urban/rural"""
_OPPOSITES: dict[str, frozenset[str]] = {}
for _pair in _PAIRS.replace("\n", ";").split(";"):
    _one, _, _other = _pair.strip().partition("/")
    for _side, _against in ((_one, _other), (_other, _one)):
        _OPPOSITES |= dict.fromkeys(_side.split(), frozenset(_against.split()))
_OF_THEM = frozenset({"them", "these", "those", "which", "whom"})
_FIT = 0.6


def opposites(
    said: AbstractSet[str], wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield a whole less its part where a claim has the opposite of what the part is called.

    Args:
        said: Every word of the claim.
        wanted: Its content words.
        readings: What the evidence counts alike.
    """
    sought = frozenset().union(*(_OPPOSITES.get(word, frozenset()) for word in said))
    if not sought:
        return
    for whole, part in pairwise(readings):
        beside = (whole.passage, whole.line) == (part.passage, part.line) and part.cell is None
        if not beside or not _is_part(part) or whole.amount.value <= part.amount.value:
            continue
        if part.near & sought and part.near.isdisjoint(said & _OPPOSITES.keys()):
            value = value_amount(whole.amount.value - part.amount.value, whole.amount.unit)
            terms = (whole.amount.value, " − ", part.amount.value)
            fit = max(_FIT, wanted.share(whole, part))
            yield Derivation(value, terms, (whole, part), fit, "count")


def _is_part(reading: EvidenceQuantity) -> bool:
    """Say whether "of them" follows, or it is told as a part of what stands before it."""
    return "of" in reading.near and (reading.amount.part or bool(reading.near & _OF_THEM))
