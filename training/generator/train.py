r"""Train a small language model that answers MetaQA's questions from a linearised subgraph.

    python -m training.generator.train --data ../shared/data
    python -m training.generator.train --data ../shared/data --architecture t5 --steps 3000 \
        --work .cache/reader_t5
    python -m training.generator.read --data ../shared/data

A model of the Qwen2 architecture (or, with --architecture t5, an encoder-decoder) learns from
scratch, on questions that `training.generator.questions` makes; topics that are held out
are never asked about. Subgraphs grow and questions lengthen as training goes on. Half an hour on
two cores that do nothing else, for T5 an hour of one; uses a GPU when there is one. Needs torch
2.9 or later, for Muon. A checkpoint is written every two minutes under --work, and a run that was
stopped goes on from it. The seed is fixed.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence
from transformers import (
    PreTrainedTokenizerFast,
    Qwen2Config,
    Qwen2ForCausalLM,
    T5Config,
    T5ForConditionalGeneration,
)

from training.generator.data import END, STAGES, Sizes, World, ask, lesson, make_tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.datasets.metaqa import MetaQuestion
    from training.generator.data import Lesson


@dataclass(frozen=True)
class Recipe:
    """How to train; written beside the weights.

    ``alone`` is the share of an encoder-decoder's steps in which one question is asked at a time.
    """

    architecture: str = "qwen2"
    steps: int = 2000
    batch_tokens: int = 3072
    layers: int = 6
    width: int = 256
    heads: int = 4
    vocabulary: int = 8192
    window: int = 1024
    questions: int = 24_000
    more_questions: int = 8
    alone: float = 0.3
    prompt_weight: float = 0.1
    learning_rate: float = 4e-3
    weight_decay: float = 0.01
    warm_up: float = 0.03
    seed: int = 0


_DRAWN = 64  # lessons of a step, of which those of like length are used


class Encoded(NamedTuple):
    """A lesson as tokens; a token with a weight is to be predicted from those before it.

    ``first`` is where the answer to the first question begins, which is ``hops`` away.
    """

    ids: list[int]
    weights: list[float]
    first: int
    hops: int = 1


Turn = tuple[list[int], list[int]]
"""A question and its answer, as tokens."""


def initial(recipe: Recipe, tokenizer: PreTrainedTokenizerFast) -> Any:
    """Return the model with random weights."""
    torch.manual_seed(recipe.seed)
    ends = {"eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id}
    if recipe.architecture == "t5":
        model = T5ForConditionalGeneration(
            T5Config(
                vocab_size=len(tokenizer),
                d_model=recipe.width,
                d_kv=recipe.width // recipe.heads,
                d_ff=3 * recipe.width,
                num_layers=recipe.layers - 2,
                num_decoder_layers=2,
                num_heads=recipe.heads,
                dropout_rate=0.0,  # with dropout torch leaves its fast attention on CPUs
                feed_forward_proj="gated-gelu",
                decoder_start_token_id=tokenizer.pad_token_id,
                **ends,
            )
        )
        # As Qwen2 begins: T5 divides what it predicts by the root of its width.
        torch.nn.init.normal_(model.shared.weight, std=0.02)
        torch.nn.init.constant_(model.decoder.final_layer_norm.weight, recipe.width**0.5)
        return model
    return Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=len(tokenizer),
            hidden_size=recipe.width,
            intermediate_size=3 * recipe.width,
            num_hidden_layers=recipe.layers,
            num_attention_heads=recipe.heads,
            num_key_value_heads=recipe.heads,
            max_position_embeddings=recipe.window,
            tie_word_embeddings=True,
            bos_token_id=tokenizer.bos_token_id,
            **ends,
        )
    )


def encoded(lessons: Sequence[Lesson], tokenizer: Any, recipe: Recipe) -> list[Encoded]:
    """Tokenise lessons."""
    own = tokenizer.backend_tokenizer
    end = tokenizer.convert_tokens_to_ids(END)
    lay_out = _apart if recipe.architecture == "t5" else _in_a_row
    found = []
    for each in lessons:
        pieces = [piece for q in each.asked for piece in (ask(q.question), " " + q.answer)]
        read = own.encode_batch([each.text, *pieces], add_special_tokens=False)
        text, *others = ([*piece.ids] for piece in read)
        turns = list(zip(others[::2], ([*answer, end] for answer in others[1::2]), strict=True))
        made = lay_out([tokenizer.bos_token_id, *text], turns, tokenizer, recipe)
        if len(made.ids) <= recipe.window:
            found.append(made._replace(hops=each.asked[0].hops))
    return found


def _in_a_row(text: list[int], turns: Sequence[Turn], _: Any, recipe: Recipe) -> Encoded:
    """Lay out for a decoder: question, answer, question, answer."""
    ids, weights = list(text), [0.0] * len(text)
    for question, answer in turns:
        ids += [*question, *answer]
        weights += [recipe.prompt_weight] * len(question) + [1.0] * len(answer)
    return Encoded(ids, weights, len(text) + len(turns[0][0]))


def _apart(text: list[int], turns: Sequence[Turn], tokenizer: Any, recipe: Recipe) -> Encoded:
    """Lay out for an encoder-decoder: all questions, then all answers.

    Those after the first have a number, by which the decoder is told to repeat the question and
    to answer it.
    """
    ids, answers = [*text, *turns[0][0]], list(turns[0][1])
    weights = [1.0] * len(answers)
    for number, (question, answer) in enumerate(turns[1:], 2):
        marker = tokenizer.convert_tokens_to_ids(str(number))
        ids += [marker, *question]
        answers += [marker, *question, *answer]
        weights += [0.0] + [recipe.prompt_weight] * len(question) + [1.0] * len(answer)
    return Encoded([*ids, *answers], [0.0] * len(ids) + weights, len(ids))


def batch(
    world: World, pools: dict[int, list[MetaQuestion]], tokenizer: Any, recipe: Recipe, step: int
) -> list[Encoded]:
    """Return the lessons of a step, which depend on its number and the seed alone."""
    chance = Random(recipe.seed * 1_000_003 + step)
    stage = next(s for s in STAGES if step < s.until * recipe.steps or s is STAGES[-1])
    sizes = Sizes(chance.randint(*stage.sizes), stage.hops)
    questions = [chance.choice(pools[chance.choice(stage.hops)]) for _ in range(_DRAWN)]
    more = recipe.more_questions
    if recipe.architecture == "t5" and chance.random() < recipe.alone:
        more = 0
    made = [lesson(world, q, sizes, more, chance) for q in questions]
    found = sorted(encoded(made, tokenizer, recipe), key=lambda each: len(each.ids))
    start = chance.randrange(len(found))
    found = found[start:] + found[:start][::-1]  # neighbours are alike: little is padded
    longest = 0
    for count, each in enumerate(found, 1):
        longest = max(longest, len(each.ids))
        if longest * count >= recipe.batch_tokens:
            return found[:count]
    return found


def predicted(model: Any, lessons: Sequence[Encoded], device: str) -> tuple[torch.Tensor, ...]:
    """Return logits, tokens and weights of the tokens to predict, and each lesson's first."""
    if model.config.is_encoder_decoder:
        return _predicted_apart(model, lessons, device)
    ids = _padded([each.ids for each in lessons], 0, device)
    weights = _padded([each.weights for each in lessons], 0.0, device)
    states = model.model(ids[:, :-1]).last_hidden_state
    chosen = weights[:, 1:] > 0
    number = torch.cumsum(chosen.flatten(), 0).view(chosen.shape) - 1
    firsts = torch.tensor([each.first - 1 for each in lessons], device=device)
    first = number.gather(1, firsts[:, None])[:, 0]
    return model.lm_head(states[chosen]), ids[:, 1:][chosen], weights[:, 1:][chosen], first


