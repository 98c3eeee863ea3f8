"""Where a claim's date is that of another time than one told: the next, the end, another deed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.english.phrases import VERB_TAGS
from groundgraph.text.english.tagged import tagged
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Event

_NEXT = frozenset("next following then again new".split())
_LAST = frozenset("last latest previous recent".split())
_RETURNS = frozenset("every weekly fortnightly monthly quarterly yearly annually".split())
"""Words by which something is told to come round."""


def is_of_another_time(claim: ReadClaim, number: int, told: Event) -> bool:
    """Say whether a date of a claim need not be that of an event which its words fit.

    The next service is not on 12 March, when "the last" one was; "every third Monday" comes after
    6 May; "the end of June" is not 1 June.
    """
    moment, own = claim.sentence.mentions[number].moment, told.moment
    if moment.part and own.day is not None and moment.month == own.month is not None:
        return True
    sentences = claim.index.passages[told.passage].sentences
    if told.cell is not None or told.line >= len(sentences):
        return False
    said = claim.lower | claim.asked
    letters = sentences[told.line].letters
    if not _NEXT.isdisjoint(said) and _LAST.isdisjoint(said) and not _LAST.isdisjoint(letters):
        return True
    near = sentences[max(0, told.line - 1) : told.line + 2]
    returns = any(not _RETURNS.isdisjoint(sentence.letters) for sentence in near)
    return returns and _RETURNS.isdisjoint(said)


def is_of_another_deed(claim: ReadClaim, told: Event) -> bool:
    """Say whether a claim tells what was done then, and a sentence dates something else.

    "The firm went public in 1998" beside "The firm was founded in 1990". What a cell is called need
    not be what is done.
    """
    if told.cell is not None:
        return False
    said = claim.sentence.words.keys() - claim.date_words
    read = zip(*tagged(claim.text), strict=True)
    done = {stem(token.lower) for token, tag in read if tag in VERB_TAGS}
    return not done & said <= told.words.keys()
