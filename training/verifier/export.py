"""Convert the trained verifier to the ONNX file that groundgraph ships, and judge it.

    python -m training.verifier.export            # writes src/groundgraph/models/verifier

Needs the extra ``export`` and what `train_verifier.py` left in --work. Matrices are stored as 7-bit
integers with a scale for each column, so that processors with and without VNNI give the same
sums; activations are quantised as they come. The graph is written node by node. The model card
is written with what was measured on the held-out pairs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from safetensors import safe_open
from safetensors.numpy import load_file
from safetensors.torch import load_file as load_torch_file
from scipy.optimize import minimize_scalar
from sklearn.linear_model import LogisticRegression

from groundgraph.checksums import write_sums
from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.types import Pair
from training.minilm.export import EPSILON, HEADS, MICROSOFT, Graph, norm_weights
from training.verifier.train import (
    CONTRADICTION,
    ENTAILMENT,
    LABELS,
    NEUTRAL,
    NOT_ENTAILMENT,
    Recipe,
    Verifier,
    encoded,
    logits_of,
    loss_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

TARGET = Path(__file__).parents[2] / "src" / "groundgraph" / "models" / "verifier"
LEVELS = 63  # 7 bits, symmetric


def quantised(graph: Graph, name: str, kernel: NDArray[np.float32]) -> tuple[str, str]:
    """Store a matrix of shape ``(in, out)`` as integers; return the names of it and its scales."""
    scale = np.maximum(np.abs(kernel).max(0) / LEVELS, 1e-9).astype(np.float32)
    whole = np.clip(np.rint(kernel / scale), -LEVELS, LEVELS).astype(np.int8)
    return graph.constant(f"{name}.int8", whole), graph.constant(f"{name}.scale", scale)


def product(
    graph: Graph, x: str, name: str, kernel: NDArray[np.float32], bias: NDArray[np.float32]
) -> str:
    """Multiply with a matrix of shape ``(in, out)`` and add the bias."""
    whole, scale = quantised(graph, f"{name}.kernel", kernel)
    inputs = [x, whole, scale, "", graph.half(f"{name}.bias", bias)]
    return graph.op("DynamicQuantizeMatMul", inputs, f"{name}.product", domain=MICROSOFT)


def linear(graph: Graph, x: str, layer: str) -> str:
    """Apply a dense layer."""
    kernel, bias = (graph.weights[f"{layer}.{part}"] for part in ("weight", "bias"))
    return product(graph, x, layer, kernel.T, bias)


def embeddings(graph: Graph) -> str:
    """Sum word, position and type embeddings and normalise; word rows are 8-bit with a scale."""
    prefix = "embeddings."
    words = graph.weights[f"{prefix}word_embeddings.weight"]
    scale = np.abs(words).max(1, keepdims=True) / 127
    whole = np.rint(words / np.maximum(scale, 1e-9)).astype(np.int8)
    rows = graph.op("Gather", [graph.constant("words.int8", whole), "input_ids"], "rows")
    scales = graph.op(
        "Gather", [graph.constant("words.scale", scale.astype(np.float32)), "input_ids"], "scales"
    )
    wide = graph.op("Cast", [rows], "rows.fp32", to=TensorProto.FLOAT)
    spelled = graph.op("Mul", [wide, scales], "spelled")
    positions = graph.half("positions", graph.weights[f"{prefix}position_embeddings.weight"])
    length = graph.op("Shape", ["input_ids"], "length", start=1, end=2)
    zero = graph.constant("zero", np.array([0]))
    slots = graph.op("Slice", [positions, zero, length], "slots")
    kinds = graph.half("types", graph.weights[f"{prefix}token_type_embeddings.weight"])
    sides = graph.op("Gather", [kinds, "token_type_ids"], "sides")
    placed = graph.op("Add", [spelled, slots], "placed")
    norm = f"{prefix}LayerNorm"
    inputs = [graph.op("Add", [placed, sides], "summed"), *norm_weights(graph, norm)]
    return graph.op("LayerNormalization", inputs, norm, axis=-1, epsilon=EPSILON)


def attention(graph: Graph, x: str, prefix: str, mask: str) -> str:
    parts = ("query", "key", "value")
    kernel = np.concatenate([graph.weights[f"{prefix}{part}.weight"].T for part in parts], axis=1)
    bias = np.concatenate([graph.weights[f"{prefix}{part}.bias"] for part in parts])
    together = product(graph, x, f"{prefix}parts", kernel, bias)
    asked = [f"{prefix}{part}" for part in parts]
    graph.nodes.append(helper.make_node("Split", [together], asked, f"{prefix}split", axis=2))
    inputs = [*asked, "", mask] if mask else asked
    return graph.op(
        "MultiHeadAttention", inputs, f"{prefix}context", domain=MICROSOFT, num_heads=HEADS
    )


def joined(graph: Graph, x: str, residual: str, prefix: str, output: str) -> str:
    """Project ``x``, add the residual and normalise."""
    summed = graph.op("Add", [linear(graph, x, f"{prefix}dense"), residual], f"{output}.sum")
    inputs = [summed, *norm_weights(graph, f"{prefix}LayerNorm")]
    return graph.op("LayerNormalization", inputs, output, axis=-1, epsilon=EPSILON)


def layer(graph: Graph, x: str, number: int, mask: str = "") -> str:
    """One of the encoder's layers; without a mask all tokens are attended to."""
    prefix = f"encoder.layer.{number}."
    context = attention(graph, x, f"{prefix}attention.self.", mask)
    attended = joined(graph, context, x, f"{prefix}attention.output.", f"{prefix}attended")
    wide = f"{prefix}intermediate.dense"
    inputs = [linear(graph, attended, wide)]
    hidden = graph.op("Gelu", inputs, f"{wide}.active", domain=MICROSOFT)
    return joined(graph, hidden, attended, f"{prefix}output.", f"{prefix}hidden")


