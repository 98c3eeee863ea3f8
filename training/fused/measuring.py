"""Measures answers by `fused` once, and keeps what was measured, so that weights are fitted soon.

A corpus is measured a few hundred answers at a time, each part a file in a folder that is named by
the reader: what was measured by another one is not taken for it, and a pass that was stopped goes
on.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.checksums import SUMS
from groundgraph.learn.two_level import Table
from groundgraph.methods.fused.blocks import form, reader, shape
from groundgraph.methods.fused.detector import BESIDE_NAMES
from groundgraph.methods.fused.reading import CLAIM_NAMES, STEPS, read
from groundgraph.methods.read_as import read_by
from groundgraph.parts.onnx import shipped
from groundgraph.specs import describe
from training.progress import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.methods.fused.detector import Fused
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.types import Example
    from training.fused.corpora import Corpus

    Floats = NDArray[np.float64]

AT_ONCE = 200
UNKNOWN = -1
"""The label of a claim that nobody has judged by itself."""
_OWNERS = {"owner": "labels", "gold_of": "labels", "word_of": "owner"}
"""Numbers that count on from part to part, and what they number."""


class Rows(NamedTuple):
    """The answers of a corpus that can be checked, and what is measured of them.

    Attributes:
        places: The number of each in the corpus.
        labels: Whether each is hallucinated.
        answers: What the trees read of them, named by `shape.ANSWER_NAMES`.
        form: Named by `form.NAMES`.
        owner: Which answer each claim belongs to, ascending.
        claims: What the trees read of claims, named by `reading.CLAIM_NAMES`.
        beside: What stands beside the trees, named by `BESIDE_NAMES`.
        claim_labels: Whether each claim is hallucinated: 1, 0 or `UNKNOWN`.
        gold: Where gold spans begin and end in the answers, shape ``(n, 2)``.
        gold_of: Which answer each belongs to.
        words: Where words stand in the answers, shape ``(n_words, 2)``.
        word_of: The claim of each, by its number in the corpus.
        odds: What the reader says of them (`blocks.reader.Words`).
    """

    places: NDArray[np.intp]
    labels: NDArray[np.bool_]
    answers: Floats
    form: Floats
    owner: NDArray[np.intp]
    claims: Floats
    beside: Floats
    claim_labels: NDArray[np.int8]
    gold: NDArray[np.intp]
    gold_of: NDArray[np.intp]
    words: NDArray[np.intp]
    word_of: NDArray[np.intp]
    odds: Floats

    @property
    def table(self) -> Table:
        """As heads read it."""
        return Table(
            self.claims,
            self.owner,
            self.answers,
            CLAIM_NAMES,
            shape.ANSWER_NAMES,
            self.beside,
            BESIDE_NAMES,
            self.form,
            form.NAMES,
        )


def measured(detector: Fused, corpus: Corpus, work: Path) -> Rows:
    """Return what is measured of a corpus; parts that were measured before are read.

    Args:
        detector: Reads and measures; its rarity is known.
        corpus: The answers.
        work: Parts are kept in it.
    """
    folder = work / "measured" / by_reader(detector)
    folder.mkdir(parents=True, exist_ok=True)
    firsts = range(0, len(corpus.answers), AT_ONCE)
    parts = []
    for first in counted(firsts, f"parts of {corpus.name}", len(firsts)):
        answers = corpus.answers[first : first + AT_ONCE]
        path = folder / f"{_file_name(corpus.name)}-{first}-{_of(answers)}.npz"
        if not path.is_file():
            _write(path, _measured(detector, answers, first))
        with np.load(path) as kept:
            parts.append(Rows(**kept))
    return joined(parts)


def joined(parts: Sequence[Rows]) -> Rows:
    """Put parts of a corpus together."""
    found: dict[str, list[NDArray[np.generic]]] = {name: [] for name in Rows._fields}
    begun = dict.fromkeys(_OWNERS.values(), 0)
    for part in parts:
        for name, values in part._asdict().items():
            found[name].append(values + begun[_OWNERS[name]] if name in _OWNERS else values)
        for name in begun:
            begun[name] += len(getattr(part, name))
    return Rows(**{name: np.concatenate(values) for name, values in found.items()})


def by_reader(detector: Fused) -> str:
    """Name a reader, its weights, and whose claims it reads by themselves, by a checksum."""
    other = detector.head.elsewhere if detector.head is not None else None
    ends = (other.near, other.far) if other else ()
    asked = [describe(detector.reader), BESIDE_NAMES, ends, reader.DOUBTED]
    said = json.dumps(asked, sort_keys=True)
    sums = (shipped("reader") / SUMS).read_text(encoding="utf-8")
    return hashlib.sha256((said + sums).encode()).hexdigest()[:12]


def _measured(detector: Fused, answers: Sequence[Example], first: int) -> Rows:
    assert detector.rarity is not None
    given = read_by(STEPS, answers)
    every = [*read(given, detector.segmenter, detector.rarity)]
    kept = [n for n, reading in enumerate(every) if not reading.obstacle]
    readings = [every[n] for n in kept]
    found = detector.measure(readings, detector.rarity)
    table = found.table
    markers = [view.marker for _, view in found.views()]
    starts = np.cumsum([0, *(len(reading.claims) for reading in readings)])[:-1].tolist()
    words = [(m, start) for m, start in zip(markers, starts, strict=True) if m is not None]
    gold = [(n, s) for n, r in enumerate(readings) for s in r.example.spans or ()]
    return Rows(
        np.array(kept, np.intp) + first,
        np.array([bool(reading.example.label) for reading in readings], bool),
        table.answers,
        form.measure(readings),
        table.owner,
        table.claims,
        table.beside,
        np.array([label for reading in readings for label in claim_labels(reading)], np.int8),
        np.array([(s.start, s.end) for _, s in gold], np.intp).reshape(-1, 2),
        np.array([n for n, _ in gold], np.intp),
        np.concatenate([np.zeros((0, 2), np.intp), *(m.words for m, _ in words)]),
        np.concatenate([np.zeros(0, np.intp), *(m.claims + start for m, start in words)]),
        np.concatenate([np.zeros((0, 2)), *(m.odds for m, _ in words)]),
    )


def claim_labels(reading: Reading) -> list[int]:
    """Say which claims of an answer are hallucinated, where that is known."""
    example = reading.example
    if not example.label:
        return [0] * len(reading.claims)
    if len(reading.claims) == 1:
        return [1]
    if not example.spans:
        return [UNKNOWN] * len(reading.claims)
    return [int(any(c.span.overlaps(gold) for gold in example.spans)) for c in reading.claims]


def _write(path: Path, rows: Rows) -> None:
    """Write a part; it is there whole or not at all."""
    begun = path.with_suffix(".part.npz")
    np.savez_compressed(begun, **rows._asdict())
    begun.replace(path)


def _file_name(corpus: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in corpus)


def _of(answers: Sequence[Example]) -> str:
    """Tell answers apart by a checksum of them."""
    said = repr([(each.answer, each.question, each.passages, each.label) for each in answers])
    return hashlib.sha256(said.encode()).hexdigest()[:8]
