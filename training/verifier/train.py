"""Fine-tunes the verifier: does the hypothesis follow from the premise?

The lower layers of all-MiniLM-L6-v2 (word embeddings frozen) read "[CLS] premise [SEP] hypothesis
[SEP]"; the mean over the hypothesis's tokens and the [CLS] state give three logits.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer

from training.loop import Run, device, digest, linear
from training.loop import train as train_model
from training.minilm import source
from training.minilm.source import CLS, SEP
from training.rows import read_lines
from training.verifier.network import initial
from training.verifier.recipe import ENTAILMENT, LABELS, NEUTRAL, NOT_ENTAILMENT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from torch import nn

    from training.job import Pace
    from training.verifier.network import Verifier
    from training.verifier.recipe import Recipe

WEIGHTS = "verifier.safetensors"


class Encoded(NamedTuple):
    """A pair as token ids; ``first`` is the index of the hypothesis's first token."""

    ids: list[int]
    first: int
    label: int


class Place(NamedTuple):
    """A step of the training: its epoch, its number there, and its rows."""

    epoch: int
    number: int
    rows: list[int]


def train(work: Path, recipe: Recipe, pace: Pace, start: Path | None = None) -> list[Path]:
    """Train on ``work/train.jsonl``, from the last checkpoint if there is one.

    Args:
        work: Where the pairs are, and the weights go.
        recipe: How.
        pace: How often it is kept, and when it stops.
        start: Weights to start from; MiniLM's without.
    """
    pairs = encoded(work / "train.jsonl", recipe)
    model = initial(recipe, start).to(device())
    places = every_place(pairs, recipe)

    def losses(step: int) -> Iterator[torch.Tensor]:
        epoch, number, rows = places[step]
        torch.manual_seed(recipe.seed * 1_000_003 + epoch * 100_003 + number)
        *inputs, labels = tensors([pairs[row] for row in rows])
        yield loss_of(model(*inputs), labels)

    first_epoch = sum(place.epoch == 0 for place in places)
    rate = linear(recipe.epochs * first_epoch, recipe.warm_up)
    files = [work / "train.jsonl", *([start] if start else [])]
    made_of = {"recipe": asdict(recipe), "files": {file.name: digest(file) for file in files}}
    run = Run("verifier", work / "checkpoint.pt", made_of, len(places), pace)
    train_model(model, [optimizer_of(model, recipe)], rate, losses, run)
    weights = {n: t.contiguous().cpu() for n, t in model.state_dict().items()}
    save_file(weights, work / WEIGHTS, {"recipe": json.dumps(asdict(recipe))})
    report(model.eval(), encoded(work / "held_out.jsonl", recipe), work)
    return [work / WEIGHTS]


def optimizer_of(model: Verifier, recipe: Recipe) -> torch.optim.Optimizer:
    """Return AdamW, with a rate of its own for the head."""
    slow = [p for n, p in model.named_parameters() if n.startswith("encoder") and p.requires_grad]
    fast = [p for n, p in model.named_parameters() if not n.startswith("encoder")]
    return torch.optim.AdamW(
        [
            {"params": slow, "lr": recipe.learning_rate},
            {"params": fast, "lr": recipe.head_learning_rate},
        ],
        weight_decay=recipe.weight_decay,
    )


def encoded(path: Path, recipe: Recipe) -> list[Encoded]:
    """Tokenise the rows; premises above the limit are cut at their end."""
    tokenizer = Tokenizer.from_file(str(source.folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rows = read_lines(path)
    texts = [[row[key] for row in rows] for key in ("premise", "hypothesis")]
    premises, hypotheses = (tokenizer.encode_batch(t, add_special_tokens=False) for t in texts)
    pairs = []
    for row, premise, hypothesis in zip(rows, premises, hypotheses, strict=True):
        tail = [*hypothesis.ids[: recipe.max_tokens // 2], SEP]
        head = [CLS, *premise.ids[: recipe.max_tokens - len(tail) - 2], SEP]
        pairs.append(Encoded(head + tail, len(head), LABELS[row["label"]]))
    return pairs


def every_place(pairs: Sequence[Encoded], recipe: Recipe) -> list[Place]:
    """Return the steps of all epochs."""
    return [
        Place(epoch, number, rows)
        for epoch in range(recipe.epochs)
        for number, rows in enumerate(batches(pairs, recipe, epoch))
    ]


def batches(pairs: Sequence[Encoded], recipe: Recipe, epoch: int) -> list[list[int]]:
    """Return the rows of each batch of an epoch: alike in length, in random order."""
    random = np.random.default_rng((recipe.seed, epoch))
    lengths = np.array([len(pair.ids) for pair in pairs])
    order = np.argsort(lengths * random.uniform(0.9, 1.1, len(lengths)), kind="stable")
    found: list[list[int]] = [[]]
    longest = 0
    for row in order.tolist():
        longest = max(longest, int(lengths[row]))
        if found[-1] and longest * (len(found[-1]) + 1) > recipe.batch_tokens:
            found.append([])
            longest = int(lengths[row])
        found[-1].append(row)
    return [found[i] for i in random.permutation(len(found))]


def tensors(pairs: Sequence[Encoded]) -> tuple[torch.Tensor, ...]:
    """Return ids, types, mask and labels of a batch."""
    longest = max(len(pair.ids) for pair in pairs)
    ids = torch.zeros((len(pairs), longest), dtype=torch.long)
    types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, pair in enumerate(pairs):
        ids[row, : len(pair.ids)] = torch.tensor(pair.ids)
        types[row, pair.first : len(pair.ids)] = 1
        mask[row, : len(pair.ids)] = 1
    labels = torch.tensor([pair.label for pair in pairs])
    return tuple(t.to(device()) for t in (ids, types, mask, labels))


def loss_of(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Return the mean negative log-likelihood; "not entailment" is neutral or contradiction."""
    logs = torch.log_softmax(logits.float(), 1)
    either = torch.logsumexp(logs[:, NEUTRAL:], 1, keepdim=True)
    return -torch.cat([logs, either], 1).gather(1, labels[:, None]).mean()


def logits_of(model: nn.Module, pairs: Sequence[Encoded]) -> Iterator[np.ndarray[Any, Any]]:
    """Yield the logits of each 64 pairs, shape ``(n, 3)``."""
    with torch.no_grad():
        for start in range(0, len(pairs), 64):
            *inputs, _ = tensors(pairs[start : start + 64])
            yield model(*inputs).float().cpu().numpy()


def report(model: nn.Module, pairs: Sequence[Encoded], work: Path) -> None:
    """Print the accuracy on the held-out rows of each source, three-way and entailed or not."""
    rows = read_lines(work / "held_out.jsonl")
    logits = np.concatenate(list(logits_of(model, pairs)))
    by_source: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        by_source.setdefault(row["source"], []).append(index)
    for name, chosen in sorted(by_source.items()):
        gold = np.array([pairs[i].label for i in chosen])
        said = logits[chosen].argmax(1)
        binary = ((said == ENTAILMENT) == (gold == ENTAILMENT)).mean()
        line = f"    {name:28} n={len(chosen):6} entailed {binary:.3f}"
        if (gold == NEUTRAL).any():
            line += f" three-way {(said == gold)[gold != NOT_ENTAILMENT].mean():.3f}"
        print(line, flush=True)
