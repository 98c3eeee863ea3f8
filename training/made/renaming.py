"""Grounded answers with one name exchanged: wrong answers that look right."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.datasets.draws import draw
from groundgraph.types import Example, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SEED = 0
RENAMED = "-renamed"
"""Of the id of a copy, behind that of the answer it was made of."""
NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)*")


def renamed(examples: Iterable[Example], share: float) -> Iterator[Example]:
    """Yield copies of grounded answers in which one name is exchanged for another of the text."""
    for example in examples:
        pick = draw(SEED, "names", example.id)
        if example.label is not False or pick.random() > share:
            continue
        found = list(NAME.finditer(example.answer))
        others = {m[0] for p in example.passages for m in NAME.finditer(p.text)}
        others -= {m[0] for m in found}
        if found and others:
            match = pick.choice(found)
            other = pick.choice(sorted(others))
            answer = example.answer[: match.start()] + other + example.answer[match.end() :]
            yield replace(
                example,
                answer=answer,
                id=f"{example.id}{RENAMED}",
                label=True,
                spans=(Span(match.start(), match.start() + len(other)),),
            )
