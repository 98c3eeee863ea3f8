"""Links between passages, and a walk over them from a question to a claim.

A sentence links its passage to another one whose head it names: the title, or the name with which
the passage begins. A walk begins at the sentences that share most rare words with the question,
takes at most one link, to sentences that share what is left of the question, and ends where the
words stand that the claim adds to it: "the Orrin dam is run by the National Water Agency" (one
passage), "the National Water Agency inspects its dams every two years" (the other). Where a
question tells what it seeks of somebody whom it only describes (`groundgraph.text.asked.sought`),
how near those words stand to what speaks of that counts too.

It is a personalised random walk with restart (Haveliwala 2002, "Topic-sensitive PageRank"; over
names of passages as in HippoRAG, arXiv:2405.14831, §2.2), stopped after one step. Links by other
rare names that two passages share were measured, and find nothing more.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.text.asked.sought import NOTHING, marks
from groundgraph.text.names import names
from groundgraph.text.words import content_stems
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from groundgraph.text.asked.sought import Sought
    from groundgraph.text.passage_units import Unit

    Floats = NDArray[np.float64]

STEPS = 0.8
"""Share of the mass that takes a link, where there is one."""
SHARPNESS = 8.0
"""How much more mass begins at a sentence that holds more of the question's words: e to that times
the share. The same for what is left of the question at the end of a link."""
SPEAKS = 0.7
"""What a sentence that speaks of what is sought holds of the question at least."""
APART, NEAR = 0.2, 3.0
"""What counts of a walk that ends at words far from what is sought; and within how many words that
falls to a third."""
AT_ONCE = 0.3
"""What counts of a walk that takes no link where a question names several relations."""
_BRACKETS = re.compile(r"\([^()]*\)")
_TITLE = re.compile(r"[^\W\d_]{3}.*", re.DOTALL)
_YEAR = re.compile(r"\b\d{4}\b")
_BORN = re.compile(r"\bborn\b|\bb\. ")
_LEAST_LIFE = 15
"""Years between two that are those of a life, not of a policy: "(1881-1940)", "(2023-2024)"."""
_LONGEST_TITLE = 80
_OPENING = 60
"""Characters within which a passage names what it is about."""


class Reach(NamedTuple):
    """How a walk from a question comes to what a claim adds to it.

    Attributes:
        mass: Share of the walk that ends where those words stand, in [0, 1].
        direct: The same without links.
        chain: Numbers of the units on the heaviest way, the last one holds the claim's words; of
            one where no link is taken, () where nothing is reached.
        linked: Share of the walk that begins where there is a link to take, in [0, 1].
    """

    mass: float
    direct: float
    chain: tuple[int, ...] = ()
    linked: float = 0.0


@dataclass(frozen=True)
class PassageLinks:
    """The units of some passages, and which of them name another passage.

    Attributes:
        passages: The number of each unit's passage, shape ``(n_units,)``, ascending.
        heads: Stems of the head of each passage; empty where none is known.
        sources: Units that name another passage's head, shape ``(n_links,)``.
        targets: The number of that passage, the same shape.
        postings: The units that hold each stem, ascending.
        texts: Of the units.
        born: The year of birth that each passage opens with, NaN where none.
    """

    passages: NDArray[np.intp]
    heads: tuple[frozenset[str], ...]
    sources: NDArray[np.intp]
    targets: NDArray[np.intp]
    postings: Mapping[str, Sequence[int]] = field(repr=False)
    texts: tuple[str, ...] = field(repr=False)
    born: tuple[float, ...] = ()

    @classmethod
    def of(cls, units: Sequence[Unit], postings: Mapping[str, Sequence[int]]) -> PassageLinks:
        """Find the links of some passages, in time linear in what names them.

        Args:
            units: Sentences and facts of passages, those of one passage side by side.
            postings: The units that hold each stem (`groundgraph.text.words.postings`).
        """
        sizes = [(name, len(list(own))) for name, own in groupby(units, lambda u: u.passage_id)]
        passages = np.repeat(np.arange(len(sizes)), [size for _, size in sizes])
        starts = np.cumsum([0, *(size for _, size in sizes)])[:-1].tolist()
        heads = tuple(
            _head(name, units[start].text) for (name, _), start in zip(sizes, starts, strict=True)
        )
        born = tuple(_born(units[start].text) for start in starts)
        links = [
            (unit, number)
            for number, head in enumerate(heads)
            for unit in _holding(head, postings)
            if passages[unit] != number
            and not _are_namesakes(heads, born, int(passages[unit]), number)
        ]
        pairs = np.array(links, np.intp).reshape(-1, 2)
        texts = tuple(unit.text for unit in units)
        return cls(passages, heads, pairs[:, 0], pairs[:, 1], postings, texts, born)

    def are_namesakes(self, one: int, other: int) -> bool:
        """Say whether two passages are about two persons of one name."""
        return _are_namesakes(self.heads, self.born, one, other)

    def reach(
        self, question: AbstractSet[str], added: AbstractSet[str], sought: Sought = NOTHING
    ) -> Reach:
        """Walk from a question to a claim.

        Args:
            question: Stems of the question's content words.
            added: Stems of the claim's content words that the question does not have.
            sought: What the question seeks in the end.
        """
        held, asked = self.shares(added), self._held(question)
        if not asked.inside.any() or not held.any():
            return Reach(0.0, 0.0)
        begun, kept, steps, ways = self._walk(asked, sought.last)
        ends = held**2 * self._fits(held, frozenset(added), sought.last)
        arrived = ways * ends[steps.targets]
        stayed = kept * ends * (AT_ONCE if sought.last and sought.several else 1.0)
        masses = float(stayed.sum() + arrived.sum()), float(begun @ ends)
        if sought.last:  # a product of two shares: its root is one again
            masses = math.sqrt(masses[0]), math.sqrt(masses[1])
        linked = float(begun[steps.any_from].sum())
        return Reach(*masses, self._chain(stayed, steps, arrived), linked)

    def visits(self, question: AbstractSet[str], sought: Sought = NOTHING) -> Floats:
        """Return where a walk from a question ends, whatever is claimed.

        Args:
            question: Stems of the question's content words.
            sought: What the question seeks in the end.

        Returns:
            The share of the walk that ends at each unit, shape ``(n_units,)``, of sum 1; zeros
            where no unit has a word of the question.
        """
        asked = self._held(question)
        if not asked.inside.any():
            return np.zeros(len(self.passages))
        _, kept, steps, ways = self._walk(asked, sought.last)
        return kept + np.bincount(steps.targets, ways, len(self.passages))

    def _walk(self, asked: _Held, last: str = "") -> _Walk:
        begun = np.expm1(SHARPNESS * asked.shares)
        begun /= begun.sum()
        steps = self._steps(asked, last)
        kept = begun * np.where(steps.any_from, 1 - STEPS, 1.0)
        return _Walk(begun, kept, steps, STEPS * steps.weights * begun[steps.sources])

    def _fits(self, held: Floats, added: frozenset[str], last: str) -> Floats:
        """Return how near the claim's words stand to what is sought, shape ``(n_units,)``."""
        if not last:
            return np.ones(len(held))
        fits = np.full(len(held), APART)
        for unit in np.flatnonzero(held).tolist():
            apart = marks(self.texts[unit]).distance(last, added)
            if apart is not None:
                fits[unit] += (1 - APART) * math.exp(-apart / NEAR)
        return fits

    def _chain(self, stayed: Floats, steps: _Steps, arrived: Floats) -> tuple[int, ...]:
        here = int(stayed.argmax())
        if len(arrived) and arrived.max() > stayed[here]:
            way = int(arrived.argmax())
            return int(steps.sources[way]), int(steps.targets[way])
        return (here,) if stayed[here] > 0 else ()

    def shares(self, stems: AbstractSet[str]) -> Floats:
        """Return the share of some stems, weighed by rarity, that each unit and its head hold.

        Shape ``(n_units,)``, in [0, 1].
        """
        return self._held(stems).shares

    def _held(self, stems: AbstractSet[str]) -> _Held:
        ordered = sorted(stems)
        inside = np.zeros((len(ordered), len(self.passages)), bool)
        for row, stem in zip(inside, ordered, strict=True):
            row[:] = self._holders(stem)
        weights = np.array([max(self._rarity(row), _COMMON) for row in inside])
        return _Held(weights, inside)

    def _holders(self, stem: str) -> NDArray[np.bool_]:
        inside = np.zeros(len(self.passages), bool)
        inside[list(self.postings.get(stem, ()))] = True
        named = [number for number, head in enumerate(self.heads) if stem in head]
        return inside | np.isin(self.passages, named) if named else inside

    def _rarity(self, inside: NDArray[np.bool_]) -> float:
        count = len(np.unique(self.passages[inside]))
        return math.log1p(len(self.heads) / count) if count else 0.0

    def _steps(self, asked: _Held, last: str) -> _Steps:
        """Return the ways from each unit that names passages to the units of those.

        The more of the question a unit holds that the one before does not, the more mass it draws.
        """
        n_units = len(self.passages)
        starts = np.searchsorted(self.passages, np.arange(len(self.heads)))
        sizes = np.diff(starts, append=n_units)
        of = sizes[self.targets]
        sources = np.repeat(self.sources, of)
        firsts = np.repeat(starts[self.targets] - np.cumsum(of) + of, of)
        targets = firsts + np.arange(len(sources))
        left = asked.left(sources, targets)
        if last:
            speaking = {unit: last in marks(self.texts[unit]).of for unit in set(targets.tolist())}
            speaks = np.array([speaking[unit] for unit in targets.tolist()], bool)
            left = np.maximum(left, SPEAKS * speaks)
        weights = np.exp(SHARPNESS * left)
        leaving = np.bincount(sources, weights, n_units)
        return _Steps(sources, targets, weights / leaving[sources], leaving > 0)


