"""A short answer and its question as one claim, such as "The museum is not free." for "No.".

Every character of the claim that the answer gave knows its place in the answer; the words of the
question have none.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.text.asked.answer_fragments import (
    ECHO,
    POLAR,
    echoes,
    is_fragment,
    is_relative,
    says_yes_or_no,
)
from groundgraph.text.asked.options import Choice, choice
from groundgraph.text.asked.question_words import AUXILIARIES
from groundgraph.text.asked.questions import OWNER, Form, statement_form, verb_of
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.phrases import NOUN_TAGS, phrases
from groundgraph.text.english.tagging import CLOSED, lexicon, may_be_verb, tags
from groundgraph.text.english.tokens import tokens
from groundgraph.text.number_words import ONES, SCALES, TENS
from groundgraph.text.words import content_stems
from groundgraph.types import Span

NONE = -1
"""The place of a character that the question gave."""
_SHORT_REPLY = re.compile(
    r"\s*(?:it|they|he|she|you|we|i|this|that|there)\s+(?:is|are|was|were|am|do|does|did|has|have|had"
    r"|can|could|will|would|should|may|might|must|wo|ca)(?P<no>n['’]t|not|\s+not)?[.!]*\s*",
    re.IGNORECASE,
)
_MEANING = re.compile(r"\b(?:means?|meant|stands? for|indicates?|signif(?:y|ies))\Z")
_BECAUSE = re.compile(
    r"(?:because|due to|owing to|since|to|so that|so|for|thanks to)\b", re.IGNORECASE
)
_DETERMINED = re.compile(r"(?:an?|the|any|some|no|many|much|enough|more)\b", re.IGNORECASE)
_BESIDES = re.compile(
    r"(?<!\band)(?<!\bor),\s+"
    r"(?=(?:in|on|at|since|by|during|from|around|before|after|with|for|thanks to)\b)"
)
_INFINITIVE = re.compile(
    r"[Tt]o (?!(?:the|an?|my|your|its|his|her|their|th\w+)\b)[a-z]"
)  # "To trim it, …"
_MEANS = re.compile(r"(?:by|with|through|in|via|using|on|as|from)\b", re.IGNORECASE)
_ORDINAL = re.compile(
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d{1,3}(?:st|nd|rd|th)",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"[$€£]?\d[\d.,/]*%?")
_SPELLED = frozenset({*ONES, *TENS, *SCALES}) | frozenset(
    """dozen and percent per cent about around approximately roughly nearly almost over under only
    just some exactly more less than at least most up to all""".split()
)
"""Words of a bare number."""
_YEAR = re.compile(r"(?:[12]\d{3}s?|(?:early|late|mid)\b.*|[A-Z][a-z]+,? [12]\d{3})\Z")
_DATE = re.compile(r"\d|[A-Za-z.]+ \d{1,2}\b")
_DAY = re.compile(r"[A-Z]\w+days?\b")
_HOUR = re.compile(
    r"\d{1,2}(?:[:.]\d\d)?\s?(?:a\.?m\.?|p\.?m\.?|o['’]clock)?(?:\Z|\s)|noon\Z|midnight\Z",
    re.IGNORECASE,
)
_PREPOSITIONS = frozenset(word for word, tag in CLOSED.items() if tag in {"IN", "TO", "RP"})
_ADVERBS = frozenset(
    "here there everywhere nowhere abroad online upstairs downstairs never always today".split()
)
_NONE_AT_ALL = re.compile(r"(?:none|zero|0)\Z", re.IGNORECASE)
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


def statement(question: str, answer: str) -> Statement | None:
    """Return the claim that a short answer makes of its question.

    Args:
        question: One question.
        answer: An answer, or its first sentence.

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
        return _of_option(offered, answer)
    if _repeats(question, answer):
        return None
    form = statement_form(question)
    if form is not None and form.wanted == "yes or no":
        return _of_polar(question, answer, form)
    said = POLAR.match(answer.lstrip())
    if said and form is None and ECHO.match(answer.lstrip()[said.end() :]):
        return _yes_or_no(question, answer, form)
    if not _fills(answer, form):
        return None
    return _beside(question, answer) if form is None else _filled(answer, form)


