"""Nine corpora of claims and evidence in one schema, to learn from what a claim's meaning is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from groundgraph.io.objects import read_objects
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.io.objects import Record

Part = Literal[
    "vitaminc",
    "structural_nli",
    "infotabs",
    "fever_docnli",
    "condaqa",
    "tatqa_claims",
    "entailmentbank_compose",
    "factcg_cg2c_doc",
    "fool_me_twice",
]
PARTS: tuple[Part, ...] = get_args(Part)
"""Names of the corpora."""

OUTCOMES = ("supported", "unsupported", "contradicted")
_KEPT = ("kind", "edit", "hops", "removed", "fold")


def load_support(folder: Path, part: Part) -> list[Example]:
    """Return the claims, or the answers to a question, in the order of the file.

    ``label`` is true where the evidence does not support the claim. ``metadata`` holds
    ``task`` (the corpus), ``split`` (of the original), ``outcome`` (one of `OUTCOMES`),
    ``source_id`` (rows of one source belong in one fold) and, where the corpus has them,
    ``kind``, ``edit``, ``hops``, ``removed``, ``fold`` and ``evidence`` (ids of the passages
    that bear on the claim).

    Args:
        folder: The data folder; holds ``support/<part>.jsonl[.gz]``.
        part: One of `PARTS`.

    Raises:
        InputError: When the file is missing or damaged; says where.
    """
    return [_example(record, part) for record in read_objects(folder, f"support/{part}")]


def _example(record: Record, part: str) -> Example:
    content, outcome = record.content, record.get("label", str)
    if outcome not in OUTCOMES:
        raise record.error(f"'label' must be one of {', '.join(OUTCOMES)}; found {outcome!r}")
    passages = _passages(record)
    metadata = {
        "task": part,
        "split": record.get("split", str),
        "outcome": outcome,
        "source_id": str(content.get("page") or content.get("group") or passages[0].text),
        **{name: content[name] for name in _KEPT if content.get(name) is not None},
    }
    if "evidence" in content:
        metadata["evidence"] = tuple(str(place + 1) for place in record.get("evidence", list))
    return Example(
        record.get("claim" if "claim" in content else "answer", str),
        passages,
        question=record.get("question", str) if "question" in content else "",
        id=record.get("id", str),
        label=outcome != "supported",
        metadata=metadata,
    )


def _passages(record: Record) -> tuple[Passage, ...]:
    if "premise" in record.content:
        return (Passage(record.get("premise", str), "1"),)
    texts = record.get("passages", list)
    if not texts or not all(isinstance(text, str) for text in texts):
        raise record.error("'passages' must be a list of texts, one at least", "passages")
    return tuple(Passage(text, str(number)) for number, text in enumerate(texts, 1))
