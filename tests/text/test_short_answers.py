from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import Passage
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.asked.conversations import asked
from groundgraph.text.asked.declaratives import statement
from groundgraph.text.passage_units import Unit, evidence_units
from groundgraph.text.short_answers.told import CLOSE, look_up
from groundgraph.types.conversations import question_of

if TYPE_CHECKING:
    from groundgraph.text.short_answers.slots import Found

PAIRS = Path(__file__).parent / "short_answers.jsonl"
TOLD = [
    "The 12 March 2019 conference in Porto had 42 speakers and 300 guests.",
    "Ana Costa opened it; Ben Lee closed it.",
    "The canteen is open, but the museum is not free.",
    "Dogs are welcome, but cats are not.",
    "A seat costs 49 euros.",
    "A berth costs 89 euros.",
]


def found(question: str, answer: str, told: list[str] = TOLD) -> Found | None:
    made = statement(question, answer)
    assert made is not None
    units = [Unit(str(number), None, text, None) for number, text in enumerate(told, 1)]
    return look_up(question, answer, made, units, lambda _stem: 1.0)


@pytest.mark.parametrize(
    ("told", "question", "right", "wrong"),
    [
        (
            "The warranty lasts twenty-four months.",
            "How long is the warranty?",
            "2 years",
            "4 months",
        ),
        ("The term is thirty-six months.", "How long is the term?", "36 months", "six months"),
        ("The deployed version is 3.4.1.", "Which version is deployed?", "v3.4.1", "3.4"),
        ("It fixes CVE-2024-13176.", "Which CVE does it fix?", "CVE-2024-13176", "CVE-2024-13716"),
        ("The app came on 2025-07-02.", "When did the app come?", "2 July 2025", "7 February 2025"),
    ],
)
def test_a_value_of_several_parts_is_not_cut(
    told: str, question: str, right: str, wrong: str
) -> None:
    for_it, against = found(question, right, [told]), found(question, wrong, [told])

    assert for_it is not None
    assert for_it.lead > 0
    assert against is not None
    assert against.lead < 0


@pytest.mark.parametrize(
    ("told", "question", "right"),
    [
        (
            "The project began in May 2022 and will be completed in three years.",
            "When will the project be completed?",
            "May 2025",
        ),
        (
            "The trial period is six months and started on 15 January 2024.",
            "When does the trial period end?",
            "15 July 2024",
        ),
    ],
)
def test_a_date_that_is_counted_on_from_is_no_answer(told: str, question: str, right: str) -> None:
    said = found(question, right, [told])

    assert said is None or said.lead >= 0


def test_nor_is_it_right_for_what_came_later() -> None:
    told = "The project began in May 2022 and will be completed in three years."

    assert found("When will the project be completed?", "May 2022", [told]) is None
    began = found("When did the project begin?", "May 2022", [told])
    assert began is not None
    assert began.lead > 0


@pytest.mark.parametrize(
    ("question", "answer", "instead"),
    [
        ("When do you open?", "At 9.", "10"),
        ("How long is the guarantee?", "Five days", "Three years"),
        ("Who founded the club?", "Omar Said", "Ann Reyes"),
        ("Who founded the club?", "Ann Reyes", ""),
    ],
)
def test_a_reply_is_said_of_what_is_asked_before_it(
    question: str, answer: str, instead: str
) -> None:
    told = """Do you open at 9?|No, we open at 10.|How long is the guarantee?|Three years.
        |How long does delivery take?|Five days.|Who founded the club?|Ann Reyes.
        |Who runs it today?|Omar Said."""
    units = [Unit("1", None, text.strip(), None) for text in told.split("|")]
    made = statement(question, answer)
    assert made is not None
    said = look_up(question, answer, made, units, lambda _stem: 1.0)
    assert said is not None
    assert (said.lead > 0, said.instead) == (not instead, instead)


