"""What `groundgraph.protocols.Verifier` promises, asked of every registered verifier."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import tiny_verifiers
from chat_server import reply, serving
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundgraph import MissingExtraError, ModelError
from groundgraph.protocols import Verifier
from groundgraph.registry import PART_KINDS, VERIFIERS
from groundgraph.services.chat import ChatClient
from groundgraph.types import Entailments, Pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

    from numpy.typing import NDArray

    Arguments = AbstractContextManager[dict[str, Any]]

CLAIM = "the danube flows into the black sea."
PAIRS = (
    Pair("the danube flows into the black sea, in the east.", CLAIM),
    Pair("paris is the capital of france.", CLAIM),
    Pair("the danube does not flow into the black sea.", CLAIM),
    Pair("It opens at 9 a.m. on Mon., says Dr. Lee (https://example.org/?q=a%20b).", "a cup"),
    Pair("- one\n- two\n\n1. three", "There are three."),
    Pair("the house is green. " * 300 + "the cup is red.", "the cup is red."),
)
ODD = (
    "\x00",
    "\ud800",
    "a\ud800b\x00c",
    "...",
    "\u200b",
    "🙂",
    "東京は日本の首都です。",
    "[SEP]</s><pad>",
)


def overlap(_number: int, request: Any, handler: BaseHTTPRequestHandler) -> None:
    """Answer as a model that counts shared words."""
    pair = json.loads(request["messages"][1]["content"])
    premise, claim = (set(pair[name].lower().split()) for name in ("premise", "hypothesis"))
    shared = len(premise & claim) / max(1, len(claim))
    found = {"entailment": shared / 2, "neutral": 1 - shared, "contradiction": shared / 2}
    reply(handler, json.dumps(found))


def classifier(folder: Path) -> Arguments:
    tiny_verifiers.roberta(folder, ("contradiction", "neutral", "entailment"))
    return nullcontext({"model": str(folder), "device": "cpu"})


def consistency(folder: Path) -> Arguments:
    tiny_verifiers.hhem(folder)
    return nullcontext({"model": str(folder), "device": "cpu", "max_tokens": 256})


class ChatModel:
    """The arguments of a verifier whose model runs behind a real server."""

    def __init__(self, _folder: Path) -> None:
        self.server = serving(overlap)

    def __enter__(self) -> dict[str, Any]:
        url = self.server.__enter__().url
        return {"client": ChatClient(url, "tiny", retries=0), "max_characters": 2000}

    def __exit__(self, *raised: Any) -> None:
        self.server.__exit__(*raised)


ARGUMENTS: dict[str, Callable[[Path], Arguments]] = {
    "transformers": classifier,
    "hhem": consistency,
    "llm": ChatModel,
}
"""What a verifier needs to be run without a download, where its defaults do not serve."""


def nothing(_folder: Path) -> Arguments:
    return nullcontext({})


@pytest.fixture(scope="module", params=list(VERIFIERS))
def verifier(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Verifier]:
    folder = tmp_path_factory.mktemp(request.param)
    with ARGUMENTS.get(request.param, nothing)(folder) as arguments:
        made: Verifier = VERIFIERS.get(request.param)(**arguments)
        try:
            made.verify(PAIRS[:1])
        except (MissingExtraError, ModelError) as error:
            pytest.skip(str(error))
        yield made


def table(found: Entailments) -> NDArray[np.float64]:
    return np.stack(found[:3], axis=1)


def hold(found: Entailments, count: int) -> None:
    """Assert what is so of every answer."""
    assert [array.shape for array in found[:4]] == [(count,)] * 4
    assert [array.dtype.name for array in found[:4]] == ["float64"] * 3 + ["int64"]
    rows = table(found)
    assert ((rows >= 0) & (rows <= 1)).all()
    assert rows.sum(axis=1) == pytest.approx(1.0, abs=1e-6)
    assert (found.unread >= 0).all()
    assert set(found.problems) <= set(range(count))
    assert all(found.problems.values())
    for index in found.problems:
        assert rows[index].tolist() == [0.0, 1.0, 0.0]


def test_verifiers_are_a_kind_of_part(verifier: Verifier) -> None:
    assert VERIFIERS in PART_KINDS
    assert isinstance(verifier, Verifier)


def test_each_pair_gets_three_probabilities_that_sum_to_1(verifier: Verifier) -> None:
    found = verifier.verify(PAIRS)

    hold(found, len(PAIRS))
    assert found.problems == {}
    assert np.ptp(table(found), axis=0).max() > 1e-3


def test_no_pairs_give_empty_arrays(verifier: Verifier) -> None:
    found = verifier.verify([])

    hold(found, 0)
    assert found.problems == {}


def test_a_pair_is_judged_alike_alone_and_among_others_in_any_order(verifier: Verifier) -> None:
    together = verifier.verify(PAIRS)
    backwards = verifier.verify(PAIRS[::-1])
    alone = [verifier.verify([pair]) for pair in PAIRS]

    assert np.abs(table(backwards)[::-1] - table(together)).max() < 1e-4
    assert np.abs(np.concatenate([*map(table, alone)]) - table(together)).max() < 1e-4
    assert [int(found.unread[0]) for found in alone] == together.unread.tolist()


def test_equal_pairs_are_judged_alike(verifier: Verifier) -> None:
    rows = table(verifier.verify([PAIRS[0], PAIRS[1], PAIRS[0]]))

    assert rows[0].tolist() == rows[2].tolist()
    assert np.abs(rows[0] - rows[1]).max() > 1e-6


def test_an_empty_text_is_a_problem_of_its_pair_alone(verifier: Verifier) -> None:
    empty = [Pair("", CLAIM), Pair(CLAIM, " \n\t"), Pair("\u2028", "")]

    found = verifier.verify([PAIRS[0], *empty, PAIRS[1]])

    hold(found, 5)
    assert list(found.problems) == [1, 2, 3]
    assert np.abs(table(found)[[0, 4]] - table(verifier.verify(PAIRS[:2]))).max() < 1e-4


def test_odd_texts_are_judged_or_say_why_not(verifier: Verifier) -> None:
    pairs = [*(Pair(text, CLAIM) for text in ODD), *(Pair(CLAIM, text) for text in ODD)]

    hold(verifier.verify(pairs), len(pairs))


def test_a_long_premise_is_read_or_what_was_not_is_counted(verifier: Verifier) -> None:
    (long,) = verifier.verify([Pair("the house is green. " * 2000, CLAIM)]).unread
    (short,) = verifier.verify([PAIRS[0]]).unread

    assert 0 <= long < len("the house is green. " * 2000)
    assert short == 0


def test_a_claim_above_every_limit_is_a_problem_that_says_so(verifier: Verifier) -> None:
    found = verifier.verify([Pair(CLAIM, "the cup is red. " * 5000), PAIRS[0]])

    hold(found, 2)
    assert list(found.problems) == [0]
    assert "reads at most" in found.problems[0]


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=30)), max_size=3))
def test_any_texts_are_judged_or_say_why_not(
    verifier: Verifier, texts: list[tuple[str, str]]
) -> None:
    pairs = [Pair(*each) for each in texts]

    hold(verifier.verify(pairs), len(pairs))
