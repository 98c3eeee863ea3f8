from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.words import stem, words

FAMILIES = [
    "location locations located",
    "stop stops stopped stopping",
    "run runs running",
    "city cities",
    "try tries tried trying",
    "carry carries carried",
    "movie movies",
    "cookie cookies",
    "bus buses",
    "box boxes",
    "dish dishes",
    "class classes",
    "house houses housing",
    "use uses",
    "add adds added adding",
    "need needs needed",
    "fall falls falling",
    "miss misses missed missing",
    "make makes making",
    "friend friends friendly",
    "teacher teachers teacher's teachers'",
    "act acts acted acting action",
    "free freely",
]
APART = ["bus us", "king kin", "thing th", "red r", "this th", "analysis analyst", "class clas"]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_forms_of_a_word_have_one_stem(family: str) -> None:
    assert len({stem(word) for word in family.split()}) == 1


@pytest.mark.parametrize("pair", APART)
def test_other_words_keep_their_own(pair: str) -> None:
    first, second = pair.split()

    assert stem(first) != stem(second)


@pytest.mark.parametrize(
    ("written", "read"),
    [("1,200", "1200"), ("1.50", "1.5"), ("2.0", "2"), ("1.2.3", "1.2.3"), ("007", "007")],
)
def test_a_number_is_written_in_one_way(written: str, read: str) -> None:
    assert stem(written) == read


def test_a_word_knows_its_place_and_its_kind() -> None:
    text = "Ann doesn’t pay 1,200 € in Bonn."

    found = {text[word.start : word.end]: word for word in words(text)}

    assert list(found) == ["Ann", "doesn’t", "pay", "1,200", "in", "Bonn"]
    assert [name for name, word in found.items() if word.capital] == ["Ann", "Bonn"]
    assert [name for name, word in found.items() if word.number] == ["1,200"]
    assert [name for name, word in found.items() if word.negation] == ["doesn’t"]
    assert [name for name, word in found.items() if word.content] == ["Ann", "pay", "1,200", "Bonn"]


@pytest.mark.parametrize("text", ["", "  \n", "... !", "\x00", "\ud800", "🙂"])
def test_a_text_may_have_no_words(text: str) -> None:
    assert words(text) == []


def test_other_scripts_have_words() -> None:
    assert [word.stem for word in words("東京 Ελλάδα")] == ["東京", "ελλάδα"]


@given(st.text(st.characters()))
def test_words_stand_in_order_without_overlap_and_have_a_stem(text: str) -> None:
    last = 0
    for word in words(text):
        assert last <= word.start < word.end <= len(text)
        assert word.stem
        last = word.end


def test_a_word_of_nothing_but_its_ending_has_no_stem() -> None:
    assert not stem("")
