"""What `groundgraph.protocols.Reader` promises, asked of every registered one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tiny_readers import save_reader
from tiny_token_classifiers import modernbert

from groundgraph.protocols import Reader
from groundgraph.registry import PART_KINDS, READERS
from groundgraph.types import Span
from groundgraph.types.readings import CutAnswer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundgraph.types.readings import OutcomeScores

UNITS = (
    "The ferry to Split leaves at 7:30.",
    "It carries 40 cars.",
    "The island has two villages.",
)
TWO = "The ferry leaves at 7:30. It has a casino."
SPANS = (Span(0, 25), Span(26, 42))
LONG = "word " * 1200
ANSWERS = [
    CutAnswer("When does it leave?", UNITS, TWO, SPANS),
    CutAnswer("", UNITS[:1], TWO, SPANS[:1]),
    CutAnswer("", ("long words " * 900,), LONG, (Span(0, len(LONG) - 1),)),
    CutAnswer("", ("🙂",), "🙂 \x00 a\ud800b", (Span(0, 7),)),
    CutAnswer("", (), "It is so.", (Span(0, 9),)),
    CutAnswer("", UNITS, "It is so.", ()),
    CutAnswer("", UNITS * 200, TWO, SPANS),
]


GIVEN: dict[str, Callable[[Path], dict[str, Any]]] = {
    "minilm": lambda folder: {"folder": str(save_reader(folder))},
    "transformers": lambda folder: {"model": str(modernbert(folder)), "device": "cpu"},
}


@pytest.fixture(scope="module", params=list(READERS))
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reader:
    given = GIVEN[request.param](tmp_path_factory.mktemp("reader"))
    part: Reader = READERS.get(request.param)(**given)
    return part


def hold(answer: CutAnswer, found: OutcomeScores) -> None:
    """Assert what is so of every answer."""
    assert found.claims.shape == (len(answer.claims), 3)
    assert found.tokens.shape == (len(found.starts), 3)
    assert found.starts.shape == found.claim_of.shape
    known = found.claims[~np.isnan(found.claims).any(axis=1)]
    for rows in (found.tokens, known):
        assert ((rows >= 0) & (rows <= 1)).all()
        np.testing.assert_allclose(rows.sum(axis=1), 1)
    for start, claim in zip(found.starts.tolist(), found.claim_of.tolist(), strict=True):
        assert answer.claims[claim].start <= start < answer.claims[claim].end


def test_readers_are_a_kind_of_part(reader: Reader) -> None:
    assert READERS in PART_KINDS
    assert isinstance(reader, Reader)


def test_every_claim_has_three_probabilities_and_so_has_each_of_its_tokens(reader: Reader) -> None:
    for answer, found in zip(ANSWERS, reader.read(ANSWERS), strict=True):
        hold(answer, found)
        assert found.problem == ""
        assert not np.isnan(found.claims).any()
        assert set(found.claim_of.tolist()) == set(range(len(answer.claims)))


def test_what_an_answer_gets_does_not_depend_on_the_others_or_their_order(reader: Reader) -> None:
    together, backwards = reader.read(ANSWERS), reader.read(ANSWERS[::-1])[::-1]

    for answer, one, other in zip(ANSWERS, together, backwards, strict=True):
        [alone] = reader.read([answer])
        for found in (one, other):
            np.testing.assert_allclose(alone.claims, found.claims, atol=1e-5)
            np.testing.assert_allclose(alone.tokens, found.tokens, atol=1e-5)


def test_the_evidence_and_the_question_are_read(reader: Reader) -> None:
    answer = ANSWERS[0]
    others = [answer._replace(units=UNITS[2:]), answer._replace(question="What is there to do?")]

    said = reader.read([answer, *others])

    assert len({found.claims.tobytes() for found in said}) == 3


def test_an_answer_that_is_not_read_says_why(reader: Reader) -> None:
    foreign = "フェリーは七時半に出発する。"
    answers = [
        CutAnswer("", UNITS, foreign, (Span(0, len(foreign)),)),
        CutAnswer("", (foreign,), TWO, SPANS),
    ]

    for answer, found in zip(answers, reader.read(answers), strict=True):
        hold(answer, found)
        assert bool(found.problem) == bool(np.isnan(found.claims).all())


def test_no_answers_get_nothing(reader: Reader) -> None:
    assert reader.read([]) == []
