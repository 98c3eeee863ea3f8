"""Which words of a claim are told as not mentioned: those that no passage holds, and that matter.

A reader who is told that "comes" or "least" is missing learns nothing, nor does one who is told of
his own words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.asked.questions import statement_form
from groundgraph.text.english.tagging import CLOSED
from groundgraph.text.number_words import ONES, SCALES, TENS
from groundgraph.text.numbers import quantities, quantities_with_text
from groundgraph.text.quantities.written.model import read
from groundgraph.text.words import content_stems, negates, stem, words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.methods.fused.blocks.lexical import Index
    from groundgraph.text.quantities.written.amounts import Quantity

_TELLING = frozenset({"NN", "CD", "MD"})  # "wife", "three", "May"
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_COMPOUND = re.compile(r"\b(?<!-)[^\W\d_]{1,40}(?:-[^\W\d_]{1,40}){1,6}")
_NUMERALS = frozenset({*ONES, *TENS, *SCALES})
LIGHT = frozenset(
    map(
        stem,
        """based come comes coming came cost costs get gets getting got give gives gave given go
        goes going went gone happen happens include includes including involve involves involved
        keep keeps kept let lets make makes making made mean means put puts say says said see sees
        seem seems take takes taking took taken tell tells told use used way things""".split(),
    )
)
"""Words that say little by themselves."""
_PHRASES = re.compile(
    r"at (?:least|all|first|last|once|the latest)|on the other hand|on the one hand"
    r"|as (?:long|soon|far|well|much|many) as|as well|in (?:total|all|addition|other words|general)"
    r"|of course|for (?:example|instance)|provided(?: that)?|according to|such as|no longer",
    re.IGNORECASE,
)
"""Words that tie a sentence together, of which none says anything alone."""


def unseen_words(claim: str, evidence: Index) -> list[Span]:
    """Return the content words and quantities of a claim that no passage holds, in order.

    Small and light words, such as "since" and "comes", are none: what is missing is never they. A
    number or date in several words is one, and so is a compound such as "part-time".

    >>> from groundgraph.methods.fused.blocks.lexical import index
    >>> from groundgraph.text.passage_units import Unit
    >>> evidence = index([Unit("1", None, "Zorba opens at 8.", None)])
    >>> claim = "Since Monday, Zorba opens at 9 in Bonn."
    >>> [span.of(claim) for span in unseen_words(claim, evidence)]
    ['Monday', '9', 'Bonn']
    """
    amounts = [
        Span(start, start + len(text))
        for start, text, readings in quantities_with_text(claim)
        if text[0].isdigit() and evidence.numbers.isdisjoint(readings)
    ]
    spelled = [*_spelled(claim, evidence)]
    apart = [
        *amounts,
        *(amount.span for amount in read(claim).amounts if _is_reckoned(amount)),
        *(Span(*match.span()) for match in _PHRASES.finditer(claim)),
        *(span for span, _ in spelled),
    ]
    found = [
        Span(word.start, word.end)
        for word in words(claim)
        if word.content
        and not word.number
        and word.stem not in evidence.stems
        and word.stem not in LIGHT
        and not is_small(claim[word.start : word.end])
    ]
    found = [span for span in found if not any(span.overlaps(other) for other in apart)]
    found += [*amounts, *(span for span, unseen in spelled if unseen)]
    dates = [mention.span for mention in read(claim).mentions]
    return sorted({next((d for d in dates if d.overlaps(s)), whole_words(claim, s)) for s in found})


def _spelled(claim: str, evidence: Index) -> Iterator[tuple[Span, bool]]:
    """Yield the numbers in words, and whether evidence has none as great."""
    for amount in read(claim).amounts:
        said = [m for m in _WORD.finditer(claim, *amount.span) if m[0].lower() in _NUMERALS]
        if said and not any(map(str.isdigit, amount.span.of(claim))):
            unseen = not amount.weak and str(amount.value) not in evidence.numbers
            yield Span(said[0].start(), said[-1].end()), unseen and not _is_reckoned(amount)


def _is_reckoned(amount: Quantity) -> bool:
    """Say whether it is so many times another, or a share of it: no evidence needs to have it."""
    return amount.kind != "count"


def whole_words(text: str, span: Span) -> Span:
    """Return a span with all of the compounds of which it holds a part: "part" of "part-time"."""
    held = [
        span,
        *(own for m in _COMPOUND.finditer(text) if (own := Span(*m.span())).overlaps(span)),
    ]
    return Span(min(own.start for own in held), max(own.end for own in held))


def is_small(text: str) -> bool:
    """Say whether a text holds nothing but small words: "first", "away from"."""
    said = (word.lower().replace("’", "'") for word in _WORD.findall(text))
    return all(negates(word) or CLOSED.get(word, "NN") not in _TELLING for word in said)


def most_telling(
    claim: str, unseen: Sequence[Span], marked: Sequence[Span], question: str
) -> list[Span]:
    """Return those of the unseen words of a claim that a reader is told of, the weightiest first.

    Where some of them are marked, of the others only numbers and names are told. Words of the
    question never are, but for marked ones of which it asks whether they hold.
    """
    form = statement_form(question)
    asks_whether = form is not None and form.wanted == "yes or no"
    sought = _said(f"{form.before} {form.after}") if form and asks_whether else frozenset()
    given = _said(question)
    within = {
        span
        for span in unseen
        if any(span.overlaps(mark) for mark in marked)
        and _said(span.of(claim)).isdisjoint(given - sought)
    }
    others = [span for span in unseen if _said(span.of(claim)).isdisjoint(given)]
    kept = within.union(span for span in others if not within or _weight(claim, span))
    return sorted(kept, key=lambda span: (span not in within, -_weight(claim, span), span))


def _said(text: str) -> frozenset[str]:
    """Return the stems and numbers of a text."""
    return content_stems(text).union(*quantities(text))


def _weight(claim: str, span: Span) -> int:
    """Return 2 for a number, 1 for a name, 0 for another word."""
    said = span.of(claim)
    if quantities(said) or said[0].isdigit():
        return 2
    before = claim[: span.start].rstrip()
    return int(said[0].isupper() and bool(before) and before[-1] not in ".!?:")
