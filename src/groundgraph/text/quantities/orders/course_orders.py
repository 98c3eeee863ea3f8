"""Orders that claims tell, held against the course of what the evidence tells.

Where neither dates nor a sentence that tells of both things decide an order, it leans to the
course of a passage. So do orders that a claim tells without a connector: "X came first".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.orders.course_proofs import proof
from groundgraph.text.quantities.orders.dated_pairs import LIGHT
from groundgraph.text.quantities.times.clause_cuts import may_link
from groundgraph.text.quantities.times.course_leans import course_lean, end_lean
from groundgraph.text.quantities.times.courses import Course
from groundgraph.text.quantities.times.links import ends
from groundgraph.text.quantities.written.comparatives import is_denied
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.numeral_words import WORDS as NUMBERS
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.times.course_leans import Side
    from groundgraph.text.quantities.times.relations import Relation
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.segments import Words

_UNTIL = frozenset({"until", "till"})
_CAME, _IN_ORDER = (
    frozenset({"came", "come", "comes", "coming"}),
    frozenset("before after first last later earlier ahead prior next behind . , ;".split()),
)
"""What says only that something was, where one of the others follows."""
_BEHIND_AN_END = frozenset({".", ",", ";", "to", "of", "thing", "step", "was", "came", "is"})
"""What follows "first" where that is said of all there is."""
_ENDING = frozenset({"first", "last"})
_ASKED = dict.fromkeys(("first", "earlier", "earliest"), -1)
_ASKED |= dict.fromkeys(("last", "later", "latest", "second"), 1)
_ENDS = frozenset({"first", "last", "final", stem("came")}) | LIGHT
_PROVEN, _DATED = 0.95, 0.9
"""Fit of an order that a passage surely tells; and of one that dates decide so surely."""
_ONE_SIDED, _TELLING = 0.5, 0.25
"""A lean up to which one side of an order alone is told; and one that is worth telling."""


def orders_of_no_connector(claim: ReadClaim) -> list[Check]:
    """Return what a claim says of an order without a connector, held against the evidence."""
    if is_denied(claim.sentence, len(claim.sentence.tokens)):
        return []
    return _of_its_own_course(claim) or _of_two_asked(claim) or _of_an_end(claim)


def _of_two_asked(claim: ReadClaim) -> list[Check]:
    """Read the answer to "Which came first, A or B?": the one it names, beside the other."""
    asked = [token.text for token in claim.question.tokens]
    wanted = [_ASKED[word] for word in asked if word in _ASKED]
    if "or" not in asked or len(wanted) != 1:
        return []
    said = [_ASKED[token.text] for token in claim.sentence.tokens if token.text in _ASKED]
    own, skip = claim.sentence.words, _ENDS | claim.date_words
    one = _side(claim, (word for word in own if word not in skip))
    other = _side(claim, (w for w in claim.question.words if w not in own and w not in skip))
    first = (said or wanted)[0] < 0
    lean = _course_lean(claim, *((one, other) if first else (other, one)), {})
    return [Check("open", "order", claim.sentence.span, lean=lean)] if lean else []


def _of_an_end(claim: ReadClaim) -> list[Check]:
    """Let a claim that something came first, or last, lean to what the evidence tells."""
    tokens = claim.sentence.tokens
    said = [at for at, token in enumerate(tokens) if token.text in _ENDING]
    if len({tokens[at].text for at in said}) != 1:
        return []
    at = said[0]
    words, last = claim.sentence.words.keys(), tokens[at].text == "last"
    side = _side(claim, (word for word in words if word not in _ENDS))
    told = [0.0]
    if _is_of_all(claim.sentence, at):
        told = [end_lean(passage.course, side, last=last) for passage in claim.index.passages]
    told = told if any(told) else [ends(p.links, words, last=last) for p in claim.index.passages]
    best = max(told, key=abs, default=0.0)
    return [Check("open", "order", tokens[at].span, lean=best)] if best else []


def _is_of_all(sentence: Sentence, at: int) -> bool:
    """Say whether something was first of all: "came first", but not "the first vote"."""
    tokens = sentence.tokens
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return after is None or after.text in _BEHIND_AN_END


def by_course(claim: ReadClaim, check: Check, relation: Relation) -> Check:
    """Let an open order lean to the course of what the evidence tells, where nothing says more."""
    if check.fit >= _DATED or is_denied(claim.sentence, len(claim.sentence.tokens)):
        return check
    if relation.connector in _UNTIL or _opens_with_date(claim, relation):
        return check
    check = _proven(claim, check, relation)
    if check.outcome != "open":
        return check
    first = _telling(claim, relation.first, relation.first_range)
    second = _telling(claim, relation.second, relation.second_range)
    one = _side(claim, (word for word in first if word not in second))
    other = _side(claim, (word for word in second if word not in first))
    both = _side(claim, (*(word for word in first if word in second), *claim.question.words))
    names = {word for word, name in first.items() if name or word in claim.index.names}
    if names and all(second.values()):  # "Ola was the drummer before Finn"
        both |= {word: kinds for word, kinds in one.items() if word not in names}
        one = {word: kinds for word, kinds in one.items() if word in names}
    for words, others in ((one, other), (other, one)):
        if not any(others.values()):  # "the garlic goes in before the lentils"
            both |= {word: kinds for word, kinds in words.items() if kinds}
    early, late = (one, other) if relation.sign < 0 else (other, one)
    found = _course_lean(claim, early, late, both)
    if not found or _ONE_SIDED < abs(check.lean) > abs(found):
        return check
    return replace(check, lean=found)


def _proven(claim: ReadClaim, check: Check, relation: Relation) -> Check:
    """Decide an order where the evidence tells both things whole, and surely which came first."""
    sides = [
        _side(claim, _telling(claim, words, part))
        for words, part in (
            (relation.first, relation.first_range),
            (relation.second, relation.second_range),
        )
    ]
    early, late = sides if relation.sign < 0 else sides[::-1]
    found = proof([passage.course for passage in claim.index.passages], early, late)
    if found is None or not found.sure:
        return check
    if check.outcome not in {"open", decided(right=found.right)}:
        return replace(check, outcome="open")
    if found.right and (relation.amount is not None or claim.strange_names):
        return check
    held = tuple(_shown(claim, found.passage, one) for one in (found.early, found.late))
    return Check(decided(right=found.right), "order", relation.span, held, _PROVEN)


def _shown(claim: ReadClaim, passage: int, happening: int) -> Event:
    """Return the sentence of a happening, to be shown."""
    told = claim.index.passages[passage]
    line = told.course.line(happening)
    span = told.sentences[line].span
    return Event(Moment(), {}, passage, span, span, line)


def _telling(claim: ReadClaim, words: Words, part: tuple[int, int]) -> Words:
    """Leave out words that only say that something was, such as "came", and add numbers."""
    every = claim.sentence.tokens
    inside = every[slice(*part)]
    numbers = {
        token.text: False for token in inside if token.kind == "number" or token.text in NUMBERS
    }
    light = LIGHT | {
        stem(one.text)
        for one, other in zip(inside, every[part[0] + 1 :], strict=False)
        if one.text in _CAME and other.text in _IN_ORDER
    }
    told = {word: name for word, name in words.items() if word not in light} or words
    return {**told, **numbers}


def _opens_with_date(claim: ReadClaim, relation: Relation) -> bool:
    """Say whether a thing is set against a date: "after 1860 the canal silted up"."""
    start = relation.second_range[0]
    return any(start <= mention.first <= start + 1 for mention in claim.sentence.mentions)


def _side(claim: ReadClaim, words: Iterable[str]) -> Side:
    return {word: claim.deeds.get(word, frozenset()) for word in words}


def _course_lean(claim: ReadClaim, early: Side, late: Side, both: Side) -> float:
    told = [course_lean(passage.course, early, late, both) for passage in claim.index.passages]
    return max(told, key=abs, default=0.0)


def _of_its_own_course(claim: ReadClaim) -> list[Check]:
    """Read an order that a claim tells in its own course: "having lost a tooth, she went home".

    Where it goes with the evidence it says no more of the amounts and dates that the claim tells.
    """
    if not may_link(claim.text.lower()):
        return []
    told = Course([claim.sentence], ())
    measured = bool(claim.sentence.amounts or claim.sentence.mentions)
    for one, other in told.linked:
        early, late = told.happenings[one].words, told.happenings[other].words
        lean = _course_lean(
            claim,
            _side(claim, (word for word in early if word not in late)),
            _side(claim, (word for word in late if word not in early)),
            _side(claim, (word for word in late if word in early)),
        )
        if abs(lean) >= _TELLING and (lean < 0 or not measured):
            return [Check("open", "order", claim.sentence.span, lean=lean)]
    return []
