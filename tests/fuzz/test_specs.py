"""A short run of ``scripts/fuzz_specs.py``; by itself it goes through 10,000 cases."""

from __future__ import annotations

import os
import socket
import sqlite3
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fuzz_specs import SURPRISE, Case, cases, judge, outcome, run, workplace
from groundgraph import InputError, specs
from spec_damage import whole_specs

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("seed", [22, 23])
def test_what_is_damaged_is_refused_with_a_message_or_judges(seed: int) -> None:
    found, surprises = run(seed, 250)

    assert surprises == []
    assert found.total() == 250
    assert found["spec", "ModelError"] > 50
    assert found["spec", "judged"] > 5
    assert found["detector.json", "ModelError"] > 20
    assert {how for what, how in found if what == "model file"} == {"ModelError"}


def test_what_is_damaged_was_whole() -> None:
    for spec in whole_specs():
        made = specs.build(spec, trust=True)
        if "base_url" not in str(spec):
            judge(made)


def test_the_same_seed_damages_the_same(tmp_path: Path) -> None:
    one, two = ([case[:2] for case in cases(5, 60, tmp_path)] for _ in range(2))

    assert one == two
    assert one != [case[:2] for case in cases(6, 60, tmp_path)]


def connect() -> None:
    with socket.socket() as unused:
        unused.connect_ex(("127.0.0.1", 9))


def connect_and_refuse() -> None:
    connect()
    raise InputError("refused, but too late")


def refuse_in_two_lines() -> None:
    raise InputError("a\nb")


@pytest.mark.parametrize(
    "use",
    [
        connect,
        connect_and_refuse,
        refuse_in_two_lines,
        lambda: dict[str, int]()["missing"],
        lambda: warnings.warn("careful", RuntimeWarning, stacklevel=1),
        lambda: sqlite3.connect(":memory:").close(),
        lambda: Path(os.devnull).write_text("x"),
        lambda: (_ for _ in ()).throw(SystemExit),
    ],
)
def test_the_fuzzer_sees_what_must_not_happen(use: Callable[[], object]) -> None:
    with workplace():
        assert outcome(Case("spec", "", use)).startswith(SURPRISE)


def test_the_fuzzer_lets_through_what_may_happen() -> None:
    with workplace() as folder:
        assert outcome(Case("spec", "", lambda: None)) == "judged"
        assert outcome(Case("spec", "", (folder / "a.txt").touch)) == "judged"
