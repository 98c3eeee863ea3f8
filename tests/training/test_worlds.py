"""Invented texts: a claim is right beside one of two texts and wrong beside the other."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
import pytest

from experiments.count_telltales import WORD, lines, looks
from groundgraph.measures.metrics import auroc
from training.made.amounts import near, spelled
from training.made.elsewhere import elsewhere
from training.made.kits import HELD_BACK, kits
from training.made.tellings import Pick
from training.made.worlds import PHENOMENA, world
from training.reader.made import EDITS, WORLDS, Texts, edit_rows, world_rows
from training.reader.recipe import SUPPORTED

if TYPE_CHECKING:
    from training.reader.rows import Row

NEW, LENGTH, DENIAL = 1, 2, 3
"""Places of what `looks` returns."""
TEXT = (
    "Anna Keller opened the Marlow clinic in Porto in 1994. It has 40 beds and 12 doctors. "
    "Boris Lund, who had run it before, did not sell it to the city. In 2003 it was moved to "
    "Lisbon, where Clara Moss paid 300 euros for each of the 25 lamps. Some of the staff may "
    "leave by Monday. The new hall is larger than the old one and cost three million dollars."
)


def told_by(rows: list[Row], look: int) -> float:
    """Return how well wrong rows are told from right ones by their looks, 0.5 is not at all."""
    table = np.array([looks(row) for row in rows], float)
    found = auroc(table[:, 0] > 0, table[:, look])
    assert found is not None
    return found


@pytest.fixture(scope="module")
def made() -> dict[str, list[Row]]:
    """Return rows of invented texts by what they are about."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in world_rows(2400, "tested"):
        found[row.about].append(row)
    return found


def test_telltales_are_counted_where_rows_have_either_label(made: dict[str, list[Row]]) -> None:
    found = {"roles": [looks(row) for row in made["roles"]], "few": [looks(made["roles"][0])]}

    [line] = lines(found)
    assert line.startswith("roles ")
    assert re.search(r"wrong 0\.50  new words 0\.\d\d  length 0\.50  negation 0\.50", line)


def test_all_phenomena_are_told(made: dict[str, list[Row]]) -> None:
    assert {*made} == {*PHENOMENA}


@pytest.mark.parametrize("look", [LENGTH, DENIAL])
@pytest.mark.parametrize("about", sorted(PHENOMENA))
def test_no_claim_can_be_judged_without_the_text(
    made: dict[str, list[Row]], about: str, look: int
) -> None:
    assert told_by(made[about], look) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("about", sorted({*PHENOMENA} - {"outside"}))
def test_new_words_say_little_of_a_claim(made: dict[str, list[Row]], about: str) -> None:
    assert 0.4 < told_by(made[about], NEW) < 0.64


def test_new_words_say_next_to_nothing_of_all_claims(made: dict[str, list[Row]]) -> None:
    every = [row for rows in made.values() for row in rows]

    assert told_by(every, NEW) == pytest.approx(0.5, abs=0.05)


def test_what_is_right_beside_a_text_is_wrong_beside_the_other(made: dict[str, list[Row]]) -> None:
    plain = [r for rows in made.values() for r in rows if not r.claims]
    groups: dict[str, set[tuple[tuple[str, ...], bool]]] = defaultdict(set)
    for row in plain:
        groups[row.group].add((row.passages, row.is_wrong))

    assert groups
    assert all(len(each) == 4 for each in groups.values())


@pytest.mark.parametrize("name", sorted(PHENOMENA))
@pytest.mark.parametrize("held", [False, True])
def test_facts_and_claims_are_whole(name: str, *, held: bool) -> None:
    for seed in range(60):
        told = PHENOMENA[name](Pick(random.Random(seed), held=held))
        texts = [*told.facts, *told.mirror, *(text for pair in told.pairs for text in pair)]
        assert told.facts != told.mirror
        assert len(told.facts) == len(told.mirror)
        assert told.pairs
        assert all(pair.right != pair.wrong for pair in told.pairs)
        assert name == "table" or not any(set("{}") & set(text) for text in texts)


def test_a_world_is_the_same_for_the_same_draws() -> None:
    assert world(random.Random(5)) == world(random.Random(5))


def test_domains_and_ways_to_say_things_are_held_back() -> None:
    shown, held = kits(held=False), kits(held=True)
    ways = list(range(12))

    assert len(shown) >= 12
    assert len(held) == HELD_BACK
    assert not {kit.name for kit in shown} & {kit.name for kit in held}
    assert not set(Pick(random.Random(0)).part(ways)) & set(
        Pick(random.Random(0), held=True).part(ways)
    )


def test_roles_are_swapped_beside_a_right_passive() -> None:
    passive = re.compile(r"(.+) was [\w ]+? by (.+?)(?: in \w+)?$")
    pairs = [p for seed in range(90) for p in PHENOMENA["roles"](Pick(random.Random(seed))).pairs]
    turned = [(passive.match(pair.right), passive.match(pair.wrong)) for pair in pairs]

    found = [(ours.groups(), theirs.groups()) for ours, theirs in turned if ours and theirs]
    assert found
    assert any(right == wrong[::-1] for right, wrong in found)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"), (19, "nineteen"), (45, "forty-five"), (180, "one hundred and eighty"),
        (2300, "two thousand three hundred"), (14_045, "fourteen thousand forty-five"),
    ],
)  # fmt: skip
def test_numbers_are_spelled(number: int, words: str) -> None:
    assert spelled(number) == words


def test_a_number_near_another_is_another() -> None:
    for seed in range(200):
        pick = Pick(random.Random(seed))
        number = pick.randrange(1, 5000)
        assert near(pick, number) not in {0, number}


def test_a_name_or_number_is_exchanged_for_one_of_the_text() -> None:
    sentence = "Anna Keller opened the Marlow clinic in Porto in 1994."
    made = [elsewhere(sentence, TEXT, random.Random(seed)) for seed in range(40)]
    known = set(WORD.findall(TEXT))

    assert all(found is not None for found in made)
    assert any("2003" in found.text for found in made if found)
    assert any("Boris Lund" in found.text for found in made if found)
    for found in filter(None, made):
        assert set(WORD.findall(found.text)) <= known
        assert [span.of(found.text) for span in found.spans] != []


def test_edited_sentences_are_hardly_told_by_their_words() -> None:
    rows = [row for row in edit_rows(Texts.of([TEXT]), 1500) if row.about not in {"", "stranger"}]

    assert {row.corpus for row in rows} == {EDITS}
    assert told_by(rows, NEW) < 0.62
    assert told_by(rows, LENGTH) == pytest.approx(0.5, abs=0.05)
    assert told_by(rows, DENIAL) == pytest.approx(0.5, abs=0.05)


def test_a_changed_sentence_is_right_beside_the_text_that_says_so() -> None:
    rows = [row for row in edit_rows(Texts.of([TEXT]), 400) if row.about == "negated"]
    texts = {row.passages for row in rows}

    assert len(texts) > 2
    assert any(looks(row)[DENIAL] and not row.is_wrong for row in rows)
    assert any(looks(row)[DENIAL] and row.is_wrong for row in rows)


def test_marks_of_twins_are_the_words_in_which_they_differ() -> None:
    for row in world_rows(60, "tested"):
        assert row.corpus == WORLDS
        if row.outcome == SUPPORTED:
            assert row.marks == ()
        elif row.outcome > SUPPORTED:
            assert row.marks is None or row.marks
