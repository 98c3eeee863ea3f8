"""What a sentence without a verb names: "The Income Fund."."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.english.phrases import Sentence, phrases
from groundgraph.text.english.tagged import tagged_in
from groundgraph.text.statements.arguments import argument
from groundgraph.text.statements.model import Event
from groundgraph.text.statements.retagging import with_verbs

if TYPE_CHECKING:
    from groundgraph.types import Span

_MOST_TOKENS = 12


def named_alone(text: str, span: Span, number: int) -> list[Event]:
    """Return one event of what a sentence names first, or none where it has a verb."""
    words, kinds = tagged_in(text, span)
    if not 0 < len(words) <= _MOST_TOKENS:
        return []
    tagged = with_verbs(words, kinds)
    sentence = Sentence(text, words, tagged, phrases(words, tagged))
    kinds_found = [phrase.kind for phrase in sentence.phrases]
    if kinds_found[:1] != ["NP"] or "VP" in kinds_found:
        return []
    told = argument(sentence, sentence.phrases[0])
    roles = {"subject": (told,)}
    return [Event("be", roles, negated=False, span=span, sentence=number)] if told.words else []