def _predicted_apart(
    model: Any, lessons: Sequence[Encoded], device: str
) -> tuple[torch.Tensor, ...]:
    prompts = [each.ids[: each.first] for each in lessons]
    answers = _padded([each.ids[each.first :] for each in lessons], 0, device)
    weights = _padded([each.weights[each.first :] for each in lessons], 0.0, device)
    mask = _padded([[1] * len(prompt) for prompt in prompts], 0, device)
    before = functional.pad(answers[:, :-1], (1, 0), value=model.config.decoder_start_token_id)
    logits = model(
        _padded(prompts, 0, device), attention_mask=mask, decoder_input_ids=before
    ).logits
    chosen = weights > 0
    first = torch.cumsum(chosen.sum(1), 0) - chosen.sum(1)
    return logits[chosen], answers[chosen], weights[chosen], first


def _padded(rows: Sequence[Sequence[float]], value: float, device: str) -> torch.Tensor:
    return pad_sequence(
        [torch.tensor(row) for row in rows], batch_first=True, padding_value=value
    ).to(device)


class Tally:
    """Loss, and how often the first token of an answer was right, by the question's hops."""

    def __init__(self) -> None:
        self.loss, self.tokens, self.steps = 0.0, 0, 0
        self.right: dict[int, list[bool]] = {1: [], 2: [], 3: []}

    def add(self, loss: float, lessons: Sequence[Encoded], right: Sequence[bool]) -> None:
        """Count a step."""
        self.loss, self.steps = self.loss + loss, self.steps + 1
        self.tokens += sum(len(each.ids) for each in lessons)
        for each, is_right in zip(lessons, right, strict=True):
            self.right[each.hops].append(is_right)

    def __str__(self) -> str:
        shares = [f"{h}-hop {sum(r) / len(r):.3f}" for h, r in self.right.items() if r]
        return f"loss {self.loss / max(1, self.steps):.4f} first tokens {', '.join(shares)}"