@pytest.mark.parametrize(
    ("told", "question", "right", "wrong", "instead"),
    [
        (
            "The basic plan costs $9, the pro plan $29.",
            "How much is the pro plan?", "$29", "$9", "$29",
        ),
        (
            "The first train leaves at 5:40 and the last at 23:15.",
            "When does the last train leave?", "11:15 pm", "5:40", "23:15",
        ),
        (
            "Of 120 staff, 45 work in Graz and 75 in Linz.",
            "How many staff work in Graz?", "45", "120", "45",
        ),
        (
            "Work on the bridge began in 1928. It was opened on 19 March 1932.",
            "When was the bridge opened?", "1932", "1928", "19 March 1932",
        ),
        (
            "A green light means ready; a red light is the warning light.",
            "What colour is the warning light?", "Red", "Green", "red",
        ),
        ("The ferry docks at Pier 4.", "Where does the ferry dock?", "Pier 4", "Pier 7", "Pier 4"),
        (
            "Orvo Labs has its seat in Tampere, Finland, since 2009.",
            "In which country does Orvo Labs have its seat?", "Finland", "Estonia", "Finland",
        ),
        (
            "Orvo Labs has its seat in Tampere, Finland, since 2009.",
            "Where does Orvo Labs have its seat?", "Finland", "Turku", "Tampere, Finland",
        ),
        (
            "The pass costs 40 euros a month.",
            "What does the pass cost?", "€40", "40 dollars", "40 euros",
        ),
        (
            "The warranty is one year.",
            "How long is the warranty?", "12 months", "18 months", "one year",
        ),
        (
            "Ben Lee succeeded Otto Lang. He was succeeded by Ida Prell.",
            "Who did Ben Lee succeed?", "Otto Lang", "Ida Prell", "Otto Lang",
        ),
    ],
)  # fmt: skip
def test_what_tells_two_values_apart_decides(
    told: str, question: str, right: str, wrong: str, instead: str
) -> None:
    sentences = [f"{sentence.rstrip('.')}." for sentence in told.split(". ")]
    units = [Unit("1", None, text, None) for text in sentences]

    def looked(answer: str) -> Found | None:
        made = statement(question, answer)
        assert made is not None
        return look_up(question, answer, made, units, lambda _stem: 1.0)

    for_it, against = looked(right), looked(wrong)
    assert for_it is None or for_it.lead >= 0
    assert against is not None
    assert against.lead <= -CLOSE
    assert against.instead.strip(". ") == instead


@pytest.mark.parametrize(
    ("question", "right", "wrong", "instead"),
    [
        ("How many speakers were there?", "42", "12", "42 speakers"),
        ("How many speakers were there?", "42 speakers", "300", "42 speakers"),
        ("When was the conference?", "12 March 2019", "14 March 2019", "12 March 2019"),
        ("Who closed it?", "Ben Lee", "Ana Costa", "Ben Lee"),
        ("How much does a berth cost?", "89 euros", "49 euros", "89 euros"),
        ("Is the museum free?", "No.", "Yes.", "no"),
        ("Is the canteen open?", "Yes.", "No.", "yes"),
        ("Is the canteen closed?", "No.", "Yes.", "no"),
        ("Are cats welcome?", "No.", "Yes.", "no"),
        ("Are dogs welcome?", "Yes.", "No.", "yes"),
    ],
)
def test_the_evidence_gives_the_answer_or_another(
    question: str, right: str, wrong: str, instead: str
) -> None:
    for_it, against = found(question, right), found(question, wrong)

    assert for_it is not None
    assert against is not None
    assert for_it.lead >= CLOSE
    assert against.lead <= -CLOSE
    assert against.instead == instead


