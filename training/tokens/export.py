"""Convert the trained token model to the two ONNX files that groundgraph ships.

    python -m training.tokens.export     # writes src/groundgraph/models/tokens

`reader.onnx` is run on each window of evidence or answer alone: the frozen layers below the trained
one, and what this asks of evidence. `judge.onnx` is run on an answer. Matrices are stored as 7-bit
integers as in `export_verifier.py`, and so are the evidence's unit vectors; the graphs are written
node by node. The weights are those of the model that the second stage trained on all sources.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper

from groundgraph.checksums import write_sums
from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc
from training.minilm.export import MICROSOFT, Graph
from training.tokens.lower import FROZEN, lower_graph
from training.tokens.network import HEADS, TOP_COSINES, WIDTH
from training.tokens.train import SECOND, Data, Recipe, judged_folds
from training.verifier.export import linear, product

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

TARGET = Path(__file__).parents[2] / "src" / "groundgraph" / "models" / "tokens"
EPSILON = 1e-12
HEAD = WIDTH // HEADS
STEPS = 63
"""Two products of 8 bits and 7 fit into 16, which processors without VNNI add them in."""
ONE = np.array(1, np.float32)
LAYER = "layers.0."
"""The trained layer's weights."""

Value = tuple[str, int, list[Any]]

KEPT: list[Value] = [
    ("own", TensorProto.FLOAT, ["tokens", WIDTH]),
    ("unit", TensorProto.INT8, [WIDTH, "shown"]),
    ("keys", TensorProto.FLOAT, [HEADS, HEAD, "beside"]),
    ("values", TensorProto.FLOAT, [HEADS, "beside", HEAD]),
]
"""What is kept of a window, and given to the judge: of an answer ``own``, else the rest."""


def in_heads(graph: Graph, x: str, names: Sequence[str]) -> None:
    """Split ``(n, 384 * parts)`` into parts of shape ``(12, n, 32)`` with names of their own."""
    shape = graph.constant(f"{x}.shape", np.array([0, -1, HEAD]))
    split = graph.op("Reshape", [x, shape], f"{x}.split")
    turned = graph.op("Transpose", [split], f"{x}.turned", perm=[1, 0, 2])
    graph.nodes.append(helper.make_node("Split", [turned], names, f"{x}.parts", axis=0))


