"""The training loop: optimisers, their schedule, checkpoints, and going on from one.

Losses are computed in bf16 beside weights in fp32, on a GPU where there is one. All draws of a step
must depend on its number alone, so that a run that was stopped ends with the same weights.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from groundgraph.errors import InputError
from training.job import Pace, TimeSpentError
from training.progress import SECONDS, Every, Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    Losses = Callable[[int], Iterable[torch.Tensor]]
    Rate = Callable[[int], float]

LONGEST_GRADIENT = 1.0


@dataclass(frozen=True)
class Run:
    """One training of one model.

    Attributes:
        name: For what is printed.
        path: Of the checkpoint; it also holds the weights at the end.
        made_of: What a checkpoint must share for the run to go on from it; JSON's values.
        steps: Of the optimisers.
        pace: How often a checkpoint is written, and when to stop.
    """

    name: str
    path: Path
    made_of: Mapping[str, Any]
    steps: int
    pace: Pace = field(default_factory=Pace)


def device() -> str:
    """Return the GPU where there is one, else the processor."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def linear(steps: int, warm_up: float) -> Rate:
    """Return a rate that rises to 1 over a share of the steps and falls to 0 at the last.

    Args:
        steps: In all.
        warm_up: Share of them, in [0, 1).
    """
    warm = max(1, int(warm_up * steps))
    return lambda step: min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm)))


def train(
    model: nn.Module,
    optimizers: Sequence[torch.optim.Optimizer],
    rate: Rate,
    losses: Losses,
    run: Run,
    said: Callable[[], str] = str,
    kept: Callable[[int], None] | None = None,
) -> None:
    """Train to the end, from the last checkpoint if there is one.

    Args:
        model: On the device where its losses are computed.
        optimizers: Of its weights.
        rate: What the learning rates are multiplied by, from a step's number.
        losses: From a step's number; the gradients of several are summed. Each is computed
            when it is asked for.
        run: How long, and where it is kept.
        said: More to print beside the loss.
        kept: Is told how many steps were made whenever a checkpoint was written.

    Raises:
        InputError: When the checkpoint is of another run.
        TimeSpentError: When the run must stop; what was reached is kept.
    """
    schedules = [torch.optim.lr_scheduler.LambdaLR(each, rate) for each in optimizers]
    others: list[Any] = [*optimizers, *schedules]
    start, is_done = _restored(model, others, run)
    if is_done:
        return
    progress, seen = Progress(run.name, run.steps, start), _Mean()
    line, checkpoint = Every(SECONDS), Every(60 * run.pace.minutes)
    model.train()
    for step in range(start, run.steps):
        seen.add(_learn(model, losses(step)))
        for each in others:
            each.step()
        model.zero_grad(set_to_none=True)
        if line.is_due():
            progress.say(step + 1, f"loss {seen.taken():.4f}{said()}")
        if run.pace.is_over and step + 1 < run.steps:
            keep(run.path, model, run.made_of, step + 1, others)
            raise TimeSpentError(f"{run.name}: time is up after {step + 1} of {run.steps} steps")
        if checkpoint.is_due():
            keep(run.path, model, run.made_of, step + 1, others)
            if kept is not None:
                kept(step + 1)
                model.train()
    keep(run.path, model, run.made_of, run.steps)
    if kept is not None:
        kept(run.steps)


def _learn(model: nn.Module, losses: Iterable[torch.Tensor]) -> torch.Tensor:
    """Sum up the gradients of some losses; return the first loss, without waiting for it."""
    values = []
    for loss in _computed(losses):
        loss.backward()  # type: ignore[no-untyped-call]
        values.append(loss.detach())
    nn.utils.clip_grad_norm_(model.parameters(), LONGEST_GRADIENT)
    return values[0]


def _computed(losses: Iterable[torch.Tensor]) -> Iterator[torch.Tensor]:
    drawn = iter(losses)
    while True:
        with in_half():
            loss = next(drawn, None)
        if loss is None:
            return
        yield loss


def in_half() -> torch.autocast:
    """Return the context in which products are computed in bf16."""
    return torch.autocast(device(), torch.bfloat16)


class _Mean:
    """The mean of the losses since it was last taken."""

    def __init__(self) -> None:
        self.total, self.count = torch.zeros(()), 0

    def add(self, value: torch.Tensor) -> None:
        self.total, self.count = self.total.to(value.device) + value, self.count + 1

    def taken(self) -> float:
        mean = float(self.total) / max(1, self.count)
        self.total, self.count = torch.zeros(()), 0
        return mean


def keep(
    path: Path,
    model: nn.Module,
    made_of: Mapping[str, Any],
    step: int,
    others: Sequence[Any] = (),
) -> None:
    """Write a checkpoint in place of the last one.

    Args:
        path: Of the file.
        model: Whose weights it holds.
        made_of: What they come from; JSON's values.
        step: How many steps were made.
        others: Optimisers and schedules that are to go on; none of a run that is done.
    """
    content = {
        "made_of": dict(made_of),
        "model": model.state_dict(),
        "others": [each.state_dict() for each in others],
        "step": step,
    }
    torch.save(content, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def read(path: Path) -> dict[str, Any]:
    """Return what `keep` wrote, for the processor."""
    content: dict[str, Any] = torch.load(path, weights_only=True, map_location="cpu")
    return content


def is_done(path: Path, made_of: Mapping[str, Any]) -> bool:
    """Say whether a run has ended and left weights that come from all this."""
    if not path.is_file():
        return False
    content = read(path)
    return not content["others"] and content["made_of"] == dict(made_of)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, for what a run is made of."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _restored(model: nn.Module, others: Sequence[Any], run: Run) -> tuple[int, bool]:
    """Go on from the checkpoint; return the next step, and whether the run is done."""
    if not run.path.is_file():
        return 0, False
    content = read(run.path)
    if content["made_of"] != dict(run.made_of):
        differing = sorted(
            name for name, value in run.made_of.items() if content["made_of"].get(name) != value
        )
        raise InputError(f"{run.path} is of another run (by {', '.join(differing)}); remove it")
    model.load_state_dict(content["model"])
    if not content["others"]:
        return run.steps, True
    for each, state in zip(others, content["others"], strict=True):
        each.load_state_dict(state)
    print(f"    {run.name} goes on from step {content['step']:,}", flush=True)
    return int(content["step"]), False
