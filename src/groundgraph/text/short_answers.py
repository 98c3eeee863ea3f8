"""What the evidence says in the place of a short answer: right, another value, or yes and no.

An answer that names, counts or dates something is compared with the other values of its kind, by
the words of the question that tell them apart; a yes or no with what the evidence says to the
question (`groundgraph.text.polar_answers`). Where no sentence holds enough of the question, nothing
is decided.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.text.answer_values import Value, alike, measured_by, periods, values
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.tagging import lexicon
from groundgraph.text.larger_places import asks_for_country, is_country, with_larger
from groundgraph.text.limited_cases import ruled
from groundgraph.text.options import choice
from groundgraph.text.polar_answers import says_yes
from groundgraph.text.polarity import polarity
from groundgraph.text.questions import OWNER
from groundgraph.text.unnamed import beside_a_list
from groundgraph.text.words import content_stems, stem, words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence

    from groundgraph.text.declaratives import Statement
    from groundgraph.text.options import Choice
    from groundgraph.text.passage_units import Unit
    from groundgraph.text.questions import Form
    from groundgraph.text.words import Word

    Weight = Callable[[str], float]
    """How rare a stem is, at least 0."""

COVERED = 0.6
"""The share of a question, its words weighed by rarity, that a sentence must hold to be read."""
COVERED_OTHER = 0.75
"""The same where it gives another value than the answer."""
CLOSE = 0.25
"""How much nearer to the question's words the answer, or another value, must stand, in [0, 1]."""
_CARRIED = 0.5
"""What a word of the question counts that stands in the sentence before: "It costs 12 euros."."""
_HANDED_ON = 0.85
"""What is left where the word stands before a break: what opens a sentence is said of all that
follows ("The basic plan costs $9, the pro plan $29")."""
_LATER = 0.15
"""What is left where it stands behind one."""
_CARRIED_ON = 0.8
"""What counts of the sentence before one that opens with "It" or "They"."""
_LEFT = 0.5
"""What counts for a place behind "from", where it is asked what is there."""
_ELSEWHERE = 0.3
"""The share of a question beside which an answer may stand in a way that is not looked for."""
_BESIDE = 0.4
"""What the nearest word of the question must add where a phrase of any kind stands instead."""
_LEAST_APART = 0.08
"""By how much two values must differ in all."""
_FALL = 12.0
"""Words over which nearness falls to a half."""
_LINKED = 0.15
"""What counts for a preposition that the question asks with: "made of", "in which city"."""
_PERIODS = frozenset({"century", "decade"})
_TINY = 1e-9
_COLOUR = frozenset({"colour", "color"})
_BETWEEN = frozenset("the a an its their his her dr mr mrs ms prof professor sir dame".split())
"""Words that may stand between a preposition and a value."""
_LISTS = re.compile(r",|\band\b")
_PRONOUN = re.compile(r"(?:it|he|she|they|this|these)\b", re.IGNORECASE)
_BREAKS = re.compile(r"[,;:—–]|\b(?:and|but|while|whereas|or)\b", re.IGNORECASE)
_OPENING = 2
_ANSWERING = content_stems("yes yeah yep yup correct indeed affirmative true no nope not really")
_INNER = frozenset(map(stem, "who whom whose which that where when while because".split()))
_COMPARES = re.compile(
    r"\b(?:most|least|fewest|more|less|fewer|than|first|last|final|finally|total|sum|altogether|left|"
    r"remain(?:s|ing)?|average|difference|change|[a-z]{2,12}est)\b",
    re.IGNORECASE,
)
"""Questions whose answer follows from several values."""
_NOT_ASKED = re.compile(
    r"\b(?:not|n['’]t|except|never|least|false|incorrect|wrong)\b", re.IGNORECASE
)
"""Questions of options to which the one that the evidence holds is no answer."""
_OF_OTHERS = re.compile(r"(?:yes|no|true|false|all|both|any|either|some)\b", re.IGNORECASE)
_COUNTED = re.compile(r"\s*(?:\d{1,3}|[A-Za-z]{2,9})(?: [a-z]{1,20})?:\s")
"""How many things a list names that follows."""
_NONE = re.compile(r"(?:none|neither)\b", re.IGNORECASE)
_DOUBT = 0.2
"""How surely a yes is wrong about a name that no passage has: below `CLOSE`, so it is not told."""
_SEVERAL = 2
_MULTIPLES = frozenset(map(stem, "each every twice double times half quarter rest others".split()))
_PERSON = re.compile(r"(?:and |so )?(?:who|whom|whose)\b", re.IGNORECASE)
_ARTICLES = frozenset({"the", "a", "an"})
_BEFORE = 40
_LEAST = 1.0
"""What the commonest word of a question counts, beside its rarity."""
_DOES = 2.0
"""What the verb counts of a question for who does it."""
_DECIDES = 3.0
"""What "first", "last" or "highest" counts, which tells two values of one sentence apart."""
_NAMED = 1.5
"""What a name in a question counts beside its other words."""
_PLACE_LINKS = frozenset("in at from to near into on".split())
_PREPOSITIONS = _PLACE_LINKS | frozenset("of by with for under over between after before".split())
_STOPS = re.compile(r"[,;:—–]")


