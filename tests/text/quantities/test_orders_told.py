"""Orders in time as logs, changelogs, tables and plain sentences tell them."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

CHANGELOG = """## [2.1.0] - 2024-06-03
### Added
- Export to Excel

## [2.0.0] - 2024-01-15
### Added
- Two-factor login
### Removed
- Legacy importer"""
DATED_LINES = """- 3.2.0 (2023-11-08): Dark mode
- 3.1.0 (2023-06-19): Export to PDF
- 3.0.0 (2023-02-01): Offline sync"""
VERSIONS = "v0.9 beta — Go client. v1.0 — stable wire protocol. v1.7 — Python client."
NUMBERED = "To register, 1) create an account; 2) verify your e-mail; 3) upload your ID."
STAFF = """| Name | Joined |
|---|---|
| Ana Ruiz | 2014 |
| Ben Cole | 2009 |
| Chi Wong | 2019 |"""
STRANDS = """| Stage | Strand A | Strand B |
|---|---|---|
| Expression of interest | 3 Mar | 17 Mar |
| Full application | 28 Apr | 14 Apr |"""
WARRANTY = """The warranty runs from 1 March 2023 until 28 February 2025.
The fault was reported on 12 April 2025."""
JUDGE = "Mira Holt studied law in Bonn. In 1976 she became a judge; in 1990 she was elected."
SHOPS = "The Rhee shop opened in 2019, the Linn shop in 2020 and the Morra shop in 2022."
PEAK = "Inflation peaked in June 2022. The first rate rise came in September 2022."
CUPS = "She won the Flanders cup in 2011 and 2014. Her only world title dates from 2012."


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            CHANGELOG,
            "Export to Excel was added after two-factor login.",
            "Export to Excel was added before two-factor login.",
        ),
        (
            DATED_LINES,
            "Users had offline sync for nine months before they got dark mode.",
            "Users had dark mode for nine months before they got offline sync.",
        ),
        (
            VERSIONS,
            "The Go client came before the Python client.",
            "The Python client came before the Go client.",
        ),
        (
            NUMBERED,
            "You verify your e-mail before you upload your ID.",
            "You verify your e-mail after you upload your ID.",
        ),
        (
            STAFF,
            "Ben Cole has been there longest.",
            "Chi Wong has been there longest.",
        ),
        (STAFF, "Chi Wong joined most recently.", "Ana Ruiz joined most recently."),
        (STAFF, "Ana Ruiz was the second to join.", "Chi Wong was the second to join."),
        (
            STRANDS,
            "Strand B's full applications are due a fortnight ahead of Strand A's.",
            "Strand A's full applications are due a fortnight ahead of Strand B's.",
        ),
        (
            WARRANTY,
            "The warranty was no longer running when the fault was reported.",
            "The warranty was still running when the fault was reported.",
        ),
        (JUDGE, "In 1975 she was not yet a judge.", "In 1975 she was already a judge."),
        (SHOPS, "The Linn shop was the second to open.", "The Linn shop was the third to open."),
        (
            PEAK,
            "Inflation had already peaked by the time of the first rate rise.",
            "Inflation had not yet peaked by the time of the first rate rise.",
        ),
    ],
)
def test_an_order_is_decided(told: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [told], [right, wrong])

    assert [judged.outcome for judged in found] == ["supported", "contradicted"]


def test_a_warranty_that_was_not_still_running_had_ended() -> None:
    [judged] = judge_quantities(
        "", [WARRANTY], ["It was not still under warranty when the fault was reported."]
    )

    assert judged.outcome == "supported"


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        # which way the time lies is not told
        (
            "The report noted that the belts had been fitted only six weeks too late.",
            "They had got the belts some six weeks earlier.",
        ),
        (
            "The king was already a year in his grave when the treaty was sealed.",
            "The king died about a year after the treaty was sealed.",
        ),
        (
            "The session survives until the last token expires, usually an hour later.",
            "The tab outlives the session by about an hour.",
        ),
        # a term ends later than it begins
        (
            (
                "Mr Lind joined on 1 September 2022 with a probation of six months. He requested "
                "leave on 15 January 2023."
            ),
            "He requested leave after his probation.",
        ),
        # nothing is dated by what is denied
        (
            (
                "11/09/2023: Patient takes no preventive drug so far. 20/11/2023: Patient stopped "
                "propranolol."
            ),
            "The preventive drug was stopped before propranolol.",
        ),
        # nor by the date of another clause
        (
            (
                "Data protection is on Wednesday. First aid fills the day in between, and Thursday "
                "is reserved for the test."
            ),
            "First aid is on the day following data protection.",
        ),
        # of two dates, one says otherwise
        (CUPS, "Her world title fell after the Flanders cup."),
        # the claim tells a row that the evidence turns around
        (
            (
                "The inspection was on 3 May. The council closed the bridge on 9 May and put the "
                "repairs out to tender the following week."
            ),
            "It first put the repairs out to tender and a week later closed the bridge.",
        ),
        # the two names are exchanged
        (
            "Kalea Reef bleached in April 2016. Mora Reef bleached in the summer of 2020.",
            "Mora bleached in early 2016, and Kalea was spared for another four years.",
        ),
        # one of three is not known
        ("Otto is 71. His sister Greta is 68.", "Otto is the oldest of the three."),
        # sections are no versions
        (
            "5.1: The tenant pays the deposit. 5.2: The landlord hands over the keys.",
            "The landlord hands over the keys before the tenant pays the deposit.",
        ),
    ],
)
def test_what_is_not_certain_stays_open(told: str, claim: str) -> None:
    [judged] = judge_quantities("", [told], [claim])

    assert judged.outcome == "open"


def test_what_held_until_a_change_is_not_refuted_by_it() -> None:
    told = "On 4 September, the limit on the ring road was lowered to 30 km/h."
    until, since = judge_quantities(
        "",
        [told],
        [
            "The limit on the ring road was 50 km/h until 4 September.",
            "The limit on the ring road has been 50 km/h since 4 September.",
        ],
    )

    assert (until.outcome, since.outcome) == ("open", "contradicted")


@pytest.mark.parametrize(
    ("question", "told", "right", "wrong"),
    [
        (
            "Did Weber score before or after Sato?",
            "The opening goal came from Sato. Then Weber equalised.",
            "After Sato.",
            "Before Sato.",
        ),
        (
            "",
            "Tests follow the setup. Prior to the tests you will sign the agreement.",
            "You will sign the agreement before the tests.",
            "You will sign the agreement after the tests.",
        ),
        (
            "",
            "Only once the evacuation was complete did engineers open the gates.",
            "The evacuation was complete before the gates were opened.",
            "The gates were opened before the evacuation was complete.",
        ),
        (
            "",
            "We refund you within five days of the arrival of the item at our depot.",
            "The arrival of the item is followed by the refund.",
            "The refund is followed by the arrival of the item.",
        ),
        (
            "",
            "His son was crowned in 1472. The contract was sealed in 1471.",
            "By the day of the coronation the contract had been sealed.",
            "By the day of the coronation the contract had yet to be sealed.",
        ),
        (
            "",
            (
                "Ana Reis led the club until 2015. Reis was followed by Ken Ito, who handed "
                "over to Jo Lund."
            ),
            "Ken Ito led the club before Jo Lund.",
            "Ken Ito led the club after Jo Lund.",
        ),
        (
            "",
            "Complete the form, pay the fee and book an appointment.",
            "The fee is paid before the appointment is booked.",
            "The fee is paid after the appointment is booked.",
        ),
        (
            "",
            "Lumen was bought by Orca in 2010 and went public in 2016.",
            "When Lumen went public it had already been bought by Orca.",
            "When Lumen went public it had not yet been bought by Orca.",
        ),
        (
            "",
            "We had lunch on a terrace. Afterwards she led us to the tanneries.",
            "They ate lunch and went on to the tanneries.",
            "They saw the tanneries and went on to eat lunch.",
        ),
        (
            "",
            "Verify your e-mail. Then choose a name.",
            "First verify your e-mail, then choose a name.",
            "First choose a name, then verify your e-mail.",
        ),
        (
            "",
            (
                "The pilot phase ends in June. Staff are trained in July. The service starts in "
                "September."
            ),
            (
                "The training of staff takes place between the pilot phase and the start of the "
                "service."
            ),
            (
                "The training of staff takes place between the start of the service and the pilot "
                "phase."
            ),
        ),
    ],
)
def test_the_wrong_order_scores_higher(question: str, told: str, right: str, wrong: str) -> None:
    [good] = judge_quantities(question, [told], [f"{question} {right}".strip()])
    [bad] = judge_quantities(question, [told], [f"{question} {wrong}".strip()])

    assert good.score < bad.score
    assert good.outcome != "contradicted"
    assert bad.outcome != "supported"


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "Ada moved to Leeds in 1931. Ada was married in 1934.",
            "Ada was not already married when she moved to Leeds.",
            "Ada was already married when she moved to Leeds.",
        ),
        (
            (
                "The bridge was burnt in the autumn of 1643. The garrison had surrendered the "
                "previous spring."
            ),
            "By the time the garrison surrendered, the bridge was still standing.",
            "By the time the garrison surrendered, the bridge was no longer standing.",
        ),
        (
            (
                "Orla filed in Tokyo on 1 March 1989. Berg's notebook entry was made the previous "
                "autumn, and his first model was shown in May 1989."
            ),
            "Berg's notebook entry was made before Orla filed.",
            "Berg's notebook entry was made after Orla filed.",
        ),
        (
            "The aurora broke out at 22:40. The second plate was opened at a quarter to midnight.",
            "The second plate was opened after the aurora broke out.",
            "The second plate was opened before the aurora broke out.",
        ),
    ],
)
def test_what_is_still_or_not_already_so_is_told_apart(
    passage: str, right: str, wrong: str
) -> None:
    told, against = (judge_quantities("", [passage], [one])[0] for one in (right, wrong))
    assert told.outcome != "contradicted"
    assert told.score < 0.5 < against.score


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (
            (
                "The phone lost signal on Monday. The SIM was exchanged on Wednesday. The user "
                "adds on Friday that the contract was changed three days before the loss of signal."
            ),
            "The contract was changed earlier than the SIM was exchanged.",
        ),
        (
            (
                "Governor Elisa Mora conceded at 23:30. Her rival claimed victory an hour and a "
                "half later."
            ),
            "Her rival claimed victory after the governor conceded.",
        ),
        (
            (
                "The will was drawn up in 2011, the codicil added in 2015. Between the two, Mr "
                "Lasky married for the second time. He died in 2019."
            ),
            "Mr Lasky was already remarried when the codicil was added.",
        ),
    ],
)
def test_a_date_of_something_else_refutes_no_order(passage: str, claim: str) -> None:
    [judgement] = judge_quantities("", [passage], [claim])
    assert judgement.outcome != "contradicted"


def test_a_place_among_the_two_that_are_asked_for_is_not_that_among_all() -> None:
    table = """| Title | Released |
|---|---|
| Paper Boats | May 2009 |
| Low Tide | October 2010 |
| Amber | January 2012 |"""
    asked = 'Which song did the band release first, "Amber" or "Low Tide"?'
    right, wrong = (
        judge_quantities(asked, [table], [f'The band released "{name}" first.'])[0].outcome
        for name in ("Low Tide", "Amber")
    )
    assert right != "contradicted"
    assert wrong != "supported"
