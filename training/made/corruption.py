"""Grounded answers with one number exchanged: wrong answers that look right.

People who wrote answers for a corpus seldom made this error on purpose, so a detector trained on
the corpus alone hardly learns it; users meet it often. The exchanged range is the gold span.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.types import Example

# Not the number of a list item, a time, a date's part or a piece of a longer number.
_NUMBER = re.compile(r"(?<![\w.,:/#-])(?<!\n)\d{1,4}(?:,\d{3})*(?:\.\d+)?(?![\w:/-]|[.,]\d|[.)] )")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_SMALLEST = 2
SUFFIX = "-corrupted"
"""Of the id of a copy, behind that of the answer it was made of."""


def corrupted(examples: Iterable[Example], *, share: float, seed: int) -> list[Example]:
    """Return copies of some grounded examples with one number exchanged.

    Args:
        examples: Labelled answers; only those with label ``False`` are copied.
        share: Of the grounded answers, about how many to copy, in [0, 1]; one
            without a number is not.
        seed: Of every draw; an example's copy does not depend on the other examples.
    """
    copies = []
    for example in examples:
        draw = random.Random(f"{seed}/{example.id}/{example.answer}")
        if example.label is False and draw.random() < share:
            copy = _exchange(example, draw)
            if copy is not None:
                copies.append(copy)
    return copies


def _exchange(example: Example, draw: random.Random) -> Example | None:
    found = list(_NUMBER.finditer(example.answer))
    if not found:
        return None
    match = draw.choice(found)
    return _with(example, Span(*match.span()), _other_number(match[0], draw))


def _with(example: Example, span: Span, other: str) -> Example:
    answer = example.answer[: span.start] + other + example.answer[span.end :]
    marked = Span(span.start, span.start + len(other))
    return replace(example, id=f"{example.id}{SUFFIX}", answer=answer, label=True, spans=(marked,))


def _other_number(text: str, draw: random.Random) -> str:
    """Return another number written the same way, near enough to be taken for the right one."""
    decimals = len(text.partition(".")[2])
    value = float(text.replace(",", ""))
    if _YEAR.fullmatch(text):
        return str(int(value) + draw.choice([-12, -7, -3, -2, -1, 1, 2, 3, 5, 10]))
    if decimals:
        return f"{value + draw.choice([-1, 1]) * draw.choice([0.5, 1, 2, 3]):.{decimals}f}".lstrip(
            "-"
        )
    if value <= _SMALLEST:
        return str(int(value) + draw.choice([2, 3, 5]))
    factor = draw.choice([0.5, 0.75, 1.25, 1.5, 2, 3])
    other = max(1, round(value * factor))
    return f"{other + (other == value):,}" if "," in text else str(other + (other == value))
