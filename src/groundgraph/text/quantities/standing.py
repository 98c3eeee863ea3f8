"""Which checks are made of a claim, and which of them stand beside the others.

One word of a claim may be read by several: "from 10 to 2" as hours, as two amounts and as an order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.cases.age_groups import with_age_groups
from groundgraph.text.quantities.cases.ages import check_ages
from groundgraph.text.quantities.cases.banded import check_rules
from groundgraph.text.quantities.cases.birth_years import check_birth_years, is_of_no_such_end
from groundgraph.text.quantities.cases.excepted import with_exceptions
from groundgraph.text.quantities.cases.limits import check_limits
from groundgraph.text.quantities.cases.schedules import check_hours
from groundgraph.text.quantities.cases.seasons import check_seasons
from groundgraph.text.quantities.cases.versions import check_versions
from groundgraph.text.quantities.cases.votes import check_votes
from groundgraph.text.quantities.cases.weekdays import check_weekdays
from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.derived.reachable import simplicity_of_date
from groundgraph.text.quantities.leans.leanings import check_table_leans, with_leanings
from groundgraph.text.quantities.lookups.changed_in import check_changes
from groundgraph.text.quantities.lookups.counted import check_counted
from groundgraph.text.quantities.lookups.fields import check_cells
from groundgraph.text.quantities.lookups.free import check_free
from groundgraph.text.quantities.lookups.listed_rows import check_listed_rows
from groundgraph.text.quantities.lookups.near_codes import check_codes
from groundgraph.text.quantities.lookups.numbered import check_numbered
from groundgraph.text.quantities.lookups.of_bands import of_its_band
from groundgraph.text.quantities.lookups.of_entries import of_its_entry
from groundgraph.text.quantities.lookups.of_passages import of_its_passage
from groundgraph.text.quantities.lookups.other_fields import check_other_fields
from groundgraph.text.quantities.lookups.row_numbers import check_row_numbers
from groundgraph.text.quantities.lookups.rows import check_rows
from groundgraph.text.quantities.lookups.sheets import check_sheets, unless_open
from groundgraph.text.quantities.orders.anchored_orders import WRONG
from groundgraph.text.quantities.orders.comparisons import check_comparisons
from groundgraph.text.quantities.orders.dated import check_orders
from groundgraph.text.quantities.orders.dated_pairs import exchange_names
from groundgraph.text.quantities.orders.ranked import check_places
from groundgraph.text.quantities.orders.superlatives import check_superlatives
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.times.distances import ends_with_adverb
from groundgraph.text.quantities.values.amounts import check_amounts
from groundgraph.text.quantities.values.changes import against_changes
from groundgraph.text.quantities.values.date_roles import in_its_role
from groundgraph.text.quantities.values.direct_dates import check_date
from groundgraph.text.quantities.values.exchanged import with_exchanges
from groundgraph.text.quantities.values.made import SIMPLE
from groundgraph.text.quantities.values.rhythms import check_rhythms
from groundgraph.text.quantities.values.signed import with_signs
from groundgraph.text.quantities.values.told import is_led_to_alike, leading_to
from groundgraph.text.quantities.written.adjectives import COMPARATIVES
from groundgraph.text.quantities.written.comparatives import trends
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.unit_table import BY_WORD
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Event, Sentence
    from groundgraph.text.quantities.written.table_cells import TableCell

_OPPOSITE = {"before": "after", "after": "before"}
_SAME_WAY = {
    "before": frozenset(
        "before prior ahead advance earlier beforehand preceding notice until till".split()
    ),
    "after": frozenset(
        "after afterwards following later from since of upon then past beyond".split()
    ),
}
"""Words near a time of the evidence by which a claim's "before" or "after" only ends it."""
_NOTICE = 5
"""Tokens behind a time among which "before" belongs to it."""
_COSTS = frozenset(
    """tax taxes vat cost costs fee fees charges expenses wages rent deductions interest discount
    depreciation excess deposit commission""".split()
)
_UNTOLD = frozenset({"absent", "contradicted", "elsewhere"})


class _Made(NamedTuple):
    """The checks of one claim that bear on each other.

    Attributes:
        compared: Comparisons, superlatives and orders.
        amounts: Amounts, told or reckoned.
        dates: Dates and times of day.
        lines: Rows and columns of tables that it speaks of as a whole.
        hours: Opening hours.
        cases: Cases of limits, of rules and of seasons, and ages.
    """

    compared: list[Check]
    amounts: list[Check]
    dates: list[Check]
    lines: list[Check]
    hours: list[Check]
    cases: list[Check]


