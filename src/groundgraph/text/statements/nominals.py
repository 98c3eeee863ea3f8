"""Deeds that are named by a noun: "the sale of the mill by Ann to Ben", "Ann's victory over Ben".

And whose what somebody is, in passing: "his former pupil Ada Lind". Who did it to whom is read
off them; that it was done, or not, is not.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.phrases import Phrase
from groundgraph.text.statements.arguments import form
from groundgraph.text.statements.lexicon import called_after, inverses
from groundgraph.text.statements.model import Event
from groundgraph.text.statements.nouns import noun
from groundgraph.text.vocabulary import lines
from groundgraph.text.vocabulary.small_words import OWNERS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.english.phrases import Sentence
    from groundgraph.text.statements.model import Argument

    Read = Callable[[Phrase], Argument]

_LIGHT = frozenset("make bring file lodge launch win gain score pay carry_out open start".split())
_KEPT = frozenset({"by", "to", "from", "over", "against", "on"})
_PASSED = frozenset({"in", "at", "as", "for", "with"})
"""Prepositions that may stand between, of which nothing is told."""
_MOST = 5
_FEWEST = 2


class _Deed(NamedTuple):
    verb: str
    link: str


@cache
def _deeds() -> dict[str, _Deed]:
    listed = map(str.split, lines("nominals.txt"))
    return {noun(name): _Deed(verb, *(link or [""])) for name, verb, *link in listed}


def deeds_named(stems: AbstractSet[str]) -> frozenset[str]:
    """Return the verbs of the deeds, and of their doers, that some nouns name.

    Nouns are as `nouns.noun` has them.
    """
    known, doers = _deeds(), called_after()
    named = [known[word].verb for word in stems if word in known]
    named += [verb for word in stems for verb, _ in doers.get(word, ())]
    return frozenset(verb.partition("_")[0] for verb in named)


@cache
def relations() -> frozenset[str]:
    """Return the nouns that say what one is to another: "pupil", "landlord"."""
    every = {side.lemma for pairs in inverses().values() for pair in pairs for side in pair}
    named = {name.removeprefix("be_") for name in every if name.startswith("be_")}
    return frozenset(named | called_after().keys())


def nominals(sentence: Sentence, read: Read, number: int) -> Iterator[Event]:
    """Yield the events that nouns of a sentence name, where they say who did it to whom.

    Args:
        sentence: The sentence, cut into phrases.
        read: Reads a phrase.
        number: Its number.
    """
    for at, phrase in enumerate(sentence.phrases):
        if phrase.kind == "NP":
            yield from _deed(sentence, at, read, number)
            yield from _relation(sentence, phrase, read, number)


def light(events: Sequence[Event]) -> Iterator[Event]:
    """Yield what is done where the verb says little: "filed a complaint against Brenko"."""
    for event in events:
        for told in event.roles.get("object", ()) if event.lemma in _LIGHT else ():
            deed = _deeds().get(told.head)
            if deed is None or "subject" not in event.roles or told.names:
                continue
            roles = {role: found for role, found in event.roles.items() if role != "object"}
            if deed.link in roles:
                roles["object"] = roles.pop(deed.link)
                yield replace(event, lemma=deed.verb, roles=roles, is_named=True)


def _deed(sentence: Sentence, at: int, read: Read, number: int) -> Iterator[Event]:
    phrase = sentence.phrases[at]
    head = (phrase.of if phrase.of > 0 else phrase.last) - 1
    deed = _deeds().get(form(sentence.tokens[head].lower))
    if deed is None or sentence.tags[head] not in {"NN", "NNS"}:
        return
    places = dict(_behind(sentence, at))
    last = max((each.last for each in places.values()), default=phrase.last)
    if phrase.of > 0:
        places["of"] = Phrase("NP", phrase.of + 1, phrase.last)
    roles = {role: read(each) for role, each in _roles(deed, places).items()}
    owner = _owner(sentence, phrase, head, read)
    if owner is not None:
        free = "object" if "subject" in roles else "subject"
        roles.setdefault(free, owner)
    told = {role: (a,) for role, a in roles.items() if (a.words or a.pronoun) and not a.timed}
    if len(told) >= _FEWEST:
        span = Span(sentence.tokens[phrase.first].start, sentence.tokens[last - 1].end)
        yield Event(deed.verb, told, negated=False, span=span, sentence=number, is_named=True)


def _behind(sentence: Sentence, at: int) -> Iterator[tuple[str, Phrase]]:
    """Yield the prepositions that follow a phrase, with what stands behind each."""
    every = sentence.phrases
    last = every[at].last
    for link, phrase in list(zip(every[at + 1 :: 2], every[at + 2 :: 2], strict=False))[:_MOST]:
        word = sentence.tokens[link.first].lower
        if link.kind != "IN" or phrase.kind != "NP" or link.first != last:
            return
        if word not in _KEPT | _PASSED or phrase.first != link.last:
            return
        if word in _KEPT:
            yield word, phrase
        last = phrase.last


def _roles(deed: _Deed, places: dict[str, Phrase]) -> dict[str, Phrase]:
    """Return what fills the roles of a verb, from what stands behind the prepositions."""
    found = {role: p for role, p in places.items() if role in {"to", "from"}}
    if "by" in places:
        found["subject"] = places["by"]
    if deed.link == "from" and "from" in found:
        found.setdefault("subject", found.pop("from"))
    elif deed.link and deed.link in places:
        found.pop(deed.link, None)
        found["object"] = places[deed.link]
        if "of" in places:  # "the victory of Ann over Ben"
            found.setdefault("subject", places["of"])
    if not deed.link or deed.link == "from":
        found.update({"object": places["of"]} if "of" in places else {})
    return found


def _owner(sentence: Sentence, phrase: Phrase, head: int, read: Read) -> Argument | None:
    """Return whose deed or relation a noun is: "Ann's sale", "her pupil"."""
    first = sentence.tokens[phrase.first].lower
    if sentence.tags[phrase.first] == "PRP$" and first in OWNERS:
        told = read(Phrase("NP", phrase.first, phrase.first + 1))
        return told._replace(words=frozenset(), pronoun=OWNERS[first])
    marks = [at for at in range(phrase.first + 1, head) if sentence.tags[at] == "POS"]
    return read(Phrase("NP", phrase.first, marks[0])) if len(marks) == 1 else None


def _relation(sentence: Sentence, phrase: Phrase, read: Read, number: int) -> Iterator[Event]:
    """Yield what a named person is to another: "Ann's former pupil Ada Lind"."""
    if phrase.of > 0:
        return
    name = phrase.last
    while name > phrase.first and sentence.tags[name - 1] == "NNP":
        name -= 1
    head = name - 1
    if name == phrase.last or head <= phrase.first or sentence.tags[head] != "NN":
        return
    kind = form(sentence.tokens[head].lower)
    owner = _owner(sentence, phrase, head, read) if kind in relations() else None
    if owner is None:
        return
    told = {"subject": (read(Phrase("NP", name, phrase.last)),), "of": (owner,)}
    span = Span(sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end)
    yield Event(f"be_{kind}", told, negated=False, span=span, sentence=number, is_named=True)
