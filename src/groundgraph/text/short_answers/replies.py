"""Questions that the evidence itself asks, as pages of frequent questions do, and their replies.

A question says nothing of what it asks. Where "Yes" or "No" stands behind it, that answers the same
question of a user.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.asked.answer_fragments import POLAR
from groundgraph.text.asked.questions import statement_form
from groundgraph.text.inquiries import is_question, unlabelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.asked.questions import Form
    from groundgraph.text.passage_units import Unit

_ENDS = re.compile(r" yet\b|\s*(?:[.,;:!—–]|-\s|\Z)")
_LEAVES_OPEN = re.compile(
    r"\b(?:but|only|except|unless|if|until|till|when|though|although|however|depend\w*|otherwise"
    r"|usually|most|some|not all)\b",
    re.IGNORECASE,
)


def asserted(units: Sequence[Unit]) -> list[Unit]:
    """Return units in their places, those that ask without their words."""
    return [unit._replace(text="") if is_question(unit.text) else unit for unit in units]


def replied(units: Sequence[Unit], place: int) -> tuple[Form, bool] | None:
    """Return the question of a unit and the yes or no behind it, ``None`` where either is missing.

    A reply on a condition, or with an exception, is neither.

    >>> from groundgraph.text.passage_units import Unit
    >>> told = ("Q: Is it free?", "A: No, it is 9 euros.")
    >>> units = [Unit("1", None, text, None) for text in told]
    >>> form, yes = replied(units, 0)
    >>> form.before, form.after, yes
    ('It', 'free', False)
    """
    asks, near = units[place], units[place + 1 : place + 3]
    behind = [unit.text for unit in near if unit.passage_id == asks.passage_id]
    if not behind or not is_question(asks.text):
        return None
    reply = unlabelled(behind[0])
    said = POLAR.match(reply)
    if said is None or _ENDS.match(reply, said.end()) is None:
        return None
    if any(_LEAVES_OPEN.search(text) and not is_question(text) for text in behind):
        return None
    form = statement_form(unlabelled(asks.text))
    return (form, said["yes"] is not None) if form and form.wanted == "yes or no" else None
