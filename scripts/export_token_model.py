"""Convert the trained token model to the two ONNX files that groundgraph ships.

    python scripts/export_token_model.py     # writes src/groundgraph/models/tokens

`reader.onnx` is run on each window of evidence or answer alone: the frozen layers below the trained
ones, and what these ask of evidence. `judge.onnx` is run on an answer. Matrices are stored as 7-bit
integers as in `export_verifier.py`; the graphs are written node by node. The weights are those
of the model that the second stage trained on all sources.
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

from export_minilm import MICROSOFT, Graph
from export_verifier import linear
from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc
from token_lower import lower_graph
from token_network import HEADS, TOP_COSINES, WIDTH
from train_token_model import SECOND, Data, Recipe, judged_folds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

TARGET = Path(__file__).parents[1] / "src" / "groundgraph" / "models" / "tokens"
EPSILON = 1e-12
HEAD = WIDTH // HEADS


def heads(graph: Graph, x: str, output: str, *, turned: bool = False) -> str:
    """Turn ``(n, 384)`` into ``(12, n, 32)``, or ``(12, 32, n)``."""
    shape = graph.constant(f"{output}.shape", np.array([-1, HEADS, HEAD]))
    split = graph.op("Reshape", [x, shape], f"{output}.split")
    return graph.op("Transpose", [split], output, perm=[1, 2, 0] if turned else [1, 0, 2])


def reader(weights: dict[str, NDArray[np.float32]], first: int, layers: int) -> bytes:
    """Return the file that reads windows."""
    graph = lower_graph(first)
    graph.weights = weights
    inner = [graph.constant(f"inner{i}", np.array([v])) for i, v in enumerate((1, -1))]
    zero = graph.constant("axis0", np.array([0]))
    one = graph.op("Squeeze", [f"states_{first}", zero], "one")
    own = graph.op("Slice", [one, *inner, zero], "own")
    units = graph.op("LpNormalization", [own], "unit", axis=-1, p=2)
    outputs: list[tuple[str, list[Any]]] = [(name, ["tokens", WIDTH]) for name in (own, units)]
    outputs += asked(graph, own, layers)
    inputs = [("input_ids", TensorProto.INT64, [1, "sequence"]), ("kind", TensorProto.INT64, [1])]
    return written(graph, "groundgraph-tokens-reader", inputs, outputs)


def asked(graph: Graph, own: str, layers: int) -> list[tuple[str, list[Any]]]:
    """Add the keys and values of evidence and question; an answer has none, and nobody asks it."""
    read, nothing = Graph(graph.weights), Graph({})
    for i in range(layers):
        prefix = f"layers.{i}."
        side = read.op("Gather", [read.weight(f"{prefix}side.weight"), "kind"], f"side_{i}")
        beside = read.op("Add", [own, side], f"beside_{i}")
        for part in ("key", "value"):
            whole = linear(read, beside, f"{prefix}{part}")
            heads(read, whole, f"{part}_{i}.read", turned=part == "key")
            empty = (HEADS, HEAD, 0) if part == "key" else (HEADS, 0, HEAD)
            none = nothing.constant(f"{part}_{i}.none", np.zeros(empty, np.float32))
            nothing.op("Identity", [none], f"{part}_{i}.empty")
    shapes: dict[str, list[Any]] = {"key": [HEADS, HEAD, "seen"], "value": [HEADS, "seen", HEAD]}
    found = [(f"{part}_{i}", shapes[part]) for i in range(layers) for part in ("key", "value")]
    kinds = graph.constant("answer", np.array([len(graph.weights["layers.0.side.weight"])]))
    branches = {
        f"{branch}_branch": helper.make_graph(
            inner.nodes,
            branch,
            [],
            [
                helper.make_tensor_value_info(f"{name}.{suffix}", TensorProto.FLOAT, shape)
                for name, shape in found
            ],
            inner.initializers,
        )
        for branch, suffix, inner in (("then", "read", read), ("else", "empty", nothing))
    }
    condition = graph.op("Less", ["kind", kinds], "is_asked")
    names = [name for name, _ in found]
    graph.nodes.append(helper.make_node("If", [condition], names, "asked", **branches))
    return found


def judge(weights: dict[str, NDArray[np.float32]], data: Data, layers: int) -> bytes:
    """Return the file that judges an answer."""
    graph = Graph(shared_nearness(weights))
    n_rows = len(data.mean)
    named = [graph.constant("mean", data.mean), graph.constant("scale", data.scale)]
    rows = graph.op("Div", [graph.op("Sub", ["rows", named[0]], "centred"), named[1]], "scaled")
    bounds = [graph.constant(n, np.float32(v)) for n, v in (("low", -4), ("high", 4))]
    clipped = graph.op("Clip", [rows, *bounds], "clipped")
    rows = graph.op("Concat", [clipped, nearness(graph)], "all_rows", axis=1)
    x = graph.op("Add", ["own", linear_exact(graph, rows, "enter")], "entered")
    inputs: list[tuple[str, list[Any]]] = [("rows", ["tokens", n_rows])]
    inputs += [(name, ["tokens", WIDTH]) for name in ("own", "unit")]
    inputs += [("evidence", ["evidence", WIDTH])]
    for i in range(layers):
        x = layer(graph, x, i)
        inputs += [(f"key_{i}", [HEADS, HEAD, "all"]), (f"value_{i}", [HEADS, "all", HEAD])]
    both = graph.op("Concat", [x, rows], "both", axis=1)
    hidden = gelu(graph, linear_exact(graph, both, "dense"), "hidden")
    logits = linear_exact(graph, hidden, "token")
    axis = graph.constant("axis0", np.array([0]))
    most = graph.op("ReduceMax", [hidden], "most", axes=[0], keepdims=1)
    mean = graph.op("ReduceMean", [hidden], "mean_hidden", axes=[0], keepdims=1)
    pooled = graph.op("Concat", [most, mean], "pooled", axis=1)
    response = graph.op("Squeeze", [linear_exact(graph, pooled, "response"), axis], "answer")
    # numpy would compute the last with threads that spin and take the cores from these.
    outputs = [(logits, ["tokens", 3]), (response, [1]), ("cosines", ["tokens", "evidence"])]
    typed = [(name, TensorProto.FLOAT, shape) for name, shape in inputs]
    return written(graph, "groundgraph-tokens-judge", typed, outputs)


def nearness(graph: Graph) -> str:
    """Return 4 times the highest cosine to evidence, and to the top ones, less 2: ``(n, 2)``."""
    across = graph.op("Transpose", ["evidence"], "across", perm=[1, 0])
    graph.op("MatMul", ["unit", across], "cosines")
    length = graph.op("Shape", ["evidence"], "length", start=0, end=1)
    count = graph.op("Min", [length, graph.constant("top", np.array([TOP_COSINES]))], "count")
    graph.nodes.append(helper.make_node("TopK", ["cosines", count], ["tops", "which"], axis=1))
    most = graph.op("ReduceMax", ["tops"], "highest", axes=[1], keepdims=1)
    mean = graph.op("ReduceMean", ["tops"], "mean_top", axes=[1], keepdims=1)
    pair = graph.op("Concat", [most, mean], "pair", axis=1)
    wide = graph.op("Mul", [pair, graph.constant("four", np.float32(4))], "wider")
    return graph.op("Sub", [wide, graph.constant("two", np.float32(2))], "near")


def shared_nearness(weights: dict[str, NDArray[np.float32]]) -> dict[str, NDArray[np.float32]]:
    """Return weights for one pair of cosines: those to the two layers' states are the same."""
    joined = dict(weights)
    for name in ("enter.weight", "dense.weight"):
        first, second = weights[name][:, -4:-2], weights[name][:, -2:]
        joined[name] = np.concatenate([weights[name][:, :-4], first + second], axis=1)
    return joined