def _of_option(offered: Choice, answer: str) -> Statement | None:
    """Return the claim that an answer makes which names one of the options of its question."""
    named = offered.named(answer)
    made = statement(offered.stem, named or answer)
    if made is None and named:  # "Mars" may be a verb
        form = statement_form(offered.stem)
        fills = form is not None and form.wanted == "name" and len(named.split()) <= _NAME
        made = _filled(named, form) if form and fills else _beside(offered.stem, named)
    if made is None or not named:
        return made
    own = _trimmed(answer)
    places = [NONE if at < 0 else min(own.start + at, own.end - 1) for at in made.places]
    last = max(n for n, at in enumerate(places) if at >= 0)
    places[last] = own.end - 1
    return made._replace(places=tuple(places))


def _of_polar(question: str, answer: str, form: Form) -> Statement | None:
    """Return the claim of an answer to a question for yes or no."""
    if says_yes_or_no(answer, question):
        return _yes_or_no(question, answer, form)
    if short := _SHORT_REPLY.fullmatch(answer):
        return _short_reply(answer, short, form)
    if POLAR.match(answer.lstrip()) or not _fills(answer, form):
        return None
    return _chosen(answer, form) or _beside(question, answer)


def _fills(answer: str, form: Form | None) -> bool:
    """Say whether an answer has its place in the statement that the question makes."""
    start = answer.lstrip()
    if form is not None and form.wanted == "reason" and _BECAUSE.match(start):
        return True
    if form is not None and _MEANING.search(form.before):  # "E42 means the filter is blocked"
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
        if self._text and not words.startswith((",", "'", ".")):
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
    if not affirmed and form.before.lower() == "there" and not _DETERMINED.match(form.after):
        verb = f"{form.auxiliary} no"
    asked, _, given = verb.rpartition(" ")  # "is not": what the answer gives is "not"
    written = _Writer().asked(form.before).asked(asked).said(answer, whole, given).asked(after)
    rest = answer[said.end() :]
    if not echoes(rest, question):
        more = _trimmed(answer, said.end())
        if more.of(answer):
            written.asked(",").said(answer, *_uncapitalised(more, answer))
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


def _uncapitalised(span: Span, answer: str) -> tuple[Span, str]:
    """Return the words of an answer, its first in small letters where it is no name."""
    words = span.of(answer)
    first, _, rest = words.partition(" ")
    small = first.rstrip(",").lower()
    plain = small in CLOSED or _is_number(words) or (small in lexicon() and not rest[:1].isupper())
    if first[:1].isupper() and (first[1:].islower() or first == "A") and plain:
        words = words[:1].lower() + words[1:]
    return span, words


def _chosen(answer: str, form: Form) -> Statement | None:
    """Put an answer in the place of "A or B"; or behind the statement: "only on Sundays"."""
    span, words = _uncapitalised(_trimmed(answer), answer)
    told = " ".join([form.before, *verb_of(form)])
    if words[:1].lower() + words[1:] in told:
        words = words[:1].lower() + words[1:]
    alternatives = _alternatives(told, words)
    if alternatives is not None:
        before, after = alternatives
        return _Writer().asked(before).said(answer, span, words).asked(after).done(form)
    first = words.split(" ", 1)[0].lower()
    if " or " in f" {form.after} " or first not in _PREPOSITIONS | {"only", "sometimes", "usually"}:
        return None
    return _Writer().asked(told).said(answer, span, words).done(form)


def _alternatives(text: str, answer: str) -> tuple[str, str] | None:
    """Return what stands before and behind "A or B", where the answer is one of the two."""
    read = tokens(text, Span(0, len(text)))
    found = phrases(read, tags(read))
    for at, phrase in enumerate(found[1:-1], 1):
        if phrase.kind != "CC" or read[phrase.first].lower != "or":
            continue
        linked = found[at + 1].kind == "IN" and at + 2 < len(found)  # "in green or in white"
        first, second = found[at - 1], found[at + 1 + linked]
        if first.kind != second.kind or first.kind not in {"NP", "AP", "IN"}:
            continue
        start, end = read[first.first].start, read[second.last - 1].end
        if content_stems(answer) & content_stems(text[start:end]):
            return text[:start].rstrip(), text[end:].lstrip()
    return None


