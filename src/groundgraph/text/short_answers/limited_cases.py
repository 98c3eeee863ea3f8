"""Whether a limit of the evidence says yes or no to the case of a question.

"Can I carry over 8 days?" asks for a case of "up to 5 days may be carried over". The question is
put as a claim on that case, which `groundgraph.text.quantities` holds against the evidence.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.judge import judge_quantities
from groundgraph.text.short_answers.replies import asserted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.asked.declaratives import Statement
    from groundgraph.text.asked.questions import Form
    from groundgraph.text.passage_units import Unit
    from groundgraph.text.quantities import QuantityJudgement

_PERSON = r"(?:i|we|you|he|she|they|one|someone|people)"
_GETS = re.compile(
    rf"{_PERSON} (?:(?:do|does|did|can|will|would) )?(?:get|have|receive|qualify for"
    r"|(?:am|is|are|be) (?:eligible|entitled) (?:for|to)) ",
    re.IGNORECASE,
)
_AT_AGE = re.compile(
    rf"{_PERSON} (?:(?:am|is|are) (?:eligible|allowed|entitled|old enough)(?: to)?|can|may|could)"
    r"(?: (?P<does>[a-z][a-z ]{1,40}?))? (?:at|aged?)(?: age| the age of)? (?P<age>\d{1,2})\Z",
    re.IGNORECASE,
)
_OVER = re.compile(r"\b(carr(?:y|ied)|roll(?:ed)?|hand(?:ed)?) over\b", re.IGNORECASE)
_OF_DAYS = re.compile(
    r"(?<=\d )(?:unused|remaining|consecutive|full|paid|annual|sick|vacation|holiday|leave)"
    r" (?=(?:leave )?(?:hours?|days?|weeks?|months?)\b)",
    re.IGNORECASE,
)
_YOU = re.compile(r"\byou\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d")
_DENIED = re.compile(r"\b(?:not|never|cannot)\b|n['’]t\b", re.IGNORECASE)


class Ruled(NamedTuple):
    """What a limit says to a question.

    Attributes:
        yes: Whether the case falls within it.
        place: The number of the unit that sets it.
        judged: What the answer's claim on the case is worth.
    """

    yes: bool
    place: int
    judged: QuantityJudgement


def ruled(made: Statement, units: Sequence[Unit]) -> Ruled | None:
    """Return what the one limit for the case of a question says, ``None`` where none is for it.

    Args:
        made: The claim that a yes or no makes of its question.
        units: The evidence.

    >>> from groundgraph.text.asked.declaratives import statement
    >>> from groundgraph.text.passage_units import Unit
    >>> made = statement("Can I carry over 8 days?", "Yes.")
    >>> ruled(made, [Unit("1", None, "Up to 5 days may be carried over.", None)]).yes
    False
    """
    claim = _claim(made.form, denied=made.affirmed is False) if made.form else ""
    if not claim:
        return None
    told = [_YOU.sub("people", _OF_DAYS.sub("", unit.text)) for unit in asserted(units)]
    [judged] = judge_quantities("", told, [claim])
    limits = [check for check in judged.checks if check.kind == "limit"]
    others = [check for check in judged.checks if check.outcome == "contradicted"]
    if len(limits) != 1 or any(check is not limits[0] for check in others):
        return None
    [limit] = limits
    right = limit.outcome == "supported"
    return Ruled(right is made.affirmed, limit.held[0].passage, judged) if limit.held else None


def _claim(form: Form, *, denied: bool) -> str:
    """Put a question for yes or no as a claim on the one case it asks for, "" where it has none."""
    said = f"{form.before} {form.auxiliary} {form.after}"
    if not _NUMBER.search(said) or _DENIED.search(said):
        return ""
    no = " not" if denied else ""
    if aged := _AT_AGE.fullmatch(said):
        return f"A {aged['age']}-year-old may{no} {aged['does'] or 'apply'}."
    got = _GETS.match(said)
    plain = f"{form.before} {form.auxiliary}{no} {form.after}"
    cased = f"There is{no} {said[got.end() :]}" if got else plain
    return _OVER.sub(r"\1", cased) + "."
