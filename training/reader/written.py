"""Pairs of texts and claims that a language model wrote for this, as rows.

``training/made/written/*.jsonl`` holds one item a line: a passage, replacements that turn it into
its twin, and two claims, of which the one is right beside the passage and the other beside the
twin. So neither claim can be judged by itself. They were written without a look at the
probes of `groundgraph.bench.meaning`, and come under groundgraph's own licence.
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
from training.reader.made import apart
from training.reader.recipe import NOT_SUPPORTED, SUPPORTED
from training.reader.rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from training.reader.rows import Mark

WRITTEN = "written"
FOLDER = Path(__file__).parent.parent / "made" / WRITTEN
_HELD_OUT = 10
_BESIDE, _EDITED = 0.3, 0.12


class Item(NamedTuple):
    """What is written in a line.

    Attributes:
        about: What the claims differ in.
        passage: Supports the first claim alone.
        twin: Supports the second claim alone.
        claims: Both.
        question: That the claims answer, or "".
    """

    about: str
    passage: str
    twin: str
    claims: tuple[str, str]
    question: str


def items(*, held: bool, files: str = "*") -> list[Item]:
    """Return a tenth of what is written, told by the checksum of its passage, or all others.

    Args:
        held: Whether it is the tenth.
        files: Which, as a pattern of their names.
    """
    lines = [line for path in sorted(FOLDER.glob(f"{files}.jsonl")) for line in _lines(path)]
    every = [_item(json.loads(line)) for line in lines]
    return [item for item in every if (crc32(item.passage.encode()) % _HELD_OUT == 0) is held]


def written_rows(*, held: bool = False, times: int = 1) -> Iterator[Row]:
    """Yield four rows of each item: each claim beside each of the texts.

    Args:
        held: Whether the items are those that are held out, as they are written; else all others,
            at times beside the text of another one, in markup, or told to be from the source.
        times: How often each is drawn.
    """
    every = items(held=held)
    for number in range(len(every)):
        for time in range(times):
            yield from _rows(every, number, time, held=held)


def _rows(every: Sequence[Item], number: int, time: int, *, held: bool) -> Iterator[Row]:
    item, group = every[number], f"{WRITTEN}/{number}/{time}{held * ' held'}"
    pick = draw(0, WRITTEN, group)
    beside = [] if held or pick.random() > _BESIDE else [pick.choice(every).passage]
    place = pick.randrange(len(beside) + 1)
    for text, (right, wrong) in ((item.passage, item.claims), (item.twin, item.claims[::-1])):
        passages = (*beside[:place], text, *beside[place:])
        for claim in (Changed(right, ()), Changed(wrong, apart(right, wrong))):
            said = claim if held or item.question else edited(claim, pick, (_EDITED,))
            outcome = NOT_SUPPORTED if claim.spans else SUPPORTED
            yield Row(
                WRITTEN, group, item.question, passages, said.text, outcome, _marks(said),
                about=item.about,
            )  # fmt: skip


def _marks(said: Changed) -> tuple[Mark, ...] | None:
    """Return the words that differ; ``None`` where the claims differ as a whole."""
    if said.spans == (Span(0, len(said.text)),):
        return None
    return tuple((span.start, span.end, NOT_SUPPORTED) for span in said.spans)


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _item(content: Mapping[str, Any]) -> Item:
    twin = content["passage"]
    for old, new in content["swap"]:
        twin = twin.replace(old, new, 1)
    claims = (content["one"], content["two"])
    return Item(content["about"], content["passage"], twin, claims, content.get("question", ""))
