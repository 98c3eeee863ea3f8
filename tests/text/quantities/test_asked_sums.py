"""Sums, averages and the rest that are asked of things told side by side."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

DIARY = "Museum diary. Friday: 410 visitors. Saturday: 655. Sunday: 720, with a queue outside."
EVENINGS = (
    "Spring series, Guildhall (900 seats). Brahms evening: 812 tickets used. "
    "Sibelius evening: 780. Ravel evening: 868, helped by the school choirs."
)
RUNS = (
    "[run 5521] collected in 9 s; 1,248 passed, 12 failed, 40 skipped; wall time 00:18:45\n"
    "[run 5520] collected in 9 s; 1,251 passed, 9 failed, 40 skipped; wall time 00:22:10"
)
DEPRECIATION = (
    "Depreciation expense totaled $290.2 million in 2019, $239.6 million in 2018 and "
    "$190.4 million in 2017."
)
BILLED = (
    "Amounts billed include $60.3 million and $80.5 million due on government contracts "
    "in 2019 and 2018, respectively."
)
FETE = "Raffle £1,260; cake stall £415. Marquee hire and printing came to £380, all now paid."
ROOF = "Your roof claim has been accepted at $4,100. The excess under your policy is $750."
DRILL = (
    "Drill hire: £24 for the weekend plus a refundable deposit of £60. A cleaning charge of £15 "
    "is kept from the deposit if the drill comes back dirty."
)
MATCH = (
    "Rovers beat the Mariners 87-79 on Friday. Ciara Dunne poured in 31 points with 12 rebounds. "
    "The bench contributed 22 between them."
)
DINNER = "Last night's dinner came to $468 with the tip. All nine of us split it evenly."
GYM = "Membership: £32 a month on a rolling basis, or £320 if you pay for the year at once."
LOAN = "The monthly repayment goes up from $975 to $1,056."
LIBRARY = "Overdue items cost 20p a day each, up to £6 an item. Lost tickets: £2."
FLOODS = "The river flooded the town in 1926 and, more gravely, in 1981. The wall of 1990 has held."
INVOICES = "Invoice 2207 is for CHF 4,800. The one before it, 2198, was for CHF 5,300."


@pytest.mark.parametrize(
    ("told", "question", "claim", "formula"),
    [
        (DIARY, "How many came over the whole weekend?",
         "The museum had 1,785 visitors over the whole weekend.", "410 + 655 + 720 = 1,785"),
        (EVENINGS, "What was the average audience across the three evenings?",
         "The average audience across the three evenings was 820 people.",
         "(812 + 780 + 868) / 3 = 820"),
        (RUNS, "How many tests did run 5521 have altogether, skipped ones included?",
         "Run 5521 had 1,300 tests altogether, skipped ones included.",
         "1,248 + 12 + 40 = 1,300"),
        (DEPRECIATION, "What was the total depreciation expense between 2017 to 2019?",
         "The total depreciation expense between 2017 to 2019 was $720.2 million.",
         "290,200,000 + 239,600,000 + 190,400,000 = $720,200,000"),
        (BILLED, "What was billed in total on government contracts in 2018 and 2019?",
         "In total $140.8 million was billed on government contracts in 2018 and 2019.",
         "60,300,000 + 80,500,000 = $140,800,000"),
        (FETE, "How much did the fete make once its costs were met?",
         "After costs the fete made £1,295.", "1,260 + 415 − 380 = £1,295"),
        (ROOF, "How much money will the insurer send for the roof?",
         "The insurer will send $3,350 after the excess.", "4,100 − 750 = $3,350"),
        (DRILL, "How much will I get back?",
         "I will get £45 of your deposit back.", "60 − 15 = £45"),
        (MATCH, "What was the winning margin?", "They won by eight points.", "87 − 79 = 8"),
        (DINNER, "What do I owe Priya?", "Your share of the meal is $52.", "468 / 9 = $52"),
        (GYM, "What do I save over twelve months by paying for the year at once?",
         "You save £64 compared with paying month by month.", "12 × 32 − 320 = £64"),
        (LOAN, "How much more will a year of repayments cost me?",
         "Repayments will cost $972 more over twelve months.", "12 × 1,056 − 12 × 975 = $972"),
        (LIBRARY, "I bring back three books five days late. What is the fine?",
         "Your fine comes to £3 altogether.", "3 × 5 × 20 = 300 p"),
        (FLOODS, "How many years apart were the two floods?",
         "The two floods were 55 years apart.", "1981 − 1926 = 55 years"),
        (INVOICES, "How much lower than 2198 is the newer invoice?",
         "It is CHF 500 lower than the one before it.", "5,300 − 4,800 = 500 CHF"),
    ],
)  # fmt: skip
def test_a_value_that_is_just_what_is_asked_is_supported(
    told: str, question: str, claim: str, formula: str
) -> None:
    [found] = judge_quantities(question, [told], [claim])
    assert (found.outcome, found.explanation) == ("supported", f"{formula} (passage 1).")


@pytest.mark.parametrize(
    ("told", "question", "claim"),
    [
        (EVENINGS, "What was the average audience across the three evenings?",
         "The average audience across the three evenings was 840 people."),
        (FETE, "How much did the fete make once its costs were met?",
         "After costs the fete made £1,675."),
        (ROOF, "How much money will the insurer send for the roof?",
         "The insurer will send $4,850 after the excess."),
        (MATCH, "What was the winning margin?", "They won by seven points."),
        (DINNER, "What do I owe Priya?", "Your share of the meal is $58."),
    ],
)  # fmt: skip
def test_another_value_is_contradicted(told: str, question: str, claim: str) -> None:
    [found] = judge_quantities(question, [told], [claim])
    assert found.outcome == "contradicted"


@pytest.mark.parametrize(
    ("told", "question", "claim"),
    [
        (MATCH, "What was the winning margin?", "They won by nine points."),  # 31 − 22
        (FLOODS, "How many years apart were the two floods?",
         "The two floods were 64 years apart."),
        ("The motion was carried by nine votes to four, Cllr Petrie abstaining.",
         "How many councillors took part, counting the abstention?",
         "Thirteen councillors took part."),
    ],
)  # fmt: skip
def test_a_value_that_other_numbers_make_by_chance_is_not_supported(
    told: str, question: str, claim: str
) -> None:
    [found] = judge_quantities(question, [told], [claim])
    assert found.outcome != "supported"


@pytest.mark.parametrize(
    ("told", "question", "claim"),
    [
        (  # more may come off
            "Your claim has been accepted at $4,100. The excess is $750. Wear is reckoned at $300.",
            "What will the insurer send?",
            "The insurer will send $3,050 after the excess.",
        ),
        (  # and another bill may be shared
            f"{DINNER} Marco paid $54 for the taxi.",
            "What do I owe for dinner and taxi?",
            "Your share is $70.",
        ),
        (  # of two that are named either may have won
            MATCH, "Who won?", "The Mariners beat Rovers by seven points.",
        ),
    ],
)  # fmt: skip
def test_what_may_be_reckoned_otherwise_contradicts_nothing(
    told: str, question: str, claim: str
) -> None:
    [found] = judge_quantities(question, [told], [claim])
    assert found.outcome == "open"


@pytest.mark.parametrize(
    ("passages", "question", "right", "part"),
    [
        (
            ["North holds 64 pallets of road salt.", "South holds 49 pallets of road salt."],
            "How many pallets of salt are there in both stores?",
            "113 pallets of salt",
            "64 pallets of salt",
        ),
    ],
)
def test_a_part_is_no_answer_where_the_whole_is_asked(
    passages: list[str], question: str, right: str, part: str
) -> None:
    found = [judge_quantities(question, passages, [claim])[0].outcome for claim in (right, part)]

    assert found[0] == "supported"
    assert found[1] != "supported"


@pytest.mark.parametrize(
    ("passage", "question", "claim"),
    [
        ("18 chairs in total: 10 red and 8 blue.", "How many chairs in total?", "18 chairs"),
        (
            "Two dozen letters came in; eighteen of them opposed the sale.",
            "How many letters came in, in all?",
            "24 letters came in.",
        ),
        ("12 of the 40 seats are left.", "How many seats are left?", "12 seats are left."),
    ],
)
def test_a_whole_that_is_told_is_an_answer(passage: str, question: str, claim: str) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome == "supported"