class Found(NamedTuple):
    """What the evidence says of a short answer.

    Attributes:
        kind: "slot" for a value, "polar" for yes or no, "option" for one of several that the
            question offers.
        lead: How much nearer the answer stands to the question's words than any other value of its
            kind, in [-1, 1]; for yes or no 1 where the evidence says the same, -1 where it says the
            other; so for options, of which the evidence holds one. 0 where it decides nothing.
        passage_id: Where it says so.
        span: In that passage; ``None`` for a fact of data.
        text: The sentence.
        instead: The other value, "" where there is none.
        whole: Whether that is all that the answer says: a yes or no alone, an option.
    """

    kind: Literal["slot", "polar", "option"]
    lead: float
    passage_id: str = ""
    span: Span | None = None
    text: str = ""
    instead: str = ""
    whole: bool = False


def look_up(
    question: str, answer: str, made: Statement, units: Sequence[Unit], weight: Weight
) -> Found | None:
    """Return what the evidence says of a short answer, ``None`` where that decides nothing.

    Args:
        question: One question.
        answer: The short answer.
        made: The claim of both.
        units: The evidence.
        weight: How rare a stem is.

    >>> from groundgraph.text.passage_units import Unit
    >>> from groundgraph.text.declaratives import statement
    >>> told = "The 12 March 2019 conference in Porto had 42 speakers."
    >>> made = statement("How many speakers were there?", "12")
    >>> unit = Unit("1", None, told, None)
    >>> look_up("How many speakers were there?", "12", made, [unit], lambda stem: 1.0).instead
    '42 speakers'
    """
    offered = choice(question)
    if offered is not None and (found := _of_options(offered, answer, units)):
        return found
    if made.form is None or made.form.wanted in {"reason", "manner"} or _nested(question):
        return None
    if made.affirmed is not None:
        more = content_stems(answer) - content_stems(question) - _ANSWERING
        return _polar(made, units, whole=not more)
    slot = _slot(question, answer, made.form, units, weight)
    if offered is not None and slot is not None and slot.instead:
        return slot if offered.picked(slot.instead) else None  # no other thing is an answer
    return slot


def _of_options(offered: Choice, answer: str, units: Sequence[Unit]) -> Found | None:
    """Return what the evidence says of an option, where it holds one of them all and denies none.

    What all options say tells none of them. "None of the above" goes against the one that is held.
    """
    picked = offered.picked(answer)
    every = {t: _own_stems(t) for t in offered.options.values() if not _NONE.match(t)}
    if not picked or len(every) < _SEVERAL or _NOT_ASKED.search(offered.stem):
        return None
    shared = frozenset.intersection(*every.values())
    alike = any(not (one & other) <= shared for one, other in combinations(every.values(), 2))
    if alike or any(not stems - shared or _OF_OTHERS.match(t) for t, stems in every.items()):
        return None
    held = {
        text: place
        for place, unit in reversed([*enumerate(units)])
        for text, stems in every.items()
        if stems <= {word.stem for word in _words(unit.text)}
    }
    if len(held) != 1:
        return None
    [(text, place)] = held.items()
    unit = units[place]
    if every[text] & polarity(unit.text, _words(unit.text)).negated:
        return None
    lead, instead = (1.0, "") if text == picked else (-1.0, text)
    return Found("option", lead, unit.passage_id, unit.span, unit.text, instead, whole=True)


