from __future__ import annotations

import random
import string

import pytest

from groundgraph.text.statements import StatementJudgement, judge_statements
from groundgraph.text.statements.lexicon import inverses
from groundgraph.text.vocabulary.opposites import opposites
from groundgraph.types import Passage


def judged(claim: str, *passages: str) -> StatementJudgement:
    [found] = judge_statements("", passages, [claim])
    return found


WRONG = [
    ("Kord owned the mill until 2004.", "Kord owns the mill.", "ended"),
    ("Ana Lopez is a former mayor of Kord.", "Ana Lopez is the mayor of Kord.", "ended"),
    ("Until 2015 Kord was based in Brill; today it is based in Orvik.", "Kord is based in Brill.",
     "ended"),
    ("Ruiz sued Halden in May.", "Halden sued Ruiz.", "roles_exchanged"),
    ("Ruiz sued Halden in May.", "Ruiz was sued by Halden.", "roles_exchanged"),
    ("Kord employs Ana Lopez.", "Kord works for Ana Lopez.", "roles_exchanged"),
    ("Kord sold the mill to Halden.", "Kord bought the mill from Halden.", "roles_exchanged"),
    ("Ana is the mother of Ben.", "Ben is the mother of Ana.", "roles_exchanged"),
    ("Ana lent Ben a bicycle.", "Ben lent Ana a bicycle.", "roles_exchanged"),
    ("The Kord flows into the Orr.", "The Orr flows into the Kord.", "roles_exchanged"),
    ("MDM2 regulates TP53.", "TP53 regulates MDM2.", "roles_exchanged"),
    ("Kord is a subsidiary of Orvik.", "Kord is the parent company of Orvik.", "roles_exchanged"),
    ("The mill was never approved.", "The mill was approved.", "opposite"),
    ("The board approved the mill.", "The board rejected the mill.", "opposite"),
    ("The fee was raised in May.", "The fee fell.", "opposite"),
    ("The dye is harmless to bees.", "The dye is toxic to bees.", "opposite"),
    ("The valve is unaffected.", "The valve is affected.", "opposite"),
    ("The ferry to Lisse leaves from pier 2. The ferry to Orvik leaves from pier 5.",
     "You board the Orvik ferry at pier 2.", "belongs_to_other"),
    ("Petrel, which measures sea ice, and Gannet, which measures soil moisture, were launched.",
     "It is sea ice that Gannet measures.", "belongs_to_other"),
    ("Ana Lopez and Ben Ruiz won the cup in 1974 and 1988 respectively.",
     "Ben Ruiz won the cup in 1974.", "belongs_to_other"),
    ("Ana Lopez, a judge, faces Ben Ruiz, a beekeeper, on Sunday.", "Ben Ruiz is a judge.",
     "belongs_to_other"),
    ("Headcounts: bakery 112, dairy 87, fleet 31.", "The headcount of the dairy is 112.",
     "belongs_to_other"),
    ("The library depends on the parser.", "The parser requires the library.", "roles_exchanged"),
    ("Ben Ruiz reports to Ana Lopez.", "Ben Ruiz is Ana Lopez's manager.", "roles_exchanged"),
    ("Ana Lopez trains juniors. Her own coach is Ben Ruiz.", "Ben Ruiz is coached by Ana Lopez.",
     "roles_exchanged"),
    ("Lake Orr lies 2 km north of Brill.", "Lake Orr is south of Brill.", "roles_exchanged"),
    ("It was the gateway that polled the ledger.", "It was the ledger that polled the gateway.",
     "roles_exchanged"),
    ("Ana is taller than Ben.", "Ana is shorter than Ben.", "opposite"),
    ("Ana is the niece of Ben.", "Ana is the uncle of Ben.", "roles_exchanged"),
    ("Ana is the mother of Ben.", "Ana is the father of Ben.", "opposite"),
    ("Ana is the mother of Ben.", "Ben is the father of Ana.", "roles_exchanged"),
    ("Ana Falk teaches in Kord. Her son, Ben Falk, paints.", "Ana Falk is the son of Ben Falk.",
     "roles_exchanged"),
    ("Kord, led by Ana Lopez, bought Halden. Halden had been founded by Ben Ruiz.",
     "Halden was founded by Ana Lopez.", "belongs_to_other"),
    ("The coating slowed corrosion of the plates.", "The coating sped up corrosion of the plates.",
     "opposite"),
    ("Rovers beat United 3-1.", "United beat Rovers 3-1.", "roles_exchanged"),
    ("Rovers lost to United 3–1.", "United lost to Rovers 3–1.", "roles_exchanged"),
    ("Rovers beat United 3-1.", "United won.", "roles_exchanged"),
    ("Rovers beat United 3-1.", "Rovers lost.", "roles_exchanged"),
    ("The court ruled on Monday.", "The court has not ruled yet.", "opposite"),
    ("The court will rule on Monday.", "The court will not rule on Monday.", "opposite"),
    ("Kessler scored in the 14th minute, Vos in the 58th.", "Vos scored in the 14th minute.",
     "belongs_to_other"),
    ("Most members backed the plan.", "Most members opposed the plan.", "opposite"),
    ("All members backed the plan.", "Some members opposed the plan.", "opposite"),
    ("60% of members backed the plan.", "60% of members opposed the plan.", "opposite"),
    ("The two members backed the plan.", "The two members opposed the plan.", "opposite"),
]  # fmt: skip


