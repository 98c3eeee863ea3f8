"""What a claim says flatly that the evidence says under a condition, or only as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.scope.conditions import conditions
from groundgraph.text.scope.findings import Check
from groundgraph.text.scope.lexicon import CONDITIONS, FREQUENCIES
from groundgraph.text.scope.moods import MOODS, moods
from groundgraph.text.scope.stems import key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import CheckKind, CheckOutcome
    from groundgraph.text.scope.model import Line, Part
    from groundgraph.text.scope.moods import Mood

_LEAST = 0.75
_LEAST_KEYS = 3
_FIRM = frozenset({"only if", "unless"})
_OPEN = frozenset({"possible", "may", "expected"})
_COPIED, _ALIKE = 0.95, 0.8
_EFFECTS = frozenset(
    map(
        key,
        """cause lead reduce increase improve prevent lower raise damage kill trigger worsen harm
        affect cure double halve destroy""".split(),
    )
)
_HAVE = frozenset("has have had was were been".split())
_HEDGING = frozenset(
    """would if whether plan plans planned planning hope hopes goal aim intention proposal potential
    suggest suggests think thinks believe believes prospect chance risk possibility
    ability""".split()
)
"""Words by which a claim is careful in a way of its own."""


def check_dropped(claim: Claim) -> list[Check]:
    """Return what the nearest sentence of the evidence says with a reserve that the claim drops.

    A reserve may be left out of a summary: one decides only where the claim repeats the rest of
    the sentence, or tells as done what is planned.
    """
    if len(claim.line.keys) < _LEAST_KEYS or not claim.every or claim.line.find(FREQUENCIES):
        return []
    best = claim.every[0]
    if best.fit < _LEAST:
        return []
    return [*_conditions(claim, best), *_moods(claim, best)]


def _conditions(claim: Claim, best: Near) -> Iterator[Check]:
    if claim.line.find(CONDITIONS):
        return
    for other in conditions(best.line):
        held = len(claim.line.keys & other.main) / len(claim.line.keys)
        if held >= _LEAST and other.name in _FIRM and not other.keys & claim.line.keys:
            told = "says so on a condition, “{}”"
            yield _check("condition", 0.5 * held, told, best.line, other.marker.first, other.last)
            return


def _moods(claim: Claim, best: Near) -> Iterator[Check]:
    if claim.line.find(MOODS) or not _HEDGING.isdisjoint(claim.line.words - best.line.words):
        return
    for part in best.line.parts:
        for other in moods(best.line, part):
            if not (other.name in _OPEN or _may_do(other)):
                continue
            if other.anchor not in claim.line.keys and not _is_adverb(claim, best, part, other):
                continue
            first, last = other.marker.first, other.marker.last
            told = "says “{}”"
            if _is_plainly_more(claim, best, part, other):
                decided = told + ", the claim says it plainly"
                yield _check("modality", best.fit, decided, best.line, first, last, decides=True)
            else:
                yield _check("modality", 0.5 * best.fit, told, best.line, first, last)
            return


def _is_adverb(claim: Claim, best: Near, part: Part, mood: Mood) -> bool:
    """Say whether a mood such as "possibly" holds for nothing but what the claim says too."""
    own = best.line.keys_of(part) - _keys_of(best.line, mood)
    return not mood.anchor and own <= claim.line.keys


def _may_do(mood: Mood) -> bool:
    """Say whether "can" tells an effect that is not always there: "can cause", not "can seat"."""
    return mood.name == "can" and mood.anchor in _EFFECTS


def _is_plainly_more(claim: Claim, best: Near, part: Part, mood: Mood) -> bool:
    """Say whether a claim repeats a sentence but for its reserve, or tells what is planned as done.

    A summary of a long sentence may leave its reserve to what stands around it.
    """
    if best.fit < _COPIED or mood.name == "can" or _is_told(claim, best, mood):
        return False
    if mood.name == "expected" and mood.anchor and _is_done(claim, mood):
        return True
    own = best.line.keys_of(part) - _keys_of(best.line, mood)
    return len(own & claim.line.keys) >= _ALIKE * len(own)


def _is_told(claim: Claim, best: Near, mood: Mood) -> bool:
    """Say whether another sentence says plainly what one says with a reserve."""
    others = (n.line for n in claim.near(claim.line.keys) if n.line is not best.line)
    return any(
        (not mood.anchor or mood.anchor in line.keys)
        and len(line.keys & claim.line.keys) >= _LEAST_KEYS
        for line in others
        if not line.find(MOODS)
    )


def _is_done(claim: Claim, mood: Mood) -> bool:
    """Say whether a claim tells in the past what a mood is about: "opened", "has created"."""
    tokens = claim.line.tokens
    at = next(i for i, token in enumerate(tokens) if token.content and token.key == mood.anchor)
    before = {token.text for token in tokens[max(0, at - 2) : at]}
    return tokens[at].text.endswith("ed") or not before.isdisjoint(_HAVE)


def _keys_of(line: Line, mood: Mood) -> frozenset[str]:
    return frozenset(token.key for token in line.tokens[mood.marker.first : mood.marker.last])


def _check(
    kind: CheckKind,
    fit: float,
    told: str,
    line: Line,
    first: int,
    last: int,
    *,
    decides: bool = False,
) -> Check:
    words = told.format(line.said(first, last))
    outcome: CheckOutcome = "contradicted" if decides else "against"
    return Check(kind, outcome, fit, words, line, line.span_of(first, last), line.passage)
