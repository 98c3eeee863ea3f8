from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from films import ANSWER, FACTS, QUESTION, film
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph import InputError, Triple
from groundgraph.methods.gga.facts import PromptSettings
from groundgraph.methods.gga.linear import STRATEGIES
from groundgraph.methods.gga.prompts import find_triples, probe_input

WORDS = st.text("ab é", min_size=1, max_size=4).filter(str.strip)


def test_a_prompt_is_made_of_the_triples_and_the_question() -> None:
    made = probe_input(film(), FACTS[:2], PromptSettings())

    assert made.prompt == (
        "Maborosi directed by Hirokazu Koreeda\nMaborosi release year 1995\n\n"
        "Question: who directed the film Maborosi?\nAnswer:"
    )
    assert [span.of(made.prompt) for span in made.triples] == [" ".join(f) for f in FACTS[:2]]
    assert made.answer == f" {ANSWER}"


def test_a_question_that_looks_like_a_place_of_the_template_stays_as_it_is() -> None:
    asked = replace(film(), question="what is {triples}?")

    made = probe_input(asked, FACTS, PromptSettings(template="{question} {triples}"))

    assert made.prompt.startswith("what is {triples}? Maborosi directed by")
    assert [span.of(made.prompt) for span in made.triples] == [" ".join(f) for f in FACTS]


def test_an_answer_keeps_the_space_that_it_begins_with() -> None:
    assert probe_input(film("\nTokyo"), FACTS, PromptSettings()).answer == "\nTokyo"


@pytest.mark.parametrize("order", list(STRATEGIES))
def test_the_last_block_of_the_triples_is_taken(order: Any) -> None:
    [linear] = STRATEGIES[order].linearise([FACTS])
    prompt = f"Example:\n{linear.text}\nNow:\n{linear.text}\nQuestion: {QUESTION}"

    spans = find_triples(prompt, FACTS, order)

    assert [span.of(prompt) for span in spans] == [span.of(linear.text) for span in linear.spans]
    assert min(spans).start > prompt.index("Now:")


def test_triples_between_other_words_are_found_one_by_one() -> None:
    prompt = "1) Maborosi release year 1995; 2) Maborosi directed by Hirokazu Koreeda."

    spans = find_triples(prompt, FACTS[:2], "path_first")

    assert [span.of(prompt) for span in spans] == [" ".join(fact) for fact in FACTS[:2]]


def test_a_triple_is_not_found_inside_a_longer_one() -> None:
    short, long = Triple("Up", "is", "an"), Triple("Up", "is", "an old film")
    prompt = "(Up is an old film) (Up is an)"

    spans = find_triples(prompt, [short, long], "path_first")

    assert [span.of(prompt) for span in spans] == ["Up is an", "Up is an old film"]
    assert spans[0].start > spans[1].end
    with pytest.raises(InputError, match="does not state triple 1 as 'Up is an'"):
        find_triples("(Up is an old film) (Up is another)", [short, long], "path_first")


def test_a_repeated_triple_is_found_as_often_as_it_is_given() -> None:
    fact = FACTS[1]
    prompt = "- Maborosi release year 1995 - Maborosi release year 1995"

    first, second = find_triples(prompt, [fact, fact], "path_first")

    assert first.end < second.start
    with pytest.raises(InputError, match="does not state triple 3"):
        find_triples(prompt, [fact, fact, fact], "path_first")


@settings(deadline=None)
@given(st.lists(st.builds(Triple, WORDS, WORDS, WORDS), min_size=1, max_size=6))
def test_what_a_prompt_states_is_found_in_it(triples: list[Triple]) -> None:
    made = probe_input(film(), triples, PromptSettings())

    assert find_triples(made.prompt, triples, "path_first") == made.triples


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([[0, 4]], "found 1 'triple_spans' and 2 triples"),
        ([[0, 4], [2, 6]], "overlap"),
        ([[0, 4], [4, 4]], r"expected \[start, end\] pairs"),
        ([[0, 4], [4, 99]], "in the prompt of 10 characters"),
        ([[0, 4], [4, 5, 6]], "expected"),
        ([[0, 4], ["4", "6"]], "expected"),
        ("0:4", "expected"),
    ],
)
def test_spans_that_cannot_be_are_refused(spans: Any, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        probe_input(film(prompt="0123456789", triple_spans=spans), FACTS[:2], PromptSettings())
