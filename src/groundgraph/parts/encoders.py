"""The embedded encoder: all-MiniLM-L6-v2 on onnxruntime, shipped with the package.

Weights and their provenance: ``models/minilm/MODEL_CARD.md``. A sentence's vector is the mean of
its token vectors at unit length, as sentence-transformers computes it (Reimers & Gurevych 2019,
arXiv:1908.10084).
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from functools import cache as once
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.parts.cache import encode_once, open_cache
from groundgraph.parts.windows import readable, windows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from groundgraph.types import Span

SHA256 = "22939ce1bd04982346ac1293fb0e89fd639430311764f75822030d3b5e7200f9"
"""Of the shipped ``model.onnx``."""
DIMENSION = 384
_POSITIONS = 512
_LEAST = 8  # room for any one character
_SPECIAL = 2  # [CLS] and [SEP]
_FOLDER = Path(str(files("groundgraph") / "models" / "minilm"))
_LOADING = threading.Lock()


@dataclass(frozen=True)
class MiniLM:
    """all-MiniLM-L6-v2: 384 dimensions, English, no download.

    A text's vector does not depend on what else is encoded with it, up to 1e-5. A run of more
    than 100 letters without a space is one unknown token to this model, whatever they are. The
    model is loaded on first use and shared by all instances of the process.

    Attributes:
        max_tokens: Tokens read of each text, [CLS] and [SEP] among them; 256 is what the model
            was trained for, 512 the most it has positions for. `encode` ignores what is
            beyond, as sentence-transformers does; `windows` cuts so that nothing is.
        threads: Threads of a batch's computation; 0 takes every core that the process may
            use.
        batch_tokens: Tokens, padding among them, computed at once; bounds memory.
        cache: "memory" (the vectors used last), "off", or the path of a SQLite file.

    Raises:
        InputError: When a number is out of range.
    """

    max_tokens: int = 256
    threads: int = field(default=0, compare=False, metadata={"spec": False})
    batch_tokens: int = field(default=1024, compare=False, metadata={"spec": False})
    cache: str = field(default="memory", compare=False, metadata={"spec": False})

    def __post_init__(self) -> None:
        _check("max_tokens", self.max_tokens, _LEAST, _POSITIONS)
        _check("threads", self.threads, 0, 1024)
        _check("batch_tokens", self.batch_tokens, 1, 2**20)

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """Return unit vectors, shape ``(n_texts, 384)``; an empty text has one too.

        Raises:
            ModelError: When the model's files are missing or damaged, or the cache's file
                cannot be used.
        """
        if not texts:
            return np.empty((0, DIMENSION), np.float32)
        identity = f"{SHA256}/{self.max_tokens}"
        clean = [readable(text) for text in texts]
        return encode_once(clean, self._compute, open_cache(self.cache), identity)

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        """Return, for each text, the spans that `encode` can read whole.

        Cuts fall after sentences or between words; a word is cut only when it alone is above
        the limit.

        Raises:
            ModelError: When the tokenizer's file is missing or damaged.
        """
        return [self._windows(readable(text)) for text in texts]

    def _windows(self, text: str) -> list[Span]:
        limit = self.max_tokens - _SPECIAL
        # A token holds at least one character of the decomposed text, and a character
        # decomposes into at most four (ASCII into one): short texts need no tokenizer.
        if len(text) * (1 if text.isascii() else 4) <= limit:
            return windows(text, lambda _: (), limit)
        return windows(text, _token_starts, limit)

    def _compute(self, texts: list[str]) -> NDArray[np.float32]:
        session = _session(self.threads)
        ids = [self._ids(text) for text in texts]
        vectors = np.empty((len(ids), DIMENSION), np.float32)
        for batch in _batches([len(tokens) for tokens in ids], self.batch_tokens):
            feed = _padded([ids[row] for row in batch])
            (vectors[batch],) = session.run(["sentence_embedding"], feed)
        return vectors

    def _ids(self, text: str) -> NDArray[np.int32]:
        ids = _tokenizer().encode(text).ids
        if len(ids) > self.max_tokens:
            ids = ids[: self.max_tokens - 1] + ids[-1:]
        return np.array(ids, np.int32)


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise InputError(f"{name} is {value}; expected {low} to {high}", field=name)


def _token_starts(text: str) -> list[int]:
    return [start for start, _ in _tokenizer().encode(text, add_special_tokens=False).offsets]


def _batches(lengths: Sequence[int], budget: int) -> Iterator[list[int]]:
    """Yield rows of similar length, longest first, within the budget of padded tokens."""
    rows = sorted(range(len(lengths)), key=lambda row: -lengths[row])
    start = 0
    while start < len(rows):
        size = max(1, budget // lengths[rows[start]])
        yield rows[start : start + size]
        start += size


def _padded(ids: Sequence[NDArray[np.int32]]) -> dict[str, NDArray[np.int64]]:
    """Return the model's inputs, each of shape ``(n_texts, longest)``; the padding id is 0."""
    tokens = np.zeros((len(ids), max(map(len, ids))), np.int64)
    mask = np.zeros_like(tokens)
    for row, some in enumerate(ids):
        tokens[row, : len(some)] = some
        mask[row, : len(some)] = 1
    return {"input_ids": tokens, "attention_mask": mask}


@once
def _tokenizer() -> Tokenizer:
    from tokenizers import Tokenizer

    path = _FOLDER / "tokenizer.json"
    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # tokenizers raises nothing narrower
        raise _unusable(path, error) from error


def _session(threads: int) -> Any:
    with _LOADING:
        # A forked child has none of the parent's threads: each process loads its own session.
        return _load_session(threads or _usable_cores(), os.getpid())


def _usable_cores() -> int:
    asked = os.environ.get("OMP_NUM_THREADS", "")  # `check --workers` shares the cores by it
    if asked.isdecimal() and int(asked):
        return int(asked)
    # Left to itself, onnxruntime pins threads to all cores of the machine, and prints errors
    # where a container allows it only some.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@once
def _load_session(threads: int, _process: int) -> Any:
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Enough to fold the fp16 weights' casts; the graph is written with fused nodes already.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    # Threads that spin between batches take the cores from everything else.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    path = _FOLDER / "model.onnx"
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises nothing narrower
        raise _unusable(path, error) from error


def _unusable(path: Path, error: Exception) -> ModelError:
    return ModelError(f"{path} cannot be loaded ({error}); reinstall groundgraph")
