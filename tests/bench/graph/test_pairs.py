"""Pairs of roles and attributes: what templates write, and who is measured on them."""

from __future__ import annotations

from collections import Counter

import pytest

from groundgraph.bench.graph.exchanged import exchanged_score, names_exchanged
from groundgraph.bench.graph.pairs import (
    PHENOMENA,
    SHUFFLED,
    TWIN,
    pair_cells,
    statements_score,
)
from groundgraph.bench.graph.written import written_pairs
from groundgraph.bench.trivial import new_words

PAIRS = written_pairs()
ROLES = [pair for pair in PAIRS if pair.phenomenon == "role_swap"]


def test_each_half_has_sixty_pairs_of_each_phenomenon() -> None:
    counts = Counter((pair.phenomenon, pair.split) for pair in PAIRS)
    assert counts == {(kind, half): 60 for kind in PHENOMENA for half in ("dev", "test")}
    assert len({pair.id for pair in PAIRS}) == len(PAIRS)
    assert written_pairs() == PAIRS


def test_halves_share_no_template_and_no_name() -> None:
    documents = {half: {p.document for p in PAIRS if p.split == half} for half in ("dev", "test")}
    assert documents["dev"].isdisjoint(documents["test"])


def test_right_passives_stand_beside_right_actives_and_none_copies_the_passage() -> None:
    passives = sum(" was " in pair.right.answer for pair in ROLES)
    assert 0.35 * len(ROLES) < passives < 0.65 * len(ROLES)
    assert not any(pair.right.answer in pair.right.passages[0].text for pair in PAIRS)


def test_the_answers_of_a_pair_differ_and_name_what_the_passage_names() -> None:
    assert all(pair.right.answer != pair.wrong.answer for pair in PAIRS)
    assert all(new_words(answer) == 0 for pair in ROLES for answer in pair.answers)


def test_roles_that_are_shuffled_tell_nothing_of_who_did_it() -> None:
    def won(score: object) -> float:
        assert callable(score)
        return sum(float(score(p.wrong) > score(p.right)) for p in ROLES) / len(ROLES)

    assert won(statements_score) > 0.9
    assert won(exchanged_score) < 0.7


def test_names_of_half_of_the_passages_are_exchanged_for_both_answers_alike() -> None:
    moved = 0
    for pair in PAIRS:
        right, wrong = map(names_exchanged, pair.answers)
        assert right.passages == wrong.passages
        assert [e.answer for e in (right, wrong)] == [e.answer for e in pair.answers]
        assert sorted(right.passages[0].text) == sorted(pair.right.passages[0].text)
        moved += right.passages != pair.right.passages
    assert 0.35 * len(PAIRS) < moved < 0.65 * len(PAIRS)


def test_every_score_has_a_row_and_the_twin_is_one_of_roles() -> None:
    pairs = [*ROLES[:2], *(p for p in PAIRS[-2:])]
    cells = {(cell.row, cell.metric): cell for cell in pair_cells("templates", pairs, ["lexical"])}
    for kind in PHENOMENA:
        for name in ("lexical", "statements alone", "share of new words"):
            assert cells[f"{kind}, templates: {name}", "pairwise_accuracy"].n == 4
        assert cells[f"{kind}, templates: lexical, {SHUFFLED}", "pairwise_accuracy"].n == 4
        assert (f"{kind}, templates: lexical", f"gain over {SHUFFLED}") in cells
    assert (f"role_swap, templates: {TWIN}", "pairwise_accuracy") in cells
    assert (f"wrong_attribute, templates: {TWIN}", "pairwise_accuracy") not in cells


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_a_limit_leaves_pairs_of_each_template(phenomenon: str) -> None:
    few = [pair for pair in written_pairs(1) if pair.phenomenon == phenomenon]
    assert len(few) == 10
