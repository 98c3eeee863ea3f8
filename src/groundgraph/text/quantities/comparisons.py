"""Comparatives and superlatives of a claim, decided from the amounts and dates of the evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.adjectives import (
    COMPARATIVES,
    DEGREES,
    VERBS,
    Adjective,
    is_long_form,
    long_form,
)
from groundgraph.text.quantities.agreement import agreement
from groundgraph.text.quantities.contrast import Contrast, contrasts
from groundgraph.text.quantities.derivations import value_amount
from groundgraph.text.quantities.findings import Check
from groundgraph.text.quantities.moments import order
from groundgraph.text.quantities.segments import Words, content_words
from groundgraph.text.quantities.stems import stem
from groundgraph.text.quantities.unit_table import COUNT
from groundgraph.text.quantities.units import unit_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.text.quantities.amounts import Amount
    from groundgraph.text.quantities.model import Event, Reading, Sentence
    from groundgraph.text.quantities.slots import Claim

_FITS, _CLEAR = 0.45, 0.4
_FIRST_WORDS = frozenset({*COMPARATIVES, *DEGREES, *VERBS, "as"})
_PREPOSITIONS = frozenset("at in on for with during by from of under over".split())
_FIRM = 0.55
_UNLIKE, _BESIDE = 0.3, 0.8
_CLAUSE_ENDS = frozenset({";", "but", "while", "whereas"})
_BORDERS = frozenset({",", ";", "and", "but", "yet", "though", "although", "while", "than", "."})


@dataclass(frozen=True, eq=False)
class Comparison:
    """What a claim compares.

    Attributes:
        said: The comparing words.
        adjective: What is compared.
        first: Words of what has more (or less) of it.
        second: Words of what it is set against.
        attribute: Words of what is compared.
        ratio: By how many times, for "twice as long as".
        strict: Whether "as … as" is not meant.
    """

    said: str
    adjective: Adjective
    first: Words
    second: Words
    attribute: Words
    ratio: Amount | None = None


def check_comparisons(claim: Claim) -> list[Check]:
    """Hold each "longer than", "more … than", "twice as long as" against the evidence."""
    return [_checked(claim, comparison) for comparison in comparisons(claim.sentence)]


def comparisons(sentence: Sentence) -> list[Comparison]:
    """Return the comparisons of a sentence that name both sides."""
    if _FIRST_WORDS.isdisjoint(sentence.letters):
        return []
    found: list[Comparison] = []
    lone: list[tuple[int, int, Adjective]] = []
    for at, token in enumerate(sentence.tokens):
        read = _comparative(sentence, at)
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


def _sharing(
    sentence: Sentence, found: Sequence[Comparison], lone: Sequence[tuple[int, int, Adjective]]
) -> Iterator[Comparison]:
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
        adjective = _by_unit(sentence, after, adjective)
        yield Comparison(sentence.tokens[at].text, adjective, names, model.second, attribute)


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


def _comparative(sentence: Sentence, at: int) -> tuple[Adjective, int] | None:
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
    if word in COMPARATIVES and word not in {"later", "earlier", "further"}:
        return COMPARATIVES[word], at + 1
    return (VERBS[word], at + 1) if word in VERBS else None


def _sides(sentence: Sentence, at: int, after: int, adjective: Adjective) -> Comparison | None:
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
    first = {**first, **aside}  # "a ticket costs more at the door than …"
    if not first:  # "More people smoked there than here"
        first, attribute = attribute, {}
    elif any(attribute.values()):  # "the price is lower for loan B than for loan A"
        first, attribute = {**first, **attribute}, {}
    if not second or not first:
        return None
    if is_denied(sentence, at):
        return None
    return Comparison(tokens[at].text, adjective, first, second, attribute)


def is_denied(sentence: Sentence, at: int) -> bool:
    """Say whether "no", "nobody" or "not" stands before; the "No," of an answer does not count."""
    tokens = sentence.tokens
    for place in range(at):
        word = tokens[place].text
        if word in {"nothing", "nobody", "never", "not"} or word.endswith(("n't", "n’t")):
            return True
        if word == "no" and place + 1 < len(tokens) and tokens[place + 1].text not in {",", "."}:
            return True
    return False


def _ratio(sentence: Sentence, at: int) -> Comparison | None:
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
    stop = _clause_end(sentence, than + 1)
    skip = sentence.skipped
    second = content_words(tokens, sentence.text, than + 1, stop, skip=skip)
    first = content_words(tokens, sentence.text, 0, amount.first, skip=skip)
    attribute = content_words(tokens, sentence.text, at + 2, than, skip=skip)
    if not first or not second:
        return None
    return Comparison(amount.span.of(sentence.text), adjective, first, second, attribute, amount)


def _find(sentence: Sentence, word: str, start: int) -> int | None:
    for at in range(start, len(sentence.tokens)):
        text = sentence.tokens[at].text
        if text == word:
            return at
        if text in _CLAUSE_ENDS or text == "," or (text in COMPARATIVES and at > start):
            return None
    return None


def _clause_end(sentence: Sentence, start: int) -> int:
    for at in range(start, len(sentence.tokens)):
        if sentence.tokens[at].text in _CLAUSE_ENDS or sentence.tokens[at].text == ",":
            return at
    return len(sentence.tokens)


def _checked(claim: Claim, comparison: Comparison) -> Check:
    first, second, shared = sides(claim, comparison)
    readings = [r for r in claim.index.readings if measures(comparison.adjective, r)]
    if comparison.adjective.base in {"long", "short"} and _TIME_WORDS & claim.lower:
        readings = [r for r in readings if r.amount.dimension != "length"]
    names = _names(claim, comparison)
    found = contrasts(first, second, shared, readings, claim.index.measured, likeness, names)
    best = _best(found)
    if best is not None:
        check = _decided(comparison, best)
        if check.outcome != "contradicted" or _is_sure(comparison, best, shared):
            return check
        return replace(check, outcome="open", lean=-best.fit * best.clear)
    if found and found[0].clear > 0:
        return _leaning(comparison, found[0])
    if comparison.adjective.dates:
        events = claim.index.events
        dated = _best_event(
            contrasts(first, second, shared, events, claim.index.dated, _both_dated, names)
        )
        if dated is not None:
            return _decided_by_date(comparison, dated)
    return Check("open", "comparison", comparison.said)


_TIME_WORDS = frozenset(
    """took take takes last lasts lasted time duration notice wait waited period term retention years
    keeps keep kept journey""".split()
)


def named(words: Words, claim: Claim) -> frozenset[str]:
    """Return the words that are written as names, here or in the evidence."""
    known = claim.index.names
    return frozenset(word for word, name in words.items() if name or word in known)


def sides(
    claim: Claim, comparison: Comparison
) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Return the words of one side only, of the other only, and of what is compared."""
    shared = {
        **dict.fromkeys(comparison.adjective.attribute, 1.0),
        **dict.fromkeys(comparison.attribute, 1.0),
    }
    both = comparison.first.keys() & comparison.second.keys()
    shared |= dict.fromkeys(both, 1.0)
    return split(claim, comparison.first, comparison.second, shared)


