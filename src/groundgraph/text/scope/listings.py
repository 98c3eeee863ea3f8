"""Lists of things: whether one that a claim lists stands elsewhere, in place of one that is listed.

"Export your books as CSV, XLSX or PDF. Import accepts CSV, OFX and QIF." beside "You can export as
CSV, OFX or PDF."
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.number_words import ONES, TENS
from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.model import kept
from groundgraph.text.scope.stems import key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line

_LAST = frozenset({"and", "or", "&", "plus", "nor"})
_JOINS = _LAST | {","}
_BREAKS = frozenset(
    """; : ? ! — – • | but while whereas although though yet however because which who whose where
    if when unless""".split()
)
_LEAST = 3
"""Items of a list."""
_MATCHED = 2
"""Items that a claim's list and one of the evidence share at least."""
_LONGEST = 6
"""Keys of what is listed, at most: more is a clause."""
_SURE, _LIKELY = 0.85, 0.6
_COMPLETE = 0.6
_IN_ORDER = "order sequence route itinerary then chronological finally".split()
_ORDERED = frozenset((*_IN_ORDER, *map(key, _IN_ORDER)))
"""Words of a question or claim by which the order of a list counts."""


class Item(NamedTuple):
    """One thing of a list.

    Attributes:
        first: Its first token.
        last: One past its last.
        core: Keys of what it is, in order: "recruiter" of "the recruiter from HR".
        keys: Keys of all of it.
    """

    first: int
    last: int
    core: tuple[str, ...]
    keys: frozenset[str]


class _Beside(NamedTuple):
    """A claim's list beside one of the evidence.

    Attributes:
        held: For each item of the claim the number of the other's that it is, or -1.
        line: The sentence of the evidence.
        told: The list of the evidence.
    """

    held: tuple[int, ...]
    line: Line
    told: tuple[Item, ...]

    @property
    def shared(self) -> int:
        """How many items both have."""
        return len({number for number in self.held if number >= 0})


def check_listings(claim: Claim) -> list[Check]:
    """Hold each list of three things or more against the list of the evidence that is most alike.

    It is wrong where one stands elsewhere in the evidence, and one of that list is left out.
    """
    if len([text for text in claim.line.texts if text in _JOINS]) < _LEAST - 1:
        return []
    found = []
    for own in map(partial(_closed, claim.line), listings(claim.line)):
        if len(own) < _LEAST:
            continue
        best = max(_beside(claim, own), key=lambda beside: beside.shared, default=None)
        relation = best and _relation(claim, own, best)
        if relation:
            found.append(settled("list", [relation]))
    return [check for check in found if check is not None]


@kept
def listings(line: Line) -> tuple[tuple[Item, ...], ...]:
    """Return the lists of a sentence: what commas, "and" and "or" join, three items or more."""
    runs: list[list[Item]] = [[]]
    first, inside = 0, 0
    taken: list[int] = []
    for at, text in enumerate((*line.texts, ";")):
        inside += (text == "(") - (text == ")")
        ends = text in _BREAKS or (text == "." and len(line.texts[at - 1]) > 1)
        if inside > 0 or text in {"(", ")"}:
            taken.append(at)
        elif text in _JOINS or ends:
            item = _item(line, first, at, taken, leads=not runs[-1])
            if item.keys:
                runs[-1].append(item)
            if ends:
                runs.append([])
            first = at + 1
    return tuple([tuple(run) for run in runs if len(run) >= _LEAST])


def _closed(line: Line, own: Sequence[Item]) -> Sequence[Item]:
    """Return a claim's list as far as its last "and": "A, B and C, with D as a guest".

    What stands before ", and" is another clause: "Tarrant chaired, and Beck, Lund and Marsh sat".
    """
    start, closes = 0, 0
    for number, item in enumerate(own[1:], 1):
        joint = {line.texts[at] for at in range(own[number - 1].last, item.first)}
        if joint == {","} and closes:
            if closes - start >= _LEAST - 1 or "," not in line.texts[own[closes - 1].last]:
                return own[start:number]
            start, closes = closes, 0
        elif joint & _LAST:
            closes = number
    return own[start:]