@pytest.mark.parametrize(("passage", "claim", "pattern"), WRONG)
def test_a_wrong_twin_is_contradicted_by_name(passage: str, claim: str, pattern: str) -> None:
    found = judged(claim, passage)

    assert found.outcome == "contradicted"
    assert found.certainty
    assert found.score == 1.0
    assert pattern in {each.pattern for each in found.checks}
    assert found.explanation.startswith("The passage")


RIGHT = [
    ("Kord owned the mill until 2004.", "Kord owned the mill."),
    ("Kord owned the mill until 2004. Kord owns the mill since 2010.", "Kord owns the mill."),
    ("Ruiz sued Halden in May.", "Halden was sued by Ruiz."),
    ("Kord employs Ana Lopez.", "Ana Lopez works for Kord."),
    ("Kord sold the mill to Halden.", "Halden bought the mill from Kord."),
    ("Ana is the mother of Ben.", "Ben is the son of Ana."),
    ("Ana lent Ben a bicycle.", "Ben borrowed a bicycle from Ana."),
    ("Dravon beat Ulmar in the final.", "Ulmar lost to Dravon in the final."),
    ("The mill was never approved.", "The mill was not approved."),
    ("The fee was raised in May.", "The fee rose."),
    ("The valve is unaffected.", "The valve is not affected."),
    ("Ana Lopez met Ben Ruiz.", "Ben Ruiz met Ana Lopez."),
    ("Ana sued Kord, and Kord sued Ana.", "Kord sued Ana."),
    ("Ana won the race in 1990 and lost it in 1991.", "Ana lost the race in 1991."),
    ("Halden hired Ruiz in 2010. It dismissed him two years later.", "Halden hired Ruiz."),
    ("Ana bought bread, milk and tea.", "Ana bought milk."),
    ("Ana and Ben run the shop.", "Ben runs the shop."),
    ("No tent may be pitched within a kilometre of the lake.", "Tents may be pitched elsewhere."),
    ("The officials denied that the dam was unsafe.", "The dam was safe."),
    ("If the fuse trips, the lamp is off.", "The lamp is on."),
    ("Jane Abrams wrote the play.", "Jane Abram wrote the play."),
    ("The ferry to Lisse leaves from pier 2. The ferry to Orvik leaves from pier 5.",
     "You board the Orvik ferry at pier 5."),
    ("Ana Lopez was born in Leeds. Ben Ruiz was born in Kiel. Ana Lopez moved to Kiel in 1990.",
     "Ana Lopez lived in Kiel."),
    ("Lodz exports coal, and Brno exports glass. Both export steel.", "Brno exports steel."),
    ("Dravon said that the dam leaks. Ulmar said that the mill is old.", "Ulmar is old."),
    ("Troops from Niger, Chad and Ghana took Gao. Mali lost Gao in 2012.",
     "Troops from Chad took Gao."),
    ("The fuse trips because limescale has bridged the two contacts under the filter.",
     "The fuse trips because the contacts below the filter are connected by limescale."),
    ("The shop is closed because its roof is being insulated.",
     "The shop is closed because of the insulation of the roof."),
    ("The mill closed because orders dried up. Orders dried up because of the war.",
     "The mill closed because of the war."),
    ("The fire broke out at noon. Winds were strong. The cause of the fire is unknown.",
     "The fire spread because of the strong winds."),
    ("It is unclear why the lamp fell. Ana blamed a loose screw.",
     "The lamp fell because of a loose screw."),
    ("The rain, which caused the flood, led to losses. The losses led to a flood of claims.",
     "The losses led to a flood of claims."),
    ("The cause of the leak is unknown.", "The leak may have been caused by frost."),
    ("Tomas sold the heated pool. The cooled pool was kept.", "Tomas sold the pool."),
    ("Sales rose in May and fell in June.", "Sales fell in June."),
    ("Kord buys coal from Halden.", "Halden sells coal to Kord."),
    ("The Orvik bridge was designed by Ana Lopez. Ana Lopez studied in Kiel. The bridge is red.",
     "Whoever designed the Orvik bridge studied in Kiel."),
    ("The crisis is due to overspending by the states.", "The crisis is due to their spending."),
    ("Note where Door Inserts stand in the upper doors.", "Remove the upper doors."),
    ("Kord sold the mill to Halden. Halden sold the barn to Ruiz.", "Halden was the seller."),
    ("Ana Lopez wrote to Ben Ruiz. The author of the play was ill.", "The author was Ben Ruiz."),
    ("Lake Orr lies to the north of Brill.", "Brill is south of Lake Orr."),
    ("The map is in front of the globe.", "The globe is behind the map."),
    ("The van is cheaper than the bus.", "The bus is more expensive than the van."),
    ("The van is less loud than the bus.", "The bus is louder than the van."),
    ("Speed is higher with gas than with oil.", "Speed is lower with oil than with gas."),
    ("Ana is a cousin of Ben.", "Ben is a cousin of Ana."),
    ("Kord owned the mill until 2004.", "Kord owned the mill."),
    ("Until 2004, Ana Lopez ran the mill. Since then, Ben Ruiz has run it.",
     "Ben Ruiz runs the mill."),
    ("Ana Lopez was mayor of Kord until 2004. Ben Ruiz is the mayor of Kord.",
     "The mayor of Kord is Ben Ruiz."),
    ("Julia Marsh is the fashion editor of The Dial.", "Imre Sandor is the editor of The Dial."),
    ("The mask passed from the Albani family to Lyon.", "The Albani family got the mask."),
    ("Marina Keller met the banker Ute Berg.", "Marina Berg was met."),
    ("Steel from Essen, Lille, Osaka, saw great demand. Lodz saw less.", "Lodz saw steel."),
    ("The court will rule on Monday.", "The court has not ruled yet."),
    ("Rovers beat United in May. City beat Rovers in June.", "Rovers lost."),
    ("In May Rovers beat United. June ended in a 2-0 victory for United.", "United won."),
    ("Rovers beat United.", "City won."),
    ("The company will open a mill in Riga.", "The mill has not opened yet."),
    ("Ana Lopez said that she would resign.", "Ana Lopez has not resigned."),
    ("The shop will open on Monday.", "The shop is not open yet."),
    ("Luis Amado scored just before half-time. Pieter Vos scored in the 58th minute.",
     "Vos scored in the second half."),
    ("Ana lived on the third floor, Berta on the fifth.", "Berta lived on the 5th floor."),
    ("Ana won in the third round, Pia in the fifth.", "Pia won in round five."),
    ("Ann Reed scored in the 12th minute. Pia Noor scored three minutes later.",
     "Noor scored in the 15th minute."),
    ("Ana is older than Berta, and Berta is older than Clara.", "Clara is younger than Ana."),
    ("A third of the voters opposed the plan.", "Two thirds of the voters backed the plan."),
    ("A third of the voters opposed the plan.", "Two thirds of the voters did not oppose it."),
    ("Three quarters of the voters backed the plan.", "A quarter of the voters opposed the plan."),
    ("Most members backed the plan.", "Some members opposed the plan."),
    ("Twelve members backed the plan.", "Eight members opposed the plan."),
    ("Nine in ten members backed the plan.", "One in ten members opposed the plan."),
    ("The X model has a removable battery.", "The S model does not have a removable battery."),
]  # fmt: skip


