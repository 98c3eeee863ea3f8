"""What `groundgraph.protocols.ClaimFilter` promises, asked of every registered claim filter."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundgraph import MissingExtraError, ModelError
from groundgraph.protocols import ClaimFilter
from groundgraph.registry import CLAIM_FILTERS, PART_KINDS

FACTS = ["The Danube flows into the Black Sea.", "In 1932 the bridge was opened by the king."]
ODD = [
    "",
    " \n\t\u2028",
    "...",
    "\x00",
    "a\ud800b",
    "\u200b",
    "🙂",
    "東京は日本の首都です。",
    "x" * 9999,
]


@pytest.fixture(scope="module", params=list(CLAIM_FILTERS))
def claim_filter(request: pytest.FixtureRequest) -> ClaimFilter:
    part: ClaimFilter = CLAIM_FILTERS.get(request.param)()
    try:
        part.factual(["a"])
    except (MissingExtraError, ModelError) as error:
        pytest.skip(str(error))
    return part


def test_claim_filters_are_a_kind_of_part(claim_filter: ClaimFilter) -> None:
    assert CLAIM_FILTERS in PART_KINDS
    assert isinstance(claim_filter, ClaimFilter)


def test_there_is_a_yes_or_no_for_each_text(claim_filter: ClaimFilter) -> None:
    found = claim_filter.factual([*FACTS, *ODD])

    assert found.shape == (len(FACTS) + len(ODD),)
    assert found.dtype == bool


def test_plain_statements_are_facts_and_blanks_are_not(claim_filter: ClaimFilter) -> None:
    assert claim_filter.factual([*FACTS, "", " \n", "..."]).tolist() == [True, True] + [False] * 3


def test_no_texts_have_no_answers(claim_filter: ClaimFilter) -> None:
    found = claim_filter.factual([])

    assert found.shape == (0,)
    assert found.dtype == bool


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.text(max_size=40), max_size=5))
def test_an_answer_does_not_depend_on_the_texts_beside_it(
    claim_filter: ClaimFilter, texts: list[str]
) -> None:
    together = claim_filter.factual([*FACTS, *texts])[len(FACTS) :]

    assert together.tolist() == [bool(claim_filter.factual([text])[0]) for text in texts]
