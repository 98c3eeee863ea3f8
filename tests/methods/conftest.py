"""Answers about invented towns, some with a made-up sentence, and a reader that looks for equal
words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from groundgraph import Example, Passage, Span
from groundgraph.learn.trees import TreeSettings
from groundgraph.learn.two_level import TwoLevelRecipe
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.types.readings import CutAnswer, OutcomeScores

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TOWNS = "Aldor Bremel Corvin Dastin Elmar Faldo Gerun Hasko Ilvet Jorun Keldar Lomir".split()
RIVERS = "Arno Bola Cale Dorn Ems".split()
CROPS = "wine hops barley flax apples rye plums".split()
_WORD = re.compile(r"\w+")
MADE_UP = (
    "A dragon of {n} tonnes guards the treasure under the old bridge.",
    "Its mayor won {n} Olympic medals for rowing in Canada.",
    "The opera house burned down in {n} after a comet struck.",
)


@dataclass(frozen=True)
class WordOverlap:
    """A reader that supports the words which the evidence holds, and denies what it has "not" of.

    Attributes:
        seen: What it was asked.
    """

    seen: list[CutAnswer] = field(default_factory=list, compare=False)

    def read(self, answers: Sequence[CutAnswer], /) -> list[OutcomeScores]:
        self.seen.extend(answers)
        return [_read(answer) for answer in answers]


def _read(answer: CutAnswer) -> OutcomeScores:
    known = {word.lower() for unit in answer.units for word in _WORD.findall(unit)}
    found = [
        (number, span.start + match.start(), match[0].lower() in known)
        for number, span in enumerate(answer.claims)
        for match in _WORD.finditer(span.of(answer.answer))
    ]
    held = np.array([[is_known for n, _, is_known in found if n == claim].count(False)
                     for claim in range(len(answer.claims))], float)  # fmt: skip
    tokens = np.array([_chances(is_known, known) for *_, is_known in found])
    return OutcomeScores(
        np.array([start for _, start, _ in found], np.int32),
        np.array([number for number, *_ in found], np.int16),
        tokens.reshape(-1, 3),
        np.array([_chances(not lacking, known) for lacking in held]).reshape(-1, 3),
    )


def _chances(supported: object, known: set[str]) -> tuple[float, float, float]:
    if supported:
        return (0.9, 0.08, 0.02)
    return (0.05, 0.05, 0.9) if "not" in known else (0.1, 0.85, 0.05)


class Answers(NamedTuple):
    """Labelled answers; ``made_up[i]`` is the sentence that no passage supports, or ""."""

    examples: list[Example]
    labels: list[bool]
    made_up: list[str]


def town(number: int, *, hallucinated: bool) -> tuple[Example, str]:
    name = f"{TOWNS[number % len(TOWNS)]}{number}"
    river = RIVERS[number % len(RIVERS)]
    people = 1000 + 37 * number
    crop = CROPS[number % len(CROPS)]
    passages = (
        Passage(f"{name} is a town on the river {river}. Monks from Ulm founded it long ago.", "a"),
        Passage(f"About {people} people live in {name}. Most of them grow {crop}.", "b"),
    )
    sentences = [
        f"{name} is a town on the river {river}.",
        f"About {people} people live there, and most grow {crop}.",
    ]
    true = "Long ago it was founded by monks who were from Ulm."
    made_up = MADE_UP[number % len(MADE_UP)].format(n=10 + number) if hallucinated else ""
    sentences.insert(number % 3, made_up or true)
    answer = " ".join(sentences)
    start = answer.find(made_up)
    spans = (Span(start, start + len(made_up)),) if hallucinated else ()
    question = f"What is {name} known for?"
    return Example(answer, passages, question=question, spans=spans, label=hallucinated), made_up


def towns(numbers: range) -> Answers:
    made = [town(number, hallucinated=number % 2 == 1) for number in numbers]
    examples = [example for example, _ in made]
    return Answers(examples, [bool(e.label) for e in examples], [text for _, text in made])


SMALL = TwoLevelRecipe(
    claim_trees=TreeSettings(max_iter=15, max_leaf_nodes=7, min_samples_leaf=5),
    answer_trees=TreeSettings(max_iter=15, max_leaf_nodes=7, min_samples_leaf=5),
    monotone={"unseen_share": 1},
)


@pytest.fixture(scope="session")
def one_thread() -> Iterator[None]:
    """Keep scikit-learn, once loaded, from spreading tiny fits over threads."""
    import sklearn.ensemble  # noqa: F401

    with threadpool_limits(1):
        yield


@pytest.fixture(scope="session")
def recipe() -> TwoLevelRecipe:
    return SMALL


@pytest.fixture(scope="session")
def train() -> Answers:
    return towns(range(60))


@pytest.fixture(scope="session")
def many() -> Answers:
    return towns(range(200))


@pytest.fixture(scope="session")
def test_answers() -> Answers:
    return towns(range(100, 112))


@pytest.fixture(scope="session")
def lexical(train: Answers, one_thread: None) -> Lexical:
    return Lexical().fit_out_of_fold(train.examples, train.labels, SMALL)[0]


@pytest.fixture(scope="session")
def fused(train: Answers, one_thread: None) -> Fused:
    unfitted = Fused(reader=WordOverlap())
    return unfitted.fit_out_of_fold(train.examples, train.labels, SMALL)[0]


@pytest.fixture(scope="session")
def fused_as_shipped(train: Answers, one_thread: None) -> Fused:
    """Return one whose parts are registered, so that a spec can name them."""
    return Fused().fit_out_of_fold(train.examples, train.labels, SMALL)[0]


@pytest.fixture(params=["lexical", "fused"])
def sentence_level(request: pytest.FixtureRequest) -> Any:
    """Return each of the two fitted detectors that judge claim by claim."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def word_overlap() -> WordOverlap:
    return WordOverlap()
