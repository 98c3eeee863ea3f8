from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.triples.entities import EntityMatcher

WORDS = st.sampled_from(["up", "Up", "in", "the", "The", "air", "Air", "M", "?", "-", "'s"])
PHRASES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


def named(text: str, names: list[str], **parameters: Any) -> list[str]:
    """Return the pieces of the text that are taken for names."""
    matcher = EntityMatcher.of(names, **parameters)
    return [match.span.of(text) for match in matcher.match([text])[0]]


@given(st.lists(PHRASES, max_size=8, unique=True), st.lists(WORDS, max_size=10).map(" ".join))
def test_the_leftmost_longest_names_are_found_as_by_trying_all(names: list[str], text: str) -> None:
    found = EntityMatcher.of(names, guarded=()).match([text])[0]

    pieces = list(re.finditer(r"\S+", text))
    folded = {name.casefold() for name in names}
    # A name also counts without the marks around it, unless another is called so.
    bare = {b for name in folded if (b := re.sub(r"^[?\- ]+|[?\- ]+$", "", name))}
    expected, start = [], 0
    while start < len(pieces):
        ends = [
            end
            for end in range(len(pieces), start, -1)
            if text[pieces[start].start() : pieces[end - 1].end()].casefold() in folded | bare
        ]
        if ends:
            expected.append((pieces[start].start(), pieces[ends[0] - 1].end()))
        start = ends[0] if ends else start + 1
    assert [tuple(match.span) for match in found] == expected
    assert all(match.entities for match in found)


def test_a_longer_name_beats_the_shorter_within_it() -> None:
    names = ["New York", "New York City", "York"]

    assert named("who left New York City for York", names) == ["New York City", "York"]


def test_names_are_found_whatever_their_case_and_only_as_whole_words() -> None:
    assert named("KISMET, kismets and Kismet.", ["Kismet"]) == ["KISMET", "Kismet"]
    assert named("the Uppers went Up", ["Up"], guarded=()) == ["Up"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hitchcock's films", "Hitchcock"),
        ("Hitchcock’s films", "Hitchcock"),
        ("films of Pee-wee Herman", "Pee-wee Herman"),
        ("did he see Which Way Is Up?", "Which Way Is Up?"),
        ("films with O’Toole", "O'Toole"),
        ("the film M", "M"),
        ("costs of M*A*S*H rose", "M*A*S*H"),
        ("seen by Franc\u0327ois", "Fran\u00e7ois"),
    ],
)
def test_names_with_marks_are_found(text: str, name: str) -> None:
    [found] = EntityMatcher.of([name]).match([text])[0]

    assert found.entities == (0,)
    written = unicodedata.normalize("NFC", found.span.of(text))
    assert written.replace("’", "'") == name


def test_the_s_of_a_possessive_is_no_name() -> None:
    assert named("who's the director of Ed's film", ["S"]) == []


def test_a_name_may_lack_the_marks_around_it_unless_another_is_called_so() -> None:
    names = ["Who's That Girl?", "Help!", "Help"]
    matcher = EntityMatcher.of(names)

    assert matcher.entities(["we saw Who's That Girl", "Help!", "Help"]) == [(0,), (1,), (2,)]


def test_scripts_without_spaces_are_matched_by_character() -> None:
    assert named("周润发出演了卧虎藏龙", ["卧虎藏龙", "周润发"]) == ["周润发", "卧虎藏龙"]


def test_a_name_of_function_words_must_be_spelled_exactly() -> None:
    names = ["Her", "It", "The Who"]

    assert named("did it win her a prize", names) == []
    assert named("who acted in Her and It with the who", names) == ["Her", "It"]
    assert named("did it win her a prize", names, guarded=()) == ["it", "her"]


def test_ignored_pieces_are_no_names_but_other_spellings_are() -> None:
    names = ["film", "Film", "film noir"]

    assert named("the film Film is film noir", names, ignored={"film"}) == ["Film", "film noir"]


def test_the_exact_spelling_comes_first_where_there_is_one() -> None:
    matcher = EntityMatcher.of(["War", "war", "Love"])

    assert matcher.entities(["War", "war", "WAR", "love"]) == [(0,), (1,), (0, 1), (2,)]
    folding = EntityMatcher.of(["War", "war"], prefer_exact=False)
    assert folding.entities(["war"]) == [(0, 1)]


def test_aliases_name_their_entity_unless_another_is_called_so() -> None:
    matcher = EntityMatcher.of(
        ["New York City", "Big Apple"], aliases={"New York City": ("NYC", "Big Apple")}
    )

    assert matcher.entities(["from NYC", "the Big Apple"]) == [(0,), (1,)]


def test_an_alias_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"aliases are given for \['Rome'\]"):
        EntityMatcher.of(["Paris"], aliases={"Rome": ("Roma",)})


def test_a_name_of_marks_alone_stands_alone() -> None:
    assert named("it cost $5 and then $ more!", ["$", "!"]) == ["$"]


def test_a_number_below_zero_is_another_than_the_one_above() -> None:
    assert named("it is -40 °C, not 40 °C", ["-40 °C"]) == ["-40 °C"]
    assert named("it is -40 °C or 30-40 °C", ["40 °C"]) == ["40 °C"]


def test_blank_names_and_texts_have_no_matches() -> None:
    matcher = EntityMatcher.of(["", "  "])

    assert matcher.match(["", "a text"]) == [[], []]
    assert matcher.entities([]) == []


def test_entities_come_in_order_of_mention_each_once() -> None:
    matcher = EntityMatcher.of(["Ada", "Ben"])

    assert matcher.entities(["Ben saw Ada, Ben said"]) == [(1, 0)]
