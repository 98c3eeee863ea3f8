"""A sentence with what the evidence says in the place of what it contradicts, in English.

Words are exchanged only where the sentence stays grammatical and means nothing else by it: the
wrong label stands once, as a phrase of its own; the right one is of its kind and number. Of any
other sentence there is no suggestion.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.methods.kea.literals import as_date, is_literal
from groundgraph.text.calendar_words import MONTH_NAMES
from groundgraph.text.triples.clauses import PREPOSITIONS
from groundgraph.text.triples.descriptions import article
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.kea.literals import DateLiteral

_DETERMINER = re.compile(r"\b(a|an|the)\s+$", re.IGNORECASE)
_LAST_WORD = re.compile(r"(?<![\w’'-])([\w’'-]+)\s*$")
_BEFORE = PREPOSITIONS | frozenset(
    """is are was were be been being am has have had into onto than that and but named called
    about around nearly almost over under least most exactly only who which into""".split()
)
_RELATIVE = re.compile(r",\s+(?:who|which|where|whose|when)\b[^,]*$")
_JOINED = re.compile(r"\s*(?:,|;|&|/|\(|and\b|or\b|-|–|['’]s\b|[A-Z])")
_RANGE = re.compile(r"\s*(?:,\s*)?(?:and|or|to|until)\s+\d")
_COMPOUND = re.compile(r"\s*(?:[-–/%]|\.\d|to \d)")
_PRONOUN = re.compile(
    r"\b(?:he|she|his|hers?|him|they|their|them|it|its|himself|herself|itself)\b", re.IGNORECASE
)
_PLURAL_VERB = re.compile(r"\s+(?:are|were|have|do)\b")
_SINGULAR_VERB = re.compile(r"\s+(?:is|was|has|does)\b")
_NAMES_WITH_THE = re.compile(
    r"(?:University|Republic|Kingdom|Ministry|Museum|Institute|Academy|Order|Department|House) of "
    r"|United (?:States|Kingdom|Nations|Arab)|Netherlands$|Philippines$"
)
_NUMBER = re.compile(r"(?<![\d.,])[\d.,]*\d")


class Change(NamedTuple):
    """Words to exchange.

    Attributes:
        wrong: The answer's label.
        right: The evidence's.
        words: The words of a text that state it; "" of a knowledge source.
        predicate: The answer's predicate, whose words may stand before the label.
    """

    wrong: str
    right: str
    words: str
    predicate: str


class _Replacement(NamedTuple):
    """A stretch of the sentence and what takes its place."""

    span: Span
    text: str


def corrected(sentence: str, changes: Sequence[Change]) -> str:
    """Return the sentence with all changes made, "" where one of them cannot be made safely.

    >>> told = "Marie Curie worked at the University of Paris."
    >>> change = Change("Google", "University of Paris", told, "worked at")
    >>> corrected("Marie Curie worked at Google.", [change])
    'Marie Curie worked at the University of Paris.'
    """
    made = [_replacement(sentence, change) for change in changes]
    found = sorted(each for each in made if each is not None)
    if not found or len(found) < len(changes):
        return ""
    if any(a.span.end > b.span.start for a, b in pairwise(found)):
        return ""
    text = sentence
    for span, words in reversed(found):
        text = text[: span.start] + words + text[span.end :]
    return "" if text == sentence else text


def _replacement(sentence: str, change: Change) -> _Replacement | None:
    span = _only_place(sentence, change.wrong)
    if span is None or is_literal(change.wrong) != is_literal(change.right):
        return None
    before = sentence[: span.start]
    determiner = _DETERMINER.search(before)
    own = determiner[1].lower() if determiner else ""
    start = determiner.start() if determiner else span.start
    last = _LAST_WORD.search(before[:start])
    word = last[1].lower() if last else ""
    if before[:start].strip() and word not in _BEFORE | set(change.predicate.lower().split()):
        return None
    if is_literal(change.wrong):
        return _exchanged_value(sentence, Span(start, span.end), word, own, change)
    if _stands_alone(sentence, span, change):
        return _exchanged_phrase(sentence, Span(start, span.end), own, change)
    return None


def _only_place(sentence: str, label: str) -> Span | None:
    """Return where a label stands in a sentence, ``None`` unless it does so once."""
    words = r"\s+".join(map(re.escape, label.split()))
    places = [*re.finditer(rf"(?<!\w){words}(?!\w)", sentence, re.IGNORECASE)] if words else []
    return Span(*places[0].span()) if len(places) == 1 else None


def _stands_alone(sentence: str, span: Span, change: Change) -> bool:
    """Say whether a phrase can be exchanged without its neighbours: no list, no apposition."""
    before, after = sentence[: span.start], sentence[span.end :]
    closes = _RELATIVE.search(before) is not None and after.lstrip().startswith(",")
    if _JOINED.match(after) and not closes:
        return False
    if re.search(r"(?:,|\band|\bor|&|/)\s+(?:(?:a|an|the)\s+)?$", before, re.IGNORECASE):
        return False
    opens = not re.sub(r"^(?:a|an|the)\s+", "", before.strip() + " ", flags=re.IGNORECASE).strip()
    rest = before + after
    if opens and _PRONOUN.search(rest):
        return False
    joined = " and " in change.right
    plural = joined or _is_plural(change.right)
    if _PLURAL_VERB.match(after) and not plural:
        return False
    return not (_SINGULAR_VERB.match(after) and joined)


def _exchanged_phrase(sentence: str, span: Span, own: str, change: Change) -> _Replacement | None:
    """Exchange a name for a name, or a noun for a noun, each with the article that it takes."""
    wrong = sentence[span.start : span.end][len(own) :].strip()
    named = change.right[:1].isupper()
    opens = not sentence[: span.start].strip()
    if named != change.wrong[:1].isupper() and not (opens and not own):
        return None
    if named != wrong[:1].isupper() and not opens:
        return None
    if not named and _is_plural(change.wrong) != _is_plural(change.right):
        return None
    theirs = _article_before(change)
    if named:
        new = theirs if theirs is not None else _usual_article(change.right)
        if own in ("a", "an") or new in ("a", "an"):
            return None
    elif own in ("a", "an"):
        new = article(change.right) if theirs is None else theirs
        if not new:
            return None
    else:
        new = own if theirs is None else theirs
    text = f"{new} {change.right}" if new else change.right
    return _Replacement(span, text[:1].upper() + text[1:] if opens else text)


def _article_before(change: Change) -> str | None:
    """Return the article that the evidence has before its label; ``None`` where it lacks that."""
    at = _only_place(change.words, change.right)
    if at is None:
        return None
    found = _DETERMINER.search(change.words[: at.start])
    if found:
        return found[1].lower()
    last = _LAST_WORD.search(change.words[: at.start])
    return "" if last is None or last[1].lower() in _BEFORE | _words(change.predicate) else None


def _words(text: str) -> set[str]:
    return set(text.lower().split())


def _usual_article(name: str) -> str:
    return "the" if _NAMES_WITH_THE.match(name) else ""


def _is_plural(label: str) -> bool:
    last = label.lower().split()[-1] if label.split() else ""
    return last.endswith("s") and not last.endswith(("ss", "us", "is"))


def _exchanged_value(
    sentence: str, span: Span, word: str, own: str, change: Change
) -> _Replacement | None:
    """Exchange a date for a date, as exact as it was, or an amount for an amount."""
    after = sentence[span.end :]
    bare = not _NUMBER.sub("", change.wrong).strip()
    if (bare and _RANGE.match(after)) or _COMPOUND.match(after):
        return None
    if re.search(r"[-–/$€£]$", sentence[: span.start]):
        return None
    wrong, right = as_date(change.wrong), as_date(change.right)
    if (wrong is None) != (right is None):
        return None
    if wrong is not None and right is not None:
        text, exact = _date_like(change.wrong, wrong, right)
        return _with_preposition(sentence, span, word, text, exact=exact)
    text = _amount_like(change.wrong, change.right, after)
    if not text:
        return None
    if own in ("a", "an"):
        text = f"{article(text)} {text}"
    elif own:
        text = f"{own} {text}"
    opens = not sentence[: span.start].strip()
    return _Replacement(span, text[:1].upper() + text[1:] if opens else text)


def _date_like(label: str, wrong: DateLiteral, right: DateLiteral) -> tuple[str, bool]:
    """Write a date as exactly, and in the order, as another; say whether it has a day."""
    month = MONTH_NAMES[right.month - 1].title() if right.month and wrong.month else ""
    day = right.day if month and right.day and wrong.day else None
    if not month or day is None:
        return f"{month} {right.year}".strip(), False
    if label[:1].isdigit():
        return f"{day} {month} {right.year}", True
    return f"{month} {day}, {right.year}", True


def _with_preposition(
    sentence: str, span: Span, word: str, text: str, *, exact: bool
) -> _Replacement:
    """Put "on" before a day, and "in" before a month or year."""
    fitting = "on" if exact else "in"
    if word in {"on", "in"} and word != fitting:
        start = sentence.lower().rindex(word, 0, span.start)
        fitting = fitting.title() if sentence[start].isupper() else fitting
        return _Replacement(Span(start, span.end), f"{fitting} {text}")
    return _Replacement(span, text)


def _amount_like(wrong: str, right: str, after: str) -> str:
    """Return an amount with its unit once, "" where the units cannot be told."""
    tails = [_NUMBER.sub("", label, count=1).split() for label in (wrong, right)]
    following = re.match(r"\s+([\w’'-]+)", after)
    if tails[1] and not tails[0]:
        if following is None or following[1].lower() != tails[1][0].lower():
            return ""
        return " ".join(word for word in right.split() if word not in tails[1])
    if tails[0] and not tails[1]:
        number = right.strip()
        return "" if number == "1" else f"{number} {' '.join(tails[0])}"
    return right
