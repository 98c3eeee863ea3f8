from __future__ import annotations

from types import SimpleNamespace

import pytest

from groundgraph.errors import InputError
from groundgraph.ranges import COSINE, in_range, in_ranges


def test_a_number_out_of_range_is_refused_with_its_field() -> None:
    in_range("threads", 0, 0, 4)
    in_range("threads", 4, 0, 4)
    for value in (-1, 5):
        with pytest.raises(InputError, match=f"threads is {value}; expected 0 to 4") as caught:
            in_range("threads", value, 0, 4)
        assert caught.value.field == "threads"


def test_fields_are_checked_by_name() -> None:
    in_ranges(SimpleNamespace(tau=-1.0, most=3), tau=COSINE, most=(1, 3))

    for tau in (1.5, float("nan"), float("inf")):
        with pytest.raises(InputError, match=r"tau is .*; expected -1 to 1"):
            in_ranges(SimpleNamespace(tau=tau), tau=COSINE)
