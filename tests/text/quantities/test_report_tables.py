"""Tables as reports print them, and what questions ask of their cells."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.tables.reading import tables

SALES = """ |  | Years Ended December 31, |
 | 2019 (1) | 2018 | 2017
(in thousands) |  |  |
Product sales | $1,150 | $2,094 | $8,353
Service sales, net | 1,301 | 1,608 | 1,025
Other | 185 | 136 | 146
Operating income (loss) | (251) | 120 | (60)
Total sales | $2,636 | $3,838 | $9,524"""
TAX = """ | 2019 | 2018
 | €m | €m
Current tax: |  |
Domestic | 21 | 70
Overseas | 98 | 55
Total current tax | 119 | 125
Deferred tax: |  |
Domestic | (23) | 39"""
FINANCIAL_YEARS = """€ million | 2017/2018 | 2018/2019
Earnings before taxes | 713 | 828"""
LEASES = """ | Operating leases | Finance leases
2021 | $138 | $6
2022 | 135 | 6
2023 | 120 | 7
Thereafter | 577 | 35"""
SHARES = """| Period | Shares bought | Price paid |
|---|---|---|
|  | (in thousands) | ($) |
| March | 262 | 64.77 |
| April | 3,380 | 65.53 |"""
NESTED = """ | 2019 |  | 2018 |
 | Men | Women | Men | Women
