from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundgraph.parts.probe.tokens import owners
from groundgraph.types import Span

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
ranges = st.tuples(st.integers(0, 40), st.integers(0, 8)).map(lambda r: (r[0], r[0] + r[1]))


def test_a_token_belongs_to_the_span_that_holds_most_of_it() -> None:
    spans = (Span(10, 20), Span(0, 10))

    assert owners([(0, 4), (8, 13), (7, 11), (9, 11), (20, 22), (5, 5)], spans).tolist() == [
        *(1, 0, 1),
        *(0, -1, -1),  # half in both: the first; behind both; without a character
    ]


def test_no_tokens_and_no_spans_have_no_owners() -> None:
    assert owners([], [Span(0, 3)]).tolist() == []
    assert owners([(0, 3)], []).tolist() == [-1]


@unhurried
@given(st.lists(ranges), st.lists(ranges.map(lambda r: Span(*r))))
def test_the_owner_is_the_first_of_those_that_share_most(
    tokens: list[tuple[int, int]], spans: list[Span]
) -> None:
    for (start, end), owner in zip(tokens, owners(tokens, spans).tolist(), strict=True):
        shared = [len(set(range(start, end)) & set(range(*span))) for span in spans]
        best = max(shared, default=0)
        assert owner == (shared.index(best) if best else -1)
