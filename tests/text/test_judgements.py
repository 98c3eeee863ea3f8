from __future__ import annotations

import pytest

from groundgraph.text.judgements import Saying


@pytest.mark.parametrize(
    ("passage_id", "told"),
    [
        ("7", "The passage says so: “A (b)” (passage 7)."),
        ("triple 2", "The triple says so: “A (b)” (triple 2)."),
        ("triple 2 of graph", "The passage says so: “A (b)” (passage graph)."),
    ],
)
def test_what_says_something_is_called_what_it_is(passage_id: str, told: str) -> None:
    assert str(Saying("says so", "A (b)", passage_id)) == told
