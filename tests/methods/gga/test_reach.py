from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from films import ANSWER, FACTS, QUESTION, film, trace

from groundgraph import Example, FitOptions, InputError, Triple, specs
from groundgraph.methods.gga import reach
from groundgraph.methods.gga.detector import GGA
from groundgraph.methods.gga.features import NAMES
from groundgraph.methods.gga.inputs import UNTRACED
from groundgraph.types import Edge

if TYPE_CHECKING:
    from groundgraph import Verdict

FAMILY = (
    Triple("Up", "directed_by", "Pete Docter"),
    Triple("Up", "starred_actors", "Ed Asner"),
    Triple("Up", "starred_actors", "Jordan Nagai"),
    Triple("Up", "release_year", "2009"),
    Triple("Soul", "directed_by", "Pete Docter"),
    Triple("Soul", "release_year", "2020"),
    Triple("Heat", "directed_by", "Michael Mann"),
)
ACTORS = "who starred in Up?"


def measured(answer: str, question: str = ACTORS) -> dict[str, float]:
    return dict(reach.measure(question, answer, FAMILY).values)


def untraced(answer: str, question: str = ACTORS) -> Verdict:
    [found] = GGA(features="untraced").detect([Example(answer, question=question, triples=FAMILY)])
    return found


def test_every_feature_is_measured() -> None:
    assert measured("Ed Asner").keys() == set(reach.NAMES)


def test_an_answer_at_the_end_of_the_way_that_is_asked_for() -> None:
    found = measured("ans: Ed Asner, Jordan Nagai")

    assert (found["asked_named"], found["asked_covered"]) == (1, 1)
    assert (found["way_behind"], found["hops_away"]) == (0, 1)
    assert (found["names"], found["names_beyond"], found["strange_words"]) == (2, 0, 0)
    assert found["neighbours_covered"] == 0.5


def test_a_neighbour_by_another_relation_is_near_and_not_asked_for() -> None:
    found = measured("Pete Docter")

    assert (found["neighbour_named"], found["asked_named"]) == (1, 0)
    assert 0 < found["way_behind"] <= 1


def test_an_echo_of_the_topic_names_no_neighbour() -> None:
    found = measured("Up")

    assert (found["topic_named"], found["neighbour_named"], found["hops_away"]) == (1, 0, 0)
    assert (found["asked_named"], found["way_behind"]) == (0, 1)


def test_what_no_triple_reaches_is_far_and_what_none_names_is_strange() -> None:
    assert measured("Michael Mann")["hops_away"] == reach.FARTHEST
    assert measured("Wes Anderson")["strange_words"] == 1
    assert measured("directed by Ed Asner")["relation_words"] == 0.5


def test_repeated_names_are_beyond_what_was_asked_for_only_where_they_are_others() -> None:
    assert measured("Ed Asner, Ed Asner, Ed Asner")["names"] == 3
    assert measured("Ed Asner, Ed Asner, Ed Asner")["names_beyond"] == 0
    assert measured("Ed Asner, Jordan Nagai, 2009, Soul")["names_beyond"] == 2


def test_asked_for_are_the_ends_of_the_way_that_fits_best() -> None:
    assert reach.asked_for(ACTORS, FAMILY) == ["Ed Asner", "Jordan Nagai"]
    assert reach.asked_for("what year did the director of Up release Soul?", ()) == []


def test_without_attention_a_right_answer_is_grounded_with_the_triples_that_lead_to_it() -> None:
    found = untraced("Ed Asner")

    assert found.label == "grounded"
    assert not found.calibrated
    [finding] = found.findings
    assert finding.explanation.endswith("lead to the answer: “Up starred_actors Ed Asner”.")
    assert [item.passage_id for item in finding.evidence] == ["triple 2"]
    assert found.edges == (
        Edge("q", "p:triple 2", 1.0, "links"),
        Edge("p:triple 2", "c:0", 1.0, "links"),
    )
    assert found.triples[0].state == "path"
    assert len(found.triples) == len(FAMILY)