ORCHARD = [
    "The orchard had 48 trees in 2020.",
    "Seven fell in the storm, and three were planted.",
    "Milla Orr counted them for Tomas Kern, who waited in Holt.",
    "Of the plums in the shed none but the yellow ones are ripe.",
    "The old warden of the Holt shed was unaware of the brown wasps.",
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many trees did the orchard have in 2020?", "44"),  # reckoned from several
        ("What is the total of trees in the orchard in 2020?", "51"),
        ("Did the old warden of the Holt shed know of the brown wasps?", "No."),
        ("Are the plums in the shed ripe?", "No, only the yellow ones."),
    ],
)
def test_an_answer_that_may_follow_is_left_open(question: str, answer: str) -> None:
    said = found(question, answer, ORCHARD)

    assert said is None or said.lead > -CLOSE


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who paid for the party?", "Ana Costa"),  # nothing is said of a party
        ("Is the library heated?", "No."),
        ("Who is older, Ana Costa or Ben Lee?", "Ben Lee"),  # no sentence compares
        ("Are dogs and cats both welcome?", "Yes."),
        ("Who opened the conference that Ben Lee closed?", "Ben Lee"),  # two sentences are needed
    ],
)
def test_what_one_sentence_does_not_decide_is_left_open(question: str, answer: str) -> None:
    assert found(question, answer) is None


def test_how_many_things_a_list_names_is_not_what_is_asked_for() -> None:
    told = ["Guests choose two soups a day from leek, lentil and pumpkin."]

    assert found("Which soups can guests choose?", "Three: leek, lentil and pumpkin", told) is None


def test_what_holds_the_kind_that_is_asked_for_has_no_rival_without_it() -> None:
    told = ["In Lund she led the sleep lab at Orvo Clinic for ten years."]
    seen = found("In which clinic did she lead the sleep lab?", "Orvo Clinic", told)

    assert seen is None or seen.lead > 0


def test_a_town_stands_in_no_country_s_place() -> None:
    town = ["Orvo Labs has its seat in Tampere."]

    assert found("In which country does Orvo Labs have its seat?", "Finland", town) is None


def test_who_was_until_some_year_is_not_who_is_now() -> None:
    told = ["Ann Roth was mayor of Kord until 2018.", "The mayor of Kord is Bo Lind."]

    right = found("Who is the mayor of Kord?", "Bo Lind", told)

    assert right is not None
    assert right.lead > 0


def test_a_year_decides_its_century_and_its_decade() -> None:
    told = ["The mill was built in 1587, long before the Seven Years' War, and burnt in 1802."]
    century, decade = "In which century was the mill built?", "In which decade was the mill built?"

    for question, right, wrong in [
        (century, "the 16th century", "the 19th century"),
        (century, "The sixteenth century", "17th century"),
        (decade, "the 1580s", "the 1800s"),
    ]:
        held, other = (found(question, answer, told) for answer in (right, wrong))
        assert held is not None
        assert held.lead > 0
        assert other is not None
        assert other.lead < 0
        assert other.instead == "1587"


def test_a_list_of_models_is_held_against_those_that_are_listed() -> None:
    told = ["Two of the nine tested locks resisted the saw: the K4 and the M20."]
    question = "Which locks resisted the saw?"

    held, other = (found(question, answer, told) for answer in ("K4, M20", "K4, R7"))
    assert held is not None
    assert held.lead > 0
    assert other is not None
    assert other.lead < 0
    assert other.instead == "M20"


def test_initials_stand_for_a_name() -> None:
    told = ["E. M. Karsk wrote the hymn; Tor Vik sang it."]

    held, other = (found("Who wrote the hymn?", name, told) for name in ("Eva Karsk", "Ola Karsk"))
    assert held is not None
    assert held.lead > 0
    assert other is not None
    assert other.lead < 0


def test_a_yes_about_a_name_that_is_nowhere_is_in_doubt_beside_a_list_of_others() -> None:
    told = ["The night bus calls at Hamar, Elverum and Rena."]

    doubted = found("Does the night bus call at Tynset?", "Yes.", told)
    assert doubted is not None
    assert -CLOSE < doubted.lead < 0
    assert found("Does the night bus call at Rena?", "Yes.", told) != doubted
    assert found("Does the night bus call at Tynset?", "Yes.", ["It calls at every town."]) is None


def test_question_and_answer_side_by_side_are_not_looked_up() -> None:
    assert found("Speakers at the conference", "42") is None


