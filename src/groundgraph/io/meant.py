"""Which field is meant by a name that is not read: what other tools call it, or a slip."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from groundgraph.io.dialects import DIALECTS, Own

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

PASSAGES = frozenset(
    """passages documents docs chunks sources source_documents evidence context contexts
    retrieved_contexts retrieved_docs retrieved_documents knowledge references snippets""".split()
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
_WORDS = re.compile(r"[^a-z0-9]+")
_CLOSE = 0.75
"""Likeness of two names, in [0, 1], from which one may be a slip of the other."""


def meant_by(wanted: str, names: Collection[str]) -> str:
    """Return which of some names stands for a field, "" where none does.

    >>> meant_by("passages", ["q", "docs"]), meant_by("answer", ["anser"])
    ('docs', 'anser')
    >>> meant_by("answer", ["LLM answer"])
    'LLM answer'
    """
    alike = next((group for group in _ALIKE if wanted in group), frozenset())
    same = (name for name in names if _WORDS.sub("_", name.lower()) in alike)
    holding = (name for name in names if alike & {*_WORDS.split(name.lower())})
    return (
        next(same, "")
        or next(iter(get_close_matches(wanted, names, 1, _CLOSE)), "")
        or next(holding, "")
    )


def mistaken(row: Mapping[str, Any]) -> str:
    """Say what an object is that is plainly no row, or "".

    >>> mistaken({"data": [{"answer": "a"}]})
    "its 'data' is a list of objects; give that list alone"
    """
    name, value = next(iter(row.items()))
    if len(row) == 1 and isinstance(value, list) and value and isinstance(value[0], dict):
        return f"its {name!r} is a list of objects; give that list alone"
    if "hallucination_score" in row and "findings" in row:
        return "it is a verdict, which has no passages; give the rows that were judged"
    if all(each.isdecimal() for each in row):
        return "its fields are numbers; write a frame with to_json(orient='records', lines=True)"
    return ""


def advice(fields: Collection[str]) -> str:
    """Say which rows are nearest to some fields that fit none, and what is missing in them."""
    dialect, signature = max(
        ((dialect, signature) for dialect in DIALECTS for signature in dialect.signatures),
        key=lambda each: _nearness(each[1], fields),
    )
    missing = sorted(signature - {*fields})
    found = {name: meant_by(name, _unread(fields)) for name in missing}
    hints = [f"{name!r} for {own!r}" for name, own in found.items() if own]
    said = f"; did you mean {' and '.join(hints)}?" if hints else "."
    return (
        f"expected {_told(missing)} too, as in {dialect.name} rows{said} Or name the columns: "
        '--columns answer=NAME,passages=NAME, in Python columns={"answer": NAME, "passages": NAME}'
    )


def _nearness(signature: frozenset[str], fields: Collection[str]) -> tuple[int, int, int]:
    """Return how many fields of a signature are there or meant, below 0 are neither, and are there.

    The second is 0 where none is there or meant: the first dialect is told of then.
    """
    missing = signature - {*fields}
    meant = sum(bool(meant_by(name, _unread(fields))) for name in missing)
    there = len(signature) - len(missing)
    return there + meant, meant - len(missing) if there or meant else 0, there


def _unread(fields: Collection[str]) -> list[str]:
    """Return the fields that may be slips: those that rows of ours do not have."""
    return [name for name in fields if name not in Own.reads()]


def _told(names: list[str]) -> str:
    return " and ".join(map(repr, names))
