"""What the evidence compares in words: "shorter by 200 miles", "straw a little less".

Each is kept with what it compares, which way, and the words of both sides.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.adjectives import (
    COMPARATIVES,
    DEGREES,
    MOSTS,
    SUPERLATIVES,
    Adjective,
    narrowed,
)
from groundgraph.text.quantities.written.comparatives import comparative_at, comparisons, is_denied
from groundgraph.text.quantities.written.extremes import superlatives
from groundgraph.text.quantities.written.segments import content_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.model import Sentence

_LISTED = """old young new|early late soon recent|heavy light massive mass|long short tall length
high low|big small large great|fast quick swift slow speed|warm hot cold cool|deep shallow
cheap dear costly pricey expensive affordable economical valuable money|wide broad narrow
thick thin|strong weak powerful|hard soft|wet dry|far near close|good bad|loud quiet
generous modest|popular common frequent numerous|more less fewer most least fewest"""
_AXES = {
    word: words.split()[0]
    for words in _LISTED.replace("\n", "|").split("|")
    for word in words.split()
}
_DOUBTED = frozenset(
    """taught thought believed assumed supposed expected rumoured once before until previously
    formerly ago used""".split()
)
_NOT_AS = re.compile(r"\bnot (?:quite )?(?:as|so) ")
"""Words by which a sentence tells what was only believed, or is no more; and what leaves open which
has more."""
_ALL_OTHERS = frozenset(
    "either others any anyone anything anybody everyone else rest all both".split()
)
DEGREE = "more"
"""The axis of "more" and "less" of whatever."""
_CUES = COMPARATIVES.keys() | SUPERLATIVES.keys() | MOSTS.keys() | DEGREES.keys()
_BORDERS = frozenset(
    {",", ";", "(", ")", ":", "and", "but", "while", "whereas", "though", "–", "—"}
)
_ENDS = frozenset({".", "by", "still", "again"})
_NO_SUBJECT = frozenset({"the", "no", "or", "a", "an"})
_POINTING = frozenset("it he she they who that this".split())


class ToldComparison(NamedTuple):
    """What is more, or less, than something else.

    Attributes:
        axis: What is compared, as the first of the adjectives that compare it.
        sign: 1 where the first side has more of it.
        own: Stems of the first side.
        other: Stems of the second; none where it is all others.
        words: Stems of the sentence.
        measured: Dimensions of its amounts.
        most: Whether it is told of all.
    """

    axis: str
    sign: int
    own: frozenset[str]
    other: frozenset[str]
    words: frozenset[str]
    measured: frozenset[str]
    most: bool = False


def is_left_open(text: str) -> bool:
    """Say whether a text has "not as warm as", which `told_comparisons` does not read."""
    return _NOT_AS.search(text) is not None


def axis_of(adjective: Adjective) -> str:
    """Return what an adjective compares; its own base where no other adjective does."""
    if adjective.base in DEGREES or adjective.base in MOSTS:
        kind = adjective.dimensions[0] if adjective.dimensions else DEGREE
        return _AXES.get(kind, kind)
    return _AXES.get(adjective.base, adjective.base)


def told_comparisons(sentences: Sequence[Sentence]) -> list[ToldComparison]:
    """Return what some sentences compare in words."""
    found: list[ToldComparison] = []
    for number, sentence in enumerate(sentences):
        letters = sentence.letters
        if not _CUES.isdisjoint(letters) and _DOUBTED.isdisjoint(letters):
            before = sentences[number - 1] if number else None
            found += _with_than(sentence)
            found += _alone(sentence, before)
            found += _extremes(sentence)
    return found


def _with_than(sentence: Sentence) -> Iterator[ToldComparison]:
    for told in comparisons(sentence):
        if told.ratio is None and not told.denied and not is_of_pronoun(sentence, told.span.start):
            adjective = narrowed(told.adjective, told.attribute, told.first)
            own, other = frozenset(told.first), frozenset(told.second)
            made = _made(sentence, adjective, own - other, other - own)
            yield made._replace(most=_is_of_all(sentence, told.span.end))


def _is_of_all(sentence: Sentence, start: int) -> bool:
    """Say whether "than either", "than any other" follows."""
    behind = [token.text for token in sentence.tokens if token.start >= start]
    than = behind.index("than") if "than" in behind else len(behind)
    return not _ALL_OTHERS.isdisjoint(behind[than + 1 : than + 4])


def _made(
    sentence: Sentence, adjective: Adjective, own: frozenset[str], other: frozenset[str]
) -> ToldComparison:
    measured = frozenset(amount.dimension for amount in sentence.amounts) - {""}
    axis = axis_of(adjective)
    return ToldComparison(axis, adjective.sign, own, other, sentence.stems, measured)


def _alone(sentence: Sentence, before: Sentence | None) -> Iterator[ToldComparison]:
    """Yield "straw a little less", "Lis is two years older": set against what is told before."""
    tokens = sentence.tokens
    for at in range(1, len(tokens)):
        told = comparative_at(sentence, at)
        if told is None or tokens[at - 1].text in _NO_SUBJECT:
            continue
        adjective, after = told
        behind = [token.text for token in tokens[after : after + 4]] or ["."]
        of_all = behind[0] == "than" and not _ALL_OTHERS.isdisjoint(behind)
        if behind[0] not in _BORDERS and behind[0] not in _ENDS and not of_all:
            continue
        start = next((i + 1 for i in range(at - 1, -1, -1) if tokens[i].text in _BORDERS), 0)
        own = content_words(tokens, sentence.text, start, at, skip=sentence.skipped)
        earlier = content_words(tokens, sentence.text, 0, start, skip=sentence.skipped)
        if not earlier and before is not None:
            earlier = before.words
        names = frozenset(own)
        if names and not is_denied(sentence, at) and not is_of_pronoun(sentence, tokens[at].start):
            made = _made(sentence, narrowed(adjective, (), own), names, frozenset(earlier) - names)
            yield made._replace(most=of_all)


def is_of_pronoun(sentence: Sentence, place: int) -> bool:
    """Say whether the clause of a comparative is told of "it" or "he": "though he is older"."""
    clause: list[str] = []
    for token in sentence.tokens:
        if token.start >= place:
            break
        clause = [] if token.text in _BORDERS else [*clause, token.text]
    return not _POINTING.isdisjoint(clause)


def _extremes(sentence: Sentence) -> Iterator[ToldComparison]:
    """Yield "Mill House has the smallest bedroom"."""
    for told in superlatives(sentence):
        if told.rank == 1 and not is_denied(sentence, told.at):
            adjective = narrowed(told.adjective, told.attribute)
            own = frozenset(told.attribute)
            made = _made(sentence, adjective, own, frozenset())
            yield made._replace(most=not told.of_two, words=own)
