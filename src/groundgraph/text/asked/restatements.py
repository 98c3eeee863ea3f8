"""The short answer within a sentence that says its question again, as "Ada was born in Ulm" does.

Such a sentence has no content words but those of the question, others for them, and one phrase
more, which stands where the question has its gap. What says more than that (two facts, a
condition, a doubt) is left alone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.asked.answer_fragments import is_fragment
from groundgraph.text.asked.plain_questions import case_before
from groundgraph.text.asked.questions import statement_form
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.statements.lexicon import synonyms
from groundgraph.text.triples.relations import concept
from groundgraph.text.vocabulary.small_words import BE
from groundgraph.text.words import stem, words
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.asked.questions import Form
    from groundgraph.text.words import Word

_PLAIN = BE | frozenset(
    """the a an it its he his him she her they their them you your we our us i my me this that these
    those there here has have had do does did will in at on of to for from by with and""".split()
)
"""Small words that leave what is said as it is; any other must be the question's."""
_NEUTRAL = frozenset("in at on for".split())
_PREPOSITIONS = _NEUTRAL | frozenset("of to from by with".split())
_PRONOUN = re.compile(r"(?:it|he|she|they|this|that|these|those)\b", re.IGNORECASE)
_SAYS_MORE = re.compile(r"[;:()?—–]|\.\s|\b(?:who|which|where)\b", re.IGNORECASE)
_LIGHT = {
    "number": frozenset("last take cost amount be".split()),
    "place": frozenset("lie locate situate take place hold happen find".split()),
    "time": frozenset("take place happen be".split()),
    "name": frozenset("call name".split()),
}
"""Verbs that a sentence may have of its own, by what is asked for."""
_NAME_BEFORE = re.compile(r"(?<=\s)([A-Z][\w'’-]{1,30}) \Z")
_BEHIND = re.compile(r"(?: (?:[A-Z][\w'’-]{1,30}|[IVX]{1,4}\b)){1,4}| [ap](?:m\b|\.m\.)")
_OF_TIME = frozenset("yet already still currently now".split())
_MOST = 24
"""Words of a sentence that says its question again."""


@lru_cache(maxsize=1024)
def restated(question: str, sentence: str) -> str:
    """Return what a sentence puts in the gap of its question, "" where it does more or less.

    >>> restated("Who scored the winning goal?", "Jun Aoki scored it.")
    'Jun Aoki'
    >>> restated("Where was Ada born?", "Ada was probably born in Ulm.")
    ''
    """
    form = statement_form(question)
    if form is None or form.wanted not in _LIGHT or _SAYS_MORE.search(sentence.strip()):
        return ""
    read = _Read.of(question, sentence, form)
    if read is None:
        return ""
    said = sentence[read.gap.start : read.gap.end]
    if ("," in said and " and " not in said) or not is_fragment(said):
        return ""
    return said if _is_in_place(read, form) else ""


def said_again(question: str, sentence: str) -> str:
    """Return "Yes." or "No." where a sentence only says its yes/no question again, "" elsewhere.

    Its content words are the question's, in their order; a pronoun may stand for the subject.

    >>> said_again("Has my order shipped?", "Your order has not shipped yet.")
    'No.'
    >>> said_again("Does the shop pay the carrier?", "The carrier pays the shop.")
    ''
    """
    form = statement_form(question)
    if form is None or form.wanted != "yes or no" or _SAYS_MORE.search(sentence.strip()):
        return ""
    question = case_before(question)[1]
    asked, said = words(question), words(sentence)
    negations = sum(word.negation for word in said)
    if any(word.negation for word in asked) or negations > 1 or len(said) > _MOST:
        return ""
    small = {_small(sentence, word) for word in said if not (word.content or word.negation)}
    if not small <= _PLAIN | _OF_TIME | {_small(question, word) for word in asked}:
        return ""
    told = [w.stem for w in said if (w.content or w.number) and _small(sentence, w) not in _OF_TIME]
    wanted = [word.stem for word in asked if word.content or word.number]
    about = wanted[len(wanted) - len(told) :] if _PRONOUN.match(sentence) else wanted
    return ("No." if negations else "Yes.") if told and told == about else ""


def speaks_of(question: str, text: str) -> bool:
    """Say whether a text has all that a question says of what it asks for, or others for it.

    >>> told = "An adult ticket costs 18 euros."
    >>> [speaks_of(f"How much is the {kind} ticket?", told) for kind in ("adult", "child")]
    [True, False]
    """
    form = statement_form(question)
    if form is None:
        return False
    same = _same_as(text)
    told = f"{form.before} {form.after}"
    return all(
        _says_again(_small(told, word), same, form)
        for word in words(told)
        if word.content or word.number
    )


