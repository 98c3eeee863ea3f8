"""Words in quotation marks: whether a passage holds them, and who said them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.stems import is_content
from groundgraph.text.quotations import quotations, unheld
from groundgraph.text.scope.findings import Check
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.evidence import Index
    from groundgraph.text.scope.model import Line

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ASKS = re.compile(r"(?:what|who|when|where|why|how|which)\b|.*\?$", re.IGNORECASE)
_MOST_WORDS = 40
_ASIDE = 2
_NO_NAMES = frozenset("i the a an it he she they we in on at yes no this that".split())
_SPEECH = frozenset(
    """said says say saying tells told tell wrote writes written notes noted note calls called call
    complained complains replied replies asked asks remarked remarks explained explains added adds
    quoted quotes describes described joked insists insisted warned warns stated states put puts
    praised promised spoke spoken words reads claimed claims declared announced recalled admitted
    argued reported mocked commented according gave""".split()
)
_ANYONE = frozenset("someone somebody something anyone anything everyone one".split())
_PRONOUNS = frozenset("he him i she her they them we".split())
_LONG_WORD, _AROUND = 4, 0.6


def check_quotations(claim: Claim) -> list[Check]:
    """Look for the quotations of a claim in the evidence, word by word, and for their speakers."""
    text = claim.line.span.of(claim.line.text)
    spans = quotations(text)
    if not spans:
        return []
    missing = {each.span: each for each in unheld(text, claim.index.texts)}
    found: list[Check] = []
    for span in spans:
        words = span.of(text)
        if _ASKS.match(words):
            continue
        if span in missing:
            found += _changed(claim, words, missing[span].instead)
        elif not _is_title(words):
            start = claim.line.span.start
            found += _spoken(claim, words, Span(span.start + start, span.end + start))
    return found


def _is_title(words: str) -> bool:
    """Say whether words are a title or a label: "War on Drugs"."""
    long = [word for word in _WORD.findall(words) if len(word) >= _LONG_WORD]
    return all(word[0].isupper() for word in long)


def _changed(claim: Claim, words: str, instead: str) -> Iterator[Check]:
    index = claim.index
    passage = next((n for n, text in enumerate(index.texts) if instead and instead in text), -1)
    if passage < 0:
        spoken = _speaks(claim.line) and _is_told_of(claim, words)
        outcome = "contradicted" if spoken and not _is_title(words) else "against"
        yield Check("quotation", outcome, 0.8, f"No passage holds the words “{words}”")  # type: ignore[arg-type]
        return
    start = index.texts[passage].index(instead)
    span = Span(start, start + len(instead))
    line = _line_at(index, passage, start)
    before = index.texts[passage][:start]
    firm = _differ(words, instead) or _is_cut(before, words, instead)
    firm = firm and not _is_title(words) and "fail" not in before[-_MOST_WORDS:]
    told = f"The passage says “{instead}”, not “{words}”"
    outcome = "contradicted" if firm else "against"
    yield Check("quotation", outcome, 0.95 if firm else 0.5, told, line, span, passage)  # type: ignore[arg-type]


def _is_told_of(claim: Claim, words: str) -> bool:
    """Say whether the evidence speaks of what a claim says beside its quotation."""
    start = claim.line.text.find(words, claim.line.span.start)
    beside = claim.line.outside(start, start + len(words))
    outside = frozenset(token.key for token in beside if token.content)
    return any(near.fit >= _AROUND and len(near.held) > 1 for near in claim.near(outside))


def _speaks(line: Line) -> bool:
    """Say whether a sentence has a verb of saying; "the United States" has none."""
    return any(token.text in _SPEECH and not token.name for token in line.tokens)


def _differ(words: str, instead: str) -> bool:
    """Say whether two wordings differ within by more than a pronoun, an ending or a slip."""
    one, other = _contents(words), _contents(instead)
    missing = [at for at, word in enumerate(one) if not any(_alike(word, o) for o in other)]
    if any(0 < at < len(one) - 1 for at in missing):
        return True
    order = [w for w in one if w in other] != [w for w in other if w in one]
    return order or _denied(words) != _denied(instead)


def _is_cut(before: str, words: str, instead: str) -> bool:
    """Say whether a quotation of the passage begins with another word than that of the claim."""
    first = _contents(words)[:1]
    opened = max(before.rfind(mark, len(before) - _MOST_WORDS) for mark in '"“«')
    if not first or opened < 0:
        return False
    held = _contents(before[opened:])
    return bool(held) and not any(_alike(first[0], word) for word in [*held, *_contents(instead)])


def _denied(words: str) -> bool:
    return not {"not", "never", "no"}.isdisjoint(_WORD.findall(words.lower()))


def _contents(words: str) -> list[str]:
    found = [word.replace("’", "'") for word in _WORD.findall(words.lower())]
    return [
        word
        for word in found
        if is_content(word) and word not in _ANYONE and "'" not in word.removesuffix("'s")
    ]


def _alike(one: str, other: str) -> bool:
    return one[:_LONG_WORD] == other[:_LONG_WORD]


def _line_at(index: Index, passage: int, at: int) -> Line:
    own = [line for line in index.lines if line.passage == passage]
    return next((line for line in own if line.span.end > at), own[-1])


def _spoken(claim: Claim, words: str, span: Span) -> Iterator[Check]:
    """Hold the names beside a quotation against those beside it in the evidence."""
    place = _place(claim.index, words)
    if place is None:
        return
    passage, where = place
    said = _names(claim.line, span) & _all_names(claim.index)
    lines = [line for line in claim.index.lines if line.passage == passage and _touch(line, where)]
    if not said or not lines:
        return
    beside = frozenset().union(*(_names(line, where) for line in lines))
    held, line = said & beside, lines[0]
    if held:
        told = "The passage quotes these words"
        fit = len(held) / len(said)
        yield Check("quotation", "supported", fit, told, line, where, passage)
    elif any(said & line.words for line in lines):
        return
    elif _is_told(lines, where) and _speaks(claim.line):
        told = "The passage has someone else say it"
        fit = 0.9 if beside else 0.8
        yield Check("quotation", "contradicted", fit, told, line, line.span, passage)


def _is_told(lines: list[Line], where: Span) -> bool:
    """Say whether sentences tell who speaks by name or office, and by no pronoun."""
    outside = [token for line in lines for token in line.outside(*where)]
    words = {token.text for token in outside}
    named = any(token.name and token.content for token in outside)
    pronouns = not words.isdisjoint(_PRONOUNS)
    return bool(words & _SPEECH) and (named or "a" in words) and not pronouns


def _touch(line: Line, where: Span) -> bool:
    return line.span.start < where.end + _ASIDE and line.span.end > where.start


def _place(index: Index, words: str) -> tuple[int, Span] | None:
    """Return the passage that holds some words, and where."""
    kept = [word.lower() for word in _WORD.findall(words)[:_MOST_WORDS]]
    wanted = f" {' '.join(kept)} "
    for passage, text in enumerate(index.texts):
        line, places = _line(text)
        at = line.find(wanted)
        if at >= 0:
            first = line.count(" ", 0, at)
            return passage, Span(places[first].start, places[first + len(kept) - 1].end)
    return None


@lru_cache(maxsize=16)
def _line(text: str) -> tuple[str, tuple[Span, ...]]:
    """Return the words of a text with a space before and behind each, and where they stand."""
    found = list(_WORD.finditer(text))
    line = " ".join(match[0].lower() for match in found)
    return f" {line} ", tuple(Span(*match.span()) for match in found)


def _names(line: Line, quoted: Span) -> frozenset[str]:
    """Return the capitalised words outside of a quotation."""
    return frozenset(
        token.text
        for token in line.outside(*quoted)
        if token.name and token.content and token.text not in _NO_NAMES
    )


def _all_names(index: Index) -> frozenset[str]:
    """Return the words that stand with a capital within a sentence of the evidence."""
    return frozenset(token.text for line in index.lines for token in line.tokens[1:] if token.name)
