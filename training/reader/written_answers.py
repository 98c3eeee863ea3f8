"""Answers of some sentences that a language model wrote for this, right and wrong, as rows.

``training/made/written_answers/*.jsonl`` holds one item a line: a question, passages, an answer
that they support, and replacements that make it wrong, each told to be contradicted or
unsupported. Some name a source of RAGTruth instead, whose passages they sum up. They come under
groundgraph's own licence.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from groundgraph.text.asked.conversations import asked
from training.reader.corpora import worst
from training.reader.recipe import OUTCOMES
from training.reader.rows import Row, sentences
from training.reader.twins import differing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.types import Example
    from training.reader.rows import Mark

WRITTEN_ANSWERS = "written_answers"
ABOUT_RAGTRUTH = "ragtruth_written"
"""Corpora of the rows; those of the second are about sources of RAGTruth."""
FOLDER = Path(__file__).parent.parent / "made" / WRITTEN_ANSWERS
_HELD_OUT = 10


def answer_rows(sources: Sequence[Example] = (), *, held: bool = False) -> Iterator[Row]:
    """Yield the right answer of each item and the wrong one, with their words and claims.

    Args:
        sources: Answers of RAGTruth whose sources are shown; items about others are left out.
        held: Whether the items are the tenth that is held out, told by the checksum of the answer.
    """
    known = {
        example.metadata["source_id"]: {
            "question": asked(example.question),
            "passages": [passage.text for passage in example.passages],
        }
        for example in sources
    }
    for path in sorted(FOLDER.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            item = json.loads(line)
            if (crc32(item["answer"].encode()) % _HELD_OUT == 0) is not held:
                continue
            corpus, beside = WRITTEN_ANSWERS, item
            if "source" in item:
                corpus, beside = ABOUT_RAGTRUTH, known.get(item["source"])
            if beside is not None:
                group = f"{WRITTEN_ANSWERS}/{path.stem}/{number}"
                row = Row(corpus, group, beside["question"], tuple(beside["passages"]), "", -1, ())
                yield _answering(row, item["answer"], ())
                yield _answering(row, *changed(item["answer"], item["wrong"]))


def changed(answer: str, replacements: Iterable[tuple[str, str, str]]) -> tuple[str, list[Mark]]:
    """Return an answer with words replaced, and which of its words are not supported.

    >>> changed("It opens at nine.", [("nine", "ten", "contradicted")])
    ('It opens at ten.', [(12, 15, 2)])
    """
    marks: list[Mark] = []
    end, text = 0, ""
    for start, old, new, kind in sorted((answer.index(o), o, n, k) for o, n, k in replacements):
        text += answer[end:start]
        marks += [
            (len(text) + span.start, len(text) + span.end, OUTCOMES[kind])
            for span in differing(old, new)
        ]
        text, end = text + new, start + len(old)
    return text + answer[end:], marks


def _answering(row: Row, answer: str, marks: Iterable[Mark]) -> Row:
    marks = tuple(marks)
    claims = tuple((s.start, s.end, worst(marks, s.start, s.end)) for s in sentences(answer))
    return row._replace(answer=answer, marks=marks, claims=claims)
