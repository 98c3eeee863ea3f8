"""If, unless, only when: on what the claim makes a thing depend, and the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from groundgraph.text.number_words import ONES
from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import CONDITIONS, NEGATIVE, Marker
from groundgraph.text.scope.model import kept
from groundgraph.text.scope.stems import key
from groundgraph.text.words import share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.evidence import Index
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line

_STOPS = frozenset({";", "—", ".", ":", "but", "otherwise", "though", "although"})
_LEADS = frozenset({";", ".", "but", ":", "and", ",", "that", "“", '"'})
_SAME, _OTHER = 0.6, 0.34
_FREE = frozenset({"even if", "regardless"})
_ALWAYS = frozenset({"whenever", "every", "each"})
_LIMITS = frozenset(map(key, "limit long longer threshold exceed time much".split()))
_STRICT = frozenset({"provided", "providing", "as", "so", "on", "only"})
_LEAST = 2
_HALF = 0.5
_SURE, _LEANS, _WEAK = 0.85, 0.6, 0.35
_BEGINNING = 4
_Verdict: TypeAlias = "tuple[bool | None, float]"
"""Whether a claim's condition is that of the evidence, and how surely."""
_MEASURES = frozenset("twice times half almost about nearly just".split())


class Condition(NamedTuple):
    """A condition and what hangs on it.

    Attributes:
        name: What joins the two: "if", "only if", "unless" or "even if".
        marker: The joining words.
        last: One past the condition's last token.
        keys: Keys of the condition.
        denied: Whether the condition denies its predicate an odd number of times.
        main: Keys of what hangs on it.
        refused: Whether that is denied.
        bounded: Whether the condition tells a limit: "for more than 72 hours".
        always: Whether it is put as one that asks for no more: "whenever".
        strict: Whether it is put as the one condition: "provided that".
        open_ended: Whether it stands first and nothing shows where it ends.
    """

    name: str
    marker: Marker
    last: int
    keys: frozenset[str]
    denied: bool
    main: frozenset[str]
    refused: bool
    bounded: bool
    always: bool
    strict: bool
    open_ended: bool


def check_conditions(claim: Claim) -> list[Check]:
    """Hold the conditions of a claim against those that the evidence puts on the same."""
    if CONDITIONS.firsts.isdisjoint(claim.line.words):
        return []
    found = [_check(claim, own) for own in conditions(claim.line)]
    return [check for check in found if check is not None]


def _check(claim: Claim, own: Condition) -> Check | None:
    main = own.main or claim.asked
    if not main or (not own.keys and own.name not in _FREE):
        return None
    relations = [
        relation
        for near in claim.near(main | own.keys)
        for relation in _relations(claim, own, main, near.line)
    ]
    return settled("condition", relations, 0.7)


def _relations(
    claim: Claim, own: Condition, main: frozenset[str], line: Line
) -> Iterator[Relation]:
    every = conditions(line)
    main -= own.keys
    known = any(share(own.keys, other.keys) > _OTHER for other in every)
    for other in every:
        hangs = _hangs(claim, main, other.main, line)
        if not main or hangs < _SAME or not other.keys:
            continue
        agrees, sure = _agrees(own, other, line, claim.index)
        if agrees is None or (known and share(own.keys, other.keys) <= _OTHER):
            continue
        words = line.said(other.marker.first, other.last)
        told = f"says “{words}”"
        alike = (own.name, own.keys, own.denied) == (other.name, other.keys, other.denied)
        if not agrees and alike:
            told += " of the opposite"
        elif not agrees:
            told += f", not “{claim.line.said(own.marker.first, own.last)}”"
        yield Relation(agrees, hangs * sure, told, line, other.marker.first, other.last)


def _hangs(claim: Claim, main: frozenset[str], other: frozenset[str], line: Line) -> float:
    """Return how surely a claim's main clause is the one that a condition is put on, in [0, 1]."""
    own = share(main, other)
    beside = other | claim.asked | (claim.index.around(line) if own >= _HALF else frozenset())
    return max(own, 0.9 * share(main, beside))


def _agrees(own: Condition, other: Condition, line: Line, index: Index) -> _Verdict:
    """Say whether a condition is that of the evidence, and how surely."""
    same = share(own.keys, other.keys) if own.keys else 1.0
    if _FREE & {own.name, other.name}:
        return _free(own, other, same)
    if other.bounded and not own.bounded and own.always and own.keys.isdisjoint(_LIMITS):
        return False, _SURE
    turned = _is_turned(own, other)
    if same >= _SAME:
        # "is not let in" may say what "is refused" does
        reworded = own.refused != other.refused and own.main != other.main
        unclear = own.open_ended or other.open_ended or reworded or own.main & other.keys
        if turned and (unclear or share(other.keys, own.keys) < _SAME):
            return None, 0.0
        if turned:  # words that differ on both sides may be each other's opposite
            whole = own.keys <= other.keys or other.keys <= own.keys
            return False, max(same, _SURE) if whole else _LEANS
        swapped = (own.keys - other.keys) & line.keys and other.keys - own.keys
        return (False, _LEANS) if swapped else (True, same)
    if same > _OTHER:
        return (False, same) if turned else (None, 0.0)
    return _another(own, other, line, index)


