"""The question that an answer is to, where it is the last turn of a conversation.

"And the motor?" takes its words from the question before; "When was it built?" the name that "it"
stands for. The rules change a question only where an earlier turn gives what it lacks.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.asked.answer_fragments import is_fragment
from groundgraph.text.asked.declaratives import statement
from groundgraph.text.asked.reply_openings import without_opening
from groundgraph.text.asked.requests import alone
from groundgraph.text.english.phrases import phrases
from groundgraph.text.english.tagging import CLOSED, FINITE, may_be_verb, tags
from groundgraph.text.english.tokens import tokens
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.english.tokens import Token
    from groundgraph.types import Question

LONGEST = 2_000
"""Characters of a turn that is read; a longer one is text to work on, and kept as it is."""
MOST_TURNS = 20
"""The last turns, which are read; what one asks is seldom said further back."""
_ABOUT = re.compile(
    r"(?:(?:and|but|so|ok|okay|then|also|now)\b[, ]*)*(?:(?:what|how) about\b ?)?", re.IGNORECASE
)
_WHY = re.compile(
    r"(?:and |but )?(?P<word>when|where|why|how)(?: (?:not|exactly|so|then))?\Z", re.IGNORECASE
)
_ASKS = frozenset("who whom what which whose where when why how".split())
_HE = {"he": "", "him": "", "she": "", "his": "'s", "her": ""}
_IT = {"it": "", "they": "", "them": "", "its": "'s", "their": "'s"}
_OWNERS = frozenset("its their his her".split())
_MANY = frozenset("they them their".split())
_NOUNS = frozenset({"NN", "NNS", "NNP"})
_YES = re.compile(r"(?:yes|no)[,.] ", re.IGNORECASE)
_PART = 12
"""Words of a part of a question."""
_LONE = 3
"""Words of a part of a question that begins with a question word: "which of them?"."""
_OF = frozenset({"of", "on", "for", "with", "to"})
_OF_THINGS = frozenset(
    """range price cost fee height length width depth weight mass size age speed capacity population
    area volume value rate temperature colour color name title headquarters location address author
    writer editor ceo chair head director founder owner manager maker leader mayor president
    inventor designer architect""".split()
)
"""Nouns behind which "it" is what they are of: "the range of the car", "the author of the book"."""
_OWNED = re.compile(r"(.+)['’]s? (\w+)\Z")
_END = " .!?"
_SENTENCE = re.compile(r"(?<=[.!?])\s")
_WHO = re.compile(
    r"(?:and |so )?(?:who|whom)(?P<is> (?:is|was|are|were)\b)?"
    r" (?!(?:do|does|did|has|have|had|will|can|could|would|should)\b)"
    r"|by whom\b|whose\b",
    re.IGNORECASE,
)
"""Questions whose answer "she" then stands for: "Who painted it?", but not "Who did Ana see?"."""
_ARTICLE = re.compile(r"(?:the|an?)\b", re.IGNORECASE)
_NAME = 4
"""Words of a reply that names something alone."""


class _Noun(NamedTuple):
    """A noun phrase of a question.

    Attributes:
        span: Where it stands.
        kind: "number", "name", "told" where it has an article or owner, or "any".
        link: The preposition before it, or "".
        plural: Whether it is one.
    """

    span: Span
    kind: str
    link: str
    plural: bool = False


@lru_cache(maxsize=1024)
def asked(question: Question) -> str:
    """Return what was asked as one question that needs no earlier turn, "" where nothing was.

    >>> from groundgraph.types import Turn
    >>> asked((
    ...     Turn("user", "How long is the battery covered?"),
    ...     Turn("assistant", "For 24 months."),
    ...     Turn("user", "And the motor?"),
    ... ))
    'How long is the motor covered?'
    """
    if isinstance(question, str):
        return alone(question)
    found = reply = ""
    for turn in question[-MOST_TURNS:]:
        if turn.role == "user":
            found = _resolved(alone(turn.content), found, reply)
            reply = ""
        elif turn.role == "assistant":
            reply = turn.content
    return found


def _resolved(text: str, before: str, reply: str) -> str:
    if not before or max(map(len, (text, before))) > LONGEST:
        return text
    reply = reply[:LONGEST]
    plain = _SENTENCE.split(" ".join(text.split()).rstrip(_END))[-1]
    why = _WHY.match(plain)
    if why:
        return _once_more(why["word"], before, reply) or f"{before} {text}"
    lead = _ABOUT.match(plain)
    rest = plain[lead.end() :] if lead else plain
    if rest and _lacks_verb(rest):
        return _replaced(before, _small(rest))
    return _named(text, before, without_opening(reply))


def _lacks_verb(text: str) -> bool:
    """Say whether a question is only part of one: no verb, so no pronoun to look up either."""
    read = tokens(text, Span(0, len(text)))
    most = _PART if read[0].lower not in _ASKS else _LONE
    return len(read) <= most and FINITE.isdisjoint(tags(read))


def _small(text: str) -> str:
    """Return a text with its first word in small letters where it is no name."""
    first = text.split(" ", 1)[0].lower()
    return text[:1].lower() + text[1:] if first in CLOSED and first != "i" else text


def _once_more(word: str, before: str, reply: str) -> str:
    """Ask "when?", "where?", "why?" or "how?" of what was said last, "" where nothing was."""
    first = _SENTENCE.split(reply.strip(), maxsplit=1)[0]
    made = statement(before, first)
    said = made.text if made and made.form else "" if not first or is_fragment(first) else first
    said = _named(_YES.sub("", said), before, "")
    return f"{word.capitalize()} was it that {_small(said).rstrip(_END)}?" if said else ""


def _replaced(before: str, part: str) -> str:
    """Put a part of a question in the place of the part of its kind in the question before."""
    nouns = _nouns(before)
    own = (_nouns(part) or [_Noun(Span(0, len(part)), "", "")])[0]
    lone = part.split(" ", 1)[0].lower() in _ASKS
    if lone and before.lower().startswith(part.lower()):
        return before
    if not nouns or lone:
        return f"{before.rstrip(_END)}, {part}?"
    if own.link:
        same = [noun for noun in nouns if noun.link == own.link]
        chosen = same or [noun for noun in nouns if noun.link and noun.kind == own.kind]
        if not chosen:
            return f"{before.rstrip(_END)} {part}?"
        start = chosen[-1].span.start - len(chosen[-1].link) - 1
        return _put(before, Span(start, chosen[-1].span.end), part)
    same = [noun for noun in nouns if noun.kind == own.kind]
    if own.kind == "number" and not same:
        return f"{before.rstrip(_END)} in {part}?"
    of_another = [noun for noun in same if noun.link in _OF]  # "the warranty on the battery"
    place = (of_another or same or nouns)[0].span
    owner, _, owned = part.partition(" ")
    if owned and owner in _OWNERS:  # "and its motor?"
        part = f"{place.of(before)}'s {owned}"
    return _put(before, place, part)


def _put(before: str, span: Span, part: str) -> str:
    return f"{before[: span.start]}{part}{before[span.end :]}".strip()


def _nouns(text: str) -> list[_Noun]:
    """Return the noun phrases of a question behind its question word's own."""
    read = tokens(text, Span(0, len(text)))
    found = _tags(read)
    cut = phrases(read, found)
    begins = 0
    if cut and any(read[i].lower in _ASKS for i in range(min(2, len(read)))):
        begins = next((p.last for p in cut if p.kind == "VP"), 0)
    nouns = []
    for at, phrase in enumerate(cut):
        if phrase.kind != "NP" or phrase.first < begins or found[phrase.last - 1] == "PRP":
            continue
        link = read[phrase.first - 1].text if at and cut[at - 1].kind == "IN" else ""
        bounds = [(phrase.first, phrase.last, link)]
        if phrase.of > 0:
            bounds = [(phrase.first, phrase.of, link), (phrase.of + 1, phrase.last, "of")]
        nouns += [
            _Noun(
                Span(read[i].start, read[j - 1].end),
                _kind(found[i], found[j - 1]),
                link,
                found[j - 1] == "NNS",
            )
            for i, j, link in bounds
        ]
    return nouns


