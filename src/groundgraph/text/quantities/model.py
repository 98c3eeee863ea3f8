"""What is read off a text: sentences, and amounts and dates with the words around them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from groundgraph.text.quantities.amounts import amounts_of
from groundgraph.text.quantities.dates import MONTHS, WEEKDAYS, mentions
from groundgraph.text.quantities.segments import Words, content_words
from groundgraph.text.quantities.tokens import tokens
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.text.quantities.amounts import Amount
    from groundgraph.text.quantities.dates import Mention
    from groundgraph.text.quantities.moments import Moment
    from groundgraph.text.quantities.tables import Cell
    from groundgraph.text.quantities.tokens import Token

_ABOUT = 0.5
_DATE_WORDS = frozenset({*MONTHS, *WEEKDAYS})


@dataclass(frozen=True, eq=False)
class Sentence:
    """A sentence, claim or line, with its amounts and dates.

    Attributes:
        text: The text that it stands in.
        span: Where.
        tokens: Its tokens, with offsets into ``text``.
        amounts: Its amounts; dates and times of day are none.
        mentions: Its dates and times of day, as told.
    """

    text: str
    span: Span
    tokens: list[Token]
    amounts: list[Amount]
    mentions: list[Mention]

    @cached_property
    def words(self) -> Words:
        """Its content words by stem, amounts left out."""
        return content_words(self.tokens, self.text, skip=self.skipped)

    @cached_property
    def skipped(self) -> frozenset[int]:
        """Indices of tokens that are part of an amount and no words."""
        amounts = [(a.first, a.after) for a in self.amounts if not a.weak]
        clocks = [(m.first, m.after) for m in self.mentions if m.moment.minutes]
        plain = [index for part in (*amounts, *clocks) for index in range(*part)]
        return frozenset(i for i in plain if self.tokens[i].text not in _DATE_WORDS)


@dataclass(frozen=True, eq=False)
class Reading:
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

    amount: Amount
    words: Mapping[str, float]
    passage: int
    span: Span
    around: Span
    line: int
    cell: Cell | None = None
    own: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()
    after: tuple[str, ...] = ()

    @cached_property
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
    cell: Cell | None = None


def read(text: str, span: Span | None = None) -> Sentence:
    """Read a sentence, or a whole text."""
    own = Span(0, len(text)) if span is None else span
    found = tokens(text, *own)
    dated = mentions(found, text)
    taken = frozenset(index for m in dated for index in range(m.first, m.after))
    return Sentence(text, own, found, amounts_of(found, text, taken), dated)
