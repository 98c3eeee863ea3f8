"""Whether opening hours say yes or no: "Can I come by on Sunday?", "Are you there at 7 pm?".

The question is put as a claim on when something is open, which
`groundgraph.text.quantities.cases.schedules` holds against the hours that the evidence tells.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.hours import days_in
from groundgraph.text.quantities.cases.schedules import check_hours, days_told
from groundgraph.text.quantities.evidence.index import index_of
from groundgraph.text.quantities.evidence.slots import ReadClaim
from groundgraph.text.quantities.written.model import read
from groundgraph.text.short_answers.slots import Found
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.asked.declaratives import Statement
    from groundgraph.text.asked.questions import Form
    from groundgraph.text.quantities.evidence.index import EvidenceIndex
    from groundgraph.types import Passage

_THERE = re.compile(
    r"(?:(?:be|get) )?(?P<is>open|closed|shut|there|here|in|around|available|staffed|reachable"
    r"|reached|contacted"
    r"|call|phone|ring|visit|reach|contact|come(?: by| in| over| round)?|drop (?:by|in)|stop by"
    r"|shop|work)(?: (?P<what>(?!on\b|at\b|after\b|before\b|in\b)[\w' -]{1,40}?))??"
    r" (?P<when>(?:on|at|after|before|in the|every|this|next)\b.{2,60})\Z",
    re.IGNORECASE,
)
"""How a question asks for being there at some time."""
_PERSON = re.compile(
    r"(?:i|we|you|they|one|people|someone|somebody|anyone|it|customers)\Z", re.IGNORECASE
)
_DENIED = re.compile(r"\b(?:not|never|only|until|till|always|still)\b|n['’]t\b", re.IGNORECASE)
_TIMES_TOLD = re.compile(r"day|\d|noon|midnight|weekend", re.IGNORECASE)
_MOST_DAYS = 5
"""Days that hours are told of, from which those that are left out are likely closed."""
_LONGEST = 120
"""Characters of a line that is quoted whole."""
_LIKELY = 0.8
"""How surely a day is closed of which nothing is told."""


def open_then(made: Statement, passages: Sequence[Passage], *, whole: bool) -> Found | None:
    """Return what opening hours say to the question of a claim, ``None`` where they leave it open.

    Args:
        made: The claim that a yes or no makes of its question.
        whole: Whether the yes or no is all that the answer says.
        passages: The evidence.

    >>> from groundgraph.text.asked.declaratives import statement
    >>> from groundgraph.types import Passage
    >>> made = statement("Can I come by on Sunday?", "Yes.")
    >>> told = "Opening hours: Monday to Saturday 9:00-18:00. Closed on Sundays."
    >>> open_then(made, [Passage(told)], whole=True).instead
    'no'
    """
    said = _claim(made.form) if made.form and made.affirmed is not None else None
    if said is None:
        return None
    text, shut = said
    index = index_of(tuple(passage.text for passage in passages))
    claim = ReadClaim(read(text, index.labels), read("", index.labels), index)
    checks = check_hours(claim)
    outcomes = {check.outcome for check in checks}
    if outcomes == {"supported"} or outcomes == {"contradicted"}:
        held = checks[0].held[0]
        place, around, surely = held.passage, held.around, 1.0
        yes = outcomes == {"supported"}
    elif not checks and (left_out := _left_out(claim)):
        (place, around), yes, surely = left_out, False, _LIKELY
    else:
        return None
    yes = yes is not shut
    lead = surely if yes is made.affirmed else -surely
    passage = passages[place]
    told = " ".join(_line(index, place, around).of(passage.text).split())
    answer = "yes" if yes else "no"
    return Found("polar", lead, passage.id, around, told, answer, whole, whole and surely == 1.0)


def _claim(form: Form) -> tuple[str, bool] | None:
    """Put a question as a claim on when something is open, and say whether it asks for closed."""
    asked = _THERE.match(form.after)
    if asked is None or not _TIMES_TOLD.search(asked["when"]) or form.wanted != "yes or no":
        return None
    if _DENIED.search(f"{form.auxiliary} {form.after}"):
        return None
    what = form.before
    if _PERSON.match(what):
        what = asked["what"] or "It"
        what = "It" if _PERSON.match(what) else what
    elif asked["what"]:
        return None
    shut = asked["is"].lower() in {"closed", "shut"}
    return f"{what[:1].upper()}{what[1:]} is open {asked['when']}.", shut


def _left_out(claim: ReadClaim) -> tuple[int, Span] | None:
    """Return where hours are told of most days of a week, and of none that a claim names."""
    days, _ = days_in(claim.text)
    told = days_told(claim)
    if told is None or not days or len(told[0]) < _MOST_DAYS or days & told[0]:
        return None
    if any(days & days_in(passage.text)[0] for passage in claim.index.passages):
        return None  # "closed on Sundays and public holidays"
    return told[1:]


def _line(index: EvidenceIndex, place: int, span: Span) -> Span:
    """Return the whole line of a span in a cell: "Sunday: closed"."""
    text = index.passages[place].text
    first = text.rfind("\n", 0, span.start) + 1
    last = text.find("\n", span.end)
    whole = Span(first, last if last >= 0 else len(text))
    return whole if whole.end - whole.start <= _LONGEST else span
