"""How an answer stands in the statement of its question: its first letter, and what joins it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.asked.agreement import is_several, one_of
from groundgraph.text.asked.question_words import AUXILIARIES, HAVE
from groundgraph.text.asked.questions import OWNER
from groundgraph.text.calendar_words import MONTH_NAMES, MONTHS, WEEKDAYS
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.phrases import NOUN_TAGS
from groundgraph.text.english.tagging import CLOSED, lexicon, tags
from groundgraph.text.english.tokens import tokens
from groundgraph.text.number_words import ONES, SCALES, TENS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection

    from groundgraph.text.asked.questions import Form

BECAUSE = re.compile(
    r"(?:because|due to|owing to|since|to|so that|so|for|thanks to)\b", re.IGNORECASE
)
_ORDINAL = re.compile(
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d{1,3}(?:st|nd|rd|th)",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"[$€£]?\d[\d.,/]*%?")
_AMOUNT = re.compile(
    r"(?:about |around |up to |over |at least )?(?:[A-Z]{3} ?|[$€£] ?)?\d[\d.,]*"
    r"(?: ?[a-zA-Z°²³]{1,12})?(?: \([^()]{1,40}\))?"
)
"""An amount without what it is of: "90 days", "EUR 30 (25%)"."""
_NO_MASS = frozenset("money time longer further later more less faster".split())
_SHARE = re.compile(
    r"(?:(?:about|around|nearly|almost|over|under|more than|less than|just over|just under) )?"
    r"(?:(?:an?|one|two|three|four|five|\d)[ -])?(?:half|third|quarter|fifth|sixth|eighth|tenth)s?"
    r"|most",
    re.IGNORECASE,
)
_NO_LENGTH = re.compile(r"[$€£¥%°]|\b[A-Z]{3}\b|\b(?:euro|dollar|pound|percent|degree)")
"""Signs of an amount that is no length."""
_SPELLED = frozenset({*ONES, *TENS, *SCALES}) | frozenset(
    """dozen and percent per cent about around approximately roughly nearly almost over under only
    just some exactly more less than at least most up to all""".split()
)
"""Words of a bare number."""
_YEAR = re.compile(r"(?:[12]\d{3}s?|(?:early|late|mid)\b.*|[A-Z][a-z]+,? [12]\d{3})\Z")
_PART_OF_TIME = re.compile(r"(?:early|late) (?:in|on|at|that|this|last|next)\b")
_PART_OF_YEAR = re.compile(
    rf"(?:{'|'.join(MONTH_NAMES)}|(?:early |mid-?|late )?(?:spring|summer|autumn|winter))\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r",|\band\b|&")
_DATE_IN_FIGURES = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\Z|\d{4}-\d\d-\d\d\Z")
_DATE = re.compile(r"\d|[A-Za-z.]+ \d{1,2}(?:st|nd|rd|th)?\b")
_DAY = re.compile(r"[A-Z]\w+days?\b")
_HOUR = re.compile(
    r"\d{1,2}(?:[:.]\d\d)?\s?(?:a\.?m\.?|p\.?m\.?|o['’]clock)?(?:\Z|\s)|noon\Z|midnight\Z",
    re.IGNORECASE,
)
PREPOSITIONS = frozenset(word for word, tag in CLOSED.items() if tag in {"IN", "TO", "RP"})
_ADVERBS = frozenset(
    "here there everywhere nowhere abroad online upstairs downstairs never always today".split()
)
NONE_AT_ALL = re.compile(r"(?:none|zero|0)\Z", re.IGNORECASE)
_OF_NAMES = frozenset(word for word, tag in CLOSED.items() if tag in {"JJ", "NN"}) - frozenset(
    "many more most other several few".split()
)
"""Small words with which names begin: "New York", "First National"."""
_WITHIN_YEAR = frozenset("early late mid spring summer autumn winter".split())
_BRACKET = re.compile(r"\([^()]{0,60}\)\Z")


def uncapitalised(span: Span, answer: str, names: Collection[str] = ()) -> tuple[Span, str]:
    """Return the words of an answer, its first in small letters where it is no name.

    Args:
        span: Where they stand.
        answer: The answer.
        names: Names that keep their capital, such as "The Glass Orchard".

    >>> [uncapitalised(Span(0, len(a)), a)[1] for a in ("The harbour", "New York", "March 2, 1987")]
    ['the harbour', 'New York', 'March 2, 1987']
    """
    words = span.of(answer)
    first, _, rest = words.partition(" ")
    small = first.rstrip(".,:;").lower()
    named = rest[:1].isupper()
    within = small in _WITHIN_YEAR and (not named or _is_of_calendar(rest))
    how = small.endswith("ly") and small[:-2] in lexicon() and not named  # "Shortly before noon"
    plain = (
        how or small in CLOSED or is_number(words) or within or (small in lexicon() and not named)
    )
    opens = named and small in _OF_NAMES and not _is_of_calendar(rest)
    kept = opens or small in MONTHS or bare(words) in names
    if first[:1].isupper() and (first[1:].islower() or first == "A") and plain and not kept:
        words = words[:1].lower() + words[1:]
    return span, words


def bare(words: str) -> str:
    """Return a name without what is in brackets behind it."""
    return _BRACKET.sub("", words).rstrip()


def _is_of_calendar(words: str) -> bool:
    """Say whether words begin with a day or a month: "Last | Monday"."""
    first = words.partition(" ")[0].lower()
    return first in MONTHS or first in WEEKDAYS


def joints(words: str, form: Form) -> tuple[str, str]:
    """Return the words that join an answer to what stands before and behind it."""
    first = words.split(" ", 1)[0].lower()
    placed = first in PREPOSITIONS | _ADVERBS
    if form.wanted == "number":
        linked = first == form.link or (placed and first not in _SPELLED)
        joined = words.partition(" ")[2] if linked else words
        return "" if linked else form.link or _lasting(words, form), _counted(joined, form)
    if form.wanted == "reason":
        return _because(words), ""
    if form.noun.startswith(OWNER):
        owned = words.endswith(("'s", "s'", "’s", "s’"))
        return form.link, form.noun.removeprefix(OWNER) if owned else form.noun
    if form.wanted == "name" and form.noun and words.isdigit():  # "platform 8"
        return f"{form.link} {form.noun}".strip(), ""
    if form.wanted == "name" and form.noun and _ORDINAL.fullmatch(words):  # "the third floor"
        return f"{form.link} the".strip(), form.noun
    if placed or form.before == "":
        return "", ""
    if form.before.rpartition(" ")[2] in HAVE and _names_one_of(words, form.noun):
        return f"{form.link} the {_of_kind(words, form.noun)}".strip(), ""
    if form.link:
        return form.link, ""
    if form.wanted == "place":
        return "" if form.before.rpartition(" ")[2] in PREPOSITIONS else "in", ""
    return (_of_time(words), "") if form.wanted == "time" else ("", "")


def _because(words: str) -> str:
    """Return what joins a reason to what it is the reason of, "" where it says so itself."""
    if BECAUSE.match(words):
        return ""
    return "because" if _tells(words) else "because of"


def _tells(words: str) -> bool:
    """Say whether a reason is a sentence: "Dearer energy brought it down"."""
    read = tokens(words, Span(0, len(words)))
    found = tags(read)
    places = range(1, len(read) - 1)
    finite = [at for at in places if found[at] in {"VBD", "VBZ", "BE", "HAVE", "MD", "DO"}]
    finite += [at for at in places if found[at] == "VBN" and found[at + 1] not in {"IN", "TO"}]
    return any(found[at - 1] in NOUN_TAGS for at in finite)


def _names_one_of(words: str, noun: str) -> bool:
    """Say whether an answer is a name without its kind: "Rust" of skills, "Darling" of rivers."""
    kind = noun.rpartition(" ")[2].lower()
    is_name = words[:1].isupper() and ":" not in words
    return bool(kind) and is_name and lemma(kind) not in words.lower()


def _of_kind(words: str, noun: str) -> str:
    """Return what one thing, or several, are called that a question asks for: "skill Rust"."""
    rest, _, last = noun.rpartition(" ")
    return noun if _SEVERAL.search(words) else f"{rest} {lemma(last.lower())}".strip()


def _lasting(words: str, form: Form) -> str:
    """Return "for" where an amount is how long something is done."""
    verb = form.before.rpartition(" ")[2].lower()
    plain = verb in AUXILIARIES or verb in {"lasts", "last", "lasted", "takes", "take", "took"}
    timed = form.measure == "long" and not plain and form.before != ""
    return "for" if timed and words.split(" ", 1)[0].lower() not in PREPOSITIONS else ""


def _counted(words: str, form: Form) -> str:
    """Return what a bare number counts or measures."""
    of = form.noun.startswith("of ")
    if form.noun and (is_number(words) or NONE_AT_ALL.match(words)):
        shared = words[-1:] == "%" or words.endswith("cent")
        if form.noun.lower() in _NO_MASS and _NO_LENGTH.search(words):
            return ""  # "$5,000" of money
        if is_one(words) and not of:
            return one_of(form.noun)
        return f"of {form.noun}" if shared and not of and is_several(form.noun) else form.noun
    if of and _SHARE.fullmatch(words):
        return form.noun
    mass = form.noun and not of and form.noun.lower() not in _NO_MASS
    if mass and _AMOUNT.fullmatch(words) and not is_several(form.noun):
        return f"of {form.noun}"  # "90 days of notice"
    measured = form.measure in {"long", "old", "tall", "high", "deep", "wide", "thick"}
    alone = not form.after and form.before.rpartition(" ")[2].lower() in AUXILIARIES
    plain = (any(map(str.isdigit, words)) or is_number(words)) and form.measure not in words
    plain = plain and not _NO_LENGTH.search(words)
    if not (measured and alone and plain):
        return ""
    return "years old" if form.measure == "old" and is_number(words) else form.measure


def is_one(words: str) -> bool:
    """Say whether a number is one: "Only one"."""
    return words.lower().rpartition(" ")[2] in {"one", "1"} and is_number(words)


def is_number(words: str) -> bool:
    """Say whether an answer is a number and says not of what."""
    parts = words.lower().replace("-", " ").split()
    figures = [part for part in parts if _FIGURE.fullmatch(part)]
    return all(part in _SPELLED for part in parts if part not in figures)


def _of_time(words: str) -> str:
    [first, *_] = tokens(words, Span(0, len(words)))
    if first.kind == "date":
        return "on" if _DATE.match(words) else "in"
    if _DATE_IN_FIGURES.match(words):
        return "on"
    if _PART_OF_YEAR.match(words):
        return "in"
    if _PART_OF_TIME.match(words):
        return ""
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