def head(graph: Graph, x: str, kernels: dict[str, NDArray[np.float32]]) -> str:
    """Join [CLS] and the mean of the hypothesis's tokens; two dense layers."""
    axis, last = (graph.constant(f"axis{n}", np.array([n])) for n in (1, 2))
    row = graph.op("Gather", [x, graph.constant("first", np.array([0]))], "cls_row", axis=1)
    first = graph.op("Squeeze", [row, axis], "cls")
    column = graph.op("Unsqueeze", ["token_type_ids", last], "column")
    keep = graph.op("Cast", [column], "keep", to=TensorProto.FLOAT)
    total = graph.op("ReduceSum", [graph.op("Mul", [x, keep], "kept"), axis], "total", keepdims=0)
    count = graph.op("ReduceSum", [keep, axis], "count", keepdims=0)
    mean = graph.op("Div", [total, count], "mean")
    pooled = graph.op("Concat", [first, mean], "pooled", axis=1)
    names = {n: graph.constant(n, np.ascontiguousarray(k)) for n, k in kernels.items()}
    wide = graph.op("Gemm", [pooled, names["dense.weight"], names["dense.bias"]], "wide", transB=1)
    active = graph.op("Tanh", [wide], "active")
    inputs = [active, names["output.weight"], names["output.bias"]]
    return graph.op("Gemm", inputs, "logits", transB=1)


