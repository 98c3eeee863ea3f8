from __future__ import annotations

import json

from groundgraph.io.writing import dumps, verdict_row
from groundgraph.types import Example, Span, Triple, TripleView, Verdict


def test_the_compared_graphs_are_written_with_their_pairs() -> None:
    views = (
        TripleView("answer", Triple("a", "r", "b"), "contradicted", Span(0, 5), partner=1),
        TripleView("evidence", Triple("a", "r", "c"), "contradicted", None, "p1", 0),
    )
    row = verdict_row(Example("a r b"), Verdict("hallucinated", 1.0, triples=views), 1, {})
    assert json.loads(dumps(row))["triples"] == [
        {
            "side": "answer",
            "triple": ["a", "r", "b"],
            "state": "contradicted",
            "start": 0,
            "end": 5,
            "passage_id": "",
            "partner": 1,
        },
        {
            "side": "evidence",
            "triple": ["a", "r", "c"],
            "state": "contradicted",
            "start": None,
            "end": None,
            "passage_id": "p1",
            "partner": 0,
        },
    ]


def test_a_verdict_without_graphs_has_no_such_field() -> None:
    assert "triples" not in verdict_row(Example("a"), Verdict("grounded", 0.0), 1, {})
