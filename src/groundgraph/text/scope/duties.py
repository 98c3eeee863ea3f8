"""On what terms a thing is had: free or paid, included or extra, with leave or on mere notice.

What must be paid, asked for or bought besides is said by many words, which deny each other without
a "not": "free of charge" and "for a fee of 5 euros", "included" and "sold separately", "with the
landlord's consent" and "you merely have to tell the landlord". Two words of one denial more or less
are left to `groundgraph.text.scope.negations`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.cases import may_leave_out
from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.conditions import conditions
from groundgraph.text.scope.lexicon import EXCEPTIONS, LIMITS, TERMS
from groundgraph.text.scope.terms import OPPOSITE, joints_between, terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line, Part
    from groundgraph.text.scope.terms import Term

_FIRM = frozenset({"unless", "even if", "regardless"})
_SUPPLIED = frozenset({"included", "extra"})
_NEEDED = frozenset({"needed", "optional"})
_PRICED = _SUPPLIED | {"free", "paid"}
_WRONG = frozenset({"contradicted", "against"})
_COPIED, _TOLD = 0.95, 0.8
_LEAST_HELD = 0.75


def check_duties(claim: Claim) -> list[Check]:
    """Hold the terms on which a claim says that a thing is had against those of the evidence.

    That both name the same is no more than a word that they share.
    """
    if TERMS.firsts.isdisjoint(claim.line.words):
        return []
    every = terms(claim.line)
    names = {term.name for term in every}
    own = [term for term in every if term.topic and OPPOSITE[term.name] not in names]
    found = [settled("duty", _weighed(claim, term)) for term in own]
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
            if not agrees and (own.bounds != other.bounds or _may_differ(claim.line, line)):
                continue
            words = line.said(other.marker.first, other.marker.last)
            said = claim.line.said(own.marker.first, own.marker.last)
            told = f"says “{words}”" + ("" if agrees else f", not “{said}”")
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
    """Say whether two terms share what they are of, or who is asked in one, told in the other."""
    if own.topic & other.topic:
        if own.name in _NEEDED and not own.topic <= other.topic:
            return False
        return len(own.topic) > 1 or own.topic == other.topic
    return bool(own.party & other.party) and own.topic <= claim.index.around(line)


def _agrees(own: Term, other: Term, claim: Claim) -> bool | None:
    if own.party and other.party and not own.party & other.party:
        return None
    if own.name == other.name:
        return None if own.name == "notice" else True
    if own.name != OPPOSITE[other.name] or (own.denied != other.denied and own.word == other.word):
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
    if not _is_met(claim, line, other):
        return False
    if own.party & other.party and other.name == "notice":
        return True
    limited = own.name in _PRICED and LIMITS & (claim.line.words ^ line.words)
    if limited or own.counted != other.counted:
        return False
    if other.topic <= own.topic and other.topic & own.heads:
        return True
    return own.topic <= other.topic and (
        len(own.topic) > 1 or other.topic <= claim.line.keys | claim.asked
    )


def _is_met(claim: Claim, line: Line, other: Term) -> bool:
    """Say whether the conditions of a sentence, if any, are those of the claim, or met in it."""
    known = claim.line.keys | claim.asked
    return all(2 * len(case & known) >= len(case) for case in _cases(line, other))


def _may_differ(line: Line, other: Line) -> bool:
    """Say whether a claim may hold of what a sentence leaves out, "unless" or "except" it."""
    one, two = ({found.name for found in conditions(each)} for each in (line, other))
    excepted = other.find(EXCEPTIONS) and not line.find(EXCEPTIONS)
    return bool(_FIRM & (one ^ two) or excepted) or may_leave_out(other.words, line.words)


def _cases(line: Line, term: Term) -> Iterator[frozenset[str]]:
    """Yield the keys of each condition, up to a joint between it and a term behind it."""
    for found in conditions(line):
        joints = joints_between(line, found.marker.last, min(found.last, term.marker.first))
        last = joints[-1] if joints and found.last > term.marker.first else found.last
        yield frozenset(t.key for t in line.tokens[found.marker.last : last] if t.content)
