"""What a field of data is of: the record that it stands in, by its name or that of its number.

"status: delivered" beside "order_id" is said of the order, "stock: 4" beside "name: Alpha" of that.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from groundgraph.text.held_data import is_name
from groundgraph.text.short_answers.base_forms import base, base_words
from groundgraph.text.structured import spaced

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.passage_units import Unit
    from groundgraph.text.structured import Fact

_NUMBERS = frozenset("id no nr number code key ref reference".split())
"""Ends of fields that number a thing of their name: "order_id"."""
_COSTS = frozenset(map(base, "cost price fee charge rate postage".split()))
_FREE = base("free")
_LEAST_NUMBER = 100
"""Smaller numbers may count what their field names: "tickets: 3"."""


def records_of(units: Sequence[Unit]) -> dict[int, frozenset[str]]:
    """Return the base forms of what the record of each field is called, by the unit's number.

    >>> from groundgraph.text.passage_units import Unit
    >>> from groundgraph.text.structured import Fact
    >>> facts = Fact(("order_id",), 7), Fact(("status",), "delivered")
    >>> sorted(records_of([Unit("1", None, fact.text, fact) for fact in facts])[1])
    ['order']
    """
    held = [(at, unit.passage_id, fact) for at, unit in enumerate(units) if (fact := unit.fact)]
    called: defaultdict[tuple[str, ...], frozenset[str]] = defaultdict(frozenset)
    for _, passage, fact in held:
        if fact.path:
            record = (passage, *fact.path[:-1])
            called[record] |= _stems(_thing_of(fact))
    records = {at: (passage, *fact.path[:-1]) for at, passage, fact in held}
    return {at: called[record] for at, record in records.items()}


def numbering(fact: Fact) -> str:
    """Return the word that says that a field only numbers its record: "id" of "order_id"; else "".

    >>> from groundgraph.text.structured import Fact
    >>> numbering(Fact(("order", "id"), "A-77")), numbering(Fact(("status",), "shipped"))
    ('id', '')
    """
    last = spaced(fact.path[-1]).rpartition(" ")[2].lower() if fact.path else ""
    return last if last in _NUMBERS else ""


def _thing_of(fact: Fact) -> str:
    """Return what a field says that its record is called, or is: "Alpha", "order"; else ""."""
    key = fact.path[-1]
    thing, _, last = spaced(key).rpartition(" ")
    if is_name(key) and isinstance(fact.value, str):
        return fact.value
    if thing:
        return thing if last.lower() in _NUMBERS else ""
    return key if len(fact.path) == 1 and _is_number(fact) else ""


def _is_number(fact: Fact) -> bool:
    """Say whether a field only numbers what it names: "ticket: 512"."""
    value = fact.value
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= _LEAST_NUMBER


def is_free(fact: Fact, asked: AbstractSet[str], known: AbstractSet[str]) -> bool | None:
    """Return what a field of a cost says to a question for being free, ``None`` where nothing.

    Args:
        fact: The field.
        asked: The base forms of what is asked, its subject among them.
        known: Those of what the field is of.

    >>> from groundgraph.text.structured import Fact
    >>> cost = Fact(("shipping_cost",), 0)
    >>> [is_free(cost, {base(what), base("free")}, set()) for what in ("shipping", "tour")]
    [True, None]
    """
    named = _stems(fact.name)
    number = isinstance(fact.value, int | float) and not isinstance(fact.value, bool)
    if _FREE not in asked or not number or named.isdisjoint(_COSTS):
        return None
    return fact.value == 0 if asked - {_FREE} <= named | known else None


def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in base_words(text) if word.content)
