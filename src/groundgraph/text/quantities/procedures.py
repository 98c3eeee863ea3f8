"""The order of the steps of instructions: "hold the button, then unplug it".

Beside "Unplug the router and wait ten seconds. Plug it in again and hold the button."
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.tagging import lexicon
from groundgraph.text.quantities.findings import Check
from groundgraph.text.quantities.limits import is_denial
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment
from groundgraph.text.quantities.stems import is_content, stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.model import Sentence
    from groundgraph.text.quantities.slots import ReadClaim

_PARTS = frozenset({",", ";", ".", ":", "and", "then", "next", "finally", "afterwards"})
"""What stands between two steps."""
_OPENING = frozenset("first now again please you to must should need can have step".split())
"""Words before the verb of a step."""
_VERBS = frozenset({"VB", "NV", "AV"})
"""Tags of words that may be what a step says to do."""
_TURNED = frozenset("before after once when unless if or instead not".split())
"""Words by which the steps of a claim may stand in another order than they are done."""
_LEAST = 3
"""Steps of instructions."""
_SHARE = 0.6
"""Of a step's words, that the evidence's step has at least."""
_SURE = 0.92
_IN_TURN = frozenset({"then", "next", "finally", "afterwards"})
"""Words by which a claim says that its steps are in order."""
_MANY = 4
"""Steps that are told in order without such a word."""


class Step(NamedTuple):
    """One step of instructions.

    Attributes:
        verb: The stem of what is to be done.
        words: The stems of its words.
        span: Where it stands.
    """

    verb: str
    words: frozenset[str]
    span: Span


def steps_of(sentences: Sequence[Sentence]) -> list[Step]:
    """Return the steps that a passage tells one to take, in order; none of other texts."""
    found = [step for sentence in sentences for step in _steps(sentence)]
    return found if len(found) >= _LEAST else []


def _steps(sentence: Sentence) -> Iterator[Step]:
    tokens = sentence.tokens
    begins = [0, *(at + 1 for at, token in enumerate(tokens) if token.text in _PARTS)]
    for first, last in pairwise([*begins, len(tokens) + 1]):
        part = [token for token in tokens[first : last - 1] if token.kind == "word"]
        while part and part[0].text in _OPENING:
            part = part[1:]
        if part and lexicon().get(part[0].text) in _VERBS and is_content(part[0].text):
            words = frozenset(stem(token.text) for token in part if is_content(token.text))
            yield Step(stem(part[0].text), words, Span(part[0].start, part[-1].end))


def check_procedures(claim: ReadClaim) -> list[Check]:
    """Tell where a claim's steps are in another order than those of instructions."""
    tokens = claim.sentence.tokens
    said = list(_steps(claim.sentence))
    in_turn = not claim.lower.isdisjoint(_IN_TURN) or len(said) >= _MANY
    turned = any(token.text in _TURNED or is_denial(token) for token in tokens)
    if len(said) < 2 or not in_turn or turned:
        return []
    for passage in claim.index.passages:
        places = [_place_of(step, passage.steps) for step in said]
        found = [place for place in places if place is not None]
        in_order = all(one <= other for one, other in pairwise(found))
        if len(found) < len(said) or in_order:
            continue
        held = [passage.steps[place].span for place in sorted({*found})]
        events = tuple(Event(Moment(), {}, passage.number, span, span, 0) for span in held)
        return [Check("contradicted", "order", claim.text.rstrip(" .!"), events, _SURE)]
    return []


def _place_of(step: Step, steps: Sequence[Step]) -> int | None:
    """Return the number of the one step that a claim's step is."""
    shares = {
        number: len(step.words & own.words) / len(step.words)
        for number, own in enumerate(steps)
        if own.verb == step.verb
    }
    best = max(shares.values(), default=0.0)
    found = [number for number, share in shares.items() if share == best]
    return found[0] if best >= _SHARE and len(found) == 1 else None
