"""The training loop, on a model of one weight."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import torch

from groundgraph.errors import InputError
from training import loop
from training.job import Pace, TimeSpentError
from training.loop import Run, linear

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STEPS = 8


class Line(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.slope = torch.nn.Parameter(torch.zeros(()))
        self.seen: list[int] = []

    def losses(self, step: int) -> Iterator[torch.Tensor]:
        """Yield two losses that depend on the step's number alone."""
        self.seen.append(step)
        generator = torch.Generator().manual_seed(step)
        for _ in range(2):
            x = torch.randn((), generator=generator)
            yield (self.slope * x - 3 * x) ** 2

    def learn(self, run: Run) -> None:
        optimizer = torch.optim.AdamW(self.parameters(), lr=0.5)
        loop.train(self, [optimizer], linear(run.steps, 0.25), self.losses, run)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run("line", tmp_path / "line.pt", {"recipe": {"rate": 0.5}}, STEPS)


def slope(run: Run) -> float:
    return float(loop.read(run.path)["model"]["slope"])


def test_it_learns_and_leaves_its_weights(run: Run) -> None:
    model = Line()

    model.learn(run)

    assert model.seen == [*range(STEPS)]
    assert 1 < slope(run) < 5
    assert loop.is_done(run.path, run.made_of)


def test_what_is_done_is_loaded_and_not_learned_again(run: Run) -> None:
    Line().learn(run)
    model = Line()

    model.learn(run)

    assert model.seen == []
    assert float(model.slope.detach()) == slope(run)


def test_it_stops_at_a_checkpoint_when_time_is_up_and_goes_on_from_there(run: Run) -> None:
    Line().learn(run)
    whole = slope(run)
    run.path.unlink()
    over = replace(run, pace=Pace(until=time.time() - 1))
    for step in range(1, STEPS):  # each call makes one step
        with pytest.raises(TimeSpentError, match=f"line: time is up after {step} of {STEPS} steps"):
            Line().learn(over)
        assert not loop.is_done(run.path, run.made_of)

    Line().learn(over)

    assert slope(run) == whole


def test_a_checkpoint_is_written_in_between(run: Run) -> None:
    class Stopped(Line):
        def losses(self, step: int) -> Iterator[torch.Tensor]:
            if step == 5:
                raise KeyboardInterrupt
            yield from super().losses(step)

    with pytest.raises(KeyboardInterrupt):
        Stopped().learn(replace(run, pace=Pace(minutes=0.0)))
    model = Line()
    model.learn(run)

    assert model.seen == [5, 6, 7]


def test_a_checkpoint_of_another_run_is_refused(run: Run) -> None:
    Line().learn(run)
    other = replace(run, made_of={"recipe": {"rate": 0.25}})

    assert not loop.is_done(other.path, other.made_of)
    with pytest.raises(InputError, match=r"line\.pt is of another run \(by recipe\); remove it"):
        Line().learn(other)


def test_the_rate_rises_over_the_warm_up_and_falls_to_nothing() -> None:
    rate = linear(10, 0.2)

    assert [rate(step) for step in (0, 1, 2, 6, 10)] == [0.5, 1.0, 1.0, 0.5, 0.0]


def test_a_run_of_one_step_has_a_rate() -> None:
    assert linear(1, 0.06)(0) == 1.0
