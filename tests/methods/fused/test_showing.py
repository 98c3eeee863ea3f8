"""Evidence as it is shown."""

from __future__ import annotations

import pytest

from groundgraph import Passage, Verdict, check
from groundgraph.methods.fused.showing import as_shown
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.passage_units import evidence_units
from groundgraph.types import Evidence, Span

FARES = "| Zone | Adult | Child |\n|---|---|---|\n| Inner | 3.20 | 1.60 |\n| Outer | 4.50 | 2.30 |"
CSV = "plan,price,data\nSolo,9.90,5\nTeam,19.50,20"
PROSE = "Cash is excluded. Luggage is covered."


def shown(text: str, *pieces: tuple[Span | None, str]) -> list[tuple[str, bool]]:
    passage = Passage(text, "1")
    [units] = evidence_units([(passage,)], SentenceSegmenter())
    found = as_shown(
        [Evidence("1", span, 0.5, said) for span, said in pieces], {"1": units}, [passage]
    )
    return [(e.text, e.span is not None and e.span.of(text) == e.text) for e in found]


@pytest.mark.parametrize(
    ("text", "pieces", "whole"),
    [
        (FARES, [(None, "2 Adult: 4.5"), (None, "2 Zone: Outer")], "| Outer | 4.50 | 2.30 |"),
        (FARES, [(Span(FARES.index("1.60"), FARES.index("1.60") + 4), "1.60")],
         "| Inner | 3.20 | 1.60 |"),
        (CSV, [(None, "2 price: 19.5")], "Team,19.50,20"),
        (PROSE, [(Span(8, 16), "excluded")], "Cash is excluded."),
    ],
)  # fmt: skip
def test_the_row_or_sentence_is_shown_once_as_it_is_written(
    text: str, pieces: list[tuple[Span | None, str]], whole: str
) -> None:
    assert shown(text, *pieces) == [(whole, True)]


def test_what_spans_sentences_and_facts_of_records_stay_as_they_are() -> None:
    both = Span(0, len(PROSE))

    assert shown(PROSE, (both, PROSE)) == [(PROSE, True)]
    record = '{"hours": {"Monday": "9-17", "Friday": "9-12"}}'
    assert shown(record, (None, "hours Monday: 9-17")) == [("hours Monday: 9-17", False)]


def judged(question: str, answer: str, *passages: str) -> Verdict:
    return check(question=question, passages=passages, answer=answer)


def test_the_evidence_that_holds_the_value_of_the_claim_is_first() -> None:
    passages = ["The desk is open daily from 9 am to 7 pm. On 31 December it closes at 1 pm."]

    [finding] = judged("When does the desk close on 31 December?", "At 1 pm.", *passages).findings

    assert finding.evidence[0].text == "On 31 December it closes at 1 pm."


def test_a_claim_that_evidence_holds_in_another_notation_is_explained() -> None:
    [finding] = judged("", "Reports are due within a fortnight.", "File within 14 days.").findings

    assert finding.outcome != "supported" or finding.explanation


def test_a_yes_is_no_better_than_the_sentence_that_repeats_it() -> None:
    bank = "The bank is open Tuesday to Friday from 9:00 to 16:00."
    question = "Can I go to the bank on Monday?"

    yes, rest = judged(question, "Yes, you can go to the bank on Monday at 10 am.", bank).findings

    assert (yes.outcome, yes.explanation) == (rest.outcome, rest.explanation)
    assert rest.outcome in {"unsupported", "contradicted"}


def test_a_yes_stands_where_what_goes_beyond_it_is_in_doubt() -> None:
    pool = "The pool is open on Fridays. Towels cost 3 euros."
    answer = "Yes. The pool is open on Fridays, and lockers are free for members."

    yes, rest = judged("Is the pool open on Fridays?", answer, pool).findings

    assert yes.outcome == "supported"
    assert rest.outcome == "unsupported"