@pytest.mark.parametrize(("passage", "claim"), RIGHT)
def test_what_may_be_right_is_not_contradicted(passage: str, claim: str) -> None:
    assert judged(claim, passage).outcome != "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("Ruiz sued Halden in May.", "Halden was sued by Ruiz."),
        ("Kord sold the mill to Halden.", "Halden bought the mill from Kord."),
        ("The fee was raised in May.", "The fee was raised."),
        ("Ana is older than Ben.", "Ben is younger than Ana."),
        ("Ana is the daughter of Ben.", "Ben is the father of Ana."),
        ("Ana Lopez founded Halden in 1990.", "The founder of Halden is Ana Lopez."),
        ("Ana Lopez wrote the play Sand.", "Ana Lopez is the author of the play Sand."),
        ("The library depends on the parser.", "The parser is required by the library."),
        ("Rovers beat United 3-1.", "United lost to Rovers."),
        ("Rovers beat United 3-1.", "United lost."),
        ("Rovers beat United 3-1.", "Rovers won."),
    ],
)
def test_what_one_sentence_says_is_supported(passage: str, claim: str) -> None:
    found = judged(claim, passage)

    assert (found.outcome, found.score) == ("supported", 0.0)


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("If Ruiz won, Halden paid the fine.", "Halden paid the fine."),
        ("Probably Ruiz sued Halden.", "Ruiz sued Halden."),
        ("Ruiz claimed that Halden paid the fine.", "Halden paid the fine."),
        ("Ruiz might sue Halden.", "Ruiz sued Halden."),
        ("Men in the town sued Halden.", "All men in the town sued Halden."),
        ("Ruiz will sue Halden.", "Ruiz has sued Halden."),
    ],
)
def test_what_the_evidence_is_careful_about_is_not_supported(passage: str, claim: str) -> None:
    assert judged(claim, passage).outcome == "open"


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        ("The X model has a removable battery.", "The S model has a removable battery.", "open"),
        ("The X model has a removable battery.", "The X model has a dial.", "open"),
        ("Hepatitis B is spread by blood.", "Hepatitis C is spread by blood.", "open"),
        ("Hepatitis B is spread by blood.", "Hepatitis B is spread by blood.", "supported"),
        ("John F. Kennedy opened the mill.", "John Kennedy opened the mill.", "supported"),
    ],
)
def test_a_letter_tells_one_of_a_kind_from_others(passage: str, claim: str, outcome: str) -> None:
    assert judged(claim, passage).outcome == outcome