@pytest.mark.parametrize("answer", ["Up", "Wes Anderson", "Michael Mann", "Pete Docter"])
def test_an_echo_another_relation_and_what_nothing_reaches_are_unsupported(answer: str) -> None:
    found = untraced(answer)

    assert found.label == "hallucinated"
    assert found.findings[0].explanation.startswith("The triples that fit the question best lead")
    assert found.edges[0].source == "q"
    assert all(edge.target != "c:0" for edge in found.edges)  # they lead elsewhere


def test_wrong_answers_score_higher_than_right_ones() -> None:
    scores = [untraced(a).hallucination_score or 0.0 for a in ("Ed Asner", "Pete Docter", "Up")]

    assert 0 < scores[0] < scores[1] < scores[2]


@pytest.mark.parametrize(
    ("answer", "question", "why"),
    [
        ("Ed Asner", "who starred in Dune?", "names no entity of the triples"),
        ("I don't know.", ACTORS, "declines to answer"),
        ("Yes", "Did Ed Asner star in Up?", "yes or no"),
        ("Ed Asner", "", "needs a question and triples (for"),
        (" ", ACTORS, "the answer is empty"),
    ],
)
def test_what_names_and_triples_cannot_tell_is_unverifiable(
    answer: str, question: str, why: str
) -> None:
    found = untraced(answer, question)

    assert found.label == "unverifiable"
    assert why in found.reason


DIRECTOR = "Who directed Up?"


@pytest.mark.parametrize(
    ("answer", "question", "label"),
    [
        ("Up was directed by Pete Docter.", DIRECTOR, "grounded"),
        ("The film Up, which came out in 2009, was directed by Pete Docter.", DIRECTOR, "grounded"),
        ("Pete Docter also directed Soul.", "What else did the director of Up direct?", "grounded"),
        ("Up was directed by Ed Asner.", DIRECTOR, "hallucinated"),
        ("Up was directed by Wes Anderson.", DIRECTOR, "hallucinated"),
        ("It came out in 2011.", "When was Up released?", "hallucinated"),
        ("Up was directed by Up.", DIRECTOR, "hallucinated"),
    ],
)
def test_a_sentence_is_judged_by_what_it_answers(answer: str, question: str, label: str) -> None:
    assert untraced(answer, question).label == label


@pytest.mark.parametrize(
    ("answer", "question", "why"),
    [
        ("2", "How many films did Pete Docter direct?", "a number"),
        ("Pete Docter directed two films.", "How many films did Pete Docter direct?", "a number"),
        ("It was a great success.", DIRECTOR, "names nothing"),
        ("Soul", "Which came out first, Up or Soul?", "one of what it names"),
        ("Yes, Pete Docter directed Up.", "Did Pete Docter direct Up?", "yes or no"),
    ],
)
def test_an_answer_that_offers_no_name_is_unverifiable(
    answer: str, question: str, why: str
) -> None:
    found = untraced(answer, question)

    assert found.label == "unverifiable"
    assert why in found.reason


def test_who_of_two_is_meant_and_exchanged_roles_are_not_told_by_names() -> None:
    firm = (Triple("Orvane", "founded_by", "Ada Quill"), Triple("Ada Quill", "spouse", "Jon Beck"))
    rows = [
        Example(
            "Jon Beck is married to the founder, Ada Quill.",
            question="Who is the spouse of the founder of Orvane?",
            triples=firm,
        ),
        Example("Orvane founded Ada Quill.", question="Who founded Orvane?", triples=firm),
    ]

    two, turned = GGA(features="untraced").detect(rows)

    assert (two.label, turned.label) == ("unverifiable", "unverifiable")
    assert "which of them" in two.reason
    assert "other roles" in turned.reason


def test_an_explanation_agrees_with_the_outcome() -> None:
    found = untraced("Pete Docter, Ed Asner, Jordan Nagai, 2009", DIRECTOR)

    assert found.findings[0].outcome == "unsupported"
    assert "lead to a name of the answer" in found.findings[0].explanation
    assert found.findings[0].explanation.endswith("outweighs that.")


