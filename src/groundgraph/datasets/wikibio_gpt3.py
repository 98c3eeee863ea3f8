"""WikiBio GPT-3: sentences of generated biographies, with 20 samples each (arXiv 2303.08896)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.io.objects import read_objects
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundgraph.io.objects import Record


def load_wikibio_gpt3(folder: Path) -> list[Example]:
    """Return the sentences, in the order of the file.

    The passage of a sentence is the Wikipedia biography, where the row has it; half have none,
    and their examples have no passages. Hallucinated means labelled "minor_inaccurate" or
    "major_inaccurate". ``metadata`` holds ``task``, ``source_id`` (the biography),
    ``annotation``, ``biography`` (the whole generated text) and ``samples`` (20 other answers
    to the same prompt, shared by the sentences of a biography).

    Raises:
        InputError: When ``wikibio_gpt3/passages.jsonl[.gz]`` is missing or damaged.
    """
    records = read_objects(folder, "wikibio_gpt3/passages")
    return [example for record in records for example in _sentences(record)]


def _sentences(record: Record) -> Iterator[Example]:
    source = str(record.get("dataset_idx", int))
    evidence = record.content.get("wiki_bio_text")
    passages = (Passage(evidence, "1"),) if isinstance(evidence, str) else ()
    shared = {
        "task": "Biography",
        "source_id": source,
        "biography": record.get("gpt3_text", str),
        "samples": tuple(record.get("gpt3_text_samples", list)),
    }
    sentences, annotations = record.get("gpt3_sentences", list), record.get("annotation", list)
    if len(sentences) != len(annotations):
        found = f"{len(sentences)} sentences and {len(annotations)} annotations"
        raise record.error(f"every sentence needs its annotation, found {found}", "annotation")
    for number, (text, annotation) in enumerate(zip(sentences, annotations, strict=True), 1):
        yield Example(
            text,
            passages,
            id=f"{source}/{number}",
            label=annotation != "accurate",
            metadata={**shared, "annotation": annotation},
        )
