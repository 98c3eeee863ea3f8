"""What is said of claims, by the judgement as a whole."""

from __future__ import annotations

import pytest

from groundgraph import Passage
from groundgraph.text.quantities import judge_quantities

SOLD = [
    "The shop sold 24 lamps in May.",
    "The shop sold 18 lamps in June. Staff grew from 12 to 15.",
]
PLANS = [
    "| Plan | Price | Storage |\n|---|---|---|\n| Basic | $5 | 10 GB |\n| Plus | $12 | 100 GB |"
]
RECORD = ["Invoice: 4471\nSubtotal: €1,200.00\nVAT: €240.00\nDue: 14 March 2024"]
BUILT = ["The bridge opened on 3 May 1932. The tunnel was finished in 1958."]
RIVER = ["The river is 212 km long. The canal measures 95 km. The lake is 31 m deep."]
REVENUE = ["Revenue was $2.4 million in 2021, $3.0 million in 2022 and $3.6 million in 2023."]
SUPPORTED = [
    ("told", SOLD, "The shop sold 24 lamps in May."),
    ("in words", SOLD, "The shop sold two dozen lamps in May."),
    ("sum", SOLD, "In total, the shop sold 42 lamps in May and June."),
    ("difference", SOLD, "The shop sold six more lamps in May than in June."),
    ("comparison", SOLD, "The shop sold more lamps in May than in June."),
    ("cell", PLANS, "The Plus plan costs $12."),
    ("superlative", PLANS, "Basic is the cheapest plan."),
    ("ratio", PLANS, "Plus has ten times the storage of Basic."),
    ("field", RECORD, "The invoice is due on 14 March 2024."),
    ("date written otherwise", RECORD, "The invoice is due on 14/3/2024."),
    ("order", BUILT, "The bridge opened before the tunnel was finished."),
    ("elapsed", BUILT, "The tunnel was finished 26 years after the bridge opened."),
    ("unit", RIVER, "The river is about 132 miles long."),
    ("longer", RIVER, "The river is longer than the canal."),
    ("list by year", REVENUE, "Revenue in 2023 was $3.6 million."),
    ("average", REVENUE, "Revenue averaged $3 million over the three years."),
    ("change", REVENUE, "Revenue rose by 25% in 2022."),
]
CONTRADICTED = [
    ("sum", SOLD, "In total, the shop sold 44 lamps in May and June.", "24 + 18 = 42"),
    ("comparison", SOLD, "The shop sold more lamps in June than in May.", "goes against"),
    ("cell", PLANS, "The Plus plan costs $5.", "Plus, Price: $12"),
    ("a cell in few words", PLANS, "Basic costs $12.", "Basic, Price: $5"),
    ("superlative", PLANS, "Plus is the cheapest plan.", "Basic, Price: $5"),
    ("field", RECORD, "The invoice is due on 24 March 2024.", "Due: 14 March 2024"),
    ("order", BUILT, "The tunnel was finished before the bridge opened.", "goes against"),
    ("longer", RIVER, "The canal is longer than the river.", "95 km"),
    ("level", RIVER, "The lake is 41 m deep.", "31 m"),
    ("average", REVENUE, "Revenue averaged $3.3 million over the three years.", "/ 3 = $3,000,000"),
]
OPEN = [
    ("nothing to judge", SOLD, "The shop is popular with tourists."),
    ("not told", SOLD, "The shop paid 300 euros in rent."),
    ("the end of a range", ["Boil for 3-5 minutes."], "Boil the eggs for 2-5 minutes."),
    (
        "what the evidence says itself",
        ["The warmest months are January and February with 12 °C to 24 °C. In July it is 26 °C."],
        "The warmest months are January and February.",
    ),
    ("no order", ["Ana left on 3 May. Ben came on 5 May."], "Ben said once again that Ana left."),
]


def outcome(passages: list[str], claim: str) -> tuple[str, str]:
    [found] = judge_quantities("", passages, [claim])
    return found.outcome, found.explanation


@pytest.mark.parametrize(
    ("passages", "claim"), [c[1:] for c in SUPPORTED], ids=[c[0] for c in SUPPORTED]
)
def test_a_claim_that_follows_is_supported(passages: list[str], claim: str) -> None:
    found, explanation = outcome(passages, claim)

    assert found == "supported"
    assert "(passage" in explanation


@pytest.mark.parametrize(
    ("passages", "claim", "told"), [c[1:] for c in CONTRADICTED], ids=[c[0] for c in CONTRADICTED]
)
def test_a_claim_that_differs_is_contradicted_by_what_is_named(
    passages: list[str], claim: str, told: str
) -> None:
    found, explanation = outcome(passages, claim)

    assert found == "contradicted"
    assert told in explanation


@pytest.mark.parametrize(("passages", "claim"), [c[1:] for c in OPEN], ids=[c[0] for c in OPEN])
def test_what_cannot_be_told_is_not_contradicted(passages: list[str], claim: str) -> None:
    assert outcome(passages, claim)[0] != "contradicted"


