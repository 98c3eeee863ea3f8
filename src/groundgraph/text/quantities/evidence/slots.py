"""Which amount or date of the evidence a claim speaks of: by the words around both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

from groundgraph.text.name_keys import keys_of
from groundgraph.text.once import once
from groundgraph.text.quantities.evidence.headed_tables import not_named
from groundgraph.text.quantities.tables.bands import row_of
from groundgraph.text.quantities.times.distances import ADVERBS
from groundgraph.text.quantities.times.happenings import happenings
from groundgraph.text.quantities.written.comparatives import comparisons
from groundgraph.text.quantities.written.extremes import superlatives
from groundgraph.text.quantities.written.model import Event, EvidenceQuantity, Sentence
from groundgraph.text.quantities.written.normals import STEMS_OF_NORMALS, is_before_normals
from groundgraph.text.quantities.written.roles import MOVES
from groundgraph.text.quantities.written.segments import Words, content_words, segments
from groundgraph.text.quantities.written.stems import content_stem, stem
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from groundgraph.text.quantities.evidence.index import EvidenceIndex
    from groundgraph.text.quantities.tables.bands import Band
    from groundgraph.text.quantities.tables.grids import Grid
    from groundgraph.text.quantities.tables.sheets import Sheet
    from groundgraph.text.quantities.times.happenings import Happening
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.comparatives import ClaimedComparison
    from groundgraph.text.quantities.written.extremes import Superlative

_OWN, _SENTENCE, _RIVAL, _QUESTION = 1.0, 0.6, 0.25, 0.4
"""What a word of a claim weighs in the clause of the amount in question, elsewhere in the claim, in
the clause of another amount, and in the question."""
_PACKED = frozenset({"mass", "volume", "length"})
_BESIDE = MOVES | frozenset(
    """before after previous prior earlier later until till since than other both next last
    following""".split()
)
"""Words by which a text speaks of what stands under another heading than the one it names."""
_BEHIND_DISTANCES = ADVERBS | {"ahead", "prior", "following"}
_ANSWERS, _JOINS = frozenset({"yes", "no"}), frozenset({",", ".", ":", "but", "so"})
Held = TypeVar("Held", EvidenceQuantity, Event)


class Wanted:
    """The words of a claim, weighed by how much they tell the evidence's amounts apart.

    Attributes:
        words: Stems with what they weigh in the claim.
        weights: Those that the evidence holds, with what they weigh in all.
        total: Sum of those weights.
    """

    def __init__(self, words: Mapping[str, float], weigh: Callable[[str], float]) -> None:
        self.words = words
        self.weights = [
            (word, weight * weigh(word)) for word, weight in words.items() if weigh(word)
        ]
        self.total = sum(weight for _, weight in self.weights)

    def share(self, *held: EvidenceQuantity | Event) -> float:
        """Return the share of the words that some readings or events hold together, in [0, 1]."""
        if not self.total:
            return 0.0
        if len(held) == 1:
            own = held[0].words
            return sum([w * own[word] for word, w in self.weights if word in own]) / self.total
        lists = [item.words for item in held]
        both = [w * max([own.get(word, 0.0) for own in lists]) for word, w in self.weights]
        return sum(both) / self.total


@dataclass
class Slot(Generic[Held]):
    """A reading or event with how well a claim's words fit it, in [0, 1]."""

    held: Held
    score: float


def ranked(wanted: Wanted, candidates: Sequence[Held]) -> list[Slot[Held]]:
    """Order readings or events by how many of the wanted words they hold, the best first.

    Returns:
        Nothing where the evidence holds none of the words.
    """
    if not wanted.total:
        return []
    slots = [Slot(held, wanted.share(held)) for held in candidates]
    return sorted(slots, key=_score, reverse=True)


def _score(slot: Slot[Held]) -> float:
    return slot.score


