"""What the triple of an example is called where passages are: "triple 3", from 1.

A triple that a passage lists in a line of its own is called so too, "triple 3 of leaflet"; a
sentence for a reader names that passage (`groundgraph.types.sources`).
"""

from __future__ import annotations

import re

_NAME = re.compile(r"triple (\d+)(?: of (.+))?", re.DOTALL)


def name_of(number: int, listed_by: str = "") -> str:
    """Return what the triple of a number, from 0, is cited as.

    Args:
        number: Its number.
        listed_by: The id of the passage that lists it, "" where none does.

    >>> name_of(2), name_of(2, "leaflet")
    ('triple 3', 'triple 3 of leaflet')
    """
    return f"triple {number + 1}{' of ' * bool(listed_by)}{listed_by}"


def number_of(name: str) -> int | None:
    """Return the number, from 0, of the triple that a passage stands for; ``None`` of another.

    >>> number_of("triple 3"), number_of("leaflet")
    (2, None)
    """
    found = _NAME.fullmatch(name)
    return int(found[1]) - 1 if found else None


def is_triple(name: str) -> bool:
    """Say whether a passage stands for a triple."""
    return _NAME.fullmatch(name) is not None


def lister_of(name: str) -> str:
    """Return the id of the passage that lists a triple, "" for one that none lists.

    >>> lister_of("triple 3 of leaflet"), lister_of("triple 3"), lister_of("leaflet")
    ('leaflet', '', '')
    """
    found = _NAME.fullmatch(name)
    return found[2] or "" if found else ""
