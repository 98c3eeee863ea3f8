"""The part of a sentence that belongs to each of several amounts or dates in it, and its words."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ORDINALS
from groundgraph.text.quantities.written.stems import content_stem
from groundgraph.text.quantities.written.tokens import glued
from groundgraph.text.vocabulary.small_words import JOINTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.written.tokens import Token

Words = dict[str, bool]
"""Content words by stem, in order: whether they are written as names."""
_NO_WORDS = frozenset({"mark", "sign", "clock"})
_STRONG = frozenset({";", ":", "but", "while", "whereas", "against", "versus", "compared"})
_JOINS = JOINTS | {"which"}
_MONTH = "may"
_BE = frozenset("was were is are has had".split())
_WEAK = frozenset({",", "and", "–", "—", "|", "(", "or", "then", "where"})


def segments(tokens: Sequence[Token], marks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Share out the tokens of a sentence among its marks, each an index range.

    A border between two marks is the first ";", "but" or the like after the first of them, else
    the first comma or "and"; where there is none, both share what lies between.

    Returns:
        For each mark the index range of its part, in order.
    """
    if not marks:
        return []
    borders = [_border(tokens, after, first) for (_, after), (first, _) in pairwise(marks)]
    parts: list[tuple[int, int]] = []
    start, held = 0, 1
    for border in borders:
        if border is None:  # nothing parts the two: they stand in one clause
            held += 1
            continue
        parts += [(start, border)] * held
        start, held = border, 1
    parts += [(start, len(tokens))] * held
    ends = [at for at in range(len(tokens)) if _ends_clause(tokens, at)]
    return [_trimmed(part, mark, ends) for part, mark in zip(parts, marks, strict=True)]


def _trimmed(part: tuple[int, int], mark: tuple[int, int], ends: Sequence[int]) -> tuple[int, int]:
    """Cut a part at the ends of its mark's own clause: at ";", or a comma before "and", "but" …."""
    start, stop = part
    before = [at for at in ends if start < at < mark[0]]
    behind = [at for at in ends if mark[1] <= at < stop]
    return before[-1] + 1 if before else start, behind[0] if behind else stop


def _ends_clause(tokens: Sequence[Token], at: int) -> bool:
    text = tokens[at].text
    if text == ";":
        return True
    return text == "," and at + 1 < len(tokens) and tokens[at + 1].text in _JOINS


def _border(tokens: Sequence[Token], start: int, stop: int) -> int | None:
    for kinds in (_STRONG, _WEAK):
        found = [at for at in range(start, stop) if tokens[at].text in kinds]
        if found:
            going_on = len(found) > 1 and _goes_on(tokens, found[0])
            return _bracket(tokens, start, found[going_on])
    return None


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a comma leads on to the verb of what stands before: "the highest, 39 m, was"."""
    return tokens[at].text == "," and tokens[at + 1].text in _BE


def _bracket(tokens: Sequence[Token], start: int, at: int) -> int:
    """Return where the bracket opens that a colon stands in: "(2022: 1.05 bn)"; else its place."""
    if tokens[at].text != ":":
        return at
    return next((i for i in range(start, at) if tokens[i].text == "("), at)


def content_words(
    tokens: Sequence[Token],
    text: str,
    start: int = 0,
    stop: int | None = None,
    *,
    skip: AbstractSet[int] = frozenset(),
) -> Words:
    """Return the content words of some tokens, and which are written as names.

    A single capital letter is one, as in "loan B"; a number only where it names something.
    """
    found: Words = {}
    end = len(tokens) if stop is None else min(stop, len(tokens))
    for at, (kind, lower, first, _) in enumerate(tokens[start:end], start):
        if at in skip:
            continue
        if kind != "word":
            if kind not in _NO_WORDS:
                found.setdefault(lower, True)
            continue
        if lower in ORDINALS and at + 1 < end and tokens[at + 1].text in NUMBERED:
            found[str(ORDINALS[lower])] = True
        if own := _own_stem(lower):
            if not found.get(own):
                found[own] = at > 0 and text[first].isupper()
        elif text[first].isupper() and (name := _odd_name(tokens, at)):
            found.setdefault(name, name != _MONTH)
    return found


def _without_owner(lower: str) -> str:
    return lower[:-2] if lower.endswith(("'s", "’s")) else lower


@lru_cache(maxsize=1 << 15)
def _own_stem(lower: str) -> str:
    """Return the stem of a word that carries meaning of its own, else ""; none of "B's"."""
    plain = _without_owner(lower)
    return content_stem(lower) if plain is lower or len(plain) > 1 else ""


def _odd_name(tokens: Sequence[Token], at: int) -> str:
    """Return the name that a capital makes of a word without content, or the month; else ""."""
    if at == 0 and not _is_in_a_code(tokens, at):
        return ""
    plain = _without_owner(tokens[at].text)
    if is_odd_name(plain) and (at == 0 or tokens[at - 1].text != "°"):
        return f"{plain}#"
    return _MONTH if tokens[at].text == _MONTH else ""


def _is_in_a_code(tokens: Sequence[Token], at: int) -> bool:
    """Say whether digits follow a word without a blank: "Q2"."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return following is not None and following.kind == "number" and glued(tokens[at], following)


def is_odd_name(word: str) -> bool:
    """Say whether a word without content of its own is a name where it has a capital."""
    return word == "one" or (len(word) == 1 and word != "i")


NUMBERED = frozenset("day stage step leg round chapter phase section part".split())
"""Things told by number: "the second day" is "day 2"."""
