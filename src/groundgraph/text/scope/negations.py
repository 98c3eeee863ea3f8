"""Not, never, without, un-: what the claim denies and the evidence says, or the other way round.

A denial governs the words behind it. Two parts of sentences go against each other where they say
nearly the same of the same subject and one of them denies it; where either hangs on a condition, or
names a number or a name that the other lacks, nothing is decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.tagging import lexicon
from groundgraph.text.scope.claims import Relation, are_of_two_sides, settled
from groundgraph.text.scope.conditions import conditions
from groundgraph.text.scope.duties import says_so_too
from groundgraph.text.scope.exclusives import may_alone
from groundgraph.text.scope.lexicon import EXCEPTIONS, NEGATIVE, QUANTIFIERS, Marker
from groundgraph.text.statements.portions import are_two_parts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line, Part

_WRONG = frozenset({"contradicted", "against"})
_REACH = 3
_LEAST_KEYS = 2
_SUBJECT = 4
"""Words of a sentence among which its subject stands, "In 2021" before it or not."""
_BACK = frozenset("nobody nothing none nowhere".split())
_ONLY = frozenset(
    {"only", "just", "merely", "until", ",", ".", "necessarily", "always", "all", "yet"}
)
_HELPERS = frozenset(
    """is are was were be been do does did has have had can could may might must shall should will
    would not cannot""".split()
)
_TURNING = frozenset(
    """before until after unsuccessfully vain hardly barely scarcely nearly almost either instead
    rather refuse refused refuses deny denies denied prevent prevented prevents stop stopped avoid
    avoided ? otherwise except nor far still again""".split()
)
_LEANS, _SURELY = 0.75, 0.95
_WHOLE = 3
"""Words of which a denial consists at least that a longer claim goes against."""
_INSIDE, _MUTUAL = 0.7, 0.5
_CONTRAST = frozenset("to for in by from on with because at rather of as".split())


class Denial(NamedTuple):
    """What a part of a sentence denies.

    Attributes:
        marker: The word that denies first, or ``None``.
        first: Key of the first word that each denial governs.
        all: Keys of every word that is denied an odd number of times.
        number: How many denials there are.
    """

    marker: Marker | None
    first: frozenset[str]
    all: frozenset[str]
    number: int


_NOTHING = Denial(None, frozenset(), frozenset(), 0)


class Side(NamedTuple):
    """A part of a sentence, its keys and what it denies."""

    line: Line
    part: Part
    keys: frozenset[str]
    denial: Denial


def check_negations(claim: Claim) -> list[Check]:
    """Hold what each part of a claim denies, or does not, against the evidence."""
    found = []
    for part in claim.line.parts:
        markers = claim.line.find(NEGATIVE, part.first, part.last)
        keys = claim.keys_without(part, markers)
        if len(keys) >= _LEAST_KEYS:
            found.append(_check(claim, part, keys))
    return [check for check in found if check is not None]


def _check(claim: Claim, part: Part, keys: frozenset[str]) -> Check | None:
    plain = denial(claim.line, part, frozenset())
    denies = bool(plain.number or claim.line.prefixed)
    near = claim.near(keys)
    if not denies and not any(
        (each.fit >= _LEANS or len(each.held) >= _WHOLE) and _may_deny(each.line) for each in near
    ):
        return None
    relations = [r for each in near for r in _relations(claim.line, part, keys, each)]
    denied = [r.line.keys & keys for r in relations if not r.agrees and r.fit >= _SURELY]
    if denied:  # of something that a sentence which agrees says nothing of: "items", "sale items"
        relations = [r for r in relations if not r.agrees or denied[0] <= r.line.keys]
    check = settled("negation", relations)
    wrong = check is not None and check.outcome in _WRONG
    if wrong and (says_so_too(claim, part) or _is_of_some(claim.line, plain.marker)):
        return None
    if check is not None and not denies and check.outcome in {"supported", "for"}:
        return None  # that it says so too is no more than the words it shares
    return check


def _said(line: Line, part: Part) -> str:
    return line.said(part.first, part.last).lower()


def _is_of_some(line: Line, marker: Marker | None) -> bool:
    """Say whether a denial is that of "not all", which denies nothing of the others."""
    found = [each for each in line.find(QUANTIFIERS) if each.name == "not all"]
    return marker is not None and any(each.first <= marker.first < each.last for each in found)


def _may_deny(line: Line) -> bool:
    return bool(line.find(NEGATIVE) or line.prefixed)


def _relations(line: Line, part: Part, keys: frozenset[str], near: Near) -> Iterator[Relation]:
    other_line = near.line
    for best in other_line.parts:
        theirs = other_line.keys_of(best)
        if len(keys & theirs) < (2 if len(theirs) > _REACH else 1):
            continue
        if may_alone(other_line, best, line) or "unlike" in other_line.words:
            continue  # which denies it to others
        own = Side(line, part, keys, denial(line, part, theirs))
        other = Side(other_line, best, theirs, denial(other_line, best, keys))
        agrees, denied = _agrees(own, other)
        if agrees is None:
            continue
        if not agrees and are_two_parts(_said(line, part), _said(other_line, best)):
            continue  # a third opposed it, two thirds did not
        meant = len(denied & (keys - other_line.keys)) / len(keys)  # "safe", of "unsafe"
        fit = min(1.0, near.fit + meant) * min(
            1.0, len(keys & (theirs | denied)) / len(keys) / _INSIDE
        )
        if not agrees and _is_denied_whole(own, other):
            fit = max(fit, _SURELY)
        elif fit > _LEANS and not _same_thing(own, other, agrees=agrees):
            fit = _LEANS
        marker = other.denial.marker
        first, last = (marker.first, min(best.last, marker.last + _REACH)) if marker else best
        yield Relation(agrees, fit, _told(own, other, agrees), other_line, first, last)


def _told(own: Side, other: Side, agrees: bool) -> str:
    if agrees:
        return "denies it too" if other.denial.number else "says it"
    more = other.denial.number > own.denial.number
    return "denies it" if more else "does not deny it"


def _same_thing(own: Side, other: Side, *, agrees: bool) -> bool:
    """Say whether two parts speak of one thing: subject, names and numbers, and no condition."""
    if _hangs(own) or _hangs(other) or _turns(own.line, other.line):
        return False
    mutual = len(other.keys & (own.keys | own.denial.all)) / max(1, len(other.keys))
    if mutual < _MUTUAL or len(own.keys) <= _LEAST_KEYS or not _particular(own) <= other.line.keys:
        return False
    if agrees:
        near = other.keys - own.keys <= other.denial.first or mutual >= 1
        return near and not are_of_two_sides(own.line, other.line)
    if not _particular(other) <= own.line.keys:
        return False
    if _left(own, other) and _left(other, own):
        return False  # each has a word that the other lacks: perhaps one's opposite
    return _are_of_one_subject(own, other)


def _is_denied_whole(own: Side, other: Side) -> bool:
    """Say whether all that a part denies is said by the claim, which may say when or how much too.

    "Sale items cannot be returned" denies that they can be "within 30 days".
    """
    if own.denial.number or own.line.prefixed or other.denial.number != 1:
        return False
    whole = _denied_clause(other)
    if len(whole) < _WHOLE or not whole <= own.keys or not other.denial.first:
        return False
    if _hangs(own) or _hangs(other) or _turns(own.line, other.line):
        return False
    return _are_of_one_subject(own, other)


def _are_of_one_subject(own: Side, other: Side) -> bool:
    """Say whether each denies something of the other's subject, on one side of every limit."""
    before = _stands_before(own, other) and _stands_before(other, own)
    return before and not are_of_two_sides(own.line, other.line)


