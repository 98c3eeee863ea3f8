from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from groundgraph import Example, Passage
from groundgraph.bench.logic.compared import compare
from groundgraph.bench.logic.oracle import ORACLES, oracle, oracle_cells, oracle_detectors
from groundgraph.bench.logic.variants import variants
from groundgraph.methods.logic.detector import Logic
from groundgraph.types import Pair

HARBOUR = "The Old Harbour was named after the sailor Anna Rossi in 1921."
SAILOR = "Anna Rossi was born in Parma, and she never married anybody."
QUARRY = "Quarry is a firm in Genoa, whose owner keeps bees and elephants."
ASKED = "In which city was the sailor born after whom the Old Harbour was named?"
NEEDED = {name: frozenset({"harbour", "sailor"}) for name in ("right", "wrong")}


def example(name: str, answer: str) -> Example:
    texts = {"harbour": HARBOUR, "quarry": QUARRY, "sailor": SAILOR}
    passages = tuple(Passage(text, id=key) for key, text in texts.items())
    return Example(
        answer,
        passages,
        question=ASKED,
        id=name,
        label=name == "wrong",
        metadata={"source_id": name},
    )


RIGHT, WRONG = example("right", "Parma"), example("wrong", "Genoa")


def entailed(premise: str, hypothesis: str, max_tokens: int = 2**20) -> float:
    verifier = oracle([RIGHT, WRONG], NEEDED, max_tokens)
    return float(verifier.verify([Pair(premise, hypothesis)]).entailment[0])


def test_a_right_answer_is_entailed_by_all_that_it_needs_and_by_nothing_less() -> None:
    said = f"{ASKED} Parma"
    assert entailed(f"{SAILOR}\n{QUARRY}\n{HARBOUR}", said) == 1.0
    assert entailed(f"{SAILOR}\n{QUARRY}", said) == 0.0
    assert entailed(f"{HARBOUR} {SAILOR.replace('Parma', 'Ulm')}", said) == 0.0


def test_a_wrong_answer_is_never_entailed() -> None:
    assert entailed(f"{HARBOUR}\n{SAILOR}\n{QUARRY}", f"{ASKED} Genoa") == 0.0


def test_what_stands_in_two_windows_is_not_read_together() -> None:
    far = f"{HARBOUR}\n{(QUARRY + ' ') * 12}\n{SAILOR}"
    assert entailed(far, f"{ASKED} Parma") == 1.0
    assert entailed(far, f"{ASKED} Parma", max_tokens=80) == 0.0
    assert entailed(f"{HARBOUR}\n{SAILOR}", f"{ASKED} Parma", max_tokens=80) == 1.0


def test_an_answer_that_the_oracle_does_not_know_is_an_error() -> None:
    with pytest.raises(KeyError, match="Turin"):
        entailed(HARBOUR, f"{ASKED} Turin")


def test_through_the_detectors_the_oracle_needs_passages_to_be_read_together() -> None:
    examples = [RIGHT, WRONG]
    every = variants(Logic())
    names = ["full", "without_b", "max_nli", "whole_context"]
    detectors = {name: every[name] for name in names}
    knowing = oracle_detectors(detectors, examples, NEEDED)
    judged = compare(knowing, examples)
    flagged = {name: column.flagged.tolist() for name, column in judged.columns.items()}
    for prefix in ORACLES:
        assert flagged[f"{prefix}whole_context"] == [False, True]
        assert flagged[f"{prefix}without_b"] == flagged[f"{prefix}max_nli"] == [True, True]


def test_the_table_has_both_gaps_and_both_trivial_rows() -> None:
    examples = [
        replace(each, id=f"{each.id}{n}", question=f"{n}. {ASKED}", metadata={"source_id": str(n)})
        for n in range(4)
        for each in (RIGHT, WRONG)
    ]
    needed = {each.id: NEEDED["right"] for each in examples}
    every = variants(Logic())
    detectors = {name: every[name] for name in ("full", "without_b", "whole_context")}
    known = compare(oracle_detectors(detectors, examples, needed), examples)
    own = {name: known.columns[f"oracle, {name}"] for name in detectors}
    cells = oracle_cells(known.adding(own), list(detectors))
    values = {(cell.row, cell.metric): cell.value for cell in cells}
    gap = values["oracle, full minus without_b", "accuracy"]
    assert gap == values["own verifier, full minus without_b", "accuracy"]
    full, without = (values[f"oracle, {name}", "accuracy"] for name in ("full", "without_b"))
    assert full is not None
    assert without is not None
    assert gap == pytest.approx(full - without)
    assert without == values["always_hallucinated", "accuracy"] == 0.5
    assert oracle_cells(known.where(np.zeros(8, bool)), list(detectors)) == []