def split(
    claim: Claim, first: Words, second: Words, shared: dict[str, float]
) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Part the words of two sides: where both have names, those alone tell them apart."""
    vocabulary, dates = claim.index.vocabulary, claim.date_words
    one = {w: 1.0 for w in first if w in vocabulary and w not in shared}
    other = {w: 1.0 for w in second if w in vocabulary and w not in shared}
    names = named(first, claim) & one.keys() - dates, named(second, claim) & other.keys() - dates
    if all(names):
        shared |= {w: 1.0 for w in (*one, *other) if w not in names[0] | names[1] | dates}
        return dict.fromkeys(names[0], 1.0), dict.fromkeys(names[1], 1.0), shared
    return one, other, shared


def measures(adjective: Adjective, reading: Reading) -> bool:
    """Say whether an adjective may compare what a reading measures."""
    amount = reading.amount
    if amount.weak or amount.kind != "count":
        return False
    kinds = adjective.dimensions
    if not kinds:
        return not adjective.dates
    if any(amount.dimension.startswith(kind) for kind in kinds):
        return True
    named = bool(set(adjective.attribute) & reading.own)
    return (
        (named
        and (amount.unit is COUNT or "speed" in kinds))
        or ("speed" in kinds and amount.dimension == "time")
    )


def likeness(first: Reading, second: Reading) -> float:
    """Return how sure it is that two readings measure the same kind of thing; 0 where they do not.

    Those that stand in one column, or in one sentence, or share what is measured are surest.
    """
    one, other = first.amount, second.amount
    if one.dimension != other.dimension or (one.per and other.per and one.per != other.per):
        return 0.0
    if bool(one.per) != bool(other.per) and first.line != second.line:
        return 0.0
    beside = first.passage == second.passage and first.line == second.line
    if one.unit is COUNT and one.noun and other.noun and not {*one.noun} & {*other.noun}:
        return _UNLIKE if beside else 0.0
    if first.cell is not None and second.cell is not None:
        year = first.cell.column[:1].isdigit()
        same = (
            first.cell.row == second.cell.row if year else first.cell.column == second.cell.column
        )
        return 1.0 if same else 0.0
    if (first.cell is None) != (second.cell is None):
        return _UNLIKE
    shared = len(first.own & second.own) / max(1, min(len(first.own), len(second.own)))
    return max(_UNLIKE, shared, _BESIDE if beside else 0.0)


def _names(claim: Claim, comparison: Comparison) -> tuple[frozenset[str], frozenset[str]]:
    first, second = named(comparison.first, claim), named(comparison.second, claim)
    return first - claim.date_words, second - claim.date_words


def _both_dated(first: Event, second: Event) -> float:
    return float(order(first.moment, second.moment) != "open")


def _best(found: Sequence[Contrast[Reading]]) -> Contrast[Reading] | None:
    """Return the best contrast, unless another as good has the values the other way round."""
    if not found or found[0].fit < _FITS or found[0].clear < _CLEAR:
        return None
    best = found[0]
    sign = _sign(best)
    for other in found[1:]:
        if other.score < best.score - _TIE:
            break
        if _sign(other) != sign:
            return None
    return best


_TIE = 0.1


def _sign(contrast: Contrast[Reading]) -> int:
    one, other = contrast.first.amount.base, contrast.second.amount.base
    return (one > other) - (one < other)


def _best_event(found: Sequence[Contrast[Event]]) -> Contrast[Event] | None:
    good = bool(found) and found[0].fit >= _FITS and found[0].clear >= _CLEAR
    return found[0] if good else None


def _decided(comparison: Comparison, best: Contrast[Reading]) -> Check:
    held = (best.first, best.second)
    sign = comparison.adjective.sign
    if "speed" in comparison.adjective.dimensions and best.first.amount.dimension == "time":
        sign = -sign
    right = _sign(best) == sign
    if comparison.ratio is not None:
        right = _is_ratio(comparison.ratio, best)
    if not right and (best.fit < _FIRM or best.clear < _FIRM):
        return Check("open", "comparison", comparison.said, lean=-best.fit * best.clear)
    outcome = "supported" if right else "contradicted"
    return Check(outcome, "comparison", comparison.said, held, best.fit)  # type: ignore[arg-type]


def _is_sure(comparison: Comparison, best: Contrast[Reading], shared: Mapping[str, float]) -> bool:
    """Say whether what is compared is surely what both readings measure."""
    if comparison.adjective.dimensions:
        return True
    return bool(best.first.about & best.second.about & shared.keys())


def _leaning(comparison: Comparison, best: Contrast[Reading]) -> Check:
    """Return an open check that leans to what the best contrast says."""
    sure = _decided(comparison, replace(best, fit=1.0, clear=1.0))
    sign = {"supported": 1, "contradicted": -1}.get(sure.outcome, 0)
    lean = sign * min(1.0, best.fit * best.clear)
    return Check("open", "comparison", comparison.said, sure.held, best.fit, lean=lean)


def _is_ratio(ratio: Amount, best: Contrast[Reading]) -> bool:
    below = best.second.amount.base
    if below == 0:
        return False
    value = value_amount(best.first.amount.base / below, COUNT, Fraction(0))
    return agreement(_as_count(ratio), value) in {"equal", "near"}


def _as_count(ratio: Amount) -> Amount:
    return replace(value_amount(ratio.value, COUNT, Fraction(1, 10)), bound=ratio.bound)


def _decided_by_date(comparison: Comparison, best: Contrast[Event]) -> Check:
    """Decide by dates: the older has the earlier one."""
    earlier = order(best.first.moment, best.second.moment) == "before"
    wants_earlier = (
        comparison.adjective.sign > 0
        if comparison.adjective.base == "old"
        else (comparison.adjective.base in {"early", "soon"})
    )
    outcome = "supported" if earlier == wants_earlier else "contradicted"
    held = (best.first, best.second)
    return Check(outcome, "comparison", comparison.said, held, best.fit)  # type: ignore[arg-type]
