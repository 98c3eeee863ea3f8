"""Lexical block: what a claim says in words that its evidence does not hold.

Every feature is finite. Shares lie in [0, 1]; counts are of words. Rarity is an inverse
document frequency (see `groundgraph.methods.fused.rarity`).
"""

from __future__ import annotations

from itertools import chain, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.text.notations import others
from groundgraph.text.numbers import quantities
from groundgraph.text.words import Word, postings, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.text.passage_units import Unit

NAMES = (
    "content_words",
    "unseen_words",
    "unseen_share",
    "unseen_rarity",
    "unseen_rarity_share",
    "unseen_rarest",
    "unseen_not_asked_share",
    "unseen_numbers",
    "unseen_number_share",
    "unseen_capitals",
    "unseen_capital_share",
    "new_bigram_share",
    "new_content_bigram_share",
    "new_trigram_share",
    "longest_copy",
    "copied_share",
    "best_unit_share",
    "two_units_share",
    "best_unit_number_share",
    "best_unit_capital_share",
    "negation_mismatch",
    "spread",
    "repeated_share",
)
_COPY = 3
_LEAST_WORDS = 4
"""Of a sentence; less is a heading, a caption or the foot of a page."""
_NOTHING: Mapping[int, AbstractSet[str]] = MappingProxyType({})


class Index(NamedTuple):
    """The words of some evidence, made for look-up."""

    stems: frozenset[str]
    numbers: frozenset[str]
    bigrams: frozenset[tuple[str, str]]
    content_bigrams: frozenset[tuple[str, str]]
    trigrams: frozenset[tuple[str, str, str]]
    postings: dict[str, list[int]]
    unit_numbers: list[frozenset[str]]
    unit_negated: list[bool]
    n_sentences: int
    """How many units are facts or sentences, and no headings; all of them where none is one."""

    @property
    def n_units(self) -> int:
        """How many units are indexed."""
        return len(self.unit_negated)


def index(units: Sequence[Unit]) -> Index:
    """Index the units of one list of passages."""
    split = [words(unit.text) for unit in units]
    stems, content = [_stems(ws) for ws in split], [_content(ws) for ws in split]
    held = _with_notations(units, split, postings(split))
    unit_numbers = [frozenset().union(*quantities(unit.text)) for unit in units]
    counted = zip(units, split, strict=True)
    whole = sum(u.fact is not None or len(ws) >= _LEAST_WORDS for u, ws in counted)
    n_sentences = whole or len(split)
    return Index(
        stems=frozenset(held),
        numbers=frozenset().union(*unit_numbers),
        bigrams=frozenset(chain.from_iterable(map(pairwise, stems))),
        content_bigrams=frozenset(chain.from_iterable(map(pairwise, content))),
        trigrams=frozenset(chain.from_iterable(map(_trigrams, stems))),
        postings=held,
        unit_numbers=unit_numbers,
        unit_negated=[any(word.negation for word in ws) for ws in split],
        n_sentences=n_sentences,
    )


def _with_notations(
    units: Sequence[Unit], split: Sequence[Sequence[Word]], held: dict[str, list[int]]
) -> dict[str, list[int]]:
    """Return the units that hold each stem, or a word that is another notation of it."""
    noted: dict[str, set[int]] = {}
    for number, (unit, own) in enumerate(zip(units, split, strict=True)):
        for other in others(unit.text, {word.stem for word in own}):
            noted.setdefault(other, set()).add(number)
    return held | {other: sorted(at.union(held.get(other, ()))) for other, at in noted.items()}


def measure(
    claims: Sequence[str],
    question: str,
    evidence: Index,
    rarity: Rarity,
    given: Mapping[int, AbstractSet[str]] = _NOTHING,
) -> NDArray[np.float64]:
    """Measure the claims of one answer.

    Args:
        claims: The claims' texts, in the order of the answer.
        question: The question, or "".
        evidence: The index of the answer's passages.
        rarity: How rare each stem is.
        given: The stems that the question gave to a claim, by the claim's number; they are none
            that the answer says without support.

    Returns:
        Shape ``(n_claims, len(NAMES))``.
    """
    asked = {word.stem for word in words(question)}
    said: set[str] = set()
    rows = np.zeros((len(claims), len(NAMES)))
    for number, claim in enumerate(claims):
        claim_words = words(claim)
        weights = _weights(claim_words, rarity)
        content = weights.keys()
        own = [word for word in claim_words if word.stem not in given.get(number, ())]
        novelty = _novelty(claim, own, asked, evidence, weights)
        copying = _copying(claim_words, evidence)
        nearest = _nearest(claim, claim_words, evidence, weights)
        rows[number] = (*novelty, *copying, *nearest, _share(len(content & said), len(content)))
        said |= content
    return rows


def best_units(claim: str, evidence: Index, rarity: Rarity) -> NDArray[np.float64]:
    """Score each unit by the rarity-weighted share of the claim's words it holds.

    Returns:
        Shape ``(n_units,)``, in [0, 1].
    """
    return np.array(shares(claim, evidence, rarity))


def shares(claim: str, evidence: Index, rarity: Rarity) -> list[float]:
    """Return what `best_units` does, as a list."""
    weights = _weights(words(claim), rarity)
    total = max(sum(weights.values()), 1e-9)
    return [held / total for held in _overlaps(weights, evidence)[: evidence.n_units]]


