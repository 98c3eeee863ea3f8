"""What the weights of `fused` are chosen by: corpora of which no row trained the trees or reader.

RAGTruth's train answers to sources that the reader was not shown; draws of the corpora that are
left out of everything (`training.reader.recipe`); the dev halves of bench `meaning` and bench
`answers`; written pairs that the reader was not shown. Corpora that only bench `support` reads are
measured beside, and nothing is chosen by them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.bench.answers.labelled import load_answers
from groundgraph.bench.judged import drawn
from groundgraph.bench.meaning.probes import load_pairs
from groundgraph.bench.support.corpora import present_corpora
from groundgraph.datasets.ragtruth import load_ragtruth, unseen_by_reader
from groundgraph.types import Example, Passage
from training.reader.written import items
from training.rows import of_sources

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from training.reader.written import Item

RAGTRUTH, MEANING, WRITTEN = "RAGTruth, unseen", "meaning, dev", "written, held out"
LEFT_OUT = (
    "TAT-QA", "Fool Me Twice", "SNLI", "RTE", "SciTail", "MED", "Breaking NLI", "FEVER-symmetric",
    "Climate-FEVER", "WiCE",
)  # fmt: skip
JUDGED_ONLY = ("SummEval", "QAGS CNN/DM", "QAGS XSum", "WikiBio GPT-3", "HotpotQA-derived")
PAIRS = (MEANING, WRITTEN)
"""Those of which each right answer is followed by its wrong one."""
ANSWERS = "answers, dev"
CHOSEN_BY = (RAGTRUTH, *LEFT_OUT, *PAIRS, ANSWERS)


class Corpus(NamedTuple):
    """Labelled answers.

    Attributes:
        name: Under which they are shown.
        answers: In their order.
    """

    name: str
    answers: list[Example]


def unseen(data: Path, ids: Collection[str], sources: int = 0) -> Corpus:
    """Return RAGTruth's train answers to sources that the reader was not shown.

    Args:
        data: The folder of the corpora.
        ids: Of answers that the trees were fitted on; others are left out.
        sources: At most so many; 0 is all.
    """
    train = load_ragtruth(data, split="train")
    known = unseen_by_reader(train)
    among = set(ids)
    own = [e for e in train if e.id in among and str(e.metadata["source_id"]) in known]
    return Corpus(RAGTRUTH, of_sources(own, sources))


def corpora(data: Path, rows: int) -> Iterator[Corpus]:
    """Yield the others that are at hand, at most so many rows of each; 0 is all."""
    pairs = [p for p in load_pairs() if p.split == "dev"]
    yield _first(MEANING, [each for pair in pairs for each in (pair.right, pair.wrong)], rows)
    held = items(held=True)
    some = held[:: max(1, len(held) // _ITEMS)]
    written = [each for item in some for each in _answers(item)]
    yield _first(WRITTEN, written, rows)
    yield Corpus(ANSWERS, [each.example for each in load_answers("dev")])
    wanted = {*LEFT_OUT, *JUDGED_ONLY}
    for corpus in present_corpora(data):
        if corpus.name in wanted:
            every = corpus.load()
            yield Corpus(corpus.name, drawn(every, rows or len(every)))


def _first(name: str, answers: list[Example], rows: int) -> Corpus:
    """Return all pairs, but the first ones where few rows are wanted: they are not many."""
    return Corpus(name, answers if not rows or rows >= _FEW else answers[: rows + rows % 2])


_FEW, _ITEMS = 100, 600
"""Pairs of which all are taken; and written items, four answers each, of all that are held out."""


def _answers(item: Item) -> Iterator[Example]:
    """Yield the right and the wrong claim beside the passage, and beside its twin."""
    for text, claims in ((item.passage, item.claims), (item.twin, item.claims[::-1])):
        for claim, label in zip(claims, (False, True), strict=True):
            yield Example(claim, (Passage(text, "1"),), question=item.question, label=label)
