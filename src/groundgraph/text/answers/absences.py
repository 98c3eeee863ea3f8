"""What a sentence says that no passage tells: "The recipe lists no calories.".

A refusal says so of the passages as such (`groundgraph.text.answers.refusals`). Here a text of any
kind, or none, is said to be silent on something, often beside a claim: "the hall burnt down in
1911, but its architect is not named". No passage can hold such a part, so it is not judged, unless
a passage plainly tells what is said to be missing (`is_told`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.answers.refusals import EVIDENCE, HOLD, OURS, SAID, TELL
from groundgraph.text.words import content_stems, letters
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_TEXTS = EVIDENCE | frozenset(
    "record records entry entries release description page pages table tables chart list "
    "listing listings leaflet brochure flyer section email e-mail emails e-mails mail letter "
    "letters minutes abstract faq faqs manual guide handbook notice memo transcript log logs "
    "profile note notes summary overview specification specifications spec specs sheet "
    "statement catalogue catalog invoice thread message messages announcement post posts "
    "changelog readme filing itinerary recipe story obituary instructions newsletter bulletin "
    "advert advertisement posting datasheet blog caption biography bio chapter column".split()
)
"""What may be said to tell or not to tell, or to hold or not to hold."""
_TITLES = frozenset(
    "handbook manual guide brochure leaflet flyer faq faqs readme changelog specification "
    "specifications datasheet catalogue catalog newsletter bulletin summary overview abstract memo "
    "transcript documentation docs".split()
)
"""Those that end the name of a text: "the Employee Handbook", but not "the Alpine Post"."""
_ANY_TEXTS = _TEXTS | frozenset(
    "policy contract agreement lease clause menu offer offers site website programme program "
    "schedule timetable terms ticket receipt label form file review reviews study report reports "
    "paper job".split()
)
"""With those that are things of the world too: "The menu does not include drinks." says something
of the kitchen, "the menu does not say" of the menu."""
_TELLS = TELL | frozenset(
    "report reports note notes record records name names list lists quote quotes show shows "
    "suggest spell touch put puts speak comment comments".split()
)
_HOLDS = HOLD | frozenset("makes make gives give provide provides".split())
_TOLD = SAID | frozenset(
    "named listed quoted recorded noted reported described explained discussed addressed disclosed "
    "detailed spelled spelt documented".split()
)
"""What is not done to something of which no text tells; of others than `SAID`, now: what was not
reported may not have happened."""
_NOW = frozenset("is are isn't aren't".split())
_UNTOLD = frozenset("unspecified unstated unmentioned".split())
_GIVEN = frozenset("given provided included shown found supplied covered published".split())
"""What is done to other things too: said of `_FIGURES`, or of what stands in a text."""
_FIGURES = frozenset(
    "number numbers figure figures detail details date dates name names price prices reason "
    "reasons information explanation amount amounts data specifics deadline year rate count "
    "mention".split()
)
_VALUES = frozenset(
    "number numbers date dates price prices amount amounts deadline rate count".split()
)
"""Figures that a sentence tells which has their word, and a number: "The price is 30 euros."."""
_VALUE_STEMS = content_stems(" ".join(_VALUES))
_MUTE = frozenset("silent vague mum".split())
_NONE = frozenset("no nothing none neither".split())
_SILENT = _UNTOLD | _MUTE | _NONE | {"t"}
"""Runs of letters by one of which, or a denial, something is not told: the last one of "isn't"."""
_BE = frozenset("is are was were be been being has have had isn't aren't wasn't weren't".split())
_IT = frozenset("it they this that".split())
_SAYS = frozenset("say mention state specify indicate tell explain".split())
_I = frozenset("i we".split())
_SEES = frozenset("see find found saw spot locate".split())
_DENIALS = frozenset("not never nowhere fails fail failed".split())
_LIGHT = (
    OURS
    | _ANY_TEXTS
    | _TELLS
    | _TOLD
    | _GIVEN
    | _FIGURES
    | _NONE
    | _DENIALS
    | frozenset("how many much long far often any as such itself own yet kind type else".split())
)
"""Words that do not say what is missing."""
_IS_SO = re.compile(
    r"\W*(?:(?:the|your|our|its|this|an?) )?([\w-]{3,30})"
    r"(?: (?:is|are|amounts? to)|:) [^,;]{0,30}\d",
    re.IGNORECASE,
)
"""A sentence that opens with one word and tells its value: "The deductible is 250 euros"."""
_TOKEN = re.compile(r"[^\W_]+(?:['’.\-/][^\W_]+)*|[^\w\s]")
_MARKS = frozenset(";:—–()")
_TURNS = frozenset("but although though while whereas however yet".split())
_LEADS = _TURNS | frozenset("so and nor which as because since it they he she".split())
_ADVICE = frozenset("you you'd i'd i please".split())
_SENTENCE = re.compile(r"[.!?;](?=\s)|\n")
_PERFECT = (["has"], ["have"], ["had"])
_ON = (["by"], ["as"], ["to"])
"""By whom something is not told, or as what, or to be what: of the thing itself, or of another's
words."""
_WITHIN = frozenset("in from by within on".split())
_ASIDE = frozenset("absolutely also simply however".split())
_NEAR = 5
"""Words behind a denial or preposition among which its verb or text stands."""
_LEAD = 7
"""Words among which a "that" ends what only leads in."""
_SUBJECT = 14
"""Words before a verb among which the text that is silent stands."""
_MOST = 3
"""Words of what is missing from which one may stand elsewhere than the others."""


class _Token(NamedTuple):
    text: str
    start: int
    end: int


class _Clause(NamedTuple):
    """A part of a sentence between marks or words that turn it.

    Attributes:
        tokens: At least one.
        joint: The mark or word before it, or "".
    """

    tokens: tuple[_Token, ...]
    joint: str

    @property
    def words(self) -> list[str]:
        """Its words, in lower case."""
        return [token.text for token in self.tokens]


class Absence(NamedTuple):
    """A part of a sentence that says what the evidence does not tell.

    Attributes:
        span: Where it stands, with what joins it to the rest.
        missing: Stems of what is said to be missing; empty where only the question says what.
    """

    span: Span
    missing: frozenset[str]


def absences(sentence: str) -> list[Absence]:
    """Return the parts of a sentence that say what the evidence does not tell.

    >>> text = "The hall burnt down in 1911, but its architect is not named."
    >>> [(found.span.of(text), *found.missing) for found in absences(text)]
    [(', but its architect is not named', 'architect')]
    >>> absences("Breakfast is not included.")
    []
    """
    if not any(run in _SILENT or _denies(run) for run in letters(sentence)):
        return []
    clauses = _clauses(_tokens(sentence))
    found: dict[int, frozenset[str]] = {}
    for number, clause in enumerate(clauses):
        before = clauses[number - 1].words if number else []
        topic = _missing(clause.words, before, clause.joint)
        if topic is None:
            continue
        label = before if clause.joint == ":" else []
        own = [word for word in topic if word not in _LIGHT]
        own = own or [word for word in label if word not in _LIGHT]
        own += [word for word in (*label, *topic) if word in _VALUES]
        found[number] = content_stems(" ".join(own))
        if label and number == 1:
            found[0] = found[number]
        if number + 1 < len(clauses) and clauses[number + 1].words[0] in _ADVICE:
            found[number + 1] = found[number]
    return [*_cut(sentence, clauses, found)]


def is_told(missing: frozenset[str], passages: Iterable[str]) -> bool:
    """Say whether a sentence of some passages plainly tells what is said to be missing.

    It holds every word of it, of three or more all but one; a price or a date is told by a number
    beside it. A single word may be mentioned for something else: it must open a sentence that tells
    its value.
    """
    things = missing - _VALUE_STEMS
    least = len(things) - (len(things) >= _MOST)
    return bool(missing) and any(
        _tells(line, missing, things, least) and not any(_denies(t.text) for t in _tokens(line))
        for text in passages
        for line in _SENTENCE.split(text)
    )


def _tells(line: str, missing: frozenset[str], things: frozenset[str], least: int) -> bool:
    stems = content_stems(line)
    if len(things) > 1 and len(things & stems) >= least:
        return True
    if not missing <= stems or not any(map(str.isdigit, line)):
        return False
    opening = _IS_SO.match(line)
    return len(missing) > 1 or (opening is not None and content_stems(opening[1]) == missing)


def _tokens(text: str) -> list[_Token]:
    """Return words in small letters, but for those in the name of a thing: "the Alpine Post"."""
    found = [*_TOKEN.finditer(text)]
    read = [_Token(m[0].lower().replace("’", "'"), m.start(), m.end()) for m in found]
    for place, token in enumerate(read):
        if token.text in _TEXTS and found[place][0].istitle():
            around = found[max(place - 1, 0) : place] + found[place + 1 : place + 2]
            beside = [m[0] for m in around if m[0].istitle() and m[0].lower() not in OURS]
            goes_on = any(m[0].istitle() for m in found[place + 1 : place + 2])
            if beside and (goes_on or token.text not in _TITLES):
                read[place] = token._replace(text=found[place][0])
    return read


def _denies(word: str) -> bool:
    return word in _DENIALS or word.endswith(("n't", "dont", "doesnt", "didnt", "isnt"))


def _clauses(tokens: Sequence[_Token]) -> list[_Clause]:
    """Cut a sentence at marks and at words that turn it: "but", ", which", "and there is"."""
    clauses: list[list[_Token]] = [[]]
    joints = [""]
    for place, token in enumerate(tokens):
        following = tokens[place + 1].text if place + 1 < len(tokens) else ""
        led = token.text == "," and following in _LEADS
        turns = token.text in _MARKS | _TURNS or (token.text == "and" and following == "there")
        if led or turns:
            clauses.append([])
            joints.append(following if led else token.text)
        elif token.text[0].isalnum() and not (token.text in {"so", "and"} and not clauses[-1]):
            clauses[-1].append(token)
    both = zip(clauses, joints, strict=True)
    return [_Clause(tuple(own), joint) for own, joint in both if own]


def _missing(words: Sequence[str], before: Sequence[str], joint: str) -> Sequence[str] | None:
    """Return the words of what a clause says is not told, ``None`` where it says no such thing.

    Args:
        words: Of the clause.
        before: Of the clause before.
        joint: What stands between the two: ":" after a label, "but", "".
    """
    label = before if joint == ":" else ()
    before = before if joint in _TURNS else ()
    if "that" in words[:_LEAD]:  # "It should be noted that the shop …"
        words = words[words.index("that") + 1 :] or words
    found: Sequence[str] | None = None
    for place, word in enumerate(words):
        if word in _UNTOLD and place == len(words) - 1 and (not place or words[place - 1] in _BE):
            found = [*words[:place], *label]
        elif word in _MUTE and _names_text(words[:place]):
            found = words[place + 1 :]
        elif _denies(word):
            found = _not_telling(words, place, before) or _not_told(words, place, bool(label))
        elif word in _NONE:
            found = _none(words, place, before)
        if found is not None:
            return found
    return None


def _not_telling(words: Sequence[str], place: int, before: Sequence[str]) -> Sequence[str] | None:
    """Read "the leaflet does not say …", "I couldn't find …", "… but doesn't say …"."""
    subject = words[max(place - _SUBJECT, 0) : place] or before
    for at in range(place + 1, min(place + _NEAR, len(words))):
        verb = words[at]
        if verb in _SEES and not _I.isdisjoint(subject):
            return words[at + 1 :]
        if verb in _SAYS and (_names_text(subject) or _is_it(subject)):
            return words[at + 1 :]
        plain = not words[place].startswith("fail")
        if plain and verb in _TELLS | _HOLDS and _names_text(subject, worldly=verb not in _HOLDS):
            return words[at + 1 :]
        if verb not in OURS:
            return None
    return None


def _not_told(words: Sequence[str], place: int, labelled: bool) -> Sequence[str] | None:
    """Read "its architect is not named", "it isn't stated who …", "Price: not given"."""
    for at in range(place + 1, min(place + _NEAR, len(words))):
        verb, after = words[at], words[at + 1 :]
        if verb in _TOLD | _GIVEN:
            topic = [word for word in words[:place] if word not in _BE]
            if labelled and not topic:
                return after
            now = not _NOW.isdisjoint(words[:at]) and verb in _TOLD
            figures = verb in _GIVEN and not _FIGURES.isdisjoint(topic)
            active = words[place - 1 : place] in _PERFECT and "been" not in words[place:at]
            if (
                active
                or after[:1] in _ON
                or not (verb in SAID or now or figures or _in_text(after))
            ):
                return None
            return topic if topic and not _IT.issuperset(topic) else after
        if verb not in OURS:
            return None
    return None


def _none(words: Sequence[str], place: int, before: Sequence[str]) -> Sequence[str] | None:
    """Read "the recipe lists no …", "there is no … in the text", "no deadline is specified"."""
    subject, rest = words[max(place - _SUBJECT, 0) : place], words[place + 1 :]
    verb = next((word for word in reversed(subject) if word not in _ASIDE), "")
    named = subject[:-1] or (before if subject else ())
    if verb in _TELLS | _HOLDS and _names_text(named, worldly=verb not in _HOLDS):
        return rest
    if verb in _SEES and not _I.isdisjoint(subject):
        return rest
    if "there" in subject[-3:] and (not _FIGURES.isdisjoint(rest[:2]) or _in_text(rest)):
        return rest
    if not place:
        told = next((at for at, word in enumerate(rest) if word in _TOLD | _GIVEN | {"made"}), 0)
        if told and not _NOW.isdisjoint(rest[max(told - 3, 0) : told]):
            figures = not _FIGURES.isdisjoint(rest[:told])
            return rest if rest[told] in _TOLD or figures or _in_text(rest[told:]) else None
        lists = not (_TELLS | _HOLDS).isdisjoint(before) and _names_text(before)
        return rest if lists and _BE.isdisjoint(rest) else None
    return None


def _names_text(words: Sequence[str], *, worldly: bool = True) -> bool:
    if worldly:
        return any(word.lower() in _ANY_TEXTS for word in words)
    return not _TEXTS.isdisjoint(words)


def _is_it(subject: Sequence[str]) -> bool:
    return next((word for word in reversed(subject) if word not in {"does", "do"}), "") == "it"


def _in_text(words: Sequence[str]) -> bool:
    """Say whether some words are "in the leaflet", "from the page" or the like."""
    return any(
        word in _WITHIN and _names_text(words[at + 1 : at + 1 + _NEAR], worldly=False)
        for at, word in enumerate(words)
    )


def _cut(
    sentence: str, clauses: Sequence[_Clause], found: Mapping[int, frozenset[str]]
) -> Iterator[Absence]:
    """Yield runs of clauses, with what joins each to the rest."""
    for first in sorted(found):
        if first - 1 in found:
            continue
        last = next(n for n in range(first, len(clauses)) if n + 1 not in found)
        start = clauses[first - 1].tokens[-1].end if first else 0
        end = clauses[last].tokens[-1].end
        if not first:
            rest = clauses[last + 1 :]
            end = rest[0].tokens[0].start if rest else len(sentence)
        missing = frozenset().union(*(found[n] for n in range(first, last + 1)))
        yield Absence(Span(start, end), missing)