def linear_exact(graph: Graph, x: str, name: str) -> str:
    """A small product in fp32."""
    kernel = graph.half(f"{name}.kernel", graph.weights[f"{name}.weight"].T)
    inputs = [x, kernel]
    return graph.op("Add", [graph.op("MatMul", inputs, f"{name}.product"),
                            graph.weight(f"{name}.bias")], f"{name}.out")  # fmt: skip


def gelu(graph: Graph, x: str, output: str) -> str:
    return graph.op("Gelu", [x], output, domain=MICROSOFT)


def layer(graph: Graph, x: str, i: int) -> str:
    """One trained layer: attention to evidence and answer, then the dense part."""
    p = f"layers.{i}."
    query, key, value = (
        heads(graph, linear(graph, x, f"{p}{part}"), f"{p}{part}.heads", turned=part == "key")
        for part in ("query", "key", "value")
    )  # fmt: skip
    keys = graph.op("Concat", [f"key_{i}", key], f"{p}keys", axis=2)
    values = graph.op("Concat", [f"value_{i}", value], f"{p}values", axis=1)
    root = graph.constant(f"{p}root", np.float32(HEAD**-0.5))
    scores = graph.op("MatMul", [graph.op("Mul", [query, root], f"{p}asked"), keys], f"{p}scores")
    shares = graph.op("Softmax", [scores], f"{p}shares", axis=2)
    found = graph.op("MatMul", [shares, values], f"{p}found")
    turned = graph.op("Transpose", [found], f"{p}turned", perm=[1, 0, 2])
    shape = graph.constant(f"{p}flat", np.array([-1, WIDTH]))
    joined = graph.op("Reshape", [turned, shape], f"{p}joined")
    x = norm(graph, x, linear(graph, joined, f"{p}output"), f"{p}attended")
    wide = gelu(graph, linear(graph, x, f"{p}wide"), f"{p}wide.active")
    return norm(graph, x, linear(graph, wide, f"{p}narrow"), f"{p}done")


