"""If, unless, only when: on what the claim makes a thing depend, and the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import CONDITIONS, NEGATIVE, Marker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.evidence import Index
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line

_STOPS = frozenset({";", "—", ".", ":", "but", "otherwise", "though", "although"})
_LEADS = frozenset({";", ".", "but", ":", "and", ",", "that", "“", '"'})
_SAME, _OTHER = 0.6, 0.34
_LEAST = 2
_WEAK = frozenset("when once given provided whenever".split())


class Condition(NamedTuple):
    """A condition and what hangs on it.

    Attributes:
        name: What joins the two: "if", "only if", "unless" or "even if".
        marker: The joining words.
        last: One past the condition's last token.
        keys: Keys of the condition.
        denied: Whether the condition denies its predicate an odd number of times.
        main: Keys of what hangs on it.
    """

    name: str
    marker: Marker
    last: int
    keys: frozenset[str]
    denied: bool
    main: frozenset[str]


def check_conditions(claim: Claim) -> list[Check]:
    """Hold the conditions of a claim against those that the evidence puts on the same."""
    if CONDITIONS.firsts.isdisjoint(claim.line.words):
        return []
    found = [_check(claim, own) for own in conditions(claim.line)]
    return [check for check in found if check is not None]


def _check(claim: Claim, own: Condition) -> Check | None:
    main = own.main or claim.asked
    if not main or (not own.keys and own.name != "even if"):
        return None
    relations = [
        relation
        for near in claim.near(main | own.keys)
        for relation in _relations(claim, own, main, near.line)
    ]
    return settled("condition", claim.line.said(own.marker.first, own.last), relations, 0.7)


def _relations(
    claim: Claim, own: Condition, main: frozenset[str], line: Line
) -> Iterator[Relation]:
    if CONDITIONS.firsts.isdisjoint(line.words):
        return
    for other in conditions(line):
        hangs = max(_share(main, other.main), 0.9 * _share(main, other.main | claim.asked))
        if hangs < _SAME or len(other.keys) < 1:
            continue
        same = _share(own.keys, other.keys) if own.keys else 1.0
        agrees, told = _agrees(own, other, same, claim.index)
        if agrees is None:
            continue
        words = line.said(other.marker.first, other.last)
        fit = hangs * (max(same, 0.85) if agrees is False else same)
        said = claim.line.said(own.marker.first, own.last)
        reason = f"The passage says “{words}”" + ("" if agrees else f", {told} “{said}”")
        yield Relation(agrees, fit, reason, line, other.marker.first, other.last)


def _agrees(own: Condition, other: Condition, same: float, index: Index) -> tuple[bool | None, str]:
    if own.name == "even if":
        if other.name == "even if":
            return True, ""
        return (False, "not") if same >= _SAME and other.name != "if" else (None, "")
    if other.name == "even if":
        return (False, "not") if same >= _SAME and own.name != "if" else (None, "")
    if same >= _SAME:
        turned = (own.name == "unless") != (other.name == "unless")
        return (turned == (own.denied != other.denied)), "not"
    firm = own.name == "only if" or other.name in {"only if", "unless"} or _firm(own, other)
    long = min(len(own.keys), len(other.keys)) >= _LEAST or own.name == "only if"
    if same <= _OTHER and firm and long and len(own.keys) >= _LEAST:
        return False, "not"
    return None, ""


def _firm(own: Condition, other: Condition) -> bool:
    return other.marker.last - other.marker.first > 1 or own.marker.last - own.marker.first > 1


def _share(keys: frozenset[str], held: frozenset[str]) -> float:
    return len(keys & held) / len(keys) if keys else 0.0


def conditions(line: Line) -> list[Condition]:
    """Return the conditions of a sentence, in order."""
    found = []
    for marker in line.find(CONDITIONS):
        if _is_question(line, marker):
            continue
        last = _end(line, marker)
        inside = range(marker.first, last)
        keys = frozenset(line.tokens[at].key for at in inside if line.tokens[at].content)
        main = frozenset(
            t.key for at, t in enumerate(line.tokens) if t.content and at not in inside
        )
        denials = line.find(NEGATIVE, marker.last, last)
        found.append(Condition(marker.name, marker, last, keys, len(denials) % 2 == 1, main))
    return found


def _is_question(line: Line, marker: Marker) -> bool:
    """Say whether "if" or "when" asks, or "provided" and "given" are verbs."""
    first = line.tokens[marker.first].text
    if marker.last - marker.first > 1 or first not in {*_WEAK, "if"}:
        return False
    before = line.tokens[marker.first - 1] if marker.first else None
    if first in {"given", "provided"}:
        return before is not None and before.text not in {",", "but", ";"}
    return False


def _end(line: Line, marker: Marker) -> int:
    """Return one past the last token of a condition: the comma behind one that stands first."""
    leading = marker.first <= 1 or line.tokens[marker.first - 1].text in _LEADS
    for at in range(marker.last, len(line.tokens)):
        text = line.tokens[at].text
        if text in _STOPS or (text == "," and leading):
            return at
    return len(line.tokens)
