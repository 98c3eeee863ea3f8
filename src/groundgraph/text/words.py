"""Words of a text: stems, content words, capitals. Light enough to run on every answer.

The stemmer only has to map the forms of one word to one string, on both sides alike; it is a
suffix stripper in the manner of Harman's S-stemmer, with -ing, -ed, -ion and -ly added.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.bounds import only_limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Set as AbstractSet

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\W_]+")
_ASCII_WORD = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)*|[0-9]+(?:[.,:][0-9]+)*|[A-Za-z0-9]+")
"""The same of a text in ASCII, quicker."""
_DIGIT, _LETTERS = re.compile(r"\d"), re.compile("[a-z]+")
_FALSY_STEM = 3
KIND_LETTER = re.compile(r"\b[B-HJ-Z]\b")
"""A letter that tells one of a kind from others: "the S model", "hepatitis B"; "A" and "I" are
words."""
_VOWEL = re.compile(r"[aeiouy]")

STOP_WORDS = frozenset(
    """a about above after again all also am an and any are as at be because been before being
    below between both but by can could did do does doing down during each either few for from
    further had has have having he her here hers him himself his how i if in into is it its
    itself just may me might more most must my myself no nor not now of off on once only or
    other our ours out over own per quite rather same shall she should so some such than that
    the their theirs them then there these they this those though through thus to too under
    until up upon very was we well were what when where whether which while who whom whose why
    will with within without would yet you your yours let us it's don't doesn't isn't aren't
    won't can't didn't wasn't weren't hasn't haven't i'm i've i'll i'd we're we've we'll we'd you're
    you've you'll you'd they're they've they'll they'd he's she's that's there's what's who's it'll
    he'll she'll there'll""".split()
)
NEGATIONS = frozenset(
    """no not never none nobody nothing neither nor without cannot can't don't doesn't didn't
    isn't aren't wasn't weren't won't wouldn't shouldn't couldn't hasn't haven't hadn't lack
    lacks lacking unavailable unable absent fails fail failed""".split()
)


_NEGATING = frozenset(word for word in NEGATIONS if "'" not in word) | {"t"}
"""Letters of words that negate: of "don't" the last."""


class Word(NamedTuple):
    """One word and where it stands.

    Attributes:
        stem: Lower-case stem.
        start: First code point of the word in its text.
        end: One past the last.
        content: Whether it carries meaning: not a stop word, not a lone letter.
        capital: Whether it is written with a capital or is an acronym.
        number: Whether it begins with a digit.
        negation: Whether it negates; "no" of "no more than 3" does not.
    """

    stem: str
    start: int
    end: int
    content: bool
    capital: bool
    number: bool
    negation: bool


def words(text: str) -> list[Word]:
    """Split a text into words, in order.

    >>> [word.stem for word in words("The cities' 1,200 buses stopped.") if word.content]
    ['city', '1200', 'bus', 'stop']
    """
    return list(_split(text))