def checks_of(claim: ReadClaim) -> tuple[Check, ...]:
    """Make every check of a claim, and return those that stand beside the others."""
    asked = check_sheets(claim)
    if asked and all(map(_is_decided, asked)):
        return tuple(asked)  # the answer says no more than that
    made = _made(claim)
    made = made._replace(amounts=unless_open(made.amounts, asked))
    if any(made):  # of most claims nothing is made
        made = _with_headings(claim, made)
        made = _without_distances(_of_one_way(claim, made))
        made = _without_leads(claim.sentence, made)
        made = _without_names_of_times(claim.sentence, made)
        made = _without_rows_reckoned(_without_parts(made))
    amounts = [of_its_band(claim, _with_period(claim, check)) for check in made.amounts]
    amounts = [of_its_entry(claim, check) for check in amounts]
    placed = [of_its_passage(claim, check) for check in (*amounts, *made.dates)]
    told = (*placed, *made.compared)
    cells = check_other_fields(claim) or check_cells(claim)
    of_tables = (*cells, *check_free(claim), *check_counted(claim), *made.lines)
    codes = [*check_codes(claim), *check_changes(claim)]
    numbered = [] if codes else check_numbered(claim)
    return (*told, *of_tables, *made.hours, *made.cases, *codes, *numbered)


def _with_period(claim: ReadClaim, check: Check) -> Check:
    """Take "a month" to an amount that is right where the evidence writes it otherwise: "pcm"."""
    held = check.held[0] if check.held and check.outcome == "supported" else None
    if not isinstance(held, EvidenceQuantity) or check.at not in claim.numbers:
        return check
    amount, line = claim.sentence.amounts[claim.numbers[check.at]], line_of(claim, held)
    last = claim.sentence.tokens[amount.after - 1]
    if amount.per not in BY_WORD or amount.per != held.amount.per or amount.noun:
        return check
    if line is None or last.text in line.letters:
        return check
    return replace(check, at=Span(check.at.start, last.end), anew=True)


def _made(claim: ReadClaim) -> _Made:
    mentions = claim.sentence.mentions
    compared = [*check_comparisons(claim), *check_superlatives(claim), *check_orders(claim)]
    places = [] if any(map(_is_decided, compared)) else check_places(claim)
    if any(map(_is_decided, places)):
        compared = [check for check in compared if check.at != claim.sentence.span]
        compared = [check for check in compared if not _is_within(check, places[0])] + places
    listed = check_listed_rows(claim)
    if any(check.outcome == "supported" for check in listed):
        compared = [check for check in compared if _is_decided(check)]  # "born after 1950: …"
    compares = any(map(_is_decided, compared))
    amounts = with_signs(claim, against_changes(claim, check_amounts(claim, compared=compares)))
    return _Made(
        with_leanings(claim, compared),
        with_age_groups(claim, with_exceptions(claim, amounts)),
        with_exchanges(claim, [_date_check(claim, at) for at in range(len(mentions))]),
        check_row_numbers(claim)
        or listed
        or check_rows(claim)
        or ([] if compares else check_table_leans(claim)),
        check_hours(claim),
        [
            *(check_limits(claim) or check_rules(claim)),
            *check_seasons(claim),
            *check_weekdays(claim),
            *check_ages(claim),
            *check_birth_years(claim),
            *check_versions(claim),
            *check_votes(claim),
            *check_rhythms(claim),
        ],
    )


def _is_decided(check: Check) -> bool:
    return check.outcome in {"supported", "contradicted"}


def _is_of_cells(check: Check) -> bool:
    """Say whether a comparison is decided by cells, whose rows a date may name."""
    return _is_decided(check) and any(held.cell is not None for held in check.held)


def _date_check(claim: ReadClaim, number: int) -> Check:
    """Hold a date against told ones; one that is reckoned from other times contradicts none."""
    told = check_date(claim, number)
    check = in_its_role(claim, number, told)
    if check is not told:
        return check
    if check.outcome == "contradicted" and any(is_of_no_such_end(claim, e) for e in _events(check)):
        check = replace(check, outcome="absent")
    if check.outcome not in {"absent", "contradicted"}:
        return check
    simple = simplicity_of_date(claim, number)
    if check.outcome == "contradicted":
        return replace(check, outcome="absent", plausible=simple) if simple >= SIMPLE else check
    return replace(check, plausible=simple)


def _events(check: Check) -> list[Event]:
    return [held for held in check.held if not isinstance(held, EvidenceQuantity)]


