"""Made pairs: what is changed is marked, what is kept means the same."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from groundgraph.types import Span
from training.made.changes import CHANGES, misspelt
from training.made.contradictions import Changed
from training.made.kept import EDITS, edited, put
from training.reader.twins import differing

if TYPE_CHECKING:
    from collections.abc import Callable

SENTENCES = (
    "Some of the members may leave by Monday.",
    "A refund is paid within 30 days, only if the item is returned unused.",
    "In March Anna Keller met Boris Lund, Clara Moss and Dana Pike.",
    "The new hall is larger than the old one and cost three million dollars.",
    "The museum is not open, but the shop has a cafe and 40 seats.",
)


@pytest.mark.parametrize(
    ("way", "sentence", "possible"),
    [
        ("quantified", "Most shops are open.", {"All shops are open.", "Few shops are open.",
                                               "No shops are open."}),
        ("asserted", "It may rain.", {"It will rain.", "It must rain."}),
        ("measured", "It takes two weeks.", {"It takes two months.", "It takes two days."}),
        ("counted", "It has one door.", {"It has two doors.", "It has two door.",
                                         "It has four door."}),
        ("unconditioned", "Members may vote if they have paid the fee.", {"Members may vote."}),
        ("turned", "It is larger than mine.", {"It is smaller than mine."}),
    ],
)  # fmt: skip
def test_a_change_says_something_else(way: str, sentence: str, possible: set[str]) -> None:
    made = {
        found.text
        for seed in range(30)
        if (found := CHANGES[way](sentence, random.Random(seed))) is not None
    }

    assert made
    assert made <= possible


@pytest.mark.parametrize("way", sorted(CHANGES))
def test_marks_of_a_change_stand_in_its_text_and_where_it_differs(way: str) -> None:
    made = 0
    for sentence in SENTENCES:
        for seed in range(10):
            found = CHANGES[way](sentence, random.Random(seed))
            if found is None or found.text == sentence:
                continue
            made += 1
            assert found.spans
            assert all(0 <= s.start < s.end <= len(found.text) for s in found.spans)
            if way not in {"unconditioned", "affirmed"}:
                for span in differing(sentence, found.text):
                    assert any(span.overlaps(mark) for mark in found.spans)
    assert made


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_marked_words_stay_marked_through_an_edit(
    edit: Callable[[Changed, random.Random], Changed | None],
) -> None:
    text = "In March, the fee is not 9 euros per day because 2,500 seats are large."
    start = text.index("euros")
    changed = Changed(text, (Span(start, start + len("euros")),))
    made = [edit(changed, random.Random(seed)) for seed in range(30)]

    for found in filter(None, made):
        assert [span.of(found.text).lower() for span in found.spans] == ["euros"]
    assert any(found and found.text != text for found in made)


def test_a_marked_word_is_not_edited() -> None:
    assert put(Changed("It is open.", (Span(6, 10),)), 3, 8, "was") is None


def test_an_edit_depends_on_its_draws_alone() -> None:
    one, two = (edited(Changed("It is open.", ()), random.Random(3)) for _ in range(2))

    assert one == two


def test_a_name_nearly_alike_is_another() -> None:
    for seed in range(50):
        assert misspelt("Keller", random.Random(seed)) != "Keller"
