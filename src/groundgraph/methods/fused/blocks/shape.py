"""Shape block: where a claim stands in its answer and how it is put, whatever it says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

NAMES = (
    "characters",
    "position",
    "from_start",
    "from_end",
    "ends_with_colon",
    "hedged",
    "advises",
    "concludes",
    "refuses",
    "cites_passages",
    "says_not_stated",
    "first_or_second_person",
    "parenthesis",
    "quotation",
)
_PATTERNS = {
    "ends_with_colon": r":\s*$",
    "hedged": r"\b(?:may|might|could|possibly|perhaps|likely|typically|usually|generally|often"
    r"|probably|appears?|seems?|suggests?)\b",
    "advises": r"\b(?:recommend\w*|should|important to|consult|ensure|make sure|advis\w+|keep in"
    r" mind|note that|best to|consider)\b",
    "concludes": r"^\W*(?:overall|in summary|in conclusion|in short|additionally|furthermore"
    r"|moreover|however|despite|with its)\b",
    "refuses": r"\b(?:unable to|cannot|can't|sorry|apologi\w+)\b.{0,40}"
    r"\b(?:answer|provide|determine|find|assist)|insufficient information",
    "cites_passages": r"\bpassages?\b|\bprovided (?:text|information|context|data)\b|\bcontext\b",
    "says_not_stated": r"\b(?:not|n't|no|without)\b.{0,40}\b(?:mention\w*|stat\w+|specif\w+"
    r"|provid\w+|inform\w+|indicat\w+|details?|clear)\b",
    "first_or_second_person": r"\b(?:i|i'm|you|your|we|our|us)\b",
    "parenthesis": r"\(",
    "quotation": r"[\"“”]",
}
_REGEXES = [re.compile(pattern) for pattern in _PATTERNS.values()]  # of text in lower case

ANSWER_NAMES = ("claims", "answer_characters", "has_question")
"""Nothing counts passages: some more that say nothing must not change a verdict."""


def measure(claims: Sequence[str]) -> NDArray[np.float64]:
    """Measure the claims of one answer, shape ``(n_claims, len(NAMES))``."""
    rows = np.zeros((len(claims), len(NAMES)))
    last = len(claims) - 1
    for number, claim in enumerate(claims):
        place = (len(claim), number / max(last, 1), number, last - number)
        lower = claim.lower()
        rows[number] = (*place, *(regex.search(lower) is not None for regex in _REGEXES))
    return rows


def measure_answer(claims: Sequence[str], question: str) -> tuple[float, ...]:
    """Measure a whole answer, one value for each of `ANSWER_NAMES`."""
    return len(claims), sum(map(len, claims)), float(bool(question))
