"""Things that a sentence puts on the day, or in the year, of another: "on the day X was issued"."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.times.relations import Relation, clause_of, first_of, second_end
from groundgraph.text.quantities.written.amounts import Quantity
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.unit_table import BY_WORD
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.model import Sentence

_UNITS = {word: BY_WORD[word] for word in ("day", "week", "month", "year")}
_UNITS |= dict.fromkeys(("date", "morning", "evening", "afternoon"), BY_WORD["day"])
_AS = frozenset({"as", "that", "when"})
_ON = frozenset({"on", "in", "at"})
_SUBJECTS = frozenset("the a an he she it they we his her its their".split())
_THE, _SAME = frozenset({"the", "that"}), "same"


def same_time(sentence: Sentence) -> list[Relation]:
    """Return what a sentence puts at the time of another thing, as relations with no time between.

    "Arrived on the day on which the invoice was issued", "on the same day as", "the year he died".
    """
    if _UNITS.keys().isdisjoint(sentence.letters):
        return []
    found = []
    for at, token in enumerate(sentence.tokens):
        after = _opens(sentence, at) if token.text in _UNITS else 0
        relation = _relation(sentence, at, after) if after else None
        if relation is not None:
            found.append(relation)
    return found


def _opens(sentence: Sentence, at: int) -> int:
    """Return where the thing begins on whose day another was, 0 where none is told."""
    tokens = sentence.tokens
    words = [token.text for token in tokens[at + 1 : at + 3]]
    same = at > 1 and tokens[at - 1].text == _SAME
    article = tokens[at - 1 - same].text if at > same else ""
    on = tokens[at - 2 - same].text if at > 1 + same else ""
    if article not in _THE or len(words) < 2:
        return 0
    if words[0] in _ON and words[1] == "which":
        return at + 3
    if same:
        return at + 2 if words[0] in _AS else 0
    if on not in _ON or article != "the":
        return 0
    if words[0] in {"that", "when"}:
        return at + 2
    capital = sentence.text[tokens[at + 1].start].isupper()
    return at + 1 if words[0] in _SUBJECTS or capital else 0


def _relation(sentence: Sentence, at: int, after: int) -> Relation | None:
    tokens, text = sentence.tokens, sentence.text
    first = at - 1 - (tokens[at - 1].text == _SAME)
    start, stop = clause_of(sentence, at)
    end = second_end(sentence, after, stop)
    own, part = first_of(sentence, (start, max(start, first)))
    if first <= start + 1 and end + 1 < stop:  # "On the day X was issued, Y arrived"
        part = end, stop
        own = content_words(tokens, text, *part, skip=sentence.skipped)
    other = content_words(tokens, text, after, end, skip=sentence.skipped)
    if not own or not other:
        return None
    span = Span(tokens[first].start, tokens[at].end)
    none = Quantity(span, Fraction(0), Fraction(1), _UNITS[tokens[at].text], first=first, after=at)
    told = Span(span.start, tokens[after - 1].end)
    return Relation(own, other, 1, none, part, (after, end), told.of(text), told)
