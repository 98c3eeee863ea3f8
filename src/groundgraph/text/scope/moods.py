"""May, should, must, will: how sure or how binding the claim makes what the evidence says."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.cases import may_leave_out
from groundgraph.text.english.tagging import lexicon
from groundgraph.text.scope.claims import Relation, are_of_two_sides, settled
from groundgraph.text.scope.exclusives import who_alone
from groundgraph.text.scope.lexicon import BOUNDS, LIMITS, OBLIGED, POSSIBLE, Lexicon, Marker
from groundgraph.text.scope.model import kept
from groundgraph.text.vocabulary.small_words import MODALS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line, Part

_MAY = "may/might/could"
_CAN = "can"
_WILL = "will"
_CLOSED = frozenset(f"{_MAY}/{_CAN}/{_WILL}".split("/"))


def _lexicon() -> Lexicon:
    """Join the ways to say how sure and how binding; "may" says either."""
    named = {
        name: "/".join(
            phrase for phrase in map(str.strip, listed.split("/")) if phrase not in _CLOSED
        )
        for name, listed in {**POSSIBLE, **OBLIGED}.items()
    }
    return Lexicon({**named, "may": _MAY, "can": _CAN, "will": _WILL})


MOODS = _lexicon()
_TURNED = {
    "required": "optional",
    "certain": "possible",
    "optional": "forbidden",
    "may": "forbidden",
    "can": "forbidden",
    "needed": "optional",
    "possible": "impossible",
    "will": "",
    "forbidden": "optional",
    "impossible": "possible",
    "advised": "",
    "expected": "",
}
_AGREE = {
    "possible": "possible may can expected certain will",
    "may": "possible may can optional",
    "can": "possible may can optional",
    "needed": "required needed told",
    "told": "told required needed advised",
    "expected": "expected certain will",
    "certain": "certain will",
    "will": "will certain",
    "impossible": "impossible forbidden",
    "optional": "optional may can",
    "advised": "advised told",
    "required": "required needed told",
    "forbidden": "forbidden impossible",
}
_DIFFER = {
    "possible": "impossible",
    "may": "impossible forbidden",
    "can": "impossible forbidden",
    "needed": "optional",
    "certain": "possible may expected optional",
    "will": "possible may",
    "impossible": "possible may can told",
    "told": "impossible forbidden",
    "optional": "required forbidden",
    "required": "optional may can advised possible expected",
    "forbidden": "optional may can told",
}
_LEADING = MODALS | {"to", "cannot", "not"}
_BINDING = frozenset({"must", "have to", "has to", "had to"})
_ADVISING = frozenset({"should", "ought to"})
"""In instructions the one is often put for the other."""
_NOBODY = frozenset("none neither nobody no exempt exempted exempts waive waived without".split())
_OBJECTS = frozenset("the a an your it this these them".split())
_NOT = frozenset({"not", "never"})
_LIGHT = frozenset("make take keep let get have ensure see note remember be give".split())
_BANS = (("do", "not"), ("never",), ("please", "do", "not"))
_BUT_FOR = frozenset("without unless until except".split())
_SUBORDINATE = frozenset("before until unless if when whenever whether".split())
_CLAUSE = 7
_ALTERNATIVE = frozenset({"instead", "either", "alternatively"})
_REACH = 4
_OTHERS = 2
"""Words by which a claim names others than those who may alone, at most."""
_BESIDE, _OTHER = 0.95, 0.6
_UNANCHORED = 0.78
_LEAST_SHARED = 0.5


class Mood(NamedTuple):
    """A word for how sure or binding something is.

    Attributes:
        name: What it says, a negation before it counted in.
        marker: The word or words.
        limited: Whether "merely" or "at most" stands beside it.
        anchor: Key of the content word behind it, or "".
        beside: Keys of the content words around it.
        instructs: Whether it is that of "Wash it" and "Do not wash it".
    """

    name: str
    marker: Marker
    limited: bool
    anchor: str
    beside: frozenset[str]
    instructs: bool = False


def check_moods(claim: Claim) -> list[Check]:
    """Hold what a claim says to be sure or binding against the evidence."""
    found = []
    for part in claim.line.parts:
        for own in moods(claim.line, part):
            taken = [] if own.name == "told" else [own.marker]
            keys = claim.keys_without(part, taken) or claim.line.keys
            if keys:
                beside = [mood for mood in moods(claim.line, part) if mood != own]
                found.append(_check(claim, own, beside, keys))
    return [check for check in found if check is not None]


def _check(claim: Claim, own: Mood, beside: list[Mood], keys: frozenset[str]) -> Check | None:
    found = [
        (relation, other)
        for near in claim.near(keys)
        for relation, other in _relations(claim.line, own, keys, near)
        if relation.agrees or not any(_agrees(mood, other, claim.line) for mood in beside)
    ]
    same = [bool(own.anchor) and own.anchor == other.anchor for _, other in found]
    denied = any(alike and not found[n][0].agrees for n, alike in enumerate(same))
    relations = [r for (r, _), alike in zip(found, same, strict=True) if alike or not denied]
    check = settled("modality", relations)
    if check and own.instructs and check.outcome in {"supported", "for"}:
        return None  # that both tell to do it is no more than the words they share
    return check


def _relations(
    line: Line, own: Mood, keys: AbstractSet[str], near: Near
) -> Iterator[tuple[Relation, Mood]]:
    other_line = near.line
    if "?" in other_line.words:
        return
    every = [(part, mood) for part in other_line.parts for mood in moods(other_line, part)]
    same = [(part, mood) for part, mood in every if own.anchor and own.anchor == mood.anchor]
    for part, told_of in same or every:
        alone = who_alone(other_line, told_of.marker, line)
        if alone and not same:
            continue
        other = told_of._replace(name="forbidden") if alone else told_of
        if (own.instructs or other.instructs) and not same:
            continue
        agrees = _agrees(own, other, line)
        if agrees is None or (not agrees and _is_taken_back(other_line, other)):
            continue
        if not agrees and (_is_left(own, other, other_line) or _is_lifted(own, other, other_line)):
            continue
        if not agrees and may_leave_out(other_line.words, line.words):
            continue
        if not agrees and are_of_two_sides(line, other_line):
            continue
        shared = len(keys & other_line.keys_of(part)) / max(1, len(near.held))
        lacking = len(keys) - len(near.held)
        others = alone is not None and 0 < lacking <= _OTHERS and lacking < len(near.held)
        fit = (_BESIDE if others else near.fit) * _sameness(own, other, line, other_line)
        fit *= 1.0 if shared >= _LEAST_SHARED else 0.5
        keys_of = other_line.keys_of(part)
        mutual = len(keys_of & line.keys) >= _LEAST_SHARED * len(keys_of)
        said = line.said(own.marker.first, own.marker.last)
        first = alone.first if alone else other.marker.first
        words = other_line.said(first, other.marker.last)
        mild = said.lower() in _BINDING and words.lower() in _ADVISING
        unlike = own.instructs and BOUNDS & (line.words ^ other_line.words)
        leans = not agrees and bool(
            _has_alternative(line, other_line) or not mutual or mild or unlike
        )
        told = f"says “{words}”" + ("" if agrees else f", not “{said}”")
        yield Relation(agrees, fit, told, other_line, first, other.marker.last, leans), other


def _is_taken_back(line: Line, mood: Mood) -> bool:
    """Say whether "but not" follows, so that it holds for a part, or "not merely" goes before."""
    before = [t.text for t in line.tokens[max(0, mood.marker.first - _CLAUSE) : mood.marker.first]]
    behind = [t.text for t in line.tokens[mood.marker.last :]]
    pairs = {*pairwise(before)}
    more = any(("not", limit) in pairs for limit in LIMITS)
    return more or ("but", "not") in pairwise(behind)


def _is_left(own: Mood, other: Mood, line: Line) -> bool:
    """Say whether what is said is what a ban leaves: "cannot be returned, only exchanged"."""
    behind = line.tokens[other.marker.last :]
    left = next((n for n, token in enumerate(behind) if token.text == "only"), len(behind))
    return any(token.key == own.anchor for token in behind[left:])


def _is_lifted(own: Mood, other: Mood, line: Line) -> bool:
    """Say whether a ban is one but for something: "cannot be opened without a key"."""
    banned = other.name in {"forbidden", "impossible"} and own.name in {"told", "may", "can"}
    return banned and not _BUT_FOR.isdisjoint(line.texts[other.marker.last :])


def _has_alternative(line: Line, other: Line) -> bool:
    return not _ALTERNATIVE.isdisjoint(line.words & other.words)


def _sameness(own: Mood, other: Mood, line: Line, other_line: Line) -> float:
    """Return how surely two moods are those of one thing, in [0, 1].

    "It is certain that" and "is mandatory" hold for all that their part says; "must" for its verb.
    """
    if own.anchor and own.anchor == other.anchor:
        return 1.0
    mine = not own.anchor or own.anchor in other_line.keys
    held = mine and (not other.anchor or other.anchor in line.keys)
    if own.anchor and other.anchor:
        return _OTHER if held else _BESIDE if own.beside & other.beside else _UNANCHORED
    return _BESIDE if held and own.beside & other.beside else _OTHER


def _agrees(own: Mood, other: Mood, line: Line) -> bool | None:
    if other.name in {"forbidden", "impossible"} and "only" in line.words:
        return None
    if own.name == "advised" and other.name == "required":
        return False if own.limited else None
    if own.name == other.name or other.name in _AGREE[own.name].split():
        return True
    return False if other.name in _DIFFER.get(own.name, "").split() else None


@kept
def moods(line: Line, part: Part) -> list[Mood]:
    """Return the moods of a part, in order."""
    found = _instructed(line, part)
    for marker in line.find(MOODS, part.first, part.last):
        if _is_other(line, marker, part):
            continue
        behind = [token.text for token in line.tokens[marker.last : marker.last + 1]]
        if marker.name == "may" and behind == ["not"] and marker.last not in line.limiting:
            continue  # forbids in a rule, and is unsure in a report
        denied = _denied(line, marker, part)
        name = marker.name if denied is None else _TURNED.get(marker.name, "")
        if name:
            beside = _beside(line, marker, part)
            anchor, limited = _anchor(line, marker, part), _limited(line, marker)
            found.append(Mood(name, denied or marker, limited, anchor, beside))
    return found


def _instructed(line: Line, part: Part) -> list[Mood]:
    """Return what a part that begins a sentence tells to do, or not to do: "Do not wash it"."""
    if part.first:
        return []
    ban = next((len(words) for words in _BANS if line.texts[: len(words)] == words), 0)
    if not (ban or _is_told(line)):
        return []
    marker = Marker("forbidden", 0, ban) if ban else Marker("told", 0, 1)
    verb = line.tokens[ban] if ban < part.last else None
    if verb is None or not verb.content or verb.text in _LIGHT:
        return []
    beside = frozenset(token.key for token in line.tokens[ban : ban + _REACH] if token.content)
    return [Mood(marker.name, marker, False, verb.key, beside, instructs=True)]


def _is_told(line: Line) -> bool:
    """Say whether a sentence begins with what is to be done: "Wash it"."""
    if len(line.tokens) == 1 or not line.tokens[0].content:
        return False
    verb, behind = line.texts[:2]
    tag = lexicon().get(verb, "")
    return tag == "VB" or (tag in {"NV", "AV"} and behind in _OBJECTS)


def _is_other(line: Line, marker: Marker, part: Part) -> bool:
    """Say whether "May" is a month, "Will" a person, or a mood is that of "if you must"."""
    token = line.tokens[marker.first]
    if token.text in {"may", "will"} and token.name and marker.first > 0:
        return True
    for before in reversed(line.tokens[max(part.first, marker.first - _CLAUSE) : marker.first]):
        if before.text == ",":
            return False
        if before.text in _SUBORDINATE:
            return True
    return marker.first > 0 and line.tokens[marker.first - 1].text in {"where", "as", "wherever"}


def _denied(line: Line, marker: Marker, part: Part) -> Marker | None:
    """Return a mood with the words that deny it, or ``None`` where none does."""
    tokens, first, last = line.tokens, marker.first, marker.last
    if any(token.text in {"not", "no", "cannot"} for token in tokens[first:last]):
        return None
    subject = range(max(part.first, first - _REACH), first)
    before = range(max(part.first, first - 2), first)
    modal = tokens[first].text in MODALS
    for at in subject:
        if tokens[at].text in _NOBODY or (at in before and not modal and tokens[at].text in _NOT):
            return Marker(marker.name, at, last)
    if last in line.limiting:
        return None
    if modal and marker.name != "may" and last < len(tokens) and tokens[last].text == "not":
        return Marker(marker.name, first, last + 1)
    return None


def _limited(line: Line, marker: Marker) -> bool:
    around = line.tokens[max(0, marker.first - 2) : marker.last + 2]
    words = {token.text for token in around}
    return not words.isdisjoint(LIMITS) or {"at", "most"} <= words


def _anchor(line: Line, marker: Marker, part: Part) -> str:
    tokens = line.tokens
    if tokens[marker.last - 1].text not in _LEADING:
        return ""
    for token in tokens[marker.last : min(part.last, marker.last + _REACH)]:
        if token.content:
            return token.key
    return ""


def _beside(line: Line, marker: Marker, part: Part) -> frozenset[str]:
    """Return the keys of the words around a mood, or of its part where it holds for all of it."""
    if line.tokens[marker.last - 1].text not in _LEADING:
        return line.keys_of(part)
    first, last = max(part.first, marker.first - _REACH), min(part.last, marker.last + _REACH)
    return frozenset(token.key for token in line.tokens[first:last] if token.content)
