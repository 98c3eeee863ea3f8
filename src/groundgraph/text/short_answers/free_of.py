"""Whether the evidence says that something is free of something else, or contains it.

"Is it gluten-free?" is answered by "Contains gluten" and by "Free from milk and gluten"; "may
contain traces of nuts" answers nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.short_answers.base_forms import base

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.asked.questions import Form
    from groundgraph.text.passage_units import Unit

_FREE = re.compile(
    r"(?:(?P<one>[a-z]{3,20})[- ]free|free (?:of|from) (?P<two>[a-z]{3,20}))\Z", re.IGNORECASE
)
_HAS = re.compile(r"(?:contain|have|include) (?:any |some )?(?P<one>[a-z]{3,20})\Z", re.IGNORECASE)
_THINGS = frozenset(
    "it this that they these product products item food dish bar drink meal one".split()
)
_NONE = re.compile(
    r"\b(?:free (?:from|of)|(?:do|does|did) not (?:contain|have|include)|contains? no|without|no"
    r"|n['’]t (?:contain|have|include))\b(?P<what>[^.;:]{0,120})",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"\b(?:(?:contains?|containing|made (?:with|from))\b|ingredients:)(?P<what>[^.;]{0,300})",
    re.IGNORECASE,
)
_COMPOUND = re.compile(r"\b([^\W\d_]{3,20})[- ]free\b", re.IGNORECASE)
_MAY = re.compile(r"\b(?:may|might|can|could|traces?|unless|except)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def says_free_of(form: Form, units: Sequence[Unit]) -> tuple[bool, int] | None:
    """Return whether the evidence says yes, and the number of the unit that does.

    Args:
        form: A question for yes or no.
        units: The evidence.

    >>> from groundgraph.text.asked.questions import statement_form
    >>> from groundgraph.text.passage_units import Unit
    >>> told = [Unit("1", None, text, None) for text in ("Contains gluten.", "Free from milk.")]
    >>> [says_free_of(statement_form(f"Is it {what}-free?"), told) for what in ("gluten", "milk")]
    [(False, 0), (True, 1)]
    """
    free = _FREE.search(form.after)
    asked = free or _HAS.fullmatch(form.after)
    if asked is None or not _is_of_all(form.before, units):
        return None
    what = base((asked["one"] or asked["two"] if free else asked["one"]).lower())
    found = [
        (free_of is (free is not None), place)
        for place, unit in enumerate(units)
        if (free_of := _tells(unit.text, what)) is not None
    ]
    return found[0] if len({yes for yes, _ in found}) == 1 else None


def _is_of_all(subject: str, units: Sequence[Unit]) -> bool:
    """Say whether a question is of the one thing that the evidence is on.

    That is a passage, or the sentences that one was cut into.
    """
    words = {word.lower() for word in _WORD.findall(subject)} - {"the", "a", "an"}
    return words <= _THINGS and len({unit.passage_id for unit in units}) in {1, len(units)}


def _tells(text: str, what: str) -> bool | None:
    """Say whether a sentence tells that there is none of something, or some; else ``None``."""
    if _MAY.search(text):
        return None
    compound = _COMPOUND.search(text)
    if compound is not None and base(compound[1].lower()) == what:
        return True
    for pattern, none in ((_NONE, True), (_SOME, False)):
        for match in pattern.finditer(text):
            if what in {base(word.lower()) for word in _WORD.findall(match["what"])}:
                return none
    return None
