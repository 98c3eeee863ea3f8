"""Days and hours that lie so long after another: of the evidence, or of the question."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

_LOAN = "Loan slip. Borrowed: 3 March 2025. Loan period: 21 days. Fines after that are 20p a day."
_RETURN = "You may return any item within 30 days of receiving it. Refunds take some days."
_BOILER = (
    "Boiler record. Installed on 5 May 2019. Last service: 12 October 2023. To be serviced every "
    "12 months."
)
_TABLET = "Mr Lund had his tablet at 07:45. Nothing to eat until two and a half hours after it."
_FERRY = "The ferry leaves Frederikshavn at 22:30. The crossing takes 4 hours 15 minutes."
_LEASE = (
    "The lease ends soon. Notice must be given at least two months before the end of the lease."
)
_BOOTS = (
    "Shoes may be sent back within 30 days of the delivery date. Your order was dispatched on "
    "4 April and delivered on 8 April."
)


@pytest.mark.parametrize(
    ("told", "question", "right", "wrong"),
    [
        (
            _LOAN,
            "When is the loan over?",
            "It has to be back by 24 March 2025.",
            "By 31 March 2025.",
        ),
        (
            "Books are lent for 28 days from the day of issue. Yours was issued on 3 March 2026.",
            "When do I have to return it?",
            "You have to return it by 31 March 2026.",
            "You have to return it by 28 March 2026.",
        ),
        (_BOILER, "When is it due?", "The next service is on 12 October 2024.", "On 5 May 2024."),
        (_TABLET, "When may he eat?", "He may eat again from 10:15.", "He may eat from 09:45."),
        (_FERRY, "When does it arrive?", "The ferry arrives at 02:45.", "It arrives at 03:15."),
        (
            _LEASE,
            "By when is notice to be given to end it on 30 September?",
            "By 30 July.",
            "By 31 August.",
        ),
        (_BOOTS, "What is the last day to send the boots back?", "On 8 May.", "On 4 May."),
    ],
)
def test_what_is_due_is_reckoned(told: str, question: str, right: str, wrong: str) -> None:
    good, bad = (judge_quantities(question, [told], [each])[0] for each in (right, wrong))
    assert good.outcome == "supported"
    assert bad.outcome != "supported"


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("You can return it by 14 July.", "supported"),
        ("You can return it by 24 July.", "contradicted"),
        ("You can return it by 15 July.", "open"),  # by another way of counting
    ],
)
def test_the_question_tells_from_when(claim: str, outcome: str) -> None:
    [found] = judge_quantities(
        "I received it on 14 June. What is the deadline for a return?", [_RETURN], [claim]
    )
    assert found.outcome == outcome


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        ("Talks failed on 3 May. The union wants 30 days of leave.", "The strike began on 2 June."),
        ("Cancel up to 48 hours before arrival.", "You arrive at 15:00 and cancel by 15:00."),
        ("We opened on 3 May. Staff have 10 days of leave.", "The deadline is 13 May."),
        ("A reply is due within 30 working days of service on 3 May.", "It is due by 2 June."),
        ("The exam starts at 9:00 and lasts three hours, with a break.", "It ends at 12:00."),
        ("The bus leaves at 14:10. Another runs every ten minutes.", "The next leaves at 14:19."),
    ],
)
def test_a_time_that_is_counted_from_nothing_leads_nowhere(told: str, claim: str) -> None:
    [found] = judge_quantities("", [told], [claim])
    assert found.outcome != "supported"
