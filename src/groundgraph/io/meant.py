"""Which field is meant by a name that is not read: what other tools call it, or a slip."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from groundgraph.io.dialects import DIALECTS

if TYPE_CHECKING:
    from collections.abc import Collection

PASSAGES = frozenset(
    """passages documents docs chunks sources source_documents evidence context contexts
    retrieved_contexts retrieved_docs retrieved_documents""".split()
)
"""What passages are called."""
_ALIKE = (
    PASSAGES,
    frozenset(
        """answer response output actual_output prediction completion reply generation
        generated_text model_output""".split()
    ),
    frozenset("question query q user_input input prompt_text user_query".split()),
)
_CLOSE = 0.75
"""Likeness of two names, in [0, 1], from which one may be a slip of the other."""


def meant_by(wanted: str, names: Collection[str]) -> str:
    """Return which of some names stands for a field, "" where none does.

    >>> meant_by("passages", ["q", "docs"]), meant_by("answer", ["anser"])
    ('docs', 'anser')
    """
    alike = next((group for group in _ALIKE if wanted in group), frozenset())
    same = next((name for name in names if name.lower() in alike), "")
    return same or next(iter(get_close_matches(wanted, names, 1, _CLOSE)), "")


def advice(fields: Collection[str]) -> str:
    """Say which rows are nearest to some fields that fit none, and what is missing in them."""
    dialect, signature = max(
        ((dialect, signature) for dialect in DIALECTS for signature in dialect.signatures),
        key=lambda each: _nearness(each[1], fields),
    )
    missing = sorted(signature - {*fields})
    others = [name for name in fields if name not in signature]
    found = {name: meant_by(name, others) for name in missing}
    hints = [f"{name!r} for {own!r}" for name, own in found.items() if own]
    said = f"; did you mean {' and '.join(hints)}?" if hints else ""
    return f"expected {_told(missing)} too, as in {dialect.name} rows{said}"


def _nearness(signature: frozenset[str], fields: Collection[str]) -> tuple[int, int, int]:
    """Return how many fields of a signature are there, are meant, and, below 0, are missing."""
    missing = signature - {*fields}
    others = [name for name in fields if name not in signature]
    meant = sum(bool(meant_by(name, others)) for name in missing)
    there = len(signature) - len(missing)
    return there, meant, -len(missing) if there or meant else 0


def _told(names: list[str]) -> str:
    return " and ".join(map(repr, names))
