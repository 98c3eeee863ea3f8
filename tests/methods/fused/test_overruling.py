"""What is heard of a reader beside what rules know."""

from __future__ import annotations

import numpy as np
import pytest

from groundgraph.learn.inputs import logistic
from groundgraph.methods.fused.blocks.known_words import KnownWords
from groundgraph.methods.fused.blocks.reader import Words
from groundgraph.methods.fused.overruling import Heard, apart_from, marked, overruled
from groundgraph.methods.fused.rule import Ruling, Rulings
from groundgraph.types import Claim, Span

CLAIMS = (Claim("In 2014 it sank.", Span(0, 16)), Claim("It was 20 m long.", Span(17, 34)))
WORDS = Words(
    np.array([[3, 7], [11, 15], [24, 28], [29, 33]], np.int32),
    np.array([0, 0, 1, 1], np.int32),
    np.array([[4.0, 3.0], [-2.0, -4.0], [5.0, 5.0], [-1.0, -1.0]]),
)
SAID = Heard(
    np.array([[3.0, 0.7, 4.0, 1.0, 1.5], [-3.0, 0.1, -2.0, -2.5, 0.5]]), np.array([2.0, -4])
)


def heard(*rulings: Ruling) -> Heard:
    return overruled(SAID, WORDS, CLAIMS, [Rulings((each,)) for each in rulings])


def test_words_that_are_known_to_be_right_raise_no_doubt() -> None:
    places = np.array([[0, 2], [3, 9], [10, 15]], np.int32)
    odds = np.array([[4.0, 3.0], [-2.0, -4.0], [-1.0, -3.0]])
    words = Words(places, np.zeros(3, np.int32), odds)
    row = np.array([3.0, 0.7, 4.0, 1.0, 1.5])

    found = apart_from(row, words, 0, [Span(0, 2)])

    share = logistic(np.array([-2.0, -1.0])).sum()
    np.testing.assert_allclose(found, [-1, logistic(np.array(-3.0)), -1, -1, np.log(share)])
    np.testing.assert_allclose(apart_from(row, words, 0, [Span(3, 9)])[:4], row[:4])


def test_where_no_rule_knows_better_a_reader_is_heard() -> None:
    found = heard(Ruling(()), Ruling(()))

    assert found.rows.tolist() == SAID.rows.tolist()
    assert found.alone.tolist() == SAID.alone.tolist()


def test_a_claim_whose_doubtful_word_is_right_is_as_doubtful_as_the_rest_of_it() -> None:
    found = heard(Ruling((), words=KnownWords(right=(Span(3, 7),))), Ruling(()))

    assert found.rows[0, 0] == found.alone[0] == -2.0
    assert found.rows[1].tolist() == SAID.rows[1].tolist()


def test_nothing_that_a_reader_says_holds_a_claim_that_is_surely_wrong() -> None:
    found = heard(Ruling(()), Ruling((), overrules="wrong"))

    assert found.rows[1].tolist() == [0.0, 0.1, 0.0, 0.0, 0.5]
    assert found.alone.tolist() == [2.0, 0.0]


def test_nothing_that_a_reader_says_speaks_against_a_claim_that_is_surely_right() -> None:
    found = heard(Ruling((), overrules="right"), Ruling(()))

    assert found.rows[0].tolist() == [0.0] * 5
    assert found.alone.tolist() == [0.0, -4.0]


def test_what_was_said_is_left_as_it_is() -> None:
    before = SAID.rows.copy()

    heard(Ruling((), overrules="right"), Ruling((), overrules="wrong"))

    assert SAID.rows.tolist() == before.tolist()


@pytest.mark.parametrize("kind", ["right", "rephrased"])
def test_what_is_right_is_not_marked_and_what_is_wrong_is(kind: str) -> None:
    known = KnownWords(**{kind: (Span(3, 7),)}), KnownWords(wrong=(Span(12, 16),))
    rulings = [Rulings((Ruling((), words=own),)) for own in known]

    assert marked(WORDS, CLAIMS, rulings).odds[:, 0].tolist() == [-8.0, -2.0, 5.0, 8.0]


def test_what_holds_as_it_is_written_is_marked_for_a_sure_doubt_alone() -> None:
    known = KnownWords(held=(Span(3, 7),)), KnownWords(held=(Span(12, 16),))
    rulings = [Rulings((Ruling((), words=own),)) for own in known]

    assert marked(WORDS, CLAIMS, rulings).odds[:, 0].tolist() == [4.0, -2.0, 5.0, -8.0]
