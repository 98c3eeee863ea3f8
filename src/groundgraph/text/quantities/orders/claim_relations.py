"""Orders that a claim tells without a connector between two clauses.

"Before Sato" behind "did Weber score before or after Sato?"; "between the draft and the vote";
"in 1975 she was not yet a judge".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.times.denials import has_not
from groundgraph.text.quantities.times.relations import Relation, clause_of
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.vocabulary.small_words import BE
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.written.dates import DateMention
    from groundgraph.text.quantities.written.model import Sentence

_WAYS = {"before": -1, "after": 1}
_LONGEST_ANSWER = 6
"""Tokens of an answer such as "before the vote"."""
_TAKE_PLACE = BE | frozenset(
    """place happened happens happen fell falls fall came comes come occurred occurs held
    lies""".split()
)
"""Words right before "between" by which it tells a time."""


def answered(sentence: Sentence) -> Relation | None:
    """Return the order of the two things of a question that asks for no more than it."""
    if "or" not in sentence.letters or sentence.letters.isdisjoint(_WAYS):
        return None
    words = [token.text for token in sentence.tokens]
    asked = next((i for i in range(len(words) - 2) if _asks(words[i : i + 3])), 0)
    stop = words.index("?", asked) if asked and "?" in words[asked:] else 0
    answer = words[stop + 1 :] if stop else []
    if not answer or answer[0] not in _WAYS or len(answer) > _LONGEST_ANSWER:
        return None
    first, second = (0, asked), (asked + 3, stop)
    own, other = (content_words(sentence.tokens, sentence.text, *part) for part in (first, second))
    if not own or not other:
        return None
    span = sentence.tokens[stop + 1].span
    return Relation(own, other, _WAYS[answer[0]], None, first, second, answer[0], span)


def _asks(words: list[str]) -> bool:
    return words[0] in _WAYS and words[1] == "or" and words[2] in _WAYS


def betweens(sentence: Sentence, *, loosely: bool = False) -> Iterator[Relation]:
    """Yield the two orders of "took place between the draft and the vote".

    Args:
        sentence: A claim.
        loosely: Whether whatever stands before "between" may be a thing that happened.
    """
    if "between" not in sentence.letters:
        return
    tokens = sentence.tokens
    words = [token.text for token in tokens]
    if "between" not in words:  # but in "between2"
        return
    at = words.index("between")
    start, stop = clause_of(sentence, at)
    joint = words.index("and", at, stop) if "and" in words[at:stop] else 0
    if not joint or not at or not (loosely or words[at - 1] in _TAKE_PLACE):
        return
    parts = ((start, at), (at + 1, joint), (joint + 1, stop))
    own, one, other = (content_words(tokens, sentence.text, *part) for part in parts)
    numbers = {m.first for m in sentence.mentions} | {a.first for a in sentence.amounts}
    dated = any(at <= first < stop for first in numbers)
    if own and one and other and not dated:
        span = tokens[at].span
        yield Relation(own, one, 1, None, parts[0], parts[1], "after", span)
        yield Relation(own, other, -1, None, parts[0], parts[2], "before", span)


def at_dates(sentence: Sentence) -> Iterator[Relation]:
    """Yield "was already open in 1900", "had not opened by May" as orders to those dates."""
    if len(sentence.mentions) != 1:
        return
    mention = sentence.mentions[0]
    start, stop = clause_of(sentence, mention.first)
    place, sign = _state(sentence, mention, start, stop)
    skip = frozenset(range(mention.first, mention.after))
    first = content_words(sentence.tokens, sentence.text, start, stop, skip=skip)
    if sign and first:
        part = (mention.first, mention.after)
        ends = sentence.tokens[place].span, mention.span
        span = Span(min(end.start for end in ends), max(end.end for end in ends))
        yield Relation(first, {}, sign, None, (start, stop), part, "already", span)


def _state(sentence: Sentence, mention: DateMention, start: int, stop: int) -> tuple[int, int]:
    """Return where a clause says that its thing came before a date (-1), or after it (1)."""
    words = [token.text for token in sentence.tokens]
    denied = has_not(sentence, start, stop)
    if "already" in words[start:stop]:
        return words.index("already", start), 0 if denied else -1
    if "yet" in words[start:stop] and denied:
        return words.index("yet", start), 1
    by = mention.first > start and words[mention.first - 1] == "by"
    if by and "had" in words[start:stop]:
        return mention.first - 1, 1 if denied else -1
    return 0, 0
