"""Reads RAGTruth's train answers for the token model: frozen states, rows and labels on disk.

Beside the answers themselves, copies of grounded ones with a number or a name exchanged are read,
and sentences of the evidence as they are and contradicted, so that near misses are seen. Arrays are
written as .npy, 5 GB of them. The seed is fixed.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime

from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.methods.fused.rarity import Rarity
from groundgraph.methods.fused.reading import learn_rarity, read
from groundgraph.methods.fused.token_inputs import token_inputs
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from training.made.contradictions import WAYS, contradictions
from training.made.corruption import SUFFIX, corrupted
from training.made.renaming import RENAMED, renamed
from training.minilm.source import CLS, SEP, WIDTH
from training.progress import counted
from training.rows import of_sources
from training.tokens.lower import lower

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.token_inputs import TokenInputs
    from groundgraph.types import Example
    from groundgraph.types.tokens import TokenWindow

SEED = 0
SOURCES, RARITY, ABOUT = "sources.json", "rarity.json", "answers.json"
"""Which sources were read, how rare words are in evidence, and what is known of each answer."""
SUPPORTED, UNSUPPORTED, CONTRADICTED, IGNORED = 0, 1, 2, -1
NUMBERS_EXCHANGED, NAMES_EXCHANGED = 0.15, 0.15
_CLAIM = re.compile(rf"-(?:said-\d|{'|'.join(WAYS)})$")


class Lower:
    """The frozen layers."""

    def __init__(self, threads: int = 0) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(lower(), options)

    def states(self, windows: Sequence[TokenWindow]) -> np.ndarray:
        """Return the states of the windows' own tokens, ``(n_tokens, 384)``."""
        found = [
            self.session.run(None, {"input_ids": np.array([(CLS, *w.ids, SEP)])})[0][0, 1:-1]
            for w in windows
        ]
        return np.concatenate([np.zeros((0, WIDTH)), *found]).astype(np.float16)


def is_claim(example: Example) -> bool:
    """Say whether an answer was made of the evidence by `contradicted`."""
    return _CLAIM.search(example.id) is not None


def is_copy(example: Example) -> bool:
    """Say whether an answer was made by `copies`."""
    return is_claim(example) or example.id.endswith((SUFFIX, RENAMED))


def copies(examples: Sequence[Example], *, seed: int) -> Iterator[Example]:
    """Yield answers made from those of some sources, and claims made from their evidence."""
    yield from corrupted(examples, share=NUMBERS_EXCHANGED, seed=seed)
    yield from renamed(examples, share=NAMES_EXCHANGED)
    yield from contradicted(examples, seed=seed)


def contradicted(examples: Sequence[Example], *, seed: int) -> Iterator[Example]:
    """Yield sentences of each source's evidence as they are, and contradicted."""
    sources = {str(example.metadata["source_id"]): example for example in reversed(examples)}
    for reading in read([*sources.values()], SentenceSegmenter()):
        prose = [unit.text for unit in reading.evidence.units if unit.fact is None]
        yield from contradictions(prose, reading.example, seed=seed)


def read_answers(data: Path, work: Path, most: int = 0) -> list[Path]:
    """Write what the first stage reads.

    Args:
        data: The folder of the corpora.
        work: Where to write.
        most: Read only so many sources; 0 reads all.
    """
    examples = of_sources(load_ragtruth(data, split="train"), most)
    sources = sorted({str(example.metadata["source_id"]) for example in examples})
    (work / SOURCES).write_text(json.dumps(sources))
    rarity = write_rarity(examples, work)
    every = [*examples, *copies(examples, seed=SEED)]
    return [work / SOURCES, work / RARITY, *prepare(every, work, Lower(), rarity)]


def answers_read(data: Path, work: Path) -> list[Example]:
    """Return the train answers to the sources that `read_answers` read."""
    sources = set(json.loads((work / SOURCES).read_text()))
    examples = load_ragtruth(data, split="train")
    return [example for example in examples if str(example.metadata["source_id"]) in sources]


def word_labels(example: Example, inputs: TokenInputs) -> np.ndarray:
    """Return the class of each word; one that a gold span touches is not supported.

    All are ignored in a hallucinated answer without spans.
    """
    labels = np.zeros(len(inputs.words), np.int8)
    if example.label and example.spans is None:
        return np.full_like(labels, IGNORED)  # some word is not supported: nobody says which
    kinds = example.metadata.get("labels") or ()
    for span in example.spans or ():
        inside = (inputs.words[:, 0] < span.end) & (inputs.words[:, 1] > span.start)
        conflict = is_copy(example) or any(
            "Conflict" in kind["label_type"]
            for kind in kinds
            if kind["start"] < span.end and span.start < kind["end"]
        )
        labels[inside] = CONTRADICTED if conflict else UNSUPPORTED
    return labels


def token_labels(example: Example, inputs: TokenInputs) -> np.ndarray:
    """Return the class of each token; those of no word are ignored."""
    padded = np.append(word_labels(example, inputs), np.int8(IGNORED))
    return padded[inputs.word_of]


def write_rarity(examples: Sequence[Example], work: Path) -> Rarity:
    """Learn how rare words are in evidence, and write it."""
    rarity = learn_rarity([r for r in read(examples, SentenceSegmenter()) if not r.obstacle])
    (work / RARITY).write_text(
        json.dumps({"frequencies": dict(rarity.frequencies), "unknown": rarity.unknown})
    )
    return rarity


def read_rarity(work: Path) -> Rarity:
    """Return what `write_rarity` wrote."""
    return Rarity(**json.loads((work / RARITY).read_text()))


def prepare(examples: Sequence[Example], work: Path, lower: Lower, rarity: Rarity) -> list[Path]:
    """Write everything that the training reads of some answers."""
    readings = [r for r in read(examples, SentenceSegmenter()) if not r.obstacle]
    places: dict[int, int] = {}
    evidence: list[np.ndarray] = []
    kinds, answers, rows, labels, info = [], [], [], [], []
    for inputs in counted(token_inputs(readings, rarity), "answers read", len(readings)):
        reading = inputs.reading
        key = id(reading.evidence)
        if key not in places:
            places[key] = len(evidence)
            own, asked = lower.states(inputs.tokens.evidence), lower.states(inputs.tokens.question)
            evidence.append(np.concatenate([own, asked]))
            kinds.append(np.repeat([0, 1], [len(own), len(asked)]).astype(np.int8))
        answers.append(lower.states(inputs.tokens.answer))
        rows.append(inputs.tokens.rows.astype(np.float32))
        labels.append(token_labels(reading.example, inputs))
        info.append(_about(reading, places[key]))
    parts = {
        "evidence_states": evidence,
        "answer_states": answers,
        "kinds": kinds,
        "rows": rows,
        "labels": labels,
    }
    for name, values in parts.items():  # one at a time: they have gigabytes
        np.save(work / f"{name}.npy", np.concatenate(values))
    offsets = {"evidence_offsets": evidence, "answer_offsets": answers}
    for name, values in offsets.items():
        np.save(work / f"{name}.npy", np.cumsum([0, *map(len, values)]))
    (work / ABOUT).write_text(json.dumps(info))
    return [work / ABOUT, *(work / f"{name}.npy" for name in (*parts, *offsets))]


def _about(reading: Reading, place: int) -> dict[str, Any]:
    example = reading.example
    return {
        "id": example.id,
        "evidence": place,
        "label": bool(example.label),
        "source": str(example.metadata["source_id"]),
        "task": example.metadata["task"],
        "model": example.metadata.get("model"),
        "copy": is_copy(example),
        "claim": is_claim(example),
    }
