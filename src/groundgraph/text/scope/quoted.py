"""Words in quotation marks: whether a passage holds them, and who said them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quotations import quotations, unheld
from groundgraph.text.scope.findings import Check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.evidence import Index
    from groundgraph.text.scope.model import Line, Token
    from groundgraph.types import Span

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ASIDE = 2
_NO_NAMES = frozenset("i the a an it he she they we in on at yes no this that".split())


def check_quotations(claim: Claim) -> list[Check]:
    """Look for the quotations of a claim in the evidence, word by word, and for their speakers."""
    spans = quotations(claim.line.text[: claim.line.span.end])
    own = [span for span in spans if span.start >= claim.line.span.start]
    if not own:
        return []
    missing = {
        (each.span.start + claim.line.span.start): each
        for each in unheld(claim.line.span.of(claim.line.text), claim.index.texts)
    }
    found: list[Check] = []
    for span in own:
        lost = missing.get(span.start)
        words = span.of(claim.line.text)
        if lost is not None:
            found.append(_changed(claim.index, words, lost.instead))
        else:
            found += _spoken(claim, span)
    return found


def _changed(index: Index, words: str, instead: str) -> Check:
    told = f"The passage says “{instead}”, not “{words}”" if instead else (
        f"No passage holds the words “{words}”"
    )
    passage = next((n for n, text in enumerate(index.texts) if instead and instead in text), -1)
    if passage < 0:
        return Check("quotation", "contradicted", 0.8, words, told)
    line = _line_at(index, passage, index.texts[passage].index(instead))
    span = type(line.span)(start := index.texts[passage].index(instead), start + len(instead))
    return Check("quotation", "contradicted", 0.95, words, told, line, span, passage)


def _line_at(index: Index, passage: int, at: int) -> Line:
    own = [line for line in index.lines if line.passage == passage]
    return next((line for line in own if line.span.end > at), own[-1])


def _spoken(claim: Claim, span: Span) -> Iterator[Check]:
    """Hold the names beside a quotation against those beside it in the evidence."""
    words = span.of(claim.line.text)
    place = _place(claim.index, words)
    if place is None:
        return
    passage, at, end = place
    said = _names(claim.line.tokens, span.start, span.end) & _all_names(claim.index)
    lines = _lines(claim.index, passage, at, end)
    if not said or not lines:
        return
    beside = frozenset().union(*(_names(line.tokens, at, end) for line in lines))
    line = lines[0]
    where = type(span)(at, end)
    if said & beside:
        fit = len(said & beside) / len(said)
        yield Check("quotation", "supported", fit, words, "The passage quotes these words", line,
                    where, passage)  # fmt: skip
        return
    named = beside or _names(claim.index.lines[max(0, line.number - 1)].tokens, at, end)
    if named and not said & named:
        who = claim.index.texts[passage][line.span.start : line.span.end]
        told = "The passage has someone else say it"
        yield Check("quotation", "contradicted", 0.9 if beside else 0.8, words, told, line,
                    line.span, passage)  # fmt: skip
        del who


def _place(index: Index, words: str) -> tuple[int, int, int] | None:
    """Return the passage that holds some words, and where."""
    pattern = r"[\W_]+".join(re.escape(word) for word in _WORD.findall(words)[:40])
    for passage, text in enumerate(index.texts):
        match = re.search(pattern, text, re.IGNORECASE)
        if match:
            return passage, *match.span()
    return None


def _lines(index: Index, passage: int, at: int, end: int) -> list[Line]:
    return [
        line
        for line in index.lines
        if line.passage == passage and line.span.start < end + _ASIDE and line.span.end > at
    ]


def _names(tokens: tuple[Token, ...], start: int, end: int) -> frozenset[str]:
    """Return the capitalised words outside of a quotation."""
    return frozenset(
        token.text.removesuffix("'s")
        for token in tokens
        if token.name and token.content and not start <= token.start < end
        and token.text not in _NO_NAMES
    )  # fmt: skip


def _all_names(index: Index) -> frozenset[str]:
    """Return the words that stand with a capital within a sentence of the evidence."""
    return frozenset(
        token.text for line in index.lines for token in line.tokens[1:] if token.name
    )
