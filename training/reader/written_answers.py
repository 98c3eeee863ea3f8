"""Answers of some sentences that were written by hand, right ones and wrong ones, as rows.

``training/made/written_answers/*.jsonl`` holds one item a line: a question, passages, an answer
that they support, and replacements that make it wrong, each told to be contradicted or
unsupported. They come under groundgraph's own licence.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from training.reader.corpora import worst
from training.reader.recipe import OUTCOMES
from training.reader.rows import Row, sentences
from training.reader.twins import differing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from training.reader.rows import Mark

WRITTEN_ANSWERS = "written_answers"
FOLDER = Path(__file__).parent.parent / "made" / WRITTEN_ANSWERS
_HELD_OUT = 10


def answer_rows(*, held: bool = False) -> Iterator[Row]:
    """Yield the right answer of each item and the wrong one, with their words and claims.

    Args:
        held: Whether the items are the tenth that is held out, told by the checksum of the answer.
    """
    for path in sorted(FOLDER.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            item = json.loads(line)
            if (crc32(item["answer"].encode()) % _HELD_OUT == 0) is held:
                group = f"{WRITTEN_ANSWERS}/{path.stem}/{number}"
                yield _row(item, group, item["answer"], ())
                yield _row(item, group, *changed(item["answer"], item["wrong"]))


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


def _row(item: Mapping[str, Any], group: str, answer: str, marks: Iterable[Mark]) -> Row:
    marks = tuple(marks)
    claims = tuple((s.start, s.end, worst(marks, s.start, s.end)) for s in sentences(answer))
    passages = tuple(item["passages"])
    return Row(WRITTEN_ANSWERS, group, item["question"], passages, answer, -1, marks, claims)
