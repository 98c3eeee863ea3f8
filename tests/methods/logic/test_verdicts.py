from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest
from pages import details_of
from plain_logic import ANSWER, ANSWERS, DANUBE, DENIED, HALF, OTHER, TRUE, WHOLE, judge, logic
from plain_parts import OverlapVerifier
from rich.console import Console

from groundgraph import Example, Passage, Verdict
from groundgraph.io import verdict_row
from groundgraph.report.html import ReportWriter
from groundgraph.report.terminal import render

if TYPE_CHECKING:
    from pathlib import Path


def test_a_supported_claim_names_the_passages_that_were_read_together() -> None:
    verdict = judge(logic(grouping="all"), TRUE, DANUBE, HALF)

    (finding,) = verdict.findings
    assert finding.explanation.startswith("Entailed by passages danube and half read together (")
    assert [evidence.passage_id for evidence in finding.evidence] == ["danube", "half"]


def test_a_contradicted_claim_names_the_passage_that_denies_it() -> None:
    verdict = judge(logic({"Green": math.log(3.0)}), ANSWER, WHOLE, DENIED)

    (finding,) = verdict.findings
    assert finding.outcome == "contradicted"
    assert finding.explanation == (
        "Contradicted by passage denied (contradiction 0.75, support 0.25)."
    )
    assert finding.evidence[0].passage_id == "denied"
    assert verdict.features["contradiction"] == pytest.approx(0.75)
    assert [edge[:2] for edge in verdict.edges] == [("p:denied", "c:0")]


def test_of_passages_that_support_nothing_the_most_relevant_is_named() -> None:
    verdict = judge(logic({"Blue": 1.0}), "Omega iota.", OTHER, WHOLE)

    assert verdict.findings[0].explanation == (
        "Not entailed; passage whole comes nearest (support 0.00)."
    )


def test_edges_join_claims_to_what_their_findings_name() -> None:
    verdict = judge(logic(), f"Sure! {TRUE} {ANSWER}", DANUBE, WHOLE)

    assert [edge[:2] for edge in verdict.edges] == [("p:danube", "c:1"), ("p:whole", "c:2")]


def test_what_the_verifier_did_not_read_leaves_a_claim_open() -> None:
    short = OverlapVerifier(max_tokens=32, most_windows=1)
    passage = Passage(f"{'The river is long and cold and wide. ' * 5}{DANUBE.text}")

    verdict = judge(logic(verifier=short), "It ends in the Black Sea.", passage)

    assert verdict.label == "unverifiable"
    assert "characters of the passages were not read" in verdict.reason


def test_a_supported_claim_says_what_was_not_read() -> None:
    short = OverlapVerifier(max_tokens=32, most_windows=1)
    passage = Passage(f"{DANUBE.text} {'The river is long and cold and wide. ' * 9}")

    (finding,) = judge(logic(verifier=short), "It ends in the Black Sea.", passage).findings

    assert finding.outcome == "supported"
    assert finding.explanation.endswith("characters of the passages were not read.")


def shown(example: Example, verdict: Verdict) -> str:
    console = Console(width=100, record=True, file=None, quiet=False, no_color=True)
    with console.capture() as capture:
        console.print(render(example, verdict_row(example, verdict, 1, {"name": "logic"})))
    return capture.get()


def drawn_edges(detail: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the ends of the edges that a page draws: passages by key, claims by text."""
    graph = detail["graph"]
    homes = [graph["nodes"][n["home"]] if n["kind"] == "unit" else n for n in graph["nodes"]]
    names = [n["text"] if n["kind"] == "claim" else n["key"] for n in homes]
    return {(names[source], names[target]) for source, target, *_ in graph["edges"]}


def test_verdicts_are_shown_in_the_terminal_and_on_the_page(tmp_path: Path) -> None:
    detector = logic({"Green": math.log(3.0)}, grouping="bridges")
    verdicts = detector.detect(ANSWERS)

    terminal = "".join(map(shown, ANSWERS, verdicts))
    with ReportWriter(tmp_path / "report.html") as writer:
        for number, (example, verdict) in enumerate(zip(ANSWERS, verdicts, strict=True), 1):
            writer.add(example, verdict_row(example, verdict, number, {"name": "logic"}))
    page = details_of(tmp_path / "report.html")

    assert "passages danube and whole read together" in " ".join(terminal.split())
    assert "Entailed by passages danube and whole read together" in page
    joined = {ends for line in page.splitlines() for ends in drawn_edges(json.loads(line))}
    assert ("p:danube", "p:whole") in joined
    assert ("p:danube", TRUE) in joined
