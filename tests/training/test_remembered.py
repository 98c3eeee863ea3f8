"""A run that begins with other weights keeps what those say of what they were shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import torch
from tiny_mpnet import RECIPE, put_in_place, write_twins

from training.job import Pace
from training.reader import network, train
from training.reader.encoding import Items
from training.reader.encoding import minilm as vocabulary
from training.reader.finish import WEIGHTS
from training.reader.network import Windows
from training.reader.recipe import SHOWN_ROWS, STRANGERS, Recipe
from training.reader.remembered import Remembered

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch)


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """Return the checkpoint of a run that is gone on from."""
    work = tmp_path / "before"
    work.mkdir()
    train.train(write_twins(work), replace(RECIPE, steps=3), Pace())
    return work / WEIGHTS


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return write_twins(tmp_path)


def found(work: Path) -> Items:
    return Items(work / SHOWN_ROWS, vocabulary(), RECIPE.max_tokens)


def later(before: Path) -> Recipe:
    return replace(RECIPE, begun=str(before), dropout=0.1, steps=3)


def test_nothing_is_lost_where_all_is_said_as_before(work: Path, before: Path) -> None:
    items, numbers = found(work), [0, 1, 2, 3]
    batch = Windows(items.arrays).batch(numbers)
    known = Remembered(later(before), items)

    same, other = network.initial(replace(later(before), dropout=0.0)), network.initial(RECIPE)
    assert known.loss(numbers, batch, same(batch)).item() == pytest.approx(0, abs=1e-5)
    assert known.loss(numbers, batch, other(batch)) > 1e-3
    assert not any(weight.requires_grad for weight in known.reader.parameters())


def test_strangers_rows_are_not_held_to_what_was_said_of_them(work: Path, before: Path) -> None:
    items, numbers = found(work), [0, 1, 2, 3]
    batch = Windows(items.arrays).batch(numbers)
    said = network.initial(RECIPE)(batch)
    known = Remembered(later(before), items)
    whole = known.loss(numbers, batch, said)

    known.is_old[numbers[:2]] = False
    assert known.loss(numbers, batch, said) != whole
    items.names = [STRANGERS] * len(items.names)
    assert Remembered(later(before), items).loss(numbers, batch, said).item() == 0


def test_a_run_that_remembers_ends_nearer_to_where_it_began(work: Path, before: Path) -> None:
    def moved(weight: float) -> float:
        (work / WEIGHTS).unlink(missing_ok=True)
        recipe = replace(
            later(before), steps=12, warm_up=1, learning_rate=3e-3, kept_weight=weight, dropout=0.0
        )
        train.train(work, recipe, Pace())
        items = found(work)
        batch = Windows(items.arrays).batch(range(8))
        reader = network.initial(replace(recipe, begun=str(work / WEIGHTS)))
        with torch.no_grad():
            return float(Remembered(recipe, items).loss(range(8), batch, reader(batch)))

    assert moved(20.0) < moved(0.0)