def _own_stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in _words(text) if word.content or word.number)


def _polar(made: Statement, units: Sequence[Unit], *, whole: bool) -> Found | None:
    said = says_yes(made, units)
    by_limit = ruled(made, units) if said is None else None  # which the quantities judge too
    yes, place = (said or by_limit or (None, 0))[:2]
    if yes is None:
        unnamed = beside_a_list(made, units) if made.affirmed else None
        if unnamed is None:
            return None
        unit = units[unnamed]
        return Found("polar", -_DOUBT, unit.passage_id, unit.span, unit.text, "no")
    unit = units[place]
    lead = 1.0 if yes is made.affirmed else -1.0
    told = "yes" if yes else "no"
    alone = whole and said is not None
    return Found("polar", lead, unit.passage_id, unit.span, unit.text, told, alone)


def _nested(question: str) -> bool:
    """Say whether a question has a clause within it, which another sentence may be about."""
    inner = words(question)[_OPENING:]
    return any(word.stem in _INNER for word in inner)


@lru_cache(maxsize=2048)
def _words(text: str) -> list[Word]:
    """Return the words of a text by their base forms: "wrote" and "written" are one."""
    return [
        word._replace(stem=stem(lemma(text[word.start : word.end].lower()))) for word in words(text)
    ]


def _slot(
    question: str, answer: str, form: Form, units: Sequence[Unit], weight: Weight
) -> Found | None:
    wanted = _wanted(question, answer, form, weight)
    given = _as_held(_given(answer, form), units)
    if given is None or not wanted or " or " in question:
        return None
    ask = _Asked(
        wanted,
        form,
        person=_PERSON.match(question) is not None,
        compares=frozenset(found[0].lower() for found in _COMPARES.finditer(question)),
        country=(form.wanted == "place" or asks_for_country(form.noun)) and is_country(answer),
    )
    said = [given, *_others(answer, given)]
    found = [_of_value(value, said, ask, units) for value in said]
    against = [each for each in found if each is not None and each.lead < 0]
    if against or len(said) == 1:
        return min(against, key=lambda each: each.lead) if against else found[0]
    known = [each for each in found if each is not None]
    return min(known, key=lambda each: each.lead) if len(known) == len(said) else None


def _others(answer: str, given: Value) -> list[Value]:
    """Return the other names of an answer that lists several."""
    if given.kind != "name" or not _LISTS.search(answer):
        return []
    named = [v for v in values(answer.strip(), phrases_too=False) if v.kind == "name"]
    return [name for name in named if not _same(given, name)]


def _of_value(
    given: Value, said: Sequence[Value], ask: _Asked, units: Sequence[Unit]
) -> Found | None:
    """Return what the evidence has in the place of one of the values that an answer gives."""
    wanted = ask.wanted
    scored = list(_scored(given, ask, units))
    held = [each for each in scored if _same(given, each.value)]
    other = [each for each in scored if not any(_same(one, each.value) for one in said)]
    best = max(held, key=lambda each: each.score, default=None)
    rival = max(other, key=lambda each: each.score, default=None)
    top = _better(best, rival)
    if top is None or top.share < (COVERED if top is best else COVERED_OTHER):
        return None
    if top is rival and not _is_plain(given, top, units, wanted, held=best is not None):
        return None
    lead = _lead(best, rival)
    unit = units[top.place]
    instead = top.value.span.of(unit.text).rstrip(".,;:") if top is rival else ""
    return Found("slot", lead, unit.passage_id, unit.span, unit.text, instead)


class _Held(NamedTuple):
    """A value of the evidence that may answer the question.

    Attributes:
        value: The value.
        place: The number of its unit.
        share: Of the question, its words weighed, what the unit holds with the one before.
        near: How near it stands to each word of the question, weighed, of sum 1 at most; last the
            preposition that the question asks with.
    """

    value: Value
    place: int
    share: float
    near: tuple[float, ...]

    @property
    def score(self) -> float:
        return sum(self.near)

    @property
    def nearest(self) -> float:
        """The most that a word of the question adds."""
        return max(self.near)


