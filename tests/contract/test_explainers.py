"""What every registered explainer holds to."""

from __future__ import annotations

import pytest

from groundgraph.protocols import Explainer
from groundgraph.registry import EXPLAINERS
from groundgraph.services.chat import ChatClient
from groundgraph.types import Contrast, Span, Statement, Triple

NOWHERE = ChatClient("http://127.0.0.1:9/v1", "none", retries=0, timeout=5)
CONTRASTS = [
    Contrast(
        Statement(Triple("Ada", "was born in", "1868"), Span(0, 20)),
        Statement(Triple("Ada", "was born in", "1867"), Span(3, 9)),
        "passage 2",
        "object",
    ),
    Contrast(
        Statement(Triple("", "", "")), Statement(Triple("\x00", "\ud800", "🙂")), "", "subject"
    ),
    Contrast(
        Statement(Triple("Bob", "sold", "it")),
        Statement(Triple("Bob", "bought", "it")),
        "passage 1",
        "predicate",
    ),
]


@pytest.fixture(params=list(EXPLAINERS))
def explainer(request: pytest.FixtureRequest) -> Explainer:
    arguments = {"llm": {"client": NOWHERE}}.get(request.param, {})
    made: Explainer = EXPLAINERS.get(request.param)(**arguments)
    return made


def test_each_contrast_gets_an_explanation_with_both_its_facts(explainer: Explainer) -> None:
    assert isinstance(explainer, Explainer)
    explanations = explainer.explain(CONTRASTS)
    assert len(explanations) == len(CONTRASTS)
    for contrast, explanation in zip(CONTRASTS, explanations, strict=True):
        ours, theirs = explanation.statements
        assert explanation.text.strip()
        assert (ours.triple, ours.span) == contrast.claim
        assert (theirs.triple, theirs.span) == contrast.evidence
        assert theirs.source == contrast.source


def test_a_batch_gives_what_its_items_give_alone(explainer: Explainer) -> None:
    together = explainer.explain(CONTRASTS)
    assert together == [explainer.explain([contrast])[0] for contrast in CONTRASTS]
    assert explainer.explain([]) == []
