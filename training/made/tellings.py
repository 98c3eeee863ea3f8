"""What a phenomenon tells: facts in sentences, and pairs of claims about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

    Tell = Callable[[random.Random], "Telling"]

Pairs = list[tuple[str, str]]


class Telling(NamedTuple):
    """Facts and claims.

    Attributes:
        facts: Sentences, or rows of a table.
        pairs: A right and a wrong claim each, alike but for what is wrong.
        free: Whether the facts can stand in any order.
        glue: What stands between two facts.
    """

    facts: list[str]
    pairs: Pairs
    free: bool = True
    glue: str = " "


def said(pick: random.Random, forms: Sequence[str], **names: object) -> str:
    """Return one of some forms with names put in, its first letter a capital."""
    text = pick.choice(forms).format(**names)
    return text[0].upper() + text[1:]


def twins(
    pick: random.Random,
    forms: Sequence[str],
    right: Mapping[str, object],
    wrong: Mapping[str, object],
    count: int = 1,
) -> Pairs:
    """Return pairs of one form each, with the right and the wrong names put in."""
    chosen = pick.sample(list(forms), min(count, len(forms)))
    return [(said(pick, [form], **right), said(pick, [form], **wrong)) for form in chosen]
