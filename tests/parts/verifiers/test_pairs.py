from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.errors import InputError, ModelError
from groundgraph.parts.verifiers.pairs import (
    PairLimits,
    combined,
    verify_in_windows,
    verify_or_say_why,
)
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from groundgraph.types import Entailments

CLAIM = "the cup is red"
SAYS = "I know that the cup is red."
DENIES = "I know that the cup is not red."
IDLE = "Rain fell on the hills and the river rose. "


def words(text: str) -> list[int]:
    return [match.start() for match in re.finditer(r"\S+", text)]


class Judge:
    """Reads at most 24 words, two of them its own, and judges by plain search."""

    def __init__(self, most_windows: int = 50) -> None:
        self.asked: list[list[Pair]] = []
        self.limits = PairLimits(words, 24, 2, most_windows)

    def compute(self, pairs: list[Pair]) -> NDArray[np.float64]:
        self.asked.append(pairs)
        return np.array([self._one(pair) for pair in pairs])

    def _one(self, pair: Pair) -> tuple[float, float, float]:
        assert len(words(pair.premise)) + len(words(pair.hypothesis)) <= 22
        if pair.hypothesis in pair.premise:
            return (0.9, 0.08, 0.02)
        if pair.hypothesis.replace(" is ", " is not ") in pair.premise:
            return (0.05, 0.05, 0.9)
        return (0.02, 0.97, 0.01)

    def verify(self, *pairs: Pair) -> Entailments:
        return verify_in_windows(pairs, self.limits, self.compute)


def table(found: Entailments) -> NDArray[np.float64]:
    return np.stack(found[:3], axis=1)


def test_a_premise_that_fits_is_read_as_it_stands() -> None:
    judge = Judge()

    found = judge.verify(Pair(f" {SAYS}\n", CLAIM), Pair(DENIES, CLAIM), Pair(IDLE, CLAIM))

    np.testing.assert_allclose(found.entailment, [0.9, 0.05, 0.02])
    np.testing.assert_allclose(found.contradiction, [0.02, 0.9, 0.01])
    assert found.unread.tolist() == [0, 0, 0]
    assert found.problems == {}


@pytest.mark.parametrize("before", [0, 1, 7])
@pytest.mark.parametrize("after", [3, 7])
@pytest.mark.parametrize("evidence", [SAYS, DENIES])
def test_windows_without_bearing_on_the_claim_change_nothing(
    evidence: str, before: int, after: int
) -> None:
    judge = Judge()

    alone = table(judge.verify(Pair(evidence, CLAIM)))
    among = table(judge.verify(Pair(IDLE * before + f"{evidence} " + IDLE * after, CLAIM)))

    np.testing.assert_allclose(among, alone, atol=0.02)
    assert len(judge.asked[-1]) > 1


def test_entailment_in_one_window_outweighs_a_denial_in_another_and_what_is_left_is_denied() -> (
    None
):
    (row,) = table(Judge().verify(Pair(f"{SAYS} {IDLE * 4}{DENIES}", CLAIM)))

    assert row[0] == pytest.approx(0.9)
    assert row[2] > row[1]


def test_equal_pairs_and_equal_windows_are_computed_once_and_in_one_call() -> None:
    judge = Judge()
    sentence = "one two three four five six seven eight nine ten. "
    long = Pair(sentence * 8, CLAIM)

    found = judge.verify(long, Pair(SAYS, CLAIM), long, Pair(SAYS, CLAIM))

    (asked,) = judge.asked
    assert len(asked) == len(set(asked)) == 2
    np.testing.assert_array_equal(table(found)[[0, 1]], table(found)[[2, 3]])


def test_a_premise_shared_by_many_claims_is_tokenised_once() -> None:
    read: list[str] = []

    def starts(text: str) -> list[int]:
        read.append(text)
        return words(text)

    premise = (IDLE * 9).strip()
    pairs = [Pair(premise, f"claim {number}") for number in range(5)]
    judge = Judge()
    verify_in_windows(pairs, judge.limits._replace(starts=starts), judge.compute)

    assert read.count(premise) == 1


def test_what_lies_behind_the_last_window_that_is_read_is_counted_and_not_judged() -> None:
    judge = Judge(most_windows=2)
    sentence = "one two three four five six seven eight nine ten eleven twelve. "
    premise = sentence * 2 + SAYS + "  "

    found = judge.verify(Pair(premise, CLAIM), Pair(sentence * 2, CLAIM))

    assert premise[-found.unread[0] :].strip() == SAYS
    assert found.unread[1] == 0
    assert found.entailment[0] == pytest.approx(0.02)
    assert found.problems == {}


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([*"ab", "cup.", "\n", "the cup is red"]), max_size=120),
    st.integers(1, 4),
)
def test_what_is_read_and_what_is_not_make_up_the_premise(parts: list[str], most: int) -> None:
    judge = Judge(most)
    premise = " ".join(f"{number} {part}" for number, part in enumerate(parts))

    found = judge.verify(Pair(premise, CLAIM))

    read = [pair.premise for pair in judge.asked[0]] if judge.asked else []
    rest = premise[len(premise) - int(found.unread[0]) :]
    assert " ".join([*read, rest]).split() == premise.split()
    assert len(read) <= most
    np.testing.assert_allclose(table(found).sum(axis=1), 1.0)


