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
_WHO = r"(?P<who>i|we|my [a-z]{2,20}|our [a-z]{2,20})"
_NOW = r"(?: (?:only|just|now|already|about|exactly|over))?"
_IS = rf"(?:['’](?:m|s|re)| am| is| are){_NOW}"
_AGED = re.compile(rf"{_WHO}{_IS} (?P<age>\d{{1,2}})(?: years? old| years of age)?", re.IGNORECASE)
_TALL = re.compile(
    rf"{_WHO}(?:{_IS} (?P<tall>\d[\d.]* ?(?:cm|m|ft|feet)) (?:tall|high)"
    rf"| weighs?{_NOW} (?P<heavy>\d[\d.]* ?(?:kg|kilos?|lbs?|pounds)))",
    re.IGNORECASE,
)
_MANY = re.compile(
    rf"we{_IS} (?:a group of )?(?P<many>\d{{1,3}})(?: people| persons)?", re.IGNORECASE
)
_MEASURING = re.compile(
    r"(?:my|our) (?P<thing>[a-z][a-z ]{1,30}?)"
    rf" (?:weighs|is|measures|costs?|comes to|totals|was){_NOW}"
    r" (?P<amount>[$€£]?\d[\d.,]*(?: ?[a-z%]{1,12})?)"
    r"(?: (?:long|wide|tall|high|heavy|old|in total))?",
    re.IGNORECASE,
)
_AGO = re.compile(
    r"(?:i|we) (?:[a-z]+ed|bought|got|had) .{1,60}?"
    r"(?P<long>\d{1,3} (?:days?|weeks?|months?|years?)) ago",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"\bif (?=(?:i|we|my|our)\b)", re.IGNORECASE)
"""A case that stands behind its question."""
_FIRST = frozenset({"i", "me", "we", "us"})
_THIRD = frozenset({"he", "him", "she", "her", "it", "they", "them"})
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
    if cased := _of_case(form, no):
        return cased
    if form.case:
        return ""
    if aged := _AT_AGE.fullmatch(said):
        return f"A {aged['age']}-year-old may{no} {aged['does'] or 'apply'}."
    got = _GETS.match(said)
    plain = f"{form.before} {form.auxiliary}{no} {form.after}"
    cased = f"There is{no} {said[got.end() :]}" if got else plain
    return _OVER.sub(r"\1", cased) + "."


def _of_case(form: Form, no: str) -> str:
    """Put a question with a case beside it as a claim on that; "" where there is none.

    "I am 22. Can I rent a car?" becomes "A 22-year-old can rent a car".
    """
    behind = _BEHIND.search(form.after)
    if behind is None:
        return ""
    case, rest = form.after[behind.end() :], form.after[: behind.start()].rstrip()
    if ago := _AGO.fullmatch(case):
        return f"{form.before} {form.auxiliary}{no} {rest} after {ago['long']}."
    named, meant = _named(case)
    if not named:
        return ""
    does = {"do": "does"}.get(form.auxiliary, form.auxiliary)
    claim = f" {form.before} {does}{no} {rest} "
    places = [(claim.lower().find(f" {words} "), words) for words in meant]
    at, words = min((place for place in places if place[0] >= 0), default=(len(claim), ""))
    said = f"{claim[:at]} {named}{claim[at + 1 + len(words) :] if words else ''}"
    said = " ".join((said if words else f"{claim} for {named}").split())
    return f"{said[:1].upper()}{said[1:]}."


def _named(case: str) -> tuple[str, frozenset[str]]:
    """Return what a case is of, "a 22-year-old", and the words for it in a question."""
    if many := _MANY.fullmatch(case):
        return f"a group of {many['many']}", frozenset({"we", "us"})
    if aged := _AGED.fullmatch(case):
        return f"a {aged['age']}-year-old", _words_for(aged["who"].lower())
    if tall := _TALL.fullmatch(case):
        return f"a person of {tall['tall'] or tall['heavy']}", _words_for(tall["who"].lower())
    if sized := _MEASURING.fullmatch(case):
        thing = sized["thing"].lower()
        article = "an" if thing[0] in "aeiou" else "a"
        owned = {f"{owner} {thing}" for owner in ("my", "our", "the")}
        return f"{article} {thing} of {sized['amount']}", _THIRD | owned
    return "", frozenset()


def _words_for(who: str) -> frozenset[str]:
    return _FIRST if who in _FIRST else _THIRD | {who}
