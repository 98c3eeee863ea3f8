"""Answers as chat assistants give them, with a label for each sentence; ``rows/README.md``."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, cast, get_args

from groundgraph.io.objects import read_objects
from groundgraph.types import Example, Passage, Span

if TYPE_CHECKING:
    from groundgraph.io.objects import Record

Told = Literal["supported", "contradicted", "unsupported", "none"]
"""What the passages say of a sentence; "none" where it claims nothing of them."""
WRONG = frozenset({"contradicted", "unsupported"})
"""What is told of a wrong sentence, and the outcomes of a flagged finding."""
_FIELDS = frozenset({"id", "domain", "question", "passages", "answer", "labels"})


class Sentence(NamedTuple):
    """A sentence, bullet or table row of an answer.

    Attributes:
        span: Where in the answer.
        told: What the passages say of it.
    """

    span: Span
    told: Told


class LabelledAnswer(NamedTuple):
    """An answer and its sentences.

    Attributes:
        example: The answer; ``label`` says whether a sentence is wrong, ``spans`` are those.
        sentences: In order, at least one.
    """

    example: Example
    sentences: tuple[Sentence, ...]


def load_answers(split: str, folder: Path | None = None) -> list[LabelledAnswer]:
    """Return the answers of a half, in the order of its file.

    The ``metadata`` of each holds ``task`` (the domain), ``split`` and ``source_id`` (its own id:
    no two answers share passages).

    Args:
        split: "dev", by which weights and thresholds are chosen, or "test".
        folder: Holds ``dev.jsonl`` and ``test.jsonl``; ``None`` means those that are shipped.

    Raises:
        InputError: When there is no such file; when a row is damaged, lacks a field or has one that
            is not known, uses an id again, or names a sentence that its answer does not hold
            behind the one before it. Says in which file and line.
    """
    place = folder or Path(str(files("groundgraph.bench.answers"))) / "rows"
    known: set[str] = set()
    found = []
    for record in read_objects(place, split):
        answer = _answer(record, split)
        if answer.example.id in known:
            raise record.error(f"id {answer.example.id!r} is used twice", "id")
        known.add(answer.example.id)
        found.append(answer)
    return found


def _answer(record: Record, split: str) -> LabelledAnswer:
    if odd := _FIELDS ^ record.content.keys():
        raise record.error(f"expected the fields {sorted(_FIELDS)}; {sorted(odd)} differ")
    passages = record.texts("passages")
    text, name = record.get("answer", str), record.get("id", str)
    sentences = tuple(_sentences(record, text))
    example = Example(
        text,
        tuple(Passage(each, str(number)) for number, each in enumerate(passages, 1)),
        question=record.get("question", str),
        id=name,
        label=any(sentence.told in WRONG for sentence in sentences),
        spans=tuple(sentence.span for sentence in sentences if sentence.told in WRONG),
        metadata={"task": record.get("domain", str), "split": split, "source_id": name},
    )
    return LabelledAnswer(example, sentences)


def _sentences(record: Record, answer: str) -> list[Sentence]:
    labels = record.get("labels", list)
    if not labels:
        raise record.error("'labels' must tell of one sentence at least", "labels")
    found: list[Sentence] = []
    end = 0
    for pair in labels:
        if not isinstance(pair, list) or len(pair) != 2 or pair[1] not in get_args(Told):
            wanted = ", ".join(get_args(Told))
            raise record.error(f"each label must be [sentence, one of {wanted}]", "labels")
        text, told = pair
        start = answer.find(text, end) if isinstance(text, str) and text.strip() else -1
        if start < 0:
            message = f"the answer does not hold {text!r} behind the sentence before it"
            raise record.error(message, "labels")
        end = start + len(text)
        found.append(Sentence(Span(start, end), cast("Told", told)))
    return found
