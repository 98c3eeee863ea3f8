"""Values listed by the name of what each is of: "Lapwing 312, curlew 87, Dip 0 and Quarry 29"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.number_words import LABELLED
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.tokens import Token

_FEWEST, _LONGEST_NAME = 3, 4
_SEPARATORS = frozenset({",", ";", "and"})
_BORDERS = _SEPARATORS | {":", ".", "(", ")"}


def without_labels(
    tokens: Sequence[Token], amounts: Sequence[Quantity]
) -> list[Quantity] | Sequence[Quantity]:
    """Take the numbers of a list for amounts that behind one name alone would name something.

    "Nova 5" names one; "Ana 9, Ben 11, Carla 7" lists three ages.
    """
    if not any(amount.weak for amount in amounts):
        return amounts
    found = list(amounts)
    for first, after in _lists(tokens, amounts):
        for at in range(first, after):
            if found[at].weak:
                found[at] = replace(found[at], weak=False)
    return found


def _lists(tokens: Sequence[Token], amounts: Sequence[Quantity]) -> Iterator[tuple[int, int]]:
    """Yield from where to where amounts stand in lists, each behind a name of its own."""
    names = [_name_of(tokens, amount) for amount in amounts]
    first = 0
    for at in range(len(amounts) + 1):
        goes_on = at < len(amounts) and bool(names[at])
        if goes_on and first < at:
            goes_on = _is_next(tokens, amounts[at - 1], amounts[at], names[at])
        if goes_on:
            continue
        named = names[first:at]
        if at - first >= _FEWEST and len({*named}) == len(named):
            yield first, at
        first = at if at < len(amounts) and names[at] else at + 1


def _name_of(tokens: Sequence[Token], amount: Quantity) -> tuple[str, ...]:
    """Return the words right before a number, up to a comma or colon; none of other amounts."""
    plain = amount.unit is COUNT and amount.kind == "count" and amount.bound == "exact"
    if not plain or tokens[amount.first].kind != "number":
        return ()
    words: list[str] = []
    for token in reversed(tokens[max(0, amount.first - _LONGEST_NAME) : amount.first]):
        if token.kind != "word" or token.text in _SEPARATORS:
            break
        words.append(token.text)
    end = _end(amount)
    behind = tokens[end].text if end < len(tokens) else "."
    if not words or words[0] in LABELLED or behind not in _BORDERS:
        return ()
    return tuple(words)


def _end(amount: Quantity) -> int:
    """Return the index behind an amount and what it counts."""
    return amount.after + len(amount.noun)


def _is_next(
    tokens: Sequence[Token], before: Quantity, amount: Quantity, name: tuple[str, ...]
) -> bool:
    """Say whether only a separator stands between an amount and the name of the next."""
    between = [token.text for token in tokens[_end(before) : amount.first - len(name)]]
    return bool(between) and _SEPARATORS.issuperset(between)
