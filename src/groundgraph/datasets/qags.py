"""QAGS: sentences of summaries with three votes each (arXiv 2004.04228)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from groundgraph.io.objects import read_objects
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundgraph.io.objects import Record


def load_qags(
    folder: Path, part: Literal["cnndm", "xsum"] = "cnndm", *, majority: float = 0.6
) -> list[Example]:
    """Return the sentences, in the order of the file, each with its article as passage.

    ``metadata`` holds ``task``, ``source_id`` (the article) and the ``mean_vote`` for
    consistent, in [0, 1].

    Args:
        folder: The data folder; holds ``qags/<part>.jsonl[.gz]``.
        part: "cnndm" or "xsum".
        majority: A sentence with a mean vote below this is labelled as hallucinated.

    Raises:
        InputError: When the file is missing or damaged.
    """
    records = read_objects(folder, f"qags/{part}")
    return [example for record in records for example in _sentences(record, majority)]


def _sentences(record: Record, majority: float) -> Iterator[Example]:
    source = record.get("id", str)
    passages = (Passage(record.get("article", str), "1"),)
    for number, sentence in enumerate(record.get("sentences", list), 1):
        text, vote = _judged(record, sentence)
        yield Example(
            text,
            passages,
            id=f"{source}/{number}",
            label=vote < majority,
            metadata={"task": "Summary", "source_id": source, "mean_vote": vote},
        )


def _judged(record: Record, sentence: Any) -> tuple[str, float]:
    try:
        text, vote = sentence["sentence"], float(sentence["mean"])
    except (TypeError, KeyError, ValueError):
        text, vote = None, 0.0
    if not isinstance(text, str):
        found = repr(sentence)[:80]
        raise record.error(f"a sentence needs 'sentence' and 'mean', found {found}", "sentences")
    return text, vote
