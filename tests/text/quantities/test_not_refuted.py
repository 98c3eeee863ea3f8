"""What refutes a value and what does not: reckoning, limits, other deeds, borders, older mail."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

LOANS = (
    "Members: The standard loan period is 3 weeks. Staff may extend it to a maximum of 9 weeks.\n"
    "Visitors: 1 week."
)
EXPORTS = "Exports rose 7% to $2.4 billion from $2.2 billion."
CARGO = "Crates over 40 kg cannot be stacked."
TOWNS = "| Town | People |\n|---|---|\n| Arle | 12,480 |\n| Brun | 8,015 |"
LODGE = "Lodge Ulm\nCheck-in: from 16:00\nCheck-out: until 10:00\nLate check-out until 13:00 (€20)"
MAIL = "Hi all, the launch is now on 22 June.\n\n> The launch is on 15 June.\n> Rita"
TEAMS = "team,wins,losses\nOwls,14,6\nHawks,17,3\nTerns,9,11\nKites,11,9"
CUPS = "country,cups\nNorway,4\nBrazil,12\nGhana,7"
CODES = (
    "Error      Cause               Remedy\n"
    "E1         Door open           Close the door\n"
    "E2         No water            Open the tap\n"
    "E3         Filter blocked      Clean the filter"
)


def outcome(claim: str, *passages: str) -> str:
    [found] = judge_quantities("", passages, [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            LOANS,
            "The standard loan period for members is 3 weeks.",
            "Visitors may keep it 3 weeks.",
        ),
        (
            EXPORTS,
            "Exports rose 7%, from $2.2 billion to $2.4 billion.",
            "Exports rose 17%, from $2.2 billion to $2.4 billion.",
        ),
        (
            CARGO,
            "Crates of up to 40 kg can be stacked.",
            "Crates of up to 40 kg cannot be stacked.",
        ),
        (
            "A speech lasts no longer than seven minutes.",
            "A speech lasts at most seven minutes.",
            "A speech lasts more than seven minutes.",
        ),
        (TOWNS, "Arle has 12 480 people.", "Arle has 8 015 people."),
        (LODGE, "Check-in starts at 16:00.", "Check-in starts at 15:00."),
        (LODGE, "You must check out by 10:00.", "You must check out by 11:00."),
        (MAIL, "The launch is on 22 June.", "The launch is on 15 June."),
        (
            TEAMS,
            "The Hawks had the most wins, with 17.",
            "The Owls had the most wins, with 14 wins.",
        ),
        (TEAMS.replace("\n", " "), "The Owls had 14 wins.", "The Hawks had 14 wins."),
        (CUPS, "Brazil has the most cups.", "Ghana has the most cups."),
        (CODES, "E2 means that there is no water.", "E2 means that the filter is blocked."),
    ],
)
def test_a_value_is_right_and_another_is_wrong(passage: str, right: str, wrong: str) -> None:
    assert outcome(right, passage) == "supported"
    assert outcome(wrong, passage) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "passages"),
    [
        (
            "The pump on deck 2 failed on 3 July 2024.",
            ("Date: 2024-07-03", "Fault: The pump on deck 2 failed", "Pump inspection: 2024-08-01"),
        ),
        ("Crates of up to 40 kg travel by van.", (CARGO,)),
        ("Rita wrote that the launch was planned for 15 June.", (MAIL,)),
        ("Late check-out is until 13:00.", (LODGE,)),
        ("On Fridays check-in starts at 18:00.", ("Check-in: from 16:00\nFri: later",)),
        ("Regional sales were 98 and 117.", ("Kassel 98 117 Bremen 45 88",)),
    ],
)
def test_what_may_be_of_something_else_refutes_nothing(
    claim: str, passages: tuple[str, ...]
) -> None:
    assert outcome(claim, *passages) != "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("The last service was on 12 March 2024.", "The last service was on 12 March 2025."),
        ("The novels went in on 6 May 2024.", "The novels went in on 27 May 2024."),
    ],
)
def test_the_last_time_is_told_once(passage: str, claim: str) -> None:
    assert outcome(claim, passage) == "contradicted"


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            (
                "The mason wants 18 crowns for a yard of the wall. A yard has three feet, and the "
                "wall is to be twelve feet long."
            ),
            "The mason's price for the whole wall comes to 72 crowns.",
            "The mason's price for the whole wall comes to 77 crowns.",
        ),
    ],
)
def test_what_follows_from_three_amounts_contradicts_none_of_them(
    passage: str, right: str, wrong: str
) -> None:
    assert (outcome(right, passage), outcome(wrong, passage)) == ("open", "contradicted")


def test_a_table_of_words_needs_its_columns_aligned() -> None:
    ragged = CODES.replace("E3         Filter", "E3    Filter")
    assert outcome("E2 means that the filter is blocked.", ragged) == "open"


@pytest.mark.parametrize(
    ("claim", "passage", "told"),
    [
        ("Crates of up to 40 kg cannot be stacked.", CARGO, "“40 kg” goes against “Crates over"),
        ("On Fridays it closes at 8 pm.", "Monday: 9 am to 5 pm\nFriday: 9 am to 9 pm", "“8 pm” "),
    ],
)
def test_a_value_is_quoted_without_the_stop_and_does_not_differ_from_itself(
    claim: str, passage: str, told: str
) -> None:
    [found] = judge_quantities("", [passage], [claim])
    assert found.explanation.startswith(told)


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("Espresso: 1 kg bag €21, 5 kg sack €95.", "Kilo for kilo, the sack is cheaper."),
        (
            (
                "| Town | 2011 | 2021 |\n|---|---|---|\n| Arle | 18,400 | 23,000 |\n"
                "| Brun | 40,200 | 39,800 |\n| Corve | 9,500 | 12,350 |"
            ),
            "Corve had the largest growth in relation to its size in 2011.",
        ),
        (
            "Ages in the chess group: Ana 9, Ben 12. It is for 7 to 11 year olds.",
            "Their ages average ten and a half years.",
        ),
        (
            "The 90,000 crowns are divided equally among the two daughters and the nephew.",
            "The nephew gets 30,000 crowns.",
        ),
        (
            "In the placebo group 30 of 120 people recovered; in the treated group 66 of 120.",
            "In the treated group 36 more people recovered than in the other.",
        ),
        (
            "The boiler is serviced once a year. The last service was on 12 March 2024.",
            "The next service is due on 12 March 2025.",
        ),
        (
            "The window is changed every third Monday. The crime novels went in on 6 May.",
            "The cookbooks go into the window on 27 May.",
        ),
        (
            (
                "Invoice: 4,200 words at €0.12 = €504. Proofreading: 3 hours at €40 per hour. Late "
                "payment attracts a fee of €25."
            ),
            "Paid on time, the invoice comes to €624.",
        ),
        (
            "Friday: cash 100.00, takings 312.50, cleaner 45.00. Saturday: takings 287.00.",
            "Takings for the two days were 599.50.",
        ),
        (
            (
                "The laptop is $1,200. Students get 15% off; the discount is fixed. A warranty is "
                "available for $129."
            ),
            "With the student discount the laptop costs $1,020.",
        ),
        (
            "If goods weigh more than 100 kg, we add a fee. Order: soil 15 kg, gravel 25 kg.",
            "In all the goods weigh 40 kg.",
        ),
        (
            "Every night a dump of 850 MB is written, on Sundays a snapshot of 4,000 MB as well.",
            "Dumps and snapshot come to 9,950 MB in total.",
        ),
        ("The course in room 2.07 takes 16 people.", "There is room for seven more."),
        (
            "In 2022 we built 214 homes. In 2023 we built 179, below its target of 240 homes.",
            "In total 393 homes were built.",
        ),
        ("Lamps\nReceived: 240\nSold (web): 97\nSold (shops): 58", "85 grey lamps are left."),
        (
            "Package, 3 nights: €540.00\nExtension, 2 nights: €230.00\nTOTAL: €770.00",
            "For the extension they paid €115 a night.",
        ),
        ("Stock on 1 June: 84 chairs. Sold: 52.", "At the end of June there were 32 chairs."),
    ],
)
def test_what_is_yet_to_be_reckoned_is_not_refuted_by_what_is_told(
    passage: str, claim: str
) -> None:
    assert outcome(claim, passage) != "contradicted"


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "Group turnover amounted to one point four billion kronor.",
            "The group's turnover was SEK 1,400 million.",
            "The group's turnover was SEK 1,040 million.",
        ),
        (
            "| Day | High °C |\n|---|---|\n| Saturday | 25 |\n| Sunday | 21 |",
            "Saturday's high is 77 °F.",
            "Saturday's high is 70 °F.",
        ),
    ],
)
def test_decimals_in_words_and_heads_in_degrees(passage: str, right: str, wrong: str) -> None:
    assert outcome(right, passage) == "supported"
    assert outcome(wrong, passage) == "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("The office is closed from 13:00 to 14:00.", "The office was closed for four days."),
        (
            "From July the yearly permit becomes dearer for cars over two tonnes (180, not 120).",
            "Cars weighing over two tonnes will pay more, 180 a year.",
        ),
    ],
)
def test_hours_and_rhythms_refute_nothing_of_another_kind(passage: str, claim: str) -> None:
    assert outcome(claim, passage) != "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim", "expected"),
    [
        ("Interest is 4.5% and there are no withdrawal fees.", "Interest is 4.5%.", "supported"),
        (
            "You may withdraw up to 25% of your pot without paying tax.",
            "You may withdraw up to 25% of your pot.",
            "supported",
        ),
        (
            "A voucher is worth 110% of the fare, with no charge for rebooking.",
            "The voucher is worth 110% of the fare.",
            "supported",
        ),
        (
            "18% of the orders were not delivered.",
            "18% of the orders were delivered.",
            "contradicted",
        ),
        ("25% of patients had side effects.", "25% had no side effects.", "contradicted"),
    ],
)
def test_a_share_goes_against_itself_only_where_what_it_does_is_denied(
    passage: str, claim: str, expected: str
) -> None:
    assert outcome(claim, passage) == expected


LATE = (
    "If the fault is not fixed within 2 days after you report it, you get £9 for each further day."
)


@pytest.mark.parametrize(
    ("passage", "claim", "expected"),
    [
        (LATE, LATE.replace("£9", "£19"), "contradicted"),
        (LATE, LATE.replace("£9", "£18"), "contradicted"),
        (LATE, "After 2 days you get £18 for 2 further days.", "supported"),
    ],
)
def test_a_sentence_said_again_with_another_amount_is_no_sum(
    passage: str, claim: str, expected: str
) -> None:
    assert outcome(claim, passage) == expected


SQUADS = """| Squad | Sessions per week | Monthly fee |
|---|---|---|
| Otters | 3 | 36 |
| Pikes | 5 | 52 |
| Masters | 2 | 36 |"""
CLASSES = """| Class | Pupils | Teacher |
|---|---|---|
| 1a | 22 | Berg |
| 2a | 24 | Idris |
| 2b | 21 | Novak |"""


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        ("The class 1a has 22 pupils, 1b has 19.", "One of the classes is smaller than 1b."),
        (
            SQUADS,
            "For the same fee, the Otters train more often than the Masters.",
        ),
        (
            "Sea freight takes 24 days. Rail via Laem Chabang takes 31 days. Air takes four days.",
            "Sea is faster than the overland way.",
        ),
        (
            CLASSES,
            "The smallest class is taught by Novak.",
        ),
        (
            "Line 4 runs every 7 minutes at peak times. Line 9 runs every 10 minutes.",
            "Trains are more frequent on line 4 than on line 9.",
        ),
    ],
)
def test_comparisons_are_not_refuted_by_other_amounts(told: str, claim: str) -> None:
    [found] = judge_quantities("", [told], [claim])
    assert found.outcome != "contradicted"


def test_that_an_amount_which_the_evidence_leads_to_alike_is_compared_with_nothing() -> None:
    told = [
        "Inspectors found cracks in the Orrin dam, and the reservoir was lowered by four metres.",
        "The National Water Agency inspects all dams higher than 15 metres every two years.",
    ]
    claim = "Dams higher than 15 metres are inspected by the National Water Agency every two years."
    [found] = judge_quantities("", told, [claim])
    assert found.outcome == "supported"


@pytest.mark.parametrize(
    ("passage", "claim", "found"),
    [
        ("The firm was founded in 1990.", "The firm went public in 1998.", "open"),
        ("The firm was founded in 1990.", "The firm was established in 1998.", "contradicted"),
        ("The firm was founded in 1990.", "The firm was founded in 1998.", "contradicted"),
        ("Ana Ruiz was born on 12 February 1950.", "Ana won on 3 March 1988.", "open"),
    ],
)
def test_the_date_of_another_deed_refutes_none(passage: str, claim: str, found: str) -> None:
    assert outcome(claim, passage) == found


LAMPS = "Ana sold 24 lamps in May. Ben sold 18 lamps in May."
BAYS = "The north bay holds 40 boats. The south bay holds 25 boats."


@pytest.mark.parametrize(
    ("passage", "claim", "found"),
    [
        (LAMPS, "In May, 42 lamps were sold.", "open"),
        (LAMPS, "42 lamps were sold in May.", "open"),
        (LAMPS, "In May, 44 lamps were sold.", "contradicted"),
        (LAMPS, "Ana sold 42 lamps in May.", "contradicted"),
        (BAYS, "The bay holds 65 boats.", "open"),
        (BAYS, "The bay holds 30 boats.", "contradicted"),
        (BAYS, "The north bay holds 65 boats.", "contradicted"),
    ],
)
def test_what_is_said_of_two_and_names_neither_may_be_their_sum(
    passage: str, claim: str, found: str
) -> None:
    assert outcome(claim, passage) == found