def _better(best: _Held | None, rival: _Held | None) -> _Held | None:
    if best is None or rival is None:
        return best or rival
    return best if best.score >= rival.score else rival


def _lead(best: _Held | None, rival: _Held | None) -> float:
    """Return how much more of what tells two values apart speaks for the first, in [-1, 1].

    Words that are as near to one as to the other tell nothing; 0 where all together tell little.
    """
    if best is None or rival is None:
        return 1.0 if rival is None else -1.0
    apart = [one - other for one, other in zip(best.near, rival.near, strict=True)]
    if abs(sum(apart)) < _LEAST_APART:
        return 0.0
    return sum(apart) / max(sum(map(abs, apart)), _TINY)


def _is_plain(
    given: Value,
    rival: _Held,
    units: Sequence[Unit],
    wanted: dict[str, float],
    *,
    held: bool,
) -> bool:
    """Say whether another value surely stands where the answer should.

    Its own sentence holds the question, and a number that stands nowhere
    cannot be reckoned from several that do.
    """
    place = rival.place
    stems = {word.stem for word in _words(units[place].text)}
    if place and _PRONOUN.match(units[place].text):
        stems |= {word.stem for word in _words(units[place - 1].text)}
    if _share(wanted, stems) < COVERED_OTHER:
        return False
    if given.kind == "phrase" and rival.value.kind == "phrase":
        return held and rival.nearest >= _BESIDE
    if given.kind == "phrase" and not (held and rival.value.kind == "name"):
        return False
    if held:
        return True
    if given.kind == "name":  # it may stand in a place where such a value is not looked for
        return not any(
            given.keys <= stems_ and _share(wanted, stems_) >= _ELSEWHERE
            for stems_ in ({word.stem for word in _words(unit.text)} for unit in units)
        )
    if given.kind != "count":
        return True
    near = (units[at] for at in range(max(0, place - 1), min(place + 2, len(units))))
    told = [value for unit in near for value in values(unit.text, phrases_too=False)]
    counts = [v for v in told if v.kind == "count" and v.unit in {"", rival.value.unit}]
    return len(counts) < _SEVERAL and _MULTIPLES.isdisjoint(stems)


def _share(wanted: dict[str, float], stems: set[str]) -> float:
    """Return the share of a question's words, weighed, that are among some stems."""
    return sum(w for s, w in wanted.items() if s in stems) / max(sum(wanted.values()), _TINY)


class _Asked(NamedTuple):
    """What a question asks: its words with their weights, of what kind, and what it compares by.

    Only a country stands in the place of one that is given where it is asked for one, or for a
    place.
    """

    wanted: dict[str, float]
    form: Form
    person: bool
    compares: frozenset[str] = frozenset()
    country: bool = False

    @property
    def noun(self) -> str:
        """The stem of what kind of thing is asked for, or ""."""
        return stem(self.form.noun.lower().rpartition(" ")[2])

    @property
    def does(self) -> str:
        """The verb of a question for who does it, "" of others."""
        if self.form.before or not self.person:
            return ""
        return next((word.stem for word in _words(self.form.after) if word.content), "")

    def places(self, lead: str) -> bool:
        """Say whether a value behind a word, a preposition perhaps, may be what is asked for."""
        if self.form.wanted == "place" and lead not in _PLACE_LINKS:
            return False
        if lead == "by" and self.form.link in _PLACE_LINKS:
            return False
        return not (self.person and lead in _PLACE_LINKS - {"to", "from"})


def _wanted(question: str, answer: str, form: Form, weight: Weight) -> dict[str, float]:
    """Return the words of a question as a statement has them ("died" for "did … die")."""
    said = {word.stem for word in _words(answer)} if form.wanted != "number" else set()
    noun = "" if form.noun.lower() in _COLOUR or _period(form) else form.noun.removeprefix(OWNER)
    asked = f"{form.before} {form.after} {noun}"
    capitals = {word.stem for word in _words(question) if word.capital and word.start}
    compares = {stem(found[0].lower()) for found in _COMPARES.finditer(asked)}
    does = [word.stem for word in _words(form.after) if word.content][: not form.before]
    return {
        word.stem: (weight(word.stem) + _LEAST)
        * (_NAMED if word.stem in capitals else 1.0)
        * (_DOES if word.stem in does else 1.0)
        * (_DECIDES if word.stem in compares else 1.0)
        for word in _words(asked)
        if (word.content or word.stem in compares) and word.stem not in said
    }


