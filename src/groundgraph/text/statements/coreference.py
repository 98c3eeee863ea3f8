"""What pronouns, "the former" and "the company" stand for, by kind, number, gender and recency."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.once import once
from groundgraph.text.statements.model import Argument
from groundgraph.text.statements.nouns import noun
from groundgraph.text.vocabulary import lines
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.names import Name
    from groundgraph.text.statements.model import Event

_MOST = 4
_MALE, _FEMALE = frozenset({"he", "him", "himself"}), frozenset({"she", "her", "herself"})
_THINGS = frozenset({"it", "itself"})
_GROUPS = frozenset({"they", "them", "themselves"})
PERSONAL = _MALE | _FEMALE
POINTING = _MALE | _FEMALE | _THINGS | _GROUPS | {"former", "latter"}
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
COMPANIES = _forms(
    "company firm startup start-up corporation manufacturer maker carrier airline retailer vendor"
)
_BODIES = COMPANIES | _forms(
    """press public police crowd audience board council committee commission jury team staff crew
    government parliament ministry company agency party union army navy band orchestra choir
    group association organisation organization club university school bank court"""
)
"""Several persons together, for whom "he" and "she" do not stand."""
_KINDS = tuple(
    (_forms(names), _forms(members))
    for names, members in (
        (
            "ship vessel boat",
            "tanker ferry liner freighter frigate trawler yacht steamer schooner cruiser destroyer",
        ),
        (
            "animal creature mammal",
            "whale dog cat horse bear wolf fox lynx deer elephant lion tiger seal cow hare otter",
        ),
        ("bird", "eagle owl hawk gull crow raven swan goose duck falcon heron stork"),
        ("vehicle", "car truck bus van lorry motorcycle tractor"),
        ("tree", "oak maple beech pine birch elm ash willow cedar chestnut"),
        ("building", "church museum library tower hospital castle palace temple school"),
        ("instrument", "violin piano cello guitar flute trumpet organ"),
        ("document", "contract treaty report letter deed will agreement"),
        ("drug medicine medication", "tablet pill vaccine antibiotic"),
    )
)
_DESCRIBING = COMPANIES.union(*(names for names, _ in _KINDS))


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
    others = tuple(of_name(name) for name in named)
    found: list[Event] = []
    earlier = list(before)
    told = _Named(earlier)
    for event in _with_appositions(events):
        around = _Around(event, earlier, others, told)
        roles = {
            role: tuple(
                [described(_resolved(a, around, topic=a == event.topic), around) for a in filled]
            )
            for role, filled in event.roles.items()
        }
        found.append(event if roles == event.roles else replace(event, roles=roles))
        earlier.append(found[-1])
    return found


class _Around:
    """What stands around an event, gathered when a pronoun or a noun alone asks for it.

    Attributes:
        earlier: Events before it, the nearest last.
        others: Names of both sentences.
    """

    def __init__(
        self, event: Event, earlier: Sequence[Event], others: Sequence[Argument], named: _Named
    ) -> None:
        self._event = event
        self._named = named
        self.earlier = earlier
        self.others = others

    @once
    def known(self) -> list[list[_Candidate]]:
        """What each event before names that this one does not, the nearest first."""
        every = (a for filled in self._event.roles.values() for a in filled)
        own = [a for a in every if not a.pronoun]
        return [_named(each, own) for each in reversed(self.earlier)]

    @once
    def unread(self) -> list[Argument]:
        """Names of both sentences that stand in no role of this event."""
        every = (a for filled in self._event.roles.values() for a in filled)
        own = {name for a in every if not a.pronoun for name in a.names}
        return [name for name in self.others if name.names.isdisjoint(own)]

    @property
    def named(self) -> list[Argument]:
        """Everything that the events before name, in order."""
        return self._named.every()


class _Named:
    """Everything that some events name, each read once while more events are added."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._read = 0
        self._found: list[Argument] = []

    def every(self) -> list[Argument]:
        for event in self._events[self._read :]:
            self._found += [c.argument for c in _named(event, [])]
        self._read = len(self._events)
        return self._found


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


def _resolved(
    argument: Argument,
    around: _Around,
    *,
    topic: bool,
) -> Argument:
    if argument.also:
        return argument
    if argument.pronoun in {"former", "latter"}:
        return argument._replace(also=_of_two(argument.pronoun, around.earlier))
    if argument.pronoun:
        also = _antecedents(argument.pronoun, around.known, around.unread, topic=topic)
        return argument._replace(also=also)
    return argument


def is_description(argument: Argument, before: AbstractSet[str] = frozenset()) -> bool:
    """Say whether a noun alone, such as "company" or "ship", may stand for what was named.

    Args:
        argument: A noun phrase.
        before: Content words of the sentence before, of which "its supplier Teltix" may be two.
    """
    if argument.names or argument.words != {argument.head}:
        return False
    return argument.head in _DESCRIBING or argument.head in before


def described(argument: Argument, around: _Around) -> Argument:
    """Give "the company" or "the ship" the one thing of its kind that was named before."""
    if argument.pronoun or argument.also or argument.names or argument.words != {argument.head}:
        return argument
    every = around.named
    head = argument.head
    titled = _distinct(a for a in every if head in a.words and head not in map(noun, a.names))
    if len(titled) == 1 and leads_with_name(titled[0]):
        return argument._replace(also=titled)
    if not is_description(argument):
        return argument
    if any(argument.head == other.head for other in every):
        return argument
    found = _distinct(other for other in every if _is_a(argument.head, other))
    return argument._replace(also=found) if len(found) == 1 else argument


def leads_with_name(argument: Argument) -> bool:
    """Say whether the head of a phrase is a part of a name: "its supplier Teltix"."""
    return any(argument.head == noun(name) for name in argument.names)


def _is_a(kind: str, argument: Argument) -> bool:
    if kind in COMPANIES:
        return bool(argument.words & COMPANIES - {argument.head})
    return any(kind in names and argument.head in members for names, members in _KINDS)


def _of_two(pronoun: str, earlier: Sequence[Event]) -> tuple[Argument, ...]:
    """Return the first or the last of the two things that were told last."""
    at = 0 if pronoun == "former" else 1
    for event in reversed(earlier):
        for filled in event.core.values():
            if len(filled) == 2 and not any(a.pronoun for a in filled):
                return (sorted(filled, key=lambda a: a.span.start)[at],)
    last = max((event.sentence for event in earlier), default=0)
    topics = [event.topic for event in earlier if event.sentence == last]
    named = _distinct(topic for topic in topics if topic is not None and leads_with_name(topic))
    return (named[at],) if len(named) == 2 else ()


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
    told = argument.words | argument.names
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
