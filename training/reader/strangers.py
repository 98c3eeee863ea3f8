"""Pairs of answers by writers who had seen nothing of groundgraph, as rows.

``training/made/strangers/*.jsonl`` holds one item a line: a question or "", passages, a right and a
wrong answer to them, alike in length and in words of the passages, and, for most, what of the
passages to change so that the wrong one is right. They were written by language models that were
given no file of the project, and come under groundgraph's own licence. Beside them stand the dev
halves of some sets of ``experiments/judge_pairs.jsonl``, by others of that kind; not of those that
are kept to choose by.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from groundgraph.datasets.draws import draw
from groundgraph.types import Span
from training.made.contradictions import Changed
from training.made.kept import edited
from training.reader.corpora import worst
from training.reader.made import apart
from training.reader.recipe import (
    CONTRADICTED,
    NOT_SUPPORTED,
    STRANGERS,
    SUPPORTED,
    UNSUPPORTED,
)
from training.reader.rows import Row, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from training.reader.rows import Mark

_MADE = Path(__file__).parents[1] / "made" / STRANGERS
JUDGED = Path(__file__).parents[2] / "experiments" / "judge_pairs.jsonl"
KEPT = frozenset({"told", "met", "machine", "graphs", "work", "anew", "answered", "afresh"})
"""Sets of the latter that no half is shown of."""
_CONTRADICTED = frozenset(
    {
        "role_swap", "opposite", "negation", "number_in_words", "arithmetic", "unit",
        "temporal_order", "comparison", "coreference", "table_lookup",
    }
)  # fmt: skip
"""What a wrong answer goes against the passages in, where a change of them makes it right."""
_HELD_OUT = 12
_EDITED = 0.12


class Item(NamedTuple):
    """A right and a wrong answer.

    Attributes:
        about: What they differ in.
        question: Or "".
        passages: They support the right answer alone.
        twin: These support the wrong one alone; none where that is not known.
        right: An answer.
        wrong: Another.
    """

    about: str
    question: str
    passages: tuple[str, ...]
    twin: tuple[str, ...]
    right: str
    wrong: str


def items(*, held: bool, folder: Path = _MADE) -> list[Item]:
    """Return a twelfth of what was written, told by the checksum of its passages, or all others."""
    every = [item_of(json.loads(line)) for path in sorted(folder.glob("*.jsonl"))
             for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]  # fmt: skip
    return [each for each in every if _is_held(each) is held]


def judged(file: Path = JUDGED) -> list[Item]:
    """Return the dev halves of the sets that are not kept to choose by."""
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    own = (row for row in rows if row["split"] == "dev" and row["set"] not in KEPT)
    return [item_of({**row, "about": row["phenomenon"]}) for row in own]


def stranger_rows(*, held: bool = False) -> Iterator[Row]:
    """Yield two rows of each item, and two beside the changed passages.

    Args:
        held: Whether the items are those that are held out, as they are written; else all others,
            some with marks of citations or in markup.
    """
    for number, item in enumerate(items(held=held) if held else [*items(held=False), *judged()]):
        yield from rows_of(item, f"{STRANGERS}/{number}{held * ' held'}", held=held)


def rows_of(item: Item, group: str, *, held: bool = False) -> Iterator[Row]:
    """Yield the rows of one item, as `stranger_rows` does."""
    pick = draw(0, STRANGERS, group)
    for side, passages, right, wrong in (
        ("", item.passages, item.right, item.wrong),
        (" twin", item.twin, item.wrong, item.right),
    ):
        for claim in (Changed(right, ()), Changed(wrong, apart(right, wrong))):
            said = claim if held or item.question else edited(claim, pick, (_EDITED,))
            if passages:
                yield _row(item, group + side, passages, said)


def _row(item: Item, group: str, passages: tuple[str, ...], said: Changed) -> Row:
    """Return an answer, each sentence a claim where it is known which of them are wrong."""
    kind = kind_of(item)
    outcome = kind if said.spans else SUPPORTED
    row = Row(STRANGERS, group, item.question, passages, said.text, outcome, about=item.about)
    if said.spans == (Span(0, len(said.text)),):
        return row
    marks: tuple[Mark, ...] = tuple((s.start, s.end, kind) for s in said.spans)
    claims = tuple((s.start, s.end, worst(marks, s.start, s.end)) for s in sentences(said.text))
    if len(claims) < 2:
        return row._replace(marks=marks)
    if said.spans and all(kind == SUPPORTED for *_, kind in claims):
        return row
    return row._replace(outcome=-1, marks=marks, claims=claims)


def kind_of(item: Item) -> int:
    """Return the class of what is wrong in an item."""
    if item.about == "outside_knowledge":
        return UNSUPPORTED
    return CONTRADICTED if item.twin and item.about in _CONTRADICTED else NOT_SUPPORTED


def _is_held(item: Item) -> bool:
    return crc32("\n".join(item.passages).encode()) % _HELD_OUT == 0


def item_of(content: Mapping[str, Any]) -> Item:
    """Return an item as a line holds it."""
    passages = tuple(content["passages"])
    changed = list(passages)
    for number, old, new in content.get("twin") or ():
        changed[number] = changed[number].replace(old, new, 1)
    twin = tuple(changed) if changed != list(passages) else ()
    return Item(
        content["about"], content["question"] or "", passages, twin, content["right"],
        content["wrong"],
    )  # fmt: skip
