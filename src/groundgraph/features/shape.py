"""Shape block: where a claim stands in its answer and how it is put, whatever it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.features.patterns import hinted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

NAMES = (
    "characters",
    "position",
    "from_start",
    "from_end",
    "list_item",
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
    "list_item": hinted(r"^\s*(?:[-*•]|\(?\w{1,2}[.)])\s", "- * • . )"),
    "ends_with_colon": hinted(r":\s*$", ":"),
    "hedged": hinted(
        r"\b(?:may|might|could|possibly|perhaps|likely|typically|usually|generally|often"
        r"|probably|appears?|seems?|suggests?)\b",
        "may might could possibly perhaps likely typically usually generally often probably appear"
        " seem suggest",
    ),
    "advises": hinted(
        r"\b(?:recommend\w*|should|important to|consult|ensure|make sure|advis\w+|keep in"
        r" mind|note that|best to|consider)\b",
        "recommend should important consult ensure sure advis mind note best consider",
    ),
    "concludes": hinted(
        r"^\W*(?:overall|in summary|in conclusion|in short|additionally|furthermore"
        r"|moreover|however|despite|with its)\b",
        "overall summary conclusion short additionally furthermore moreover however despite its",
    ),
    "refuses": hinted(
        r"\b(?:unable to|cannot|can't|sorry|apologi\w+)\b.{0,40}"
        r"\b(?:answer|provide|determine|find|assist)|insufficient information",
        "unable cannot can't sorry apologi insufficient",
    ),
    "cites_passages": hinted(
        r"\bpassages?\b|\bprovided (?:text|information|context|data)\b|\bcontext\b",
        "passage provided context",
    ),
    "says_not_stated": hinted(
        r"\b(?:not|n't|no|without)\b.{0,40}\b(?:mention\w*|stat\w+|specif\w+"
        r"|provid\w+|inform\w+|indicat\w+|details?|clear)\b",
        "mention stat specif provid inform indicat detail clear",
    ),
    "first_or_second_person": hinted(r"\b(?:i|i'm|you|your|we|our|us)\b", "i you we our us"),
    "parenthesis": hinted(r"\(", "("),
    "quotation": hinted(r"[\"“”]", '" “ ”'),
}  # of text in lower case

RESPONSE_NAMES = ("claims", "answer_characters", "has_question")
"""Nothing counts passages: some more that say nothing must not change a verdict."""


def measure(claims: Sequence[str]) -> NDArray[np.float64]:
    """Measure the claims of one answer, shape ``(n_claims, len(NAMES))``."""
    rows = np.zeros((len(claims), len(NAMES)))
    last = len(claims) - 1
    patterns = _PATTERNS.values()
    for number, claim in enumerate(claims):
        place = (len(claim), number / max(last, 1), number, last - number)
        lower = claim.lower()
        rows[number] = (*place, *[pattern.search(lower, lower) is not None for pattern in patterns])
    return rows


def measure_response(claims: Sequence[str], question: str) -> tuple[float, ...]:
    """Measure a whole answer, one value for each of `RESPONSE_NAMES`."""
    return len(claims), sum(map(len, claims)), float(bool(question))