def model(weights: dict[str, NDArray[np.float32]], layers: int, temperature: float) -> bytes:
    """Return the ONNX file; logits are divided by the temperature."""
    inside = {n[len("encoder.") :]: w for n, w in weights.items() if n.startswith("encoder.")}
    kernels = {n: w for n, w in weights.items() if n.startswith(("dense.", "output."))}
    for name in ("output.weight", "output.bias"):
        kernels[name] = (kernels[name] / temperature).astype(np.float32)
    graph = Graph(inside)
    graph.op("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    x = embeddings(graph)
    for number in range(layers):
        x = layer(graph, x, number, "mask")
    head(graph, x, kernels)
    value = helper.make_tensor_value_info
    names = ("input_ids", "token_type_ids", "attention_mask")
    inputs = [value(name, TensorProto.INT64, ["batch", "sequence"]) for name in names]
    outputs = [value("logits", TensorProto.FLOAT, ["batch", 3])]
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
    proto = helper.make_model(
        helper.make_graph(graph.nodes, "groundgraph-verifier", inputs, outputs, graph.initializers),
        opset_imports=opsets,
        ir_version=8,
        producer_name="training/verifier/export.py",
    )
    onnx.checker.check_model(proto)
    return bytes(proto.SerializeToString(deterministic=True))


class Judged(NamedTuple):
    """The held-out rows and what a model says of them, probabilities of shape ``(n, 3)``."""

    rows: list[dict[str, str]]
    gold: NDArray[np.int64]
    said: NDArray[np.float64]

    def of(self, sources: Sequence[str]) -> Judged:
        chosen = [i for i, row in enumerate(self.rows) if row["source"] in sources]
        return Judged([self.rows[i] for i in chosen], self.gold[chosen], self.said[chosen])

    def right(self) -> NDArray[np.bool_]:
        """Say where the likeliest label is right; neutral and contradiction are "not entailed"."""
        found = self.said.argmax(1)
        either = self.gold == NOT_ENTAILMENT
        return np.asarray(np.where(either, found != ENTAILMENT, found == self.gold), bool)

    def majority(self) -> float:
        """Return the accuracy of the best single label."""
        either = (self.gold == NOT_ENTAILMENT).mean()
        return max(
            float((self.gold == label).mean() + (either if label else 0.0))
            for label in (ENTAILMENT, NEUTRAL, CONTRADICTION)
        )


def read_rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.open(encoding="utf-8")]


def labels(rows: Sequence[dict[str, str]]) -> NDArray[np.int64]:
    return np.array([LABELS[row["label"]] for row in rows], np.int64)


def exported(rows: Sequence[dict[str, str]], folder: Path) -> NDArray[np.float64]:
    """Return what the part says with the model of a folder, as users call it."""
    verifier = MiniLMVerifier(folder=str(folder))
    found = verifier.verify([Pair(r["premise"], r["hypothesis"]) for r in rows])
    return np.stack([found.entailment, found.neutral, found.contradiction], 1)


def as_trained(work: Path, recipe: Recipe) -> NDArray[np.float64]:
    """Return the logits of the weights as they were trained, shape ``(n, 3)``."""
    verifier = Verifier(recipe.layers)
    verifier.load_state_dict(load_torch_file(work / "verifier.safetensors"))
    pairs = encoded(work / "held_out.jsonl", recipe)
    order = sorted(range(len(pairs)), key=lambda i: len(pairs[i].ids))
    found = np.empty((len(pairs), 3))
    found[order] = np.concatenate(
        list(logits_of(verifier.eval(), [pairs[i] for i in order], "cpu"))
    )
    return found


def best_temperature(logits: NDArray[np.float64], gold: NDArray[np.int64]) -> float:
    """Return the temperature of the lowest loss."""

    def loss(temperature: float) -> float:
        return float(loss_of(torch.tensor(logits / temperature), torch.tensor(gold)))

    return float(minimize_scalar(loss, bounds=(0.5, 3.0), method="bounded").x)


def hypothesis_only(train: list[dict[str, str]], rows: list[dict[str, str]]) -> Judged:
    """Judge by the hypothesis alone: logistic regression on its MiniLM vector."""
    kept = [row for row in train if row["label"] != "not_entailment"][::3]  # enough for it
    encoder = MiniLM(cache="off")
    head = LogisticRegression(max_iter=500).fit(
        encoder.encode([row["hypothesis"] for row in kept]), labels(kept)
    )
    said = head.predict_proba(encoder.encode([row["hypothesis"] for row in rows]))
    return Judged(rows, labels(rows), said)


def agreement(labels_: Any, said: Any, weights: Any = None, /) -> float:
    """Return the share of rows whose label is the one said."""
    return float(np.average(np.asarray(labels_) == np.asarray(said), weights=weights))


def accuracy(judged: Judged) -> str:
    right = judged.right()
    found = interval(agreement, right, np.ones(len(right)))
    return f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"


def entailed_or_not(judged: Judged) -> str:
    gold = judged.gold == ENTAILMENT
    said = judged.said[:, ENTAILMENT] >= 0.5
    found = interval(agreement, gold, said)
    ranked = interval(auroc, gold, judged.said[:, ENTAILMENT])
    return (
        f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}] (always not entailed "
        f"{1 - gold.mean():.3f}); AUROC {ranked.value:.3f} [{ranked.low:.3f}, {ranked.high:.3f}]"
    )


