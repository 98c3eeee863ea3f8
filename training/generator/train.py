"""Trains a small language model that answers MetaQA's questions from a linearised subgraph.

It learns from scratch, on questions that `training.generator.questions` makes; topics that are held
out are never asked about. Subgraphs grow and questions lengthen as training goes on. Needs torch
2.9 or later, for Muon.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import torch
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence

from groundgraph.io.objects import find_file
from training.generator.batches import batch
from training.generator.data import World, make_tokenizer
from training.generator.network import initial, optimizers_of
from training.loop import Run, device, digest
from training.loop import train as train_model

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from training.generator.batches import Encoded
    from training.generator.recipe import Recipe
    from training.job import Pace
    from training.loop import Rate


def train(data: Path, work: Path, recipe: Recipe, pace: Pace) -> list[Path]:
    """Train to the end, from the last checkpoint if there is one.

    Args:
        data: The folder of the corpora.
        work: Where the model goes.
        recipe: How.
        pace: How often it is kept, and when it stops.
    """
    world = World.load(data, recipe.films)
    pools = {
        hops: world.questions(recipe.questions, hops, held_out=False, seed=recipe.seed)
        for hops in (1, 2, 3)
    }
    texts = (question.text for pool in pools.values() for question in pool)
    tokenizer = make_tokenizer(world.graph.triples, texts, recipe.vocabulary)
    model = initial(recipe, tokenizer).to(device())
    if device() == "cpu":  # torch's fused attention is slow to go back through here
        model.set_attn_implementation("eager")
    tally = Tally()

    def losses(step: int) -> Iterator[torch.Tensor]:
        lessons = batch(world, pools, tokenizer, recipe, step)
        logits, tokens, weights, first = predicted(model, lessons)
        each = functional.cross_entropy(logits.float(), tokens, reduction="none")
        tally.add(lessons, (logits.argmax(1) == tokens)[first].tolist())
        yield (each * weights).sum() / weights.sum()

    made_of = {"recipe": asdict(recipe), "graph": _digest_of_graph(data)}
    run = Run(recipe.architecture, work / "checkpoint.pt", made_of, recipe.steps, pace)
    train_model(model, optimizers_of(model, recipe), falling(recipe), losses, run, tally.taken)
    model.save_pretrained(work / "model")
    tokenizer.save_pretrained(work / "model")
    (work / "recipe.json").write_text(json.dumps(asdict(recipe), indent=1) + "\n")
    return [work / "model", work / "recipe.json"]


def _digest_of_graph(data: Path) -> str | None:
    path = find_file(data, "metaqa/kb")
    return None if path is None else digest(path)


def falling(recipe: Recipe) -> Rate:
    """Return a rate that rises to 1 over a share of the steps and falls to 0.02."""
    warm = max(1, int(recipe.warm_up * recipe.steps))
    return lambda step: min((step + 1) / warm, max(0.02, 1.02 - step / recipe.steps))


def predicted(model: Any, lessons: Sequence[Encoded]) -> tuple[torch.Tensor, ...]:
    """Return logits, tokens and weights of the tokens to predict, and each lesson's first."""
    if model.config.is_encoder_decoder:
        return _predicted_apart(model, lessons)
    ids = _padded([each.ids for each in lessons], 0)
    weights = _padded([each.weights for each in lessons], 0.0)
    states = model.model(ids[:, :-1]).last_hidden_state
    chosen = weights[:, 1:] > 0
    number = torch.cumsum(chosen.flatten(), 0).view(chosen.shape) - 1
    firsts = torch.tensor([each.first - 1 for each in lessons], device=device())
    first = number.gather(1, firsts[:, None])[:, 0]
    return model.lm_head(states[chosen]), ids[:, 1:][chosen], weights[:, 1:][chosen], first


def _predicted_apart(model: Any, lessons: Sequence[Encoded]) -> tuple[torch.Tensor, ...]:
    prompts = [each.ids[: each.first] for each in lessons]
    answers = _padded([each.ids[each.first :] for each in lessons], 0)
    weights = _padded([each.weights[each.first :] for each in lessons], 0.0)
    mask = _padded([[1] * len(prompt) for prompt in prompts], 0)
    before = functional.pad(answers[:, :-1], (1, 0), value=model.config.decoder_start_token_id)
    logits = model(_padded(prompts, 0), attention_mask=mask, decoder_input_ids=before).logits
    chosen = weights > 0
    first = torch.cumsum(chosen.sum(1), 0) - chosen.sum(1)
    return logits[chosen], answers[chosen], weights[chosen], first


def _padded(rows: Sequence[Sequence[float]], value: float) -> torch.Tensor:
    return pad_sequence(
        [torch.tensor(row) for row in rows], batch_first=True, padding_value=value
    ).to(device())


class Tally:
    """How often the first token of an answer was right, by the question's hops."""

    def __init__(self) -> None:
        self.right: dict[int, list[bool]] = {1: [], 2: [], 3: []}

    def add(self, lessons: Sequence[Encoded], right: Sequence[bool]) -> None:
        """Count a step."""
        for each, is_right in zip(lessons, right, strict=True):
            self.right[each.hops].append(is_right)

    def taken(self) -> str:
        """Return the shares since they were last taken."""
        shares = [f"{h}-hop {sum(r) / len(r):.3f}" for h, r in self.right.items() if r]
        self.right = {hops: [] for hops in self.right}
        return f", first tokens right {', '.join(shares)}"