class _Held(NamedTuple):
    """Which units hold some stems, shape ``(n_stems, n_units)``, and what each stem weighs."""

    weights: Floats
    inside: NDArray[np.bool_]

    @property
    def shares(self) -> Floats:
        """The share of all of them that each unit holds."""
        return self.weights @ self.inside / max(float(self.weights.sum()), _COMMON)

    def left(self, sources: NDArray[np.intp], targets: NDArray[np.intp]) -> Floats:
        """Return the share of what each source does not hold that its target does."""
        missing = ~self.inside[:, sources]
        every = self.weights @ missing
        found = self.weights @ (missing & self.inside[:, targets])
        return np.asarray(found / np.where(every > 0, every, 1.0))


class _Steps(NamedTuple):
    sources: NDArray[np.intp]
    targets: NDArray[np.intp]
    weights: Floats
    any_from: NDArray[np.bool_]


class _Walk(NamedTuple):
    """Mass at each unit before a step, and of it what stays there; the steps, and their mass."""

    begun: Floats
    kept: Floats
    steps: _Steps
    ways: Floats


_COMMON = 0.2
"""Least weight of a word: of one that no passage holds too."""


def _holding(stems: Iterable[str], postings: Mapping[str, Sequence[int]]) -> list[int]:
    """Return the units that hold all of some stems, of which there are any.

    Only the rarest stem's units are gone through: a word of every head would else be read for each.
    """
    lists = sorted((postings.get(stem, ()) for stem in stems), key=len)
    if not lists:
        return []
    return [unit for unit in lists[0] if all(_holds(held, unit) for held in lists[1:])]


