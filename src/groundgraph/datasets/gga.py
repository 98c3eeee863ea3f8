"""The GGA authors' answers of LLaMA-2-7B on MetaQA, with PRD and SAS (arXiv 2512.09148)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from groundgraph.io.objects import read_objects
from groundgraph.types import Example

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.io.objects import Record

_SUFFIXES = (".jsonl.gz", ".jsonl")


def load_gga(folder: Path) -> list[Example]:
    """Return the answers of every file in ``gga/``, by the files' names and in their order.

    An answer is kept as the model wrote it, with the spaces and "ans:" before it. There are no
    passages and no triples: the authors did not publish the subgraphs. ``metadata`` holds
    ``task``, ``gold_answers`` (lower case) and the authors' ``prd``, in [-1, 1], and ``sas``,
    in [0, 1].

    Args:
        folder: The data folder; holds ``gga/<questions>_<generator>.jsonl[.gz]``.

    Raises:
        InputError: When there is no file, or one is damaged.
    """
    found = (folder / "gga").glob("*")
    stems = {path.name.removesuffix(end) for path in found for end in _SUFFIXES if _ends(path, end)}
    if not stems:
        raise InputError(
            f"found no gga/*.jsonl or gga/*.jsonl.gz in {folder}; pass the folder that holds gga/ "
            "by --data or $GROUNDGRAPH_DATA"
        )
    return [
        _example(record, stem)
        for stem in sorted(stems)
        for record in read_objects(folder, f"gga/{stem}")
    ]


def _ends(path: Path, suffix: str) -> bool:
    return path.is_file() and path.name.endswith(suffix)


def _example(record: Record, stem: str) -> Example:
    label, gold = record.content.get("hallucinated"), record.get("gold_answers", list)
    if not isinstance(label, bool):
        raise record.error(f"'hallucinated' must be true or false, found {label!r}", "hallucinated")
    if any(not isinstance(answer, str) for answer in gold):
        raise record.error(f"'gold_answers' must hold texts, found {gold!r}", "gold_answers")
    return Example(
        record.get("answer", str),
        question=record.get("question", str),
        id=record.get("id", str),
        generator=stem.partition("hop_")[2] or stem,
        label=label,
        metadata={
            "task": "QA",
            "gold_answers": tuple(gold),
            "prd": _within(record, "prd", -1.0),
            "sas": _within(record, "sas", 0.0),
        },
    )


def _within(record: Record, name: str, lowest: float) -> float:
    value = record.number(name)
    if not lowest <= value <= 1.0:
        raise record.error(f"{name!r} must be from {lowest} to 1, found {value}", name)
    return value
