"""Comparatives of a sentence that name both sides: "longer than", "twice as tall as"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundgraph.text.bounds import only_limits
from groundgraph.text.quantities.written.adjectives import (
    COMPARATIVES,
    DEGREES,
    VERBS,
    Adjective,
    is_long_form,
    long_form,
)
from groundgraph.text.quantities.written.numeral_words import TIMES
from groundgraph.text.quantities.written.segments import Words, content_words
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.units import unit_at
from groundgraph.text.vocabulary.small_words import CLAUSE_ENDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.types import Span

COMPARING = frozenset({*COMPARATIVES, *DEGREES, *VERBS})
"""Every word that may compare."""
_FIRST_WORDS = COMPARING | TIMES
_OF_ORDERS = frozenset({"later", "earlier", "further"})
MOVED = dict.fromkeys("rose grew increased climbed improved jumped gained".split(), 1)
MOVED |= dict.fromkeys("fell declined decreased dropped shrank sank slipped".split(), -1)
"""Verbs by which a value changes, with the way that it takes."""
_PREPOSITIONS = frozenset("at in on for with during by from of under over".split())
_NOT = frozenset({"not", "no"})
_DENYING = _NOT | {"nothing", "nobody", "never"}
_RATIOS = frozenset({"times", "share"})
_BORDERS = frozenset({",", ";", "and", "but", "yet", "though", "although", "while", "than", "."})


@dataclass(frozen=True, eq=False)
class ClaimedComparison:
    """What a claim compares.

    Attributes:
        span: Where the comparing words stand.
        adjective: What is compared.
        first: Words of what has more (or less) of it.
        second: Words of what it is set against.
        attribute: Words of what is compared.
        ratio: By how many times, for "twice as long as".
        denied: Whether it denies that the first has more: "is not cheaper than".
    """

    span: Span
    adjective: Adjective
    first: Words
    second: Words
    attribute: Words
    ratio: Quantity | None = None
    denied: bool = False


def comparisons(sentence: Sentence) -> list[ClaimedComparison]:
    """Return the comparisons of a sentence that name both sides."""
    if _FIRST_WORDS.isdisjoint(sentence.letters):
        return []
    found: list[ClaimedComparison] = []
    lone: list[tuple[int, int, Adjective]] = []
    for at, token in enumerate(sentence.tokens):
        read = comparative_at(sentence, at)
        if read is not None:
            adjective, after = read
            comparison = _sides(sentence, at, after, adjective)
            if comparison is not None:
                found.append(comparison)
            else:
                lone.append((at, after, adjective))
        elif token.text == "as":
            ratio = _ratio(sentence, at)
            found += [ratio] if ratio is not None else []
    return [*found, *_sharing(sentence, found, lone)]


def trends(sentence: Sentence) -> list[ClaimedComparison]:
    """Return "rose from 2021 to 2022", "fell between May and June" as comparisons of two times."""
    if sentence.letters.isdisjoint(MOVED):
        return []
    moved = [at for at, token in enumerate(sentence.tokens) if token.text in MOVED]
    if len(moved) != 1 or len(sentence.mentions) != 2 or is_denied(sentence, moved[0]):
        return []
    tokens, text, [verb] = sentence.tokens, sentence.text, moved
    early, late = sentence.mentions
    border = tokens[early.first - 1].text if early.first else ""
    between = [token.text for token in tokens[early.after : late.first]]
    if (border, between) not in (("from", ["to"]), ("between", ["and"])):
        return []
    skip = sentence.skipped | {*range(early.first, early.after), *range(late.first, late.after)}
    what = content_words(tokens, text, 0, verb, skip=skip)
    sides = [content_words(tokens, text, m.first, m.after) for m in (late, early)]
    if not what or not all(sides) or any(a.first > verb for a in sentence.amounts):
        return []
    sign = MOVED[tokens[verb].text]
    adjective = Adjective("more" if sign > 0 else "less", sign)
    return [ClaimedComparison(tokens[verb].span, adjective, sides[0], sides[1], what)]


def _sharing(
    sentence: Sentence,
    found: Sequence[ClaimedComparison],
    lone: Sequence[tuple[int, int, Adjective]],
) -> Iterator[ClaimedComparison]:
    """Yield comparatives that leave out "than …" and share the sides told in the same sentence."""
    if not found:
        return
    model = found[0]
    text = sentence.text
    capitals = {
        stem(t.text) for t in sentence.tokens if t.kind == "word" and text[t.start].isupper()
    }
    for at, after, adjective in lone:
        attribute = {**_before(sentence, at), **_attribute(sentence, after, len(sentence.tokens))}
        attribute = {
            w: n for w, n in attribute.items() if w not in model.first and w not in model.second
        }
        if not attribute and not adjective.dimensions:
            continue
        names = {w: n for w, n in model.first.items() if n or w in capitals} or model.first
        measured = _by_unit(sentence, after, adjective)
        span = sentence.tokens[at].span
        yield ClaimedComparison(span, measured, names, model.second, attribute)


def _before(sentence: Sentence, at: int) -> Words:
    """Return the words of a comparative's own clause before it."""
    start = at
    while start > 0 and sentence.tokens[start - 1].text not in _BORDERS:
        start -= 1
    return content_words(sentence.tokens, sentence.text, start, at, skip=sentence.skipped)


def _attribute(sentence: Sentence, after: int, stop: int) -> Words:
    """Return the words right after a comparative, up to the end of its phrase."""
    end = after
    while end < min(stop, after + 3) and sentence.tokens[end].text not in _BORDERS:
        end += 1
    return content_words(sentence.tokens, sentence.text, after, end, skip=sentence.skipped)


