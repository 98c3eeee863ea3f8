from __future__ import annotations

import pytest
from small_graphs import STARRED

import groundgraph
from groundgraph import Example, Passage, Span, Triple, Verdict, check, check_many
from groundgraph.errors import InputError
from groundgraph.methods.given_triples import MOST_READ, with_triples_told


def judged(name: str, *examples: Example) -> list[Verdict]:
    return groundgraph.load(name).detect(examples)


@pytest.mark.parametrize("name", ["fused", "lexical"])
def test_triples_alone_are_evidence(name: str) -> None:
    asked = "Who directed Inception?"
    right, wrong, unknown = judged(
        name,
        Example("Christopher Nolan", question=asked, triples=STARRED),
        Example("Leonardo DiCaprio", question=asked, triples=STARRED),
        Example("Steven Spielberg", question=asked, triples=STARRED),
    )

    assert [v.label for v in (right, wrong, unknown)] == ["grounded", *2 * ["hallucinated"]]
    assert right.findings[0].evidence[0].passage_id == "triple 1"
    assert right.findings[0].evidence[0].text == "Inception is directed by Christopher Nolan."
    assert "(triple 1)" in wrong.findings[0].explanation
    assert unknown.findings[0].outcome != "supported"


@pytest.mark.parametrize("name", ["egc", "kea", "logic"])
@pytest.mark.parametrize("passages", [(), ("Inception is a film about dreams.",)])
def test_every_detector_of_texts_cites_triples(name: str, passages: tuple[str, ...]) -> None:
    said = "The film Inception is directed by Christopher Nolan and stars Leonardo DiCaprio."
    [verdict] = judged(name, Example(said, passages=passages, triples=STARRED))

    assert verdict.label != "unverifiable"
    assert "triple 1" in {item.passage_id for item in verdict.findings[0].evidence}


def test_a_chain_of_triples_is_cited_and_drawn() -> None:
    asked = "who directed the films that Leonardo DiCaprio starred in?"
    [verdict] = judged("fused", Example("James Cameron", question=asked, triples=STARRED))

    assert verdict.label == "grounded"
    assert [e.passage_id for e in verdict.findings[0].evidence[:2]] == ["triple 3", "triple 4"]
    ways = [edge[:2] for edge in verdict.edges]
    assert {("q", "p:triple 3"), ("p:triple 3", "p:triple 4"), ("p:triple 4", "c:0")} <= {*ways}
    on_path = [view.passage_id for view in verdict.triples if view.state == "path"]
    assert on_path == ["triple 3", "triple 4"]


def test_a_list_is_judged_item_by_item() -> None:
    asked = "which films did Leonardo DiCaprio star in?"
    [verdict] = judged(
        "fused", Example("Inception, Titanic, Heat", question=asked, triples=STARRED)
    )

    assert [(f.claim.text, f.outcome == "supported") for f in verdict.findings] == [
        ("Inception", True),
        ("Titanic", True),
        ("Heat", False),
    ]


def test_lines_of_a_passage_that_lists_triples_are_cited() -> None:
    text = "Ada Ruiz -> FOUNDED -> Halden\nOrtega -> ACQUIRED -> Halden"
    asked = "Who founded Halden?"
    right, wrong = judged(
        "fused",
        Example("Ada Ruiz", (Passage(text, "graph"),), question=asked),
        Example("Ortega", (Passage(text, "graph"),), question=asked),
    )

    first = right.findings[0].evidence[0]
    assert (first.passage_id, first.span, first.text) == ("graph", Span(0, 29), text[:29])
    assert wrong.label == "hallucinated"
    assert "(passage graph)" in wrong.findings[0].explanation
    assert {end for edge in right.edges for end in edge[:2]} == {"q", "p:graph", "c:0"}


def test_lines_that_disagree_are_those_of_the_passage_that_lists_them() -> None:
    lines = "Halden -> FOUNDED_IN -> 1998", "Halden -> FOUNDED_IN -> 1999"
    listed = Passage("\n".join(lines), "graph")
    asked = "When was Halden founded?"
    alone, beside = judged(
        "fused",
        Example("1999", (listed,), question=asked),
        Example("1999", (listed,), question=asked, triples=(Triple("Halden", "is in", "Porto"),)),
    )

    for verdict in (alone, beside):
        [conflict] = verdict.conflicts
        told = "Passage graph disagrees with itself: “1998” and “1999”."
        assert conflict.explanation == told
        assert verdict.findings[0].explanation.startswith(told)
        assert [(side.passage_id, side.text) for side in conflict.sides] == [
            ("graph", line) for line in lines
        ]


