"""Leaving a corpus out: nothing of it is fitted on, and what was learned of others is judged by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from groundgraph import Example, Passage, Verdict
from groundgraph.bench.support.left_out import leave_one_corpus_out
from groundgraph.bench.trivial import new_words
from groundgraph.learn.heads import LogisticHead

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class NewWords:
    """A head on the share of new words."""

    head: LogisticHead

    @classmethod
    def fit(cls, examples: Sequence[Example]) -> NewWords:
        labels = [bool(example.label) for example in examples]
        return cls(LogisticHead.fit([[new_words(e)] for e in examples], labels, ["new_words"]))

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        scores = self.head.probability([[new_words(example)] for example in examples])
        return [Verdict("hallucinated" if s > 0.5 else "grounded", float(s)) for s in scores]


def rows(name: str, n: int = 8) -> list[Example]:
    return [
        Example(
            f"The {name} {k} {'shrank' if k % 2 else 'grew'}.",
            (Passage(f"The {name} {k} grew."),),
            id=f"{name}{k}",
            label=bool(k % 2),
        )
        for k in range(n)
    ]


def test_each_corpus_is_judged_by_what_was_learned_of_the_others() -> None:
    corpora = {name: rows(name) for name in ("ship", "tree", "town")}

    found = dict(leave_one_corpus_out(corpora, NewWords.fit))

    assert list(found) == list(corpora)
    for name, judged in found.items():
        assert judged.examples == corpora[name]
        assert judged.flagged.tolist() == [bool(example.label) for example in corpora[name]]


def test_nothing_of_the_corpus_left_out_is_fitted_on() -> None:
    shared = Example("Else.", (Passage("THE  SHIP 0 grew."),), id="shared", label=False)
    repeated = Example("the tree 1 shrank.", (Passage("More."),), id="repeated", label=True)
    corpora = {
        "ship": rows("ship"),
        "tree": [*rows("tree"), shared],
        "town": [*rows("town"), repeated],
    }
    fitted: list[set[str]] = []

    def fit(examples: list[Example]) -> NewWords:
        fitted.append({example.id for example in examples})
        return NewWords.fit(examples)

    found = dict(leave_one_corpus_out(corpora, fit))

    for examples, ids in zip(corpora.values(), fitted, strict=True):
        assert ids.isdisjoint(example.id for example in examples)
    without_ship, without_tree, without_town = fitted
    assert "shared" not in without_ship
    assert "shared" in without_town
    assert "repeated" not in without_tree
    assert len(found["tree"].examples) == 9


def test_one_corpus_alone_cannot_be_left_out() -> None:
    with pytest.raises(ValueError, match="two or more"):
        next(leave_one_corpus_out({"ship": rows("ship")}, NewWords.fit))