def _is_turned(own: Condition, other: Condition) -> bool:
    """Say whether two conditions of the same words say the opposite.

    "Is not refunded if the room is damaged" says what "is refunded unless it is damaged" does.
    """
    names = {own.name, other.name}
    refused = own.refused != other.refused and "unless" in names
    return ((len(names) == 2 and "unless" in names) != (own.denied != other.denied)) != refused


def _free(own: Condition, other: Condition, same: float) -> _Verdict:
    """Judge two conditions one of which says that it does not matter."""
    if {own.name, other.name} <= _FREE:
        return True, same
    turned = "regardless" in {own.name, other.name} or own.denied != other.denied
    strict = {own.name, other.name} & {"only if", "unless"}
    return (False, same) if same >= _SAME and (turned or strict) else (None, 0.0)


def _another(own: Condition, other: Condition, line: Line, index: Index) -> _Verdict:
    """Judge two conditions of the same thing that share few words.

    The claim's may be the same in other words, unless its words are told of something else.
    """
    strange = own.keys - other.keys
    told = sum(key in index.postings for key in strange) / len(strange)
    strict = other.name in {"only if", "unless"}
    if strange == own.keys and not any(_are_near(a, b) for a in own.keys for b in other.keys):
        elsewhere = set.intersection(*(set(index.postings.get(key, ())) for key in strange))
        if elsewhere - {line.number} and line.number not in elsewhere:
            return False, _SURE if strict else _LEANS
    if len(own.keys) < _LEAST or told < _SAME:
        return (False, _WEAK) if len(own.keys) >= _LEAST else (None, 0.0)
    long = len(other.keys) >= _LEAST or own.name == "only if"
    firm = own.name == "only if" or (own.strict and (other.strict or other.name != "if"))
    return False, _SURE if long and firm else _LEANS


def _are_near(one: str, other: str) -> bool:
    """Say whether two keys may be of forms of one word: "booking", "booked"."""
    return one[:_BEGINNING] == other[:_BEGINNING]


@kept
def conditions(line: Line) -> list[Condition]:
    """Return the conditions of a sentence, in order."""
    found = []
    for marker in line.find(CONDITIONS):
        if _is_question(line, marker):
            continue
        last = _end(line, marker)
        ends = last == len(line.tokens) or line.tokens[last].text == "."
        open_ended = _leads(line, marker) and ends and not _trails(line, marker)
        inside = range(marker.first, last)
        keys = frozenset(t.key for t in line.tokens[marker.last : last] if t.content)
        main = frozenset(
            t.key for at, t in enumerate(line.tokens) if t.content and at not in inside
        )
        strict = line.tokens[marker.first].text in _STRICT
        denied = len(line.find(NEGATIVE, marker.last, last)) % 2 == 1
        around = line.find(NEGATIVE, 0, marker.first) + line.find(NEGATIVE, last)
        bounded = any(_is_number(token.text) for token in line.tokens[marker.last : last])
        found.append(
            Condition(
                marker.name,
                marker,
                last,
                keys,
                denied,
                main,
                len(around) % 2 == 1,
                bounded,
                any(token.text in _ALWAYS for token in line.tokens[marker.first : marker.last]),
                strict,
                open_ended,
            )
        )
    return found


def _is_question(line: Line, marker: Marker) -> bool:
    """Say whether "provided" and "given" are verbs, or "twice as long as" measures."""
    first = line.tokens[marker.first].text
    before = line.tokens[marker.first - 1].text if marker.first else ""
    if first in {"as", "so"}:
        return before in _MEASURES or before.isdigit()
    if marker.last - marker.first > 1 or first not in {"given", "provided"}:
        return False
    return bool(before) and before not in {",", "but", ";"}


def _leads(line: Line, marker: Marker) -> bool:
    """Say whether a condition stands before what hangs on it."""
    return marker.first <= 1 or line.tokens[marker.first - 1].text in _LEADS


def _trails(line: Line, marker: Marker) -> bool:
    """Say whether what hangs on a condition stands before it: "you may cancel, unless …"."""
    behind_comma = marker.first > 0 and line.tokens[marker.first - 1].text == ","
    return behind_comma and sum(token.content for token in line.tokens[: marker.first]) >= _LEAST


def _is_number(word: str) -> bool:
    return word[:1].isdigit() or word in ONES


def _end(line: Line, marker: Marker) -> int:
    """Return one past the last token of a condition: the comma behind one that stands first."""
    leading = _leads(line, marker)
    for at in range(marker.last, len(line.tokens)):
        text = line.tokens[at].text
        if text in _STOPS or (text == "," and leading):
            return at
    return len(line.tokens)