def test_what_is_denied_of_one_thing_alone_denies_it_of_no_other() -> None:
    told = "Scooters are stored in the cellar but not in the attic."

    assert judged("Scooters are not stored in the attic.", told).outcome != "contradicted"
    assert judged("Scooters are not stored.", told).outcome != "contradicted"
    assert judged("Scooters are not stored in the cellar.", told).outcome == "contradicted"


def test_two_passages_that_disagree_leave_a_claim_open() -> None:
    assert judged("Ruiz sued Halden.", "Ruiz sued Halden.", "Halden sued Ruiz.").outcome != (
        "contradicted"
    )


def test_pronouns_stand_for_what_earlier_claims_name() -> None:
    passage = "Bishop Anselm crowned Queen Ysolde. Queen Ysolde later banished Bishop Anselm."

    first, second = judge_statements(
        "", [passage], ["Bishop Anselm crowned Queen Ysolde.", "He was banished by her."]
    )

    assert first.outcome == "supported"
    assert second.outcome != "contradicted"


def test_evidence_is_cited_to_the_letter() -> None:
    passages = [Passage("Nothing to see here.", "a"), Passage("In 1990, Ruiz sued Halden.", "b")]

    [found] = judge_statements("", passages, ["Halden sued Ruiz."])

    [place] = found.evidence
    assert (place.passage, place.text) == ("b", "Ruiz sued Halden")
    assert place.span.of(passages[1].text) == place.text
    assert (
        found.explanation
        == "The passage says the opposite direction: “Ruiz sued Halden” (passage b)."
    )


