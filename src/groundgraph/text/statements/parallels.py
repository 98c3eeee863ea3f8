"""What the evidence says of one thing and a claim says of the thing told beside it.

"The ferry to Lisse leaves from pier 2. The ferry to Orvik leaves from pier 5." Two clauses that
say something alike of two things; a claim that names the one thing and has what is said of the
other alone is wrong, whatever words join them: "You catch the Orvik ferry at pier 2".
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.number_words import ONES, ORDINALS, TENS
from groundgraph.text.statements.binding import segments
from groundgraph.text.statements.clauses import OF_TWO, Clause, clauses
from groundgraph.text.statements.coreference import POINTING
from groundgraph.text.statements.lexicon import synonyms
from groundgraph.text.statements.nouns import content_nouns, noun
from groundgraph.text.words import letters, share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.statements.evidence import Evidence, Sentence

    Partners = Callable[[frozenset[str]], frozenset[str]]

_NEARBY = 4
"""Clauses behind one that may stand beside it."""
_COVERED, _NAMED = 0.6, 0.5
_SURE, _LIKELY = 0.85, 0.75
_FEWEST = 2
_SHARED = frozenset(
    """both also too each either likewise same unlike than instead alike together all every
    neither if unless except another respectively""".split()
)
"""Words by which a sentence may say of one thing what it says of another, or compares them."""
_SAYING = frozenset(map(noun, "say says said tell told claim report add note argue state".split()))
_COMPARED = frozenset("unlike than instead if unless rather both except not no".split())
_OF_PLACES = frozenset({"st", "nd", "rd", "th"})
_NUMBERS = frozenset(map(noun, {*ONES, *TENS, *ORDINALS}))
_CUT = re.compile(
    r";|,? (?:but|while|whereas|although|though|because|since) |, (?:and|as|which|who|where|with) "
)


_CUT_WORD = re.compile(r"['’]|\d[.,:]\d")


class Crossed(NamedTuple):
    """A clause whose words a claim says of the thing of another.

    Attributes:
        number: Number of the sentence.
        clause: The clause that has what the claim says.
        fit: How sure it is that the claim is wrong, in [0, 1].
    """

    number: int
    clause: Clause
    fit: float


class _Told(NamedTuple):
    number: int
    clause: Clause


def crossed(
    claim: Sentence,
    evidence: Evidence,
    near: Sequence[int],
    meant: frozenset[str] = frozenset(),
) -> Crossed | None:
    """Find a clause of which a claim says the words of something else.

    Args:
        claim: One sentence of an answer.
        evidence: What it is held against.
        near: Sentences that share most words with the claim.
        meant: Words of what a pronoun stands for that the claim begins with.
    """
    for said in _parts(claim, meant):
        for number in near:
            known = evidence.stems_of(evidence.sentences[number].passage)
            if share(said, known) < _COVERED and not _are_cut_otherwise(evidence, number):
                continue
            for own, other in _pairs(evidence, number, said):
                fit = _fit(said, own.clause, other.clause, known, evidence.partners)
                if fit and not _is_elsewhere(said, own, other, evidence):
                    return Crossed(other.number, other.clause, fit)
    return None


def joins_clauses(claim: Sentence, told: Sentence) -> bool:
    """Say whether a claim of one clause has words that a sentence says of several things.

    "Flights to Alta leave from gate 12" beside "Flights to Tromso leave from gate 12, flights to
    Alta from gate 3".
    """
    held: defaultdict[frozenset[str], set[str]] = defaultdict(set)
    for clause in clauses(told.written):
        held[clause.topic] |= clause.topic | clause.rest | clause.implied
    if len(held) < _FEWEST or len(clauses(claim.written)) > 1:
        return False
    said = claim.stems & set().union(*held.values())
    return not any(said <= words for words in held.values())


def _parts(claim: Sentence, meant: frozenset[str]) -> Iterator[frozenset[str]]:
    """Yield the content words of the clauses of a claim that compare nothing and are not bound."""
    for part in _CUT.split(claim.written):
        plain = letters(part)
        if _COMPARED.isdisjoint(plain):
            stems = content_nouns(part)
            if len(stems) >= _FEWEST:
                yield stems if POINTING.isdisjoint(plain) else stems | meant


def _are_cut_otherwise(evidence: Evidence, number: int) -> bool:
    """Say whether clauses around a sentence may have words that no passage seems to hold."""
    return any(_CUT_WORD.search(each.written) for each in _around(evidence, number))


def _pairs(evidence: Evidence, number: int, said: frozenset[str]) -> Iterator[tuple[_Told, _Told]]:
    """Yield the clauses of a sentence beside those that stand near them, either first."""
    every = _told(evidence, number, said)
    for at, one in enumerate(every):
        for other in every[at + 1 : at + 1 + _NEARBY]:
            if number in {one.number, other.number}:
                yield one, other
                yield other, one


def _told(evidence: Evidence, number: int, said: frozenset[str]) -> list[_Told]:
    """Return the clauses around a sentence; none, and none is read, where it has none itself."""
    own = evidence.sentences[number]
    found = {number: _told_in(evidence, own, said)}
    if not found[number]:
        return []
    for each in _around(evidence, number):
        if each is not own:
            found[each.number] = _told_in(evidence, each, said)
    return [told for at in sorted(found) for told in found[at]]


def _told_in(evidence: Evidence, sentence: Sentence, said: frozenset[str]) -> list[_Told]:
    """Return the clauses of a sentence, read only where a word of the claim stands."""
    if not _may_hold(sentence, said):
        return []
    if not _SHARED.isdisjoint(letters(sentence.written) - {"respectively"}):
        return []
    every = _clauses(evidence, sentence)
    return [_Told(sentence.number, c) for c in every if c.rest.isdisjoint(_SAYING)]


def _clauses(evidence: Evidence, sentence: Sentence) -> Iterator[Clause]:
    """Yield the clauses of a sentence, with what "the former" and "the latter" stand for."""
    found = clauses(sentence.written)
    topics = [c.topic for c in found if c.topic & OF_TWO]
    before = evidence.sentences[sentence.number - 1] if topics and sentence.number else None
    if before is None or before.passage != sentence.passage:
        yield from found
        return
    two = list(dict.fromkeys(clause.topic for clause in clauses(before.written)))
    for clause in found:
        if clause.topic & OF_TWO and len(two) == len(OF_TWO):
            yield clause._replace(topic=two["latter" in clause.topic])
        else:
            yield clause


def _around(evidence: Evidence, number: int) -> list[Sentence]:
    """Return a sentence and those beside it in its passage."""
    passage = evidence.sentences[number].passage
    beside = evidence.sentences[max(0, number - 1) : number + 2]
    return [each for each in beside if each.passage == passage]


def _may_hold(sentence: Sentence, said: frozenset[str]) -> bool:
    """Say whether a clause of a sentence may hold one of some words.

    Tokens are cut otherwise than words in "needn't" and "10-12.5" alone.
    """
    return not said.isdisjoint(sentence.stems) or _CUT_WORD.search(sentence.written) is not None


def _fit(
    said: frozenset[str], own: Clause, other: Clause, known: frozenset[str], partners: Partners
) -> float:
    """Return how sure it is that a claim names one thing and says what is said of the other."""
    value = (said & other.rest) - own.rest - own.topic - own.implied - _OF_PLACES
    thing, rival = own.topic - other.topic, other.topic - own.topic
    if not value or len(said & thing) < _NAMED * len(thing):
        return 0.0
    further = any(map(_is_number, said - _words_of(own) - _words_of(other)))
    if further or (own.rest <= own.telling and value.isdisjoint(other.telling)):
        return 0.0  # "the second half" beside "half-time"; "Cole 24" leaves out "scored … points"
    framed, instead = _is_framed(own, other), _has_other_value(said, own, other)
    told = known if instead else own.topic | other.topic | own.rest | other.rest
    if share(said, told) < _COVERED:
        return 0.0
    rival = rival - partners(thing) or rival  # "Piet Ostrander …, Jonas …": "Jonas Ostrander"
    if not _are_rivals(own, other, thing, rival) or not said.isdisjoint(rival):
        return 0.0
    if said & own.rest - other.rest - other.implied:
        return _LIKELY if framed and instead else 0.0
    if framed and own.named:
        return _SURE
    if other.contrasted and own.topic & other.topic and other.rest <= said:
        return _LIKELY  # "Ana's fee is waived, whereas Ben's is due"
    if own.named:
        return _LIKELY if instead or len(value) >= _FEWEST else 0.0
    if (own.implied or other.implied) and other.rest - own.implied <= said:
        return _LIKELY  # "The trucks run on diesel, the barges on hydrogen"
    beside = (own.leads and other.leads) or bool(own.topic & other.topic) or instead
    listed = instead and own.rest == own.telling and other.rest == other.telling
    return _LIKELY if listed or (framed and beside) else 0.0


def _words_of(clause: Clause) -> frozenset[str]:
    return clause.topic | clause.rest | clause.implied


def _is_number(word: str) -> bool:
    return word[0].isdigit() or word in _NUMBERS


def _are_rivals(own: Clause, other: Clause, thing: frozenset[str], rival: frozenset[str]) -> bool:
    """Say whether two clauses are of two things, and neither speaks of the other's."""
    alike = own.named == other.named or bool(own.implied or other.implied)
    if not (thing and rival and alike) or own.negated or other.negated:
        return False
    if any(a.startswith(b) or b.startswith(a) for a in thing for b in rival):
        return False  # "Vineyard won; the Vineyarders had trailed"
    return not (own.topic & other.rest or other.topic & own.rest)