def test_the_pairs_written_by_hand_are_told_apart() -> None:
    segmenter = SentenceSegmenter()
    counts = {True: 0, False: 0}
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        passages = tuple(Passage(text, str(n)) for n, text in enumerate(row["passages"], 1))
        [units] = evidence_units([passages], segmenter)
        for pair in row["pairs"]:
            question = asked(question_of(pair["question"]))
            for side in ("right", "wrong"):
                made = statement(question, pair[side])
                said = made and look_up(question, pair[side], made, units, lambda _stem: 3.0)
                if said and abs(said.lead) >= CLOSE:
                    counts[(said.lead > 0) is (side == "right")] += 1

    assert counts[True] >= 200
    assert counts[False] <= 0.06 * counts[True]


@given(st.text(max_size=40), st.text(max_size=30), st.lists(st.text(max_size=60), max_size=3))
def test_any_texts_can_be_looked_up(question: str, answer: str, told: list[str]) -> None:
    made = statement(question, answer)
    if made is None:
        return
    units = [Unit("1", None, text, None) for text in told]
    said = look_up(question, answer, made, units, lambda _stem: 1.0)

    assert said is None or -1 <= said.lead <= 1


@pytest.mark.parametrize(
    ("question", "answer", "told", "lead", "instead"),
    [
        ("Which city hosts it?\nA) Rome\nB) Porto", "B", "It is in Porto.", 1.0, ""),
        ("Which city hosts it?\nA) Rome\nB) Porto", "The answer: A", "In Porto.", -1.0, "Porto"),
        ("Which city hosts it?\nA) Rome\nB) Porto", "Rome", "It is in Porto.", -1.0, "Porto"),
        ("Which fee is it?\nA) 5 euros\nB) 9 euros", "A", "It is 9 euros.", -1.0, "9 euros"),
        ("Which metal?\nA) Iron\nB) Tin\nC) None of these", "C", "It is of tin.", -1.0, "Tin"),
        (
            "Which planet is largest?\nA) Mars\nB) Jupiter", "A",
            "Jupiter is the largest planet in the Solar System.", -1.0, "Jupiter",
        ),
    ],
)  # fmt: skip
def test_the_option_that_the_evidence_holds_is_the_answer(
    question: str, answer: str, told: str, lead: float, instead: str
) -> None:
    said = found(question, answer, [told])

    assert said is not None
    assert (said.lead, said.instead) == (lead, instead)


@pytest.mark.parametrize(
    ("question", "answer", "told"),
    [
        ("Which city hosts it?\nA) Rome\nB) Porto", "A", "It is in Faro."),
        ("Which city hosts it?\nA) Rome\nB) Porto", "A", "It is not in Porto."),
        ("Which city does not host it?\nA) Rome\nB) Porto", "A", "It is in Porto."),
        ("Which city hosts it?\nA) Porto\nB) Both", "B", "It is in Porto."),
        ("Which fee is it?\nA) 5 euros\nB) 9 euros", "A", "It costs euros."),
        ("Which fee is it?\nA) 5 euros a day\nB) 5 euros", "B", "It is 5 euros a day."),
    ],
)
def test_options_are_left_open_where_none_or_several_may_be_meant(
    question: str, answer: str, told: str
) -> None:
    said = found(question, answer, [told])

    assert said is None or said.kind != "option"


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        ("The Tarn line is 312 km long.", "How long is the Tarn line?", "about 194 miles"),
        ("The trial is in Phase 1.", "Which phase is the trial in?", "Phase I"),
        ("The trial is in Phase IV.", "Which phase is the trial in?", "Phase 4"),
    ],
)
def test_one_value_written_in_two_ways_is_no_other(told: str, question: str, answer: str) -> None:
    said = found(question, answer, [told])
    assert said is None or not said.instead


def test_another_phase_is_another() -> None:
    said = found("Which phase is the trial in?", "Phase II", ["The trial is in Phase I."])
    assert said is not None
    assert said.instead == "Phase I"


