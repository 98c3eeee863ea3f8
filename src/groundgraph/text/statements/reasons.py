"""Reasons of a claim held against those that the evidence gives for the same thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.english.tagging import may_be_verb
from groundgraph.text.statements.causes import causes, undecided
from groundgraph.text.statements.findings import Found
from groundgraph.text.statements.lexicon import synonyms
from groundgraph.text.statements.nouns import of_stem
from groundgraph.text.vocabulary.opposites import opposites
from groundgraph.text.words import share, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.statements.causes import Cause
    from groundgraph.text.statements.evidence import Evidence, Sentence

_SURE, _ALIKE, _EFFECT = 0.7, 0.5, 0.6
_DENIED, _ELSEWHERE, _INVENTED = 0.85, 0.8, 0.72
_UNKNOWN, _FAR = 0.9, 3
"""Fit of a cause that the evidence calls unknown; and sentences before that may tell of what, where
that is asked."""
_OCCURRED = frozenset(
    map(of_stem, map(stem, "occurred happened broke started began appeared arose took".split()))
)
_MAYBE = re.compile(
    r"\b(?:may|might|could|perhaps|possibl[ey]|probably|likely|suspect\w*|believed?|suggest\w*"
    r"|according|thought|presum\w+|alleged\w*|reported\w*|apparently|assum\w+|said|says)\b",
    re.IGNORECASE,
)
_NAMING = re.compile(
    r"\b(?:blam\w+|caus\w+|reasons?|due|because|result\w*|responsible|attribut\w+|trigger\w*"
    r"|found that|points?|pointed|led|leads|behind|explain\w*|why)\b",
    re.IGNORECASE,
)
"""What may give a cause, or says that a claim's is only likely."""
_BEGINNING = 4
"""Letters by which two words may be forms of one: "insulated", "insulation"."""
_FEWEST, _FEW = 2, 4
"""Words of a reason that may be invented, at least; and of what it is given for, at most, where it
is the reason for something else alone."""
_VERBAL = frozenset(
    """led to|leads to|lead to|resulted in|results in|result in|caused|causes|triggered|triggers
    |prompted|therefore|consequently|as a result|so""".replace("\n    ", "").split("|")
)
"""Joints of which a sentence may have many, each with something else that follows."""
_VAGUE = frozenset(
    "reason cause fact way thing case problem issue matter part result factor number".split()
)


def reasons(
    claim: Sentence, evidence: Evidence, near: Sequence[int], asked: AbstractSet[str]
) -> Iterator[Found]:
    """Yield what speaks against the reasons of a claim.

    Args:
        claim: One sentence of an answer.
        evidence: What it is held against.
        near: Sentences that share most words with the claim.
        asked: Content words of the question, which tell no reasons apart.
    """
    for mine in causes(claim.written):
        yield from _open(mine, claim, evidence, asked)
        told = [
            (number, theirs)
            for number in near
            for theirs in causes(evidence.sentences[number].written)
            if undecided(evidence.sentences[number].written) is None
        ]
        straight = any(_is_straight(mine, theirs) for _, theirs in told)
        for number, theirs in () if straight else told:
            sentence = evidence.sentences[number]
            place = claim.written, sentence.written, sentence.passage, sentence.span
            if crossed := _crossed(mine, theirs):
                yield Found("cause_exchanged", crossed, *place)
            elif other := _other(mine, theirs, evidence, number, asked):
                yield Found("other_cause", other, *place)


def _open(
    mine: Cause, claim: Sentence, evidence: Evidence, asked: AbstractSet[str]
) -> Iterator[Found]:
    """Yield the sentence that says that the cause of the same is not known."""
    if mine.denied or _MAYBE.search(claim.written) or undecided(claim.written) is not None:
        return
    effect = mine.effect - mine.cause
    is_asked = bool(asked) and _likely_share(effect, asked) >= _ALIKE
    for number, sentence in enumerate(evidence.sentences):
        of = undecided(sentence.written)
        if of is None or not effect or _is_named(mine, evidence, number):
            continue
        if of and _is_what_is_open(of, effect):
            place = sentence.written, sentence.passage, sentence.span
            yield Found("open_cause", _UNKNOWN, claim.written, *place)
            return
        start = max(0, number - (_FAR if is_asked else 1))
        before = [s for s in evidence.sentences[start:number] if s.passage == sentence.passage]
        around = sentence.stems.union(*(s.stems for s in before))
        if not of and _likely_share(effect, around) >= _ALIKE:
            place = sentence.written, sentence.passage, sentence.span
            yield Found("open_cause", _UNKNOWN, claim.written, *place)
            return


def _is_what_is_open(of: AbstractSet[str], effect: AbstractSet[str]) -> bool:
    """Say whether an effect is that of which the cause is unknown: "the fire", not its spread."""
    rest = {word for word in effect if not any(_are_near(word, other) for other in of)}
    return _likely_share(of, effect) >= _ALIKE and not any(map(may_be_verb, rest - _OCCURRED))