def _has_other_value(said: frozenset[str], own: Clause, other: Clause) -> bool:
    """Say whether a claim has a name or number of the other thing in place of its own."""
    mine, theirs = own.telling - other.telling, other.telling - own.telling
    return any(
        told & said and held - said
        for held, told in zip(_by_kind(mine), _by_kind(theirs), strict=True)
    )


def _by_kind(words: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    numbers = frozenset(word for word in words if word[0].isdigit())
    return numbers, words - numbers


def _is_framed(own: Clause, other: Clause) -> bool:
    """Say whether two clauses say something alike: with one word at least, or in passing both."""
    if own.aside and other.aside:
        return True
    if own.rest & other.rest or own.implied & other.rest or other.implied & own.rest:
        return True
    return any(not synonyms(word).isdisjoint(other.rest) for word in own.rest)


def _is_elsewhere(said: AbstractSet[str], own: _Told, other: _Told, evidence: Evidence) -> bool:
    """Say whether another sentence may say of a claim's thing what the claim says.

    So it may where one joins the two things: "The Orvik bridge was designed by Ana Lopez".
    """
    value = (said & other.clause.rest) - own.clause.rest - own.clause.topic
    thing = own.clause.topic - other.clause.topic
    around = {own.number, other.number}
    if own.number != other.number and value & evidence.sentences[own.number].stems:
        return True  # "Landa sold it to Mira Sole. Sole lent it to Abe": Abe had it of Mira Sole
    shortened = bool(own.clause.implied or other.clause.implied or other.clause.contrasted)
    for number in evidence.holding(value):
        if number in around:
            continue
        beside = evidence.sentences[max(0, number - 1) : number + 1]
        if any(not thing.isdisjoint(s.stems) for s in beside):
            return True
    rival = other.clause.topic - own.clause.topic
    rival = rival - evidence.partners(thing) or rival
    return any(
        not rival.isdisjoint(evidence.sentences[number].stems)
        and not (shortened and _sets_apart(evidence.sentences[number], thing, rival))
        for word in thing
        for number in evidence.holding([word])
        if number not in around
    )


def _sets_apart(sentence: Sentence, thing: frozenset[str], rival: frozenset[str]) -> bool:
    """Say whether a sentence too has two things apart, in parts of its own."""
    parts = [part.stems for part in segments(sentence.written)]
    told = [not stems.isdisjoint(thing) for stems in parts]
    beside = [not stems.isdisjoint(rival) for stems in parts]
    return any(told) and any(beside) and not any(map(bool.__and__, told, beside))