def test_a_date_from_which_the_evidence_counts_on_refutes_no_other() -> None:
    told = ["The ticket was opened on 3 November 2025 and fixed two days later."]
    opened = found("When was the ticket opened?", "3 November 2025", told)

    assert opened is not None
    assert opened.lead > 0
    assert found("When was the ticket fixed?", "5 November 2025", told) is None


def test_an_hour_is_told_without_the_blank_behind_it() -> None:
    other = found("When does it open?", "11:00", ["The museum opens at 10:00 and closes at 17:00."])

    assert other is not None
    assert other.instead == "10:00"


BREM = "Peter Lang and Otto Brem founded the paper in 1902. The former was a printer."


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (["Nadia opened the shop in 1998."], "When did Nadia sell the shop?", "2004"),
        (["Nadia opened the shop in 1998."], "When did Nadia sell the shop?", "1998"),
        (BREM.split(". "), "What was Otto Brem's profession?", "A printer"),
        (["Otto Brem was born to a baker."], "What was Otto Brem's profession?", "Baker"),
        (
            ["Karin Holt succeeds Stefan Bey, who will become chairman on 1 July."],
            "When was Karin Holt born?",
            "In 1977",
        ),
        (
            ["Norland withdrew in 1961, three years earlier than Sudmark."],
            "When did Sudmark withdraw?",
            "In 1961",
        ),
        (
            ["The bridge opened two years before the tunnel, in 1974."],
            "When did the tunnel open?",
            "1976",
        ),
        (["The bill got 61 votes to 39."], "How many voted for the bill?", "39"),
    ],
)
def test_what_tells_of_something_else_decides_nothing(
    told: list[str], question: str, answer: str
) -> None:
    assert found(question, answer, told) is None


@pytest.mark.parametrize(
    ("told", "question", "right", "wrong"),
    [
        (
            "The bill was rejected by 61 votes to 39.",
            "How many voted for the bill?",
            "39",
            "61",
        ),
        (
            "The council voted 52 to 48 to approve the stadium.",
            "How many voted for the stadium?",
            "52",
            "48",
        ),
        (
            "The bridge opened two years before the tunnel, in 1974.",
            "When did the bridge open?",
            "1974",
            "1976",
        ),
    ],
)
def test_values_of_two_sides_are_told_apart(
    told: str, question: str, right: str, wrong: str
) -> None:
    for_it, against = found(question, right, [told]), found(question, wrong, [told])

    assert for_it is not None
    assert for_it.lead > 0
    assert against is None or against.lead < 0


def test_the_time_of_a_log_line_is_not_that_of_what_is_to_come() -> None:
    log = ["03:10:02 INFO retry scheduled in 30 minutes on db2"]

    assert found("When will it retry?", "At 3:40", log) is None
    failed = found("When did the backup fail?", "At 3:40", ["02:58:30 ERROR backup failed on db2"])
    assert failed is not None
    assert failed.lead < 0


def test_a_value_beside_others_of_its_kind_is_not_told_as_the_one_meant() -> None:
    term = ["The autumn term ends on 3 or 4 December, the spring term on 20 March."]
    one = found("When does the autumn term end?", "1 June", ["The autumn term ends on 3 December."])
    more = found("When does the autumn term end?", "1 June", term)

    assert one is not None
    assert not one.several
    assert more is None or more.several


SHARED = (
    "The prize was shared by Anna Berg and Luis Ortega; Berg received 60 percent of 50,000 euros."
)
COMET = "The comet was last seen in 1986 and returns about every 76 years."


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (SHARED, "How much did Ortega get?", "40 percent"),
        (SHARED, "How much did Ortega get?", "60 percent"),
        (COMET, "When will it return?", "2062"),
        (COMET, "When will it return?", "In 1986."),
    ],
)
def test_what_is_told_of_another_or_led_on_from_answers_nothing(
    told: str, question: str, answer: str
) -> None:
    said = found(question, answer, [told])

    assert said is None or abs(said.lead) < CLOSE


def test_what_is_told_of_who_is_asked_about_answers() -> None:
    said = found("How much did Berg get?", "60 percent", [SHARED])

    assert said is not None
    assert said.lead >= CLOSE
