"""Which passages an answer is held against."""

import json
from random import Random

from groundgraph.methods.fused.rarity import Rarity
from groundgraph.methods.fused.relevance import related
from groundgraph.text.words import content_stems

TOWER = "The Eiffel Tower in Paris was built in 1889. It is 330 metres tall."
BREAD = "Sourdough needs a starter of flour and water. It is fed twice a day."
ENGINEER = "Gustave Eiffel also designed a viaduct near Garabit."
EVEN = Rarity({}, 1.0)  # every word counts alike


def record(name: str, wifi: bool) -> str:
    return json.dumps({"name": name, "attributes": {"WiFi": wifi, "parking": True}, "stars": 4.0})


def test_a_passage_about_something_else_is_set_aside() -> None:
    claims = ["The Eiffel Tower was built in 1889.", "It is 330 metres tall."]
    assert related(claims, "How tall is it?", [TOWER, BREAD], EVEN) == [True, False]


def test_the_order_and_number_of_other_passages_do_not_matter() -> None:
    claims = ["The Eiffel Tower was built in 1889."]
    passages = [TOWER, BREAD, ENGINEER, "Rain is likely on Friday.", "", TOWER]
    expected = dict(zip(passages, related(claims, "", passages, EVEN), strict=True))
    for seed in range(10):
        Random(seed).shuffle(passages)
        found = related(claims, "", passages, EVEN)
        assert dict(zip(passages, found, strict=True)) == expected
    assert expected[TOWER]
    assert not expected[""]


def test_a_passage_that_alone_holds_a_claim_is_kept() -> None:
    long_ = [f"The tower of Paris has {word} stairs and lifts." for word in "iron old new".split()]
    claims = ["The Eiffel Tower was built in 1889 in Paris.", *long_, "Flour and water are fed."]
    assert related(claims, "", [TOWER + " ".join(long_), BREAD], EVEN) == [True, True]


def test_what_is_cited_or_has_the_one_word_known_of_a_claim_is_kept() -> None:
    claims = ["The Eiffel Tower was built in 1889.", "Feed it to the yeast."]
    asked = "How tall is the tower?"

    assert related(claims[:1], asked, [TOWER, BREAD, "Rain."], EVEN) == [True, False, False]
    assert related(claims[:1], asked, [TOWER, BREAD, "Rain."], EVEN, [1]) == [True, True, False]
    assert related(claims, asked, [TOWER, "Yeast is sold in tins.", BREAD], EVEN)[1:] == [
        True,
        False,
    ]


def test_all_are_kept_when_none_shares_a_word_with_the_answer() -> None:
    assert related(["Bananas are yellow."], "", [TOWER, BREAD], EVEN) == [True, True]


def test_an_answer_in_other_words_than_its_evidence_is_held_against_all() -> None:
    claims = ["Vets led eighteen mules away from that barn."]
    own = "A total of 81 donkeys were removed from stables near Garabit."
    other = "Of thirty trays unloaded on Friday, three went back to a barn."

    common_barn = Rarity({"barn": 1.0}, 3.0)
    assert related(claims, "", [own, other], common_barn) == [True, True]


def test_of_weak_evidence_what_is_a_little_less_near_is_kept() -> None:
    asked = "How many goats did vets take from that barn on Friday?"
    claims = ["Vets led eighteen goats away from that property."]
    own = "A total of 81 goats were removed from stables near Garabit; most have been underweight."
    other = "Eggs went back to a barn."

    known = Rarity({**dict.fromkeys(content_stems(f"{own} {asked}"), 4.0), "barn": 6.0}, 7.0)
    assert related(claims, asked, [own, other, BREAD], known) == [True, True, False]


def test_sentences_beside_longer_passages_are_no_text_that_was_cut() -> None:
    about = f"{TOWER} Its lifts climb to the top."
    sentences = ["It rained.", "Nobody came.", "A dog barked."]

    kept = related(["The Eiffel Tower was built in 1889."], "", [about, *sentences], EVEN)
    assert kept == [True, False, False, False]


def test_nothing_to_choose_from() -> None:
    assert related(["Bananas are yellow."], "", [], EVEN) == []
    assert related([], "", [TOWER], EVEN) == [True]


def test_records_of_other_things_are_set_aside_unless_the_answer_names_them() -> None:
    passages = [record("Zorba Taverna", True), record("Luna Grill", False)]
    about_one = ["Zorba Taverna offers WiFi and parking."]
    assert related(about_one, "", passages, EVEN) == [True, False]
    about_both = [*about_one, "So does Luna Grill."]
    assert related(about_both, "", passages, EVEN) == [True, True]
    assert related(about_one, "And Luna Grill?", passages, EVEN) == [True, True]


def test_a_passage_that_goes_on_about_what_a_kept_one_names_is_kept() -> None:
    known = Rarity(
        dict.fromkeys(content_stems(f"{TOWER} {BREAD} two lifts broken stair"), 2.0), 7.0
    )
    claims = ["The Eiffel Tower in Paris was built in 1889."]
    first = f"{TOWER} Its architect was Sauvestre. Nobody liked it."
    goes_on = "Sauvestre drew two lifts. A stair was broken."
    and_on = "Two lifts were broken again. Then a stair was."
    other = f"{BREAD} It rises by night."

    assert related(claims, "", [first, goes_on, and_on, other], known) == [True] * 3 + [False]
    assert related(claims, "", [other, and_on, goes_on, first], known) == [False] + [True] * 3


def test_sentences_of_a_text_that_was_cut_are_all_kept() -> None:
    said, tower = ["The tower was built in 1889."], "The tower in Paris was built in 1889."

    assert all(related(said, "", [tower, "It rained.", "A dog barked."], EVEN))
    assert all(related(said, "", [tower, "It rained."], EVEN))
    assert related(said, "", [tower, BREAD], EVEN) == [True, False]


def test_one_shared_word_makes_no_passage_about_the_answer() -> None:
    said = ["The Eiffel Tower was built in 1889, and its lifts climb to the top."]
    other = "Chair lifts stop in snow. Skiers wait for hours on the slopes below."
    nearer = "Chair lifts stop in snow. Skiers wait at the top on the slopes."

    assert related(said, "", [TOWER, other], EVEN) == [True, False]
    assert related(said, "", [TOWER, nearer], EVEN) == [True, True]


def test_a_number_is_the_same_in_words_and_in_digits() -> None:
    race = "Of one hundred and fifty starters, nineteen gave up between the huts, in driving sleet."
    prizes = "Prizes are cheese and wool; runners of any age may enter the short course."
    for claim in ("The number who quit was 19.", "The number who quit was nineteen."):
        for text in (race, race.replace("nineteen", "19")):
            assert related([claim], "How many runners quit?", [text, prizes], EVEN) == [True, True]


def test_where_what_is_kept_shares_words_with_the_question_alone_all_is_kept() -> None:
    race = "Of one hundred and fifty starters, nineteen gave up between the huts."
    prizes = "Prizes are cheese and wool. Runners of any age may enter the short course."
    asked = "How many runners quit?"

    assert related(["29 did."], asked, [race, prizes], EVEN) == [True, True]
    assert related(["29 won cheese."], asked, [race, prizes], EVEN) == [False, True]
