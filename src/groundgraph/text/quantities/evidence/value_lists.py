"""Values of several things of a kind, told one after the other, read for a leaning alone.

"Per kilo: Braeburn 2.40, Cox 2.20"; "Bake the rye loaf for 35 minutes. The spelt loaf is done after
40." Read are bare numbers too that may only name what they stand behind, as in "Physics 148,
Refectory 138", and such that leave out the unit of the sentence before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.number_words import LABELLED
from groundgraph.text.quantities.tables.cells import LONG_CELL, cell_stems
from groundgraph.text.quantities.written.adjectives import COMPARATIVES, DEGREES
from groundgraph.text.quantities.written.segments import content_words, segments
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.text.vocabulary.small_words import DETERMINERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence
    from groundgraph.text.quantities.written.table_cells import TableCell
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

_LEAST, _MOST = 2, 30
"""Members of a list."""
_ALL = -1
"""In the place of a sentence's number: all of them."""
_BORDERS = frozenset({",", ";", ".", ")", "(", "and", "but", "–", "—"})
_LIKE_SIZE = 20
"""How many times a bare number is another at most, where it is of the same unit."""


class ListedValue(NamedTuple):
    """What one of several things has.

    Attributes:
        value: In the base unit of the list's dimension.
        names: Stems by which the thing is told from the others.
        line: Number of its sentence.
        place: Table, row and column, where it stands in a cell.
    """

    value: Fraction
    names: frozenset[str]
    line: int
    place: tuple[int, int, int] | None = None


class ValueList(NamedTuple):
    """Values of one dimension that several things of a passage have.

    Attributes:
        members: In the order of the text.
        dimension: "" for bare numbers.
        words: Stems of the sentences that they stand in, or of what heads their column.
        of_cells: Whether they stand in a column, a row or the fields of a list.
    """

    members: tuple[ListedValue, ...]
    dimension: str
    words: frozenset[str]
    of_cells: bool = False


class _Found(NamedTuple):
    """An amount, in its base unit, with the words of its clause."""

    value: Fraction
    words: frozenset[str]
    line: int


def value_lists(sentences: Sequence[Sentence]) -> list[ValueList]:
    """Return the lists of each sentence, and those that go through several of them."""
    lists: defaultdict[tuple[str, int], list[_Found]] = defaultdict(list)
    unit = COUNT, Fraction(0)
    for line, sentence in enumerate(sentences):
        for amount, words in _of_sentence(sentence):
            unit = _unit(amount, *unit), amount.value
            measure = unit[0]
            value = amount.value * measure.factor + measure.offset
            dimension = amount.dimension or measure.dimension
            lists[dimension, line].append(_Found(value, words, line))
            lists[dimension, _ALL].append(_Found(value, words, line))
    made = []
    for (dimension, of), held in lists.items():
        lines = sorted({found.line for found in held})
        if _LEAST <= len(held) <= _MOST and (of != _ALL or len(lines) > 1):
            made.append(_list(held, dimension, [sentences[line] for line in lines]))
    return made


def cell_lists(readings: Sequence[EvidenceQuantity]) -> Iterator[ValueList]:
    """Yield the values of each column, of each row and of the fields of lists of "key: value"."""
    rows: defaultdict[tuple[object, ...], list[tuple[TableCell, Quantity, int]]]
    rows = defaultdict(list)
    for reading in readings:
        cell, amount = reading.cell, reading.amount
        if cell is None or amount.weak or amount.kind != "count":
            continue
        if cell.at[1] == 0 and not cell.alone:
            continue  # it numbers the rows
        held = cell, amount, reading.line
        if cell.alone:
            rows["fields", cell.table, 0, amount.dimension].append(held)
        else:
            rows["column", cell.table, cell.at[1], amount.dimension].append(held)
            rows["row", cell.table, cell.at[0], amount.dimension].append(held)
    for (kind, *_, dimension), own in rows.items():
        if _LEAST <= len(own) <= _MOST:
            yield _of_cells(str(kind), str(dimension), own)


def _of_cells(
    kind: str, dimension: str, held: Sequence[tuple[TableCell, Quantity, int]]
) -> ValueList:
    names, heads = [], []
    for cell, _, _ in held:
        row, column = frozenset(cell_stems(cell.row)), frozenset(cell_stems(cell.column))
        others = row.union(*(cell_stems(o) for o in cell.others if len(o) <= LONG_CELL))
        names.append(others if kind == "column" else column)
        heads.append(column if kind == "column" else row)
    shared, head = frozenset.intersection(*names), frozenset.intersection(*heads)
    members = tuple(
        ListedValue(amount.base, own - shared, line, (cell.table, *cell.at))
        for (cell, amount, line), own in zip(held, names, strict=True)
    )
    words = head.union(shared, cell_stems(held[0][0].caption))
    return ValueList(members, dimension, words, of_cells=True)


