from __future__ import annotations

import random

import numpy as np
import pytest

from groundgraph.graph.links import PassageLinks, Reach
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.asked.sought import Sought, sought
from groundgraph.text.passage_units import evidence_units
from groundgraph.text.words import content_stems, postings, words
from groundgraph.types import Passage

DAM = Passage("The Orrin dam is run by the National Water Agency. It was built in 1961.", "4")
AGENCY = Passage("The National Water Agency inspects all its sites every two years.", "1")
LAKE = Passage("Lake Tarn is cleaned every five years by volunteers.", "2")
ASKED = "After how long is the Orrin dam checked again?"


def links_of(*passages: Passage) -> PassageLinks:
    [units] = evidence_units([passages], SentenceSegmenter())
    return PassageLinks.of(units, postings(words(unit.text) for unit in units))


def reach(answer: str, *passages: Passage, question: str = ASKED) -> Reach:
    asked = content_stems(question)
    last = sought(question)
    return links_of(*passages).reach(asked, content_stems(answer) - asked, last)


def test_a_passage_that_names_another_links_to_it() -> None:
    links = links_of(DAM, AGENCY, LAKE)

    assert (links.sources.tolist(), links.targets.tolist()) == ([0], [1])


def test_a_title_is_the_head_and_a_number_or_a_code_is_none() -> None:
    titled = Passage("It inspects each dam.", "National Water Agency (Orrin)")
    coded = [Passage("It inspects each dam.", name) for name in ("7", "doc-12", "faq", "a/b.md")]

    assert links_of(DAM, titled).targets.tolist() == [1]
    assert links_of(DAM, *coded).targets.tolist() == []


def test_what_is_linked_is_reached_and_what_is_not_is_not() -> None:
    right = reach("Every two years.", DAM, AGENCY, LAKE)
    wrong = reach("Every five years.", DAM, AGENCY, LAKE)

    assert right.mass > 2 * wrong.mass
    assert right.chain == (0, 2)
    assert right.mass > right.direct


def test_without_the_link_the_answer_is_as_far_as_another() -> None:
    apart = Passage("The State Bureau inspects all its sites every two years.", "1")

    right = reach("Every two years.", DAM, apart, LAKE)
    wrong = reach("Every five years.", DAM, apart, LAKE)

    assert right.mass == pytest.approx(wrong.mass)


@pytest.mark.parametrize("answer", ["", "purple elephants"])
def test_what_no_passage_holds_is_not_reached(answer: str) -> None:
    assert reach(answer, DAM, AGENCY) == Reach(0.0, 0.0)


def test_nothing_is_reached_from_a_question_that_shares_no_word() -> None:
    assert reach("two years", DAM, AGENCY, question="Who?") == Reach(0.0, 0.0)


def test_mass_is_a_share_and_does_not_depend_on_the_order_of_passages() -> None:
    rng = random.Random(0)
    names = ["Alder", "Birch", "Cedar", "Elm", "Fir"]
    passages = [
        Passage(
            f"{name} Works is owned by {rng.choice(names)} Works. It makes {number} oils.",
            str(number),
        )
        for number, name in enumerate(names)
    ]
    found = reach("2 oils", *passages, question="What does the owner of Alder Works make?")
    rng.shuffle(passages)
    again = reach("2 oils", *passages, question="What does the owner of Alder Works make?")

    assert 0 < found.mass <= 1
    assert np.isclose(found.mass, again.mass, rtol=1e-12)


LIND = Passage("Ada Lind was a painter from Lund. Her husband was Bo Falk.", "Ada Lind")
FALK = Passage(
    "Bo Falk (6 May 1859 Visby – 10 November 1899 Malmö) was a baker. He lived in Lund.", "Bo Falk"
)


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("Where was the husband of Ada Lind born?", "Visby"),
        ("Where did the husband of Ada Lind die?", "Malmö"),
    ],
)
def test_the_answer_stands_beside_what_is_sought(question: str, right: str) -> None:
    found = {
        place: reach(place, LIND, FALK, question=question) for place in ("Visby", "Malmö", "Lund")
    }

    best = max(found, key=lambda place: found[place].mass)
    assert best == right
    assert found[right].chain == (1, 2)


def test_what_is_left_of_the_question_leads_on() -> None:
    works = Passage("The Velm works belong to Lusk Holding. They make oil.", "Velm Works")
    owner = Passage(
        "Lusk Holding bought the Velm works in 1990. Its seat is the Tarn tower.", "Lusk Holding"
    )
    asked = "What is the seat of the owner of the Velm works?"
    right, wrong = (
        reach(answer, works, owner, question=asked) for answer in ("Tarn tower", "1990")
    )

    assert right.mass > 2 * wrong.mass
    assert sought(asked) == Sought("", several=False)


def test_two_persons_of_one_name_are_not_linked() -> None:
    engineer = Passage("Eva Rask (born 1950) is an engineer who founded Tolm.", "1")
    singer = Passage("Eva Rask (1881-1940) was a singer who died in Rome.", "2")
    same = Passage("Eva Rask (born 1950) lives in Rome.", "2")

    assert links_of(engineer, singer).are_namesakes(0, 1)
    assert links_of(engineer, singer).sources.tolist() == []
    assert set(links_of(engineer, same).sources.tolist()) == {0, 1}


@pytest.mark.parametrize(
    "versions", [("valid from 2021", "valid from 2023"), ("2019-2022", "2024")]
)
def test_two_versions_of_a_document_are_no_namesakes(versions: tuple[str, str]) -> None:
    terms = [
        Passage(f"Lease Terms ({when}). Pets are fine.", str(n)) for n, when in enumerate(versions)
    ]

    assert not links_of(*terms).are_namesakes(0, 1)