def test_every_score_lies_between_0_and_1() -> None:
    found = [judged(claim, passage) for passage, claim, _ in WRONG]

    assert all(0.0 <= each.score <= 1.0 for each in found)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "…", "(((((", "Das Haus wurde von Ruiz verklagt.", "ルイスはハルデンを訴えた。",
     "\u0000\ud7ff", "{'a': 1}", "not " * 400, "Ann, " * 400, "who " * 400, "by " * 400],
)  # fmt: skip
def test_odd_texts_are_open(text: str) -> None:
    assert judged(text, "Ruiz sued Halden.").outcome == "open"
    assert judged("Ruiz sued Halden.", text).outcome == "open"


def test_random_texts_never_raise() -> None:
    draw = random.Random(0)
    words = [
        "Ruiz",
        "sued",
        "not",
        "by",
        "the",
        ",",
        "who",
        "because",
        "was",
        "it",
        "and",
        "(",
        "to",
    ]
    for _ in range(60):
        junk = "".join(draw.choice(string.printable) for _ in range(80))
        mixed = " ".join(draw.choice(words) for _ in range(draw.randint(1, 40)))
        for found in judge_statements("", [junk, mixed], [mixed, junk]):
            assert found.outcome in {"supported", "contradicted", "open"}


def test_a_very_long_sentence_is_not_read() -> None:
    sentence = "Ruiz sued Halden and " * 5000 + "won."

    assert judged("Halden sued Ruiz.", sentence).outcome != "supported"


def test_the_lexicons_hold_what_they_promise() -> None:
    pairs = {frozenset((one, other)) for one, others in opposites().items() for other in others}
    turned = {frozenset(pair) for pairs_ in inverses().values() for pair in pairs_}

    assert len(pairs) >= 250
    assert len(turned) >= 150


def test_a_sentence_of_another_passage_is_not_beside_one() -> None:
    told = ["Ravo is sold.", "The council approved it.", "The council rejected the plan."]
    for passages in (told, told[::-1]):
        [found] = judge_statements("", passages, ["The council approved the plan."])
        assert found.outcome == "contradicted"


ROTA = "whoever does the soups on Monday closes up on Tuesday."
TURNED = [
    ("The clerk said that he had not seen the ledger.", "The clerk denied having seen the ledger."),
    ("This year's plums are smaller than last year's.", "Last year's plums were bigger."),
    ("Stalls may open on Mondays except in Lent.", "Stalls stay closed on Mondays in Lent."),
    ("The nurse thinks Mr Orr needs the brace, but he has given up wearing it outdoors.",
     "Mr Orr does without a brace that the nurse regards as necessary."),
    (f"Kitchen rota: {ROTA} This week Lise has the soups.",
     "Lise locks up on Tuesday."),
    ("Noise fell, but that was due to the closed quarry; after it reopened, noise came back.",
     "The quarry being closed is what reduced noise."),
]  # fmt: skip


@pytest.mark.parametrize(("passage", "claim"), TURNED)
def test_a_word_that_turns_a_clause_round_leaves_it_open(passage: str, claim: str) -> None:
    assert judged(claim, passage).outcome != "contradicted"


def test_what_is_said_beside_another_time_is_no_support() -> None:
    told = "This year's plums are smaller than last year's."

    assert judged("Last year's plums were smaller.", told).outcome != "supported"


def test_a_possessive_may_head_a_phrase() -> None:
    told = "Mathias' of letters 31 to 44 is Anna Kuehl, who ate it."
    [found] = judge_statements("", [told], ["Mathias' is Anna Kuehl."])
    assert found.outcome in {"open", "supported"}


def test_an_elliptical_clause_shares_the_verb_before_it() -> None:
    told = ["Harris scored 21 points, Diaz 17 and Cole 24."]

    [found] = judge_statements("", told, ["Cole scored the most points."])

    assert found.outcome != "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("Kord is twinned with Orvik.", "Orvik is twinned with Kord."),
        ("Kord is adjacent to Orvik.", "Orvik is adjacent to Kord."),
        ("Aspirin interacts with warfarin.", "Warfarin interacts with aspirin."),
    ],
)
def test_what_holds_in_both_directions_is_not_exchanged(passage: str, claim: str) -> None:
    assert judged(claim, passage).outcome != "contradicted"
