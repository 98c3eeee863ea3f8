"""Like things told one after the other, whose sum or average is asked.

"Brahms evening: 812 tickets used. Sibelius evening: 780. Ravel evening: 868"; "1,248 passed, 12
failed, 40 skipped"; "$290.2 million in 2019, $239.6 million in 2018". That they stand so, and how
many of them a question names, ties them to a claim that shares no word with each.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.derived.derivations import (
    Derivation,
    in_one_unit,
    step_of,
    value_amount,
)
from groundgraph.text.quantities.written.agreement import NO_LIMITS, comparable
from groundgraph.text.quantities.written.roles import says_average
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_MOST = 12
_SURE, _LIKELY = 0.8, 0.55
"""Fit of a run with as many members as a claim or question counts or names, and of the only one
that is told of what it speaks of, or may be, where a table is there too."""
_LABEL = re.compile(r"[^.:;!?\n]{1,40}:\s*(?:about )?[^\w\s]{0,2}$")
"""What stands before the amount of a labelled line: "Ravel evening: "."""
_JOINED = re.compile(r"(?:[,;]|\band\b|\bplus\b)")
_AMONG = re.compile(r"\b(?:among|of (?:whom|them|which|these|those)|includ|incl\b|up from|from)")
"""What leads to a part of an amount that is told before, or to what it was."""
_WORDS_BETWEEN = 8
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_TO = re.compile(r"\b((?:19|20)\d\d)(?: ?[-–] ?| to | through )((?:19|20)\d\d)\b")
_NUMBER = re.compile(r"(?<![\d.,])\d{1,9}(?![\d.,]*\d)")
_MOSTLY = 0.6
_POINTING = frozenset("the all these those its their".split())
_WITH = frozenset("included including counting counted with".split())


class Run(NamedTuple):
    """Like things told one after the other.

    Attributes:
        members: Their amounts, in order.
        names: What tells each from the others: stems and years.
        words: Stems of the sentences that they stand in.
    """

    members: tuple[EvidenceQuantity, ...]
    names: tuple[frozenset[str], ...]
    words: frozenset[str]


def runs_of(claim: ReadClaim, amount: Quantity) -> Iterator[Run]:
    """Yield the runs in prose of what measures the same as an amount of a claim."""
    for passage in claim.index.passages:
        alike = [r for r in passage.readings if r.cell is None and _is_alike(amount, r.amount)]
        kinds = dict.fromkeys((r.amount.dimension, r.amount.part) for r in alike)
        for kind in kinds:  # "18 of the 30" and "22 of the 30" are two
            told = [r for r in alike if (r.amount.dimension, r.amount.part) == kind]
            lines = Counter(reading.line for reading in told)
            found: list[EvidenceQuantity] = []
            for reading in told:
                if found and not _goes_on(passage.text, found[-1], reading, lines):
                    yield from _run(claim, found)
                    found = []
                found.append(reading)
            yield from _run(claim, found)


def _is_alike(amount: Quantity, other: Quantity) -> bool:
    same = comparable(amount, other) and other.kind == "count"
    return same and not other.weak and other.bound in NO_LIMITS


def _goes_on(
    text: str,
    one: EvidenceQuantity,
    after: EvidenceQuantity,
    lines: Counter[int],
) -> bool:
    """Say whether an amount goes on with what another begins: in a list, or on the next line."""
    first, second = one.amount, after.amount
    if second.noun and not first.noun and not first.dimension:
        return False  # "[run 5521] 1,248 passed, 12 failed"
    if first.per != second.per or (first.dimension and first.unit != second.unit):
        return False
    if one.line == after.line:
        between = text[one.span.end : after.span.start]
        joined = _JOINED.search(between) and not _AMONG.search(between)
        return len(between.split()) <= _WORDS_BETWEEN and bool(joined)
    alone = lines[one.line] == lines[after.line] == 1
    labelled = all(_LABEL.search(text[r.around.start : r.span.start]) for r in (one, after))
    return after.line == one.line + 1 and alone and labelled


def _run(claim: ReadClaim, found: Sequence[EvidenceQuantity]) -> Iterator[Run]:
    """Yield some amounts as a run, where they are several that count alike."""
    nouns = {member.amount.noun for member in found}
    alike = len(nouns - {()}) <= 1
    mixed = () in nouns and not alike and not found[0].amount.dimension
    if not 2 <= len(found) <= _MOST or mixed:
        return
    passage = claim.index.passages[found[0].passage]
    lines = [passage.sentences[line] for line in sorted({member.line for member in found})]
    shared = frozenset.intersection(*(member.own for member in found))
    counted = frozenset[str]().union(*nouns) if alike else frozenset[str]()
    own = [member.own - shared - counted for member in found]
    told = " ".join(line.span.of(passage.text) for line in lines)
    years = _YEAR.findall(told)
    if len(years) == len(found):  # of each, or "2019 and 2018, respectively"
        plain = [frozenset(word for word in names if not _YEAR.fullmatch(word)) for names in own]
        own = [names | {year} for names, year in zip(plain, years, strict=True)]
    words = frozenset(_NUMBER.findall(told)).union(*(line.stems for line in lines))
    yield Run(tuple(found), tuple(own), words)


def sums_of_runs(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield what the run that a claim with a total speaks of comes to."""
    if says_average(claim.question.tokens):
        return
    for members, fit in _asked(claim, amount):
        values, unit = in_one_unit(members)
        sure = fit >= _SURE
        made = value_amount(sum(values, Fraction(0)), unit, step_of(members))
        yield Derivation(made, _joined(values), tuple(members), fit, "sum", sure, sole=sure)


