"""One sentence for a reader about a pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.statements.findings import Found
    from groundgraph.types import Passage

_LONGEST = 200
_SAYS = {
    "same": "The passage says so",
    "broader": "The passage says so, more narrowly",
    "narrower": "The passage says so, more broadly",
    "roles_exchanged": "The passage says the opposite direction",
    "belongs_to_other": "The passage says so of something else",
    "other_value": "The passage says something else in its place",
    "opposite": "The passage says the opposite",
    "other_time": "The passage says so of another time",
    "ended": "The passage says so of the past alone",
}


def sentence_for(found: Found, passages: Sequence[Passage]) -> str:
    """Return what a pattern found, in words; passages by id."""
    told = " ".join(found.told.split())
    if len(told) > _LONGEST:
        told = told[:_LONGEST].rpartition(" ")[0] + " …"
    return f"{_SAYS[found.pattern]}: “{told}” (passage {passages[found.passage].id})."
