"""RAGTruth: 17,790 answers of six models with their hallucinated spans (arXiv 2401.00396)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from groundgraph.errors import InputError
from groundgraph.io import read_rows
from groundgraph.learn.folds import grouped_folds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.types import Example, Passage

TASKS = ("QA", "Summary", "Data2txt")
TEST_RATES = {"QA": 160 / 900, "Summary": 204 / 900, "Data2txt": 579 / 900}
"""Share of hallucinated answers among the 900 of each task in the official test split."""
READER_FOLD, READER_FOLDS = 0, 5
"""The fold of the train sources that the shipped reader was not shown, and how many there are."""


def load_ragtruth(
    folder: Path,
    *,
    tasks: Sequence[str] = TASKS,
    split: Literal["train", "test"] | None = None,
    quality: Literal["good"] | None = None,
) -> list[Example]:
    """Return the answers, in the order of the file, with labels and spans.

    ``metadata`` holds ``task``, ``split``, ``source_id``, ``quality``, ``temperature`` and the
    original ``labels``. The answers to one source share one tuple of passages.

    Args:
        folder: The data folder; holds ``ragtruth/response.jsonl[.gz]`` and ``source_info``.
        tasks: Which of "QA", "Summary" and "Data2txt" to keep.
        split: Keep only this one of the official splits.
        quality: "good" leaves out truncated answers and mistaken refusals.

    Raises:
        InputError: When a file is missing or damaged, or a task is unknown.
    """
    if unknown := set(tasks) - set(TASKS):
        raise InputError(f"RAGTruth has no task {sorted(unknown)}; expected some of {TASKS}")
    wanted = {"split": split, "quality": quality}
    shared: dict[str, tuple[Passage, ...]] = {}
    kept = []
    for example in _answers(_response_file(folder)):
        info = example.metadata
        if info.get("task") in tasks and all(v in (None, info.get(k)) for k, v in wanted.items()):
            passages = shared.setdefault(str(info["source_id"]), example.passages)
            kept.append(replace(example, passages=passages))
    return kept


def source_folds(train: Sequence[Example], n_folds: int) -> NDArray[np.int64]:
    """Return the fold of each answer, 0 to ``n_folds`` - 1; those to one source share it.

    Args:
        train: Labelled answers; of others the same source may be in another fold.
        n_folds: At least 2.

    Raises:
        InputError: When there are fewer sources than folds.
    """
    sources = [str(example.metadata["source_id"]) for example in train]
    return grouped_folds(sources, [bool(example.label) for example in train], n_folds)


def unseen_by_reader(train: Sequence[Example]) -> frozenset[str]:
    """Return the ids of the train sources that the shipped reader was not shown.

    They are left to detectors that use it, or the verifier that asks it, which can be fitted and
    cross-validated on them.

    Args:
        train: All answers of the train split, over which the folds are drawn.
    """
    folds = source_folds(train, READER_FOLDS)
    return frozenset(
        str(example.metadata["source_id"])
        for example, fold in zip(train, folds.tolist(), strict=True)
        if fold == READER_FOLD
    )


def _answers(path: Path) -> list[Example]:
    examples = []
    for row in read_rows(path):
        if row.example is None:
            raise InputError(f"{path}, line {row.line}: {row.error}", line=row.line)
        examples.append(row.example)
    return examples


def _response_file(folder: Path) -> Path:
    for name in ("response.jsonl.gz", "response.jsonl"):
        if (path := folder / "ragtruth" / name).is_file():
            return path
    raise InputError(
        f"found no ragtruth/response.jsonl or response.jsonl.gz in {folder}; pass the folder "
        "that holds ragtruth/ by --data or $GROUNDGRAPH_DATA"
    )