def norm(graph: Graph, x: str, more: str, name: str) -> str:
    inputs = [graph.op("Add", [x, more], f"{name}.sum"), graph.weight(f"{name}.weight"),
              graph.weight(f"{name}.bias")]  # fmt: skip
    return graph.op("LayerNormalization", inputs, f"{name}.out", axis=-1, epsilon=EPSILON)


def written(graph: Graph, name: str, inputs: Sequence[Any], outputs: Sequence[Any]) -> bytes:
    """Return the graph as a checked ONNX file."""
    value = helper.make_tensor_value_info
    proto = helper.make_model(
        helper.make_graph(
            graph.nodes,
            name,
            [value(*each) for each in inputs],
            [value(name, TensorProto.FLOAT, shape) for name, shape in outputs],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=8,
        producer_name="groundgraph/scripts/export_token_model.py",
    )
    onnx.checker.check_model(proto)
    return bytes(proto.SerializeToString(deterministic=True))


CARD = """# The token classifier

Says of each word of an answer whether its evidence supports it. Behind
`groundgraph.parts.token_classifier.MiniLMTokens`, and through it `fused`. Written by
`python scripts/export_token_model.py`; do not edit by hand.

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
| commands | `python scripts/token_data.py --data DATA`, \
`python scripts/token_pairs.py --data DATA`, `python scripts/train_token_model.py`, \
`python scripts/train_token_model.py --stage 2`, `python scripts/export_token_model.py` |
| time on one core | reading 8 and 3 minutes; first stage 18 minutes a fold; second stage \
17 minutes a fold, 26 for the model of all sources |
| first stage | `{first}` |
| second stage | `{second}` |

`reader.onnx` reads a window of at most 254 tokens alone: two frozen layers, and the keys and
values of the trained layers. `judge.onnx` reads an answer beside the windows of its evidence: two
layers, and heads for three classes of each token (supported, unsupported, contradicted) and for the
answer. Matrices are stored as 7-bit integers. {n} models are trained, each without one of {n} folds
of the sources; what they say of that fold fits the heads of `fused`. The one that is shipped goes
on from the first of them, in the second stage, with all sources. In the first stage the second
trained layer attends to the states of a third frozen one, which the second stage leaves out.

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
    if not recipe.shallow:
        parser.error(f"{path} attends to two depths of the evidence; the files hold one")
    data = Data(arguments.work, "cpu", shallow=True)
    files = {
        "reader.onnx": reader(weights, recipe.first_layer, recipe.layers),
        "judge.onnx": judge(weights, data, recipe.layers),
        "rarity.json": (arguments.work / "rarity.json").read_bytes(),
    }
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (arguments.output / name).write_bytes(content)
        digest = hashlib.sha256(content).hexdigest()
        print(f"{arguments.output / name}: {len(content):,} bytes, sha256 {digest}")
    listed = "\n".join(
        f"| `{name}` | {len(content):,} bytes, sha256 `{hashlib.sha256(content).hexdigest()}` |"
        for name, content in files.items()
    )
    first = torch.load(arguments.work / "fold_0.pt", weights_only=True)["recipe"]
    card = CARD.format(
        files=listed, first=json.dumps(first), second=json.dumps(asdict(recipe)),
        n=recipe.folds, figures=figures(arguments.work, data),
    )  # fmt: skip
    (arguments.output / "MODEL_CARD.md").write_text(card)


if __name__ == "__main__":
    main()
