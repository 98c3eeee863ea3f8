"""Tables of marks: what each of several things has."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.quantities import judge_quantities

PLANS = (
    "| Feature | Free | Team | Business |\n|---|---|---|---|\n| Single sign-on | – | – | ✓ |\n"
    "| Audit log | – | ✓ | ✓ |\n| Guest users | 5 | 25 | unlimited |\n| API access | ✗ | ✓ | ✓ |"
)
TURNED = (
    "| Plan | SSO | Audit log |\n|---|---|---|\n| Free | no | no |\n| Team | no | yes |\n"
    "| Business | yes | yes |"
)


@pytest.mark.parametrize(
    ("table", "question", "right", "wrong"),
    [
        (PLANS, "", "The Team plan has an audit log.", "The Free plan has an audit log."),
        (PLANS, "", "The Free plan has no API access.", "The Free plan has API access."),
        (
            PLANS,
            "",
            "Single sign-on is only available in the Business plan.",
            "Single sign-on is included in the Team plan.",
        ),
        (
            PLANS,
            "Which plans have an audit log?",
            "The Team and Business plans.",
            "The Free and Team plans.",
        ),
        (PLANS, "", "Neither Free nor Team includes single sign-on.", "All plans have API access."),
        (PLANS, "How many guest users has Team?", "25 guest users.", "5 guest users."),
        (TURNED, "", "Business comes with SSO.", "Team comes with SSO."),
    ],
)
def test_marks_decide(table: str, question: str, right: str, wrong: str) -> None:
    good, bad = judge_quantities(question, [table], [right, wrong])

    assert good.outcome == "supported"
    assert bad.outcome == "contradicted"


def test_a_claim_that_says_more_is_left_open() -> None:
    claim = "The Team plan has an audit log that keeps every change of every user for a whole year."

    [judged] = judge_quantities("", [PLANS], [claim])

    assert not any(each.kind == "mark" for each in judged.checks)


def test_the_finding_names_the_cell() -> None:
    verdict = check(passages=[PLANS], answer="Single sign-on is included in the Team plan.")

    assert verdict.label == "hallucinated"
    assert "Single sign-on, Team: –" in verdict.findings[0].explanation
