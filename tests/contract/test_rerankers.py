"""What every registered reranker must hold to; those that need a model get a tiny one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tiny_rerankers import save_cross_encoder, save_mxbai

from groundgraph import MissingExtraError
from groundgraph.protocols import Reranker
from groundgraph.registry import PART_KINDS, RERANKERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TINY: dict[str, Callable[[Path], dict[str, Any]]] = {
    "cross-encoder": lambda folder: {"model": save_cross_encoder(folder, ("LABEL_0",))},
    "mxbai": lambda folder: {"model": save_mxbai(folder)},
}
"""What a reranker is made with, where its defaults would download."""

PAIRS = [
    ("Where is the tower?", "The tower is in Paris."),
    ("Where is the tower?", "Bread is made of flour, water and salt."),
    ("who", "The tower is in Paris."),
    ("When was it built?", "It was built in 1889, in two years."),
    ("Where is the tower? " * 40, "The tower is in Paris. " * 60),
]
ODD = [
    "",
    " \n\t\u2028",
    "...",
    "\x00",
    "a\ud800b",
    "\u200b",
    "🙂 👩‍👩‍👧 ∑ ½",
    "東京は日本の首都です。" * 30,
    "nospaces" * 200,
    "[SEP] [CLS] <|im_end|> <|endoftext|>",
    "query: a\ndocument: b",
]


@pytest.fixture(scope="module", params=list(RERANKERS))
def reranker(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reranker:
    name = request.param
    try:
        arguments = TINY[name](tmp_path_factory.mktemp(name)) if name in TINY else {}
        part: Reranker = RERANKERS.get(name)(**arguments)
        part.relevance([("a", "a")])
    except ImportError as error:
        pytest.skip(str(error))
    return part


def test_rerankers_are_a_kind_of_part() -> None:
    assert RERANKERS in PART_KINDS
    assert set(RERANKERS) > set(TINY)
    assert issubclass(MissingExtraError, ImportError)


def test_there_is_a_finite_score_for_each_pair(reranker: Reranker) -> None:
    assert isinstance(reranker, Reranker)

    scores = reranker.relevance(PAIRS)

    assert scores.shape == (len(PAIRS),)
    assert scores.dtype == np.float64
    assert np.isfinite(scores).all()
    assert np.ptp(scores) > 1e-3


def test_a_score_does_not_depend_on_the_pairs_beside_it(reranker: Reranker) -> None:
    together = reranker.relevance(PAIRS)
    alone = np.concatenate([reranker.relevance([pair]) for pair in PAIRS])
    backwards = reranker.relevance(PAIRS[::-1])[::-1]

    assert together == pytest.approx(alone, abs=1e-3)
    assert together == pytest.approx(backwards, abs=1e-3)


def test_no_pairs_have_no_scores(reranker: Reranker) -> None:
    scores = reranker.relevance([])

    assert scores.shape == (0,)
    assert scores.dtype == np.float64


def test_a_pair_given_twice_has_one_score(reranker: Reranker) -> None:
    first, other, again = reranker.relevance([PAIRS[0], PAIRS[1], PAIRS[0]])

    assert first == again
    assert first != other


def test_query_and_text_are_not_the_same(reranker: Reranker) -> None:
    scores = reranker.relevance([("Where is it?", text) for _, text in PAIRS[:2]])
    others = reranker.relevance([("What is bread?", text) for _, text in PAIRS[:2]])

    assert np.abs(scores - others).max() > 1e-4


def test_odd_texts_have_finite_scores_on_either_side(reranker: Reranker) -> None:
    pairs = [("who", odd) for odd in ODD] + [(odd, "who") for odd in ODD]

    assert np.isfinite(reranker.relevance(pairs)).all()