def _as_held(given: Value | None, units: Sequence[Unit]) -> Value | None:
    """Return an answer of one word as what the evidence has it for: a name or another phrase."""
    if given is None or given.kind not in {"name", "phrase"}:
        return given
    kinds = [v.kind for u in units for v in values(u.text, phrases_too=True) if _same(given, v)]
    return given._replace(kind=kinds[0]) if kinds else given


def _period(form: Form) -> str:
    """Return which stretch of years a question asks for, "" where for none."""
    noun = form.noun.lower().rpartition(" ")[2]
    return noun if noun in _PERIODS else ""


def _given(answer: str, form: Form) -> Value | None:
    """Return the value that an answer gives: its first, of the kind that is asked for."""
    if period := _period(form):
        return next(iter(periods(answer, period)), None)
    small = answer[:1].lower() + answer[1:]
    lone = answer.istitle() and small.strip(" .") not in lexicon()
    before = "to " if lone or " " in answer else ""  # a capital that opens a text is no name
    found = list(values(before + answer.strip(), phrases_too=True))
    if form.wanted == "number":
        found = [v for v in found if v.kind in {"count", "hour"}] or found
    elif form.wanted == "time":
        found = [v for v in found if v.kind in {"date", "hour"}] or found
    elif _COUNTED.match(answer):  # "Five: biology, French, …"
        found = [v for v in found if v.kind != "count"]
    if not found or (form.wanted == "time" and found[0].kind == "name"):
        return None
    first = found[0]
    if first.kind == "count" and not first.unit and form.noun:
        return first._replace(unit=stem(form.noun.lower().rpartition(" ")[2]))
    return first


def _same(given: Value, other: Value) -> bool:
    if given.kind in {"name", "phrase"} and other.kind not in {"name", "phrase"}:
        return False
    if given.kind == other.kind == "count" and alike(given, other):
        return True
    if given.kind == other.kind == "name" and _shortened(given.keys, other.keys):
        return True
    if given.kind in {"name", "phrase", "date"}:
        return given.keys <= other.keys or (bool(other.keys) and other.keys <= given.keys)
    return not given.keys.isdisjoint(other.keys)


