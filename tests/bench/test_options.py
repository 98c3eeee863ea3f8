"""What a bench is asked to run on."""

from __future__ import annotations

import pytest

from groundgraph import InputError
from groundgraph.bench.options import EVERYTHING, RunOptions


def test_a_split_that_no_bench_knows_is_refused() -> None:
    with pytest.raises(InputError, match="split is 'train', 'test' or 'all', found 'dev'"):
        RunOptions(split="dev")


def test_without_options_all_rows_are_scored() -> None:
    assert RunOptions() == EVERYTHING
    assert (EVERYTHING.limit, EVERYTHING.split) == (None, "all")