def _with_headings(claim: ReadClaim, made: _Made) -> _Made:
    """Take a date or "10 km" for supported that heads what is told of a supported amount.

    It heads the row or column of its cell, or the sentences before: "In 2022 … A ticket cost …".
    """
    dates = [_heading(claim, check, made.amounts) for check in made.dates]
    amounts = [_heading(claim, check, made.amounts) for check in made.amounts]
    return made._replace(amounts=amounts, dates=dates)


def _heading(claim: ReadClaim, check: Check, amounts: Sequence[Check]) -> Check:
    if check.outcome not in _UNTOLD:
        return check
    own = {*cell_stems(check.at.of(claim.text))}
    for amount in (each for each in amounts if each.outcome == "supported" and each.held and own):
        held = amount.held[0]
        if any(_is_measured_in(other, held.cell) for other in check.held):
            continue  # what it heads tells another of its kind: "7.5 ml" of "100 mg/5 ml"
        subject = " ".join(claim.index.subjects[held.passage].at(held.span.start))
        heads = f"{held.cell.row} {held.cell.column}" if held.cell is not None else subject
        if own <= {*cell_stems(heads)}:
            return replace(check, outcome="supported", held=amount.held[:1], fit=amount.fit)
    return check


def _is_measured_in(item: EvidenceQuantity | Event, cell: TableCell | None) -> bool:
    """Say whether an amount with a unit stands in a cell."""
    if cell is None or not isinstance(item, EvidenceQuantity):
        return False
    return item.cell is cell and item.amount.dimension != ""


def _of_one_way(claim: ReadClaim, made: _Made) -> _Made:
    """Leave open "six weeks earlier" where the evidence tells six weeks and not which way."""
    whole = claim.sentence.span
    turned = [c for c in made.compared if c.kind == "order" and c.lean <= WRONG and c.at != whole]
    amounts = [
        replace(check, outcome="elsewhere")
        if exchange_names(claim, check) or any(_is_within(check, one) for one in turned)
        else _either_way(claim.sentence, check)
        for check in made.amounts
    ]
    return made._replace(amounts=amounts)


def _either_way(sentence: Sentence, check: Check) -> Check:
    held = check.held[0] if check.held and check.outcome == "supported" else None
    told = next((a for a in sentence.amounts if a.span == check.at), None)
    if not isinstance(held, EvidenceQuantity) or told is None or told.dimension != "time":
        return check
    way = ends_with_adverb(sentence, told)
    said = {*held.near, *held.after}
    same = not way or not said.isdisjoint(_SAME_WAY["after" if way > 0 else "before"])
    return check if same else replace(check, outcome="elsewhere")


def _without_distances(made: _Made) -> _Made:
    """Leave out a time that nothing tells so, but that is right as that between two things.

    So is a date that an order is told to: "in 1975 she was not yet a judge".
    """
    right = [check for check in made.compared if check.outcome == "supported"]
    orders = {check.at.start for check in right if check.kind == "order"}
    amounts = [
        check
        for check in made.amounts
        if check.outcome not in _UNTOLD or check.at.start not in orders
    ]
    held = [check for check in right if check.kind == "order"]
    dates = [c for c in made.dates if not any(c.at != o.at and _is_within(c, o) for o in held)]
    return made._replace(amounts=amounts, dates=dates)


def _without_leads(sentence: Sentence, made: _Made) -> _Made:
    """Leave out open comparisons and orders whose words belong to what is decided.

    "Sooner than" compares; "higher than 3 percent" and "24 hours' notice before" tell an amount.
    """
    compares = {c.at.start for c in made.compared if c.kind == "comparison" and _is_decided(c)}
    right = [check for check in made.amounts if check.outcome == "supported"]
    known = {check.at for check in right}
    known |= leading_to(sentence, known)
    known |= _with_derived(made)
    told = bool(right) or any(check.outcome == "supported" for check in made.dates)
    compared = [
        check
        for check in made.compared
        if check.outcome != "open"
        or not (
            (check.kind == "order" and check.at.start in compares)
            or _is_of_a_time(sentence, check, made.amounts)
            or (check.at in known and (check.lean >= 0 or is_led_to_alike(sentence, check, right)))
            or _is_before_costs(sentence, check)
            or ((told or compares) and check.lean > 0 and check.at == sentence.span)
        )
    ]
    return made._replace(compared=compared)


def _with_derived(made: _Made) -> set[Span]:
    """Return where orders hold a time that is reckoned: "outlasts the other by two hours"."""
    right = [c for c in made.amounts if c.kind == "derivation" and c.outcome == "supported"]
    return {check.at for check in made.compared if any(_is_within(one, check) for one in right)}


