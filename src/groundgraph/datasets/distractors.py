"""A wrong answer of the right type, out of the paragraphs that hold the right one."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.datasets import dates as when
from groundgraph.datasets import numerals as count
from groundgraph.datasets.name_words import HEADS, NameKind
from groundgraph.datasets.names import (
    aliases,
    alike,
    content,
    kind_asked,
    kind_by_form,
    kind_defined,
    names,
    plain,
)
from groundgraph.text.english.phrases import Sentence, label, phrases
from groundgraph.text.english.tagging import tags
from groundgraph.text.english.tokens import tokens
from groundgraph.types import Span

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.datasets.multihop import MultiHopQuestion, Paragraph, Scope

AnswerKind = Literal[
    "yes_no",
    "date",
    "number",
    NameKind,
    "list",
    "phrase",
    "other",
]
"""What an answer is. A "list" has several names; "other" are clauses, and names among words."""

_FLIPPED = {"yes": "no", "no": "yes"}
_VERB = re.compile(r"\b(?:is|was|are|were|has|had|have|died|became|changes)\b")
_SEPARATOR = re.compile(r",\s+(?:and\s+)?|(?<!\s)\s+(?:and|in)\s+")
_ARTICLE = re.compile(r"^(?:the|an?)\s+")
_DEFINES = re.compile(r"\b(?:is|was|are|were)\s(?:(?:an?|the|both|one of the)\s)?$")
_TRADES = ("ist", "smith", "maker", "writer")
_ENDINGS = frozenset("Jr Jr. Sr Sr. Inc Inc. Ltd Ltd. D.C. DC".split())
_LINKS = (", ", " and ", ", and ", " or ", ", or ", " & ", " (", "/", " in ")
_DRESS = "\"“”' ,;"
_ONE_IN_OTHER = frozenset({"place", "state", "country", "people", "phrase"})
_LONGEST = 10  # words of an answer that is no clause
_NEAREST = 4  # numbers of like size that are drawn from
_MARGIN = 2  # words that a phrase may have more than the answer


class Distractor(NamedTuple):
    """A wrong answer, and what it is: an `AnswerKind`, or "compared" for the other thing asked."""

    text: str
    kind: str


def bare(answer: str) -> str:
    """Return an answer without the quotation marks and the full stop around it.

    >>> bare('"Pistol Pete"')
    'Pistol Pete'
    """
    text = answer.strip().strip(_DRESS)
    return text[:-1] if text.endswith(".") and " " in text and text[-3:-2] != "." else text


def answer_kind(question: MultiHopQuestion) -> AnswerKind:
    """Return what the answer of a question is."""
    answer = bare(question.answer)
    if answer.lower() in _FLIPPED:
        return "yes_no"
    if len(answer.split()) > _LONGEST or _VERB.search(answer):
        return "other"
    found = when.dates(answer)
    if found and not _capital(_without(answer, [(each.start, each.end) for each in found])):
        return "date"
    numerals = count.numerals(answer)
    if numerals and not _capital(answer):
        return "number"
    if not _capital(answer):
        return "phrase"
    return _name_kind(question, answer)


def _name_kind(question: MultiHopQuestion, answer: str) -> AnswerKind:
    defined = kind_defined(answer, question.paragraphs)
    known = {name.text: name.kind for name in names(question.paragraphs)}
    members = _SEPARATOR.split(answer)
    whole = answer in known or set(_DRESS[:3]) & set(answer) or members[-1] in _ENDINGS
    if len(members) > 1 and not whole and all(_capital(member[:1]) for member in members):
        return "list"
    words = _ARTICLE.sub("", answer).split()
    if not (_capital(words[0]) and _capital(words[-1])):
        return "other"
    by_word = kind_by_form(answer) or defined or kind_asked(question.question)
    return by_word or known.get(answer, "name")


def distractor(question: MultiHopQuestion, scope: Scope, draw: random.Random) -> Distractor | None:
    """Return a wrong answer from the paragraphs of a scope, ``None`` where they hold none.

    Names, dates, numbers and phrases come from the supporting paragraphs where these hold one
    of the kind, else from the others; what these say word for word goes before what has to be
    written in the form of the answer, such as a date. None is, holds, or may be another name of
    the answer. None stands in the question; only for a comparison of two things, the other of
    them is what is drawn. None stands beside the answer in a list ("A, B and C"), and no place,
    nationality or phrase in one sentence with it: these may be right as well.
    """
    kind, answer = answer_kind(question), bare(question.answer)
    if kind == "yes_no":
        return Distractor(_FLIPPED[answer.lower()], kind)
    compared = _compared(question, answer)
    if compared:
        return Distractor(draw.choice(compared), "compared")
    if kind == "other":
        return None
    near = question.within("supporting")
    far = tuple(each for each in question.within(scope) if each not in near)
    for wanted in _kinds(kind):
        for group in (near, far):
            found = _candidates(question, answer, wanted, group)
            if found:
                return Distractor(draw.choice(_said(found, group) or found), wanted)
    return None


def _said(found: Iterable[str], group: Sequence[Paragraph]) -> list[str]:
    """Keep what the paragraphs say in these words: the gold answer mostly is, too."""
    evidence = plain(" ".join(paragraph.text for paragraph in group))
    return [text for text in found if plain(text) in evidence]


def _kinds(kind: AnswerKind) -> tuple[AnswerKind, ...]:
    """Return the kinds to look for, the answer's own first."""
    fallback: dict[AnswerKind, tuple[AnswerKind, ...]] = {
        "state": ("state", "place"),
        "country": ("country", "place"),
        "place": ("place", "name"),
        "person": ("person", "name"),
        "organisation": ("organisation", "name"),
        "work": ("work", "name"),
    }
    return fallback.get(kind, (kind,))