def _tags(read: list[Token]) -> list[str]:
    """Return the tags of a question, where "What does plan M cost?" asks what it costs."""
    found = tags(read)
    does = next((at for at in range(1, len(read)) if found[at] == "DO"), 0)
    last = len(read) - (1 if read and read[-1].text == "?" else 0) - 1
    if not does or not any(token.lower in _ASKS for token in read[:does]) or last < does + 2:
        return found
    if found[does + 1] in {"VB", "VBZ"} and found[does + 2] in _NOUNS:
        found[does + 1] = "NN" if found[does + 1] == "VB" else "NNS"
    elif found[does + 1] == "PRP" and found[does + 2] == "NN":
        found[does + 2] = "VB"
    if found[last] == "NN" and found[last - 1] in _NOUNS and may_be_verb(read[last].lower):
        found[last] = "VB"
    return found


def _kind(first: str, head: str) -> str:
    if head in {"CD", "NNP"}:
        return {"CD": "number", "NNP": "name"}[head]
    return "told" if first in {"DT", "PRP$"} else "any"


def _named(text: str, before: str, reply: str) -> str:
    """Write the name that "it", "he" or "she" stands for, where only an earlier turn has it."""
    read = tokens(text, Span(0, len(text)))
    found = tags(read)
    if len(read) > 1 and read[1].lower == "it" and any(t.lower == "that" for t in read[2:3]):
        return text
    for at, token in enumerate(read):
        if token.lower not in _HE | _IT:
            if (
                found[at] in {"NN", "NNS", "NNP"}
                and at
                and found[at - 1] not in {"WDT", "WP", "JJ"}
            ):
                return text  # it may stand for this
            continue
        name = _antecedent(token.lower, before, reply)
        owner = (_HE | _IT)[token.lower] or ("'s" if _owns(token.lower, found, at) else "")
        return f"{text[: token.start]}{name}{owner}{text[token.end :]}" if name else text
    return text


