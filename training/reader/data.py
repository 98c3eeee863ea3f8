"""Writes what the reader is shown, and what is held out for the figures at a checkpoint."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from groundgraph.bench.meaning.probes import load_pairs
from groundgraph.text.asked.conversations import asked
from training.reader.corpora import (
    copied_rows,
    left_out_rows,
    ragtruth,
    ragtruth_rows,
    shown_rows,
    support_rows,
)
from training.reader.made import (
    BARE_WORLDS,
    EDITS,
    SHORT_EDITS,
    WORLDS,
    Texts,
    edit_rows,
    world_rows,
)
from training.reader.near import near_rows
from training.reader.recipe import (
    HELD_ANSWERS,
    HELD_EDITS,
    HELD_PAIRS,
    HELD_RAGTRUTH,
    HELD_ROWS,
    HELD_STRANGERS,
    HELD_WORLDS,
    HELD_WRITTEN,
    NOT_SUPPORTED,
    SHOWN_ROWS,
    SUPPORTED,
)
from training.reader.rows import Row, sentences, write
from training.reader.strangers import stranger_rows
from training.reader.written import written_rows
from training.reader.written_answers import answer_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from groundgraph.types import Example
    from training.reader.recipe import Amounts

WRITTEN_TIMES = 3
"""How often a hand-written item is drawn, each time beside another text or in other markup."""
_LONG = ("condaqa", "factcg_cg2c_doc")
"""Corpora whose passages sentences are taken from, beside RAGTruth's."""


def write_data(data: Path, work: Path, amounts: Amounts) -> list[Path]:
    """Write shown.jsonl and held_out.jsonl, rows of `training.reader.rows.Row`."""
    ours, theirs = ragtruth(data, amounts)
    texts = Texts.of([*_passages(ours), *_other_passages(data, amounts)])
    shown = chain(
        ragtruth_rows(ours),
        copied_rows(ours),
        answer_rows(ours),
        near_rows(chain(ragtruth_rows(ours), copied_rows(ours), answer_rows(ours))),
        edit_rows(texts, amounts.edits),
        edit_rows(texts, amounts.short_edits, SHORT_EDITS),
        world_rows(amounts.worlds),
        world_rows(amounts.bare_worlds, BARE_WORLDS),
        written_rows(times=WRITTEN_TIMES),
        stranger_rows(),
        shown_rows(data, amounts),
    )
    most = 2 * amounts.held_out
    held = chain(
        left_out_rows(data, amounts),
        (
            r._replace(corpus=HELD_RAGTRUTH)
            for r in [*ragtruth_rows(_few(theirs, amounts.held_out))]
        ),
        held_edits(theirs, most),
        (r._replace(corpus=HELD_WORLDS) for r in world_rows(most, f"held {WORLDS}", held=True)),
        (r._replace(corpus=HELD_WRITTEN) for r in written_rows(held=True)),
        (r._replace(corpus=HELD_STRANGERS) for r in stranger_rows(held=True)),
        (r._replace(corpus=HELD_ANSWERS) for r in answer_rows(ours, held=True)),
        pair_rows(),
    )
    return [write(work / SHOWN_ROWS, shown), write(work / HELD_ROWS, held)]


def held_edits(theirs: Iterable[Example], groups: int) -> Iterator[Row]:
    """Yield sentences of the passages of RAGTruth's fold left out, and the same changed."""
    for row in edit_rows(Texts.of(_passages(theirs)), groups, f"held {EDITS}"):
        yield row._replace(corpus=HELD_EDITS)


def pair_rows() -> Iterator[Row]:
    """Yield the answers of the dev half of the pairs of `bench meaning`."""
    for pair in load_pairs():
        for answer in pair.answers if pair.split == "dev" else ():
            texts = tuple(passage.text for passage in answer.passages)
            claims = sentences(answer.answer)
            kind = NOT_SUPPORTED if answer.label else SUPPORTED
            yield Row(
                HELD_PAIRS, pair.id, asked(answer.question), texts, answer.answer, -1, None,
                tuple((claim.start, claim.end, kind) for claim in claims), about=pair.phenomenon,
            )  # fmt: skip


def _passages(examples: Iterable[Example]) -> list[str]:
    return [passage.text for example in examples for passage in example.passages]


def _other_passages(data: Path, amounts: Amounts) -> list[str]:
    return [
        text
        for part in _LONG
        for row in support_rows(data, part, amounts.rows)
        for text in row.passages
    ]


def _few(examples: Sequence[Example], most: int) -> list[Example]:
    """Return answers spread over the file."""
    return list(examples[:: max(1, len(examples) // max(1, most))])
