"""Convert the trained token model to the two ONNX files that groundgraph ships.

    python scripts/export_token_model.py     # writes src/groundgraph/models/tokens

`reader.onnx` is run on each window of evidence or answer alone: the frozen layers, and what the
trained layers ask of evidence. `judge.onnx` is run on an answer. Matrices are stored as 7-bit
integers as in `export_verifier.py`; the graphs are written node by node. The weights are those
of the model that the second stage trained on all sources.
"""

from __future__ import annotations

import argparse
import hashlib
import json
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
from train_token_model import HEADS, SECOND, TOP_COSINES, WIDTH, Data, judged_folds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

TARGET = Path(__file__).parents[1] / "src" / "groundgraph" / "models" / "tokens"
EPSILON = 1e-12
HEAD = WIDTH // HEADS
_STATES = ("states_1", "states_2")


def heads(graph: Graph, x: str, output: str, *, turned: bool = False) -> str:
    """Turn ``(n, 384)`` into ``(12, n, 32)``, or ``(12, 32, n)``."""
    shape = graph.constant(f"{output}.shape", np.array([-1, HEADS, HEAD]))
    split = graph.op("Reshape", [x, shape], f"{output}.split")
    return graph.op("Transpose", [split], output, perm=[1, 2, 0] if turned else [1, 0, 2])


def unit(graph: Graph, x: str, output: str) -> str:
    return graph.op("LpNormalization", [x], output, axis=-1, p=2)


def reader(weights: dict[str, NDArray[np.float32]], layers: int) -> bytes:
    """Return the file that reads windows."""
    graph = lower_graph()
    graph.weights = weights
    outputs = []
    inner = [graph.constant(f"inner{i}", np.array([v])) for i, v in enumerate((1, -1))]
    zero = graph.constant("axis0", np.array([0]))
    for i, name in enumerate(_STATES):
        one = graph.op("Squeeze", [name, zero], f"{name}.one")
        own = graph.op("Slice", [one, *inner, zero], f"own_{i}")
        outputs += [(own, ["tokens", WIDTH]), (unit(graph, own, f"unit_{i}"), ["tokens", WIDTH])]
    for i in range(layers):
        prefix = f"layers.{i}."
        side = graph.op("Gather", [graph.weight(f"{prefix}side.weight"), "kind"], f"side_{i}")
        beside = graph.op("Add", [f"own_{i}", side], f"beside_{i}")
        for part in ("key", "value"):
            whole = linear(graph, beside, f"{prefix}{part}")
            turned = part == "key"
            shape = [HEADS, HEAD, "tokens"] if turned else [HEADS, "tokens", HEAD]
            outputs.append((heads(graph, whole, f"{part}_{i}", turned=turned), shape))
    inputs = [("input_ids", TensorProto.INT64, [1, "sequence"]), ("kind", TensorProto.INT64, [1])]
    return written(graph, "groundgraph-tokens-reader", inputs, outputs)


def judge(weights: dict[str, NDArray[np.float32]], data: Data, layers: int) -> bytes:
    """Return the file that judges an answer."""
    graph = Graph(weights)
    n_rows = len(data.mean)
    named = [graph.constant("mean", data.mean), graph.constant("scale", data.scale)]
    rows = graph.op("Div", [graph.op("Sub", ["rows", named[0]], "centred"), named[1]], "scaled")
    bounds = [graph.constant(n, np.float32(v)) for n, v in (("low", -4), ("high", 4))]
    parts = [graph.op("Clip", [rows, *bounds], "clipped")]
    parts += [nearness(graph, i) for i in range(2)]
    rows = graph.op("Concat", parts, "all_rows", axis=1)
    x = graph.op("Add", ["own_0", linear_exact(graph, rows, "enter")], "entered")
    inputs = [("rows", ["tokens", n_rows]), ("own_0", ["tokens", WIDTH])]
    inputs += [(f"unit_{i}", ["tokens", WIDTH]) for i in range(2)]
    inputs += [(f"evidence_{i}", ["evidence", WIDTH]) for i in range(2)]
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
    outputs = [(logits, ["tokens", 3]), (response, [1]), ("cosines_1", ["tokens", "evidence"])]
    typed = [(name, TensorProto.FLOAT, shape) for name, shape in inputs]
    return written(graph, "groundgraph-tokens-judge", typed, outputs)


def nearness(graph: Graph, i: int) -> str:
    """Return 4 times the highest cosine to evidence, and to the top ones, less 2: ``(n, 2)``."""
    across = graph.op("Transpose", [f"evidence_{i}"], f"across_{i}", perm=[1, 0])
    graph.op("MatMul", [f"unit_{i}", across], f"cosines_{i}")
    length = graph.op("Shape", [f"evidence_{i}"], f"length_{i}", start=0, end=1)
    count = graph.op("Min", [length, graph.constant(f"top_{i}", np.array([TOP_COSINES]))], f"k_{i}")
    graph.nodes.append(
        helper.make_node("TopK", [f"cosines_{i}", count], [f"tops_{i}", f"which_{i}"], axis=1)
    )
    most = graph.op("ReduceMax", [f"tops_{i}"], f"most_{i}", axes=[1], keepdims=1)
    mean = graph.op("ReduceMean", [f"tops_{i}"], f"mean_{i}", axes=[1], keepdims=1)
    pair = graph.op("Concat", [most, mean], f"pair_{i}", axis=1)
    wide = graph.op("Mul", [pair, graph.constant(f"four_{i}", np.float32(4))], f"wide_{i}")
    return graph.op("Sub", [wide, graph.constant(f"two_{i}", np.float32(2))], f"near_{i}")


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
| time on one core | reading 8 and 3 minutes; first stage 18 minutes a fold; second stage, two \
runs whose weights are averaged, 35 minutes a fold, 55 for the model of all sources |
| first stage | `{first}` |
| second stage | `{second}` |

`reader.onnx` reads a window of at most 254 tokens alone: three frozen layers, and the keys and
values of the trained layers. `judge.onnx` reads an answer beside the windows of its evidence: two
layers, and heads for three classes of each token (supported, unsupported, contradicted) and for the
answer. Matrices are stored as 7-bit integers. {n} models are trained, each without one of {n} folds
of the sources; what they say of that fold fits the heads of `fused`. The one that is shipped goes
on from the first of them, in the second stage, with all sources.

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
    recipe, data = content["recipe"], Data(arguments.work, "cpu")
    files = {
        "reader.onnx": reader(weights, recipe["layers"]),
        "judge.onnx": judge(weights, data, recipe["layers"]),
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
    runs = [
        torch.load(run, weights_only=True)["recipe"]
        for run in sorted(path.parent.glob("fold_all.*.pt"))
    ]
    second = "`, and `".join(json.dumps(each) for each in runs)
    card = CARD.format(files=listed, first=json.dumps(first), second=second,
                       n=recipe["folds"],
                       figures=figures(arguments.work, data))  # fmt: skip
    (arguments.output / "MODEL_CARD.md").write_text(card)


if __name__ == "__main__":
    main()
