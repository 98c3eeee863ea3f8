"""How long `fused` takes for an answer, beside a ModernBERT-base token classifier.

    python benchmarks/reader.py --data ../shared/data [--rows 4] [--rounds 2]

The other side is what LettuceDetect-base is: a ModernBERT-base with a head for two labels, its
prompt, one answer at a time, in single precision through transformers. Its weights are random,
which costs the same time; words are cut by the shipped tokenizer, whose tokens are about as many.
--rows answers of each of RAGTruth's tasks, to distinct sources with nothing kept from before; both
take turns on the same answers, and of --rounds the quickest counts. Needs the extra ``hf``.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from transformers import ModernBertConfig, ModernBertForTokenClassification, PreTrainedTokenizerFast

from groundgraph import load
from groundgraph.datasets.ragtruth import TASKS, load_ragtruth
from groundgraph.methods.fused.blocks.reader import cut
from groundgraph.methods.fused.reading import read
from groundgraph.parts import wordpieces
from groundgraph.parts.encoders.minilm import TOKENIZER
from groundgraph.parts.onnx import tokenizer
from groundgraph.parts.readers.transformers import TransformersReader
from groundgraph.parts.segmenters.sentences import SentenceSegmenter

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundgraph.types import Example

MARKS = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}


def drawn(data: Path, rows: int) -> list[Example]:
    found: list[Example] = []
    for task in TASKS:
        by_source: dict[str, Example] = {}
        for example in load_ragtruth(data, tasks=[task], split="train"):
            by_source.setdefault(str(example.metadata["source_id"]), example)
        found += islice(by_source.values(), rows)
    return found


def save_modernbert(folder: Path) -> Path:
    """Save a ModernBERT-base of random weights, with the size and layout of the published one."""
    own = PreTrainedTokenizerFast(tokenizer_object=tokenizer(TOKENIZER), **MARKS)
    own.save_pretrained(folder)
    marks = {"bos_token_id": own.cls_token_id, "eos_token_id": own.sep_token_id}
    config = ModernBertConfig(
        num_labels=2,
        pad_token_id=own.pad_token_id,
        cls_token_id=own.cls_token_id,
        sep_token_id=own.sep_token_id,
        **marks,
    )
    ModernBertForTokenClassification(config).save_pretrained(folder)
    return folder


def seconds(work: Callable[[], object]) -> float:
    wordpieces.forget()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=4, help="of each task")
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    rows = drawn(given.data, given.rows)
    asked = [cut(reading) for reading in read(rows, SentenceSegmenter())]
    fused = load("fused")
    with tempfile.TemporaryDirectory() as folder:
        other = TransformersReader(str(save_modernbert(Path(folder))), device="cpu", batch_size=1)
        fused.detect(rows[:1])
        other.read(asked[:1])
        ours, theirs = [0.0] * len(rows), [0.0] * len(rows)
        for turn in range(given.rounds):
            for n, (row, answer) in enumerate(zip(rows, asked, strict=True)):
                one = seconds(lambda row=row: fused.detect([row]))  # type: ignore[misc]
                two = seconds(lambda answer=answer: other.read([answer]))  # type: ignore[misc]
                ours[n] = one if not turn else min(one, ours[n])
                theirs[n] = two if not turn else min(two, theirs[n])
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"{len(rows)} answers, {cores} cores, {torch.get_num_threads()} threads of torch")
    print(f"fused           {1000 * sum(ours) / len(rows):8.1f} ms an answer")
    print(f"ModernBERT-base {1000 * sum(theirs) / len(rows):8.1f} ms an answer")
    print(f"{sum(theirs) / sum(ours):.1f} times as long")


if __name__ == "__main__":
    main()
