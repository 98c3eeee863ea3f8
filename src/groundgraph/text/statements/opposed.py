"""Clauses of a claim that say the opposite of a clause of the evidence, by their words alone.

Where no event could be read off either, words still tell: "Throughput increases by a third with
the option" against "The option makes throughput drop by a third".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.english.lemmas import lemma
from groundgraph.text.statements.binding import AMBIGUOUS, Segment, segments
from groundgraph.text.statements.findings import Found
from groundgraph.text.statements.lexicon import direction, inverses, synonyms
from groundgraph.text.statements.nouns import noun
from groundgraph.text.statements.retagging import BEARINGS
from groundgraph.text.vocabulary.opposites import opposites
from groundgraph.text.vocabulary.small_words import DENIALS
from groundgraph.text.words import share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.statements.evidence import Evidence, Sentence

_FEWEST = 2
_INSIDE, _AROUND = 0.7, 0.75
_FIT = 0.8
_DENYING = DENIALS | {"t", "without"}
_LOOSE = frozenset({"up", "down", "more", "less", "fewer", "over", "under", "to", "on", "off"})
"""Words with an opposite that say too little by themselves."""
_BEHIND_ARTICLE = re.compile(r"\b(?:the|an?|its|their|his|her|this|these)\s(\w+)")
_CAPITAL = re.compile(r"(?<=[\w,] )[A-Z]\w+")
_LABELS = frozenset('"“”/')
_UNSURE = frozenset(
    """if unless whether hardly barely scarcely almost nearly avoid prevent stop refuse deny doubt
    unlikely instead rather than until fail lack only less least too enough would could might
    either or again""".split()
)
"""Words that may turn round what they stand beside, where one of two clauses alone has them."""


def opposed(claim: Sentence, evidence: Evidence, near: Sequence[int]) -> Iterator[Found]:
    """Yield the clauses of the evidence of which a clause of a claim says the opposite.

    Args:
        claim: One sentence of an answer.
        evidence: What it is held against.
        near: Sentences that share most words with the claim.
    """
    if not _LABELS.isdisjoint(claim.written):
        return  # what a button or a heading says is no verb of the claim
    named = _attributes(claim.written)
    for part in segments(claim.written):
        telling = _telling(part) - named
        rest = part.stems - {noun(word) for word in telling}
        if not telling or len(rest) < _FEWEST:
            continue
        for number in near:
            sentence = evidence.sentences[number]
            if _is_opposed(part, telling, rest, sentence, _around(evidence, number)):
                yield Found(
                    "opposite",
                    _FIT,
                    claim.written,
                    sentence.written,
                    sentence.passage,
                    sentence.span,
                )


def _telling(part: Segment) -> frozenset[str]:
    """Return the words of a clause that have an opposite."""
    found = part.lemmas - AMBIGUOUS - _LOOSE - BEARINGS
    return frozenset(
        word
        for word in found
        if direction(word) or (opposites().get(word) and word not in inverses())
    )


def _attributes(written: str) -> frozenset[str]:
    """Return words that tell which thing is meant: "the heated part", "Door Inserts"."""
    found = _BEHIND_ARTICLE.findall(written.lower()) + _CAPITAL.findall(written)
    return frozenset(form for word in found for form in (word.lower(), lemma(word.lower())))


def _around(evidence: Evidence, number: int) -> frozenset[str]:
    own = evidence.sentences[number].stems
    return own | evidence.sentences[number - 1].stems if evidence.follows(number) else own


def _is_opposed(
    part: Segment,
    telling: frozenset[str],
    rest: frozenset[str],
    sentence: Sentence,
    around: frozenset[str],
) -> bool:
    new = frozenset(word for word in telling if not _is_said(word, sentence))
    if not new or share(rest, around) < _AROUND:
        return False
    return any(
        share(rest, other.stems) >= _INSIDE
        and _turns(other, new, _attributes(sentence.written))
        and _denials(part) == _denials(other)
        and _UNSURE.isdisjoint(part.lemmas ^ other.lemmas)
        for other in segments(sentence.written)
    )


def _is_said(word: str, sentence: Sentence) -> bool:
    """Say whether a sentence has a word, one that means the same, or one of its direction."""
    if not synonyms(word).isdisjoint(sentence.lemmas):
        return True
    way = direction(word)
    return bool(way) and any(direction(other) == way for other in sentence.lemmas - _LOOSE)


def _turns(other: Segment, telling: frozenset[str], named: frozenset[str]) -> bool:
    """Say whether a clause has the opposite of a word, and no word that turns two ways."""
    held = other.lemmas - named - _LOOSE
    mine = {direction(word) for word in telling} - {0}
    theirs = {direction(word) for word in held} - {0}
    if mine and theirs:
        return len(mine) == len(theirs) == 1 and mine != theirs
    return any(not opposites().get(word, frozenset()).isdisjoint(held) for word in telling)


def _denials(part: Segment) -> bool:
    return len(part.lemmas & _DENYING) % 2 == 1