def _candidates(
    question: MultiHopQuestion, answer: str, kind: AnswerKind, group: tuple[Paragraph, ...]
) -> list[str]:
    texts = [paragraph.text for paragraph in group]
    found: Iterable[str]
    if kind == "date":
        found = _other_dates(answer, texts)
    elif kind == "number":
        found = _other_numbers(answer, texts)
    elif kind == "phrase":
        found = _other_phrases(answer, group)
    elif kind == "list":
        return _other_lists(question, answer, group)
    else:
        found = (name.text for name in names(group) if name.kind == kind)
    measured, apart = kind in {"date", "number"}, kind in _ONE_IN_OTHER
    possible = _wrong(question, answer, sorted(set(found)), loosely=measured)
    return _apart(possible, answer, question.paragraphs) if apart else possible


def _wrong(
    question: MultiHopQuestion, answer: str, found: Iterable[str], *, loosely: bool
) -> list[str]:
    """Keep what is surely wrong and not given away by the question; see `distractor`.

    Args:
        question: The question.
        answer: The answer.
        found: Candidates.
        loosely: Only the whole text counts, as for dates and numbers.
    """
    asked = plain(question.question)
    unlike = [text for text in found if text.strip() and plain(text) not in asked]
    if loosely:
        return [text for text in unlike if plain(text) != plain(answer)]
    other_names = plain(aliases(answer, question.paragraphs))
    evidence = plain(" ".join(paragraph.text for paragraph in question.paragraphs))
    evidence = evidence.replace('"', "")
    return [
        text
        for text in unlike
        if not alike(text, answer)
        and plain(text) not in other_names
        and not _beside(plain(text), plain(answer), evidence)
    ]


def _apart(found: Iterable[str], answer: str, paragraphs: Iterable[Paragraph]) -> list[str]:
    """Drop what a sentence says with the answer: one may lie in the other, or both be right."""
    told = [plain(sentence) for page in paragraphs for sentence in page.sentences]
    told = [sentence for sentence in told if plain(answer) in sentence]
    return [text for text in found if not any(plain(text) in sentence for sentence in told)]


def _beside(one: str, other: str, evidence: str) -> bool:
    """Say whether two names stand in one list, or one within the other ("Parma, Italy")."""
    return any(
        f"{one}{link}{other}" in evidence or f"{other}{link}{one}" in evidence for link in _LINKS
    )