def _denied_clause(side: Side) -> frozenset[str]:
    """Return the keys of a part up to the comma behind what it denies."""
    marker = side.denial.marker
    if marker is None:
        return side.keys
    tokens = side.line.tokens[side.part.first : side.part.last]
    behind = (
        n for n, t in enumerate(tokens) if t.text == "," and n + side.part.first > marker.last
    )
    taken = range(marker.first - side.part.first, marker.last - side.part.first)
    own = enumerate(tokens[: next(behind, len(tokens))])
    return frozenset(token.key for n, token in own if token.content and n not in taken)


def _left(side: Side, other: Side) -> frozenset[str]:
    """Return the keys of one side that the other's sentence lacks."""
    return side.keys - other.line.keys - other.denial.all - other.denial.first


def _turns(line: Line, other: Line) -> bool:
    """Say whether one of two sentences denies in a way of its own, or asks."""
    return not _TURNING.isdisjoint(line.words ^ other.words)


def _stands_before(side: Side, other: Side) -> bool:
    """Say whether the subject of one side stands before what the other denies."""
    subjects = _subjects(side)
    marker = other.denial.marker
    if marker is None or other.line.tokens[marker.first].text == "no":
        own = other.line.tokens[other.part.first : other.part.last]
        return not subjects.isdisjoint([t.key for t in own if t.content][:_SUBJECT])
    before = other.line.tokens[other.part.first : marker.first]
    return any(token.key in subjects for token in before)