def _item(line: Line, first: int, last: int, taken: Sequence[int], *, leads: bool) -> Item:
    """Read an item; what stands before the first of a list, and behind the last, is not it."""
    own = [(at, line.tokens[at]) for at in range(first, last) if at not in taken]
    content = [(at, t) for at, t in own if t.content and not _is_number(t.text)]
    keys = frozenset(token.key for _, token in content)
    if leads:
        bare = [at for at, token in own[:-1] if (at, token) not in content]
        core = [token.key for at, token in content if at > max(bare, default=-1)]
        return Item(first, last, tuple(core), keys)
    core, names = [], bool(content) and content[0][1].name
    for at, token in own:
        if (at, token) in content and token.name >= names:
            core.append(token.key)  # "Falk sat with her": who it is, not what is said of who
        elif core:
            break
    return Item(first, last, tuple(core), keys)


def _is_number(text: str) -> bool:
    return text[0].isdigit() or text in ONES or text in TENS


def _beside(claim: Claim, own: Sequence[Item]) -> Iterator[_Beside]:
    """Yield the lists of the evidence that share two items with a claim's."""
    wanted = frozenset().union(*(item.keys for item in own))
    numbers = {n for key in wanted for n in claim.index.postings.get(key, ())}
    for number in sorted(numbers):
        line = claim.index.lines[number]
        if len(line.keys & wanted) < _MATCHED:
            continue
        for told in listings(line):
            beside = _Beside(_held(own, told), line, told)
            if beside.shared >= _MATCHED:
                yield beside


def _held(own: Sequence[Item], told: Sequence[Item]) -> tuple[int, ...]:
    """Find each item among those of another list, by what it is before by what is said of it."""
    found = []
    for item in own:
        scores = [
            len({*item.core} & other.keys) + 0.5 * len({*item.core} & {*other.core})
            or 0.25 * len(item.keys & other.keys)
            for other in told
        ]
        best = max(scores)
        found.append(scores.index(best) if best else -1)
    return tuple(found)


def _relation(claim: Claim, own: Sequence[Item], beside: _Beside) -> Relation | None:
    """Say what a list of the evidence tells of a claim's."""
    held, line, told = beside
    known = frozenset().union(*(item.keys for item in told))
    strange = [i for i, item in enumerate(own) if _is_strange(claim, item, beside, known)]
    places = [number for i, number in enumerate(held) if number >= 0 and i not in strange]
    shared = len({*places})
    if shared < _MATCHED:
        return None
    left = _left_out(claim, own, told, places)
    ends = told[0].first, told[-1].last
    if len(strange) == 1 and left:
        opens = held[0] < 0 and strange[0] and len(own) > _LEAST
        every = shared >= len(own) - 1 - opens
        if not every and shared <= _MATCHED:
            return None
        said = claim.line.said(own[strange[0]].first, own[strange[0]].last)
        listed = line.said(told[left[0]].first, told[left[0]].last)
        fit = _SURE if every else _LIKELY
        return Relation(False, fit, f"lists “{listed}”, not “{said}”", line, *ends)
    if strange or shared < len(own):
        return None
    if places != sorted(places) and _is_in_order(claim):
        return Relation(False, _SURE, "has them in another order", line, *ends)
    if any(claim.line.keys.isdisjoint(told[at].core) for at in left):
        return None
    return Relation(True, _COMPLETE, "lists the same", line, *ends, leans=True)


def _is_in_order(claim: Claim) -> bool:
    """Say whether it counts what comes behind what."""
    return bool(_ORDERED & (claim.line.words | claim.asked))


def _is_strange(claim: Claim, item: Item, beside: _Beside, known: AbstractSet[str]) -> bool:
    """Say whether what an item is stands in the evidence, but not in a list."""
    head = item.core[-1] if item.core else ""
    if not head or head in known or head in claim.asked:
        return False
    lines = claim.index.postings.get(head, ())
    own = beside.line
    inside = {at for one in beside.told for at in range(one.first, one.last)}
    outside = any(t.key == head for at, t in enumerate(own.tokens) if at not in inside)
    return bool(lines) and (outside or any(number != own.number for number in lines))


def _left_out(
    claim: Claim, own: Sequence[Item], told: Sequence[Item], places: Sequence[int]
) -> list[int]:
    """Return the items of a list, among or beside those that a claim has, that it leaves out."""
    around = range(max(0, min(places) - 1), min(len(told), max(places) + 2))
    spoken = claim.asked.union(*(item.keys for item in own))
    return [
        at
        for at in around
        if at not in places and len(told[at].keys) <= _LONGEST and spoken.isdisjoint(told[at].core)
    ]
