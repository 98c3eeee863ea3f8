"""What a reader is told of two things taken for one, of what is over, and of converses."""

from __future__ import annotations

import pytest
from kea_verdicts import judged, of_triples, outcomes


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("The sister of Lou Marsh lives in Bath.", "Lou Marsh lives in Bath."),
        ("Lou Marsh lives in Bath.", "The sister of Lou Marsh lives in Bath."),
        ("Lou Marsh's sister lives in Bath.", "Lou Marsh lives in Bath. His sister left."),
        ("The chair of Ferro Mills is based in Turin.", "Ferro Mills is based in Turin."),
        ("Lou Marsh is the head of the unit.", "Lou Marsh is the deputy head of the unit."),
        (
            "Ina Roth leads Skagen Line, which was founded in 1968.",
            "Ina Roth leads Skagen Line, which was founded in 1931. Ina Roth was born in 1968.",
        ),
        (
            "The west wing has 90 rooms.",
            "The east wing has 90 rooms and the west wing has 40 rooms.",
        ),
    ],
)
def test_what_is_said_of_a_thing_is_not_said_of_what_it_has(answer: str, passage: str) -> None:
    verdict = judged(answer, passage)
    assert "supported" not in outcomes(verdict)
    assert verdict.label != "grounded"


def test_a_right_value_is_not_replaced_by_that_of_what_has_it() -> None:
    told = "Vera Quist was born in Malmo. Her father was born in Visby."
    verdict = judged("The father of Vera Quist was born in Visby.", told)
    assert "contradicted" not in outcomes(verdict)
    assert verdict.edits == ()


def test_values_exchanged_between_two_things_are_corrected() -> None:
    told = "The T4 weighs 30 kg and the T6 weighs 50 kg."
    verdict = judged("The T4 weighs 50 kg and the T6 weighs 30 kg.", told)
    assert outcomes(verdict) == ["contradicted", "contradicted"]
    assert [each.text for each in verdict.suggestions] == [told]
    assert outcomes(judged(told, told)) == ["supported"]


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("Bea Orr is the dean of the college.", "Bea Orr was the dean of the college until 2016."),
        ("Bea Orr is the dean of the college.", "Until 2016, Bea Orr was the dean of the college."),
        ("Bea Orr is dean of the college.", "Bea Orr was dean of the college from 2009 to 2016."),
        ("The dean is Bea Orr.", "The former dean is Bea Orr."),
        ("The pass is 12 euros.", "The pass was 12 euros until 2020."),
        ("The mill employs 90 people.", "The mill employed 90 people until 1987."),
    ],
)
def test_what_is_over_does_not_support_what_is_told_of_now(answer: str, passage: str) -> None:
    verdict = judged(answer, passage)
    [finding] = verdict.findings
    assert finding.outcome in {"unsupported", "contradicted"}
    assert verdict.label == "hallucinated"
    assert any(said in finding.explanation for said in ("a time that is over", "the past alone"))


def test_what_is_over_supports_what_is_told_of_then_and_corrects_nothing() -> None:
    told = "Bea Orr was dean of the college until 2016. Since then Jo Pym has been dean."
    assert judged("Bea Orr was dean of the college.", told).label == "grounded"
    assert judged("Jo Pym is dean of the college.", told).edits == ()
    assert judged("The ticket is valid.", "The ticket is valid until 2031.").label == "grounded"


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("Sorel is south of Brill.", "Brill lies north of Sorel."),
        ("Ines is younger than Rolf.", "Rolf is older than Ines."),
        ("Rolf is the father of Ines.", "Ines is the daughter of Rolf."),
        ("Ines is a pupil of Mr Dahl.", "Mr Dahl is the teacher of Ines."),
    ],
)
def test_a_relation_told_from_its_other_end_is_supported(answer: str, passage: str) -> None:
    assert outcomes(judged(answer, passage)) == ["supported"]


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("Rolf is the daughter of Ines.", "Ines is the daughter of Rolf."),
        ("Ines is the mother of Rolf.", "Ines is the daughter of Rolf."),
        ("Brill is south of Sorel.", "Brill is north of Sorel."),
    ],
)
def test_the_other_ends_part_of_a_relation_is_contradicted(answer: str, passage: str) -> None:
    assert outcomes(judged(answer, passage)) == ["contradicted"]


