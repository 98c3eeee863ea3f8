"""The recorded answers of our own reader, as columns; `python -m training generator` makes them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.bench.gga.fitted import Block
from groundgraph.bench.results import Rows
from groundgraph.io.objects import read_objects
from groundgraph.methods.gga import surface
from groundgraph.methods.gga.attention import NAMES, PATH_NAMES, SPREAD_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.io.objects import Record

KEYS = ("source", "retrieval", "strategy", "architecture", "topic", "question", "answer")
NEEDED = (
    *(f"{kind}.{name}" for kind in ("gold", "answer") for name in (*NAMES, *PATH_NAMES, "reached")),
    *SPREAD_NAMES,
    *surface.SUBGRAPH_NAMES,
    *("perplexity", "token_confidence", "least_confidence", "embedding_divergence"),
)


@dataclass(frozen=True)
class ReaderAnswers:
    """Answers as columns of equal length.

    Attributes:
        rows: Labels; the topics are the sources.
        hops: 1 to 3.
        texts: ``KEYS`` by name, and "id".
        traced: Whether there is a trace; an answer without a token has none.
        numbers: ``NEEDED`` by column, 0 where not traced, shape ``(n, len(NEEDED))``.
    """

    rows: Rows
    hops: NDArray[np.int64]
    texts: dict[str, NDArray[np.str_]]
    traced: NDArray[np.bool_]
    numbers: NDArray[np.float64]

    def __getitem__(self, chosen: NDArray[Any]) -> ReaderAnswers:
        texts = {name: column[chosen] for name, column in self.texts.items()}
        return ReaderAnswers(
            self.rows[chosen], self.hops[chosen], texts, self.traced[chosen], self.numbers[chosen]
        )

    def __len__(self) -> int:
        return len(self.rows)

    def where(self, **wanted: str) -> ReaderAnswers:
        """Return the answers whose texts are as wanted."""
        chosen = np.ones(len(self), bool)
        for name, value in wanted.items():
            chosen &= self.texts[name] == value
        return self[chosen]

    def column(self, name: str) -> NDArray[np.float64]:
        """Return one of ``NEEDED``, shape ``(n,)``."""
        column: NDArray[np.float64] = self.numbers[:, NEEDED.index(name)]
        return column

    def block(self, names: Sequence[str], kind: str = "") -> Block:
        """Return recorded numbers, with ``kind`` for those that depend on the paths."""
        prefix = f"{kind}." if kind else ""
        columns = [self.column(prefix + name) for name in names]
        return Block(tuple(names), np.stack(columns, axis=1))

    def blocks(self, kind: str) -> dict[str, Block]:
        """Return the rows of an ablation, for one kind of path ("gold" or "answer")."""
        answers, questions = self.texts["answer"].tolist(), self.texts["question"].tolist()
        attended = self.block(NAMES, kind)
        looks = Block(surface.NAMES, surface.measure(answers))
        overlap = Block(surface.OVERLAP_NAMES, surface.measure_overlap(answers, questions))
        traced = self.block(PATH_NAMES, kind) + self.block(SPREAD_NAMES)
        extended = attended + looks + overlap
        return {
            "prd": self.block(NAMES[:1], kind),
            "sas": self.block(NAMES[1:], kind),
            "prd_sas": attended,
            "surface": looks,
            "all": attended + looks,
            "extended": extended,
            "traced": extended + self.block(surface.SUBGRAPH_NAMES) + traced,
        }


def load_reader(folder: Path, limit: int | None = None) -> ReaderAnswers:
    """Read ``folder/answers.jsonl[.gz]``.

    Args:
        folder: What `python -m training generator` wrote ``answers.jsonl`` to.
        limit: Keep only the first answers of each number of hops.

    Raises:
        InputError: When the file is missing or damaged.
    """
    kept: list[Record] = []
    seen: Counter[int] = Counter()
    for record in read_objects(folder, "answers"):
        hops = record.get("hops", int)
        seen[hops] += 1
        if limit is None or seen[hops] <= limit:
            kept.append(record)
    labels = [_label(record) for record in kept]
    texts = {name: [record.get(name, str) for record in kept] for name in (*KEYS, "id")}
    traced = [not record.get("problem", str) for record in kept]
    return ReaderAnswers(
        Rows.labelled(labels, texts["topic"]),
        np.array([record.get("hops", int) for record in kept], np.int64),
        {name: np.array(column, np.str_) for name, column in texts.items()},
        np.array(traced, bool),
        np.array([_numbers(r, t) for r, t in zip(kept, traced, strict=True)], np.float64),
    )


def _label(record: Record) -> bool:
    label = record.content.get("hallucinated")
    if not isinstance(label, bool):
        raise record.error(f"'hallucinated' must be true or false, found {label!r}", "hallucinated")
    return label


def _numbers(record: Record, traced: bool) -> list[float]:
    if not traced:
        return [0.0] * len(NEEDED)
    found = record.get("features", dict)
    values = [found.get(name) for name in NEEDED]
    lacking = [n for n, v in zip(NEEDED, values, strict=True) if not isinstance(v, float | int)]
    if lacking:
        raise record.error(f"'features' lacks {', '.join(lacking[:3])}; record it again")
    numbers = np.array(values, np.float64)
    if not np.isfinite(numbers).all():
        raise record.error("'features' holds a number that is not finite", "features")
    return list(map(float, numbers))
