"""RAGTruth: 17,790 answers of six models with their hallucinated spans (arXiv 2401.00396)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from groundgraph.datasets.draws import draw
from groundgraph.errors import InputError
from groundgraph.io import read_rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from groundgraph.types import Example, Passage

TASKS = ("QA", "Summary", "Data2txt")
TEST_RATES = {"QA": 160 / 900, "Summary": 204 / 900, "Data2txt": 579 / 900}
"""Share of hallucinated answers among the 900 of each task in the official test split."""
_VERIFIER_TENTHS = 3


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


def unseen_by_verifier(example: Example) -> bool:
    """Say whether the embedded verifier was trained without the answer's source.

    It was trained on three tenths of the train sources, drawn by name. The others are left to
    detectors that use it, which can be fitted and cross-validated on them.
    """
    if example.metadata.get("split") != "train":
        return True
    drawn = draw(0, "ragtruth", str(example.metadata["source_id"])).random()
    return drawn * 10 >= _VERIFIER_TENTHS


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