def _owns(word: str, found: list[str], at: int) -> bool:
    return word == "her" and at + 1 < len(found) and found[at + 1] in {"NN", "NNS", "JJ"}


def _thing(noun: _Noun, before: str) -> str:
    """Return what "it" stands for: the noun, or what that is a quality or the maker of."""
    said = noun.span.of(before)
    owned = _OWNED.match(said)
    if owned and owned[2].lower() in _OF_THINGS:
        return owned[1]
    if said.rsplit(" ", 1)[-1].lower() not in _OF_THINGS:
        return said
    after = (other for other in _nouns(before) if other.span.start > noun.span.end)
    of = next(after, None)
    return of.span.of(before) if of and of.link == "of" else said


def _persons(text: str) -> list[_Noun]:
    """Return the names of a text that may be a person's: none has an article."""
    names = [noun for noun in _nouns(text) if noun.kind == "name"]
    return [noun for noun in names if not _ARTICLE.match(noun.span.of(text))]


def _named_in(reply: str, before: str) -> str:
    """Return the person that a reply names and its question does not, "" where it names none."""
    said = reply.strip().rstrip(_END)
    if said.istitle() and is_fragment(said) and len(said.split()) <= _NAME:
        return said if said not in before else ""
    names = [noun.span.of(reply) for noun in _persons(reply) if noun.link in {"", "by"}]
    return next((name for name in names if name not in before), "")


def _things(word: str, text: str) -> list[_Noun]:
    """Return the noun phrases of a text that "it" may stand for, or "they"."""
    nouns = [noun for noun in _nouns(text) if noun.kind != "number"]
    return [noun for noun in nouns if word in _MANY or not noun.plural]


def _antecedent(word: str, before: str, reply: str) -> str:
    person = word in _HE
    if person:
        who = _WHO.match(before)
        if who and (name := _named_in(reply, before)):
            return name
        done = who is not None and not who["is"]  # "Who founded Orvo?" names no person
        nouns = [n for n in _persons(before) if n.link in {"", "of", "by"} and not done]
    else:
        nouns = _things(word, before)
        many = [noun for noun in nouns if word in _MANY and noun.plural]
        nouns = many or [noun for noun in nouns if not noun.link] or nouns
    if nouns:
        return nouns[0].span.of(before) if person else _thing(nouns[0], before)
    said = reply.strip().rstrip(_END)
    if said and not said[0].isdigit() and is_fragment(said) and len(said.split()) <= _NAME:
        return _small(said)
    parts = sorted(
        filter(None, _SENTENCE.split(reply)), key=_lacks_verb
    )  # "Welcome, Tim! The tour is on."
    named = (
        noun.span.of(part)
        for part in parts
        for noun in (_persons(part) if person else _things(word, part))
    )
    return _small(next(named, ""))