def _compared(question: MultiHopQuestion, answer: str) -> list[str]:
    """Return the other things that a question compares, where the answer is one of them."""
    if "comparison" not in question.type and " or " not in question.question:
        return []
    asked = content(question.question)
    titles = dict.fromkeys(each.name for each in question.within("supporting"))
    named = [title for title in titles if content(title) <= asked]
    others = [title for title in named if not alike(title, answer)]
    return others if len(others) < len(named) else []


def _other_dates(answer: str, texts: Sequence[str]) -> Iterator[str]:
    own = when.dates(answer)
    if len(own) != 1:
        return
    for date in (date for text in texts for date in when.dates(text)):
        written = when.written_like(date, answer)
        if written is not None:
            yield written


def _other_numbers(answer: str, texts: Sequence[str]) -> list[str]:
    """Return the answer with the numbers of like size in its place."""
    own = count.numerals(answer)
    if len(own) != 1:
        return []
    (numeral,) = own
    values = {
        each.value
        for text in texts
        for each in count.numerals(_without(text, [(d.start, d.end) for d in when.dates(text)]))
        if each.is_ordinal == numeral.is_ordinal and each.value not in (0, numeral.value)
    }
    near = sorted(values, key=lambda value: (_distance(value, numeral.value), value))
    return [count.written_like(value, answer, numeral) for value in near[:_NEAREST]]


def _other_phrases(answer: str, group: Sequence[Paragraph]) -> Iterator[str]:
    """Yield roles of persons where the answer is one, else things of its head or definitions."""
    own = next(_noun_phrases(answer), None)
    if own is None:
        return
    for phrase in (each for page in group for s in page.sentences for each in _noun_phrases(s)):
        if _is_role(own.head):
            fits = _is_role(phrase.head)
        else:
            fits = phrase.head == own.head or (phrase.defines and not _is_role(phrase.head))
        short = len(phrase.text.split()) <= len(answer.split()) + _MARGIN
        if fits and short and phrase.plural == own.plural:
            yield phrase.text


class _NounPhrase(NamedTuple):
    """A noun phrase without names; ``defines`` when it stands behind "is a" or the like."""

    text: str
    head: str
    plural: bool
    defines: bool


def _noun_phrases(text: str) -> Iterator[_NounPhrase]:
    words = tokens(text, Span(0, len(text)))
    tagged = tags(words)
    sentence = Sentence(text, words, tagged, phrases(words, tagged))
    for phrase in sentence.phrases:
        head, tag = words[phrase.last - 1].lower, tagged[phrase.last - 1]
        counted = "CD" in tagged[phrase.first : phrase.last]
        if phrase.kind == "NP" and tag in {"NN", "NNS"} and not counted:
            written = label(sentence, phrase.first, phrase.last)
            if not _capital(written):
                before = text[: words[phrase.first].start]
                behind = text[: words[phrase.first].end] if tagged[phrase.first] == "DT" else before
                defines = bool(_DEFINES.search(f"{behind.rstrip()} "))
                yield _NounPhrase(written, head, tag == "NNS", defines)


def _is_role(head: str) -> bool:
    single = head.removesuffix("s")
    return HEADS.get(single) == "person" or single.endswith(_TRADES)


def _other_lists(
    question: MultiHopQuestion, answer: str, group: tuple[Paragraph, ...]
) -> list[str]:
    """Return the list with its first member exchanged for a name of the same kind."""
    first = _SEPARATOR.split(answer)[0]
    known = {name.text: name.kind for name in names(question.paragraphs)}
    kind = kind_by_form(first) or known.get(first) or kind_asked(question.question) or "name"
    others = sorted({name.text for name in names(group) if name.kind == kind})
    wrong = _apart(_wrong(question, answer, others, loosely=False), first, question.paragraphs)
    return [text + answer[len(first) :] for text in wrong]


def _without(text: str, ranges: Iterable[tuple[int, int]]) -> str:
    for start, end in ranges:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _capital(text: str) -> bool:
    return any(character.isupper() for character in text)


def _distance(value: int, other: int) -> float:
    return abs(math.log((value + 1) / (other + 1)))