def test_a_child_of_given_triples_has_its_mother() -> None:
    given = ("Rosa Lind", "child", "Eva Lind"), ("Eva Lind", "place of birth", "Lund")
    verdict = of_triples("Rosa Lind was the mother of Eva Lind, who was born in Lund.", *given)
    assert outcomes(verdict) == ["supported"]


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("Nell Frey lives in Kassel.", "Otto Brandt lives in Kassel."),
        ("Nell Frey speaks Danish.", "Otto Brandt speaks Danish."),
        ("Nell Frey is a member of the choir.", "Otto Brandt is a member of the choir."),
        (
            "The vet of the farm, Nell Frey, lives in Kassel.",
            "Otto Brandt is the owner of the farm and lives in Kassel.",
        ),
        ("The Frey family lives in America.", "The Frey family lives in the United States."),
    ],
)
def test_nobody_is_put_in_anothers_place_where_both_may_stand(answer: str, passage: str) -> None:
    verdict = judged(answer, passage)
    assert "contradicted" not in outcomes(verdict)
    assert verdict.edits == ()


@pytest.mark.parametrize(
    ("answer", "passage", "right"),
    [
        ("Tidal Song was painted by Frey.", "Brandt painted Tidal Song.", "Brandt"),
        ("The capital of Osmark is Tull.", "The capital of Osmark is Verin.", "Verin"),
        ("Nell lives in Kiel with her aunt.", "Nell lives in Basel with her aunt.", "Basel"),
        (
            "Nell Frey was born in Kiel.",
            "Nell Frey was born in Basel and works for Zenit.",
            "Basel",
        ),
    ],
)
def test_what_else_a_sentence_says_hides_no_contradiction(
    answer: str, passage: str, right: str
) -> None:
    verdict = judged(answer, passage)
    assert outcomes(verdict) == ["contradicted"]
    assert verdict.edits[0].becomes is not None
    assert right in verdict.edits[0].becomes


def test_a_denial_of_the_larger_place_is_not_supported_by_the_smaller() -> None:
    given = ("Zenit", "headquartered in", "Bremen"), ("Bremen", "located in", "Germany")
    assert outcomes(of_triples("Zenit is not headquartered in Germany.", *given)) == ["unsupported"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The hall was designed by Tom Ries.", "The hall was designed by Ida Falk."),
        ("The pool is open on Sundays.", "The pool is closed on Sundays."),
    ],
)
def test_passages_that_disagree_in_names_or_statements_are_named(first: str, second: str) -> None:
    [found] = judged(first, first, second).findings
    assert "Passages 1 and 2 disagree" in found.explanation


def test_the_label_and_the_scores_of_an_answer_follow_its_findings() -> None:
    given = ("Osmark", "shares border with", "Ruhla"), ("Velva", "part of", "Osmark")
    verdict = of_triples("Ruhla and Velva", *given, question="Which countries border Osmark?")
    assert outcomes(verdict) == ["supported", "unsupported"]
    assert verdict.label == "hallucinated"
    assert "was not found to say all of it" in verdict.reason
    scores = [finding.score for finding in verdict.findings]
    assert scores[0] < verdict.threshold <= scores[1]  # type: ignore[operator]


def test_a_grounded_answer_says_how_many_sentences_were_not_read() -> None:
    verdict = judged("It was sung by Nell Frey. The tower is 40 m tall.", "The tower is 40 m tall.")
    assert outcomes(verdict) == ["unverifiable", "supported"]
    assert (verdict.label, verdict.reason) == ("grounded", "1 of 2 sentences was not checked.")


def test_a_relative_clause_is_not_told_for_the_sentence() -> None:
    [found] = judged(
        "Otto",
        "Otto is a cook.",
        question="Who is married to the head of the town whose river is the Lys?",
    ).findings
    assert "says “whose" not in found.explanation


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("Ana Holm sued Bo Berg over the fence.", "Bo Berg was sued by Ana Holm over the fence."),
        (
            "Acme Works supplied Tesna with sand last year.",
            "Tesna was supplied by Acme Works with sand last year.",
        ),
        (
            "The Oss rises in the Grey Hills and, past two towns, ends in Blue Lake.",
            "The Oss rises in the Grey Hills of Ost. It runs past two towns and ends in Blue Lake.",
        ),
    ],
)
def test_the_same_deed_told_from_its_other_end_is_supported(answer: str, passage: str) -> None:
    assert outcomes(judged(answer, passage)) == ["supported"]
