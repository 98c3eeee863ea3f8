"""Tables of pairs: roles exchanged, and the attribute of another thing; who sees it?

The pairs are those of bench ``meaning`` and others written by templates (`written`), apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.graph.exchanged import exchanged_score, names_exchanged
from groundgraph.bench.judged import judge
from groundgraph.bench.meaning.told_apart import PairScores, cells, gain
from groundgraph.bench.trivial import new_words
from groundgraph.methods.fused.reading import distinct
from groundgraph.specs import load
from groundgraph.text.asked.conversations import asked
from groundgraph.text.statements import judge_statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.bench.meaning.probes import ProbePair
    from groundgraph.bench.results import Cell
    from groundgraph.types import Example

PHENOMENA = ("role_swap", "wrong_attribute")
TWIN = "statements alone, roles shuffled"
SHUFFLED = "names shuffled"
DETECTORS = ("fused", "kea", "lexical")
NOTE = (
    "Pairs of a right and a wrong answer over the same passage. 'pairwise_accuracy': the wrong one "
    "scores higher, a tie counts 1/2; pairs with an unverifiable answer are left out and counted, "
    "and count 1/2 in 'pairwise_accuracy_unverifiable_half'. 'probes': written by hand, of bench "
    "meaning; 'templates': over invented names, voices drawn. 'statements alone' is the rule of "
    "fused by itself; of its twin 'roles shuffled' each statement of the passage has subject and "
    "object exchanged or not, by a coin, which leaves attributes where they are. 'names shuffled': "
    "the same answers, and the two names of the passage exchanged or not, by a coin, so that its "
    "words are the same and who did what, and whose attribute it is, is not; 'gain over names "
    "shuffled': paired. Intervals by document; a template is one."
)


def pair_cells(name: str, pairs: Sequence[ProbePair], detectors: Sequence[str]) -> list[Cell]:
    """Measure detectors, the rule of statements, its twin and a trivial score on some pairs.

    Args:
        name: Where the pairs are from; stands in every row.
        pairs: Of both `PHENOMENA` or one.
        detectors: Registered names.
    """
    examples = [example for pair in pairs for example in pair.answers]
    twins = [names_exchanged(example) for example in examples]
    found = [PairScores.judged(each, judge(load(each), examples)) for each in detectors]
    shuffled = [
        PairScores.judged(f"{each}, {SHUFFLED}", judge(load(each), twins)) for each in detectors
    ]
    found += [
        PairScores.scored("statements alone", pairs, statements_score),
        PairScores.scored(TWIN, pairs, exchanged_score),
        PairScores.scored("share of new words", pairs, new_words),
    ]
    both = list(zip(found, shuffled, strict=False))
    found += shuffled
    kinds = np.array([pair.phenomenon for pair in pairs])
    documents = np.array([pair.document for pair in pairs])
    made: list[Cell] = []
    for kind in PHENOMENA:
        own, row = kinds == kind, f"{kind}, {name}:"
        if own.any():
            for said in found:
                if said.name != TWIN or kind == "role_swap":
                    made += cells(f"{row} {said.name}", said.at(own), documents[own])
            made += [
                gain(f"{row} {said.name}", said.at(own), twin.at(own), SHUFFLED, documents[own])
                for said, twin in both
            ]
    return made


def statements_score(example: Example) -> float:
    """Return what the rule of statements says of an answer, in [0, 1]."""
    passages = distinct(example.passages)
    [judged] = judge_statements(asked(example.question), passages, [example.answer])
    return judged.score
