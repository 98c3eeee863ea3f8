"""Tables of GraphRAG's short answers: a question, retrieved triples, a right or a wrong answer.

No trace of a language model is given. MetaQA's questions are of the test half of the entities that
they are about; the words that name relations were looked at on the other half.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.graph.by_hops import by_hops
from groundgraph.bench.judged import judge
from groundgraph.bench.results import Rows
from groundgraph.bench.trivial import new_words
from groundgraph.datasets.draws import draw
from groundgraph.datasets.metaqa_answers import WRONG, metaqa_answers
from groundgraph.methods.given_triples import with_triples_told
from groundgraph.specs import load
from groundgraph.text.answers.lists import entity_names, is_item, items

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.bench.judged import Judged
    from groundgraph.bench.results import Cell
    from groundgraph.datasets.metaqa_answers import Split
    from groundgraph.types import Example

TABLE = "graphrag_answers"
NOTE = (
    "MetaQA: a question, 60 triples around its entity, and a short answer; each question with a "
    "right and a wrong one over the same triples, and no trace. Intervals by entity asked about; "
    "'auroc@2': answers two triples away. Rows "
    "'hallucinated: …' are wrong answers of one kind beside all right ones: of the answer's type "
    "over another relation as far away, or at another distance; on the way to the answer; the "
    "question's own entity; not in the triples. Trivial: the share of words that neither question "
    "nor triples hold; whether an item of the answer is no entity of the triples."
    " 'links shuffled': the triples of each relation with their objects exchanged, so that words "
    "and degrees are the same."
)
DETECTORS = ("fused", "lexical", "kea")
QUESTIONS = 150
"""Questions of each number of hops."""


def answer_cells(
    folder: Path,
    detectors: Sequence[str] = DETECTORS,
    split: Split = "test",
    questions: int = QUESTIONS,
) -> list[Cell]:
    """Measure detectors, and scores that look at no meaning, on MetaQA's answers.

    Args:
        folder: The data folder; holds ``metaqa/``.
        detectors: Registered names.
        split: Half of the entities.
        questions: How many of each number of hops, each with two answers.

    Raises:
        InputError: When a file is missing or damaged.
    """
    examples = metaqa_answers(folder, split, questions)
    cells: list[Cell] = []
    for name in detectors:
        cells += _judged_cells(name, judge(load(name), examples))
    twin = judge(load(detectors[0]), [shuffled(example) for example in examples])
    cells += _ranked(f"{detectors[0]}, links shuffled", twin.examples, twin.scores)
    told = with_triples_told(examples)
    cells += _ranked("share of new words", examples, np.array([new_words(e) for e in told]))
    return [*cells, *_ranked("not an entity", examples, np.array([unnamed(e) for e in examples]))]


def shuffled(example: Example) -> Example:
    """Return an example whose triples of one relation have exchanged their objects."""
    triples = list(example.triples or ())
    random = draw(0, "shuffled", str(example.question))
    for predicate in dict.fromkeys(triple.predicate for triple in triples):
        places = [n for n, triple in enumerate(triples) if triple.predicate == predicate]
        objects = [triples[n].object for n in places]
        random.shuffle(objects)
        for place, name in zip(places, objects, strict=True):
            triples[place] = triples[place]._replace(object=name)
    return replace(example, triples=tuple(triples))


def unnamed(example: Example) -> float:
    """Return 1 where the answer, or an item that it lists, is no entity of the triples, else 0."""
    names = entity_names(example.triples or ())
    found = items(example.answer, names)
    listed = [span.of(example.answer) for span in found] or [example.answer]
    return float(not all(is_item(item, names) for item in listed))


def _judged_cells(name: str, judged: Judged) -> Iterator[Cell]:
    checked = judged.checked()
    yield from _ranked(name, checked.examples, checked.scores)
    rows = Rows.of(judged.examples)
    yield rows.fact(name, "unverifiable", float(judged.unverifiable.sum()))
    for metric in ("recall", "precision"):
        yield rows.measured(name, metric, judged.flagged)
    right = ~rows.labels
    yield rows[right].fact(name, "fpr", float(judged.flagged[right].mean()))


def _ranked(name: str, examples: Sequence[Example], scores: NDArray[np.float64]) -> Iterator[Cell]:
    """Measure the order of scores: over all, by hops, and by the kind of the wrong answer."""
    rows = Rows.of(examples)
    yield rows.measured(name, "auroc", scores)
    yield from by_hops(rows, [int(task.split()[0]) for task in rows.tasks], name, scores)
    kinds = np.array([str(example.metadata["kind"]) for example in examples])
    for kind in WRONG:
        own = (kinds == kind) | ~rows.labels
        if (kinds == kind).any():
            yield rows[own].measured(f"{name}, hallucinated: {kind}", "auroc", scores[own])