def _by_unit(sentence: Sentence, after: int, adjective: Adjective) -> Adjective:
    """Take the dimension of "fewer years", "more kilometres" from the unit."""
    if adjective.base not in DEGREES:
        return adjective
    unit = unit_at(sentence.tokens, after, sentence.text)
    return adjective if unit is None else adjective._replace(dimensions=(unit[0].dimension,))


def comparative_at(sentence: Sentence, at: int) -> tuple[Adjective, int] | None:
    """Return what a word compares, and the index after it."""
    tokens = sentence.tokens
    word = tokens[at].text
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if word in DEGREES:
        if following == "than":
            bounds = any(at < a.first <= at + 4 for a in sentence.amounts)
            return None if bounds else (Adjective(word, DEGREES[word]), at + 1)
        if is_long_form(following):
            return long_form(following, DEGREES[word]), at + 2
        return Adjective(word, DEGREES[word]), at + 1
    if word in COMPARATIVES and (
        word not in _OF_ORDERS
        or (following != "than" and _find(sentence, "than", at + 1) is not None)
    ):
        return COMPARATIVES[word], at + 1  # "earlier in Europe than in Asia"; else an order
    return (VERBS[word], at + 1) if word in VERBS else None


def _sides(
    sentence: Sentence, at: int, after: int, adjective: Adjective
) -> ClaimedComparison | None:
    """Split a sentence at "than": what is compared, and with what."""
    tokens = sentence.tokens
    verb = adjective.base in VERBS
    than = after - 1 if verb else _find(sentence, "than", after)
    adjective = _by_unit(sentence, after, adjective)
    if than is None:
        return None
    stop = _clause_end(sentence, than + 1)
    skip = sentence.skipped
    second = content_words(tokens, sentence.text, than + 1, stop, skip=skip)
    place = next((i for i in range(after, than) if tokens[i].text in _PREPOSITIONS), than)
    attribute = content_words(tokens, sentence.text, after, place, skip=skip) if not verb else {}
    aside = content_words(tokens, sentence.text, place, than, skip=skip) if not verb else {}
    first = content_words(tokens, sentence.text, 0, at, skip=skip)
    if aside and first and _is_parallel(sentence, than):  # "the rate was higher on X than on Y"
        first, attribute = aside, {**attribute, **first}
    first = {**first, **aside}  # "a ticket costs more at the door than …"
    if not first:  # "More people smoked there than here"
        first, attribute = attribute, {}
    elif any(attribute.values()):  # "the price is lower for loan B than for loan A"
        first, attribute = {**first, **attribute}, {}
    if not second or not first:
        return None
    denied = _is_denied_itself(sentence, at)
    if is_denied(sentence, at) and not denied:
        return None
    span = tokens[at].span
    return ClaimedComparison(span, adjective, first, second, attribute, denied=denied)


def _is_denied_itself(sentence: Sentence, at: int) -> bool:
    """Say whether the only denial of a sentence stands right before a comparative: "not dearer"."""
    before = sentence.tokens[at - 1].text if at else ""
    denies = before in _NOT or before.endswith(("n't", "n’t"))
    return denies and not is_denied(sentence, at - 1)


def _is_parallel(sentence: Sentence, than: int) -> bool:
    """Say whether a preposition follows "than"."""
    return any(t.text in _PREPOSITIONS for t in sentence.tokens[than + 1 : than + 2])


def is_denied(sentence: Sentence, at: int) -> bool:
    """Say whether "no", "nobody" or "not" stands before; the "No," of an answer does not count."""
    tokens = sentence.tokens
    for place, (_, word, start, end) in enumerate(tokens[:at]):
        if word not in _DENYING and not word.endswith(("n't", "n’t")):
            continue
        following = [token.text for token in tokens[place + 1 : place + 2]]
        if word == "no" and following in ([], [","], ["."]):
            continue
        if not only_limits(sentence.text, start, end):
            return True
    return False


def _ratio(sentence: Sentence, at: int) -> ClaimedComparison | None:
    """Read "three times as tall as the lamp"."""
    tokens = sentence.tokens
    amount = next((a for a in sentence.amounts if a.kind == "times" and a.after == at), None)
    if amount is None or at + 2 >= len(tokens):
        return None
    than = _find(sentence, "as", at + 1)
    if than is None:
        return None
    word = tokens[at + 1].text
    adjective = long_form(word, 1) if is_long_form(word) else Adjective(word, 1)
    further = (a.first for a in sentence.amounts if a.kind in _RATIOS and a.first > than)
    stop = min([_clause_end(sentence, than + 1), *further])  # "as Alpha at half the price"
    skip = sentence.skipped
    second = content_words(tokens, sentence.text, than + 1, stop, skip=skip)
    first = content_words(tokens, sentence.text, 0, amount.first, skip=skip)
    attribute = content_words(tokens, sentence.text, at + 2, than, skip=skip)
    if tokens[than - 1].text == "again":  # "half as tall again" is one and a half times
        amount = replace(amount, value=amount.value + 1)
    if not first:  # "There are twice as many strings as woodwinds"
        first, attribute = attribute, {}
    if not first or not second:
        return None
    return ClaimedComparison(amount.span, adjective, first, second, attribute, amount)


def _find(sentence: Sentence, word: str, start: int) -> int | None:
    for at in range(start, len(sentence.tokens)):
        text = sentence.tokens[at].text
        if text == word:
            return at
        if text in CLAUSE_ENDS or text == "," or (text in COMPARATIVES and at > start):
            return None
    return None


def _clause_end(sentence: Sentence, start: int) -> int:
    for at in range(start, len(sentence.tokens)):
        if sentence.tokens[at].text in CLAUSE_ENDS or sentence.tokens[at].text == ",":
            return at
    return len(sentence.tokens)
