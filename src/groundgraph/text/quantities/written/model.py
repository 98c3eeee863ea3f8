"""What is read off a text: sentences, and amounts and dates with the words around them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTHS, WEEKDAYS
from groundgraph.text.number_words import ONES, ORDINALS
from groundgraph.text.once import once
from groundgraph.text.quantities.written.amounts import amounts_of
from groundgraph.text.quantities.written.clocks import OF_CLOCKS
from groundgraph.text.quantities.written.codes import phones_in
from groundgraph.text.quantities.written.dates import mentions
from groundgraph.text.quantities.written.decades import DECADE_WORDS
from groundgraph.text.quantities.written.ellipsis import completed
from groundgraph.text.quantities.written.labels import APART, BEFORE_ONE
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.numeral_words import VULGAR, WORDS
from groundgraph.text.quantities.written.occasions import FEAST_WORDS
from groundgraph.text.quantities.written.segments import Words, content_words
from groundgraph.text.quantities.written.spelled import tells_years
from groundgraph.text.quantities.written.stems import content_stem
from groundgraph.text.quantities.written.tokens import tokens
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.dates import DateMention
    from groundgraph.text.quantities.written.table_cells import TableCell
    from groundgraph.text.quantities.written.tokens import Token

_ABOUT = 0.5
_DATE_WORDS = frozenset({*MONTHS, *WEEKDAYS})
_LETTERS, _ASCII_LETTERS = re.compile(r"[^\W\d_]+"), re.compile(r"[a-z]+")
_DIGIT = re.compile(rf"[\d{''.join(VULGAR)}]")
_LONGEST_CUT = 4
"""Letters of the longest cut name of a month or day, "sept"."""
_NOT_ALONE = (frozenset(ORDINALS) - {"half"}) | {
    "pair",
    "pairs",
    "couple",
    "score",
    "gross",
    "zero",
    "every",
}
_AMOUNT_HINTS = (WORDS - _NOT_ALONE) | {
    *("once", "third", "fourth", "fifth", "hour", "minute", "fortnight", "decade", "century")
}
_GROUPS_OF = frozenset({"score", "gross", "couple", "pair"})
_BEFORE_PARTS = frozenset({"every", "a", "an"})
_EVERY = (frozenset(ORDINALS) - {"first", "half"}) | {"other"}
_SPANS = frozenset("day week month year decade".split())
_LASTING = APART | BEFORE_ONE
_LATER = frozenset("next following previous preceding later earlier".split())
_DATE_HINTS = _LATER | {"noon", "midnight", "midday", "clock", "century"} | (
    FEAST_WORDS | DECADE_WORDS.keys()
) | (
    {word for word in _DATE_WORDS if len(word) > _LONGEST_CUT} - {"march"}
) | {"may", "march", "june", "july"}  # fmt: skip
_DAY_PARTS = frozenset({"evening", "morning", "afternoon", "night", "past"})
_OF_HOURS = frozenset("quarter ten twenty five half minutes".split()) | OF_CLOCKS


@dataclass(frozen=True, eq=False)
class Sentence:
    """A sentence, claim or line; what it holds is read when it is first asked for.

    Attributes:
        text: The text that it stands in.
        span: Where.
        labels: Numbers that name something, such as versions, and are no amounts.
    """

    text: str
    span: Span
    labels: frozenset[str] = frozenset()

    @once
    def letters(self) -> frozenset[str]:
        """Every run of letters in lower case: quick to look into."""
        lower = self.span.of(self.text).lower()
        return frozenset((_ASCII_LETTERS if lower.isascii() else _LETTERS).findall(lower))

    @once
    def stems(self) -> frozenset[str]:
        """The stems of its content words."""
        return frozenset(filter(None, map(content_stem, self.letters)))

    @once
    def tokens(self) -> list[Token]:
        """Its tokens, with offsets into ``text``."""
        return tokens(self.text, *self.span)

    @once
    def has_digit(self) -> bool:
        """Whether it holds a digit, or a year or day that is told without one."""
        found = _DIGIT.search(self.text, *self.span) is not None
        return found or tells_years(self.letters, self.text, *self.span)

    @once
    def mentions(self) -> list[DateMention]:
        """Its dates and times of day, as told."""
        named = not _DATE_HINTS.isdisjoint(self.letters)
        if not (self.has_digit or named or self._may_tell_hours):
            return []
        return [
            mention
            for mention in mentions(self.tokens, self.text)
            if not (self._is_dialled(mention.span) or mention.span.of(self.text) in self.labels)
        ]

    @once
    def amounts(self) -> list[Quantity]:
        """Its amounts, what they leave out filled in; dates and times of day are none."""
        if not self.has_digit and not self._hints_at_amounts:
            return []
        taken = frozenset(i for m in self.mentions for i in range(m.first, m.after))
        found = completed(self.tokens, self.text, amounts_of(self.tokens, self.text, taken))
        return [replace(a, weak=True) if self._is_label(a) else a for a in found]

    @property
    def _may_tell_hours(self) -> bool:
        """Whether it may tell times of day in words."""
        letters = self.letters
        if ONES.keys().isdisjoint(letters):
            return False
        return not (_DAY_PARTS.isdisjoint(letters) and _OF_HOURS.isdisjoint(letters))

    def _is_dialled(self, span: Span) -> bool:
        """Say whether digits are part of a phone number, and neither amount nor date."""
        return any(span.overlaps(phone) for phone in phones_in(self.text))

    @property
    def _hints_at_amounts(self) -> bool:
        """Whether a word may be a number; most sentences hold none."""
        letters = self.letters
        if not _AMOUNT_HINTS.isdisjoint(letters):
            return True
        if not _SPANS.isdisjoint(letters) and not _LASTING.isdisjoint(letters):
            return True  # "a year later", "within a year"
        if not _EVERY.isdisjoint(letters) and not _BEFORE_PARTS.isdisjoint(letters):
            return True
        return "of" in letters and not _GROUPS_OF.isdisjoint(letters)

    def _is_label(self, amount: Quantity) -> bool:
        if amount.unit is not COUNT or amount.scaled:
            return False
        if self._is_dialled(amount.span):
            return True
        start = self.tokens[amount.first - 1].start if amount.first else amount.span.start
        named = self.text[start : amount.span.end].lower()
        return amount.span.of(self.text) in self.labels or named in self.labels

    @once
    def words(self) -> Words:
        """Its content words by stem, amounts left out."""
        return content_words(self.tokens, self.text, skip=self.skipped)

    @once
    def skipped(self) -> frozenset[int]:
        """Indices of tokens that are part of an amount or time of day and no words."""
        amounts = [(a.first, a.after) for a in self.amounts if not a.weak]
        clocks = [(m.first, m.after) for m in self.mentions if m.moment.minutes]
        plain = [index for part in (*amounts, *clocks) for index in range(*part)]
        return frozenset(i for i in plain if self.tokens[i].text not in _DATE_WORDS)


@dataclass(frozen=True, eq=False)
class EvidenceQuantity:
    """An amount of the evidence and what it is an amount of.

    Attributes:
        amount: The amount.
        words: Stems to how near they stand to it, in (0, 1].
        passage: Number of its passage, from 0.
        span: Where the amount stands in the passage.
        around: The sentence or row around it.
        line: Number of the sentence or row within the passage; readings of one line share it.
        cell: The cell, where it stands in a table or record.
        own: Stems of its own clause or cell.
        near: The words right before and after it, as written, in lower case.
        after: The two words after it.
    """

    amount: Quantity
    words: Mapping[str, float]
    passage: int
    span: Span
    around: Span
    line: int
    cell: TableCell | None = None
    own: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()
    after: tuple[str, ...] = ()

    @once
    def about(self) -> frozenset[str]:
        """Stems of its own clause, and those of the sentence that are not another's."""
        return frozenset(word for word, weight in self.words.items() if weight >= _ABOUT)


@dataclass(frozen=True, eq=False)
class Event:
    """Something that the evidence dates.

    Attributes:
        moment: When, with what its surroundings tell filled in.
        words: Stems to how near they stand to the date, in (0, 1].
        passage: Number of its passage, from 0.
        span: Where the date stands in the passage.
        around: The sentence or row around it.
        line: Number of the sentence or row within the passage.
        cell: The cell, where it stands in a table or record.
    """

    moment: Moment
    words: Mapping[str, float]
    passage: int
    span: Span
    around: Span
    line: int
    cell: TableCell | None = None

    @classmethod
    def of_cell(cls, cell: TableCell, passage: int) -> Event:
        """Return what a cell of a passage tells, whatever its date."""
        return cls(Moment(), {}, passage, cell.span, cell.span, 0, cell)


@lru_cache(maxsize=256)  # several judges read the same claims
def read(text: str, labels: frozenset[str] = frozenset()) -> Sentence:
    """Read a claim or question; numbers among ``labels`` are names."""
    return Sentence(text, Span(0, len(text)), labels)