def test_no_pairs_give_empty_arrays_and_compute_nothing() -> None:
    judge = Judge()

    found = judge.verify()

    assert [array.shape for array in found[:4]] == [(0,)] * 4
    assert [array.dtype for array in found[:4]] == [np.dtype(np.float64)] * 3 + [np.dtype(np.int64)]
    assert found.problems == {}
    assert judge.asked == []


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (Pair("", CLAIM), "the premise is empty"),
        (Pair(SAYS, " \n"), "the hypothesis is empty"),
        (Pair("", ""), "the hypothesis is empty"),
        (Pair(SAYS, "word " * 17), "the claim has 17 words; the verifier reads at most 16"),
    ],
)
def test_a_pair_that_cannot_be_judged_says_why_and_the_others_are_judged(
    pair: Pair, said: str
) -> None:
    judge = Judge()
    judge.limits = judge.limits._replace(unit="words")

    found = judge.verify(Pair(SAYS, CLAIM), pair, Pair(DENIES, CLAIM))

    assert found.problems == {1: said}
    assert table(found)[1].tolist() == [0.0, 1.0, 0.0]
    assert found.entailment[0] == pytest.approx(0.9)
    assert found.contradiction[2] == pytest.approx(0.9)


def test_the_longest_claim_that_is_read_leaves_a_quarter_to_the_premise() -> None:
    found = Judge().verify(Pair(IDLE * 3, "word " * 16))

    assert found.problems == {}
    assert found.unread.tolist() == [0]


def test_a_model_that_reads_next_to_nothing_says_so_of_every_claim() -> None:
    judge = Judge()
    judge.limits = judge.limits._replace(max_tokens=2)

    assert "reads at most 0" in judge.verify(Pair(SAYS, CLAIM)).problems[0]


def test_lone_surrogates_reach_no_model() -> None:
    judge = Judge()

    judge.verify(Pair("a \ud800 b", "c \udfff"))

    assert judge.asked == [[Pair("a \ufffd b", "c \ufffd")]]


def test_a_window_that_failed_makes_its_pairs_problems_and_no_other() -> None:
    judge = Judge()

    def compute(pairs: list[Pair]) -> tuple[NDArray[np.float64], Mapping[int, str]]:
        failed = {n: "the line went dead" for n, p in enumerate(pairs) if "rose" not in p.premise}
        return judge.compute(pairs), failed

    pairs = [Pair(IDLE, CLAIM), Pair(IDLE * 4 + SAYS, CLAIM), Pair(IDLE, CLAIM)]
    found = verify_or_say_why(pairs, judge.limits, compute)

    assert found.problems == {1: "the line went dead"}
    assert table(found)[1].tolist() == [0.0, 1.0, 0.0]
    assert found.neutral[0] == found.neutral[2] == pytest.approx(0.97)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_an_error(value: float) -> None:
    with pytest.raises(ModelError, match="not finite"):
        verify_in_windows(
            [Pair(SAYS, CLAIM)], Judge().limits, lambda pairs: np.full((len(pairs), 3), value)
        )


def test_reading_no_window_is_the_users_error() -> None:
    with pytest.raises(InputError, match="most_windows is 0"):
        Judge(most_windows=0).verify(Pair(SAYS, CLAIM))


def rows() -> st.SearchStrategy[list[list[float]]]:
    weights = st.tuples(*[st.floats(0.0, 1.0)] * 3).filter(lambda row: sum(row) > 1e-3)
    return st.lists(weights.map(lambda row: [x / sum(row) for x in row]), max_size=6)


@settings(deadline=None)
@given(rows())
def test_windows_together_are_probabilities_whatever_their_order(found: list[list[float]]) -> None:
    windows = np.array(found).reshape(-1, 3)

    together = combined(windows)

    assert (together >= 0).all()
    assert together.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(combined(windows[::-1]), together)
    if found:
        assert together[0] == windows[:, 0].max()


@settings(deadline=None)
@given(rows())
def test_more_windows_never_take_entailment_away(found: list[list[float]]) -> None:
    windows = np.array(found).reshape(-1, 3)
    entailed = [combined(windows[:n])[0] for n in range(1, len(windows) + 1)]

    assert all(fewer <= more for fewer, more in pairwise(entailed))


def test_windows_that_are_sure_of_entailment_leave_nothing_to_divide() -> None:
    np.testing.assert_array_equal(combined(np.array([[1.0, 0.0, 0.0]] * 2)), [1.0, 0.0, 0.0])
