"""2WikiMultihopQA: multi-hop questions with the facts that lead to the answer (2011.01060)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.datasets.multihop import MultiHopQuestion, paragraphs, supporting_facts
from groundgraph.io.objects import read_objects
from groundgraph.types import Triple

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.io.objects import Record


def load_twowiki(folder: Path) -> list[MultiHopQuestion]:
    """Return the questions, in the order of the file, each with ten paragraphs.

    The texts are as published: spaces stand behind brackets and quotation marks, not before.

    Args:
        folder: The data folder; holds ``2wikimultihopqa/sample_500.jsonl[.gz]``.

    Raises:
        InputError: When the file is missing or damaged.
    """
    return [_question(record) for record in read_objects(folder, "2wikimultihopqa/sample_500")]


def _question(record: Record) -> MultiHopQuestion:
    found = paragraphs(record)
    return MultiHopQuestion(
        id=record.get("_1", str),
        question=record.get("question", str),
        answer=record.get("answer", str),
        paragraphs=found,
        supporting=supporting_facts(record, found),
        type=record.get("type", str),
        triples=tuple(_triple(record, row) for row in record.get("evidences", list)),
    )


def _triple(record: Record, row: object) -> Triple:
    if not isinstance(row, list) or [type(part) for part in row] != [str] * 3:
        raise record.error(
            f"'evidences' must hold lists of three texts, found {row!r}", "evidences"
        )
    return Triple(*row)