def test_the_sentence_that_a_triple_was_read_off_is_cited_after_it() -> None:
    unit = Passage("The works lie by the river. Halden was founded by Ada Ruiz in 1998.", "unit-7")
    example = Example(
        "Ada Ruiz",
        (unit,),
        question="Who founded Halden?",
        triples=(Triple("Ada Ruiz", "founded", "Halden"),),
        triple_passages=("unit-7",),
    )
    [verdict] = judged("fused", example)

    first, second, *_ = verdict.findings[0].evidence
    assert first.passage_id == "triple 1"
    assert (second.passage_id, second.text) == ("unit-7", unit.text[28:])


def test_a_sentence_that_gives_another_than_the_triples_is_contradicted() -> None:
    right, wrong = judged(
        "fused",
        Example("Titanic was directed by James Cameron.", triples=STARRED),
        Example("Titanic was directed by Christopher Nolan.", triples=STARRED),
    )

    assert right.label == "grounded"
    assert [f.outcome for f in wrong.findings] == ["contradicted"]
    assert "another for “Titanic”" in wrong.findings[0].explanation


def test_the_order_of_triples_decides_nothing_but_their_numbers() -> None:
    asked = "who directed the films that Leonardo DiCaprio starred in?"
    one, other = judged(
        "fused",
        Example("James Cameron", question=asked, triples=STARRED),
        Example("James Cameron", question=asked, triples=STARRED[::-1]),
    )
    assert one.hallucination_score == other.hallucination_score
    assert one.features == other.features


def test_of_many_triples_the_nearest_are_read_as_sentences() -> None:
    others = tuple(Triple(f"Film {n}", "release_year", str(1900 + n)) for n in range(MOST_READ))
    example = Example("2010", question="When was Inception released?", triples=(*others, *STARRED))
    [told] = with_triples_told([example])

    assert len(told.passages) == MOST_READ
    assert f"triple {MOST_READ + 5}" in {passage.id for passage in told.passages}
    [verdict] = judged("lexical", example)
    assert verdict.label == "grounded"
    assert "of 205 triples the 200 nearest to question and answer" in verdict.reason


def test_an_example_without_triples_is_passed_on_itself() -> None:
    example = Example("Yes.", ("It rains.",))
    assert with_triples_told([example]) == [example]
    assert with_triples_told([example])[0] is example


def test_a_passage_may_not_be_called_as_a_triple() -> None:
    example = Example("Yes.", (Passage("It rains.", "triple 1"),), triples=STARRED)
    with pytest.raises(InputError, match="'triple 1', which is what a triple is called"):
        with_triples_told([example])


def test_there_is_one_passage_name_for_each_triple() -> None:
    with pytest.raises(ValueError, match="triple_passages names 1 for 5 triples"):
        Example("Yes.", triples=STARRED, triple_passages=("1",))


def test_a_cited_text_unit_of_graphrag_is_checked_and_the_mark_is_no_claim() -> None:
    triples = (
        Triple("ADA RUIZ", "Ada Ruiz founded Halden in 1998", "HALDEN"),
        Triple("ORTEGA", "Ortega bought Halden in 2019", "HALDEN"),
    )
    units = (
        Passage("Halden was founded by Ada Ruiz in 1998. It makes pumps.", "Sources 2"),
        Passage("In 2019 Ortega bought Halden for 3 million euros.", "Sources 3"),
    )
    asked = "Who founded Halden?"
    right, wrong = judged(
        "fused",
        *(
            Example(
                f"{name} founded Halden in 1998 [Data: Relationships (1); Sources (2)].",
                units,
                question=asked,
                triples=triples,
            )
            for name in ("Ada Ruiz", "Ortega")
        ),
    )

    assert right.label == "grounded"
    assert (right.findings[0].cited, right.findings[0].citation) == (("Sources 2",), "supported")
    assert wrong.label == "hallucinated"
    assert "Ada Ruiz founded Halden in 1998" in wrong.findings[0].explanation


@pytest.mark.parametrize(
    ("mark", "cited", "citation"),
    [
        ("Relationships (7)", ("triple 1",), "supported"),
        ("Relationships (99)", ("Relationships 99",), "missing"),
        ("Entities (0); Relationships (7, 8)", ("Entities 0", "triple 1", "triple 2"), "supported"),
        ("relationships (7)", ("triple 1",), "supported"),
        ("Sources (9)", ("Sources 9",), "missing"),
        ("Reports (3)", (), None),
    ],
)
def test_relationships_of_graphrag_are_cited_by_their_ids(
    mark: str, cited: tuple[str, ...], citation: str | None
) -> None:
    tables = {
        "sources": [{"id": "2", "text": "Acme was founded by John Pike."}],
        "entities": [{"id": "0", "entity": "Acme", "description": "A maker John Pike founded."}],
        "relationships": [
            {"id": "7", "source": "John Pike", "target": "Acme", "description": "founded"},
            {
                "id": "u8",
                "human_readable_id": 8,
                "source": "Acme",
                "target": "Porto",
                "description": "is in",
            },
        ],
    }
    answer = f"John Pike founded Acme [Data: {mark}]."
    [verdict] = check_many([{"response": answer, "context_data": tables}])
    assert (verdict.findings[0].cited, verdict.findings[0].citation) == (cited, citation)


