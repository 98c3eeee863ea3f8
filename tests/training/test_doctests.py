from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["figures", "progress", "generator.questions"])
def test_the_examples_of_a_docstring_hold(name: str) -> None:
    found = doctest.testmod(import_module(f"training.{name}"))

    assert found.attempted
    assert not found.failed
