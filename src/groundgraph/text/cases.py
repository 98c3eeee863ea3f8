"""Whether a sentence holds for some cases alone, and another number may not be among them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES, TENS

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

_LIMITING = frozenset(
    """least most minimum maximum over under above below than within up if unless only provided
    until higher lower older younger longer shorter""".split()
)
_COUNTED = re.compile(r"[$€£]?\d+(?:[.,]\d+)*(?:st|nd|rd|th)?(?:-\w+)*", re.IGNORECASE)


def may_leave_out(told: AbstractSet[str], said: AbstractSet[str]) -> bool:
    """Say whether a sentence sets a limit that a number told elsewhere may lie outside of.

    What "employees who have worked for at least 12 months" may do says nothing of one who has
    worked for 11.

    Args:
        told: The words of the sentence, in small letters.
        said: The words of a claim or question, in small letters.

    >>> told = frozenset("orders over $50 ship free".split())
    >>> may_leave_out(told, frozenset("an order of $45 does not ship free".split()))
    True
    >>> may_leave_out(told, frozenset("an order over $50 does not ship free".split()))
    False
    """
    if _LIMITING.isdisjoint(told) or not any(map(_is_number, told)):
        return False
    return any(map(_is_number, said - told))


def _is_number(word: str) -> bool:
    return word in ONES or word in TENS or _COUNTED.fullmatch(word) is not None
