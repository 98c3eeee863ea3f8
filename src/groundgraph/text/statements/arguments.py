"""Noun phrases as what fills a role: content words, head, names."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.english.phrases import TIMES
from groundgraph.text.names import folded
from groundgraph.text.number_words import LABELLED
from groundgraph.text.statements.model import Argument
from groundgraph.text.statements.moods import only_limits_at
from groundgraph.text.statements.nouns import noun
from groundgraph.text.words import KIND_LETTER, STOP_WORDS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.text.english.phrases import Phrase, Sentence
    from groundgraph.text.english.tokens import Token

PRONOUNS = frozenset(
    """he him himself she her herself it itself they them themselves this these those that who
    which whom one ones both each another others i you we me us him someone everyone anyone
    nobody everybody somebody nothing everything something anything former latter all some
    any many most several few none neither either such more less much his hers its theirs""".split()
)
_DENIED = frozenset({"no", "none", "neither", "nobody", "nothing"})
_TITLES = frozenset("mr mrs ms dr prof sir lord lady st saint president senator judge".split())
_EMPTY = STOP_WORDS | frozenset(
    """many several some certain whole entire various particular same one two three four five six
    seven eight nine ten approximately about around roughly nearly almost also only just even
    number""".split()
)
_WHEN = frozenset({"last", "next", "this", "every", "each"})
_SIDES = {"the", "a", "an"}
_AMOUNT = frozenset({"CD", "DT", "RB", "''"})

_SCORE = re.compile(r"\d{1,3}[-–]\d{1,3}")
_ROMAN = frozenset({"I", "V", "X"})
"""Longer ones are words like others."""


def argument(sentence: Sentence, phrase: Phrase) -> Argument:
    """Read a noun phrase, or adjectives, of a sentence."""
    tokens, tags = sentence.tokens, sentence.tags
    phrase = _timeless(sentence, _scoreless(sentence, phrase))
    inside = range(phrase.first, phrase.last)
    lowers = [tokens[at].lower for at in inside]
    span = Span(tokens[phrase.first].start, tokens[phrase.last - 1].end)
    if lowers in (["one"], ["ones"]):
        return _same_kind(sentence, phrase, span)
    numbers = [at for at in inside[1:] if _numbers(tokens[at - 1], tokens[at])]
    numbers += _letters(tokens[phrase.first : phrase.last], phrase.first)
    held = [at for at in inside if _is_content(tokens[at]) or at in numbers]
    words = frozenset([form(tokens[at].lower) for at in held])
    stop = phrase.of if phrase.of > 0 else phrase.last
    names = frozenset(
        [
            part
            for at in held
            if at < stop
            and (at in numbers or (tokens[at].text[0].isupper() and (tags[at] == "NNP" or at > 0)))
            if (part := folded(tokens[at].text)) not in _TITLES
        ]
    )
    heads = [at for at in held if at < stop and tags[at] != "POS"] or held
    head = form(tokens[heads[-1]].lower) if heads else ""
    alone = [word for word in lowers if word not in _SIDES]
    if len(alone) > 1 and alone[-2] == "of" and not words:  # "several of them"
        alone = alone[-1:]
    return Argument(
        words,
        head,
        names,
        span,
        pronoun=alone[0] if len(alone) == 1 and alone[0] in PRONOUNS else "",
        negated=lowers[0] in _DENIED and not only_limits_at(sentence, phrase.first),
        timed=_is_timed(sentence, phrase),
        plural=tags[stop - 1] == "NNS",
    )


def _scoreless(sentence: Sentence, phrase: Phrase) -> Phrase:
    """Return a phrase without the score behind it: "beat United 3-1"."""
    last = phrase.last
    while last - 1 > max(phrase.first, phrase.of) and _SCORE.fullmatch(
        sentence.tokens[last - 1].text
    ):
        last -= 1
    return phrase._replace(last=last)


def _timeless(sentence: Sentence, phrase: Phrase) -> Phrase:
    """Return a phrase without a time that stands behind it: "its supplier last year"."""
    last = phrase.last - 2
    if last <= phrase.first or phrase.of > 0:
        return phrase
    when, unit = (sentence.tokens[at].lower for at in (last, last + 1))
    return phrase._replace(last=last) if when in _WHEN and unit in TIMES else phrase


def _same_kind(sentence: Sentence, phrase: Phrase, span: Span) -> Argument:
    """Read "the blue one": adjectives of a noun that stands elsewhere."""
    first = phrase.first
    while first > 0 and sentence.tags[first - 1] == "JJ":
        first -= 1
    words = frozenset(form(token.lower) for token in sentence.tokens[first : phrase.first])
    return Argument(words, "", frozenset(), span, pronoun="one")


@lru_cache(maxsize=1 << 15)
def form(lower: str) -> str:
    """Return what a lower-case word is compared by; a possessive's sign by itself is "'"."""
    return noun(folded(lower) or "'")


def _numbers(before: Token, token: Token) -> bool:
    """Say whether a number or letter tells one of a name or kind from others.

    "Leopold I", "version 3", "Plan B", "Type 2".
    """
    if before.lower in LABELLED:
        return token.text.isdigit() or (len(token.text) == 1 and token.text.isupper())
    return token.text in _ROMAN and before.text[:1].isupper()


def _letters(tokens: Sequence[Token], first: int) -> list[int]:
    """Return the indexes of letters that tell one of a kind: not of "John F. Kennedy"."""
    last = len(tokens) - 1
    return [
        first + at
        for at, token in enumerate(tokens)
        if KIND_LETTER.fullmatch(token.text)
        and (tokens[at + 1].text.islower() if at < last else at > 0)
    ]


def _is_content(token: Token) -> bool:
    lower = token.lower
    return len(lower) > 1 and lower not in _EMPTY and token.kind in {"word", "number", "date"}


def _is_timed(sentence: Sentence, phrase: Phrase) -> bool:
    """Say whether a phrase is a date, a time or an amount, which others judge."""
    words = sentence.tokens[phrase.first : phrase.last]
    if "date" in [word.kind for word in words]:
        return True
    last = words[-1]
    if last.lower in TIMES:
        return len(words) == 1 or not all(word.text[0].isupper() for word in words[-2:])
    if last.text.count(".") > 1:  # a version
        return False
    tags = sentence.tags[phrase.first : phrase.last]
    return "CD" in tags and _AMOUNT.issuperset(tags)


def joined(parts: Iterable[Argument]) -> frozenset[str]:
    """Return the words of several arguments."""
    return frozenset(word for part in parts for word in part.words)
