"""What pronouns stand for, by number, gender and recency."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.statements.model import Argument
from groundgraph.text.statements.nouns import noun
from groundgraph.text.vocabulary import lines
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.text.names import Name
    from groundgraph.text.statements.model import Event

_MOST = 4
_MALE, _FEMALE = frozenset({"he", "him", "himself"}), frozenset({"she", "her", "herself"})
_THINGS = frozenset({"it", "itself"})
_GROUPS = frozenset({"they", "them", "themselves"})
PERSONAL = _MALE | _FEMALE
POINTING = _MALE | _FEMALE | _THINGS | _GROUPS
"""Words that stand for what was named before."""
_PLACES = frozenset("in at on near into through within under over across along onto".split())
_TRAVELS = frozenset(
    """move go travel relocate fly return come march flee drive sail walk run ride emigrate
    transfer migrate retire""".split()
)


def _forms(listed: str) -> frozenset[str]:
    return frozenset(map(noun, listed.split()))


_MEN = _forms(
    """man king prince duke baron count emperor sir lord mr brother father son husband uncle nephew
    grandfather grandson widower boy actor waiter businessman chairman spokesman gentleman
    monk pope"""
)
_WOMEN = _forms(
    """woman queen princess duchess baroness countess empress lady mrs ms sister mother
    daughter wife aunt niece grandmother granddaughter widow girl actress waitress businesswoman
    chairwoman spokeswoman nun heroine"""
)
_BODIES = _forms(
    """company firm startup start-up corporation manufacturer maker carrier airline retailer vendor
    press public police crowd audience board council committee commission jury team staff crew
    government parliament ministry agency party union army navy band orchestra choir
    group association organisation organization club university school bank court"""
)
"""Several persons together, for whom "he" and "she" do not stand."""


class _Candidate(NamedTuple):
    """Something that was named, and in which role of which verb."""

    argument: Argument
    role: str
    lemma: str


def resolved(
    events: Sequence[Event], before: Sequence[Event], named: Iterable[Name] = ()
) -> list[Event]:
    """Give arguments of a sentence what they may stand for.

    Args:
        events: Those of the sentence, in order.
        before: Those of the sentence before, resolved.
        named: Names of both sentences: of some nothing may have been read.
    """
    others = [of_name(name) for name in named]
    found: list[Event] = []
    for event in _with_appositions(events):
        found.append(_resolved(event, [*before, *found], others))
    return found


def _with_appositions(events: Sequence[Event]) -> list[Event]:
    """Give "his successor", of "His successor, Queen Maud, moved", the name beside it."""
    names = {
        told.span: (subject,)
        for event in events
        if event.lemma == "be" and not event.negated
        for told in event.roles.get("is", ())
        for subject in event.roles.get("subject", ())
        if subject.names and not told.names and told.head
    }
    if not names:
        return list(events)
    return [
        event
        if event.lemma == "be"
        else replace(
            event,
            roles={
                role: tuple(a._replace(also=names.get(a.span, a.also)) for a in filled)
                for role, filled in event.roles.items()
            },
        )
        for event in events
    ]


def _named(event: Event, own: Sequence[Argument]) -> list[_Candidate]:
    """Return what an event names that another does not, what it begins with first."""
    topic = event.topic
    every = [
        (_Candidate(each, role, event.lemma), a == topic)
        for role, filled in event.roles.items()
        for a in filled
        if a.pronoun or not _is_among(a, own)
        for each in (a.also if a.pronoun else (a,))
        if not (each.pronoun or each.timed or _is_among(each, own))
    ]
    ordered = sorted(every, key=lambda pair: (not pair[1], pair[0].argument.span.start))
    return [candidate for candidate, _ in ordered]


def _is_among(argument: Argument, own: Sequence[Argument]) -> bool:
    """Say whether something may be one of some others; "Mia Falk" is not "Lena Falk"."""
    return any(
        argument.head == each.head
        and (argument.names <= each.names or each.names <= argument.names)
        for each in own
    )


def _resolved(event: Event, earlier: Sequence[Event], others: Sequence[Argument]) -> Event:
    """Give the pronouns of an event what they may stand for.

    Args:
        event: It.
        earlier: Events before it, the nearest last.
        others: Names of both sentences.
    """
    every = [a for filled in event.roles.values() for a in filled]
    if not any(a.pronoun in POINTING and not a.also for a in every):
        return event
    own = [a for a in every if not a.pronoun]
    known = [_named(each, own) for each in reversed(earlier)]
    told = {name for a in own for name in a.names}
    unread = [name for name in others if name.names.isdisjoint(told)]
    roles = {
        role: tuple([_meaning(a, known, unread, topic=a == event.topic) for a in filled])
        for role, filled in event.roles.items()
    }
    return replace(event, roles=roles)


def _meaning(
    argument: Argument,
    known: Sequence[Sequence[_Candidate]],
    unread: Sequence[Argument],
    *,
    topic: bool,
) -> Argument:
    if argument.also or not argument.pronoun:
        return argument
    return argument._replace(also=_antecedents(argument.pronoun, known, unread, topic=topic))


def leads_with_name(argument: Argument) -> bool:
    """Say whether the head of a phrase is a part of a name: "its supplier Teltix"."""
    return any(argument.head == noun(name) for name in argument.names)


def _antecedents(
    pronoun: str,
    known: Sequence[Sequence[_Candidate]],
    others: Sequence[Argument],
    *,
    topic: bool,
) -> tuple[Argument, ...]:
    """Return what a pronoun may stand for, the likeliest first; several where that is not sure.

    Likeliest is what the clause before begins with, where it agrees, for a pronoun that begins
    its own; for another, what else stands there.
    """
    order = known if topic else [[*own[1:], *own[:1]] for own in known]
    every = [candidate for own in order for candidate in own]
    plain = [c.argument for c in every]
    if pronoun in _MALE | _FEMALE:
        persons = [c.argument for c in every if _may_be_person(c)]
        return _distinct(_of_gender(gender_of(pronoun), persons, others))
    if pronoun in _GROUPS:
        return _distinct([a for a in plain if a.plural] or plain)
    if pronoun in _THINGS:
        return _distinct(a for a in plain if not a.plural and not gender_in(a))
    return ()


def _may_be_person(candidate: _Candidate) -> bool:
    argument, role = candidate.argument, candidate.role
    if argument.plural or role in _PLACES:
        return False
    if argument.head in _BODIES and not gender_in(argument):
        return False
    return not (role in {"to", "from"} and candidate.lemma in _TRAVELS)


def _of_gender(
    wanted: str, persons: Sequence[Argument], others: Sequence[Argument]
) -> list[Argument]:
    """Return those of a gender; else those of none that is known, and what else has a name."""
    kinds = [(a, gender_in(a)) for a in persons]
    sure = [a for a, kind in kinds if kind == wanted]
    if sure:
        return sure
    open_ = [a for a, kind in kinds if not kind]
    told = {name for a in persons for name in a.names}
    unread = [a for a in others if a.names.isdisjoint(told) and gender(a.names) in {"", wanted}]
    return [*([a for a in open_ if a.names] or open_), *unread]


def of_name(name: Name) -> Argument:
    """Return a name as what fills a role."""
    words = frozenset(map(noun, name.parts))
    return Argument(words, noun(name.parts[-1]), frozenset(name.parts), Span(name.start, name.end))


@lru_cache(maxsize=1 << 12)
def gender(words: frozenset[str]) -> str:
    """Return "m" or "f" where words say whether a man or a woman is meant, else "".

    >>> gender(frozenset({"anna", "petrov"})), gender(frozenset({"petrov"}))
    ('f', '')
    """
    male, female = _given()
    is_male = not words.isdisjoint(_MEN) or not words.isdisjoint(male)
    is_female = not words.isdisjoint(_WOMEN) or not words.isdisjoint(female)
    return ("m" if is_male else "f") if is_male != is_female else ""


def gender_in(argument: Argument) -> str:
    """Return "m" or "f" where a phrase says which; of "Amina Yusuf" the surname says nothing."""
    told = (argument.words - {*map(noun, argument.names)}) | argument.names  # "Jane" is no "Jan"
    if len(argument.names) > 1 and leads_with_name(argument):
        told -= {argument.head, *(n for n in argument.names if noun(n) == argument.head)}
    return gender(told)


def gender_of(pronoun: str) -> str:
    """Return "m" for "he" and "him", "f" for "she" and "her", else ""."""
    return "m" if pronoun in _MALE else "f" if pronoun in _FEMALE else ""


@cache
def _given() -> tuple[frozenset[str], frozenset[str]]:
    listed = dict(line.split(" ", 1) for line in lines("given_names.txt"))
    return _both_forms(listed["m"]), _both_forms(listed["f"])


def _both_forms(listed: str) -> frozenset[str]:
    """Return names as they are folded, and as nouns are compared."""
    return frozenset(listed.split()) | _forms(listed)


def _distinct(arguments: Iterable[Argument]) -> tuple[Argument, ...]:
    return tuple({(a.head, a.names): a for a in reversed([*arguments])}.values())[::-1][:_MOST]
