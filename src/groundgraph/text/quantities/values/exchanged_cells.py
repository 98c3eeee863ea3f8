"""Two values of one table, told each of what the other is: "a limit of £9 and a fee of £500"."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.values.exchanged import is_in_order
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.limits import is_denial
from groundgraph.text.quantities.written.segments import content_words, segments
from groundgraph.text.quantities.written.stems import content_stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity
    from groundgraph.types import Span

_SURE = 0.9
_BETWEEN = frozenset({"of", "is", "was", "at", ":", "="})
_PAIR = 2


def with_exchanged_cells(claim: ReadClaim, checks: list[Check]) -> list[Check]:
    """Return checks of amounts, those contradicted that a claim exchanges within a row or column.

    Each of the two stands in one cell of the tables, and beside each the claim has only what names
    the cell of the other.
    """
    sentence = claim.sentence
    amounts = [amount for amount in sentence.amounts if not amount.weak]
    if len(amounts) < _PAIR or is_in_order(sentence) or any(map(is_denial, sentence.tokens)):
        return checks
    in_cells = [(amount, cell) for amount in amounts if (cell := _cell_of(claim, amount))]
    if len(in_cells) < _PAIR:
        return checks
    words = _words_beside(claim, amounts)
    wrong: dict[Span, EvidenceQuantity] = {}
    for (one, first), (other, second) in combinations(in_cells, 2):
        names = _names(first, second)
        if names is None:
            continue
        own, another = names[0] - names[1], names[1] - names[0]
        both = _tells(words[one.span], another, own) and _tells(words[other.span], own, another)
        in_row = first.cell is not None and second.cell and first.cell.at[0] == second.cell.at[0]
        headed = in_row and (
            (_is_headed(claim, one, another) and words[other.span].isdisjoint(another))
            or (_is_headed(claim, other, own) and words[one.span].isdisjoint(own))
        )
        if both or headed:
            wrong |= {one.span: second, other.span: first}
    return [
        replace(check, outcome="contradicted", held=(wrong[check.at],), fit=_SURE)
        if check.kind == "amount" and check.at in wrong
        else check
        for check in checks
    ]


def _is_headed(claim: ReadClaim, amount: Quantity, name: frozenset[str]) -> bool:
    """Say whether what names a cell stands right before an amount: "a budget of 77,960"."""
    tokens = claim.sentence.tokens[: amount.first]
    if tokens and tokens[-1].text in _BETWEEN:
        tokens = tokens[:-1]
    return bool(tokens) and content_stem(tokens[-1].text) in name


def _cell_of(claim: ReadClaim, amount: Quantity) -> EvidenceQuantity | None:
    """Return the one reading that has an amount's value, if it is a cell."""
    held = [r for r in claim.index.readings if agreement(amount, r.amount) == "equal"]
    return held[0] if len(held) == 1 and held[0].cell is not None else None


def _words_beside(claim: ReadClaim, amounts: list[Quantity]) -> dict[Span, frozenset[str]]:
    """Return the stems of each amount's part of the claim."""
    sentence = claim.sentence
    parts = segments(sentence.tokens, [(amount.first, amount.after) for amount in amounts])
    return {
        amount.span: frozenset(content_words(sentence.tokens, sentence.text, *part))
        for amount, part in zip(amounts, parts, strict=True)
    }


def _names(
    one: EvidenceQuantity, other: EvidenceQuantity
) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return what tells two cells of a row or a column apart; ``None`` for any others."""
    first, second = one.cell, other.cell
    if first is None or second is None or one.passage != other.passage:
        return None
    if first.table != second.table:
        return None
    if first.alone or first.at[0] == second.at[0]:
        return _stems(first.column), _stems(second.column)
    return (_stems(first.row), _stems(second.row)) if first.at[1] == second.at[1] else None


def _stems(name: str) -> frozenset[str]:
    return frozenset(cell_stems(name))


def _tells(words: frozenset[str], name: frozenset[str], own: frozenset[str]) -> bool:
    """Say whether words name one thing and not the other."""
    return not words.isdisjoint(name) and words.isdisjoint(own)
