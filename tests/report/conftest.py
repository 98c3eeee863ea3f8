"""An answer with one claim of each outcome, and the row that a detector writes of it."""

from __future__ import annotations

from typing import Any

import pytest

from groundgraph.types import Example, Passage

CLAIMS = {
    "It was built in 1889 🗼.": "supported",
    "It is 400 metres tall.": "contradicted",
    "Its paint is changed every year.": "unsupported",
    "Wow!": "unverifiable",
}


@pytest.fixture
def example() -> Example:
    return Example(
        answer=" ".join(CLAIMS),
        passages=(
            Passage("🗼 The tower was finished in 1889. " + "It stands in Paris. " * 80, "history"),
            Passage("The tower is 330 metres tall.", "height"),
        ),
        question="How old and how tall is the tower?",
        id="tower",
        generator="model-a",
    )


@pytest.fixture
def row(example: Example) -> dict[str, Any]:
    scores = {"supported": 0.1, "contradicted": 0.9, "unsupported": 0.7, "unverifiable": None}
    findings = [
        {
            "claim": claim,
            "start": example.answer.index(claim),
            "end": example.answer.index(claim) + len(claim),
            "outcome": outcome,
            "score": scores[outcome],
            "evidence": evidence_for(example, outcome),
            "explanation": f"This claim is {outcome}.",
        }
        for claim, outcome in CLAIMS.items()
    ]
    return {
        "id": "tower",
        "line": 7,
        "label": "hallucinated",
        "hallucination_score": 0.83,
        "calibrated": True,
        "reason": "",
        "findings": findings,
        "features": {"coverage": 0.5, "claims": 4},
        "edges": [["q", "p:history", 0.6], ["p:history", "c:0", 0.8], ["p:height", "c:1", 0.7]],
        "detector": {"kind": "detector", "name": "egc", "parameters": {"tau": 0.4}},
    }


def evidence_for(example: Example, outcome: str) -> list[dict[str, Any]]:
    places = {"supported": (0, "finished in 1889"), "contradicted": (1, "330 metres")}
    if outcome not in places:
        return []
    number, words = places[outcome]
    passage = example.passages[number]
    start = passage.text.index(words)
    span = {"start": start, "end": start + len(words), "text": words}
    return [{"passage_id": passage.id, "score": 0.62, **span}]


@pytest.fixture
def error_row() -> dict[str, Any]:
    message = "'passages' must be a list, found 7"
    error = {"type": "InputError", "message": message, "field": "passages"}
    return {"id": None, "line": 9, "error": error}


@pytest.fixture
def attended(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with one finding and the triples that it was written from, by attention."""
    facts = [
        (["the tower", "was built in", "1889"], "path", 0.6),
        (["the tower", "is", "330 metres tall"], "neighbour", 0.3),
        (["Paris", "has", "the tower"], "neighbour", 0.1),
        (["Kismet", "is", "a film"], "neighbour", 0.0),
    ]
    views = [
        {
            "side": "evidence",
            "triple": triple,
            "state": state,
            "start": None,
            "end": None,
            "passage_id": f"triple {number}",
            "partner": None,
            "weight": weight,
        }
        for number, (triple, state, weight) in enumerate(facts, 1)
    ]
    evidence = {"passage_id": "triple 1", "start": None, "end": None, "score": 0.6}
    shown = {**evidence, "text": "the tower was built in 1889"}
    finding = {**row["findings"][2], "evidence": [shown]}
    return {**row, "findings": [finding], "edges": [], "triples": views}
