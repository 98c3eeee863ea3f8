"""A short answer and its question as one claim, such as "The museum is not free." for "No.".

Every character of the claim that the answer gave knows its place in the answer; the words of the
question have none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.asked.agreement import agreed
from groundgraph.text.asked.alternatives import alternatives, before_or_after
from groundgraph.text.asked.answer_fragments import (
    ECHO,
    POLAR,
    echoes,
    is_fragment,
    is_relative,
    says_yes_or_no,
)
from groundgraph.text.asked.joints import (
    BECAUSE,
    NONE_AT_ALL,
    PREPOSITIONS,
    is_number,
    is_one,
    joints,
    uncapitalised,
)
from groundgraph.text.asked.options import Choice, choice
from groundgraph.text.asked.question_words import DO, HAVE
from groundgraph.text.asked.questions import Form, statement_form, verb_of
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.phrases import NOUN_TAGS
from groundgraph.text.english.tagging import may_be_verb, tags
from groundgraph.text.english.tokens import tokens
from groundgraph.text.vocabulary.small_words import BE
from groundgraph.text.words import content_stems
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection

NONE = -1
"""The place of a character that the question gave."""
_SHORT_REPLY = re.compile(
    r"\s*(?:it|they|he|she|you|we|i|this|that|there)\s+(?:is|are|was|were|am|do|does|did|has|have|had"
    r"|can|could|will|would|should|may|might|must|wo|ca)(?P<no>n['’]t|not|\s+not)?[.!]*\s*",
    re.IGNORECASE,
)
_MEANING = re.compile(r"\b(?:means?|meant|stands? for|indicates?|signif(?:y|ies))\Z")
_DETERMINED = re.compile(r"(?:an?|the|any|some|no|many|much|enough|more)\b", re.IGNORECASE)
_BESIDES = re.compile(
    r"(?<!\band)(?<!\bor),\s+"
    r"(?=(?:in|on|at|since|by|during|from|around|before|after|with|for|thanks to)\b)"
)
_NOBODY = frozenset({"nobody", "no one", "none", "nothing", "neither", "nowhere"})
_ANY = re.compile(r"\b(?:any(?:one|body|thing|where)?|either)\b", re.IGNORECASE)
_COMMA = re.compile(r",\s+")
_INFINITIVE = re.compile(
    r"[Tt]o (?!(?:the|an?|my|your|its|his|her|their|th\w+)\b)[a-z]"
)  # "To trim it, …"
_MEANS = re.compile(r"(?:by|with|through|in|via|using|on|as|from)\b", re.IGNORECASE)
_NUMBER_AND_LIST = re.compile(r"[^(:;]{1,40}?(?=\s*\(|[:;,]\s|\s[–—-]\s)")
_TRUE = re.compile(
    r"(?:really |actually )?(?:true|correct|right|the case|a fact) that ", re.IGNORECASE
)
_END = " .!?,;"
_NAME = 3
"""Words of an option that is a name whatever they may be beside."""
_SAID_AGAIN = 2
"""Content words of a question that are told from chance in its answer."""


class Statement(NamedTuple):
    """A claim made of a question and a short answer.

    Attributes:
        text: The claim.
        places: The place in the answer of each of its characters, `NONE` where the question gave
            it, shape ``(len(text),)``; ascending where it is not `NONE`.
        form: The question as a statement; ``None`` where question and answer stand side by side.
        affirmed: Of a question for yes or no, which of them the answer says; else ``None``.
    """

    text: str
    places: tuple[int, ...]
    form: Form | None
    affirmed: bool | None = None


def statement(question: str, answer: str, names: Collection[str] = ()) -> Statement | None:
    """Return the claim that a short answer makes of its question.

    Args:
        question: One question.
        answer: An answer, or its first sentence.
        names: Names that keep their capital wherever they stand, such as "The Glass Orchard".

    Returns:
        ``None`` where the answer is a sentence of its own, or there is no question.

    >>> statement("How many speakers were there?", "42").text
    'There were 42 speakers.'
    >>> statement("Is the museum free?", "No.").text
    'The museum is not free.'
    >>> statement("Where was she born?", "Porto").text
    'She was born in Porto.'
    >>> statement("Is it held in spring?", "Yes, in Porto").text
    'It is held in spring, in Porto.'
    """
    if not question.strip() or not any(map(str.isalnum, answer)):
        return None
    offered = choice(question)
    if offered is not None:
        return _of_option(offered, answer, names)
    if _repeats(question, answer):
        return None
    form = statement_form(question)
    if form is not None and form.wanted == "yes or no":
        return _of_polar(question, answer, form, names)
    said = POLAR.match(answer.lstrip())
    if said and form is None and ECHO.match(answer.lstrip()[said.end() :]):
        return _yes_or_no(question, answer, form)
    if not _fills(answer, form):
        return None
    return _beside(question, answer) if form is None else _filled(answer, form, names)


def _of_option(offered: Choice, answer: str, names: Collection[str]) -> Statement | None:
    """Return the claim that an answer makes which names one of the options of its question."""
    named = offered.named(answer)
    made = statement(offered.stem, named or answer, names)
    if made is None and named:  # "Mars" may be a verb
        form = statement_form(offered.stem)
        fills = form is not None and form.wanted == "name" and len(named.split()) <= _NAME
        made = _filled(named, form, names) if form and fills else _beside(offered.stem, named)
    if made is None or not named:
        return made
    own = _trimmed(answer)
    places = [NONE if at < 0 else min(own.start + at, own.end - 1) for at in made.places]
    last = max(n for n, at in enumerate(places) if at >= 0)
    places[last] = own.end - 1
    return made._replace(places=tuple(places))


def _of_polar(question: str, answer: str, form: Form, names: Collection[str]) -> Statement | None:
    """Return the claim of an answer to a question for yes or no."""
    if says_yes_or_no(answer, question):
        return _yes_or_no(question, answer, form)
    if short := _SHORT_REPLY.fullmatch(answer):
        return _short_reply(answer, short, form)
    if POLAR.match(answer.lstrip()) or not _fills(answer, form):
        return None
    made = _of_none(answer, form) or _chosen(answer, form, names)
    return made or _beside(question, answer)


def _of_none(answer: str, form: Form) -> Statement | None:
    """Put "Nobody" or "None" in the place of "anyone" or "any"."""
    span = _trimmed(answer)
    words = span.of(answer).lower()
    told = " ".join(filter(None, [form.before, *verb_of(form)]))
    asked = _ANY.search(told) if words in _NOBODY else None
    if asked is None:
        return None
    words = "no" if words == "none" and not told[asked.end() :].startswith(" of ") else words
    written = _Writer().asked(told[: asked.start()].rstrip()).said(answer, span, words)
    return written.asked(told[asked.end() :].lstrip()).done(form, affirmed=False)


def _fills(answer: str, form: Form | None) -> bool:
    """Say whether an answer has its place in the statement that the question makes."""
    start = answer.lstrip()
    if form is not None and form.wanted == "reason" and BECAUSE.match(start):
        return True
    if form is not None and (means := _MEANING.search(form.before)):
        told = content_stems(form.before[: means.start()])
        if not told or not told <= content_stems(answer):  # "E42 means the filter is blocked"
            return True
    if not is_fragment(answer) or _INFINITIVE.match(start) or _does_again(answer, form):
        return False  # a sentence; "To trim it, press the button": what to do, and no statement
    return form is None or form.wanted != "manner" or _MEANS.match(start) is not None


def _does_again(answer: str, form: Form | None) -> bool:
    """Say whether something in an answer does what the question asks of: "The trip ends in May"."""
    if form is None:
        return False
    asked = f"{form.before} {form.after}".lower().split()
    verb = form.before.rpartition(" ")[2] or form.after.partition(" ")[0]
    read = tokens(answer, Span(0, len(answer)))
    found = tags(read)
    for at in range(1, len(read) - 1):
        word = read[at].lower
        does = lemma(word) == lemma(verb.lower()) or (word not in asked and f"{word}ing" in asked)
        does = does or (f"{word}{word[-1]}ing" in asked)
        behind = read[at + 1].lower not in {"of", "and", "or", ",", "("}
        if does and behind and may_be_verb(word) and found[at - 1] in NOUN_TAGS:
            return not is_relative(found, at) and "CD" not in found[max(0, at - 3) : at - 1]
    return False


def _repeats(question: str, answer: str) -> bool:
    """Say whether an answer holds all that the question says and more, so that it is a sentence."""
    asked = content_stems(question)
    return len(asked) >= _SAID_AGAIN and asked < content_stems(answer)


class _Writer:
    """Joins words of the question and of the answer, and keeps the places of the latter."""

    def __init__(self) -> None:
        self._text = ""
        self._places: list[int] = []

    def asked(self, words: str) -> _Writer:
        """Add words that the question gave."""
        return self._add(words, [NONE] * len(words))

    def said(self, answer: str, span: Span, words: str = "") -> _Writer:
        """Add words of the answer, or others that stand for them."""
        own = span.of(answer)
        words = words or own
        places = [min(span.start + i, span.end - 1) for i in range(len(words))]
        places[-1] = span.end - 1  # so that other words that stand for them are shown whole
        return self._add(words, places)

    def done(self, form: Form | None, affirmed: bool | None = None) -> Statement:
        """Return the claim, with a capital and a stop."""
        text = self._text
        first = text[:1].upper()
        text = first + text[1:] if len(first) == 1 else text
        if text[-1:] not in {".", "!", "?"}:
            text, self._places = f"{text}.", [*self._places, NONE]
        return Statement(text, tuple(self._places), form, affirmed)

    def _add(self, words: str, places: list[int]) -> _Writer:
        if not words:
            return self
        if self._text and not words.startswith((",", "'", ".", ":", ";")):
            self._text += " "
            self._places.append(NONE)
        self._text += words
        self._places += places
        return self


def _trimmed(answer: str, start: int = 0) -> Span:
    """Return what an answer says behind a place, without stops and commas at its ends."""
    end = len(answer)
    while start < end and (answer[start] in f"{_END}\n\t:–—" or answer[start : start + 2] == "- "):
        start += 1
    while end > start and answer[end - 1] in _END:
        end -= 1
    return Span(start, end)


def _beside(question: str, answer: str, affirmed: bool | None = None) -> Statement:
    asked = " ".join(question.split())
    return _Writer().asked(asked).said(answer, _trimmed(answer)).done(None, affirmed)


def _yes_or_no(question: str, answer: str, form: Form | None) -> Statement:
    start = len(answer) - len(answer.lstrip())
    said = POLAR.match(answer, start)
    assert said is not None
    affirmed = said["yes"] is not None
    if form is None:
        return _beside(question, answer, affirmed)
    asked_of = _TRUE.match(form.after) if form.before.lower() == "it" else None
    if asked_of is not None:  # "Is it true that it closed?" asks whether it closed
        said_of = form.after[asked_of.end() :]
        plain = form._replace(after=said_of)
        if affirmed and echoes(answer[said.end() :], question):
            return _Writer().asked(said_of).done(plain, affirmed)
        return _put(answer, said, form, question)._replace(form=plain)
    return _put(answer, said, form, question)


def _put(answer: str, said: re.Match[str], form: Form, question: str) -> Statement:
    """Write the statement of a question with its yes or no, and what the answer adds."""
    affirmed = said["yes"] is not None
    start = said.start()
    verb, after = verb_of(form) if affirmed else (_denied(form.auxiliary), form.after)
    whole = Span(start, said.end())
    exists = form.before.lower() == "there" and form.auxiliary in BE
    if not affirmed and exists and not _DETERMINED.match(form.after):
        verb = f"{form.auxiliary} no"
    asked, _, given = verb.rpartition(" ")  # "is not": what the answer gives is "not"
    behind = ""
    if said[0].lower() == "never":
        verb, after = verb_of(form)
        given, asked, behind = "never", *(("", verb) if form.auxiliary in DO else (verb, ""))
    written = _Writer().asked(form.before).asked(asked).said(answer, whole, given)
    written.asked(behind).asked(after)
    rest = answer[said.end() :]
    if not echoes(rest, question):
        more = _trimmed(answer, said.end())
        if more.of(answer).lower() in {"yet", "not yet"}:
            return written.said(answer, more, "yet").done(form, affirmed)
        if more.of(answer):
            written.asked(",").said(answer, *uncapitalised(more, answer))
    return written.done(form, affirmed)


def _short_reply(answer: str, short: re.Match[str], form: Form) -> Statement:
    """Write what "They don't" says."""
    affirmed = short["no"] is None
    verb, after = verb_of(form) if affirmed else (_denied(form.auxiliary), form.after)
    asked, _, given = verb.rpartition(" ")
    written = _Writer().asked(form.before).asked(asked).said(answer, _trimmed(answer), given)
    return written.asked(after).done(form, affirmed)


def _denied(auxiliary: str) -> str:
    return {"can": "cannot", "must": "need not"}.get(auxiliary, f"{auxiliary} not")


def _chosen(answer: str, form: Form, names: Collection[str]) -> Statement | None:
    """Put an answer in the place of "A or B"; or behind the statement: "only on Sundays"."""
    span, words = uncapitalised(_trimmed(answer), answer, names)
    told = " ".join(filter(None, [form.before, *verb_of(form)]))
    if (placed := before_or_after(told, words)) is not None:
        before, words, after = placed
        return _Writer().asked(before).said(answer, span, words).asked(after).done(form)
    if words[:1].lower() + words[1:] in told:
        words = words[:1].lower() + words[1:]
    both = alternatives(told, words)
    if both is not None:
        before, after = both
        return _Writer().asked(before).said(answer, span, words).asked(after).done(form)
    first = words.split(" ", 1)[0].lower()
    if " or " in f" {form.after} " or first not in PREPOSITIONS | {"only", "sometimes", "usually"}:
        return None
    return _Writer().asked(told).said(answer, span, words).done(form)


def _filled(answer: str, form: Form, names: Collection[str]) -> Statement:
    """Put an answer into the gap of a statement."""
    span, words = uncapitalised(_trimmed(answer), answer, names)
    if form.before == "":
        words = span.of(answer)
    counted = _NUMBER_AND_LIST.match(words) if form.wanted == "number" and form.noun else None
    number = counted[0] if counted and is_number(counted[0]) else words
    lead, behind = joints(number, form)
    if form.wanted == "number" and form.noun and NONE_AT_ALL.match(words):
        number = words = "no"
    before, after = agreed(form, words, one=is_one(number))
    timed = before.rpartition(" ")[2] in HAVE and after.startswith("to ")
    breaks = _BESIDES if before == "" else _COMMA if timed else None
    later = breaks.search(answer, span.start, span.end) if breaks else None
    if later is not None:  # "Mira Osei, in 1998" founded it; one has "14 days, if new" to return it
        first, rest = Span(span.start, later.start()), Span(later.end(), span.end)
        written = _Writer().asked(before).said(answer, first).asked(after)
        return written.asked(",").said(answer, rest).done(form)
    written = _Writer().asked(before).asked(lead)
    if number != words:  # "Two: Low Tide and High Moor", "Two (Ivo and Mae)"
        end = span.start + len(number)
        rest = Span(span.end - len(words[len(number) :].lstrip()), span.end)
        written.said(answer, Span(span.start, end), number).asked(behind)
        return written.said(answer, rest).asked(after).done(form)
    return written.said(answer, span, words).asked(behind).asked(after).done(form)