@dataclass(frozen=True, eq=False)
class ReadClaim:
    """A claim made for comparing.

    Attributes:
        sentence: The claim, read.
        question: The question, read.
        index: The evidence.
    """

    sentence: Sentence
    question: Sentence
    index: EvidenceIndex

    @property
    def text(self) -> str:
        """The claim as written."""
        return self.sentence.text

    @once
    def numbers(self) -> dict[Span, int]:
        """The number of each of its amounts, by where that stands."""
        return {amount.span: number for number, amount in enumerate(self.sentence.amounts)}

    @once
    def packs(self) -> list[Quantity]:
        """One of a measure that prices are told for: "a kilo"."""
        amounts = self.sentence.amounts
        return [each for each in amounts if each.dimension in _PACKED and each.value == 1]

    @once
    def lower(self) -> frozenset[str]:
        """Every word of the claim in lower case."""
        return frozenset(token.text for token in self.sentence.tokens)

    @once
    def comparisons(self) -> list[ClaimedComparison]:
        """What it compares, where both sides are named."""
        return comparisons(self.sentence)

    @once
    def superlatives(self) -> list[Superlative]:
        """What it calls the most."""
        return superlatives(self.sentence)

    @once
    def happenings(self) -> list[Happening]:
        """What the claim tells of, in order."""
        return happenings(self.text, self.sentence.span)

    @property
    def happenings_asked(self) -> tuple[Happening, ...]:
        """What the question tells of, in order."""
        return _happenings_asked(self.question.text)

    @once
    def deeds(self) -> dict[str, frozenset[int]]:
        """The stems of claim and question, with what kinds of happening each may tell of."""
        told = (*self.happenings_asked, *self.happenings)
        return {word: kinds for one in told for word, kinds in one.words.items()}

    @once
    def labelled(self) -> frozenset[str]:
        """The words before numbers that name something in claim or question: "run 5521"."""
        return frozenset(
            sentence.tokens[amount.first - 1].text
            for sentence in (self.sentence, self.question)
            for amount in sentence.amounts
            if amount.weak and amount.unit is COUNT and amount.first
            and sentence.tokens[amount.first].kind == "number"
        )  # fmt: skip

    @once
    def begins(self) -> int:
        """Where it says more than its question, and "yes" or "no": the index of a token."""
        tokens = self.sentence.tokens
        first = next((at + 1 for at in reversed(range(len(tokens))) if tokens[at].text == "?"), 0)
        answers = [token.text for token in tokens[first : first + 2]]
        if answers and answers[0] in _ANSWERS and (len(answers) == 1 or answers[1] in _JOINS):
            first += 1
            while first < len(tokens) and tokens[first].text in _JOINS:
                first += 1
        return first

    @once
    def plain(self) -> frozenset[str]:
        """Every word of claim and question that is written small, and so is no name."""
        return frozenset(
            token.text
            for sentence in (self.sentence, self.question)
            for token in sentence.tokens
            if sentence.text[token.start].islower()
        )

    @once
    def asked(self) -> frozenset[str]:
        """Every word of the question in lower case."""
        return frozenset(token.text for token in self.question.tokens)

    @once
    def date_words(self) -> frozenset[str]:
        """Stems of the words of the claim's dates."""
        tokens = self.sentence.tokens
        ranges = [range(m.first, m.after) for m in self.sentence.mentions]
        return frozenset(stem(tokens[at].text) for part in ranges for at in part)

    @once
    def words_of_distances(self) -> frozenset[str]:
        """Stems of the words that tell how far apart things are: "two days later"."""
        tokens = self.sentence.tokens
        found = [token.text for token in tokens if token.text in ADVERBS]
        for amount in self.sentence.amounts:
            behind = tokens[amount.after : amount.after + 1]
            if amount.dimension == "time" and behind and behind[0].text in _BEHIND_DISTANCES:
                found += [token.text for token in tokens[amount.first : amount.after]]
        return frozenset(map(stem, found))

    @once
    def strange_names(self) -> list[str]:
        """Names of the claim that the evidence does not hold."""
        names = [word for word, name in self.sentence.words.items() if name and not word.isdigit()]
        return [word for word in names if word not in self.index.vocabulary]

    @once
    def counted(self) -> str:
        """The stem of what is asked for the number of: "roll" of "How many rolls does …?"."""
        tokens = self.question.tokens
        asked = (at + 2 for at in range(len(tokens) - 2) if tokens[at].text == "how")
        at = next((at for at in asked if tokens[at - 1].text == "many"), len(tokens))
        return content_stem(tokens[at].text) if at < len(tokens) else ""

    @once
    def in_band(self) -> tuple[Quantity, Band] | None:
        """The row of a table that stands for a range, where an amount told or asked falls in it."""
        bands = [band for passage in self.index.passages for band in passage.bands]
        if not bands:
            return None
        return row_of(self.sentence.amounts, bands) or row_of(self.question.amounts, bands)

    @once
    def other_tables(self) -> frozenset[tuple[int, int]]:
        """The tables under another heading than claim or question name, by passage and number."""
        tables = self.index.headed_tables
        if not tables or not (self.lower | self.asked).isdisjoint(_BESIDE):
            return frozenset()
        return not_named(tables, keys_of(self.text), keys_of(self.question.text))

    @once
    def grids(self) -> list[tuple[int, Grid]]:
        """The tables that it may speak of, with the number of the passage of each."""
        return [
            (passage.number, grid)
            for passage in self.index.passages
            for grid in passage.grids
            if (passage.number, grid.table) not in self.other_tables
        ]

    @once
    def sheets(self) -> list[Sheet]:
        """The tables of numbers that it may speak of."""
        return [
            sheet
            for passage in self.index.passages
            for sheet in passage.sheets
            if (passage.number, sheet.table) not in self.other_tables
        ]

    @once
    def clauses(self) -> list[Words]:
        """The words of the clause of each amount."""
        amounts, skip = self.sentence.amounts, self.sentence.skipped
        ranges = segments(self.sentence.tokens, [(a.first, a.after) for a in amounts])
        tokens, text = self.sentence.tokens, self.text
        return [content_words(tokens, text, *part, skip=skip) for part in ranges]

    def words_of(self, part: Words) -> dict[str, float]:
        """Return the claim's stems with weights; those of a part of it weigh most."""
        words = dict.fromkeys(self.question.words, _QUESTION)
        words.update(dict.fromkeys(self.sentence.words, _SENTENCE))
        words.update(dict.fromkeys(part, _OWN))
        if self.in_band is not None:
            words.update(dict.fromkeys(self.in_band[1].row, _OWN))
        return words

    def words_for(self, number: int) -> dict[str, float]:
        """Return the claim's stems as they weigh for one of its amounts."""
        amount, clauses = self.sentence.amounts[number], self.clauses
        noun = self.counted_by(amount)
        words = self.words_of({**clauses[number], **dict.fromkeys(noun, False)})
        for other, clause in enumerate(clauses):
            if other != number and clause is not clauses[number]:
                for word in clause.keys() - clauses[number].keys() - set(noun):
                    if _is_only_in(word, other, clauses):
                        words[word] = min(words[word], _RIVAL)
        if is_before_normals(self.sentence, amount):
            words = {word: weight for word, weight in words.items() if word not in STEMS_OF_NORMALS}
        return words

    def counted_by(self, amount: Quantity) -> tuple[str, ...]:
        """Return the stems of what an amount counts; of a bare one those that are asked for."""
        bare = not amount.noun and not amount.dimension and bool(self.counted)
        return (self.counted,) if bare else amount.noun

    def wanted(self, number: int) -> Wanted:
        """Return what one of the claim's amounts is sought by."""
        return Wanted(self.words_for(number), self.index.measured)


@lru_cache(maxsize=64)  # the claims of an answer have one question
def _happenings_asked(text: str) -> tuple[Happening, ...]:
    return tuple(happenings(text, Span(0, len(text))))


def _is_only_in(word: str, number: int, clauses: Sequence[Words]) -> bool:
    return not any(word in clause for at, clause in enumerate(clauses) if at != number)
