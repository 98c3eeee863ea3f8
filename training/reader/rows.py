"""What the reader learns from: answers beside their evidence, and what is known of their words."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.methods.checkable import claims_of
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.passage_units import evidence_units
from groundgraph.text.words import words
from groundgraph.types import Passage, Span
from groundgraph.types.readings import CutAnswer
from training.reader.recipe import SUPPORTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

Mark = tuple[int, int, int]
"""Start, end and class of words that are not supported."""


class Row(NamedTuple):
    """An answer beside its evidence.

    Attributes:
        corpus: Where it comes from; one of `recipe.SHOWN`, or one that is left out.
        group: Rows of one group are shown close together; of two with other labels, the one that
            is not supported is to score higher.
        question: Or "".
        passages: The evidence's texts.
        answer: The answer, or the claim.
        outcome: Class of the whole answer, of `recipe.OUTCOMES`; -1 where `claims` tell.
        marks: Words that are not supported, all others are; ``None`` where nobody has said which.
        claims: Class of each sentence of the answer, where that is known.
        about: What a made row is about, else "".
    """

    corpus: str
    group: str
    question: str
    passages: tuple[str, ...]
    answer: str
    outcome: int
    marks: tuple[Mark, ...] | None = None
    claims: tuple[Mark, ...] = ()
    about: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether anything in the answer is not supported."""
        if self.claims:
            return any(claim[2] != SUPPORTED for claim in self.claims)
        return self.outcome != SUPPORTED


def write(path: Path, rows: Iterable[Row]) -> Path:
    """Write rows, and print how many of each corpus and label."""
    counts: Counter[tuple[str, bool]] = Counter()
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row._asdict(), ensure_ascii=False) + "\n")
            counts[row.corpus, row.is_wrong] += 1
    print(f"    {path}: {counts.total():,} rows", flush=True)
    for corpus in sorted({name for name, _ in counts}):
        right, wrong = counts[corpus, False], counts[corpus, True]
        print(f"        {corpus:28}{right:8} supported {wrong:8} not", flush=True)
    return path


def read(path: Path) -> Iterator[Row]:
    """Yield what `write` wrote."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield _row(json.loads(line))


def _row(content: dict[str, Any]) -> Row:
    marks = content.pop("marks")
    return Row(
        **{name: content[name] for name in ("corpus", "group", "question", "answer", "outcome")},
        passages=tuple(content["passages"]),
        marks=None if marks is None else tuple(map(tuple, marks)),
        claims=tuple(map(tuple, content["claims"])),
        about=content["about"],
    )


def cut(rows: Sequence[Row]) -> Iterator[CutAnswer]:
    """Cut evidence into units; the claims are those that are labelled, else the whole answer."""
    segmenter = SentenceSegmenter()
    passages = [tuple(map(Passage, row.passages)) for row in rows]
    for row, units in zip(rows, evidence_units(passages, segmenter), strict=True):
        claims = [Span(start, end) for start, end, _ in row.claims]
        claims = claims or _whole(row.answer)
        yield CutAnswer(row.question, tuple(unit.text for unit in units), row.answer, claims)


def sentences(answer: str) -> list[Span]:
    """Return where the claims of an answer stand, as the detectors see them."""
    [spans] = SentenceSegmenter().segment([answer])
    return [claim.span for claim in claims_of(answer, spans) if words(claim.text)]


def _whole(answer: str) -> list[Span]:
    start = len(answer) - len(answer.lstrip())
    end = len(answer.rstrip())
    return [Span(start, end)] if start < end else []
