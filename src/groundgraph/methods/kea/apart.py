"""What embeddings take for one and is two: a thing and what it has, and things told side by side.

"The husband of Ann" lies beside "Ann", and "the X10 costs 400 euros and the X20 costs 500" holds
every word of "the X10 costs 500 euros".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.methods.kea.literals import agree, is_literal
from groundgraph.methods.kea.places import stems_of
from groundgraph.text.statements.lexicon import synonyms
from groundgraph.text.triples.relations import concepts_of
from groundgraph.text.vocabulary.opposites import opposites
from groundgraph.text.words import stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple
    from groundgraph.types import Triple

_POSSESSIVE = re.compile(r"['’]s? ")
_SAME = frozenset(
    """city town village state country nation kingdom republic island province county district
    region municipality port commune borough canton month year name title game species genus sum
    amount number group series team family crew rest majority kind type sort form part piece set
    lot pair members use dose""".split()
)
"""What "of" puts another word for, or a share of: "the city of Rome"."""
_ROLE = re.compile(r"(?:(?:is|was|are|were) )?(?P<role>[^\W\d].*) of")
_BELOW = frozenset(map(stem, "vice deputy assistant associate acting interim honorary".split()))
_WORD = re.compile(r"[\w’'-]+")


def are_two_roles(one: str, other: str) -> bool:
    """Say whether two predicates name two things that somebody is of something.

    >>> are_two_roles("is mother of", "is daughter of"), are_two_roles("is CFO of", "is CEO of")
    (True, True)
    >>> are_two_roles("is head of", "is leader of"), are_two_roles("is dean of", "is vice dean of")
    (False, True)
    """
    roles = [found["role"] for label in (one, other) if (found := _ROLE.fullmatch(label))]
    if len(roles) < 2:
        return False
    stems = [set(stems_of(role)) for role in roles]
    if not stems[0].isdisjoint(stems[1]):
        return not _BELOW.isdisjoint(stems[0] ^ stems[1])
    heads = [synonyms(role.split()[-1].lower()) for role in roles]
    return heads[0].isdisjoint(heads[1]) and concepts_of(roles[0]).isdisjoint(concepts_of(roles[1]))


def are_apart(one: str, other: str) -> bool:
    """Say whether one of two labels names something that the other's thing has.

    >>> are_apart("husband of Ann Lee", "Ann Lee"), are_apart("Ann", "Ann Lee's husband")
    (True, True)
    >>> are_apart("city of Rome", "Rome"), are_apart("Ann Lee", "Lee")
    (False, False)
    """
    return _has(other, one) or _has(one, other)


def _has(owner: str, label: str) -> bool:
    role, of, whose = label.partition(" of ")
    if not of:
        whose, *rest = _POSSESSIVE.split(label, maxsplit=1)
        role = " ".join(rest)
    own, told = stems_of(owner), stems_of(whose)
    if not own or not told or not role or role.split()[-1].lower() in _SAME:
        return False
    within = set(own) <= set(told) or set(told) <= set(own)
    return own[0] == told[0] and within and set(own).isdisjoint(stems_of(role))


def gives_to_another(graph: Graphs, claim: int, facts: Sequence[int]) -> bool:
    """Say whether facts have a claim's value for another thing, and for its own thing another.

    Args:
        graph: Both graphs.
        claim: The number of the claim.
        facts: Numbers of evidence, such as that of one sentence.
    """
    own = graph.claims[claim].triple
    told = [
        graph.evidence[n].triple
        for n in facts
        if _relation(graph.evidence[n].triple.predicate) == _relation(own.predicate)
    ]
    mine = [each for each in told if stems_of(each.subject) == stems_of(own.subject)]
    others = [each for each in told if each not in mine and _rivals(each.subject, own.subject)]
    if not mine or any(_one(each, own) for each in mine):
        return False
    done_to = [stems_of(each.object) for each in mine]  # "Ben was sued by Ann last year"
    return any(_one(each, own) and stems_of(each.subject) not in done_to for each in others)


def _relation(predicate: str) -> tuple[tuple[str, ...], str]:
    """Return the stems of a predicate, and the preposition that it ends in: "sued", "sued over"."""
    last = predicate.rsplit(maxsplit=1)[-1]
    return tuple(stems_of(predicate)), "" if stems_of(last) else last


def _rivals(one: str, other: str) -> bool:
    """Say whether two subjects are two things of a kind, neither one a word for the other."""
    a, b = set(stems_of(one)), set(stems_of(other))
    named = one[:1].isupper() == other[:1].isupper()
    return bool(a - b and b - a) and (bool(a & b) or (named and one[:1].isupper()))


def _one(told: Triple, own: Triple) -> bool:
    if is_literal(told.object) and is_literal(own.object):
        return agree(told.object, own.object)
    return stems_of(told.object) == stems_of(own.object)


def tells_opposite(claim: SourcedTriple, told: SourcedTriple) -> bool:
    """Say whether the words of two facts of equal triples deny each other.

    An extractor leaves attributes out of labels: those of "the north hall" and "the south hall".
    """
    ours, theirs = ({w.lower() for w in _WORD.findall(fact.text)} for fact in (claim, told))
    return any(
        not opposites().get(word, frozenset()).isdisjoint(theirs - ours) for word in ours - theirs
    )


def is_rival(claim: SourcedTriple, told: SourcedTriple) -> bool:
    """Say whether a fact has another value for what a claim says, or says it of what has it."""
    ours, theirs = claim.triple, told.triple
    if stems_of(ours.predicate) != stems_of(theirs.predicate):
        return False
    if _one(theirs, ours):
        return are_apart(ours.subject, theirs.subject)
    values = ours.object, theirs.object
    if _within(*values):
        return False
    if not (all(map(is_literal, values)) or all(value[:1].isupper() for value in values)):
        return False
    return stems_of(ours.subject) == stems_of(theirs.subject)


def says_too(claim: SourcedTriple, told: SourcedTriple) -> bool:
    """Say whether a claim says what a fact does, "the Black Forest" for that "of Germany"."""
    ours, theirs = claim.triple, told.triple
    subject, predicate = stems_of(ours.subject), stems_of(ours.predicate)
    same = (subject, predicate) == (stems_of(theirs.subject), stems_of(theirs.predicate))
    return same and _within(ours.object, theirs.object)


def _within(one: str, other: str) -> bool:
    a, b = set(stems_of(one)), set(stems_of(other))
    return a <= b or b <= a


def says_of_another(claim: SourcedTriple, told: Sequence[SourcedTriple]) -> bool:
    """Say whether facts tell a claim of what its subject belongs to, or of what it has.

    Args:
        claim: What the answer says.
        told: The facts of one sentence.
    """
    own = claim.triple
    same = [
        fact.triple.subject
        for fact in told
        if stems_of(fact.triple.predicate) == stems_of(own.predicate) and _one(fact.triple, own)
    ]
    return any(are_apart(each, own.subject) for each in same) and not any(
        stems_of(each) == stems_of(own.subject) for each in same
    )
