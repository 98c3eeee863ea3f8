"""A verdict row as the JSON that the report's page reads.

The page holds, for each answer, a `summary` that the list needs at once and a `detail` that is
unpacked when the answer is opened. JavaScript counts UTF-16 units, so offsets are converted here.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from groundgraph.io.records import names_of
from groundgraph.report import drawing, outline
from groundgraph.text.asked.conversations import asked
from groundgraph.types.outcomes import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from groundgraph.types import Example

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_UNSHOWABLE = re.compile("[\ud800-\udfff\u202d\u202e]")
_DETAIL_FIELDS = ("calibrated", "threshold", "claim_threshold", "reason", "detector", "error")


def encode(value: object) -> str:
    """Return JSON that may stand inside a ``<script>`` element, on one line.

    Raises:
        ValueError: When a number is not finite.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _UNSHOWABLE.sub("\ufffd", text).replace("<", "\\u003c")


def packed(value: object) -> str:
    """Return JSON, compressed (zlib) and in base64: a third of its size, or less.

    Raises:
        ValueError: When a number is not finite.
    """
    return b64encode(zlib.compress(encode(value).encode())).decode("ascii")


def label_of(row: Mapping[str, Any]) -> str:
    """Return the row's label, or "error"."""
    return "error" if row.get("error") else str(row["label"])


def summary(
    example: Example | None,
    row: Mapping[str, Any],
    position: int,
    others: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Return what the list shows of a row and what the search looks through.

    Args:
        example: What was checked; ``None`` when the row could not be read.
        row: A verdict row or an error row.
        position: Number of the row in the report, from 1; names it when it has no line.
        others: Rows of further detectors on the same answer.
    """
    outcomes = [finding["outcome"] for finding in row.get("findings", ())]
    return {
        "line": row.get("line") or position,
        "id": row.get("id"),
        "label": label_of(row),
        "score": row.get("hallucination_score"),
        "claims": len(outcomes),
        "flagged": sum(outcome in FLAGGED for outcome in outcomes),
        "conflicts": len(row.get("conflicts", ())),
        "question": asked(example.question) if example else "",
        "answer": example.answer if example else "",
        "generator": example.generator if example else None,
        "gold": example.label if example else None,
        "message": row["error"]["message"] if row.get("error") else "",
        **({"others": _others(row, others)} if others else {}),
    }


def _others(row: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Return name and label of further detectors."""
    names = names_of((row, *others))[1:]
    return [[name, label_of(other)] for name, other in zip(names, others, strict=True)]


def details(example: Example | None, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the page shows once an answer is opened: the detail of each detector's row.

    Args:
        example: What was checked; ``None`` when the row could not be read.
        rows: Verdict rows and error rows, of each detector one.

    Returns:
        ``verdicts``: for each row its `detail`, with ``name``, ``label`` and ``score``;
        ``passages``; and ``graph``, the united evidence graph, as `drawing.drawn` gives it.
    """
    passages = [] if example is None else [[p.id, p.text] for p in example.passages]
    return {
        "turns": _turns(example),
        "passages": passages,
        "verdicts": [
            {
                "name": name,
                "label": label_of(row),
                "score": row.get("hallucination_score"),
                **detail(example, row),
            }
            for name, row in zip(names_of(rows), rows, strict=True)
        ],
        "graph": drawing.drawn(example, rows),
    }


def detail(example: Example | None, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the page shows of one detector's row.

    Evidence carries the index of its passage, or ``null`` when the example has no such passage.
    Words are the ranges of the answer that are not supported.
    """
    passages = [] if example is None else list(example.passages)
    places = {passage.id: number for number, passage in enumerate(passages)}
    units = [utf16(passage.text) for passage in passages]
    answer = utf16(example.answer if example else "")
    return {
        **{name: row[name] for name in _DETAIL_FIELDS if row.get(name) is not None},
        "claims": [_claim(finding, answer, places, units) for finding in row.get("findings", ())],
        "words": [[answer(span["start"]), answer(span["end"])] for span in row.get("spans", ())],
        "features": dict(row.get("features", {})),
        "graphs": outline.graphs(row),
        "conflicts": [_conflict(conflict) for conflict in row.get("conflicts", ())],
        "suggestions": [
            {"old": example.answer[s["start"] : s["end"]] if example else "", "text": s["text"]}
            for s in row.get("suggestions", ())
        ],
    }


def _conflict(conflict: Mapping[str, Any]) -> dict[str, Any]:
    sides = [
        {"id": s["passage_id"], "text": s["text"], "value": s["value"], "date": s.get("date", "")}
        for s in conflict["sides"]
    ]
    return {
        **{name: conflict[name] for name in ("explanation", "claims", "named")},
        "sides": sides,
    }


def _turns(example: Example | None) -> list[list[str]]:
    """Return who wrote what in the conversation that an answer belongs to, none of one question."""
    if example is None or isinstance(example.question, str):
        return []
    return [[turn.role, turn.content] for turn in example.question]


def utf16(text: str) -> Callable[[int], int]:
    """Return a function from code-point offsets of ``text`` to UTF-16 offsets.

    >>> utf16("a\U0001f600b")(2)
    3
    """
    wide = [match.start() for match in _ASTRAL.finditer(text)]
    return lambda offset: offset + bisect_left(wide, offset)


def _claim(
    finding: Mapping[str, Any],
    answer: Callable[[int], int],
    places: Mapping[str, int],
    units: list[Callable[[int], int]],
) -> dict[str, Any]:
    return {
        **{name: finding.get(name) for name in ("claim", "outcome", "score", "explanation")},
        "readAs": finding.get("read_as", ""),
        "citation": finding.get("citation") or "",
        "start": answer(finding["start"]),
        "end": answer(finding["end"]),
        "evidence": [_evidence(item, places, units) for item in finding.get("evidence", ())],
    }


def _evidence(
    item: Mapping[str, Any], places: Mapping[str, int], units: list[Callable[[int], int]]
) -> dict[str, Any]:
    place = places.get(item["passage_id"])
    marked = place is not None and item.get("start") is not None
    return {
        "id": item["passage_id"],
        "passage": place,
        "score": item.get("score"),
        "text": item.get("text", ""),
        "start": units[place](item["start"]) if marked and place is not None else None,
        "end": units[place](item["end"]) if marked and place is not None else None,
    }