def unit_steps(data: Data) -> Floats:
    """Return what a step of each channel of unit vectors is worth, ``(384,)``."""
    some = slice(None, None, max(1, len(data.evidence) // 100_000))
    states: Floats = data.evidence[some].astype(np.float32)
    unit = states / np.linalg.norm(states, axis=1, keepdims=True)
    return np.asarray(np.abs(unit).max(0) / STEPS, np.float32)


def rounded(graph: Graph, x: str, output: str) -> str:
    """Round what is in steps to whole numbers of 8 bits."""
    zero = graph.constant(f"{output}.zero", np.array(0, np.int8))
    return graph.op("QuantizeLinear", [x, graph.constant(f"{output}.one", ONE), zero], output)


def times(graph: Graph, x: str, whole: str, output: str) -> str:
    """Multiply by whole numbers that are in steps."""
    name = f"{output}.whole"
    parts = [f"{name}.{part}" for part in ("x", "scale", "zero")]
    graph.nodes.append(helper.make_node("DynamicQuantizeLinear", [x], parts, name=name))
    inputs = [parts[0], whole, parts[1], graph.constant(f"{output}.one", ONE), parts[2]]
    return graph.op("MatMulIntegerToFloat", inputs, output, domain=MICROSOFT)


def reader(weights: dict[str, Floats], steps: Floats) -> bytes:
    """Return the file that reads windows."""
    graph = lower_graph()
    graph.weights = weights
    inner = [graph.constant(f"inner{i}", np.array([v])) for i, v in enumerate((1, -1))]
    zero = graph.constant("axis0", np.array([0]))
    one = graph.op("Squeeze", ["states", zero], "one")
    graph.op("Slice", [one, *inner, zero], "read")
    kinds = graph.constant("kinds", np.array([len(weights[f"{LAYER}side.weight"])]))
    branches = {
        "then_branch": branch(asked(weights, steps), "asked"),
        "else_branch": branch(said(), "said"),
    }
    condition = graph.op("Less", ["kind", kinds], "is_asked")
    names = [name for name, *_ in KEPT]
    graph.nodes.append(helper.make_node("If", [condition], names, "kept", **branches))
    inputs: list[Value] = [
        ("input_ids", TensorProto.INT64, [1, "sequence"]),
        ("kind", TensorProto.INT64, [1]),
    ]
    return written(graph, "groundgraph-tokens-reader", inputs, KEPT)


def asked(weights: dict[str, Floats], steps: Floats) -> Graph:
    """Return what an answer's tokens ask for: unit vectors, and the trained layer's memory."""
    graph = Graph(weights)
    vectors = units(graph, "read", np.float32(1) / steps)
    rounded(graph, graph.op("Transpose", [vectors], "turned", perm=[1, 0]), "unit.asked")
    names = [f"{LAYER}key", f"{LAYER}value"]
    both = together(graph, "read", "remembered", names)
    # What evidence and question add before the product is as much after it for each.
    sides = [weights[f"{LAYER}side.weight"] @ weights[f"{name}.weight"].T for name in names]
    each = graph.half("remembered.side", np.concatenate(sides, axis=1))
    own = graph.op("Gather", [each, "kind"], "remembered.beside")
    placed = graph.op("Add", [both, own], "remembered.placed")
    in_heads(graph, placed, ["keys.rows", "values.asked"])
    graph.op("Transpose", ["keys.rows"], "keys.asked", perm=[0, 2, 1])
    return graph


def together(graph: Graph, x: str, output: str, names: Sequence[str]) -> str:
    """Apply dense layers in one product; their outputs stand side by side."""
    kernel = np.concatenate([graph.weights[f"{name}.weight"].T for name in names], axis=1)
    bias = np.concatenate([graph.weights[f"{name}.bias"] for name in names])
    return product(graph, x, output, kernel, bias)


def said() -> Graph:
    """Return what is kept of an answer."""
    graph = Graph({})
    graph.op("Identity", ["read"], "own.said")
    return graph


def branch(graph: Graph, suffix: str) -> Any:
    """Return one side of an `If`; what it does not make is empty."""
    made = {name for node in graph.nodes for name in node.output}
    outputs = []
    for name, kind, shape in KEPT:
        if f"{name}.{suffix}" not in made:
            size = [each if isinstance(each, int) else 0 for each in shape]
            empty = np.zeros(size, np.int8 if kind == TensorProto.INT8 else np.float32)
            graph.op("Identity", [graph.constant(f"{name}.none", empty)], f"{name}.{suffix}")
        outputs.append(helper.make_tensor_value_info(f"{name}.{suffix}", kind, shape))
    return helper.make_graph(graph.nodes, suffix, [], outputs, graph.initializers)


def units(graph: Graph, x: str, factor: Floats) -> str:
    """Return unit vectors whose channels are multiplied by ``factor``."""
    unit = graph.op("LpNormalization", [x], "unit_vectors", axis=-1, p=2)
    return graph.op("Mul", [unit, graph.constant("unit.factor", factor)], "unit.scaled")


def judge(weights: dict[str, Floats], data: Data, steps: Floats) -> bytes:
    """Return the file that judges an answer."""
    graph = Graph(weights)
    n_rows = len(data.mean)
    named = [graph.constant("mean", data.mean), graph.constant("scale", data.scale)]
    rows = graph.op("Div", [graph.op("Sub", ["rows", named[0]], "centred"), named[1]], "scaled")
    bounds = [graph.constant(n, np.float32(v)) for n, v in (("low", -4), ("high", 4))]
    clipped = graph.op("Clip", [rows, *bounds], "clipped")
    rows = graph.op("Concat", [clipped, nearness(graph, steps)], "all_rows", axis=1)
    x = graph.op("Add", ["own", linear_exact(graph, rows, "enter")], "entered")
    both = graph.op("Concat", [layer(graph, x), rows], "both", axis=1)
    hidden = gelu(graph, linear_exact(graph, both, "dense"), "hidden")
    logits = linear_exact(graph, hidden, "token")
    axis = graph.constant("axis0", np.array([0]))
    most = graph.op("ReduceMax", [hidden], "most", axes=[0], keepdims=1)
    mean = graph.op("ReduceMean", [hidden], "mean_hidden", axes=[0], keepdims=1)
    pooled = graph.op("Concat", [most, mean], "pooled", axis=1)
    response = graph.op("Squeeze", [linear_exact(graph, pooled, "response"), axis], "answer")
    # numpy would compute the last with threads that spin and take the cores from these.
    shapes = ((logits, ["tokens", 3]), (response, [1]), ("cosines", ["tokens", "shown"]))
    inputs: list[Value] = [("rows", TensorProto.FLOAT, ["tokens", n_rows]), *KEPT]
    outputs: list[Value] = [(name, TensorProto.FLOAT, [*shape]) for name, shape in shapes]
    return written(graph, "groundgraph-tokens-judge", inputs, outputs)


def nearness(graph: Graph, steps: Floats) -> str:
    """Return 4 times the highest cosine to evidence, and to the top ones, less 2: ``(n, 2)``."""
    times(graph, units(graph, "own", steps), "unit", "cosines")
    length = graph.op("Shape", ["unit"], "length", start=1, end=2)
    count = graph.op("Min", [length, graph.constant("top", np.array([TOP_COSINES]))], "count")
    graph.nodes.append(helper.make_node("TopK", ["cosines", count], ["tops", "which"], axis=1))
    most = graph.op("ReduceMax", ["tops"], "highest", axes=[1], keepdims=1)
    mean = graph.op("ReduceMean", ["tops"], "mean_top", axes=[1], keepdims=1)
    pair = graph.op("Concat", [most, mean], "pair", axis=1)
    wide = graph.op("Mul", [pair, graph.constant("four", np.float32(4))], "wider")
    return graph.op("Sub", [wide, graph.constant("two", np.float32(2))], "near")


def linear_exact(graph: Graph, x: str, name: str) -> str:
    """A small product in fp32."""
    kernel = graph.half(f"{name}.kernel", graph.weights[f"{name}.weight"].T)
    inputs = [x, kernel]
    return graph.op("Add", [graph.op("MatMul", inputs, f"{name}.product"),
                            graph.weight(f"{name}.bias")], f"{name}.out")  # fmt: skip


def gelu(graph: Graph, x: str, output: str) -> str:
    return graph.op("Gelu", [x], output, domain=MICROSOFT)


def layer(graph: Graph, x: str) -> str:
    """The trained layer: attention to evidence and answer, then the dense part."""
    found = attention(graph, x)
    x = norm(graph, x, linear(graph, found, f"{LAYER}output"), f"{LAYER}attended")
    wide = gelu(graph, linear(graph, x, f"{LAYER}wide"), f"{LAYER}active")
    return norm(graph, x, linear(graph, wide, f"{LAYER}narrow"), f"{LAYER}done")


def attention(graph: Graph, x: str) -> str:
    """Attend to evidence and answer, one head after another.

    What all heads attend to at once does not fit into a core's cache.
    """
    parts = together(graph, x, "parts", [f"{LAYER}{n}" for n in ("query", "key", "value")])
    rows = ["queries", "own.keys", "own.values"]
    in_heads(graph, parts, rows)
    inputs = [*rows, "keys", "values"]
    found = graph.op("Scan", inputs, "found", body=head(), num_scan_inputs=len(inputs))
    turned = graph.op("Transpose", [found], "found.turned", perm=[1, 0, 2])
    shape = graph.constant("found.shape", np.array([0, WIDTH]))
    return graph.op("Reshape", [turned, shape], "found.rows")


def head() -> Any:
    """Return one head's attention: query, own keys and values, and those of the evidence."""
    graph = Graph({})
    own = graph.op("Transpose", ["key"], "key.turned", perm=[1, 0])
    keys = graph.op("Concat", ["keys.evidence", own], "keys.all", axis=1)
    values = graph.op("Concat", ["values.evidence", "value"], "values.all", axis=0)
    scaled = {"domain": MICROSOFT, "alpha": HEAD**-0.5}
    scores = graph.op("FusedMatMul", ["query", keys], "scores", **scaled)
    graph.op("MatMul", [graph.op("Softmax", [scores], "weights", axis=-1), values], "head")
    rows, beside = ["tokens", HEAD], {"keys": [HEAD, "beside"], "values": ["beside", HEAD]}
    shapes = {"query": rows, "key": rows, "value": rows}
    shapes |= {f"{name}.evidence": shape for name, shape in beside.items()}
    value = helper.make_tensor_value_info
    inputs = [value(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]
    output = value("head", TensorProto.FLOAT, rows)
    return helper.make_graph(graph.nodes, "head", inputs, [output], graph.initializers)


def norm(graph: Graph, x: str, more: str, name: str) -> str:
    inputs = [graph.op("Add", [x, more], f"{name}.sum"), graph.weight(f"{name}.weight"),
              graph.weight(f"{name}.bias")]  # fmt: skip
    return graph.op("LayerNormalization", inputs, f"{name}.out", axis=-1, epsilon=EPSILON)


def written(graph: Graph, name: str, inputs: Sequence[Value], outputs: Sequence[Value]) -> bytes:
    """Return the graph as a checked ONNX file."""
    value = helper.make_tensor_value_info
    proto = helper.make_model(
        helper.make_graph(
            graph.nodes,
            name,
            [value(*each) for each in inputs],
            [value(*each) for each in outputs],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=8,
        producer_name="training/tokens/export.py",
    )
    onnx.checker.check_model(proto)
    return bytes(proto.SerializeToString(deterministic=True))


CARD = """# The token classifier

Says of each word of an answer whether its evidence supports it. Behind
`groundgraph.parts.token_classifiers.minilm.MiniLMTokens`, and through it `fused`. Written by
`python -m training.tokens.export`; do not edit by hand.

| | |
|---|---|
{files}
| licence | Apache-2.0; lower layers from sentence-transformers/all-MiniLM-L6-v2, Apache-2.0 |
| trained on | RAGTruth train split, all qualities; copies of 15% of its grounded answers with \
one number, of 15% with one name exchanged. In the second stage also sentences of its evidence, as \
they are and with a negation put in or taken out, a word exchanged for its opposite, two names or \
one number exchanged; and pairs of MNLI, BEGIN, SummEdits and FactCheck-GPT, of which only the \
label of the whole is used and a tenth is held out |
| licences of the data | RAGTruth MIT (its texts come from MS MARCO, CNN/Daily Mail and Yelp), \
MNLI OANC, BEGIN CC BY 4.0, SummEdits and FactCheck-GPT Apache-2.0 |
| commands | `scripts/train_fused DATA`, which runs `python -m training.tokens.data --data DATA`, \
`python -m training.tokens.pairs --data DATA`, `python -m training.tokens.train`, \
`python -m training.tokens.train --stage 2`, `python -m training.tokens.export` |
| time on two cores, partly beside other work | reading 15 minutes, first stage 104, \
second stage 48 |
| first stage | `{first}` |
| second stage | `{second}` |

`reader.onnx` reads a window of at most 254 tokens alone: {frozen} frozen layer, and the keys and
values of the trained layer. `judge.onnx` reads an answer beside the windows of its evidence: that
layer, and heads for three classes of each token (supported, unsupported, contradicted) and for the
answer. Matrices and unit vectors are 7-bit integers. {n} models are trained, each without one of
{n} folds of the sources; what they say of that fold fits the heads of `fused`. The one that is
shipped goes on from the first of them, in the second stage, with all sources. After the first
stage a model's weights are the mean of two runs, which differ in their order; after the second,
the mean of those that it began with, which count a third, and those that it ended with.

## Out-of-fold, train

Each answer judged by the one of the folds' models that had not seen its source. 95% bootstrap
interval by source.

| task | answers (hallucinated) | AUROC of the answer's logit | AUROC of its words |
|---|---|---|---|
{figures}

Figures on the test rows are in the card of `fused`.

## Limits

- English prose, and data as JSON or tables that `groundgraph` flattens to facts.
- It was trained on answers of six models of 2023. A word is scored for what annotators of RAGTruth
  marked: mostly additions that the passages lack.
- Of evidence above 4,096 tokens it reads the windows that share most tokens with the answer.
- "Contradicted" against "unsupported" is much harder than either against "supported".
"""


def figures(work: Path, data: Data) -> str:
    """Lay out how well answers and words are told apart, a task to a row."""
    rows = [row for path in judged_folds(work) for row in _judged(path, data)]
    lines = []
    for task in ("all", *sorted({row[0]["task"] for row in rows})):
        own = [row for row in rows if task in {"all", row[0]["task"]}]
        labels = np.array([about["label"] for about, *_ in own])
        sources = [about["source"] for about, *_ in own]
        answers = interval(auroc, labels, [answer for _, answer, *_ in own], groups=sources)
        gold = np.concatenate([g for *_, g in own])
        words = auroc(gold, np.concatenate([w for _, _, w, _ in own]))
        lines.append(
            f"| {task} | {len(own):,} ({int(labels.sum()):,}) | {answers.value:.3f} "
            f"[{answers.low:.3f}, {answers.high:.3f}] | {words:.3f} |"
        )
    return "\n".join(lines)


def _judged(path: Path, data: Data) -> Iterator[tuple[dict[str, Any], float, Any, Any]]:
    """Yield each answer's facts, its logit, and its words' scores and labels."""
    found = dict(np.load(path))
    stops = np.cumsum(found["lengths"])
    for number, answer, length, stop in zip(
        found["numbers"], found["responses"], found["lengths"], stops, strict=True
    ):
        about = data.about[number]
        if about["copy"]:
            continue
        gold = data.labels[data.answer_at[number] : data.answer_at[number + 1]]
        said = found["tokens"][stop - length : stop]
        scores = np.logaddexp(said[:, 1], said[:, 2]) - said[:, 0]
        yield about, float(answer), scores[gold >= 0], gold[gold >= 0] > 0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--work", type=Path, default=Path(".cache/tokens"))
    parser.add_argument("--output", type=Path, default=TARGET)
    arguments = parser.parse_args()
    path = arguments.work / SECOND / "fold_all.pt"
    content = torch.load(path, weights_only=True, map_location="cpu")
    weights = {name: values.float().numpy() for name, values in content["model"].items()}
    recipe = Recipe(**content["recipe"])
    data = Data(arguments.work, "cpu")
    if recipe.layers != 1:
        raise SystemExit(f"{path} has {recipe.layers} trained layers; expected 1")
    steps = unit_steps(data)
    files = {
        "reader.onnx": reader(weights, steps),
        "judge.onnx": judge(weights, data, steps),
        "rarity.json": (arguments.work / "rarity.json").read_bytes(),
    }
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (arguments.output / name).write_bytes(content)
    print(write_sums(arguments.output).read_text())
    listed = "\n".join(
        f"| `{name}` | {len(content):,} bytes, sha256 `{hashlib.sha256(content).hexdigest()}` |"
        for name, content in files.items()
    )
    first = torch.load(arguments.work / "fold_0.pt", weights_only=True)["recipe"]
    card = CARD.format(
        files=listed, first=json.dumps(first), second=json.dumps(asdict(recipe)),
        n=recipe.folds, frozen=FROZEN, figures=figures(arguments.work, data),
    )  # fmt: skip
    (arguments.output / "MODEL_CARD.md").write_text(card)


if __name__ == "__main__":
    main()
