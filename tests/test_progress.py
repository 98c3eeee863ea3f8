"""Long calls say how far they are."""

from __future__ import annotations

import pytest

from groundgraph import Example, FitOptions, Passage
from groundgraph.progress import batches, tell, watched
from groundgraph.registry import DETECTORS


def labelled(number: int) -> Example:
    passage = f"The bridge over the river in ward {number} was opened to the public in May."
    answer = (
        passage
        if number % 2
        else f"No ship of the {number} ever came to the harbour of the northern town."
    )
    label = not number % 2 if number % 7 else bool(number % 2)  # no head is always right
    return Example(answer, (Passage(passage, "1"),), question="What?", id=str(number), label=label)


def test_batches_tell_how_many_items_are_done() -> None:
    told: list[tuple[str, int, int]] = []
    with watched(lambda *news: told.append(news)):
        assert [*batches("read", "abcde", 2)] == ["ab", "cd", "e"]
    assert told == [("read", 0, 5), ("read", 2, 5), ("read", 4, 5), ("read", 5, 5)]


def test_nobody_needs_to_watch() -> None:
    tell("read", 1, 2)


@pytest.mark.parametrize(("name", "n"), [("egc", 80), ("kea", 80), ("logic", 80), ("lexical", 600)])
def test_fit_tells_how_many_answers_are_done(name: str, n: int) -> None:
    examples = [labelled(number) for number in range(n)]
    told: list[tuple[str, int, int]] = []
    with watched(lambda *news: told.append(news)):
        DETECTORS.get(name)().fit(examples, FitOptions())

    assert {(done, total) for _, done, total in told} >= {(0, n), (n, n)}
