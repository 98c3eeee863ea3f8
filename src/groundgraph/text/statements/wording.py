"""What the evidence says where a pattern is found, for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.judgements import Saying

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.statements.findings import Found
    from groundgraph.types import Passage

_LONGEST = 200
_DOES = {
    "same": "says so",
    "broader": "says so, more narrowly",
    "narrower": "says so, more broadly",
    "roles_exchanged": "says the opposite direction",
    "belongs_to_other": "says so of something else",
    "other_value": "says something else in its place",
    "opposite": "says the opposite",
    "other_time": "says so of another time",
    "ended": "says so of the past alone",
}


def saying_of(found: Found, passages: Sequence[Passage]) -> Saying:
    """Return what a pattern found, with the words of the evidence."""
    told = " ".join(found.told.split())
    if len(told) > _LONGEST:
        told = told[:_LONGEST].rpartition(" ")[0] + " …"
    return Saying(_DOES[found.pattern], told, passages[found.passage].id)
