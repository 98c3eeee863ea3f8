from __future__ import annotations

import pytest

from groundgraph.text.outdated import is_over
from groundgraph.types import Span


@pytest.mark.parametrize("before", ["", "It rained on the town all day. " * 40, "It rained " * 60])
@pytest.mark.parametrize(
    ("told", "over"),
    [
        ("Ann Roth was mayor until 2018, when Bo Lind won.", True),
        ("Ann Roth is the mayor; from 2018 to 2020 Bo Lind led the choir.", False),
    ],
)
def test_what_stands_before_decides_nothing(before: str, told: str, *, over: bool) -> None:
    text = before + told
    at = text.index("Ann Roth")
    assert is_over(text, Span(at, at + len("Ann Roth"))) is over