def stretch_shares(
    claim: str, evidence: Index, rarity: Rarity, stretches: Sequence[tuple[int, int]]
) -> list[float]:
    """Return the share of a claim's words that units hold together, of each stretch of them.

    Args:
        claim: Its text.
        evidence: The index of the units.
        rarity: How rare each stem is; words are weighed by it.
        stretches: The number of the first unit of each, and one past that of the last.
    """
    weights = _weights(words(claim), rarity)
    total = max(sum(weights.values()), 1e-9)
    held = {stem: evidence.postings.get(stem, ()) for stem in weights}
    return [
        sum([weights[s] for s, units in held.items() if any(a <= u < b for u in units)]) / total
        for a, b in stretches
    ]


def _novelty(
    text: str,
    claim: list[Word],
    asked: set[str],
    evidence: Index,
    weights: Mapping[str, float],
) -> tuple[float, ...]:
    """Return the features from ``content_words`` to ``unseen_capital_share``."""
    content = [word for word in claim if word.content]
    unseen = [w for w in content if not w.number and w.stem not in evidence.stems]
    rarities = [weights[word.stem] for word in unseen]
    total = sum([weights[word.stem] for word in content])
    not_asked = sum(word.stem not in asked for word in unseen)
    # The first word of a sentence is written with a capital whatever it is.
    capitals = [w for w in claim[1:] if w.capital and w.content]
    unseen_capitals = sum(word.stem not in evidence.stems for word in capitals)
    return (
        len(content),
        len(unseen),
        _share(len(unseen), len(content)),
        sum(rarities),
        _share(sum(rarities), total),
        max(rarities, default=0.0),
        _share(not_asked, len(content)),
        *_unseen_numbers(text, evidence),
        unseen_capitals,
        _share(unseen_capitals, len(capitals)),
    )


def _unseen_numbers(claim: str, evidence: Index) -> tuple[float, float]:
    readings = quantities(claim)
    unseen = sum(evidence.numbers.isdisjoint(reading) for reading in readings)
    return unseen, _share(unseen, len(readings))


def _copying(claim: list[Word], evidence: Index) -> tuple[float, ...]:
    """Return the features from ``new_bigram_share`` to ``copied_share``."""
    stems = _stems(claim)
    known = [triple in evidence.trigrams for triple in _trigrams(stems)]
    copied = [False] * len(stems)
    for start, is_known in enumerate(known):
        if is_known:
            copied[start : start + _COPY] = [True] * _COPY
    return (
        _new_share(list(pairwise(stems)), evidence.bigrams),
        _new_share(list(pairwise(_content(claim))), evidence.content_bigrams),
        1.0 - _share(sum(known), len(known)) if known else 0.0,
        _longest_run(copied),
        _share(sum(copied), len(copied)),
    )


def _nearest(
    claim: str, claim_words: list[Word], evidence: Index, weights: Mapping[str, float]
) -> tuple[float, ...]:
    """Return the features from ``best_unit_share`` to ``spread``."""
    if not weights or not evidence.n_units:
        return (0.0,) * 6
    total = sum(weights.values())
    overlap = _overlaps(weights, evidence)
    most = max(overlap)
    best = overlap.index(most)
    in_best = {stem for stem in weights if best in evidence.postings.get(stem, ())}
    rest = _overlaps({s: weights[s] for s in weights if s not in in_best}, evidence)
    numbers = quantities(claim)
    missing = sum(evidence.unit_numbers[best].isdisjoint(reading) for reading in numbers)
    capitals = {w.stem for w in claim_words[1:] if w.capital and w.content}
    negated = any(word.negation for word in claim_words)
    return (
        _share(most, total),
        _share(most + max(rest), total),
        _share(missing, len(numbers)),
        _share(len(capitals - in_best), len(capitals)),
        float(negated != evidence.unit_negated[best]),
        min(_share(sum([held > most / 2 for held in overlap]), evidence.n_sentences), 1.0),
    )


def _weights(claim: Iterable[Word], rarity: Rarity) -> dict[str, float]:
    """Return the rarity of each content stem, in order: sums over a set would differ by process."""
    return {word.stem: rarity.of(word.stem) for word in claim if word.content}


def _overlaps(weights: Mapping[str, float], evidence: Index) -> list[float]:
    overlap = [0.0] * max(evidence.n_units, 1)
    for stem, weight in weights.items():
        for unit in evidence.postings.get(stem, ()):  # few: numpy would take longer to begin
            overlap[unit] += weight
    return overlap


def _stems(claim: Iterable[Word]) -> list[str]:
    return [word.stem for word in claim]


def _content(claim: Iterable[Word]) -> list[str]:
    return [word.stem for word in claim if word.content]


def _trigrams(stems: list[str]) -> list[tuple[str, str, str]]:
    return list(zip(stems, stems[1:], stems[2:], strict=False))


def _new_share(found: list[tuple[str, str]], known: frozenset[tuple[str, str]]) -> float:
    return _share(sum([pair not in known for pair in found]), len(found))


def _longest_run(marks: Sequence[bool]) -> int:
    longest = run = 0
    for mark in marks:
        run = run + 1 if mark else 0
        longest = max(longest, run)
    return longest


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