def _filled(answer: str, form: Form) -> Statement:
    """Put an answer into the gap of a statement."""
    span, words = _uncapitalised(_trimmed(answer), answer)
    if form.before == "":
        words = span.of(answer)
    lead, behind = _joints(words, form)
    if form.wanted == "number" and form.noun and _NONE_AT_ALL.match(words):
        words = "no"
    after = form.after
    if after and words.lower().endswith(f" {after.lower()}"):
        after = ""
    later = _BESIDES.search(answer, span.start, span.end) if form.before == "" else None
    if later is not None:  # "Mira Osei, in 1998" founded it
        first, rest = Span(span.start, later.start()), Span(later.end(), span.end)
        written = _Writer().said(answer, first).asked(after)
        return written.asked(",").said(answer, rest).done(form)
    written = _Writer().asked(form.before).asked(lead).said(answer, span, words)
    return written.asked(behind).asked(after).done(form)


def _joints(words: str, form: Form) -> tuple[str, str]:
    """Return the words that join an answer to what stands before and behind it."""
    first = words.split(" ", 1)[0].lower()
    placed = first in _PREPOSITIONS | _ADVERBS
    if form.wanted == "number":
        return form.link or _lasting(words, form), _counted(words, form)
    if form.wanted == "reason":
        return ("" if _BECAUSE.match(words) else "because of"), ""
    if form.noun.startswith(OWNER):
        owned = words.endswith(("'s", "s'", "’s", "s’"))
        return form.link, form.noun.removeprefix(OWNER) if owned else form.noun
    if form.wanted == "name" and form.noun and words.isdigit():  # "platform 8"
        return f"{form.link} {form.noun}".strip(), ""
    if form.wanted == "name" and form.noun and _ORDINAL.fullmatch(words):  # "the third floor"
        return f"{form.link} the".strip(), form.noun
    if placed or form.before == "":
        return "", ""
    if form.link:
        return form.link, ""
    if form.wanted == "place":
        return "" if form.before.rpartition(" ")[2] in _PREPOSITIONS else "in", ""
    return (_of_time(words), "") if form.wanted == "time" else ("", "")


def _lasting(words: str, form: Form) -> str:
    """Return "for" where an amount is how long something is done."""
    verb = form.before.rpartition(" ")[2].lower()
    plain = verb in AUXILIARIES or verb in {"lasts", "last", "lasted", "takes", "take", "took"}
    timed = form.measure == "long" and not plain and form.before != ""
    return "for" if timed and words.split(" ", 1)[0].lower() not in _PREPOSITIONS else ""


def _counted(words: str, form: Form) -> str:
    """Return what a bare number counts or measures."""
    if form.noun and (_is_number(words) or _NONE_AT_ALL.match(words)):
        shared = words[-1:] == "%" or words.endswith("cent")
        return f"of {form.noun}" if shared and not form.noun.startswith("of ") else form.noun
    measured = form.measure in {"long", "old", "tall", "high", "deep", "wide", "thick"}
    bare = not form.after and form.before.rpartition(" ")[2].lower() in AUXILIARIES
    plain = (any(map(str.isdigit, words)) or _is_number(words)) and form.measure not in words
    if not (measured and bare and plain):
        return ""
    return "years old" if form.measure == "old" and _is_number(words) else form.measure


def _is_number(words: str) -> bool:
    """Say whether an answer is a number and says not of what."""
    parts = words.lower().replace("-", " ").split()
    figures = [part for part in parts if _FIGURE.fullmatch(part)]
    return all(part in _SPELLED for part in parts if part not in figures)


def _of_time(words: str) -> str:
    [first, *_] = tokens(words, Span(0, len(words)))
    if first.kind == "date":
        return "on" if _DATE.match(words) else "in"
    if words[:1].islower() and words.split(" ", 1)[0] not in {
        "early",
        "late",
        "mid",
        "noon",
        "midnight",
    }:
        return ""
    if _YEAR.match(words):
        return "in"
    if _DAY.match(words):
        return "on"
    return "at" if _HOUR.match(words) else ""
