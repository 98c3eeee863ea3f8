"""What kind of answer it is, beside what kind of evidence."""

from __future__ import annotations

import json

import numpy as np
import pytest

from groundgraph import Example, Passage, Turn
from groundgraph.methods.fused.blocks import form
from groundgraph.methods.fused.reading import read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter

FERRY = Passage("The ferry carries 40 cars. It sails on Monday.", "ferry")
DATA = Passage(json.dumps({"name": "Zorba", "stars": 4.5}), "data")


def measured(example: Example) -> dict[str, float]:
    readings = [*read([example], SentenceSegmenter())]
    [row] = form.measure(readings).tolist()
    return dict(zip(form.NAMES, row, strict=True))


def test_lengths_and_counts_are_logarithms() -> None:
    answer = "It carries 40 cars. It sails on Monday."

    found = measured(Example(answer, (FERRY,), question="What does it carry?"))

    assert found == pytest.approx(
        {
            "claims": np.log(3),
            "claim_characters": np.log(1 + 19),
            "question_characters": np.log(1 + 19),
            "turns": np.log(2),
            "short_answer": 0,
            "evidence_units": np.log(3),
            "unit_characters": np.log(1 + (26 + 19) / 2),
            "data_share": 0,
        }
    )


def test_a_record_a_conversation_and_a_short_answer_are_seen() -> None:
    record = measured(Example("Zorba has 4.5 stars.", (DATA,)))
    turns = (Turn("user", "Hi."), Turn("assistant", "Hello."), Turn("user", "What carries it?"))
    conversation = measured(Example("The ferry carries 40 cars.", (FERRY,), question=turns))
    short = measured(Example("40", (FERRY,), question="How many cars does the ferry carry?"))

    assert record["data_share"] == 1
    assert conversation["turns"] == pytest.approx(np.log(4))
    assert (record["short_answer"], short["short_answer"]) == (0, 1)


def test_the_order_of_passages_and_their_copies_change_nothing() -> None:
    answer = "The ferry carries 40 cars."
    copied = Passage(FERRY.text, "again")

    assert measured(Example(answer, (FERRY, DATA))) == measured(
        Example(answer, (DATA, FERRY, copied))
    )


def test_of_no_answers_there_is_nothing_to_measure() -> None:
    assert form.measure([]).shape == (0, len(form.NAMES))