def _holds(units: Sequence[int], unit: int) -> bool:
    """Say whether a unit is among some, which ascend."""
    place = bisect_left(units, unit)
    return place < len(units) and units[place] == unit


def _head(title: str, first: str) -> frozenset[str]:
    """Return the stems of what a passage is about: its id where that is a title, else a name."""
    bare = _BRACKETS.sub("", title[:_LONGEST_TITLE]).strip()
    if is_triple(title):
        bare = ""  # the sentence of a triple begins with its subject
    if len(title) <= _LONGEST_TITLE and _TITLE.match(bare) and not _is_code(bare):
        return content_stems(bare)
    opening = first[: 2 * _OPENING]
    for name in names(opening):
        if name.start > _OPENING:
            break
        return content_stems(opening[name.start : name.end])
    return frozenset()


def _are_namesakes(
    heads: Sequence[frozenset[str]], born: Sequence[float], one: int, other: int
) -> bool:
    return heads[one] == heads[other] and abs(born[one] - born[other]) > 0  # both are known


def _born(first: str) -> float:
    """Return the year of birth in the brackets that a passage opens with; NaN where none is.

    A year alone may be of anything: "(since 2023)", "(2024 edition)".
    """
    for found in _BRACKETS.finditer(first, 0, 2 * _OPENING):
        years = [float(year) for year in _YEAR.findall(found[0])]
        lived = len(years) > 1 and years[-1] - years[0] >= _LEAST_LIFE
        if years and (lived or _BORN.search(found[0])):
            return years[0]
    return math.nan


def _is_code(title: str) -> bool:
    """Say whether an id is none that a text would name: "doc-12", "faq", "guide/setup.md"."""
    return not any(map(str.isspace, title)) and (
        title.islower() or any(not letter.isalpha() for letter in title)
    )