def figures(judged: Judged, blind: Judged, trained: set[str]) -> str:
    """Return the table of the card."""
    lines = [
        "| held-out pairs | n | accuracy | majority | hypothesis only |",
        "|---|---|---|---|---|",
    ]
    groups = {
        "all that were trained on": sorted(trained),
        "all others": sorted({r["source"] for r in judged.rows} - trained),
    }
    groups |= {source: [source] for source in sorted({r["source"] for r in judged.rows})}
    for name, sources in groups.items():
        own, other = judged.of(sources), blind.of(sources)
        mark = "" if name.startswith("all") or name in trained else " (not trained on)"
        lines.append(
            f"| {name}{mark} | {len(own.rows)} | {accuracy(own)} | {own.majority():.3f} | "
            f"{other.right().mean():.3f} |"
        )
    return "\n".join(lines)


CARD = """# The embedded verifier

Does a hypothesis follow from a premise? Behind `groundgraph.parts.verifiers.minilm.MiniLMVerifier`.
Written by `python -m training.verifier.export`; do not edit by hand.

- Model: the first {layers} layers of all-MiniLM-L6-v2 (Apache License 2.0, see `../minilm`), word
  embeddings frozen, a head of two dense layers over [CLS] and the mean of the hypothesis.
- `model.onnx`: {size:,} bytes, sha256 `{digest}`. Matrices are 7-bit integers with a scale for each
  column, word embeddings 8-bit. The tokenizer is `../minilm/tokenizer.json`.
- Commands: `python -m training.verifier.data --data DATA`, `python -m training.verifier.train`,
  `python -m training.verifier.export`. {epochs} epochs; about 40 minutes on two cores.
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


def main() -> None:
    """Export, judge, and write the card."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--work", type=Path, default=Path(".cache/verifier"))
    parser.add_argument("--output", type=Path, default=TARGET)
    parser.add_argument(
        "--unjudged", action="store_true", help="write model.onnx alone, at temperature 1"
    )
    arguments = parser.parse_args()
    folder: Path = arguments.output
    folder.mkdir(parents=True, exist_ok=True)
    with safe_open(arguments.work / "verifier.safetensors", "np") as file:
        recipe = Recipe(**json.loads(file.metadata()["recipe"]))
    weights = load_file(arguments.work / "verifier.safetensors")
    if arguments.unjudged:
        (folder / "model.onnx").write_bytes(model(weights, recipe.layers, 1.0))
        write_sums(folder)
        return
    rows, train = (read_rows(arguments.work / f"{n}.jsonl") for n in ("held_out", "train"))
    gold = labels(rows)
    logits = as_trained(arguments.work, recipe)
    temperature = best_temperature(logits[::2], gold[::2])
    content = model(weights, recipe.layers, temperature)
    (folder / "model.onnx").write_bytes(content)
    write_sums(folder)
    judged, trained = Judged(rows, gold, exported(rows, folder)), {row["source"] for row in train}
    exact = Judged(rows, gold, logits).of(sorted(trained)).right().mean()
    rounded = judged.of(sorted(trained)).right().mean()
    wice = Judged(*judged.of(["wice_oracle_chunks"]))
    counts = Counter(row["source"] for row in train)
    card = CARD.format(
        layers=recipe.layers, size=len(content), digest=hashlib.sha256(content).hexdigest(),
        epochs=recipe.epochs, max_tokens=recipe.max_tokens, n_train=len(train),
        sources=", ".join(f"{s} {n:,}" for s, n in sorted(counts.items())),
        temperature=temperature, table=figures(judged, hypothesis_only(train, rows), trained),
        wice=entailed_or_not(wice), ragtruth=entailed_or_not(judged.of(["ragtruth"])),
        exact=exact, rounded=rounded, loss=rounded - exact,
    )  # fmt: skip
    (folder / "MODEL_CARD.md").write_text(card, encoding="utf-8")
    print(card)


if __name__ == "__main__":
    main()
