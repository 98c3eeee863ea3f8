"""A denial beside an opposite: two differences that cancel out, so that both say the same.

"The board rejected the plan" says that "the board did not approve the plan", and "failed to win"
that somebody "did not win". The other words must be the same, in the same order.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.bounds import without_limits
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.statements.binding import AMBIGUOUS
from groundgraph.text.statements.findings import Found
from groundgraph.text.statements.lexicon import synonyms
from groundgraph.text.statements.nouns import noun, of_stem
from groundgraph.text.vocabulary.opposites import opposites
from groundgraph.text.words import STOP_WORDS, letters, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.statements.evidence import Evidence, Sentence

_FIT = 0.8
_FEWEST = 2
_WORD = re.compile(
    r"\w+(?![\w'’-])"  # what most words are, told at once
    r"|non-\w+|\w+?(?=n['’]t\b)|n['’]t\b|\w+(?:['’]\w+)*",
    re.IGNORECASE,
)
_CUT = re.compile(r"[;:()–—]|, ?(?:and|but|while|although|though|which|who)\b", re.IGNORECASE)
_DENIALS = frozenset(
    """no not n't never without cannot unable fail fails failed lack lacks lacked lacking""".split()
)
_DENYING = _DENIALS | {"t"}
"""Runs of letters of which a text that denies has one; "t" is that of "n't"."""
_FAILING = frozenset({"fail", "fails", "failed", "unable"})
"""Words that deny the verb behind "to"."""
_LIGHT = frozenset(
    """a an the any is are was were be been being do does did has have had there it to can could
    ca able""".split()
)
"""Words that one of two sentences of the same may have alone."""
_COMPLEMENTS = frozenset(
    """open closed close shut allowed permitted forbidden prohibited banned barred possible
    impossible legal illegal present absent alive dead occupied vacant mandatory optional
    compulsory voluntary refundable non-refundable""".split()
)
"""Words of which one holds where its opposite does not."""
_PREFIXES = ("un", "in", "im", "ir", "il", "non", "non-", "dis")
_SHORTEST = 4
_ONLY = re.compile(r"only (\w+?)s? ((?:may|can) .+)", re.IGNORECASE)
_OTHERS = re.compile(r"non-?(\w+?)s? ((?:may|can) ?not .+)", re.IGNORECASE)


class _Clause(NamedTuple):
    """A clause: its words in order, where its one denial stands among them, and small words."""

    words: tuple[str, ...]
    denied: int | None
    small: frozenset[str]


def cancelled(claim: Sentence, evidence: Evidence, near: Sequence[int]) -> Iterator[Found]:
    """Yield the sentences that say what a claim does by a denial, or an opposite, of their own.

    Args:
        claim: One sentence of an answer.
        evidence: What it is held against.
        near: Sentences that share most words with the claim.
    """
    if _CUT.search(claim.written):
        return
    mine = _read(claim.written)
    for number in near:
        told = evidence.sentences[number]
        if _excludes(told.written, claim.written) or _is_said(mine, told.written):
            place = told.passage, told.span, 0, number
            yield Found("same", _FIT, claim.written, told.written, *place)


def _is_said(mine: _Clause | None, written: str) -> bool:
    """Say whether a clause of a sentence says the same; one of the two must deny."""
    if mine is None or (mine.denied is None and _DENYING.isdisjoint(letters(written))):
        return False
    return any(_says(mine, _read(part)) for part in _CUT.split(written))


def _read(written: str) -> _Clause | None:
    """Read a clause; ``None`` where it denies more than once."""
    every = [word.lower().replace("’", "'") for word in _WORD.findall(without_limits(written))]
    denied: int | None = None
    kept: list[str] = []
    small: set[str] = set()
    for at, word in enumerate(every):
        if word in _DENIALS and not (word in _FAILING and every[at + 1 : at + 2] != ["to"]):
            if denied is not None:
                return None
            denied = len(kept)
        elif word in _LIGHT:
            continue
        elif word in STOP_WORDS or len(word) == 1:
            small.add(word)
        else:
            kept.append(word)
    return _Clause(tuple(kept), denied, frozenset(small)) if len(kept) >= _FEWEST else None


def _says(mine: _Clause | None, theirs: _Clause | None) -> bool:
    if mine is None or theirs is None or len(mine.words) != len(theirs.words):
        return False
    if mine.small != theirs.small or mine.denied == theirs.denied is None:
        return False
    pairs = list(zip(mine.words, theirs.words, strict=True))
    differ = [at for at, pair in enumerate(pairs) if not _alike(*pair)]
    if mine.denied is not None and theirs.denied is not None:
        return not differ and mine.denied == theirs.denied
    denied = mine.denied if mine.denied is not None else theirs.denied
    whole = mine.denied is None  # what is not approved need not be rejected
    return differ == [denied] and _are_opposite(*pairs[differ[0]], whole=whole)


def _alike(one: str, other: str) -> bool:
    if one == other or _form(one) == _form(other):
        return True
    return lemma(one) == lemma(other) or lemma(other) in synonyms(lemma(one))


def _form(word: str) -> str:
    """Return what a word is compared by: "refundable" and "refunded" are one."""
    for ending in ("able", "ible"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word.removesuffix(ending)
    return noun(of_stem(stem(word)))


def _are_opposite(one: str, other: str, *, whole: bool) -> bool:
    """Say whether two words deny each other, and with ``whole`` leave nothing between them."""
    prefixes = _PREFIXES[:-1] if whole else _PREFIXES  # what is not liked need not be disliked
    if any(one == prefix + other or other == prefix + one for prefix in prefixes):
        return True
    if whole and not {one, other} <= _COMPLEMENTS:
        return False
    if not {lemma(one), lemma(other)}.isdisjoint(AMBIGUOUS):
        return False
    known = opposites()
    return any(
        second in known.get(first, ())
        for first in (one, lemma(one))
        for second in (other, lemma(other))
    )


def _excludes(told: str, claim: str) -> bool:
    """Say whether a claim denies to all others what a sentence grants some alone."""
    only, others = _ONLY.match(told), _OTHERS.match(claim)
    if only is None or others is None or _form(only[1].lower()) != _form(others[1].lower()):
        return False
    granted, denied = _read(f"{only[1]} {only[2]}"), _read(f"{only[1]} {others[2]}")
    if granted is None or denied is None or granted.denied is not None or denied.denied != 1:
        return False
    alike = len(granted.words) == len(denied.words) and all(
        map(_alike, granted.words, denied.words)
    )
    return alike and granted.small == denied.small