class _Read(NamedTuple):
    """A sentence beside its question.

    Attributes:
        asked: The words of the question, in small letters.
        before: Those of the sentence before its gap.
        gap: The phrase that the question has not.
        after: The words behind it.
    """

    asked: frozenset[str]
    before: tuple[str, ...]
    gap: Span
    after: tuple[str, ...]

    @classmethod
    def of(cls, question: str, sentence: str, form: Form) -> _Read | None:
        """Return the sentence, ``None`` where it says more than one phrase or nothing again."""
        split = words(sentence)
        if len(split) > _MOST:
            return None
        asked = frozenset(_small(question, word) for word in words(question))
        same = _same_as(question)
        again = [_says_again(_small(sentence, w), same, form) for w in split]
        if any(not (w.content or w.number or _small(sentence, w) in _PLAIN | asked) for w in split):
            return None
        new = [n for n, w in enumerate(split) if (w.content or w.number) and not again[n]]
        if not new:
            return None
        first, last = new[0], new[-1]
        inner = range(first, last)
        if any(again[n] or _small(sentence, split[n]) in _NOT_WITHIN for n in inner):
            return None
        outer = [n for n in range(len(split)) if not first <= n <= last]
        small = [_small(sentence, word) for word in split]
        if "and" in {small[n] for n in outer} - asked:
            return None
        copula = _PRONOUN.match(sentence) and not BE.isdisjoint(small[n] for n in outer)
        if not (any(again[n] for n in outer) or (copula and not BE.isdisjoint(asked))):
            return None
        gap = _grown(sentence, Span(split[first].start, split[last].end), form.noun)
        return cls(asked, tuple(small[:first]), gap, tuple(small[last + 1 :]))


_NOT_WITHIN = frozenset(_PLAIN - frozenset("the a an and of his her their its".split()))
"""Small words between two phrases."""


def _is_in_place(read: _Read, form: Form) -> bool:
    """Say whether a phrase stands where its question has the gap, and does what is asked for."""
    outer = {*read.before, *read.after}
    link = next((w for w in reversed(read.before) if w not in {"the", "a", "an"}), "")
    passive = "by" in outer - read.asked
    if form.before == "" and form.after.partition(" ")[0].lower() not in BE:
        named = link in BE  # "Its designer was Ana Costa"
        return link == "by" if passive else named or set(read.before) <= {"the", "a"}
    if passive:
        return False
    if link not in _PREPOSITIONS:
        first = not set(read.before) - {"the", "a", "an"}
        return not first or not BE.isdisjoint(read.after[:1])
    towards = link == "to" and form.wanted == "place"
    return link in _NEUTRAL or link in read.asked or towards


def _small(text: str, word: Word) -> str:
    return text[word.start : word.end].lower().replace("’", "'").removesuffix("'s")


class _Same(NamedTuple):
    """The words of a question in the forms by which others are known to say the same."""

    stems: frozenset[str]
    lemmas: frozenset[str]
    concepts: frozenset[str]


@lru_cache(maxsize=256)
def _same_as(question: str) -> _Same:
    said = [_small(question, word) for word in words(question) if word.content or word.number]
    lemmas = frozenset(map(lemma, said))
    wide = frozenset(other for each in lemmas for other in synonyms(each))
    return _Same(
        frozenset(stem(each) for each in lemmas), wide, frozenset(map(concept, said)) | lemmas
    )


def _says_again(word: str, same: _Same, form: Form) -> bool:
    """Say whether a word is one of the question, or another for it: "designer" of "designed"."""
    base = lemma(word)
    return (
        stem(base) in same.stems
        or base in same.lemmas
        or concept(word) in same.concepts
        or (word.endswith(("er", "or")) and {word[:-2], word[:-1]} & same.lemmas != set())
        or base in _LIGHT.get(form.wanted, ())
    )


def _grown(text: str, span: Span, noun: str) -> Span:
    """Return a phrase with what else is of it: "$14", "9%", "48 rooms", the rest of a name."""
    start, end = span
    kind = noun.lower().rpartition(" ")[2]
    if kind and text[end : end + len(kind) + 2].lower().rstrip(" .,!") == f" {kind}":
        end += 1 + len(kind)
    if text[start : start + 1].isupper() and (name := _NAME_BEFORE.search(text[:start])):
        start = name.start(1)
    if name := _BEHIND.match(text, end):
        end = name.end()
    if text[start - 1 : start] in {"$", "€", "£"}:
        start -= 1
    if text[end : end + 1] == "%":
        end += 1
    return Span(start, end)