def optimizers_of(model: Any, recipe: Recipe) -> list[torch.optim.Optimizer]:
    """Return Muon for the matrices within layers, and AdamW for the rest.

    With Muon the share of right first tokens doubles after the same 100 small steps.
    """
    inner = {
        name
        for name, weights in model.named_parameters()
        if weights.ndim == 2 and not any(word in name for word in ("embed", "shared", "bias"))
    }
    # T5 does not divide what it asks by the root of a head's width, so that moves less.
    asking = {name for name in inner if name.endswith(".q.weight")}
    asked, matrices, rest = (
        [weights for name, weights in model.named_parameters() if name in names]
        for names in (asking, inner - asking, {n for n, _ in model.named_parameters()} - inner)
    )
    rate, decay = recipe.learning_rate, recipe.weight_decay
    groups = [{"params": matrices}]
    if asked:
        groups.append({"params": asked, "lr": rate / (recipe.width // recipe.heads) ** 0.5})
    return [
        torch.optim.Muon(groups, rate, weight_decay=decay, adjust_lr_fn="match_rms_adamw"),
        torch.optim.AdamW(rest, rate, betas=(0.9, 0.98), weight_decay=decay),
    ]


def train(data: Path, work: Path, recipe: Recipe, minutes: float) -> None:
    """Train to the end, or from the last checkpoint to the end."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    world = World.load(data)
    pools = {
        hops: world.questions(recipe.questions, hops, held_out=False, seed=recipe.seed)
        for hops in (1, 2, 3)
    }
    texts = (question.text for pool in pools.values() for question in pool)
    tokenizer = make_tokenizer(world.graph.triples, texts, recipe.vocabulary)
    model = initial(recipe, tokenizer).to(device).train()
    if device == "cpu":  # torch's fused attention is slow to go back through here
        model.set_attn_implementation("eager")
    print(f"{sum(p.numel() for p in model.parameters()) / 1e6:.1f}M parameters", flush=True)
    optimizers = optimizers_of(model, recipe)
    warm = max(1, int(recipe.warm_up * recipe.steps))
    schedules = [
        torch.optim.lr_scheduler.LambdaLR(
            each, lambda step: min((step + 1) / warm, max(0.02, 1.02 - step / recipe.steps))
        )
        for each in optimizers
    ]
    start = restore(work, model, [*optimizers, *schedules])
    saved, tally = time.monotonic(), Tally()
    for step in range(start, recipe.steps):
        lessons = batch(world, pools, tokenizer, recipe, step)
        with torch.autocast(device, torch.bfloat16):
            logits, tokens, weights, first = predicted(model, lessons, device)
        losses = functional.cross_entropy(logits.float(), tokens, reduction="none")
        loss = (losses * weights).sum() / weights.sum()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for optimizer, schedule in zip(optimizers, schedules, strict=True):
            optimizer.step()
            schedule.step()
        model.zero_grad(set_to_none=True)
        tally.add(float(loss.detach()), lessons, (logits.argmax(1) == tokens)[first].tolist())
        if time.monotonic() - saved > minutes * 60:
            speed = tally.tokens / (time.monotonic() - saved)
            print(f"step {step + 1}/{recipe.steps} {tally} {speed:.0f} tokens/s", flush=True)
            keep(work, model, [*optimizers, *schedules], step + 1)
            save(work, model, tokenizer)
            saved, tally = time.monotonic(), Tally()
    print(f"done {tally}", flush=True)
    keep(work, model, [*optimizers, *schedules], recipe.steps)
    save(work, model, tokenizer)
    (work / "recipe.json").write_text(json.dumps(asdict(recipe), indent=1) + "\n")


def keep(work: Path, model: Any, others: Sequence[Any], step: int) -> None:
    content = {
        "model": model.state_dict(),
        "others": [each.state_dict() for each in others],
        "step": step,
    }
    torch.save(content, work / "checkpoint.new")
    (work / "checkpoint.new").replace(work / "checkpoint.pt")


def save(work: Path, model: Any, tokenizer: Any) -> None:
    """Write the model as it is; `read_metaqa.py` reads it from there."""
    model.save_pretrained(work / "model")
    tokenizer.save_pretrained(work / "model")


def restore(work: Path, model: Any, others: Sequence[Any]) -> int:
    path = work / "checkpoint.pt"
    if not path.is_file():
        return 0
    content = torch.load(path, weights_only=True)
    model.load_state_dict(content["model"])
    for each, state in zip(others, content["others"], strict=True):
        each.load_state_dict(state)
    print(f"goes on from step {content['step']}", flush=True)
    return int(content["step"])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--work", type=Path, default=Path(".cache/reader"))
    parser.add_argument("--architecture", choices=("qwen2", "t5"), default=Recipe.architecture)
    for name in ("steps", "batch_tokens", "layers", "width", "questions", "seed"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=getattr(Recipe, name))
    parser.add_argument("--minutes", type=float, default=2.0, help="between checkpoints")
    arguments = vars(parser.parse_args())
    data, work, minutes = (arguments.pop(name) for name in ("data", "work", "minutes"))
    work.mkdir(parents=True, exist_ok=True)
    train(data, work, replace(Recipe(), **arguments), minutes)


if __name__ == "__main__":
    main()