def _is_named(mine: Cause, evidence: Evidence, number: int) -> bool:
    """Say whether a sentence may give a claim's cause for one, though another calls it unknown."""
    own = mine.cause - mine.effect
    return any(
        share(own, sentence.stems) >= _ALIKE and _NAMING.search(sentence.written)
        for at, sentence in enumerate(evidence.sentences)
        if at != number
    )


def reason_lacking(claim: Sentence, evidence: Evidence, near: Sequence[int]) -> float:
    """Return how much of a claim's reason the evidence's reason for the same lacks, in [0, 1]."""
    found = 0.0
    for mine in causes(claim.written):
        for number in near:
            for theirs in causes(evidence.sentences[number].written):
                if share(mine.effect, theirs.effect) >= _ALIKE and mine.denied == theirs.denied:
                    found = max(found, 1.0 - share(mine.cause, theirs.cause))
    return found


def _is_straight(mine: Cause, theirs: Cause) -> bool:
    """Say whether the evidence gives the same cause of the same."""
    both = share(mine.cause, theirs.cause), share(mine.effect, theirs.effect)
    return min(both) >= _SURE and mine.denied == theirs.denied


def _crossed(mine: Cause, theirs: Cause) -> float:
    """Return how surely cause and effect have changed places, 0 where they have not."""
    if mine.denied != theirs.denied:
        return 0.0
    crossed = min(share(mine.cause, theirs.effect), share(mine.effect, theirs.cause))
    straight = max(share(mine.cause, theirs.cause), share(mine.effect, theirs.effect))
    return crossed if crossed >= _SURE and straight < crossed / 2 else 0.0


def _other(
    mine: Cause, theirs: Cause, evidence: Evidence, number: int, asked: AbstractSet[str]
) -> float:
    """Return how surely the evidence gives another reason for the same, 0 where it may not."""
    before = evidence.sentences[number - 1].stems if number else frozenset()
    beside = theirs.effect | (before if evidence.follows(number) else frozenset())
    alike = _likely_share(mine.effect, beside)
    if asked and _likely_share(asked, beside) >= _ALIKE:
        alike += _EFFECT - _ALIKE  # what was asked is what the reason is given for
    verbal = mine.joint.lower() in _VERBAL
    if mine.denied or verbal or theirs.joint == "since" or alike < _EFFECT:
        return 0.0
    own = mine.cause - mine.effect - theirs.effect - asked - _VAGUE
    told = theirs.cause - theirs.effect - _VAGUE
    if not own or not told:
        return 0.0
    if theirs.denied:
        return _DENIED if share(own, told) >= _ALIKE else 0.0
    if any(_are_near(a, b) for a in own for b in told):
        return 0.0
    return _worth(own, mine, theirs, evidence, number)


def _worth(
    own: frozenset[str], mine: Cause, theirs: Cause, evidence: Evidence, number: int
) -> float:
    """Return how sure a reason is wrong of which the evidence's reason holds nothing.

    Where another sentence tells it beside the effect, it may be a reason too.
    """
    holders = [n for n, held in evidence.nearest(own) if held >= _ALIKE]
    for other in holders:
        sentence = evidence.sentences[other]
        told = [found for found in causes(sentence.written) if not found.denied]
        given = [found for found in told if share(own, found.cause) >= _ALIKE]
        plain = len(holders) == 1 and len(mine.effect) <= _FEW
        if given and not (plain and not any(_leads_to(each, mine, theirs) for each in given)):
            return 0.0
        if other == number or not mine.effect.isdisjoint(sentence.stems - own):
            return 0.0
    if holders:
        return _ELSEWHERE
    return _INVENTED if len(own) >= _FEWEST else 0.0


def _leads_to(found: Cause, mine: Cause, theirs: Cause) -> bool:
    """Say whether a cause may be one of what a claim gives one for, or of its cause in turn."""
    if found.joint == "since":  # a time, perhaps
        return True
    same = (mine.effect, found.effect), (found.effect, mine.effect), (theirs.cause, found.effect)
    return any(_likely_share(one, other) >= _ALIKE for one, other in same)


def _are_near(one: str, other: str) -> bool:
    """Say whether two words may be forms of one, or mean the same, or the opposite."""
    if one[:_BEGINNING] == other[:_BEGINNING]:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) > _BEGINNING and shorter in longer:  # "overspending"
        return True
    return other in synonyms(one) or other in opposites().get(one, ())


def _likely_share(mine: AbstractSet[str], held: AbstractSet[str]) -> float:
    """Return the share of words that others hold, in one form or another."""
    found = sum(any(_are_near(word, other) for other in held) for word in mine)
    return found / len(mine) if mine else 0.0
