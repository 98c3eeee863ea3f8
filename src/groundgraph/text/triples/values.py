"""A triple whose object is a date, a number or a truth value as an English clause.

"founded" of a firm and "1921" is "was founded in 1921", "employees" and "850" is "has 850
employees", "open" and "false" is "is not open". Of what fits none, nothing is said here.
"""

from __future__ import annotations

import re

from groundgraph.text.english.tagging import lexicon

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_DAY = re.compile(
    rf"[12]\d{{3}}-\d\d-\d\d|\d{{1,2}}\.? {_MONTH},? [12]\d{{3}}|{_MONTH} \d{{1,2}},? [12]\d{{3}}"
)
_PERIOD = re.compile(rf"[12]\d{{3}}(?:-\d\d)?|{_MONTH},? [12]\d{{3}}")
_WHOLE = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,12}")
_OF_TIME = frozenset("in on at since year date time day the was is".split())
"""Words beside the participle that names what happened at a time."""
_ALONE = frozenset(
    """died opened closed merged retired started ended began debuted joined left graduated premiered
    collapsed resigned disappeared""".split()
)
"""What somebody or something does by itself, and is not done to it."""
_ONCE = _ALONE | frozenset(
    """born built founded established formed incorporated created dissolved released published
    launched constructed completed inaugurated introduced abolished discontinued
    discovered""".split()
)
"""What names an event without "in" or "year" too; "directed" may lead to a film called 1984."""
_DONE = frozenset("born built made written sold bought held won taken begun".split())
_HELD = frozenset("has have num number of no count total".split())
_MANY = frozenset("people staff children".split())
_SUMS = frozenset(
    """headquarters sales revenues earnings costs profits assets expenses savings news series
    species status works wages proceeds savings goods""".split()
)
_ADJECTIVES = frozenset({"JJ", "AV"})
_ENDINGS = ("ed", "ive", "able", "ible", "ous", "proof")
_SHORTEST = 4
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}
_AUXILIARY = frozenset("is was are were can".split())


def valued_clause(subject: str, told: str, object_: str) -> str | None:
    """Return a triple as a clause, ``None`` where its object is no value that decides the form.

    >>> valued_clause("Tev", "founded in year", "1999"), valued_clause("Tev", "is open", "false")
    ('Tev was founded in 1999', 'Tev is not open')
    >>> valued_clause("Tev", "employees", "850"), valued_clause("Jon", "founded", "Tev")
    ('Tev has 850 employees', None)
    """
    words = told.lower().split()
    if not words:
        return None
    if object_.lower() in _TRUTH:
        said = _true_or_not(words, holds=_TRUTH[object_.lower()])
    elif _DAY.fullmatch(object_) or _PERIOD.fullmatch(object_):
        said = _happened(words, object_) or _counted(words, object_)
    else:
        said = _counted(words, object_) if _WHOLE.fullmatch(object_) else ""
    return f"{subject} {said}" if said else None


def _true_or_not(words: list[str], *, holds: bool) -> str:
    first, *rest = words
    if first in _AUXILIARY and rest:
        return " ".join([first, *["not"] * (not holds), *rest])
    if first in {"has", "have"} and rest:
        return f"has {'a' if holds else 'no'} {' '.join(rest)}"
    if _is_state(words[-1]):
        return f"is {'' if holds else 'not '}{' '.join(words)}"
    return ""


def _is_state(word: str) -> bool:
    """Say whether a word tells how something is: "active", "retired", "public"."""
    formed = len(word) > _SHORTEST and word.endswith(_ENDINGS)
    return formed or lexicon().get(word) in _ADJECTIVES


def _happened(words: list[str], when: str) -> str:
    """Return "was founded in 1921" of "founded", "year founded" and "founded in"."""
    said = [word for word in words if word not in _OF_TIME]
    if len(said) != 1:
        return ""
    [word] = said
    done = word.endswith("ed") or word in _DONE
    if word not in _ONCE and not (done and (len(words) > 1 or _DAY.fullmatch(when))):
        return ""
    before = "" if word in _ALONE else "was "
    at = "since" if "since" in words else "on" if _DAY.fullmatch(when) else "in"
    return f"{before}{word} {at} {when}"


def _counted(words: list[str], number: str) -> str:
    """Return "has 850 employees" of "employees", "has employees" and "num employees"."""
    said = [word for word in words if word not in _HELD]
    if len(said) != 1 or said[0] in _SUMS or "of" in words:
        return ""
    [word] = said
    plural = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    tags = lexicon().get(word, "NNS"), lexicon().get(word.removesuffix("s"), "NN")
    sure = len(words) > 1 or tags == ("NNS", "NN")
    return f"has {number} {word}" if (plural and sure) or word in _MANY else ""