def postings(texts: Iterable[Iterable[Word]]) -> dict[str, list[int]]:
    """Return the numbers of the texts that hold each stem, rising, from 0."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        for stem in {word.stem for word in text}:
            found[stem].append(number)
    return dict(found)


def content_stems(text: str) -> frozenset[str]:
    """Return the distinct stems of the content words of a text; nothing of a long one is kept.

    >>> sorted(content_stems("The cities and the city's buses"))
    ['bus', 'city']
    """
    return distinct(content_stem, text)


def distinct(form: Callable[[str], str], text: str) -> frozenset[str]:
    """Return the distinct forms of the words of a text as written, "" left out."""
    return frozenset(filter(None, map(form, _pattern(text).findall(text))))


@lru_cache(maxsize=1 << 16)
def content_stem(surface: str) -> str:
    """Return the stem of a word as it is written, "" of one that carries no meaning."""
    shape = _shape(surface)
    return shape[0] if shape[1] else ""


def _pattern(text: str) -> re.Pattern[str]:
    return _ASCII_WORD if text.isascii() else _WORD


@lru_cache(maxsize=2048)  # several blocks of features read the same sentences
def _split(text: str) -> tuple[Word, ...]:
    split = tuple(map(_word, _pattern(text).finditer(text)))
    if not any(word.negation for word in split):
        return split
    return tuple(
        word._replace(negation=False)
        if word.negation and only_limits(text, word.start, word.end)
        else word
        for word in split
    )


def _word(match: re.Match[str]) -> Word:
    shape = _shape(match[0])
    new = tuple.__new__  # half the time of Word(…), and words are many
    return new(Word, (shape[0], *match.span(), *shape[1:]))


@lru_cache(maxsize=1 << 16)
def _shape(surface: str) -> tuple[str, bool, bool, bool, bool]:
    lower = surface.lower().replace("’", "'")
    number = surface[0].isdigit()
    content = lower not in STOP_WORDS and (len(lower) > 1 or number)
    negation = negates(lower)
    return stem(lower), content, surface[0].isupper(), number, negation


def negates(word: str) -> bool:
    """Say whether a word negates; it is in lower case, its apostrophe straight.

    >>> [negates(word) for word in ("never", "mustn't", "mustn’t")]
    [True, True, False]
    """
    return word in NEGATIONS or word.endswith("n't")


def may_negate(text: str) -> bool:
    """Say whether a text may hold a word that negates; much quicker than to read it.

    >>> [may_negate(text) for text in ("It won't.", "It is not.", "It is.")]
    [True, True, False]
    """
    return not _NEGATING.isdisjoint(letters(text))


@lru_cache(maxsize=2048)  # several blocks of features read the same sentences
def letters(text: str) -> frozenset[str]:
    """Return the runs of a to z in a text in lower case: quicker to look into than words."""
    return frozenset(_LETTERS.findall(text.lower()))


def share(wanted: AbstractSet[str], held: AbstractSet[str]) -> float:
    """Return the share of some words that others hold, 0 of none."""
    return len(wanted & held) / len(wanted) if wanted else 0.0


def has_digit_or(spelled: AbstractSet[str], text: str) -> bool:
    """Say whether a text holds a digit or one of some words of a to z; much quicker than to read.

    >>> [has_digit_or({"two"}, text) for text in ("Two cats", "5 cats", "twofold")]
    [True, True, False]
    """
    return has_digit(text) or not spelled.isdisjoint(letters(text))


def has_digit(text: str) -> bool:
    """Say whether a text holds a digit."""
    return _DIGIT.search(text) is not None


def stem(word: str) -> str:
    """Return the stem of a lower-case word.

    >>> [stem(w) for w in ("located", "location", "stopping", "cities", "class")]
    ['locat', 'locat', 'stop', 'city', 'class']
    """
    if word[:1].isdigit():
        return _plain_number(word)
    word = word.removesuffix("'s").removesuffix("'")
    word = _strip_plural(word)
    if word.endswith(("ied", "ie")) and len(word) > _FALSY_STEM + 1:
        return word.removesuffix("d").removesuffix("ie") + "y"
    for suffix in ("ing", "ed", "ion", "ly"):
        stripped = word.removesuffix(suffix)
        if stripped is not word and len(stripped) >= _FALSY_STEM and _VOWEL.search(stripped):
            return _undouble(stripped)
    return word.removesuffix("e") if len(word) > _FALSY_STEM else word


def _plain_number(word: str) -> str:
    whole = word.replace(",", "")
    return whole.rstrip("0").rstrip(".") if whole.count(".") == 1 else whole


def _strip_plural(word: str) -> str:
    if len(word) <= _FALSY_STEM or word.endswith(("ss", "us", "is")) or word[-1] != "s":
        return word
    if word.endswith("ies") and len(word) > _FALSY_STEM + 1:
        return word[:-3] + "y"
    if len(word) > _FALSY_STEM + 1 and word.endswith(
        ("sses", "shes", "ches", "xes", "zes", "uses")
    ):
        return word[:-2]
    return word[:-1]


def _undouble(word: str) -> str:
    if len(word) > _FALSY_STEM and word[-1] == word[-2] and word[-1] not in "aelosz":
        return word[:-1]
    return word.removesuffix("e") if len(word) > _FALSY_STEM else word
