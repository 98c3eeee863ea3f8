"""Texts that were cut into their sentences, each a passage of its own."""

from __future__ import annotations

import re
from itertools import accumulate, islice, pairwise
from typing import TYPE_CHECKING

from groundgraph.text.once import kept
from groundgraph.text.sentences import sentence_spans
from groundgraph.text.structured import facts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types import Passage

FEWEST_SENTENCES, SURELY = 2, 4
"""From so many passages of one sentence, where all prose is such, a text may have been cut into
sentences; from so many it surely was: two or three may well tell of a thing each."""
_NAMED = re.compile(r"(\D*)(\d{0,18})")


def is_cut(texts: Sequence[str], fewest: int = FEWEST_SENTENCES) -> bool:
    """Say whether texts are the sentences of one, ``fewest`` at least, beside data and tables.

    >>> is_cut(["He left.", "It rained.", "She came.", "They met."]), is_cut(["He left."])
    (True, False)
    """
    if sum(map(is_sentence, texts)) < fewest:
        return False
    return all(is_sentence(text) or _holds_data(text) for text in texts)


def _holds_data(text: str) -> bool:
    """Say whether a text is data or a table, as markup has it or as it is read."""
    lines = text.split("\n")
    barred = any("|" in one and "|" in other for one, other in pairwise(lines))
    cells = sum(": " in line.partition(" — ")[2] for line in lines)
    return barred or cells > 1 or facts(text) is not None


@kept
def is_sentence(text: str) -> bool:
    """Say whether a text is one sentence of prose."""
    return len(list(islice(sentence_spans(text), 2))) == 1 and facts(text) is None


def uncut(passages: Sequence[Passage], fewest: int = FEWEST_SENTENCES) -> list[tuple[str, int]]:
    """Return the text that each passage stands in, and where it begins there.

    That is the passage itself; but the sentences of one text stand in that, in the order of their
    ids, "leaflet-2" before "leaflet-10".

    >>> from groundgraph.types import Passage
    >>> told = ["He left.", "It rained.", "She came.", "They met."]
    >>> uncut([Passage(text, f"p{n}") for n, text in enumerate(told)])[1]
    ('He left. It rained. She came. They met.', 9)
    """
    placed = [(passage.text, 0) for passage in passages]
    if not is_cut([passage.text for passage in passages], fewest):
        return placed
    single = [n for n, passage in enumerate(passages) if is_sentence(passage.text)]
    single.sort(key=lambda n: _by_id(passages[n]))
    texts = [passages[n].text for n in single]
    whole = " ".join(texts)
    starts = accumulate((len(text) + 1 for text in texts), initial=0)
    for number, start in zip(single, starts, strict=False):
        placed[number] = whole, start
    return placed


def _by_id(passage: Passage) -> tuple[list[tuple[str, int]], str]:
    """Return the words of an id with the number behind each, and the text."""
    told = _NAMED.findall(passage.id)
    return [(word, int(number or 0)) for word, number in told], passage.text