def _is_before_costs(sentence: Sentence, check: Check) -> bool:
    """Say whether "before" leads to what a sum leaves out, or "after": "before office costs"."""
    if check.kind != "order" or _words(sentence, check) not in _OPPOSITE:
        return False
    behind = [token.text for token in sentence.tokens if token.start >= check.at.end]
    return not _COSTS.isdisjoint(behind[: _NOTICE - 1])


def _words(sentence: Sentence, check: Check) -> str:
    return check.at.of(sentence.text).lower()


def _is_of_a_time(sentence: Sentence, check: Check, amounts: Sequence[Check]) -> bool:
    """Say whether a "before" only ends a time that is told: "24 hours' notice before entry".

    What the time is told of may not say the other.
    """
    word = _words(sentence, check)
    opposite = _OPPOSITE.get(word)
    if check.kind != "order" or opposite is None:
        return False
    kinds = {"amount", "derivation"} if check.lean >= 0 else {"amount"}
    right = {c.at: c for c in amounts if c.kind in kinds and c.outcome == "supported"}
    for amount in sentence.amounts:
        told = right.get(amount.span)
        behind = [t.start for t in sentence.tokens[amount.after : amount.after + _NOTICE]]
        near = amount.dimension == "time" and check.at.start in behind
        if near and told is not None and told.held and isinstance(told.held[0], EvidenceQuantity):
            said = {*told.held[0].near, *told.held[0].after}
            apart = behind[0] == check.at.start and not _is_lasting(sentence, amount)
            return opposite not in said and not (apart and said.isdisjoint(_SAME_WAY[word]))
    return False


def _is_lasting(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether "for" leads to a time: "rest for ten minutes before serving"."""
    return "for" in [t.text for t in sentence.tokens[max(0, amount.first - 2) : amount.first]]


def _without_names_of_times(sentence: Sentence, made: _Made) -> _Made:
    """Leave out undecided dates that are no more than names: of a trend's ends, of a column.

    "Fell from May to June" tells no other date.
    """
    dates = made.dates
    if any(map(_is_decided, made.compared)) and trends(sentence):
        dates = [check for check in dates if _is_decided(check)]
    right = [check for check in made.compared if check.outcome == "supported"]
    of_two = any(_words(sentence, check) in COMPARATIVES for check in right)
    if of_two and len(dates) == 1:  # "that of 1636 was deadlier"
        dates = [check for check in dates if check.outcome != "elsewhere"]
    rows = [check for check in made.lines if check.kind == "row" and check.outcome == "supported"]
    if rows or any(map(_is_of_cells, made.compared)):
        dates = [check for check in dates if check.outcome != "absent"]
    return made._replace(dates=dates)


def _without_parts(made: _Made) -> _Made:
    """Leave out amounts, dates and orders that are parts of hours, or of a case, that are held."""

    def whole(checks: Sequence[Check]) -> list[Check]:
        return [
            check
            for check in checks
            if not (_is_of_hours(made.hours, check) or _is_of_a_case(made.cases, check))
        ]

    return made._replace(
        compared=whole(made.compared), amounts=whole(made.amounts), dates=whole(made.dates)
    )


def _without_rows_reckoned(made: _Made) -> _Made:
    """Leave out that another row has a value which is rightly reckoned: "€180 for two days"."""
    right = [c for c in made.amounts if c.kind == "derivation" and c.outcome == "supported"]
    reckoned = {check.at: check.fit for check in right}
    lines = [
        check
        for check in made.lines
        if check.outcome != "contradicted" or reckoned.get(check.at, 0.0) < check.fit
    ]
    return made._replace(lines=lines)


def _is_of_hours(hours: Sequence[Check], check: Check) -> bool:
    """Say whether a check is of words that hours are told in, "from 10 to 2", and not for them.

    A time within hours is neither of their ends.
    """
    if not hours or check.outcome == "supported":
        return False
    if check.outcome == "contradicted":
        return check.kind == "date" and any(_is_within(check, one) for one in hours)
    return check.kind in {"date", "order"} or any(_is_within(check, one) for one in hours)


def _is_within(part: Check, whole: Check) -> bool:
    return whole.at.start <= part.at.start and part.at.end <= whole.at.end


def _is_of_a_case(cases: Sequence[Check], check: Check) -> bool:
    """Say whether a value that nothing tells as it is is decided as a case or an age."""
    told = check.outcome == "supported" and check.kind != "derivation"
    if check.kind == "order" and check.outcome == "open" and check.lean >= 0:
        return any(one.kind == "limit" and _is_within(check, one) for one in cases)
    if told or check.kind not in {"amount", "date", "derivation"}:
        return False
    if any(_is_within(check, one) or _is_within(one, check) for one in cases):
        return True
    return check.kind == "date" and any(one.kind == "limit" for one in cases)