def test_the_question_says_what_is_asked() -> None:
    [found] = judge_quantities("What does Plus cost?", PLANS, ["The Plus plan costs $5."])

    assert found.outcome == "contradicted"


def test_passages_are_named_by_their_ids() -> None:
    passages = [Passage(text, name) for text, name in zip(SOLD, ("shop-1", "shop-2"), strict=True)]

    [found] = judge_quantities("", passages, ["The shop sold 42 lamps in May and June together."])

    assert found.explanation == "24 + 18 = 42 (passages shop-1 and shop-2)."
    assert [place.passage for place in found.evidence] == ["shop-1", "shop-2"]
    for place, passage in zip(found.evidence, passages, strict=True):
        assert place.span.of(passage.text) == place.text


def test_every_score_lies_between_0_and_1() -> None:
    claims = [claim for _, _, claim in SUPPORTED]

    found = judge_quantities("How many lamps?", [*SOLD, *PLANS, *RIVER], claims)

    assert all(0 <= each.score <= 1 for each in found)


def test_a_judgement_does_not_depend_on_the_claims_beside_it() -> None:
    claims = [claim for _, _, claim in SUPPORTED]

    together = judge_quantities("", SOLD, claims)

    assert together == [judge_quantities("", SOLD, [claim])[0] for claim in claims]


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "|", "|||\n|||", "½", "٣ lamps", "1" * 5000, "a" * 9000]
)
def test_odd_texts_are_read(text: str) -> None:
    assert len(judge_quantities(text, [text, "Two lamps."], [text, "Two lamps."])) == 2


USERS = (
    "| Plan | Price | Users |\n|---|---|---|\n"
    "| Basic | $10 | 1 |\n| Pro | $25 | 5 |\n| Team | $60 | 20 |"
)


@pytest.mark.parametrize(
    ("passages", "claim", "outcome"),
    [
        (["The north wing has 24 beds.", "The south wing has 18 beds."], "42", "supported"),
        (["The north wing has 24 beds.", "The south wing has 18 beds."], "44", "contradicted"),
        (["In May the clinic had 24 beds. In June the clinic had 18 beds."], "42", "open"),
        (["In 2019 the clinic had 24 beds. In 2020 the clinic had 18 beds."], "42", "open"),
    ],
)
def test_a_total_is_of_all_that_is_counted_by_its_noun(
    passages: list[str], claim: str, outcome: str
) -> None:
    asked = "How many beds are there in total?"
    [found] = judge_quantities(asked, passages, [f"There are {claim} beds in total."])
    assert found.outcome == outcome


def test_a_value_of_another_row_is_wrong_beside_a_right_one() -> None:
    claim = "The Pro plan costs $60 and allows 5 users."
    [found] = judge_quantities("What does the Pro plan cost?", [USERS], [claim])
    assert found.outcome == "contradicted"
    assert "Pro, Price: $25" in found.explanation


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        ("The red bike weighs 9 kg. The blue bike weighs 12 kg.", "The red bike weighs 12 kg."),
        ("The adult fare is 12 euros. The child fare is 6 euros.", "The adult fare is 6 euros."),
    ],
)
def test_the_amount_of_the_other_of_two_is_wrong(told: str, claim: str) -> None:
    assert outcome([told], claim)[0] == "contradicted"


def test_an_amount_of_two_things_that_both_are_said_is_not_wrong() -> None:
    told = "The red bike weighs 9 kg. The blue bike weighs 12 kg."
    claim = "The red bike and the blue bike weigh 9 kg and 12 kg."

    assert outcome([told], claim)[0] != "contradicted"


def test_has_behind_a_number_is_no_unit() -> None:
    claim = "The Vireo 200 has 5 legs."
    [found] = judge_quantities("", ["The Vireo 200 has 4 legs."], [claim])
    said = [(check.at.of(claim), check.outcome) for check in found.checks]
    assert [each for each in said if "5" in each[0]] == [("5", "contradicted")]
    assert not any("has" in words for words, _ in said)


def test_what_one_passage_says_outweighs_what_follows_from_another() -> None:
    told = ["Sales increased by 12% in 2023.", "Sales increased by 8% in 2023, after 12% in 2022."]
    [found] = judge_quantities("", told, ["Sales increased by 12% in 2023."])
    assert found.outcome == "supported"


LAMPS = "Ana sold 5 lamps in May. Ben sold {} lamps in June."
BOTH = "Ana sold 5 lamps in May and Ben sold 5 lamps in June."


@pytest.mark.parametrize(("sold", "found"), [(5, "supported"), (7, "contradicted")])
def test_two_equal_amounts_of_a_claim_are_two(sold: int, found: str) -> None:
    [judged] = judge_quantities("", [LAMPS.format(sold)], [BOTH])
    amounts = [check for check in judged.checks if check.kind == "amount"]

    assert judged.outcome == found
    assert [check.outcome for check in amounts] == ["supported", found]
    assert [check.at.of(BOTH) for check in amounts] == ["5", "5"]
    assert amounts[0].at < amounts[1].at
