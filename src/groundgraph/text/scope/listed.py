"""Lists: what the claim counts among a few things that the evidence lists, or leaves out."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.tagging import guess, lexicon
from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line

_JOINS = frozenset({"and", "or", "plus", "&", "nor"})
_INNER = frozenset(
    "the a an of its his her their for in one two our your this by with on from to also".split()
)
_ADDING = frozenset(
    """also too additionally addition furthermore moreover besides plus joined another other
    others further""".split()
)
_OPENERS = frozenset("including include includes included like namely e.g".split())
_PROSE = frozenset("the a an is are was were has have of to in".split())
_LONGEST, _EDGE = 7, 4
_LEAST = 3
_CLOSING = Lexicon(
    {"closed": "only/solely/exclusively/no others/no other/nobody else/nothing else/nowhere else"}
)
_ALIKE, _LEAST_AROUND = 0.8, 0.5
_UNCOUNTED = frozenset({"of", "including", "such", "like"})
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


class Item(NamedTuple):
    """One thing of a list.

    Attributes:
        keys: Keys of its content words.
        first: Index of its first token.
        last: One past the last.
    """

    keys: frozenset[str]
    first: int
    last: int


def check_lists(claim: Claim) -> list[Check]:
    """Hold each list of a claim against the lists of the evidence."""
    if _JOINS.isdisjoint(claim.line.words) or "," not in claim.line.words:
        return []
    found = [_check(claim, own) for own in lists(claim.line)]
    return [check for check in found if check is not None]


def _check(claim: Claim, own: list[Item]) -> Check | None:
    keys = frozenset().union(*(item.keys for item in own))
    relations = [r for near in claim.near(keys) for r in _relations(claim, own, near.line)]
    return settled("list", relations)


def _relations(claim: Claim, own: list[Item], line: Line) -> Iterator[Relation]:
    if "," not in line.words:
        return
    for other in lists(line):
        strange = [item for item in own if not any(item.keys & each.keys for each in other)]
        shared = len(own) - len(strange)
        if shared < _LEAST - 1:
            continue
        rest = [each for each in other if not any(item.keys & each.keys for item in own)]
        first, last = other[0].first, other[-1].last
        yield from (
            Relation(agrees, fit, told, line, first, last)
            for agrees, fit, told in _found(claim, own, other, strange, rest, line)
        )


def _found(
    claim: Claim,
    own: list[Item],
    other: list[Item],
    strange: list[Item],
    rest: list[Item],
    line: Line,
) -> Iterator[tuple[bool, float, str]]:
    if not strange and not rest:
        yield True, 0.95, "The passage lists the same"
    elif not strange:
        closed = _is_closed(claim.line, own)
        missing = line.said(rest[0].first, rest[0].last)
        if closed:
            yield False, 0.9, f"The passage lists “{missing}” as well"
        else:
            yield True, 0.6, "The passage lists each of them"
    elif len(strange) == 1 and _is_of_same(claim, own, other, line):
        if rest:
            exchanged = len(rest) == 1
            yield from _replaced(claim, own, strange[0], line, exchanged=exchanged)
        elif len(own) == len(other) + 1 and strange[0] is not own[0]:
            yield from _replaced(claim, own, strange[0], line, exchanged=False)


def _is_of_same(claim: Claim, own: list[Item], other: list[Item], line: Line) -> bool:
    """Say whether what the claim says of its list is what the evidence says of its own."""
    around = claim.line.keys - _things(claim.line, own)
    beside = line.keys - _things(line, other)
    held = around & (line.keys | claim.asked | claim.index.around(line))
    shared = not beside.isdisjoint(around | claim.asked)
    shared = shared and not _PROSE.isdisjoint(line.words)
    return not around or (shared and len(held) >= _LEAST_AROUND * len(around))


def _things(line: Line, items: list[Item]) -> frozenset[str]:
    """Return the keys of a list; of the first thing the last, as a verb may stand before it."""
    first, *rest = items
    lead = [t.key for t in line.tokens[first.first : first.last] if t.content][-1:]
    return frozenset(lead).union(*(item.keys for item in rest))


def _replaced(
    claim: Claim, own: list[Item], strange: Item, line: Line, *, exchanged: bool
) -> Iterator[tuple[bool, float, str]]:
    """Tell of an item that stands in a list where the evidence's list has another."""
    words = claim.line.said(strange.first, strange.last)
    told = f"“{words}” is not in the passage's list"
    if _is_like(strange, line) or not _is_thing(claim.line, strange):
        return
    if strange.keys & line.keys:
        yield False, 0.6, told
        return
    places = {n for key in strange.keys for n in claim.index.postings.get(key, ())}
    firm = len(own) > _LEAST or _is_counted(claim.line, own)
    if not places:
        yield False, 0.85 if firm else 0.75, told
        return
    added = any(_ADDING & claim.index.lines[n].words for n in places) or _ADDING & line.words
    yield False, 0.82 if exchanged and not added else 0.7, told


