from __future__ import annotations

import pytest

from groundgraph.types.sources import sources_of


@pytest.mark.parametrize(
    ("ids", "named"),
    [
        (["triple 2", "triple 1"], "triples 2 and 1"),
        (["7", "triple 1", "triple 2"], "passage 7 and triples 1 and 2"),
        (["triple 1", "7", "8"], "passages 7 and 8 and triple 1"),
        (["triple 1", "7", "8", "9", "2"], "passages 7 and 8 and triple 1, and 2 more"),
        (["7", "8", "9", "a", "b"], "passages 7, 8, 9 and 2 more"),
        (["triple 1 of graph", "triple 2 of graph", "8"], "passages graph and 8"),
        (["triple 1 of graph"] * 9, "passage graph"),
        ([], ""),
    ],
)
def test_passages_and_triples_are_named_each_once(ids: list[str], named: str) -> None:
    assert sources_of(ids, 3) == named
