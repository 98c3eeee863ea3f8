"""What the ablation of `lexical` measures, on a few answers and those made of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

import experiments.ablate_fused as ablation
from groundgraph import Example, Passage, Span
from groundgraph.methods.fused.blocks import details
from groundgraph.methods.fused.lexical import Lexical
from training.made.corruption import SUFFIX, corrupted
from training.made.short_claims import contradicted

if TYPE_CHECKING:
    from collections.abc import Iterator

_BEGIN, _END = (
    ("Bor", "Kor", "Lum", "Mal", "Nov", "Ost", "Pol", "Rad"),
    ("ica", "ovo", "ina", "grad"),
)
PLACES = [begin + end for begin in _BEGIN for end in _END]  # trees need some dozens to split
WRONG = "It has a casino and a pool."


def examples() -> Iterator[Example]:
    """Yield a grounded and a hallucinated answer to each source."""
    for number, place in enumerate(PLACES):
        said = f"The ferry to {place} carries {40 + number} cars."
        evidence = (Passage(f"{said} It leaves at 7:30 from the old harbour."),)
        about = {"source_id": f"source-{number}", "task": "QA"}
        yield Example(said, evidence, id=f"{number}-good", label=False, spans=(), metadata=about)
        spans = (Span(len(said) + 1, len(said) + 1 + len(WRONG)),)
        yield Example(
            f"{said} {WRONG}", evidence, id=f"{number}-bad", label=True, spans=spans, metadata=about
        )


@pytest.fixture(scope="module")
def rows() -> ablation.Rows:
    own, detector = [*examples()], Lexical()
    made = [*corrupted(own, share=1.0, seed=0), *contradicted(own, seed=0)]
    return ablation.Rows.of(
        ablation.checkable(own, detector), ablation.checkable(made, detector), detector
    )


def test_answers_are_told_apart_by_how_they_were_made(rows: ablation.Rows) -> None:
    ids = {k: [rows.readings[i].example.id for i in own] for k, own in rows.kinds().items()}

    assert len(ids["RAGTruth"]) == 2 * len(PLACES)
    originals = [name for name in ids["number exchanged"] if name.endswith("-good")]
    assert sorted(ids["number exchanged"]) == sorted(
        [*originals, *(f"{name}{SUFFIX}" for name in originals)]
    )
    assert len(originals) == len(PLACES)
    assert ids["short claims"]
    assert not {*ids["short claims"]} & {*ids["RAGTruth"], *ids["number exchanged"]}


def test_kinds_that_were_not_made_are_left_out(rows: ablation.Rows) -> None:
    own = ablation.Rows.of(rows.readings[: rows.n_own], [], Lexical())

    assert [*own.kinds()] == ["RAGTruth"]


def test_a_block_is_left_out_wherever_it_is_measured(rows: ablation.Rows) -> None:
    left = ablation.without(["details", "lexical"], rows.readings, rows.table)

    assert not {*left.claim_names} & {*details.NAMES}
    assert "characters" in left.claim_names
    assert left.claims.shape[1] == len(left.claim_names)
    for name in left.claim_names:  # each column is still its own
        kept, before = left.claim_names.index(name), rows.table.claim_names.index(name)
        np.testing.assert_array_equal(left.claims[:, kept], rows.table.claims[:, before])


def test_every_kind_is_shown_beside_the_whole(
    rows: ablation.Rows, capsys: pytest.CaptureFixture[str]
) -> None:
    full = rows.fit()
    rows.show("without details", rows.fit(partial(ablation.without, ["details"])), full)

    head, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith("without details: F1 ")
    assert [line.split("n=")[0].strip() for line in lines] == [*rows.kinds(), "by hand"]
    assert all(0 <= float(line.split("difference")[0].split()[-1]) <= 1 for line in lines)