def averages_of_runs(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield the mean of the run that a claim with an average speaks of."""
    for members, fit in _asked(claim, amount):
        values, unit = in_one_unit(members)
        sure = fit >= _SURE
        made = value_amount(sum(values, Fraction(0)) / len(values), unit, Fraction(0))
        terms = ("(", *_joined(values), f") / {len(values)}")
        yield Derivation(made, terms, tuple(members), fit, "average", sure, sole=sure)


def _asked(
    claim: ReadClaim, amount: Quantity
) -> Iterator[tuple[Sequence[EvidenceQuantity], float]]:
    """Yield the members that are asked of the run that fits a claim best, and how well they fit."""
    cells = (r.amount for r in claim.index.readings if r.cell is not None)
    sure = _LIKELY if any(_is_alike(amount, other) for other in cells) else _SURE
    said, numbers = _said(claim) | {*amount.noun}, _numbers(claim)
    runs = [run for run in runs_of(claim, amount) if not _counts_others_too(run, amount)]
    most = max((len(run.words & said) for run in runs), default=0)
    counted = [run for run in runs if len(run.members) in numbers]
    best = [run for run in runs if len(run.words & said) == most > 0]
    for run in counted if len(counted) == 1 else best if len(best) == 1 else ():
        named = [one for one, own in zip(run.members, run.names, strict=True) if own & said]
        if run in counted:
            headed = len(named) == 1 and named[0] is not run.members[0]
            headed = headed and bool(said & {stem(word) for word in named[0].near})
            yield from [] if headed else [(run.members, sure)]  # "takings" of three days
        elif len(named) > 1 and (not numbers or len(named) in numbers):
            yield named, sure if _speaks_of(run, said) else _LIKELY
        elif not numbers and (not named or not _WITH.isdisjoint(claim.lower | claim.asked)):
            yield run.members, _LIKELY


def _counts_others_too(run: Run, amount: Quantity) -> bool:
    """Say whether a run counts other things beside an amount's: students, and professors."""
    plain = (one.amount for one in run.members if not one.amount.dimension)
    nouns = [set(one.noun) for one in plain if one.noun]
    counted = [not own.isdisjoint(amount.noun) for own in nouns]
    return any(counted) and not all(counted)


def _speaks_of(run: Run, said: set[str]) -> bool:
    """Say whether the sentences of a run hold most of what is said, years and numbers left out."""
    words = {word for word in said if not word.isdigit()}
    return _MOSTLY * len(words) <= len(words & run.words)


def _numbers(claim: ReadClaim) -> set[int]:
    """Return how many things a claim or its question points to: "the three days", "both"."""
    found = {2} if "both" in claim.lower | claim.asked else set()
    for sentence in (claim.sentence, claim.question):
        for amount in sentence.amounts:
            before = sentence.tokens[amount.first - 1].text if amount.first else ""
            if before in _POINTING and 1 < amount.value <= _MOST:
                found.add(int(amount.value))
    return found


def _said(claim: ReadClaim) -> set[str]:
    """Return the stems and numbers of a claim and its question, and the years of a range."""
    both = f"{claim.question.text} {claim.text}"
    ranges = [range(int(first), int(last)) for first, last in _TO.findall(both)]
    years = {str(year) for every in ranges for year in every}
    return {*claim.sentence.words, *claim.question.words, *_NUMBER.findall(both), *years}


def _joined(values: Sequence[Fraction]) -> tuple[Fraction | str, ...]:
    return tuple(term for value in values for term in (value, " + "))[:-1]