def test_without_triples_nothing_is_told() -> None:
    [found] = GGA(features="untraced").detect([Example("Ed Asner", question=ACTORS)])

    assert "the row has no triples" in found.reason


def test_a_trace_is_not_looked_at_where_none_is_asked_for() -> None:
    given = film(ANSWER, trace=trace((0.1, 0.2, 0.3, 0.1)))
    one, other = GGA(features="untraced").detect([given, film(ANSWER)])

    assert one == other


def test_the_reason_of_a_row_without_a_trace_names_what_judges_it() -> None:
    [found] = GGA().detect([film(ANSWER)])

    assert "features='untraced'" in found.reason


def test_an_answer_is_measured_alone() -> None:
    alone = untraced("Pete Docter")
    rows = [Example(a, question=ACTORS, triples=FAMILY) for a in ("Up", "Pete Docter", "x")]

    assert GGA(features="untraced").detect(rows * 3)[1] == alone


def test_both_need_attention_too() -> None:
    given = trace((0.4, 0.1, 0.1, 0.1))
    with_trace, without = GGA(features="both").detect([film(ANSWER, trace=given), film(ANSWER)])

    assert with_trace.label != "unverifiable"
    assert without.label == "unverifiable"


def answers() -> list[Example]:
    right = [f"Person {n}" for n in range(40)]
    return [
        Example(
            name if n % 2 else f"Film {n}",
            question=f"who directed Film {n}?",
            triples=(
                Triple(f"Film {n}", "directed_by", name),
                Triple(f"Film {n}", "release_year", str(1950 + n)),
            ),
            label=not n % 2,
        )
        for n, name in enumerate(right)
    ]


def test_a_head_is_fitted_without_attention_and_knows_no_other_answers() -> None:
    fitted = GGA(features="untraced").fit(answers(), FitOptions(head="logistic"))

    assert fitted.head is not None
    assert fitted.head.names == NAMES["untraced"]
    assert fitted.origins == (UNTRACED,)
    verdicts = fitted.detect(answers())
    assert [v.label == "hallucinated" for v in verdicts] == [e.label for e in answers()]
    assert specs.build(specs.describe(fitted), trust=True) == fitted


def test_no_answer_to_fit_on_says_why() -> None:
    with pytest.raises(InputError, match="the row has no triples"):
        GGA(features="untraced").fit([Example("a", question=QUESTION, label=True)])


def test_a_trace_gives_edges_from_the_claim_to_the_triples_by_their_share() -> None:
    [found] = GGA().detect([film(ANSWER, trace=trace((0.3, 0.1, 0.0, 0.1)))])

    assert {edge.kind for edge in found.edges} == {"attends"}
    assert [(edge.source, edge.target) for edge in found.edges] == [
        ("c:0", f"p:triple {number}") for number in (1, 2, 4)
    ]
    assert [edge.weight for edge in found.edges] == pytest.approx([0.6, 0.2, 0.2])
    again = type(found).from_dict(found.to_dict())
    assert [edge.kind for edge in again.edges] == ["attends"] * 3


def test_an_answer_that_cannot_be_judged_keeps_what_it_attended_to() -> None:
    [found] = GGA().detect([film("Marlene Dietrich", trace=trace((0.3, 0.1, 0.05, 0.05)))])

    assert found.label == "unverifiable"
    assert len(found.edges) == len(FACTS)


def test_a_listed_name_that_no_triple_has_is_unsupported() -> None:
    found = untraced("Ed Asner, Jordan Nagai and Lou Orr")

    assert measured("Ed Asner, Jordan Nagai and Lou Orr")["asked_named"] == pytest.approx(2 / 3)
    assert found.label == "hallucinated"
    assert found.findings[0].explanation.endswith("No triple names “Lou Orr”.")
    assert untraced("Ed Asner and Jordan Nagai").label == "grounded"
