"""Walks, links and `logic` on questions of a few passages, through the shipped parts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from groundgraph import Example, Passage, Triple, load
from groundgraph.bench.graph.hops import hop_cells, over_shuffled
from groundgraph.bench.graph.merged import GROUPINGS, merged_cells
from groundgraph.bench.graph.questions import as_text, half_of
from groundgraph.bench.graph.similar import doubts
from groundgraph.bench.graph.twins import Fixed
from groundgraph.bench.graph.walks import SHUFFLED, TWINS, WALKS, WITHOUT, masses, walks
from groundgraph.methods.fused.blocks import links
from groundgraph.methods.logic.detector import Logic

PASSAGES = (
    Passage("The Orrin Dam is run by the Dunmar Office. It was built in 1931.", "Orrin Dam"),
    Passage("The Velm Dam is run by the Skarr Office. It was built in 1954.", "Velm Dam"),
    Passage("The Dunmar Office has its seat in Tolvik. It inspects bridges.", "Dunmar Office"),
    Passage("The Skarr Office has its seat in Brenna. It inspects roads.", "Skarr Office"),
)


def example(answer: str, dam: str, *, label: bool, hops: int = 2) -> Example:
    return Example(
        answer,
        PASSAGES,
        question=f"Where is the seat of the office that runs the {dam} Dam?",
        id=f"{dam}-{answer}",
        label=label,
        metadata={"source_id": dam, "task": "multihop", "hops": hops},
    )


EXAMPLES = [
    example("Tolvik", "Orrin", label=False),
    example("Brenna", "Orrin", label=True),
    example("Brenna", "Velm", label=False),
    example("Tolvik", "Velm", label=True),
]


@pytest.mark.parametrize("walk", ["links", "title step", "title PageRank"])
def test_a_walk_over_links_tells_two_seats_apart_and_none_without_links(walk: str) -> None:
    found = {twin: mass for name, twin, mass in masses(EXAMPLES) if name == walk}
    assert (found[""][[0, 2]] > found[""][[1, 3]]).all()
    assert found[WITHOUT][[0, 2]] == pytest.approx(found[WITHOUT][[1, 3]])


def test_each_walk_has_its_twins_and_masses_are_shares() -> None:
    found = list(masses(EXAMPLES))
    assert [(name, twin) for name, twin, _ in found] == [
        (n, t) for n in WALKS for t in ("", *TWINS)
    ]
    assert all(((mass >= 0) & (mass <= 1)).all() for *_, mass in found)


def test_names_that_share_a_sentence_lead_to_the_names_behind_them() -> None:
    right, wrong = (WALKS["HippoRAG, names"](walk) for walk in walks(EXAMPLES[:2]))
    assert right > wrong


def test_shuffled_links_are_as_many_from_the_same_sentences() -> None:
    [walk] = walks(EXAMPLES[:1])
    twin = walk.made(SHUFFLED).links
    assert np.array_equal(twin.sources, walk.links.sources)
    assert sorted(np.bincount(twin.targets)) == sorted(np.bincount(walk.links.targets))
    assert np.array_equal(walk.made(SHUFFLED).links.targets, twin.targets)
    assert len(walk.made(WITHOUT).links.sources) == 0


def test_a_walk_over_a_question_without_a_known_name_goes_nowhere() -> None:
    odd = replace(EXAMPLES[0], question="Why?")
    assert all(mass(walk) == 0 for walk in walks([odd]) for mass in WALKS.values())


@pytest.fixture(scope="module")
def measured() -> Fixed:
    return Fixed.of([*EXAMPLES, Example("", PASSAGES, question="Where?", id="empty")])


def test_measured_answers_score_as_they_are_judged(measured: Fixed) -> None:
    verdicts = load("fused").detect(EXAMPLES)
    assert measured.checked.tolist() == [True] * 4 + [False]
    assert measured.scores()[:4] == pytest.approx([v.hallucination_score for v in verdicts])


def test_a_rule_that_judges_as_before_changes_nothing(measured: Fixed) -> None:
    same = measured.with_twin(
        links.RULE, lambda reading: links.walked_over(reading, reading.evidence.links)
    )
    assert same[:4] == pytest.approx(measured.scores()[:4])


def test_without_links_the_right_seat_loses_what_speaks_for_it(measured: Fixed) -> None:
    assert (measured.without(links.RULE)[[0, 2]] > measured.scores()[[0, 2]]).all()
    assert np.isnan(measured.with_twin(links.RULE, over_shuffled)[4])


def test_the_table_has_gains_over_both_twins_and_points_by_hops() -> None:
    far = [example("Tolvik", "Orrin", label=False, hops=3), *EXAMPLES]
    far.append(example("Brenna", "Orrin", label=True, hops=3))
    cells = {(cell.row, cell.metric): cell for cell in hop_cells(far)}
    for row in ("fused", *(f"walk: {name}" for name in WALKS)):
        assert {(row, f"gain over {twin}") for twin in TWINS} <= cells.keys()
    assert ("egc over similar", "gain over similar shuffled") in cells
    assert cells["fused", "auroc@2"].n == 4
    gain = cells["walk: links", f"gain over {WITHOUT}"].value
    own, other = (
        cells["walk: links", "auroc"].value,
        cells[f"walk: links, {WITHOUT}", "auroc"].value,
    )
    assert own is not None
    assert other is not None
    assert gain == pytest.approx(own - other)


def test_the_twin_of_similar_edges_changes_which_evidence_a_claim_is_near_to() -> None:
    passages = [
        Passage("The ferry to Tolvik leaves the harbour at nine every morning.", "1"),
        Passage("Bakers in the old town use sourdough that is thirty years old.", "2"),
        Passage("A comet was seen over the observatory by two amateurs last night.", "3"),
    ]
    answers = (
        "The ferry to Tolvik leaves the old harbour at nine every single morning.",
        "Two amateurs saw a bright comet over the old observatory late last night.",
    )
    question = "When does the ferry to Tolvik leave the harbour?"
    same = [Example(a, passages, question=question, id=str(n)) for n, a in enumerate(answers)]

    own, twin = doubts(same)

    assert own.shape == twin.shape == (2,)
    assert own[0] < own[1]  # the question is joined to the ferry's passage alone
    assert (own != twin).any()
    np.testing.assert_array_equal(doubts(same)[1], twin)


def test_triples_become_passages_of_their_subjects() -> None:
    triples = (
        Triple("Up", "directed_by", "Pete Docter"),
        Triple("Heat", "release_year", "1995"),
        Triple("Up", "release_year", "2009"),
    )
    told = as_text(Example("2009", question="When?", triples=triples))
    assert [passage.id for passage in told.passages] == ["Up", "Heat"]
    assert "Pete Docter" in told.passages[0].text
    assert "2009" in told.passages[0].text
    assert told.triples is None


def test_halves_hold_by_the_name_of_the_question() -> None:
    halves = [half_of(f"question {number}") for number in range(200)]
    assert 60 < halves.count("dev") < 140
    assert halves == [half_of(f"question {number}") for number in range(200)]


def test_logic_is_measured_merged_and_not_at_thresholds_of_the_dev_half() -> None:
    dev = [replace(e, id=f"{e.id}-{n}") for n in range(6) for e in EXAMPLES]
    cells = {(cell.row, cell.metric): cell for cell in merged_cells(Logic(), dev, EXAMPLES)}
    for name in GROUPINGS:
        assert cells[f"logic, {name}", "accuracy"].n == 4
        assert (f"logic, {name}, threshold from dev", "accuracy") in cells
    assert ("links minus none", "auroc") in cells
    few = {cell.row for cell in merged_cells(Logic(), EXAMPLES, EXAMPLES)}
    assert not any("threshold from dev" in row for row in few)