def _shortened(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether one of two names has initials for what the other spells: "J. K. Rowling"."""
    ours, theirs = one - other, other - one
    initials = {each for each in ours | theirs if len(each) == 1}
    spelled = (ours | theirs) - initials
    whole = spelled <= ours or spelled <= theirs
    return bool(one & other and initials and whole and {each[0] for each in spelled} & initials)


def _scored(given: Value, ask: _Asked, units: Sequence[Unit]) -> Iterable[_Held]:
    """Yield each value of the kind that may answer the question.

    A value that the question names itself is none that answers it.
    """
    wanted, form = ask.wanted, ask.form
    total = sum(wanted.values())
    link = form.link or form.before.rpartition(" ")[2].lower()
    link = link if link in _PREPOSITIONS else ""
    before: frozenset[str] = frozenset()
    for place, unit in enumerate(units):
        split = _words(unit.text)
        stems = frozenset(word.stem for word in split)
        same = place > 0 and units[place - 1].passage_id == unit.passage_id
        earlier = before if same else frozenset()
        before = stems
        if ask.compares and not ask.compares <= set(unit.text.lower().split()):
            continue  # what is most, first or left follows from several values
        share = sum(w for s, w in wanted.items() if s in stems or s in earlier) / total
        carried = _CARRIED_ON if _PRONOUN.match(unit.text) else _CARRIED
        denied = polarity(unit.text, split).negated
        told = _told(unit.text, given, form) if share > 0 else ()
        for value in with_larger(unit.text, told, form.noun) if given.kind == "name" else told:
            if ask.country and not is_country(value.span.of(unit.text)):
                continue
            lead = _word_before(unit.text, value.span)
            if not (_is_rival(given, value, ask) and _fits(given, value, ask) and ask.places(lead)):
                continue
            if ask.does and not _may_do(ask.does, value.span, lead, split):
                continue
            near = {s: _nearness(unit.text, split, s, value.span) for s in wanted if s in stems}
            if lead == "of" != link and _is_of(unit.text, value.span, wanted):
                continue
            if any(near.get(s, 0.0) > _LATER for s in denied):
                continue  # "Switzerland is not covered"
            stays = form.wanted == "place" or link in _PLACE_LINKS - {"from"}
            left = _LEFT if lead == "from" and stays else 1.0
            own = [
                left * w * (near[s] if s in near else carried * (s in earlier)) / total
                for s, w in wanted.items()
            ]
            yield _Held(value, place, share, (*own, _LINKED * (lead == link != "")))


def _told(text: str, given: Value, form: Form) -> Sequence[Value]:
    """Return what a sentence gives that may stand in the place of an answer."""
    if period := _period(form):
        return periods(text, period)
    return values(text, phrases_too=given.kind == "phrase")


def _is_of(text: str, span: Span, wanted: Container[str]) -> bool:
    """Say whether a value is what something that is asked for is of: "the capital of Norland"."""
    before = [w for w in text[: span.start][-_BEFORE:].lower().split() if w not in _ARTICLES]
    return before[-1:] == ["of"] and any(stem(lemma(word)) in wanted for word in before[-2:-1])


def _may_do(does: str, span: Span, lead: str, split: list[Word]) -> bool:
    """Say whether who stands somewhere may do what a verb says: before it, or behind its "by"."""
    before = [word for word in split if word.end <= span.start]
    if lead == "by":
        verbs = [word.stem for word in before if word.content]
        return does in verbs[-2:]
    return all(word.stem != does for word in before)


def _is_rival(given: Value, value: Value, ask: _Asked) -> bool:
    """Say whether a value is of the answer's kind; a name, where a person is asked for."""
    if ask.form.noun.lower() in _COLOUR:
        return value.kind == "colour"
    if ask.noun in given.keys - value.keys:
        return False  # "Oslo" is no rival of "Ulvik Hospital" where a hospital is asked for
    return value.kind == given.kind or (
        ask.person and given.kind == "phrase" and value.kind == "name"
    )


def _fits(given: Value, value: Value, ask: _Asked) -> bool:
    """Say whether a value may answer what an answer of its kind does."""
    if value.kind == "name":
        return _same(given, value) or value.keys.isdisjoint(ask.wanted)
    if value.kind == "phrase":
        return not value.keys <= ask.wanted.keys()
    if value.kind == "count" and given.unit and value.unit != given.unit:
        if measured_by(given.unit) or measured_by(value.unit):
            return measured_by(given.unit) == measured_by(value.unit)
        return given.unit in ask.wanted and not value.unit
    return True


def _nearness(text: str, split: list[Word], wanted: str, span: Span) -> float:
    """Return how near a value stands to a word of the question, in [0, 1]."""
    best = 0.0
    for word in split:
        if word.stem != wanted:
            continue
        if word.start >= span.start and word.end <= span.end:
            return 1.0
        first, last = sorted([(word.start, word.end), tuple(span)])
        between = text[first[1] : last[0]]
        subject = (
            word.capital and _word_before(text, Span(word.start, word.end)) not in _PREPOSITIONS
        )
        if subject and word.end <= span.start:  # a subject is that of all that follows
            best = max(best, _HANDED_ON if _STOPS.search(between) else 1.0)
            continue
        breaks = len(_BREAKS.findall(between))
        gap = between.count(" ")
        kept = _HANDED_ON if word.end <= span.start else _LATER
        kept = kept if breaks else 1.0
        best = max(best, kept * _FALL / (_FALL + gap))
    return best


def _word_before(text: str, span: Span) -> str:
    said = re.findall(r"[^\W\d_]+", text[: span.start][-24:].lower())
    while said and said[-1] in _BETWEEN:
        said.pop()
    return said[-1] if said else ""
