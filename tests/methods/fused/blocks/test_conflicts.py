"""What `fused` says where its passages disagree."""

from __future__ import annotations

import pytest

from groundgraph import Example, Passage, Verdict, load

ONE = Passage("The maximum dose of Velorin is 40 mg a day.", "leaflet", "2019")
OTHER = Passage("Doctors may give a maximum dose of Velorin of 60 mg a day.", "guide")
ASIDE = Passage("Velorin is a blue tablet against nerve pain.", "notes")


def judged(answer: str, *passages: Passage) -> Verdict:
    [verdict] = load("fused").detect([Example(answer, passages or (ONE, ASIDE, OTHER))])
    return verdict


@pytest.fixture(scope="module")
def silent() -> Verdict:
    return judged("The maximum dose of Velorin is 40 mg a day.")


def test_an_answer_that_follows_one_side_is_remarked_on(silent: Verdict) -> None:
    assert silent.label == "grounded"
    remark = (
        "passages guide and leaflet (2019) disagree: “60 mg” and “40 mg”; "
        "the answer does not say so"
    )
    assert silent.reason.startswith(remark)


def test_the_finding_shows_both_sides(silent: Verdict) -> None:
    [finding] = silent.findings
    assert [item.passage_id for item in finding.evidence[:2]] == ["guide", "leaflet"]
    assert finding.explanation.startswith("Passages guide and leaflet (2019) disagree:")


def test_the_graph_opposes_the_two_passages(silent: Verdict) -> None:
    opposed = [edge for edge in silent.edges if edge.kind == "opposes"]
    assert [(edge.source, edge.target) for edge in opposed] == [("p:guide", "p:leaflet")]


def test_a_record_keeps_the_conflict(silent: Verdict) -> None:
    row = silent.to_dict()
    assert row["conflicts"][0]["sides"][1]["date"] == "2019"
    assert ["p:guide", "p:leaflet", 1.0, "opposes"] in row["edges"]
    assert all(len(edge) == 3 for edge in row["edges"] if "c:0" in edge)
    again = Verdict.from_dict(row)
    assert (again.conflicts, again.to_dict()) == (silent.conflicts, row)


def test_text_and_page_of_a_verdict_tell_it(silent: Verdict) -> None:
    told = "Passages guide and leaflet (2019) disagree"
    assert told in str(silent)
    assert told in silent._repr_html_()


def test_an_answer_that_names_the_conflict_is_grounded() -> None:
    verdict = judged("The sources disagree: one has a maximum dose of 40 mg, the other of 60 mg.")
    assert verdict.label == "grounded"
    assert [conflict.named for conflict in verdict.conflicts] == [True]
    assert "disagree" not in verdict.reason
    assert verdict.features["conflict_named"] == 1.0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ida Falk played in the cup final.", "Ida Falk did not play in the cup final."),
        ("Tromsby beat Harlund in the cup final.", "Harlund beat Tromsby in the cup final."),
        ("The fine for parking there is £85.", "The fine for parking there is £60."),
    ],
)
def test_what_one_passage_says_is_not_contradicted_by_the_other(one: str, other: str) -> None:
    verdict = judged(one, Passage(one, "a"), Passage(other, "b"))
    assert [finding.outcome for finding in verdict.findings] == ["supported"]
    assert verdict.conflicts


def test_a_third_value_stays_contradicted() -> None:
    verdict = judged("The maximum dose of Velorin is 90 mg a day.")
    assert (verdict.label, verdict.conflicts) == ("hallucinated", ())


def test_markup_is_cited_as_given() -> None:
    html = Passage("<p>The <b>maximum</b> dose of Velorin is <i>40 mg</i> a day.</p>", "html")
    verdict = judged("The maximum dose of Velorin is 40 mg a day.", html, OTHER)
    [conflict] = verdict.conflicts
    side = next(side for side in conflict.sides if side.passage_id == "html")
    assert side.span is not None
    assert "<i>40 mg</i>" in side.span.of(html.text)
    assert side.text == "The maximum dose of Velorin is 40 mg a day."


def test_the_other_side_is_no_step_to_the_answer() -> None:
    told = "he maximum daily dose of Zelnorm for adults is"
    passages = Passage(f"T{told} 40 mg."), Passage(f"According to the 2023 label, t{told} 60 mg.")
    [verdict] = load("fused").detect([Example("40 mg", passages, question="What is the max dose?")])

    [finding] = verdict.findings
    assert finding.explanation == (
        "Passages 1 and 2 (2023) disagree: “40 mg” and “60 mg”. Nearest evidence: passage 1."
    )
    assert not any(edge.kind == "links" for edge in verdict.edges)
