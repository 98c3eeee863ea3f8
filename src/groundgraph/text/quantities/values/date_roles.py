"""What a date or time is in the evidence, and another in a claim.

"Moved from Tuesday to Thursday": it is not on Tuesday. "Open from 9:00 to 17:00": it does not close
at 9:00. "Has led it since 2015": she did not lead it until 2015.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.model import read
from groundgraph.text.quantities.written.moments import states
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Event

_MOVED = re.compile(
    r"\b(?:moved|postponed|rescheduled|changed|shifted|switched|pushed|delayed|brought forward)\b"
    r"[^.;\n]{0,60}\bfrom (?:the )?\Z",
    re.IGNORECASE,
)
_THEN_TO = re.compile(r"[^.;\n]{0,30}?\b(?:to|until)\b", re.IGNORECASE)
_OF_BEFORE = frozenset(
    """from original originally initially first before old previously was were had planned scheduled
    not until no longer instead moved""".split()
)
_BEGINS_RANGE = re.compile(r"[ ]?(?:to|until|till|-|–|—)[ ]?(?:noon|midnight|\d)", re.IGNORECASE)
_ENDS_RANGE = re.compile(
    r"\d[\w.:]{0,6}[ ]?(?:[ap]\.?m\.?)?[ ]?(?:to|until|till|-|–|—)[ ]?\Z", re.IGNORECASE
)
_OPENS = frozenset("open opens opening start starts begin begins".split())
_CLOSES = frozenset("close closes closing shut shuts end ends finish finishes over".split())
_SHUT = re.compile(r"\b(?:closed|shut|break|except|lunch)\b", re.IGNORECASE)
_SINCE, _UNTIL = frozenset({"since", "from"}), frozenset({"until", "till"})
_PREPOSITIONS = frozenset(map(stem, _SINCE | _UNTIL))
_MARK = re.compile(r"[,;:.]\s")
_BEFORE = 80
"""Characters before a date among which words tell what it is."""
_SURE = 0.9


def in_its_role(claim: ReadClaim, number: int, check: Check) -> Check:
    """Turn that a date is right which is of something else in the evidence.

    Args:
        claim: The claim.
        number: Which of its dates.
        check: What was found of it.
    """
    if check.outcome not in {"supported", "open"}:
        return check
    mention = claim.sentence.mentions[number]
    same = [e for e in claim.index.events if e.cell is None and states(e.moment, mention.moment)]
    if not same:
        return check
    before = [t.text for t in claim.sentence.tokens[: mention.first]][-1:]
    wrong = (
        _is_old(claim, same)
        or _is_other_end(claim, same)
        or _is_turned(claim, same, before[0] if before else "")
    )
    if not wrong:
        return check
    return replace(check, outcome="contradicted", held=(same[0],), fit=_SURE)


def _before(claim: ReadClaim, event: Event) -> str:
    text = claim.index.passages[event.passage].text
    return text[max(0, event.span.start - _BEFORE) : event.span.start]


def _behind(claim: ReadClaim, event: Event) -> str:
    text = claim.index.passages[event.passage].text
    return text[event.span.end : event.span.end + _BEFORE]


def _is_old(claim: ReadClaim, same: Sequence[Event]) -> bool:
    """Say whether a claim takes for the date of something the one that it was moved from."""
    if not _OF_BEFORE.isdisjoint(claim.lower | claim.asked) or len(claim.sentence.mentions) > 1:
        return False
    return all(
        _MOVED.search(_before(claim, each)) and _THEN_TO.match(_behind(claim, each))
        for each in same
    )


def _is_other_end(claim: ReadClaim, same: Sequence[Event]) -> bool:
    """Say whether a claim takes the beginning of a range for its end, or the end for the first."""
    said = claim.lower if len(claim.lower & (_OPENS | _CLOSES)) else claim.asked
    opens, closes = not _OPENS.isdisjoint(said), not _CLOSES.isdisjoint(said)
    if opens == closes or len(claim.sentence.mentions) > 1:
        return False
    if not all(each.moment.minutes for each in same):
        return False
    if any(_SHUT.search(_before(claim, each) + _behind(claim, each)) for each in same):
        return False
    first = [_BEGINS_RANGE.match(_behind(claim, each)) is not None for each in same]
    last = [_ENDS_RANGE.search(_before(claim, each)) is not None for each in same]
    if any(one == other for one, other in zip(first, last, strict=True)):
        return False
    return all(first) if closes else all(last)


def _is_turned(claim: ReadClaim, same: Sequence[Event], before: str) -> bool:
    """Say whether a claim has "until" where the evidence has "since" of the same thing."""
    told, other = (_UNTIL, _SINCE) if before in _UNTIL else (_SINCE - {"from"}, _UNTIL)
    if before not in told:
        return False
    said = {w for w in claim.sentence.words if not w.isdigit()} - _PREPOSITIONS
    return bool(said) and all(
        _last_word(_before(claim, each)) in other and said <= _clause_stems(claim, each)
        for each in same
    )


def _clause_stems(claim: ReadClaim, event: Event) -> set[str]:
    """Return the stems of the words between the marks on both sides of a date."""
    text = claim.index.passages[event.passage].text
    ahead = _MARK.split(text[event.around.start : event.span.start])[-1]
    behind = _MARK.split(text[event.span.end : event.around.end])[0]
    return {*read(ahead).words, *read(behind).words}


def _last_word(text: str) -> str:
    return (text.lower().split() or [""])[-1]