def _is_like(item: Item, line: Line) -> bool:
    """Say whether the evidence spells an item otherwise."""
    return any(
        SequenceMatcher(None, one, other).ratio() >= _ALIKE
        for one in item.keys
        for other in line.keys
        if one != other and one[0] == other[0]
    )


def _is_thing(line: Line, item: Item) -> bool:
    """Say whether an item names something, and does not tell what is done."""
    if line.tokens[item.first].text in {"a", "an", "the"}:
        return True
    first = next(t.text for t in line.tokens[item.first : item.last] if t.content)
    tag = lexicon().get(first) or guess(first)
    return not tag.startswith("V") or tag == "VBN"


def _is_closed(line: Line, own: list[Item]) -> bool:
    first = max(0, own[0].first - _LONGEST)
    before = line.find(_CLOSING, first, own[0].first)
    after = [m for m in line.find(_CLOSING, own[-1].last, len(line.tokens)) if m.last - m.first > 1]
    return bool(before or after) or _is_counted(line, own)


def _is_counted(line: Line, own: list[Item]) -> bool:
    """Say whether a number before the list is that of its items: "three colours: …"."""
    before = line.tokens[max(0, own[0].first - _LONGEST) : own[0].first]
    at = next((i for i, t in enumerate(before) if _NUMBERS.get(t.text) == len(own)), None)
    return at is not None and _UNCOUNTED.isdisjoint(token.text for token in before[at:])


def lists(line: Line) -> list[list[Item]]:
    """Return the lists of three things or more in a sentence: "A, B and C"."""
    found: list[list[Item]] = []
    run: list[tuple[int, int]] = []
    start = at = 0
    tokens = line.tokens
    while at < len(tokens):
        if tokens[at].text != "," and tokens[at].text not in _JOINS:
            at += 1
            continue
        end = at + 1
        joined = tokens[at].text in _JOINS
        if not joined and end < len(tokens) and tokens[end].text in _JOINS:
            joined, end = True, end + 1
        run = (
            [*run, (start, at)] if run and _is_item(line, start, at) else _opening(line, start, at)
        )
        if joined:
            _close(line, run, end, found)
            run = []
        start = at = end
    return found


def _is_item(line: Line, first: int, last: int) -> bool:
    """Say whether a stretch between two joints is one thing of a list."""
    return last - first <= _LONGEST and all(_is_inner(line, at) for at in range(first, last))


def _opening(line: Line, start: int, at: int) -> list[tuple[int, int]]:
    """Return the first thing of a list: the last words before a joint."""
    first = at
    while first > max(start, at - _EDGE) and _is_inner(line, first - 1):
        first -= 1
    lone = first == 0 and line.tokens[0].text.endswith(("ly", "ing"))
    return [(first, at)] if first < at and not lone else []


def _close(line: Line, run: list[tuple[int, int]], at: int, found: list[list[Item]]) -> None:
    """Keep the list whose items but the last are given, and whose last begins at a token."""
    if len(run) + 1 < _LEAST:
        return
    end = at
    while end < min(len(line.tokens), at + _EDGE) and _is_inner(line, end):
        end += 1
    spans = [*run, (at, end)]
    items = [Item(line.keys_within(*span), *span) for span in spans if span[0] < span[1]]
    if len(items) == len(spans) and all(item.keys for item in items):
        found.append(items)


def _is_inner(line: Line, at: int) -> bool:
    token = line.tokens[at]
    return (token.content or token.text in _INNER) and token.text not in _OPENERS
