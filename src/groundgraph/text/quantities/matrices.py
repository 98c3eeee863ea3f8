"""Tables of what each of several things has: "✓" and "–", "yes" and "no".

"Single sign-on is included in the Team plan" beside "| Single sign-on | – | – | ✓ |". Only claims
that say nothing else are held against them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.findings import Check, decided
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment
from groundgraph.text.quantities.rows import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.slots import ReadClaim
    from groundgraph.text.quantities.tables import TableCell

Mark = tuple["TableCell", bool]
"""A cell, and whether it says that the thing has it."""

_HAS = frozenset("✓ ✔ ✔️ ☑ ✅ yes y included available true".split())
_LACKS = frozenset({"✗", "✘", "❌", "no", "n", "false", "none", "not included", "not available"})
_DASHES = frozenset({"–", "—", "-"})
"""Of a table that says "no" somewhere in words, a dash may be anything."""
_ONLY = frozenset({"only", "exclusively"})
_EVERY = frozenset({"all", "every", "each"})
_DENIALS = frozenset(
    "no not never nobody nothing without cannot neither nor none lack lacks".split()
)
_FREE = frozenset(
    """if unless except than while whereas when until or either another extra other may might could
    should would will some most both""".split()
)
_SAID_OF_ALL = words_of(
    """include includes included offer offers offered provide provides available contain contains
    feature features get gets allow allows come comes give gives have has supports plan plans
    version versions edition editions tier tiers model models package packages product products
    subscription licence license account accounts option all every each only exclusively neither nor
    without lack lacks"""
)
"""Words by which something is said to have something, and kinds of things that have it."""
_WORD = re.compile(r"\w+")
_CLAUSE = re.compile(r",? but |;")
_LEAST = 2
_SURE = 0.95


class Matrix(NamedTuple):
    """The marks of a table by the names of its rows and then its columns, or the other way round.

    Attributes:
        marks: The marks of each line.
        lines: The words of the name of each line.
        known: The words of the head of what names the lines.
    """

    marks: dict[str, dict[str, Mark]]
    lines: dict[str, frozenset[str]]
    known: frozenset[str]


def matrices_of(cells: Sequence[TableCell]) -> list[Matrix]:
    """Return the tables of a passage that hold marks, by their rows, and again by their columns.

    Args:
        cells: Of all its tables.
    """
    tables: defaultdict[int, list[TableCell]] = defaultdict(list)
    for cell in cells:
        if cell.row and cell.column:
            tables[cell.table].append(cell)
    found = []
    for own in tables.values():
        written = {cell.value.strip().lower() for cell in own}
        in_words = any(word.isalpha() for word in written & _LACKS)
        lacks = _LACKS if in_words else _LACKS | _DASHES
        marks = [(c, True) for c in own if c.value.strip().lower() in _HAS]
        if marks:
            marks += [(c, False) for c in own if c.value.strip().lower() in lacks]
        if len(marks) >= _LEAST:
            first = words_of(" ".join(cell.column for cell in own if cell.at[1] == 0))
            found += [_by(marks, first, rows=True), _by(marks, first, rows=False)]
    return found


def _by(marks: Sequence[Mark], known: frozenset[str], *, rows: bool) -> Matrix:
    found: defaultdict[str, dict[str, Mark]] = defaultdict(dict)
    for mark in marks:
        names = mark[0].row, mark[0].column
        found[names[not rows]][names[rows]] = mark
    return Matrix(dict(found), {name: words_of(name) for name in found}, known)


def check_marks(claim: ReadClaim) -> list[Check]:
    """Hold what a claim says that some things have, or lack, against the marks of tables."""
    if not any(passage.matrices for passage in claim.index.passages):
        return []
    tokens = claim.sentence.tokens[claim.begins :]
    if not tokens or any(token.text in _FREE for token in tokens):
        return []
    said = claim.text[tokens[0].start :].rstrip(" .!")
    return [
        check for part in _CLAUSE.split(said) for check in _of_clause(claim, part.strip(), said)[:1]
    ]


def _of_clause(claim: ReadClaim, part: str, whole: str) -> list[Check]:
    letters = frozenset(re.findall(r"[^\W\d_]+(?:['’]t)?", part.lower()))
    denied = not _DENIALS.isdisjoint(letters) or any(w.endswith(("n't", "n’t")) for w in letters)
    only = not _ONLY.isdisjoint(letters)
    found = []
    for passage in claim.index.passages:
        for matrix in passage.matrices:
            held = _held(matrix, (part, whole, claim.question.text), every=bool(letters & _EVERY))
            if held is None or (only and denied):
                continue
            named, others = held
            wrong = [cell for cell, has in named if has is denied]
            wrong += [cell for cell, has in others if only and has]
            cells = wrong or [cell for cell, _ in named]
            events = [Event(Moment(), {}, passage.number, c.span, c.span, 0, c) for c in cells]
            found.append(Check(decided(right=not wrong), "mark", part, tuple(events), _SURE))
    return found


def _held(
    matrix: Matrix, texts: Sequence[str], *, every: bool
) -> tuple[list[Mark], list[Mark]] | None:
    """Return the marks of one line that a text names, and the line's others.

    Args:
        matrix: The table.
        texts: A clause, its claim and the question: the first that names a line counts.
        every: Whether the clause speaks of all columns.
    """
    line = next(filter(None, (_line_of(matrix, text) for text in texts)), None)
    if line is None:
        return None
    marks = matrix.marks[line]
    named = next(filter(None, (_columns_of(marks, text) for text in texts[:2])), [])
    if not named and every:
        named = list(marks)
    known = matrix.lines[line] | matrix.known | _SAID_OF_ALL | words_of(" ".join(marks))
    if not named or not words_of(texts[0]) <= known:
        return None
    return [marks[c] for c in named], [mark for c, mark in marks.items() if c not in named]


def _line_of(matrix: Matrix, text: str) -> str | None:
    """Return the one line that a text names, a longer name before one that is part of it."""
    said = words_of(text)
    named = [name for name, words in matrix.lines.items() if words and words <= said]
    named = [n for n in named if not any(matrix.lines[n] < matrix.lines[o] for o in named)]
    return named[0] if len(named) == 1 else None


def _columns_of(marks: dict[str, Mark], text: str) -> list[str]:
    """Return the columns whose names a text has as they are written."""
    written = _spaced(text)
    return [name for name in marks if _spaced(name) in written]


def _spaced(text: str) -> str:
    return f" {' '.join(_WORD.findall(text))} "