Aged 65 | 86.8 | 88.9 | 87.3 | 89.3"""
TYPES = """| Type | vCPU | Memory (GiB) |
|---|---|---|
| m4.large | 8 | 32 |
| r4.large | 8 | 64 |"""
LABEL = """| | per 100 g | per serving |
|---|---|---|
| Sugars | 22 g | 8.8 g |
| Salt | 0.75 g | 0.3 g |"""
LEAGUE = """| Team | P | W | D | L | Pts |
|---|---|---|---|---|---|
| Harriers | 18 | 12 | 1 | 5 | 37 |
| Kestrels | 18 | 11 | 4 | 3 | 37 |
| Wolves | 18 | 9 | 7 | 2 | 34 |"""


def outcome(passage: str, question: str, claim: str) -> str:
    [judged] = judge_quantities(question, [passage], [claim])
    return judged.outcome


def explained(passage: str, question: str, claim: str) -> str:
    [judged] = judge_quantities(question, [passage], [claim])
    return judged.explanation


def heads(passage: str) -> tuple[set[str], set[str], set[str]]:
    cells = [cell for cell in tables(passage).cells if cell.at[1]]
    return (
        {cell.column for cell in cells},
        {cell.caption for cell in cells},
        {cell.section for cell in cells},
    )


def test_heads_of_several_rows_are_those_of_their_columns() -> None:
    assert heads(SALES) == (
        {"2019", "2018", "2017"},
        {"Years Ended December 31, (in thousands)"},
        {""},
    )
    assert heads(SHARES)[0] == {"Shares bought (in thousands)", "Price paid ($)"}
    assert heads(NESTED)[0] == {"2019 Men", "2019 Women", "2018 Men", "2018 Women"}
    assert heads(FINANCIAL_YEARS)[1] == {"€ million"}


def test_a_row_without_values_heads_the_rows_below() -> None:
    assert heads(TAX) == ({"2019", "2018"}, {"€m"}, {"Current tax:", "Deferred tax:"})


def test_words_below_a_header_are_no_header() -> None:
    rota = "| | Monday | Tuesday |\n|---|---|---|\n| Ana | off | late |\n| Ben | late | early |"

    assert heads(rota)[0] == {"Monday", "Tuesday"}
    assert [cell.row for cell in tables(rota).cells] == ["Ana", "Ana", "Ben", "Ben"]


ASKED = [
    (SALES, "What is the change in product sales from 2018 to 2019?", "-944", "-494"),
    (SALES, "What is the change in product sales from 2018 to 2019?", "-944", "944"),
    (SALES, "What is the percentage change in total sales in 2019?", "-31.3%", "-45.6%"),
    (SALES, "What are the average product sales for 2018 and 2019?", "1622 thousand", "1150"),
    (SALES, "What were the average other sales from 2017 to 2019?", "155.67", "145"),
    (SALES, "What were product sales in 2018?", "2,094", "1,150"),
    (SALES, "What were product sales in 2018?", "$2,094 thousand", "$2,094 million"),
    (SALES, "What were service sales in 2019 and 2018 respectively?", "1,301, 1,608", "185, 136"),
    (SALES, "What is the ratio of product sales to total sales in 2018?", "0.55", "1.83"),
    (SALES, "What percentage of total sales were service sales in 2019?", "49.4%", "202.6%"),
    (SALES, "In which year were product sales the lowest?", "2019", "2017"),
    (SALES, "In which year was operating income positive?", "2018", "2017"),
    (SALES, "In which year were service sales less than 1,200 thousand?", "2017", "2018"),
    (TAX, "What was domestic deferred tax in 2018?", "39", "70"),
    (FINANCIAL_YEARS, "What was the change in earnings before taxes in 2018/2019 from 2017/2018?",
     "115 million", "-115 million"),
    (LEASES, "What is the difference between operating leases in 2021 and 2022?", "3", "18"),
    (TYPES, "How much memory does the m4.large have?", "32 GiB", "64 GiB"),
    (LABEL, "How many milligrams of salt are in one serving?", "300 mg", "900 mg"),
]  # fmt: skip


@pytest.mark.parametrize(("passage", "question", "right", "wrong"), ASKED)
def test_what_is_asked_of_cells_is_told_by_them(
    passage: str, question: str, right: str, wrong: str
) -> None:
    assert outcome(passage, question, f"It is {right}.") == "supported"
    assert outcome(passage, question, f"It is {wrong}.") in {"contradicted", "open"}


@pytest.mark.parametrize(
    ("passage", "question", "claim"),
    [
        (SALES, "What is the change in product sales from 2018 to 2019?", "It is 494."),
        (SALES, "What were product sales in 2018?", "$2,094 million"),
        (SALES, "In which year were product sales the lowest?", "2017"),
        (SALES, "What is the percentage change in total sales from 2018 to 2019?", "12%"),
    ],
)
def test_another_value_scale_or_year_is_wrong(passage: str, question: str, claim: str) -> None:
    assert outcome(passage, question, claim) == "contradicted"


@pytest.mark.parametrize(
    ("passage", "question", "claim"),
    [
        (SALES, "What is the decrease in product sales from 2018 to 2019?", "It is 944."),
        (SALES, "What was the operating loss in 2019?", "It was 251 thousand."),
        (SALES, "What is the change in export sales from 2018 to 2019?", "It is 12."),
        (TAX, "What is the change in domestic tax from 2018 to 2019?", "It is 62 million."),
    ],
)
def test_a_sign_left_out_and_names_of_no_line_contradict_nothing(
    passage: str, question: str, claim: str
) -> None:
    assert outcome(passage, question, claim) != "contradicted"


def test_the_cells_are_shown_by_which_a_value_is_reckoned() -> None:
    question = "What is the percentage change in total sales from 2018 to 2019?"

    told = "(2,636 − 3,838) / 3,838 = −31.32%"
    assert explained(SALES, question, "-31.32%") == f"{told} (passage 1)."
    assert explained(SALES, question, "12%") == f"“12%” is not right: {told} (passage 1)."


def test_a_value_of_a_cell_is_none_of_its_change() -> None:
    question = "What is the change in product sales from 2016 to 2019?"

    assert outcome(SALES, question, "It is 1,150.") == "open"


def test_letters_head_the_columns_of_a_league_table() -> None:
    assert heads(LEAGUE)[0] >= {"Won", "Lost", "Drawn", "Played"}
    assert outcome(LEAGUE, "", "Wolves lost the fewest games of the three.") == "supported"
    assert outcome(LEAGUE, "", "Harriers won 11 games.") == "contradicted"
    assert outcome(LEAGUE, "", "Harriers have won two thirds.") == "supported"


INCOME = (
    "| (in thousands) | 2023 | 2022 |\n|---|---|---|\n| Net income (loss) | (350) | 420 |\n"
    "| Cost of sales | (7,000) | (6,100) |"
)


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("What was net income in 2023?", "Net income was -$350 thousand.", "It was $350 thousand."),
        (
            "How did 2023 end?",
            "The net loss was $350 thousand in 2023.",
            "Net income was $350 thousand in 2023.",
        ),
    ],
)
def test_a_loss_is_no_income_of_the_same_size(question: str, right: str, wrong: str) -> None:
    found = [judge_quantities(question, [INCOME], [claim])[0] for claim in (right, wrong)]
    assert [each.outcome for each in found] == ["supported", "contradicted"]


def test_costs_in_brackets_are_told_without_a_sign() -> None:
    claim = "The cost of sales was 7,000 thousand in 2023."
    assert judge_quantities("", [INCOME], [claim])[0].outcome == "supported"
