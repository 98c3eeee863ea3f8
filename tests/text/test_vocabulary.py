"""Lists of words, as those who read them need them."""

from __future__ import annotations

from importlib.resources import files

import pytest

from groundgraph.text import vocabulary
from groundgraph.text.english.inflection import past
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.scope.stems import key
from groundgraph.text.statements.nouns import noun
from groundgraph.text.vocabulary import lines
from groundgraph.text.vocabulary.irregular import PRETERITES, UNCHANGED
from groundgraph.text.vocabulary.opposites import opposites

LISTS = sorted(
    each.name
    for each in files("groundgraph.text.vocabulary").iterdir()
    if each.name.endswith(".txt")
)


@pytest.mark.parametrize("name", LISTS)
def test_a_list_has_lines_and_the_packages_docstring_names_it(name: str) -> None:
    assert next(lines(name))
    assert f"`{name}`" in (vocabulary.__doc__ or "")


@pytest.mark.parametrize(
    ("base", "told", "participle"),
    [("write", "wrote", "written"), ("win", "won", "won"), ("cut", "cut", "cut")],
)
def test_an_irregular_verb_is_known_by_every_form(base: str, told: str, participle: str) -> None:
    assert past(base) == told
    assert {lemma(form) for form in (base, told, participle)} == {base}
    assert len({stem(form) for form in (base, told, participle)}) == 1


def test_a_past_form_that_is_no_participle_is_a_preterite() -> None:
    assert {"went", "came", "was"} <= PRETERITES
    assert PRETERITES.isdisjoint({"said", "won", "had", "has"})
    assert {"run", "set"} <= UNCHANGED


def test_words_for_one_thing_are_the_same_noun() -> None:
    for words in map(str.split, lines("synonyms.txt", "things")):
        assert len(set(map(noun, words))) == 1, words


@pytest.mark.parametrize(("one", "other"), [("lawyer", "attorney"), ("film", "movie")])
def test_a_synonym_counts_for_amounts_and_small_words_too(one: str, other: str) -> None:
    assert stem(one) == stem(other)
    assert key(one) == key(other)


def test_opposites_deny_each_other() -> None:
    for section in ("said", "in place"):
        known = opposites(section)
        assert all(word in known[other] for word, others in known.items() for other in others)
