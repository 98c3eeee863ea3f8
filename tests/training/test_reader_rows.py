"""What the reader learns from: twins, classes of tokens, and rows of corpora."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from small_corpora import write_corpora

from groundgraph.bench.meaning.probes import load_pairs
from groundgraph.bench.support.corpora import NLI as BENCH_NLI
from groundgraph.bench.support.corpora import RAGTRUTH_QA, TRAINED
from groundgraph.bench.support.corpora import SUPPORT as BENCH_SUPPORT
from groundgraph.datasets.catalogue import catalogue
from groundgraph.types import Example, Passage
from training.reader.corpora import answer_row, nli_rows, ragtruth, spread, with_twins
from training.reader.data import pair_rows, write_data
from training.reader.encoding import IGNORED, items_of, minilm
from training.reader.recipe import (
    CONTRADICTED,
    HELD_PAIRS,
    HELD_ROWS,
    LEFT_OUT_NLI,
    LEFT_OUT_SUPPORT,
    NLI,
    NOT_SUPPORTED,
    SHOWN_ROWS,
    SUPPORT,
    SUPPORTED,
    UNSUPPORTED,
    Amounts,
)
from training.reader.rows import Row, cut, read
from training.reader.strangers import JUDGED, KEPT, Item, item_of, kind_of, rows_of, stranger_rows
from training.reader.twins import are_twins, differing, nearest_twin
from training.reader.written_answers import ABOUT_RAGTRUTH, answer_rows

if TYPE_CHECKING:
    from pathlib import Path

FEW = Amounts(rows=12, sources=9, edits=6, worlds=6, short_edits=6, bare_worlds=6, held_out=4)


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpora(tmp_path_factory.mktemp("corpora"))


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("Ann sued Bob.", "Bob sued Ann.", ["Bob", "Ann"]),
        ("It has 40 rooms.", "It has 55 rooms.", ["55"]),
        ("It is open.", "It is not open.", ["not"]),
        ("Bring a guest if it rains.", "Bring a guest.", ["guest"]),
        ("Tor Bank hired Ann Lee.", "Ann Lee hired Tor Bank.", ["Ann Lee", "Tor Bank"]),
        ("He sold tea, salt and silk.", "He sold tea, pens and silk.", ["pens"]),
        ("The price is $2.5 million.", "The price is $2.5 billion.", ["billion"]),
    ],
)
def test_the_words_in_which_twins_differ_are_marked(
    right: str, wrong: str, words: list[str]
) -> None:
    marked = [span.of(wrong) for span in differing(right, wrong)]

    assert sorted(marked) == sorted(words)


def test_texts_that_differ_in_much_are_no_twins() -> None:
    assert are_twins("The ferry carries 40 cars.", "The ferry carries 50 cars.")
    assert not are_twins("The ferry carries 40 cars.", "The ferry carries 40 cars.")
    assert not are_twins("The ferry carries 40 cars.", "Nobody came to the opening at night.")
    assert nearest_twin("A b c d e.", ["x y", "A b c d f."]) == "A b c d f."


def row(answer: str, outcome: int, passage: str = "P.") -> Row:
    marks = () if outcome == SUPPORTED else None
    return Row("c", "g", "", (passage,), answer, outcome, marks)


def test_a_twin_is_marked_only_beside_the_same_evidence() -> None:
    right, wrong = row("It has 40 rooms now.", SUPPORTED), row("It has 55 rooms now.", CONTRADICTED)
    elsewhere = wrong._replace(passages=("Q.",))

    _, marked, other = with_twins([right, wrong, elsewhere])

    assert marked.marks == ((7, 9, CONTRADICTED),)
    assert other.marks is None


def classes(given: Row) -> dict[str, int]:
    """Return the class of each token by its text."""
    [text] = cut([given])
    [item] = items_of(given, 0, text, minilm(), 64)
    starts = [*minilm().tokens(given.answer)[1], len(given.answer)]
    pieces = [given.answer[a:b].strip() for a, b in pairwise(starts)]
    return dict(zip(pieces, item.labels.tolist(), strict=True))


def test_tokens_of_marked_words_have_their_class_and_others_are_supported() -> None:
    wrong = row("It has 55 rooms.", CONTRADICTED)._replace(marks=((7, 9, CONTRADICTED),))

    assert classes(wrong) == {
        "It": SUPPORTED, "has": SUPPORTED, "55": CONTRADICTED, "rooms": SUPPORTED, ".": SUPPORTED,
    }  # fmt: skip


def test_where_only_the_claims_label_is_known_its_tokens_are_ignored() -> None:
    assert set(classes(row("It has rooms.", NOT_SUPPORTED)).values()) == {IGNORED}
    assert set(classes(row("It has rooms.", SUPPORTED)).values()) == {SUPPORTED}


def test_a_sentence_of_an_answer_is_of_the_worst_class_marked_in_it(corpora: Path) -> None:
    shown, _ = ragtruth(corpora, Amounts(sources=9))
    wrong, gold = next((e, e.spans[0]) for e in shown if e.label and e.spans)

    found = answer_row(wrong, "ragtruth")

    assert found is not None
    assert found.claims[0][2] == SUPPORTED
    assert found.claims[-1][2] in {UNSUPPORTED, CONTRADICTED}
    assert wrong.answer[found.claims[-1][0] : found.claims[-1][1]] == gold.of(wrong.answer)


def test_what_is_not_entailed_may_be_either_class(corpora: Path) -> None:
    by_corpus = {each.corpus: each for each in nli_rows(corpora) if each.is_wrong}

    assert by_corpus["begin"].outcome == NOT_SUPPORTED
    assert by_corpus["mnli"].outcome in {UNSUPPORTED, CONTRADICTED}


def test_the_fold_left_out_shares_no_source_with_what_is_shown(corpora: Path) -> None:
    for fold in range(3):
        shown, held = ragtruth(corpora, Amounts(fold=fold))
        ours, theirs = ({e.metadata["source_id"] for e in part} for part in (shown, held))
        assert ours
        assert theirs
        assert not ours & theirs
    assert not ragtruth(corpora, Amounts(fold=-1))[1]


def test_the_same_rows_are_written_again(corpora: Path, tmp_path: Path) -> None:
    folders = tmp_path / "one", tmp_path / "two"
    for folder in folders:
        folder.mkdir()
        write_data(corpora, folder, FEW)

    for name in (SHOWN_ROWS, HELD_ROWS):
        one, two = (folder / name for folder in folders)
        assert one.read_bytes() == two.read_bytes()
    assert {"ragtruth", "edits", "worlds", "mnli", "metaqa"} <= {
        each.corpus for each in read(folders[0] / SHOWN_ROWS)
    }


SHOWN_BEFORE = "ConjNLI"
"""Shown to the run whose weights the shipped reader began with, and to none after it."""


def test_a_written_answer_stands_beside_a_wrong_one_whose_words_are_marked() -> None:
    groups: dict[str, list[Row]] = {}
    for row in answer_rows():
        groups.setdefault(row.group, []).append(row)

    for right, wrong in groups.values():
        assert (right.is_wrong, wrong.is_wrong) == (False, True), wrong.answer
        assert right.marks == ()
        assert wrong.marks
        assert right.passages == wrong.passages
        for start, end, kind in wrong.marks:
            assert kind in {UNSUPPORTED, CONTRADICTED}
            assert wrong.answer[start:end].strip() == wrong.answer[start:end] != ""


def test_an_answer_about_a_source_stands_beside_its_passages() -> None:
    source = "13803"
    about = Example(
        answer="", passages=(Passage("The race is close."),), metadata={"source_id": source}
    )

    rows = [*answer_rows([about]), *answer_rows([about], held=True)]

    own = [row for row in rows if row.corpus == ABOUT_RAGTRUTH]
    assert own
    assert {row.passages for row in own} == {("The race is close.",)}
    assert not [row for row in answer_rows() if row.corpus == ABOUT_RAGTRUTH]


def test_a_tenth_of_the_written_answers_is_never_shown() -> None:
    shown, held = ({row.answer for row in answer_rows(held=held)} for held in (False, True))

    assert held
    assert len(shown) > 5 * len(held)
    assert not shown & held


def test_a_strangers_wrong_answer_is_right_beside_the_changed_passages() -> None:
    groups: dict[str, list[Row]] = {}
    for row in stranger_rows():
        groups.setdefault(row.group.removesuffix(" twin"), []).append(row)

    twice = [rows for rows in groups.values() if len(rows) == 4]
    assert len(twice) > len(groups) / 2
    for right, wrong, other_right, other_wrong in twice:
        assert right.group == wrong.group != other_right.group == other_wrong.group
        assert right.passages == wrong.passages != other_right.passages == other_wrong.passages
        assert not right.is_wrong
        assert not other_right.is_wrong
        assert wrong.is_wrong
        assert other_wrong.is_wrong
        assert right.answer != wrong.answer


def test_sentences_that_both_answers_have_are_right_in_both() -> None:
    item = {
        "about": "unit",
        "question": "How large?",
        "passages": ["The hall seats 40. It is 9 m long."],
        "right": "The hall seats 40. Its length is 9 m.",
        "wrong": "The hall seats 40. Its length is 9 km.",
        "twin": [[0, "9 m", "9 km"]],
    }

    right, wrong, changed, unchanged = rows_of(item_of(item), "g")

    assert [claim[2] for claim in right.claims] == [SUPPORTED, SUPPORTED]
    assert [claim[2] for claim in wrong.claims] == [SUPPORTED, CONTRADICTED]
    assert [wrong.answer[start:end] for start, end, _ in wrong.marks or ()] == ["km"]
    assert changed.passages == ("The hall seats 40. It is 9 km long.",)
    assert (changed.answer, unchanged.answer) == (wrong.answer, right.answer)


def test_what_is_wrong_is_contradicted_where_a_change_of_the_passages_makes_it_right() -> None:
    item = Item("unit", "", ("It is 9 m long.",), ("It is 9 km long.",), "Nine metres.", "Nine km.")

    assert kind_of(item) == CONTRADICTED
    assert kind_of(item._replace(twin=())) == NOT_SUPPORTED
    assert kind_of(item._replace(about="modality")) == NOT_SUPPORTED
    assert kind_of(item._replace(about="outside_knowledge")) == UNSUPPORTED


@pytest.mark.parametrize("most", [20, 50, 70])
def test_of_a_file_groups_are_read_that_lie_all_over_it(most: int) -> None:
    every = [(group, number) for group in range(40) for number in range(1 + group % 3)]

    found = [group for group, _ in spread(every, most, lambda one: one[0])]

    assert most - 3 < len(found) <= most
    assert all(found.count(group) == 1 + group % 3 for group in found)
    early = sum(group < 20 for group in found)
    assert abs(early - len(found) / 2) <= 3


def test_a_file_with_no_more_rows_than_wanted_is_read_whole() -> None:
    every = [(group, number) for group in range(5) for number in range(2)]
    assert spread(every, 0, lambda one: one[0]) == spread(every, 10, lambda one: one[0]) == every


def test_some_of_what_strangers_wrote_is_never_shown() -> None:
    shown, held = ({(r.passages, r.answer) for r in stranger_rows(held=h)} for h in (False, True))
    kept = {
        json.loads(line)["right"]
        for line in JUDGED.read_text(encoding="utf-8").splitlines()
        if json.loads(line)["set"] in KEPT or json.loads(line)["split"] == "test"
    }

    assert held
    assert not shown & held
    assert not {answer for _, answer in shown} & {a for a in kept if len(a.split()) > 6}


def test_corpora_that_are_shown_may_train_and_are_not_left_out() -> None:
    may_train = {corpus.name: corpus.may_train for corpus in catalogue()}

    assert all(may_train[name] for name in (*SUPPORT, *NLI))
    assert not {*SUPPORT, *NLI} & {*LEFT_OUT_SUPPORT, *LEFT_OUT_NLI}
    assert {*LEFT_OUT_SUPPORT} <= set(BENCH_SUPPORT.values())
    assert {*LEFT_OUT_NLI} <= set(BENCH_NLI.values())
    names = {part: name for name, part in {**BENCH_NLI, **BENCH_SUPPORT}.items()}
    shown = {names[part] for part in (*SUPPORT, *NLI)}
    assert shown | {RAGTRUTH_QA, SHOWN_BEFORE} == TRAINED


def test_the_dev_half_of_the_pairs_is_held_out_and_the_other_half_is_not_read() -> None:
    dev = [answer for pair in load_pairs() if pair.split == "dev" for answer in pair.answers]
    held = list(pair_rows())

    assert [(row.answer, row.is_wrong) for row in held] == [(e.answer, e.label) for e in dev]
    assert {row.corpus for row in held} == {HELD_PAIRS}
    assert all(row.marks is None and row.claims for row in held)


@pytest.mark.data
def test_no_probe_of_bench_meaning_is_shown(data_folder: Path, tmp_path: Path) -> None:
    write_data(
        data_folder,
        tmp_path,
        Amounts(rows=200, sources=30, edits=200, worlds=200, short_edits=200, bare_worlds=200),
    )
    probes = {e.answer for pair in load_pairs() for e in pair.answers}
    passages = {p.text for pair in load_pairs() for p in pair.right.passages}

    for each in read(tmp_path / SHOWN_ROWS):
        assert each.answer not in probes
        assert not passages.intersection(each.passages)
