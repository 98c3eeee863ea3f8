"""Answers are read beside other work, a few at a time and in their order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph import ModelError
from groundgraph.methods.fused.aside import Aside
from groundgraph.types.readings import CutAnswer, OutcomeScores

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Echo:
    """Says what it was asked in the place of a problem; fails at "no"."""

    sizes: list[int] = field(default_factory=list)

    def read(self, answers: Sequence[CutAnswer], /) -> list[OutcomeScores]:
        self.sizes.append(len(answers))
        if any(each.answer == "no" for each in answers):
            raise ModelError("no model")
        none = np.zeros(0)
        return [
            OutcomeScores(none.astype(np.int32), none.astype(np.int16), none, none, each.answer)
            for each in answers
        ]


def answer(text: str) -> CutAnswer:
    return CutAnswer("", (), text, ())


@pytest.mark.parametrize("count", [1, 8, 9, 20])
def test_what_is_said_comes_in_the_order_of_the_answers(count: int) -> None:
    reader, texts = Echo(), [str(n) for n in range(count)]
    with ThreadPoolExecutor(1) as thread:
        aside = Aside(reader, thread)
        for text in texts:
            aside.add([answer(text), answer(f"{text} again")])
        aside.send()

        said = [[each.problem for each in aside.next()] for _ in texts]
    assert said == [[text, f"{text} again"] for text in texts]
    assert sum(reader.sizes) == 2 * count
    assert max(reader.sizes) <= 16


def test_an_answer_can_be_asked_for_before_there_are_enough() -> None:
    with ThreadPoolExecutor(1) as thread:
        aside = Aside(Echo(), thread)
        aside.add([answer("first")])
        assert aside.next()[0].problem == "first"
        aside.add([answer("second")])
        assert aside.next()[0].problem == "second"


def test_what_goes_wrong_reaches_the_caller() -> None:
    with ThreadPoolExecutor(1) as thread:
        aside = Aside(Echo(), thread)
        aside.add([answer("no")])
        with pytest.raises(ModelError, match="no model"):
            aside.next()