def test_no_number_cites_what_lightrag_says_of_an_entity() -> None:
    data = {
        "chunks": [{"reference_id": "1", "content": "Acme was founded in 1989 by John Pike."}],
        "entities": [{"entity_name": "Acme", "description": "A maker John Pike founded in 1989."}],
    }
    rows = [
        {"llm_response": f"John Pike founded Acme in 1989 [{number}].", "data": data}
        for number in (1, 2)
    ]
    right, wrong = (verdict.findings[0] for verdict in check_many(rows))
    assert (right.cited, right.citation) == (("1",), "supported")
    assert (wrong.cited, wrong.citation) == (("2",), "missing")


def test_a_list_of_sources_below_an_answer_is_no_claim() -> None:
    answer = "Titanic was directed by James Cameron.\n\n### References\n\n- [1] films.pdf"
    [verdict] = judged("fused", Example(answer, triples=STARRED))
    assert [f.claim.text for f in verdict.findings] == ["Titanic was directed by James Cameron."]


ACME = [
    ("Acme Robotics", "founded_by", "John Pike"),
    ("John Pike", "born_in", "Canada"),
    ("Acme Robotics", "headquarters", "Germany"),
]


def test_an_answer_is_not_supported_where_the_triples_lead_elsewhere() -> None:
    asked = "In which country was the founder of Acme Robotics born?"
    wrong, right = (
        check(question=asked, triples=ACME, answer=answer).findings[0]
        for answer in ("Germany", "Canada")
    )
    assert wrong.outcome == "contradicted"
    assert "lead elsewhere than to “Germany”" in wrong.explanation
    assert right.outcome == "supported"


@pytest.mark.parametrize(
    ("question", "triples"),
    [
        (
            "How many children does Eva have?",
            [("Eva", "has_child", "Tom"), ("Eva", "has_child", "Ann"), ("Eva", "is_in", "Rome")],
        ),
        (
            "How many films did Ana Silva direct?",
            [("Up", "directed_by", "Ana Silva"), ("Red Tide", "directed_by", "Ana Silva")],
        ),
    ],
)
def test_triples_are_counted(question: str, triples: list[tuple[str, str, str]]) -> None:
    for answer in ("2", "Two"):
        verdict = check(question=question, triples=triples, answer=answer)
        [finding] = verdict.findings
        assert finding.outcome == "supported"
        assert f"“{answer}” is how many there are" in finding.explanation
        assert {item.passage_id for item in finding.evidence[:2]} == {"triple 1", "triple 2"}
        assert verdict.graph.counts()["links"] == 4
    assert check(question=question, triples=triples, answer="3").label == "hallucinated"


def test_a_number_that_a_triple_gives_is_not_counted() -> None:
    triples = [("Acme", "number_of_employees", "250"), ("Acme", "is_in", "Porto")]
    asked = "How many employees does Acme have?"
    [finding] = check(question=asked, triples=triples, answer="1").findings
    assert "is how many there are" not in finding.explanation


def test_a_title_that_begins_with_a_colour_is_named_whole() -> None:
    films = [("Ana Silva", "directed", "Red Tide")]
    asked = "Which films did Ana Silva direct?"
    [finding] = check(question=asked, triples=films, answer="Blue Hour").findings
    assert "the evidence says “Red Tide”" in finding.explanation


def test_a_relation_turned_round_is_told_with_its_noun() -> None:
    [finding] = check(
        triples=[("Tom", "mother", "Eva")], answer="Tom is the mother of Eva."
    ).findings
    assert finding.outcome == "contradicted"
    assert "“The mother of Tom is Eva”" in finding.explanation


def test_of_two_sentences_that_answer_neither_leads_to_the_other() -> None:
    told = [
        "As of 2018 the CEO of Acme was Ana Silva.",
        "As of 2024 the CEO of Acme is Leo Brandt.",
    ]
    verdict = check(question="Who is the CEO of Acme?", passages=told, answer="Ana Silva")
    assert "From the question" not in verdict.findings[0].explanation
    assert "links" not in verdict.graph.counts()
