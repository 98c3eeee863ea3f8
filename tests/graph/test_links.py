from __future__ import annotations

import random

import numpy as np
import pytest

from groundgraph.graph.links import PassageLinks, Reach
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
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
    return links_of(*passages).reach(asked, content_stems(answer) - asked)


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
