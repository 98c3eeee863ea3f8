"""The words that say on what terms a thing is had, and what they say it of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.scope.conditions import conditions
from groundgraph.text.scope.lexicon import BOUNDS, LIMITS, QUANTIFIERS, TERMS, Marker
from groundgraph.text.scope.model import Part, kept

if TYPE_CHECKING:
    from groundgraph.text.scope.model import Line

OPPOSITE = {
    "free": "paid",
    "paid": "free",
    "included": "extra",
    "extra": "included",
    "consent": "notice",
    "notice": "consent",
    "needed": "optional",
    "optional": "needed",
}
_DENIALS = frozenset("no not never neither nor nobody none cannot without exempt".split())
_JOINTS = frozenset({",", "and", "or", "but", ":"})
_REACH = 4
_ENOUGH = frozenset("enough suffices sufficient suffice".split()) | LIMITS
_LEADING = frozenset({"because", "since", "as"})
_FREE_OF = frozenset({"to", "from", "of"})
_BEFORE_FREE = frozenset({"home", "set", "break"})
_TO_WHOM = {"consent": frozenset({"by", "from", "of", "with"}), "notice": frozenset({"to"})}
_DETERMINERS = frozenset("the a an your their its our his her".split())
_OWNERS = frozenset({"'s", "'"})
_PASSIVE = frozenset({"is", "are", "be", "was", "were", "been"})
_MODALS = frozenset("can could may might must shall should".split())
_MONEY = frozenset("$ € £ euro euros dollar dollars pound pounds cent cents usd eur".split())
_CONSENTING = frozenset("approve approves authorise authorises authorize authorizes agree".split())
_LIGHT = _ENOUGH | frozenset(
    """free get give take make come use need require must have can may will available offer also
    extra additional written writing prior advance""".split()
)


class Term(NamedTuple):
    """On what terms a clause says that a thing is had.

    Attributes:
        name: What it says, a denial counted in.
        marker: The words.
        word: Key of the first of them.
        denied: Whether a denial turned it round.
        limited: Whether it says that no more is needed.
        topic: Keys of what it says so of.
        heads: Those of what it is first of all of: its subject, and each thing that is included.
        party: Keys of who is asked or told.
        bounds: Words that say up to where it is so, those of conditions apart.
        counted: Whether it says of how many, "no charge" apart.
    """

    name: str
    marker: Marker
    word: str
    denied: bool
    limited: bool
    topic: frozenset[str]
    heads: frozenset[str]
    party: frozenset[str]
    bounds: frozenset[str]
    counted: bool


@kept
def terms(line: Line) -> list[Term]:
    """Return the terms that a sentence names, in order."""
    if TERMS.firsts.isdisjoint(line.words):
        return []
    every = [marker for marker in line.find(TERMS) if not _is_other(line, marker)]
    found = [_term(line, marker, _clause(line, marker, every), every) for marker in every]
    return [term for term in found if term is not None]


def _is_other(line: Line, marker: Marker) -> bool:
    """Say whether "free" is no price: "free to go", "home free"."""
    if line.texts[marker.first] != "free" or marker.last - marker.first > 1:
        return False
    before, behind = line.texts[: marker.first][-1:], line.texts[marker.last : marker.last + 1]
    return not (_BEFORE_FREE.isdisjoint(before) and _FREE_OF.isdisjoint(behind))


def _clause(line: Line, marker: Marker, every: list[Marker]) -> Part:
    """Return the tokens around a term, up to a joint between it and the next."""
    part = line.part_of(marker.first)
    first, last = part
    if line.texts[first] in _LEADING and "," in line.texts[first : marker.first]:
        first = line.texts.index(",", first) + 1
    for other in every:
        if part.first <= other.first < marker.first:
            joints = joints_between(line, other.last, marker.first)
            first = max(first, joints[-1] + 1) if joints else first
        elif marker.first < other.first < part.last:
            joints = joints_between(line, marker.last, other.first)
            last = min(last, joints[-1]) if joints else last
    return Part(first, last)


def joints_between(line: Line, first: int, last: int) -> list[int]:
    """Return the indices of "and", commas and their like among some tokens."""
    return [at for at in range(first, last) if line.texts[at] in _JOINTS]


def _term(line: Line, marker: Marker, clause: Part, every: list[Marker]) -> Term | None:
    texts = line.texts
    denials = _denials(line, marker, clause)
    denied = len(denials) % 2 == 1
    if any(texts[at] == "cannot" or (at and texts[at - 1] in _MODALS) for at in denials):
        return None  # of what cannot or must not be, nothing is said here
    if denied and marker.name == "notice":
        return None
    party = _party(line, marker, clause) if marker.name in {"consent", "notice"} else frozenset()
    taken = {at for each in every for at in range(each.first, each.last)}
    money = [at for at in range(*clause) if line.texts[at] in _MONEY]
    taken |= {near for at in money for near in (at - 1, at, at + 1) if _is_amount(texts, near, at)}
    keys = [
        (at, token.key)
        for at, token in enumerate(line.tokens[clause.first : clause.last], clause.first)
        if token.content and at not in taken and token.text not in _LIGHT
    ]
    topic = frozenset(key for _, key in keys) - party
    listed = marker.name == "included"
    heads = {key for n, (at, key) in enumerate(keys) if not n or (listed and at >= marker.last)}
    name = OPPOSITE[marker.name] if denied else marker.name
    limited = denied or not _ENOUGH.isdisjoint(texts[clause.first : clause.last])
    counted = any(m.first not in taken | denials for m in line.find(QUANTIFIERS, *clause))
    inside = {at for each in conditions(line) for at in range(each.marker.first, each.last)}
    bounds = frozenset(texts[at] for at in range(*clause) if at not in inside) & BOUNDS
    word = line.tokens[marker.first].key
    spoken = frozenset(heads)
    return Term(name, marker, word, denied, limited, topic, spoken, party, bounds, counted)


def _is_amount(texts: tuple[str, ...], at: int, unit: int) -> bool:
    return at == unit or (0 <= at < len(texts) and texts[at][0].isdigit())


def _denials(line: Line, marker: Marker, clause: Part) -> frozenset[int]:
    """Return the indices of words that deny a term: shortly before it, or right behind it."""
    first = max(clause.first, marker.first - _REACH)
    joints = joints_between(line, first, marker.first)
    around = [*range(joints[-1] if joints else first, marker.first), marker.last]
    denials = {at for at in around if at < clause.last and line.texts[at] in _DENIALS}
    only = {at for at in denials if line.texts[at + 1 : at + 2] in {("only",), ("just",)}}
    return frozenset(denials - only - line.limiting)


def _party(line: Line, marker: Marker, clause: Part) -> frozenset[str]:
    """Return the keys of who is asked or told: "approved by the board", "the board's approval"."""
    texts, tokens = line.texts, line.tokens
    behind = texts[marker.last : marker.last + 1]
    if behind and behind[0] in _TO_WHOM[marker.name]:
        return _first_keys(line, marker.last + 1, clause.last)
    if behind and behind[0] in _DETERMINERS and marker.name == "notice":
        return _first_keys(line, marker.last, clause.last)
    if texts[marker.first] in _CONSENTING:
        return frozenset([t.key for t in tokens[clause.first : marker.first] if t.content][-2:])
    for at in range(marker.first - 1, max(clause.first, marker.first - _REACH) - 1, -1):
        if texts[at] in _OWNERS or (texts[at] in _PASSIVE and marker.name == "notice"):
            before = [token.key for token in tokens[clause.first : at] if token.content]
            return frozenset(before[-2:])
    return frozenset()


def _first_keys(line: Line, first: int, last: int) -> frozenset[str]:
    found: list[str] = []
    for token in line.tokens[first:last]:
        if token.content:
            found.append(token.key)
        elif found or token.text not in _DETERMINERS:
            break
    return frozenset(found)
