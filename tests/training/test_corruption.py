from __future__ import annotations

import pytest

from groundgraph.types import Example, Passage, Span
from training.made.corruption import corrupted

PASSAGES = (Passage("The tower is 324 metres tall and was finished in 1889.", "1"),)


def grounded(answer: str, name: str = "a") -> Example:
    return Example(answer, PASSAGES, id=name, label=False, spans=())


@pytest.mark.parametrize(
    "answer",
    [
        "The tower is 324 metres tall.",
        "It was finished in 1889.",
        "It weighs 7,300 tonnes.",
        "It is rated 4.5 stars.",
        "It has 2 lifts.",
    ],
)
def test_exactly_one_number_is_exchanged_and_marked(answer: str) -> None:
    [copy] = corrupted([grounded(answer)], share=1.0, seed=3)
    [span] = copy.spans or ()
    before, after = answer[: span.start], copy.answer[span.end :]
    original = answer[span.start : len(answer) - len(after)]
    assert copy.answer.startswith(before)
    assert answer.endswith(after)
    assert span.of(copy.answer) != original
    assert float(span.of(copy.answer).replace(",", "")) >= 0
    assert copy.label is True
    assert copy.passages is PASSAGES


@pytest.mark.parametrize(
    "answer", ["No number here.", "1. Build it.\n2. Paint it.", "Open at 10:30.", "Bus B12 goes."]
)
def test_list_numbers_times_and_codes_are_left_alone(answer: str) -> None:
    assert corrupted([grounded(answer)], share=1.0, seed=0) == []


def test_hallucinated_and_unlabelled_answers_are_not_copied() -> None:
    wrong = Example("It is 10 metres tall.", PASSAGES, label=True, spans=(Span(6, 8),))
    unknown = Example("It is 10 metres tall.", PASSAGES)
    assert corrupted([wrong, unknown], share=1.0, seed=0) == []


def test_a_copy_depends_on_its_own_example_and_the_seed_alone() -> None:
    many = [grounded(f"It has {number} rooms.", str(number)) for number in range(10, 60)]
    together = corrupted(many, share=0.5, seed=1)
    apart = [copy for example in many for copy in corrupted([example], share=0.5, seed=1)]
    assert together == apart
    assert 10 < len(together) < 40
    assert together != corrupted(many, share=0.5, seed=2)
