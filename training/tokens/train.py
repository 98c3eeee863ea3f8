"""Train the token model: which words of an answer does its evidence not support?

    python -m training.tokens.data --data ../shared/data
    python -m training.tokens.pairs --data ../shared/data
    python -m training.tokens.train
    python -m training.tokens.train --stage 2
    python -m training.tokens.export

One layer, which starts as the encoder's own second, reads an answer whose tokens attend to the
frozen states of the evidence and to each other. One model is trained for each fold of sources and
judges the answers of that fold; its weights are the mean of two runs. The second stage goes on from
these, with claims made of the evidence and pairs of other corpora beside RAGTruth's answers; its
model is the mean of the weights that it began with, which count a third, and those that it ended
with. One more model, which is shipped, goes on from the first fold's with all sources. A checkpoint
is written every few minutes under --work; a run that was stopped goes on from it, and what is done
is not done again. Uses a GPU when there is one. The seed is fixed.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from groundgraph.learn.folds import grouped_folds
from training.tokens.lower import FROZEN
from training.tokens.network import Batch, TokenModel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SECOND = "second"  # folder of the second stage under --work


@dataclass(frozen=True)
class Recipe:
    """How to train; written beside the weights.

    In each step ``claims`` of those made of the source's evidence stand beside its answers, and
    ``pairs`` of other corpora are read, whose loss counts ``pair_weight`` times. The mean is taken
    of the weights of so many ``runs``, which differ in their order, and in the second stage of
    those they began with, which count ``begun``.
    """

    folds: int = 3
    runs: int = 1
    begun: float = 0.0
    epochs: float = 2.2
    layers: int = 1
    hidden: int = 128
    learning_rate: float = 2.5e-4
    head_learning_rate: float = 1e-3
    weight_decay: float = 0.01
    warm_up: float = 0.05
    positive_weight: float = 2.0
    response_weight: float = 0.4
    distractors: float = 0.3
    row_dropout: float = 0.1
    claims: int = 0
    pairs: int = 0
    pair_weight: float = 0.5
    seed: int = 0


RECIPES = {
    1: Recipe(runs=2),
    2: Recipe(
        epochs=1.0, begun=1 / 3, learning_rate=1e-4, head_learning_rate=7e-4, claims=3, pairs=2,
        pair_weight=0.3,
    ),
}  # fmt: skip
"""The recipe of each stage."""


class Data:
    """What `token_data.py` wrote."""

    def __init__(self, work: Path, device: str, like: Data | None = None) -> None:
        def load(name: str) -> Any:
            return np.load(work / f"{name}.npy", mmap_mode="r")

        self.device = device
        self.evidence, self.answer = load("evidence_states"), load("answer_states")
        self.at, self.answer_at = load("evidence_offsets"), load("answer_offsets")
        self.kinds, self.rows, self.labels = load("kinds"), load("rows"), load("labels")
        self.about = json.loads((work / "answers.json").read_text())
        self.mean: np.ndarray[Any, Any]
        self.scale: np.ndarray[Any, Any]
        self.mean, self.scale = (like.mean, like.scale) if like else moments(self.rows)
        self.groups: dict[int, list[int]] = {}
        for number, each in enumerate(self.about):
            self.groups.setdefault(each["evidence"], []).append(number)

    def answers(self, place: int, claims: int, chance: np.random.Generator) -> list[int]:
        """Return the answers to one source, and so many claims made of its evidence."""
        numbers = self.groups[place]
        made = [n for n in numbers if self.about[n]["claim"]]
        drawn = chance.permutation(made)[:claims].tolist()
        return sorted(drawn + [n for n in numbers if not self.about[n]["claim"]])

    def batch(
        self, place: int, other: int | None = None, numbers: list[int] | None = None
    ) -> tuple[list[int], Batch]:
        """Return answers to one source, all or these; with ``other``, beside its evidence too."""
        numbers = self.groups[place] if numbers is None else numbers
        places = [place] if other is None else [place, other]
        kinds = np.concatenate([self.kinds[self.at[p] : self.at[p + 1]] for p in places])
        if other is not None:
            kinds[self.at[place + 1] - self.at[place] :] = 0
        lengths = np.array([self.answer_at[n + 1] - self.answer_at[n] for n in numbers])

        def own(values: Any) -> np.ndarray:
            return np.concatenate(
                [values[self.answer_at[n] : self.answer_at[n + 1]] for n in numbers]
            )

        rows = np.clip((own(self.rows) - self.mean) / self.scale, -4, 4)
        mask = np.arange(lengths.max()) < lengths[:, None]

        def tensor(values: Any) -> torch.Tensor:
            return torch.from_numpy(values).to(self.device)

        def states(values: Any, offsets: Any, chosen: Sequence[int]) -> torch.Tensor:
            stretches = [values[offsets[n] : offsets[n + 1]] for n in chosen]
            return tensor(np.concatenate(stretches)).float()

        responses = [float(self.about[n]["label"]) for n in numbers]
        return numbers, Batch(
            states(self.evidence, self.at, places),
            tensor(kinds.astype(np.int64)),
            states(self.answer, self.answer_at, numbers),
            tensor(rows.astype(np.float32)),
            tensor(own(self.labels).astype(np.int64)),
            tensor(mask),
            torch.tensor(responses, device=self.device),
        )


def moments(rows: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and deviation of each column, of a sample of the rows."""
    some = np.asarray(rows[:: max(1, len(rows) // 200_000)], np.float64)
    return some.mean(0).astype(np.float32), np.maximum(some.std(0), 1e-3).astype(np.float32)


def loss_of(model: TokenModel, batch: Batch, recipe: Recipe) -> torch.Tensor:
    """Return token loss and response loss together."""
    tokens, responses = model(batch)
    kept = batch.labels >= 0
    labels = batch.labels[kept]
    losses = functional.cross_entropy(tokens[kept].float(), labels, reduction="none")
    weights = torch.where(labels > 0, recipe.positive_weight, 1.0)
    token = (losses * weights).sum() / weights.sum()
    response = functional.binary_cross_entropy_with_logits(responses.float(), batch.responses)
    return token + recipe.response_weight * response


def pair_loss(model: TokenModel, batch: Batch, recipe: Recipe) -> torch.Tensor:
    """Return the loss of answers of which only the label is known.

    An answer that is not supported has at least one word that is not.
    """
    tokens, responses = model(batch)
    odds = (torch.logaddexp(tokens[:, 1], tokens[:, 2]) - tokens[:, 0]).float()
    low = odds.new_full((len(batch.mask),), -1e4)
    worst = low.scatter_reduce(0, batch.mask.nonzero()[:, 0], odds, "amax")
    both = torch.cat([responses.float(), worst])
    loss = functional.binary_cross_entropy_with_logits(both, batch.responses.repeat(2))
    return recipe.pair_weight * loss


def network(n_rows: int, recipe: Recipe) -> TokenModel:
    """Return the network that a recipe trains."""
    return TokenModel(
        n_rows, layers=recipe.layers, hidden=recipe.hidden, row_dropout=recipe.row_dropout
    )


def fresh(data: Data, recipe: Recipe, first: Path | None) -> TokenModel:
    """Return a model that starts as layers of the encoder, or as the first stage left it."""
    torch.manual_seed(recipe.seed)
    model = network(len(data.mean), recipe)
    if first is None:
        model.start(FROZEN)
    else:
        model.load_state_dict(torch.load(first, weights_only=True)["model"])
    return model.to(data.device)


def train(
    model: TokenModel,
    data: Data,
    pairs: Data | None,
    recipe: Recipe,
    run: int,
    places: Sequence[int],
    path: Path,
    minutes: float,
) -> None:
    """Train on the answers to some sources, from the last checkpoint if there is one."""
    slow = list(model.layers.parameters())
    fast = [p for n, p in model.named_parameters() if not n.startswith("layers.")]
    optimizer = torch.optim.AdamW(
        [
            {"params": slow, "lr": recipe.learning_rate},
            {"params": fast, "lr": recipe.head_learning_rate},
        ],
        weight_decay=recipe.weight_decay,
    )
    total = int(recipe.epochs * len(places))
    warm = max(1, int(recipe.warm_up * total))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda s: min((s + 1) / warm, max(0.0, (total - s) / (total - warm)))
    )
    others = {"optimizer": optimizer, "schedule": schedule}
    start = restore(path, model, others, recipe)
    saved, running, seed = time.monotonic(), [], recipe.seed + run
    for step in range(start, total):
        chance = np.random.default_rng((seed, step))
        torch.manual_seed(seed * 1_000_003 + step)
        order = np.random.default_rng((seed, step // len(places), 7)).permutation(len(places))
        place = places[order[step % len(places)]]
        other = int(chance.choice(places)) if chance.random() < recipe.distractors else None
        numbers = data.answers(place, recipe.claims, chance)
        _, batch = data.batch(place, other if other != place else None, numbers)
        with torch.autocast(data.device, torch.bfloat16):
            loss = loss_of(model.train(), batch, recipe)
        loss.backward()  # type: ignore[no-untyped-call]
        if pairs is not None:
            for pair in chance.choice(len(pairs.groups), recipe.pairs):
                _, batch = pairs.batch(int(pair))
                with torch.autocast(data.device, torch.bfloat16):
                    aside = pair_loss(model, batch, recipe) / recipe.pairs
                aside.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad(set_to_none=True)
        running.append(float(loss.detach()))
        if time.monotonic() - saved > minutes * 60:
            print(f"{path.stem} {step + 1}/{total} loss {np.mean(running):.4f}", flush=True)
            keep(path, model, others, step + 1, recipe)
            saved, running = time.monotonic(), []
    keep(path, model, {}, total, recipe)


def keep(path: Path, model: nn.Module, others: dict[str, Any], step: int, recipe: Recipe) -> None:
    content = {
        "model": model.state_dict(),
        **{name: each.state_dict() for name, each in others.items()},
        "step": step,
        "recipe": asdict(recipe),
    }
    torch.save(content, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def restore(path: Path, model: nn.Module, others: dict[str, Any], recipe: Recipe) -> int:
    if not path.is_file():
        return 0
    content = torch.load(path, weights_only=True)
    if _of_one_run(content["recipe"]) != _of_one_run(asdict(recipe)):
        raise SystemExit(f"{path} is of another recipe, {content['recipe']}; remove it")
    model.load_state_dict(content["model"])
    for name, each in others.items():
        if name in content:
            each.load_state_dict(content[name])
    print(f"{path.stem} goes on from step {content['step']}", flush=True)
    return int(content["step"])


def is_newer(made: Sequence[Path], of: Sequence[Path]) -> bool:
    """Say whether all files are there, and none that was made is older than those it is made of."""
    if not all(path.is_file() for path in (*made, *of)):
        return False
    return min(p.stat().st_mtime for p in made) >= max(p.stat().st_mtime for p in of)


def recipe_of(path: Path) -> dict[str, Any]:
    """Return the recipe of a checkpoint."""
    recipe: dict[str, Any] = torch.load(path, weights_only=True)["recipe"]
    return recipe


def _of_one_run(recipe: dict[str, Any]) -> dict[str, Any]:
    """Leave out what only says how runs are joined."""
    return {name: value for name, value in recipe.items() if name not in {"runs", "begun"}}


def averaged(
    model: TokenModel, runs: Sequence[Path], first: Path | None, recipe: Recipe, path: Path
) -> bool:
    """Give a model the mean of the runs' weights and the first ones, if all runs are done."""
    found = [torch.load(run, weights_only=True) if run.is_file() else {} for run in runs]
    if any("model" not in each or "optimizer" in each for each in found):
        return False
    mean = {n: torch.stack([f["model"][n] for f in found]).mean(0) for n in found[0]["model"]}
    if first is not None:
        begun = torch.load(first, weights_only=True)["model"]
        mean = {n: torch.lerp(w, begun[n], recipe.begun) for n, w in mean.items()}
    model.load_state_dict(mean)
    keep(path, model, {}, found[-1]["step"], recipe)
    return True


def judged(
    model: TokenModel, data: Data, places: Sequence[int]
) -> Iterator[tuple[int, np.ndarray, float]]:
    """Yield each answer's number, its tokens' logits and its own."""
    with torch.no_grad(), torch.autocast(data.device, torch.bfloat16):
        for place in places:
            numbers, batch = data.batch(place)
            tokens, responses = model.eval()(batch)
            lengths = batch.mask.sum(1).tolist()
            yield from zip(
                numbers, map(_numpy, tokens.split(lengths)), responses.float().tolist(), strict=True
            )


def _numpy(x: torch.Tensor) -> np.ndarray:
    return x.float().cpu().numpy()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--work", type=Path, default=Path(".cache/tokens"))
    parser.add_argument("--stage", type=int, choices=sorted(RECIPES), default=1)
    parser.add_argument("--fold", help="train this one only; 'all' sources in the second stage")
    parser.add_argument("--run", type=int, help="train this run only; the last takes the mean")
    parser.add_argument("--minutes", type=float, default=4.0, help="between checkpoints")
    for each in fields(Recipe):
        parser.add_argument(f"--{each.name.replace('_', '-')}", type=type(each.default))
    arguments = parser.parse_args()
    given = {f.name: getattr(arguments, f.name) for f in fields(Recipe)}
    given = {name: value for name, value in given.items() if value is not None}
    recipe = replace(RECIPES[arguments.stage], **given)
    names = [str(n) for n in range(recipe.folds)] + ["all"] * (arguments.stage == 2)
    if arguments.fold not in {None, *names}:
        parser.error(f"--fold must be one of {', '.join(names)}")
    if arguments.run not in {None, *range(recipe.runs)}:
        parser.error(f"--run must be less than {recipe.runs}")
    work: Path = arguments.work
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Data(work, device)
    pairs = None
    if arguments.stage == 2:
        pairs = Data(work / "pairs", device, like=data)
    folder = work if arguments.stage == 1 else work / SECOND
    folder.mkdir(exist_ok=True)
    for name in [arguments.fold] if arguments.fold else names:
        begun = time.monotonic()
        inside, outside = split(data, recipe, name)
        first = work / f"fold_{0 if name == 'all' else name}.pt" if folder != work else None
        path = folder / f"fold_{name}.pt"
        runs = [path.with_suffix(f".{run}.pt") for run in range(recipe.runs)]
        if first and (old := [r for r in runs if r.is_file() and not is_newer([r], [first])]):
            raise SystemExit(f"{old[0]} went on from an earlier {first.name}; remove it")
        made = [path, path.with_suffix(".npz")] if outside else [path]
        if is_newer(made, runs) and recipe_of(path) == asdict(recipe):
            print(f"fold {name} was done before", flush=True)
            continue
        for run in range(recipe.runs) if arguments.run is None else [arguments.run]:
            model = fresh(data, recipe, first)
            train(model, data, pairs, recipe, run, inside, runs[run], arguments.minutes)
        print(f"fold {name}: {(time.monotonic() - begun) / 60:.1f} minutes", flush=True)
        if averaged(model, runs, first, recipe, path) and outside:
            write(path.with_suffix(".npz"), judged(model, data, outside))
            report(data, path.with_suffix(".npz"))


def split(data: Data, recipe: Recipe, name: str) -> tuple[list[int], list[int]]:
    """Return the sources that a fold's model is trained on, and those that it judges."""
    places = sorted(data.groups)
    sources = [data.about[data.groups[p][0]]["source"] for p in places]
    labels = np.array([data.about[data.groups[p][0]]["label"] for p in places])
    folds = grouped_folds(np.array(sources), labels, n_folds=recipe.folds, seed=recipe.seed)
    own = [p for p, f in zip(places, folds, strict=True) if str(f) != name]
    return own, [p for p, f in zip(places, folds, strict=True) if str(f) == name]


def judged_folds(work: Path) -> list[Path]:
    """Return what the folds' models said after the second stage, one file a fold.

    Raises:
        FileNotFoundError: When a fold is missing.
    """
    paths = [work / SECOND / f"fold_{n}.npz" for n in range(Recipe.folds)]
    for path in paths:
        if not path.is_file():
            raise FileNotFoundError(f"{path}: run train_token_model.py --stage 2")
    return paths


def write(path: Path, found: Iterator[tuple[int, np.ndarray, float]]) -> None:
    numbers, tokens, responses = zip(*found, strict=True)
    np.savez(
        path, numbers=np.array(numbers), responses=np.array(responses, np.float32),
        tokens=np.concatenate(tokens).astype(np.float32), lengths=np.array([*map(len, tokens)]),
    )  # fmt: skip


def report(data: Data, path: Path) -> None:
    """Print how well answers and tokens are told apart, by task."""
    from groundgraph.measures.metrics import auroc, f1

    found = dict(np.load(path))
    about = [data.about[n] for n in found["numbers"]]
    own_words = np.array([not a["copy"] for a in about])
    labels, tasks = np.array([a["label"] for a in about]), np.array([a["task"] for a in about])
    ends = np.cumsum(found["lengths"])
    halls = np.logaddexp(found["tokens"][:, 1], found["tokens"][:, 2]) - found["tokens"][:, 0]
    gold = np.concatenate(
        [data.labels[data.answer_at[n] : data.answer_at[n + 1]] for n in found["numbers"]]
    )
    worst = np.maximum.reduceat(halls, ends - found["lengths"])
    for task in ("all", *sorted(set(tasks))):
        own = own_words & ((tasks == task) | (task == "all"))
        score = found["responses"][own]
        best = max(
            f1(labels[own], score > t) or 0.0 for t in np.quantile(score, np.linspace(0.2, 0.9, 36))
        )
        flat = np.repeat(own, found["lengths"]) & (gold >= 0)
        print(
            f"{task:10} n={own.sum()} AUROC response {auroc(labels[own], score):.4f} worst token "
            f"{auroc(labels[own], worst[own]):.4f} tokens {auroc(gold[flat] > 0, halls[flat]):.4f} "
            f"best F1 {best:.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
