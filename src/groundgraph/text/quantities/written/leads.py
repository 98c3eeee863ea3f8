"""What the clauses of a sentence say for those behind them too: "…; in 2022 it was 410 mm"."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.vocabulary.small_words import BE, CLAUSE_ENDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.model import Sentence

_HEAD = 8
DETERMINERS = frozenset("the a an that this".split())
TAKE_UP = frozenset("it its he his she her they their this these".split())
_SUBJECTS = frozenset({"it", "they"})
_FRAMES = frozenset("in on at during for under with before after since until by".split())


def leads_of(
    sentence: Sentence, ranges: Sequence[tuple[int, int]], firsts: Sequence[int]
) -> list[frozenset[str]]:
    """Return for each mark the words that the clauses before it share with it.

    Those are what stands before the marks of earlier clauses, back to the last ";" or "but", and
    what stands before a colon near the beginning.
    """
    found: list[frozenset[str]] = []
    head = frozenset(content_words(sentence.tokens, sentence.text, 0, _colon(sentence)))
    shared: frozenset[str] = frozenset()
    end = 0
    before: tuple[int, int] | None = None
    for part, first in zip(ranges, firsts, strict=True):
        between = [token.text for token in sentence.tokens[end:first]]
        shared = head if _starts_anew(between) else shared
        if before is not None and _takes_up_all(between):
            shared = head | _without_frame(sentence, before)
        before = part
        found.append(shared)
        lead = content_words(sentence.tokens, sentence.text, part[0], first, skip=sentence.skipped)
        shared |= lead.keys()
        end = first
    return found


def _starts_anew(words: Sequence[str]) -> bool:
    """Say whether ";" or "but" leads to another thing: not where "it" or "its" follows."""
    at = next((at for at, word in enumerate(words) if word in CLAUSE_ENDS), None)
    return at is not None and TAKE_UP.isdisjoint(words[at + 1 : at + 2])


def _takes_up_all(words: Sequence[str]) -> bool:
    """Say whether "it" tells the same once more behind a ";" or "but": "…; in 2022 it was"."""
    at = next((at for at, word in enumerate(words) if word in CLAUSE_ENDS), None)
    return at is not None and says_it_is(words[at + 1 :])


def says_it_is(words: Sequence[str]) -> bool:
    """Say whether "it" or "they" is the subject: "it was"."""
    return any(word in _SUBJECTS and verb in BE for word, verb in pairwise(words))


def _without_frame(sentence: Sentence, part: tuple[int, int]) -> frozenset[str]:
    """Return the words of a clause but for "In a normal year" at its begin."""
    start = _frame_end(sentence, *part)
    skip = sentence.skipped
    return frozenset(content_words(sentence.tokens, sentence.text, start, part[1], skip=skip))


def _frame_end(sentence: Sentence, start: int, stop: int) -> int:
    """Return where a phrase such as "in 2019" or "in an average year" ends that opens a clause."""
    tokens = sentence.tokens
    if tokens[start].text not in _FRAMES or start + 1 >= stop:
        return start
    if tokens[start + 1].kind == "number":
        return start + 2
    ends = (
        at
        for at in range(start + 2, stop)
        if tokens[at].text in {",", *DETERMINERS, *TAKE_UP} or at in sentence.skipped
    )
    return next(ends, start)


def _colon(sentence: Sentence) -> int:
    """Return the index of a colon among the first tokens, else 0."""
    first = sentence.tokens[:_HEAD]
    return next((at for at, token in enumerate(first) if token.text == ":"), 0)
