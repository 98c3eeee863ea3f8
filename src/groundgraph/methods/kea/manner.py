"""How a text puts what it states: plainly, denied, as possible, as to come, or on a condition."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.methods.kea.rules import denies
from groundgraph.methods.kea.timing import is_former, is_over, is_present
from groundgraph.text.scope.lexicon import CONDITIONS, POSSIBLE, Lexicon

if TYPE_CHECKING:
    from groundgraph.methods.kea.graphs import SourcedTriple

_MOODS = Lexicon(
    {
        "possible": POSSIBLE["possible"],
        "expected": POSSIBLE["expected"],
        "to come": "will/won't/would/shall/going to/about to",
        "asked for": "should/must/has to/have to/ought to/needs to",
    }
)
_FRAME = re.compile(r"(?:\bthat|^\W{0,3}\w{1,30}ly,?|\baccording to [^,]{1,40},)$", re.IGNORECASE)
"""What stands before a statement and tells how it is meant."""
_DENYING = re.compile(
    r"\b(?:(?:is|was|'s|’s) (?:(?:simply|completely|entirely) )?(?:false|untrue|incorrect|wrong"
    r"|a (?:myth|lie|rumou?r|hoax)|not (?:true|the case|correct))"
    r"|(?:denied|denies|deny|disputed|disputes|refuted|refutes|rejected the claim)) that$",
    re.IGNORECASE,
)
_RUMOUR = re.compile(
    r"\b(?:rumou?r|claim|report|allegation|suggestion|belief|idea|notion|statement)s? that$",
    re.IGNORECASE,
)
_FALSE = re.compile(
    r",? (?:is|are|was|were) (?:false|untrue|incorrect|wrong|unfounded|baseless|not true)\b",
    re.IGNORECASE,
)
_HOLDING = frozenset({"is", "was", "are", "were", "former"})
_CLAUSE = 60
"""Characters before a statement in which a frame is looked for."""
_WORD = re.compile(r"[\w'’]+")


class Manner(NamedTuple):
    """How a statement is put.

    Attributes:
        denied: Whether it is denied, by a word of its own or by what stands before it.
        framed: Whether what stands before it denies it: "it is false that".
        moods: "possible", "expected", "to come", "asked for": those that apply.
        condition: The words on which it depends, or "".
        over: Whether it held until a time that is past, or is told of a "former" holder.
    """

    denied: bool
    framed: bool
    moods: frozenset[str]
    condition: str = ""
    over: bool = False


def manner_of(fact: SourcedTriple, sentence: str) -> Manner:
    """Return how a fact is put.

    Args:
        fact: What an extractor read.
        sentence: What it stands in.

    >>> from groundgraph.methods.kea.graphs import SourcedTriple
    >>> from groundgraph.types import Triple
    >>> triple = Triple("Acme", "will buy", "Delta")
    >>> fact = SourcedTriple(triple, triple, None, "1", "Acme will buy Delta")
    >>> found = manner_of(fact, "If the board agrees, Acme will buy Delta.")
    >>> found.denied, sorted(found.moods), found.condition
    (False, ['to come'], 'If the board agrees')
    >>> manner_of(fact, "It is false that Acme will buy Delta.").denied
    True
    """
    at = sentence.find(fact.text)
    before = sentence[max(0, at - _CLAUSE) : at].rstrip() if at > 0 else ""
    frame = _last_clause(before) if _FRAME.search(before) else ""
    after = sentence[at + len(fact.text) :] if at >= 0 else ""
    rumour = _RUMOUR.search(before) is not None and _FALSE.match(after) is not None
    framed = rumour or _DENYING.search(before) is not None
    own = denies(fact.triple.predicate) or denies(fact.text)
    return Manner(
        own != framed,
        framed,
        _moods(f"{frame} {fact.text}"),
        _condition(sentence, at, at + len(fact.text)),
        _is_over(fact, before, after),
    )


def outlived(claim: SourcedTriple, ours: Manner, theirs: Manner) -> bool:
    """Say whether a claim tells of now what evidence tells of a time that is over."""
    return theirs.over and not ours.over and is_present(claim.text)


def _is_over(fact: SourcedTriple, before: str, after: str) -> bool:
    holder = fact.triple.predicate.split(maxsplit=1)[0] in _HOLDING
    return is_over(before, fact.text, after) or (holder and is_former(before, fact.text))


def _last_clause(text: str) -> str:
    return re.split(r"[;:.!?,]\s", text)[-1]


@lru_cache(maxsize=1 << 13)
def _moods(text: str) -> frozenset[str]:
    spoken = [w.lower().replace("’", "'") for w in _WORD.findall(text) if w != "May"]
    return frozenset(marker.name for marker in _MOODS.find(spoken))


@lru_cache(maxsize=1 << 12)
def _condition(sentence: str, at: int, end: int) -> str:
    """Return the clause with "if" or "unless" that opens a sentence, or follows a fact in it."""
    if at >= 0 and _IF.match(sentence, end):
        return sentence[end:].strip(" ,.")
    head, comma, _ = sentence.partition(",")
    if not comma or not len(head) < at:
        return ""
    words = [word.lower() for word in _WORD.findall(head)[:3]]
    strict = [m for m in CONDITIONS.find(words) if m.first == 0 and m.name in _STRICT]
    return head if strict and words[0] not in _TIMES else ""


_STRICT = frozenset({"if", "only if", "unless"})
_IF = re.compile(
    r",? (?:but )?(?:only )?(?:if|unless|provided|on (?:the )?condition)\b", re.IGNORECASE
)
_TIMES = frozenset({"when", "once", "whenever", "given"})
