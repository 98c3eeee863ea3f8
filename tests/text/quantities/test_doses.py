"""Doses: how much each time is not how much a day, and chance arithmetic supports neither."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

DOSES = """| Weight | Dose | Frequency |
|---|---|---|
| 10–19 kg | 150 mg | twice daily |
| 20–40 kg | 300 mg | twice daily |"""
TWICE = "Metformin 500 mg twice daily."
SYRUP = "Amoxil 250 mg/5 ml. Adults take 500 mg every 8 hours."
ARMS = """| Outcome | Drug | Placebo |
|---|---|---|
| Nausea, n (%) | 63 (30.0) | 21 (10.1) |
| Death, n (%) | 12 (5.7) | 25 (12.0) |"""


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        (DOSES, "The dose at 12 kg is 150 mg twice daily.", "supported"),
        (DOSES, "The dose at 12 kg is 300 mg twice daily.", "contradicted"),
        (DOSES, "The daily dose at 12 kg is 300 mg a day.", "supported"),
        (DOSES, "The daily dose at 12 kg is 300 mg.", "supported"),
        (TWICE, "Metformin 1000 mg daily.", "supported"),
        (TWICE, "Metformin 1000 mg twice daily.", "open"),
        (SYRUP, "Adults take Amoxil three times a day.", "supported"),
        (SYRUP, "Adults take Amoxil twice a day.", "contradicted"),
        (ARMS, "Nausea (30.0% vs 10.1%) was more frequent with the drug.", "supported"),
        (ARMS, "Nausea was three times as frequent with the drug.", "supported"),
    ],
)
def test_a_dose_is_reckoned_only_where_it_is_asked(passage: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == outcome