def _of_sentence(sentence: Sentence) -> Iterator[tuple[Quantity, frozenset[str]]]:
    """Yield the amounts of a sentence with the words of their clauses.

    One that names nothing takes the words of another measure before it: "the Sable: 410 g, 39 €".
    """
    amounts = _meant(sentence) if sentence.amounts else []
    if not amounts:
        return
    tokens, text = sentence.tokens, sentence.text
    parts = segments(tokens, [(a.first, a.after) for a in amounts])
    skip = sentence.skipped.union(*(range(a.first, a.after) for a in amounts))
    head = _head(sentence, amounts)
    before, dimension = frozenset[str](), ""
    for amount, (start, stop) in zip(amounts, parts, strict=True):
        own = content_words(tokens, text, max(start, head), stop, skip=skip)
        words = frozenset(own) - set(amount.noun)
        names = any(own.values()) or any(
            t.text in DETERMINERS for t in tokens[start : amount.first]
        )
        if not words or (amount.dimension != dimension and not names):
            words |= before
        before, dimension = words, amount.dimension
        yield amount, words


def _head(sentence: Sentence, amounts: Sequence[Quantity]) -> int:
    """Return where what heads a list ends: behind the colon before the first of several values."""
    if len(amounts) < _LEAST:
        return 0
    first = amounts[0].first
    return next((at + 1 for at in range(first) if sentence.tokens[at].text == ":"), 0)


def _meant(sentence: Sentence) -> list[Quantity]:
    """Return the amounts that things have, with bare numbers that each stand behind another name.

    Left out are differences and parts: "two years older", "80 more", "down by 4", "out of twenty".
    """
    told = sentence.amounts
    if any(a.kind == "times" and not a.per for a in told):
        return []  # "its mother four times as much"
    plain = [a for a in told if a.kind in {"count", "share"} and not _is_part(sentence, a)]
    bare = [a for a in plain if a.weak and _may_be_listed(sentence, a)]
    names = Counter(sentence.tokens[a.first - 1].text for a in bare)
    listed = len(bare) >= _LEAST and max(names.values()) == 1
    timed = any(mention.moment.minutes for mention in sentence.mentions)
    return [
        a
        for a in plain
        if (not a.weak and sentence.tokens[a.first].text != "one") or (listed and a in bare)
        if a.unit is not COUNT or not timed
    ]


def _is_part(sentence: Sentence, amount: Quantity) -> bool:
    words = [token.text for token in sentence.tokens]
    before = words[max(0, amount.first - 2) : amount.first]
    behind = words[amount.after : amount.after + 2]
    bare = amount.unit is COUNT and not amount.noun
    if before[-1:] == ["by"] or before == ["out", "of"] or (bare and before[-1:] == ["in"]):
        return True
    if behind[:1] == ["-"]:
        return True
    compared = [word in COMPARATIVES or word in DEGREES for word in behind]
    return any(compared) and (compared[0] or (behind[0].isalpha() and behind[0] not in _BORDERS))


def _may_be_listed(sentence: Sentence, amount: Quantity) -> bool:
    tokens = sentence.tokens
    if not amount.first or amount.unit is not COUNT:
        return False
    before = tokens[amount.first - 1]
    behind = tokens[amount.after].text if amount.after < len(tokens) else "."
    return before.kind == "word" and before.text not in LABELLED and behind in _BORDERS


def _unit(amount: Quantity, last: MeasureUnit, value: Fraction) -> MeasureUnit:
    """Return an amount's unit; of a bare one that of the amount before it, if they are alike."""
    if amount.dimension or amount.noun or amount.per or not value:
        return amount.unit
    near = value / _LIKE_SIZE <= amount.value <= value * _LIKE_SIZE
    return last if near else amount.unit


def _list(held: Sequence[_Found], dimension: str, sentences: Sequence[Sentence]) -> ValueList:
    shared = frozenset.intersection(*(found.words for found in held))
    members = tuple(ListedValue(found.value, found.words - shared, found.line) for found in held)
    words = frozenset().union(*(sentence.stems for sentence in sentences))
    return ValueList(members, dimension, words)
