"""A sentence cut into clauses, each of which may answer a question for yes or no."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.lemmas import lemma

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.words import Word

CLAUSE_ENDS = re.compile(
    r"[,;:—–()]|\b(?:but|while|whereas|after|before|when|because|since|although|though|until|till"
    r"|unless|if|except|who|which)\b",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\b(?:and|or)\b", re.IGNORECASE)


class Clause(NamedTuple):
    """A run of words between breaks."""

    words: tuple[Word, ...]
    stems: frozenset[str]


def clauses_of(text: str, split: Sequence[Word]) -> list[Clause]:
    """Cut a sentence where a clause ends, and at "and" where a verb follows it."""
    cuts = [found.end() for found in CLAUSE_ENDS.finditer(text)]
    cuts += [found.end() for found in _JOINED.finditer(text) if _verb_at(text, found.end())]
    bounds = [0, *sorted(cuts), len(text)]
    runs = [
        tuple(word for word in split if first <= word.start < last)
        for first, last in pairwise(bounds)
    ]
    return [Clause(run, frozenset(word.stem for word in run)) for run in runs if run]


def _verb_at(text: str, place: int) -> bool:
    """Say whether a verb follows: "starts at the museum and ends at the harbour"."""
    found = re.match(r"\s*([a-z]+)", text[place : place + 30])
    if found is None:
        return False
    word = found[1]
    return word in {"is", "are", "was", "were", "has", "have", "had", "will", "can", "must"} or (
        lemma(word) != word and not word.endswith("'s")
    )
