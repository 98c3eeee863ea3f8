"""Sentences in which a name or number is another one of the same text: no new word is put in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.names import names
from training.made.changes import replaced

if TYPE_CHECKING:
    import random

    from training.made.contradictions import Changed

_NUMBER = re.compile(r"(?<![\w.,:/$€£#-])\d+(?:[.,]\d+)*(?![\w%:/-])")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


def elsewhere(sentence: str, text: str, pick: random.Random) -> Changed | None:
    """Put a name or a number of a text in the place of one of a sentence of it."""
    own, other = _things(sentence), _things(text)
    known = {word for _, _, word in own}
    kinds: dict[str, list[str]] = {}
    for kind, _, word in other:
        if word not in known:
            kinds.setdefault(kind, []).append(word)
    usable = [(kind, start, word) for kind, start, word in own if kind in kinds]
    if not usable:
        return None
    kind, start, word = pick.choice(usable)
    return replaced(sentence, start, start + len(word), pick.choice(kinds[kind]))


def _things(text: str) -> list[tuple[str, int, str]]:
    """Return what can be exchanged for what, where it stands, and its words."""
    found = [
        ("year" if _YEAR.fullmatch(m[0]) else "number", m.start(), m[0])
        for m in _NUMBER.finditer(text)
    ]
    for name in names(text):
        word = text[name.start : name.end].rstrip(".")
        found.append((f"name of {min(2, len(word.split()))}", name.start, word))
    return found
