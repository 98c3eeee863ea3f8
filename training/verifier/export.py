"""Exports the trained verifier, judges it on the held-out pairs, and writes its card."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from safetensors import safe_open
from safetensors.numpy import load_file

from training.onnx_graph import sha256, write
from training.rows import read_lines
from training.verifier.judged import (
    Judged,
    as_trained,
    best_temperature,
    entailed_or_not,
    exported,
    figures,
    hypothesis_only,
    labels,
)
from training.verifier.onnx_model import model
from training.verifier.recipe import Recipe
from training.verifier.train import WEIGHTS

if TYPE_CHECKING:
    from pathlib import Path

    from training.onnx_graph import Floats

FILE = "model.onnx"
CARD = """# The embedded verifier

Does a hypothesis follow from a premise? Behind `groundgraph.parts.verifiers.minilm.MiniLMVerifier`.
Written by `python -m training verifier`; do not edit by hand.

- Model: the first {layers} layers of all-MiniLM-L6-v2 (Apache License 2.0, see `../minilm`), word
  embeddings frozen, a head of two dense layers over [CLS] and the mean of the hypothesis.
- `model.onnx`: {size:,} bytes, sha256 `{digest}`. Matrices are 7-bit integers with a scale for each
  column, word embeddings 8-bit. The tokenizer is `../minilm/tokenizer.json`.
- Command: `python -m training verifier --data DATA`. {epochs} epochs; about 40 minutes on two
  cores.
- Trained on {n_train:,} pairs: {sources}. Of RAGTruth, 30% of the train sources; detectors that use
  the verifier can be cross-validated on the others. Share-alike corpora and those without a
  licence are not trained on.
- Licences of the data: RAGTruth MIT, MNLI OANC, ConjNLI MIT, SummEdits and FactCheck-GPT and
  2WikiMultihopQA Apache-2.0, BEGIN CC BY 4.0, WiCE ODC-BY, MetaQA CC BY.
- Temperature {temperature:.3f}, fitted on every second held-out pair.

**Inputs** `input_ids`, `token_type_ids` (1 from the hypothesis on) and `attention_mask`: int64,
`(batch, sequence)`, up to 512. **Output** `logits`: float32, `(batch, 3)`: entailment, neutral,
contradiction.

## Figures

Accuracy on a tenth of every corpus, stratified by label, that shares no premise and no document
with what was trained on (WiCE: its test rows too), with a 95% bootstrap interval. Where a corpus
does not tell neutral from contradiction, either counts as "not entailed".

{table}

WiCE oracle chunks, test rows, entailed or not at 0.5: {wice}.
RAGTruth claims of held-out sources, entailed or not: {ragtruth}.
Quantised against the weights as trained: accuracy {exact:.4f} and {rounded:.4f} (difference
{loss:+.4f}).

## Limits

English only. Short premises are what it knows best: it read at most {max_tokens} tokens in
training. It is a small model: it follows names, numbers, negation and paraphrase better than
chance and much worse than a large one, and it hardly answers questions: whether a name is the right
answer to a question over several passages it tells little better than chance (bench `logic`).
Corpora marked "not trained on" show what to expect of new text.
"""


class Trained(NamedTuple):
    """What the training left."""

    weights: dict[str, Floats]
    recipe: Recipe

    @classmethod
    def of(cls, work: Path) -> Trained:
        """Read it."""
        with safe_open(work / WEIGHTS, "np") as file:
            recipe = Recipe(**json.loads(file.metadata()["recipe"]))
        return cls(load_file(work / WEIGHTS), recipe)


def export_unjudged(work: Path, folder: Path) -> list[Path]:
    """Write the model alone, at temperature 1."""
    trained = Trained.of(work)
    return [write(folder / FILE, model(trained.weights, trained.recipe.layers, 1.0))]


def export(work: Path, folder: Path) -> list[Path]:
    """Write the model, judge it, and write the card."""
    trained = Trained.of(work)
    rows = read_lines(work / "held_out.jsonl")
    gold, logits = labels(rows), as_trained(work, trained.recipe)
    temperature = best_temperature(logits[::2], gold[::2])
    content = model(trained.weights, trained.recipe.layers, temperature)
    path = write(folder / FILE, content)
    exact, rounded = Judged(rows, gold, logits), Judged(rows, gold, exported(rows, folder))
    text = card(content, trained.recipe, temperature, read_lines(work / "train.jsonl"),
                exact, rounded)  # fmt: skip
    (folder / "MODEL_CARD.md").write_text(text, encoding="utf-8")
    print(text)
    return [path, folder / "MODEL_CARD.md"]


def card(
    content: bytes,
    recipe: Recipe,
    temperature: float,
    train: list[dict[str, str]],
    exact: Judged,
    rounded: Judged,
) -> str:
    """Return the card: what was trained on, and how good the weights are, exact and rounded."""
    counts = Counter(row["source"] for row in train)
    own = [each.of(sorted(counts)).right().mean() for each in (exact, rounded)]
    return CARD.format(
        layers=recipe.layers,
        size=len(content),
        digest=sha256(content),
        epochs=recipe.epochs,
        max_tokens=recipe.max_tokens,
        n_train=len(train),
        sources=", ".join(f"{source} {n:,}" for source, n in sorted(counts.items())),
        temperature=temperature,
        table=figures(rounded, hypothesis_only(train, rounded.rows), {*counts}),
        wice=entailed_or_not(rounded.of(["wice_oracle_chunks"])),
        ragtruth=entailed_or_not(rounded.of(["ragtruth"])),
        exact=own[0],
        rounded=own[1],
        loss=own[1] - own[0],
    )
