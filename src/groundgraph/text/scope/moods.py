"""May, should, must, will: how sure or how binding the claim makes what the evidence says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import LIMITS, OBLIGED, POSSIBLE, Lexicon, Marker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line, Part

_MAY = "may/might/could/can"
_WILL = "will"
_CLOSED = frozenset(f"{_MAY}/{_WILL}".split("/"))


def _lexicon() -> Lexicon:
    """Join the ways to say how sure and how binding; "may" says either, "will" less than "surely"."""
    named = {
        name: "/".join(
            phrase for phrase in map(str.strip, listed.split("/")) if phrase not in _CLOSED
        )
        for name, listed in {**POSSIBLE, **OBLIGED}.items()
    }
    return Lexicon({**named, "may": _MAY, "will": _WILL})


MOODS = _lexicon()
_TURNED = {
    "required": "optional",
    "certain": "possible",
    "optional": "forbidden",
    "may": "forbidden",
    "possible": "impossible",
    "will": "",
    "forbidden": "optional",
    "impossible": "possible",
    "advised": "",
    "expected": "",
}
_AGREE = {
    "possible": "possible may expected certain will",
    "may": "possible may optional",
    "expected": "expected certain will",
    "certain": "certain will",
    "will": "will certain",
    "impossible": "impossible forbidden",
    "optional": "optional may",
    "advised": "advised",
    "required": "required",
    "forbidden": "forbidden impossible",
}
_DIFFER = {
    "possible": "impossible",
    "may": "impossible forbidden",
    "certain": "possible may expected optional",
    "will": "possible may",
    "impossible": "possible may",
    "optional": "required forbidden",
    "required": "optional may advised possible expected",
    "forbidden": "optional may",
}
_REACH = 4
_UNANCHORED = 0.85
_LEAST_SHARED = 0.5


class Mood(NamedTuple):
    """A word for how sure or binding something is.

    Attributes:
        name: What it says, a negation before it counted in.
        marker: The word or words.
        limited: Whether "merely" or "at most" stands beside it.
        anchor: Key of the content word behind it, or "".
    """

    name: str
    marker: Marker
    limited: bool
    anchor: str


def check_moods(claim: Claim) -> list[Check]:
    """Hold what a claim says to be sure or binding against the evidence."""
    line = claim.line
    if MOODS.firsts.isdisjoint(line.words):
        return []
    found = []
    for part in line.parts:
        for own in moods(line, part):
            keys = claim.keys_without(part, [own.marker])
            if keys:
                relations = [r for near in claim.near(keys) for r in _relations(line, own, keys, near)]
                said = line.said(own.marker.first, own.marker.last)
                found.append(settled("modality", said, relations))
    return [check for check in found if check is not None]


def _relations(line: Line, own: Mood, keys: AbstractSet[str], near: Near) -> Iterator[Relation]:
    other_line = near.line
    if MOODS.firsts.isdisjoint(other_line.words):
        return
    said = line.said(own.marker.first, own.marker.last)
    for part in other_line.parts:
        shared = len(keys & other_line.keys_of(part)) / max(1, len(near.held))
        for other in moods(other_line, part):
            agrees = _agrees(own, other)
            if agrees is None:
                continue
            same = _sameness(own, other, line, other_line)
            fit = near.fit * same * (1.0 if shared >= _LEAST_SHARED else 0.5)
            words = other_line.said(other.marker.first, other.marker.last)
            told = f"The passage says “{words}”" + ("" if agrees else f", not “{said}”")
            yield Relation(
                agrees, fit, told, other_line, other.marker.first, other.marker.last
            )


def _sameness(own: Mood, other: Mood, line: Line, other_line: Line) -> float:
    if own.anchor and own.anchor == other.anchor:
        return 1.0
    known = own.anchor in other_line.keys and other.anchor in line.keys
    return 0.5 if known else _UNANCHORED


def _agrees(own: Mood, other: Mood) -> bool | None:
    if own.name == "advised" and other.name == "required":
        return False if own.limited else None
    if own.name == other.name or other.name in _AGREE[own.name].split():
        return True
    return False if other.name in _DIFFER.get(own.name, "").split() else None


def moods(line: Line, part: Part) -> list[Mood]:
    """Return the moods of a part, in order."""
    found = []
    for marker in MOODS.find(line.tokens, part.first, part.last):
        if _is_other(line, marker):
            continue
        name = _TURNED.get(marker.name, "") if _is_denied(line, marker, part) else marker.name
        if name:
            found.append(Mood(name, marker, _limited(line, marker), _anchor(line, marker, part)))
    return found


def _is_other(line: Line, marker: Marker) -> bool:
    """Say whether "May" is a month or "Will" a person."""
    token = line.tokens[marker.first]
    return token.text in {"may", "will"} and token.name and marker.first > 0


def _is_denied(line: Line, marker: Marker, part: Part) -> bool:
    tokens = line.tokens
    if any(token.text in {"not", "no", "cannot"} for token in tokens[marker.first : marker.last]):
        return False
    before = tokens[max(part.first, marker.first - 2) : marker.first]
    after = tokens[marker.last : marker.last + 1]
    modal = tokens[marker.first].text in {"may", "can", "could", "must", "shall", "should", "might"}
    behind = modal and any(token.text == "not" for token in after)
    if behind and tokens[marker.first].text in {"must", "should", "might", "shall"}:
        return True
    return behind or any(token.text in {"not", "no", "never", "nobody"} for token in before)


def _limited(line: Line, marker: Marker) -> bool:
    around = line.tokens[max(0, marker.first - 2) : marker.last + 2]
    words = {token.text for token in around}
    return not words.isdisjoint(LIMITS) or {"at", "most"} <= words


def _anchor(line: Line, marker: Marker, part: Part) -> str:
    for token in line.tokens[marker.last : min(part.last, marker.last + _REACH)]:
        if token.content:
            return token.key
    return ""