def _hangs(side: Side) -> bool:
    """Say whether a part is said under a condition, or but for an exception."""
    part = side.part
    held = (part.first <= found.marker.first < part.last for found in conditions(side.line))
    return bool(side.line.find(EXCEPTIONS)) or any(held)


def _particular(side: Side) -> frozenset[str]:
    """Return the keys of names and numbers."""
    return frozenset(
        token.key
        for at, token in enumerate(side.line.tokens)
        if side.part.first <= at < side.part.last
        and token.content
        and (token.text[0].isdigit() or (token.name and at > 0))
    )


def _subjects(side: Side) -> frozenset[str]:
    """Return the keys of the first words up to a helping verb; none for "Contain no metal"."""
    found: list[str] = []
    for at in range(side.part.first, side.part.last):
        token = side.line.tokens[at]
        if token.text in _HELPERS or len(found) == _REACH - 1:
            break
        if token.content:
            tag = lexicon().get(token.text, "")
            if tag.startswith("V") or (tag == "NV" and at == side.part.first):
                break
            found.append(token.key)
    return frozenset(found)


def _agrees(own: Side, other: Side) -> tuple[bool | None, frozenset[str]]:
    mine, theirs = own.denial, other.denial
    if not mine.number and not theirs.number:
        return (True, frozenset()) if len(own.keys & other.keys) > 2 else (None, frozenset())
    if mine.number and theirs.number and not mine.all.isdisjoint(theirs.all):
        return True, mine.all & theirs.all
    denied = ((mine.first & other.keys) - theirs.all) | ((theirs.first & own.keys) - mine.all)
    if not denied or (mine.number + theirs.number) % 2 == 0:
        return None, frozenset()
    return False, denied


def denial(line: Line, part: Part, known: AbstractSet[str]) -> Denial:
    """Return what a part denies.

    Args:
        line: The sentence.
        part: The part.
        known: Keys of the other text: "unsafe" denies "safe" where that is among them.
    """
    if not _may_deny(line):
        return _NOTHING
    odd: set[str] = set()
    firsts: set[str] = set()
    inside = [(c.marker.first, c.last) for c in conditions(line)]
    markers = [
        m
        for m in line.find(NEGATIVE, part.first, part.last)
        if _denies(line, m, part) and not any(first <= m.first < last for first, last in inside)
    ]
    for marker in markers:
        governed = _governed(line, marker, part)
        firsts.update(governed[:1])
        odd.symmetric_difference_update(governed)
    taken = {at for marker in markers for at in range(marker.first, marker.last)}
    prefixed = known & {
        key for at, key in line.prefixed if part.first <= at < part.last and at not in taken
    }
    odd.symmetric_difference_update(prefixed)
    firsts.update(prefixed)
    count = len(markers) + len(prefixed)
    return Denial(markers[0] if markers else None, frozenset(firsts), frozenset(odd), count)


def _denies(line: Line, marker: Marker, part: Part) -> bool:
    """Say whether a word denies what follows it; in "not only", "not, as announced," none does."""
    if marker.last >= part.last:
        return True
    return line.tokens[marker.last].text not in _ONLY


def _governed(line: Line, marker: Marker, part: Part) -> list[str]:
    end = part.last
    following = line.tokens[end : end + 2]
    if len(following) == 2 and following[0].text == "but" and following[1].text in _CONTRAST:
        return _last_keys(line, marker.last, end)
    found: list[str] = []
    for token in line.tokens[marker.last : end]:
        if token.text == "," or len(found) == _REACH:
            break
        if token.content:
            found.append(token.key)
    before = line.tokens[marker.first - 1] if marker.first > part.first else None
    linked = before is not None and (before.content or before.text in _CONTRAST)
    if linked and line.tokens[marker.first].text in _BACK:
        found = [*_last_keys(line, part.first, marker.first), *found]
    return found


def _last_keys(line: Line, first: int, last: int) -> list[str]:
    return [token.key for token in line.tokens[first:last] if token.content][-1:]
