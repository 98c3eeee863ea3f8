"""On what terms a thing is had: free or paid, included or extra, with leave or on mere notice.

What must be paid, asked for or bought besides is said by many words, which deny each other without
a "not": "free of charge" and "for a fee of 5 euros", "included" and "sold separately", "with the
landlord's consent" and "you merely have to tell the landlord". Two words of one denial more or less
are left to `groundgraph.text.scope.negations`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.cases import may_leave_out
from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.conditions import conditions
from groundgraph.text.scope.lexicon import BOUNDS, EXCEPTIONS, LIMITS, QUANTIFIERS, TERMS, Marker
from groundgraph.text.scope.model import Part, kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line

_OPPOSITE = {
    "free": "paid",
    "paid": "free",
    "included": "extra",
    "extra": "included",
    "consent": "notice",
    "notice": "consent",
}
_DENIALS = frozenset("no not never neither nor nobody none cannot without".split())
_JOINTS = frozenset({",", "and", "or", "but", ":"})
_REACH = 4
_ENOUGH = frozenset("enough suffices sufficient suffice".split()) | LIMITS
_LEADING = frozenset({"because", "since", "as"})
_FIRM = frozenset({"unless", "even if", "regardless"})
_SUPPLIED = frozenset({"included", "extra"})
_PRICED = frozenset({"free", "paid", "included", "extra"})
_WRONG = frozenset({"contradicted", "against"})
_FREE_OF = frozenset({"to", "from", "of"})
_BEFORE_FREE = frozenset({"home", "set", "break"})
_COPIED, _TOLD = 0.95, 0.8
_LEAST_HELD = 0.75
_TO_WHOM = {"consent": frozenset({"by", "from", "of", "with"}), "notice": frozenset({"to"})}
_DETERMINERS = frozenset("the a an your their its our his her".split())
_OWNERS = frozenset({"'s", "'"})
_PASSIVE = frozenset({"is", "are", "be", "was", "were", "been"})
_MODALS = frozenset("can could may might must shall should".split())
_MONEY = frozenset("$ € £ euro euros dollar dollars pound pounds cent cents usd eur".split())
_CONSENTING = frozenset("approve approves authorise authorises authorize authorizes agree".split())
_LIGHT = frozenset(
    """free get give take make come use need require must have can may will available offer also extra
    additional just only written writing prior advance simply merely""".split()
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
    party: frozenset[str]
    bounds: frozenset[str]
    counted: bool


def check_duties(claim: Claim) -> list[Check]:
    """Hold the terms on which a claim says that a thing is had against those of the evidence.

    That both name the same is no more than a word that they share.
    """
    if TERMS.firsts.isdisjoint(claim.line.words):
        return []
    every = terms(claim.line)
    names = {term.name for term in every}
    found = []
    for own in every:
        if own.topic and _OPPOSITE[own.name] not in names:
            said = claim.line.said(own.marker.first, own.marker.last)
            found.append(settled("duty", said, _weighed(claim, own)))
    return [check for check in found if check is not None and check.outcome in _WRONG]


def says_so_too(claim: Claim, part: Part) -> bool:
    """Say whether the evidence says in a word of its own what a part of a claim denies.

    "Sold separately" is what is "not included", and who "gets in free" does "not pay".
    """
    return any(
        relation.agrees
        for own in terms(claim.line)
        if own.denied and own.topic and part.first <= own.marker.first < part.last
        for relation, _ in _relations(claim, own)
    )


def _weighed(claim: Claim, own: Term) -> list[Relation]:
    """Return what the evidence says of a term; of one thing among others, what is said of it."""
    found = list(_relations(claim, own))
    wrong = max(
        (each for each in found if not each[0].agrees), key=lambda e: e[0].fit, default=None
    )
    if wrong is None:
        return []
    if own.name not in _SUPPLIED or not wrong[1]:
        return [relation for relation, _ in found]
    return [relation for relation, held in found if not relation.agrees or held >= wrong[1]]


def _relations(claim: Claim, own: Term) -> Iterator[tuple[Relation, frozenset[str]]]:
    for near in claim.near(own.topic | own.party):
        line = near.line
        for other in terms(line) if "?" not in line.words else ():
            agrees = _agrees(own, other, claim)
            fit = _fit(claim, own, other, line)
            if agrees is None or fit < _LEAST_HELD or not _is_of_same(claim, own, other, line):
                continue
            if not agrees and (own.bounds != other.bounds or _is_turned(claim.line, line)):
                continue
            if not agrees and may_leave_out(line.words, claim.line.words):
                continue
            words = line.said(other.marker.first, other.marker.last)
            said = claim.line.said(own.marker.first, own.marker.last)
            told = f"The passage says “{words}”" + ("" if agrees else f", not “{said}”")
            leans = not agrees and not _is_same(claim, own, other, line)
            first, last = other.marker.first, other.marker.last
            whole = other.topic if other.topic <= own.topic else frozenset()
            yield Relation(agrees, fit, told, line, first, last, leans), whole


def _fit(claim: Claim, own: Term, other: Term, line: Line) -> float:
    """Return how surely two terms are of the same, in [0, 1].

    What a clause says of one thing is held against a claim that names others with it, or where.
    """
    around = claim.index.around(line) | claim.asked
    if not own.topic <= around | line.keys:
        lacking = len(own.topic - around - line.keys)
        return 1 - lacking / len(own.topic)
    more = other.topic - claim.line.keys - claim.asked
    return _COPIED if own.topic <= other.topic and not more else _TOLD


def _is_of_same(claim: Claim, own: Term, other: Term, line: Line) -> bool:
    """Say whether two terms share what they are of, or who is asked in one and told in the other."""
    if own.topic & other.topic:
        return len(own.topic) > 1 or own.topic == other.topic
    return bool(own.party & other.party) and own.topic <= claim.index.around(line)


def _agrees(own: Term, other: Term, claim: Claim) -> bool | None:
    if own.party and other.party and not own.party & other.party:
        return None
    if own.name == other.name:
        return None if own.name == "notice" else True
    if own.name != _OPPOSITE[other.name] or (own.denied != other.denied and own.word == other.word):
        return None
    if "notice" in (own.name, other.name) and not (own.limited or other.limited):
        return None if own.name == "notice" or _is_asked(claim, own.party) else False
    return False


def _is_asked(claim: Claim, party: frozenset[str]) -> bool:
    """Say whether the evidence wants the consent of somebody, or the claim says not whose."""
    index = claim.index
    numbers = {number for key in party for number in index.postings.get(key, ())}
    every = (term for number in numbers for term in terms(index.lines[number]))
    return not party or any(term.name == "consent" for term in every)


def _is_same(claim: Claim, own: Term, other: Term, line: Line) -> bool:
    """Say whether two terms are of the same thing: in all cases, and in those of the claim."""
    if line.find(EXCEPTIONS) and not claim.line.find(EXCEPTIONS):
        return False
    if not _is_met(claim, line, other):
        return False
    if own.party & other.party and other.name == "notice":
        return True
    limited = own.name in _PRICED and LIMITS & (claim.line.words ^ line.words)
    if limited or own.counted != other.counted:
        return False
    if other.topic <= own.topic:
        return True
    return own.topic <= other.topic and (
        len(own.topic) > 1 or other.topic <= claim.line.keys | claim.asked
    )


def _is_met(claim: Claim, line: Line, other: Term) -> bool:
    """Say whether the conditions of a sentence, if any, are those of the claim, or met in it."""
    known = claim.line.keys | claim.asked
    return all(2 * len(case & known) >= len(case) for case in _cases(line, other))


def _is_turned(line: Line, other: Line) -> bool:
    """Say whether one sentence says "unless" where the other says "if"."""
    one, two = ({found.name for found in conditions(each)} for each in (line, other))
    return bool(_FIRM & (one ^ two))


def _cases(line: Line, term: Term) -> Iterator[frozenset[str]]:
    """Yield the keys of each condition, up to a joint between it and a term behind it."""
    for found in conditions(line):
        joints = _joints(line, found.marker.last, min(found.last, term.marker.first))
        last = joints[-1] if joints and found.last > term.marker.first else found.last
        yield frozenset(t.key for t in line.tokens[found.marker.last : last] if t.content)


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
            joints = _joints(line, other.last, marker.first)
            first = max(first, joints[-1] + 1) if joints else first
        elif marker.first < other.first < part.last:
            joints = _joints(line, marker.last, other.first)
            last = min(last, joints[-1]) if joints else last
    return Part(first, last)


def _joints(line: Line, first: int, last: int) -> list[int]:
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
    topic = frozenset(
        token.key
        for at, token in enumerate(line.tokens[clause.first : clause.last], clause.first)
        if token.content and at not in taken and token.text not in _LIGHT | _ENOUGH
    )
    name = _OPPOSITE[marker.name] if denied else marker.name
    limited = denied or not _ENOUGH.isdisjoint(texts[clause.first : clause.last])
    counted = any(m.first not in taken for m in line.find(QUANTIFIERS, *clause))
    inside = {at for each in conditions(line) for at in range(each.marker.first, each.last)}
    bounds = frozenset(texts[at] for at in range(*clause) if at not in inside) & BOUNDS
    word = line.tokens[marker.first].key
    return Term(name, marker, word, denied, limited, topic - party, party, bounds, counted)


def _is_amount(texts: tuple[str, ...], at: int, unit: int) -> bool:
    return at == unit or (0 <= at < len(texts) and texts[at][0].isdigit())


def _denials(line: Line, marker: Marker, clause: Part) -> frozenset[int]:
    """Return the indices of words that deny a term: shortly before it, or right behind it."""
    first = max(clause.first, marker.first - _REACH)
    joints = _joints(line, first, marker.first)
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
