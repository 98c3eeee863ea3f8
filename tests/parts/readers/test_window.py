"""What a reader is given at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.parts.readers.window import BERT, windows
from groundgraph.types import Span
from groundgraph.types.readings import CutAnswer

if TYPE_CHECKING:
    from groundgraph.parts.readers.window import Window

UNITS = (
    "The ferry carries forty cars.",
    "Tickets are sold on board.",
    "The harbour was built by Romans.",
    "Dogs must wear a lead.",
    "The captain is called Vesna Kos.",
)


def tokens(text: str) -> tuple[list[int], list[int]]:
    """Return a token for each word: its length above 1,000."""
    starts = [n for n, c in enumerate(text) if c != " " and (n == 0 or text[n - 1] == " ")]
    return [1000 + len(text[start:].split(" ", maxsplit=1)[0]) for start in starts], starts


def cut(answer: str, *claims: str, question: str = "", units: tuple[str, ...] = UNITS) -> CutAnswer:
    spans = [Span(answer.index(c), answer.index(c) + len(c)) for c in claims or (answer,)]
    return CutAnswer(question, units, answer, spans)


def read(text: CutAnswer, most_tokens: int, most: int = 1) -> list[Window]:
    return list(windows(text, tokens, most_tokens, most=most))


def words_before(window: Window) -> int:
    return window.first - 2  # less [CLS] and [SEP]


def test_evidence_that_fits_is_shown_whole_what_is_nearest_first() -> None:
    [window] = read(cut("Vesna Kos is the captain."), 64)

    others = sorted(UNITS[:4])
    shown = [token for unit in (UNITS[4], *others) for token in tokens(unit)[0]]
    assert window.ids[1 : window.first - 1].tolist() == shown
    assert window.ids[0] == BERT.first
    assert window.ids[window.first - 1] == window.ids[-1] == BERT.between


def test_the_question_stands_before_the_evidence() -> None:
    [window] = read(cut("Forty.", question="How many cars?", units=UNITS[:1]), 64)

    asked, shown = tokens("How many cars?")[0], tokens(UNITS[0])[0]
    assert window.ids.tolist() == [
        BERT.first, *asked, BERT.between, *shown, BERT.between, *tokens("Forty.")[0], BERT.between,
    ]  # fmt: skip


def test_of_longer_evidence_each_claims_best_units_are_shown_in_turn() -> None:
    answer = "Vesna Kos is the captain. The ferry carries 40 cars."
    text = cut(answer, "Vesna Kos is the captain.", "The ferry carries 40 cars.")

    [window] = read(text, 26)

    shown = [token for unit in (UNITS[4], UNITS[0]) for token in tokens(unit)[0]]
    assert window.ids[1 : window.first - 1].tolist() == shown
    assert window.claims.tolist() == [0] * 5 + [1] * 5


def test_more_windows_show_what_the_first_left() -> None:
    text = cut("Vesna Kos is the captain.")

    found = read(text, 18, most=9)

    sizes = [words_before(window) for window in found]
    assert sum(sizes) == sum(len(tokens(unit)[0]) for unit in UNITS)
    assert read(text, 18, most=2)[1].ids.tolist() == found[1].ids.tolist()


def test_a_unit_longer_than_a_window_is_read_to_its_end_of_the_window() -> None:
    [window] = read(cut("A b.", units=("word " * 99,)), 40)

    assert len(window.ids) == 40 - 1  # there is no question, and so one [SEP] less


def test_tokens_are_placed_in_the_answer() -> None:
    answer = "Yes. It carries cars."

    [window] = read(cut(answer, "It carries cars."), 64)

    assert [answer[start] for start in window.starts] == ["I", "c", "c"]


def test_an_answer_without_claims_has_no_window() -> None:
    assert read(CutAnswer("", UNITS, "?", []), 64) == []


def test_without_evidence_the_claims_are_read_alone() -> None:
    [window] = read(cut("It carries cars.", units=()), 64)

    assert window.first == 2
    assert len(window.ids) == 2 + 3 + 1


@given(
    st.lists(st.integers(1, 60), max_size=12),
    st.lists(st.integers(1, 40), min_size=1, max_size=8),
    st.integers(24, 96),
)
def test_no_window_is_too_long_and_every_claim_is_in_one(
    units: list[int], claims: list[int], most_tokens: int
) -> None:
    texts = [" ".join(f"w{n}x{i}" for i in range(size)) for n, size in enumerate(claims)]
    held = tuple(" ".join(f"w{n}x{i}" for i in range(size)) for n, size in enumerate(units))

    found = read(cut(" ".join(texts), *texts, units=held), most_tokens, most=3)

    assert all(len(window.ids) <= most_tokens for window in found)
    seen = np.concatenate([window.claims for window in found])
    assert set(seen.tolist()) == set(range(len(claims)))
    assert all(len(w.claims) == len(w.starts) == len(w.ids) - w.first - 1 for w in found)


@pytest.mark.parametrize("most_tokens", [24, 64])
@pytest.mark.parametrize("order", [(4, 2, 0, 3, 1), (1, 0, 4, 4, 3, 2, 0)])
def test_a_window_does_not_depend_on_the_order_of_the_units(
    order: tuple[int, ...], most_tokens: int
) -> None:
    answer = "Vesna Kos is the captain of the ferry."

    [window] = read(cut(answer, units=tuple(UNITS[n] for n in order)), most_tokens)

    assert window.ids.tolist() == read(cut(answer), most_tokens)[0].ids.tolist()
