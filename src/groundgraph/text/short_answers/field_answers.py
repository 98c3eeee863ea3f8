"""Whether a field whose name holds what is asked says yes or no: by its value.

"refunded: false" and "stock: 0" say no, "delivered at: 2024-03-02" says yes. Null says no of a time
at which something was done, and nothing of anything else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.short_answers.base_forms import base, base_words, opposed

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from groundgraph.text.structured import Fact

_TIME = re.compile(r"\w (?:at|on|date|time)\Z", re.IGNORECASE)
_WILL = re.compile(r"[a-z]{2}s (?:at|on|date|time)\Z", re.IGNORECASE)
"""Times that may be to come: "expires at"; what has a time of another kind is done by then."""
_OPEN = frozenset("unknown unspecified pending maybe n/a na tbd tba ? - –".split())
"""Values that leave a question open."""
_SHUT = frozenset({"closed", "shut"})
"""Values that say no to all that is not asked in these words: "Are you there?"."""


_MARKED = re.compile(
    r"[^\n,;:.|—–/]{0,24}:\s{0,3}(?:(?P<yes>yes|true|✓|✔)|no|none|false|✗|✘)(?=\s*(?:$|[,;.|—–/\n]))",
    re.IGNORECASE,
)
"""A yes or no behind the name of a field in a line: "Sprinklers: no — Exit signs: yes"."""


def marked(text: str, end: int) -> bool | None:
    """Return the yes or no of the field whose name ends in a text, ``None`` where it has neither.

    >>> marked("Room: Terrace | Heated: no | Lit: yes", len("Room: Terrace | Heated"))
    False
    """
    match = _MARKED.match(text, end)
    return None if match is None else match["yes"] is not None


def named_length(fact: Fact | None, text: str) -> int:
    """Return how many characters at the beginning of a unit are the name of its field."""
    return len(fact.name) if fact is not None and text.startswith(f"{fact.name}: ") else 0


def affirms(fact: Fact, asked: AbstractSet[str]) -> bool | None:
    """Return what the value of a field says to a question of its name, ``None`` where nothing.

    Args:
        fact: The field.
        asked: The base forms of what is asked.

    >>> from groundgraph.text.structured import Fact
    >>> values = ("2024-03-02", None, 0, "closed")
    >>> [affirms(Fact(("opened_at",), value), {"open"}) for value in values]
    [True, False, False, False]
    """
    known, truth = fact.truth
    value = fact.value.strip().lower() if isinstance(fact.value, str) else fact.value
    if value is None or value == "":
        return False if _TIME.search(fact.name) else None
    if known:
        return truth
    if not isinstance(value, str):
        return value != 0
    if value in _OPEN or _WILL.search(fact.name):
        return None
    if value in _SHUT:
        return base(value) in asked
    said = base_words(value)
    stems = frozenset(word.stem for word in said)
    return not any(word.negation for word in said) and not any(opposed(w, stems) for w in asked)
