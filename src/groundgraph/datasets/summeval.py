"""SummEval: 1,600 summaries of 100 CNN/DM articles by 16 systems (arXiv 2007.12626)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.io.objects import read_objects
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    from pathlib import Path


def load_summeval(folder: Path, *, consistent: float = 4.0) -> list[Example]:
    """Return the summaries, in the order of the file, each with its article as passage.

    ``metadata`` holds ``task``, ``source_id`` and the mean expert ``consistency`` (1–5). The
    summaries of one article share one tuple of passages.

    Args:
        folder: The data folder; holds ``summeval/summaries.jsonl[.gz]`` and ``articles``.
        consistent: A summary rated below this is labelled as hallucinated.

    Raises:
        InputError: When a file is missing or damaged, or an article is missing.
    """
    articles = {
        record.get("doc_id", str): (Passage(record.get("article", str), "1"),)
        for record in read_objects(folder, "summeval/articles")
    }
    examples = []
    for record in read_objects(folder, "summeval/summaries"):
        source, system = record.get("doc_id", str), record.get("system", str)
        if source not in articles:
            raise record.error(f"there is no article {source!r} in summeval/articles", "doc_id")
        rating = record.number("consistency")
        examples.append(
            Example(
                record.get("summary", str),
                articles[source],
                id=f"{source}/{system}",
                generator=system,
                label=rating < consistent,
                metadata={"task": "Summary", "source_id": source, "consistency": rating},
            )
        )
    return examples
