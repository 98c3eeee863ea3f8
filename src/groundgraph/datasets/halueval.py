"""HaluEval (arXiv 2305.11747) and the annotated part of HaluEval 2.0 (arXiv 2401.03205)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.datasets.draws import draw
from groundgraph.io.objects import find_file, read_objects
from groundgraph.types import Example, Passage, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from groundgraph.io.objects import Record

Part = Literal["general", "halueval2", "qa", "dialogue", "summarization"]


class _Layout(NamedTuple):
    """The fields of a part whose rows have knowledge.

    Attributes:
        task: What the examples are.
        knowledge: The field of the passage.
        question: The field of what is answered, "" where there is none.
        answer: Ending of the fields "right_…" and "hallucinated_…"; the field of the answer
            itself where the row has one answer and says "yes" or "no" in "hallucination".
    """

    task: str
    knowledge: str
    question: str
    answer: str


_LAYOUTS: Mapping[str, _Layout] = {
    "qa": _Layout("QA", "knowledge", "question", "answer"),
    "dialogue": _Layout("Dialogue", "knowledge", "dialogue_history", "response"),
    "summarization": _Layout("Summary", "document", "", "summary"),
}
_FILES: Mapping[str, tuple[str, ...]] = {
    "general": ("general", "general_data"),
    "halueval2": ("halueval2_human_annotation",),
    **{name: (name, f"{name}_data", f"{name}_samples") for name in _LAYOUTS},
}
PARTS: tuple[Part, ...] = ("general", "halueval2", "qa", "dialogue", "summarization")
_LABELS = {"yes": True, "no": False}


def present_parts(folder: Path) -> list[Part]:
    """Return which of `PARTS` are in a data folder."""
    return [part for part in PARTS if _file(folder, part) is not None]


def load_halueval(
    folder: Path, part: Part = "general", *, both: bool = False, seed: int = 0
) -> list[Example]:
    """Return the answers of one part, in the order of the file.

    "general" (4,507 answers of ChatGPT to users' queries) and "halueval2" (1,000) have **no
    passages**: people marked them from what they know or could find. The spans of "general" are
    ``None`` where a marked text does not stand in the answer. An answer of "halueval2" is
    hallucinated when one of its ``facts`` was judged false; its label is ``None`` where not
    every fact was judged. "qa", "dialogue" and "summarization" have one passage, the knowledge
    or the document, and one answer per row: the right or the hallucinated one, by a coin.

    ``metadata`` holds ``task``, ``source_id`` (the row), for "halueval2" also ``domain``,
    ``facts`` and ``judgements``.

    Args:
        folder: The data folder; holds ``halueval/<part>.jsonl[.gz]``, where <part> may also
            end in "_data" or "_samples", as its authors and others name it.
        part: One of `PARTS`.
        both: Of rows with two answers, return both instead of one.
        seed: Of the coin; the side of a row does not depend on the other rows.

    Raises:
        InputError: When the file is missing or damaged.
        ValueError: When the part is unknown.
    """
    if part not in PARTS:
        raise ValueError(f"HaluEval has no part {part!r}; expected one of {PARTS}")
    name = _file(folder, part)
    records = read_objects(folder, name or f"halueval/{_FILES[part][0]}")
    if part == "general":
        return [_general(record) for record in records]
    if part == "halueval2":
        return [_judged(record) for record in records]
    answers = (list(_answers(record, part)) for record in records)
    if both:
        return [example for pair in answers for example in pair]
    return [draw(seed, pair[0].metadata["source_id"]).choice(pair) for pair in answers]


def _file(folder: Path, part: str) -> str | None:
    names = (f"halueval/{name}" for name in _FILES[part])
    return next((name for name in names if find_file(folder, name) is not None), None)


def _general(record: Record) -> Example:
    source, answer = f"general/{record.line}", record.get("chatgpt_response", str)
    return Example(
        answer,
        question=record.get("user_query", str),
        id=source,
        generator="ChatGPT",
        label=_label(record),
        spans=_marked(answer, record.get("hallucination_spans", list)),
        metadata={"task": "General", "source_id": source},
    )


def _marked(answer: str, marks: list[object]) -> tuple[Span, ...] | None:
    """Return where the marked texts stand, ``None`` when one does not stand in the answer."""
    texts = [mark for mark in marks if isinstance(mark, str) and mark]
    starts = [answer.find(text) for text in texts]
    if len(texts) < len(marks) or -1 in starts:
        return None
    return tuple(Span(at, at + len(text)) for at, text in zip(starts, texts, strict=True))


def _judged(record: Record) -> Example:
    domain = record.get("domain", str)
    source = f"halueval2/{domain}/{record.get('id', int)}"
    facts, judgements = record.get("chatgpt_fact", list), record.get("human_judge", list)
    complete = bool(facts) and len(facts) == len(judgements)
    return Example(
        record.get("chatgpt_response", str),
        question=record.get("user_query", str),
        id=source,
        generator="ChatGPT",
        label="false" in judgements if complete else None,
        metadata={
            "task": "General",
            "source_id": source,
            "domain": domain,
            "facts": tuple(facts),
            "judgements": tuple(judgements),
        },
    )


def _answers(record: Record, part: str) -> Iterator[Example]:
    """Yield the right and the hallucinated answer, or the only one."""
    layout, source = _LAYOUTS[part], f"{part}/{record.line}"
    passages = (Passage(record.get(layout.knowledge, str), "1"),)
    question = record.get(layout.question, str) if layout.question else ""
    if "hallucination" in record.content:
        sides = [(record.get(layout.answer, str), _label(record))]
    else:
        sides = [
            (record.get(f"{side}_{layout.answer}", str), side == "hallucinated")
            for side in ("right", "hallucinated")
        ]
    for answer, label in sides:
        yield Example(
            answer,
            passages,
            question=question,
            id=f"{source}/{'hallucinated' if label else 'right'}",
            label=label,
            metadata={"task": layout.task, "source_id": source},
        )


def _label(record: Record) -> bool:
    written = record.get("hallucination", str).strip().casefold()
    if written not in _LABELS:
        raise record.error(
            f"'hallucination' must be 'yes' or 'no', found {written!r}", "hallucination"
        )
    return _LABELS[written]
