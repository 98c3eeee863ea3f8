"""What is said of claims by their small words: each pattern with a right and a wrong twin."""

from __future__ import annotations

import pytest

from groundgraph import Passage
from groundgraph.text.scope import judge_scope

TWINS = [
    (
        "quantifier",
        "Some members voted for the merger.",
        "At least one member voted for the merger.",
        "All members voted for the merger.",
    ),
    (
        "quantifier",
        "All sites except Keld have been certified.",
        "Not all sites have been certified.",
        "All sites have been certified.",
    ),
    (
        "quantifier",
        "All eight colonies were ringed by volunteers.",
        "Each of the colonies was ringed by volunteers.",
        "Only some of the colonies were ringed by volunteers.",
    ),
    (
        "modality",
        "The supervisory authority may fine the chain.",
        "It is possible that the supervisory authority fines the chain.",
        "The supervisory authority will fine the chain.",
    ),
    (
        "modality",
        "Copperline must be restarted after an update.",
        "A restart of Copperline is required after an update.",
        "A restart of Copperline is merely recommended after an update.",
    ),
    (
        "condition",
        "Idle connections are closed unless keep_warm is true.",
        "Unless keep_warm is true, idle connections are closed.",
        "Idle connections are closed only if keep_warm is true.",
    ),
    (
        "condition",
        "The deposit is paid back only if the flat is handed over clean. Tenants find successors.",
        "The deposit is paid back provided that the flat is handed over clean.",
        "The deposit is paid back only if the tenant finds a successor.",
    ),
    (
        "condition",
        "Matches are moved indoors only when the court is above 38 degrees. Rain delays them.",
        "Matches are moved indoors only when the court is above 38 degrees.",
        "Matches are moved indoors when there is rain.",
    ),
    (
        "condition",
        "The bond is refunded unless the kiln is damaged.",
        "The bond is not refunded if the kiln is damaged.",
        "The bond is not refunded unless the kiln is damaged.",
    ),
    (
        "condition",
        "Stalls may open before noon, unless the square is being swept.",
        "Stalls may open before noon unless the square is being swept.",
        "Stalls may open before noon if the square is being swept.",
    ),
    (
        "condition",
        "Filming is allowed only with the consent of the warden.",
        "Filming is allowed if the warden gives consent.",
        "Filming is allowed even without the consent of the warden.",
    ),
    (
        "condition",
        "The vents must be shut if the hut is left for more than 48 hours.",
        "The vents must be shut if the hut is left for more than 48 hours.",
        "The vents must be shut whenever the hut is left.",
    ),
    (
        "negation",
        "The emergency phone in the lift worked that night.",
        "That night the emergency phone in the lift worked.",
        "The emergency phone in the lift did not work that night.",
    ),
    (
        "negation",
        "The path to the lighthouse is unsafe in winter.",
        "The path to the lighthouse is not safe in winter.",
        "The path to the lighthouse is safe in winter.",
    ),
    (
        "exclusivity",
        "The tool runs on Linux and on macOS.",
        "The tool runs on Linux.",
        "The tool runs only on Linux.",
    ),
    (
        "degree",
        "Rents in the old town rose slightly in 2022.",
        "In 2022, rents in the old town rose a little.",
        "Rents in the old town rose sharply in 2022.",
    ),
    (
        "frequency",
        "The printer sometimes prints a blank page.",
        "The printer occasionally prints a blank page.",
        "The printer always prints a blank page.",
    ),
    (
        "ordinal",
        "Ana Reis finished second in the slalom.",
        "In the slalom, Ana Reis finished second.",
        "Ana Reis finished first in the slalom.",
    ),
]
MASKS = (
    "Face masks are not merely what we would recommend; they are required if you want to enter the "
    "mill."
)
OPEN = [
    (
        "perhaps the same condition in other words",
        "The deposit is paid back only if the flat is handed over clean.",
        "The deposit is paid back only if the rooms have been scrubbed.",
    ),
    (
        "another deer",
        "Mule deer have a black tip on the tail, notable against the white rump patch.",
        "While white-tailed deer do not have a black tip on the tail.",
    ),
    (
        "how often",
        "If you play every day, change the strings each month.",
        "If you play every other day, change the strings.",
    ),
    ("one condition, what hangs on it in other words",
     "Loans to minors are refused unless a parent signs.",
     "Loans to minors are not made unless a parent signs."),
    ("nothing told", "The shop sold lamps.", "All pupils must wear a tie."),
    ("no small word", "The shop sold lamps in May.", "The shop sold lamps."),
    ("weaker", "The bridge will open in May.", "The bridge may open in May."),
    ("another subject", "Some cows graze on the moor.", "All ships carry a flag."),
    ("a month", "The fair in May drew many visitors.", "The fair must have drawn many visitors."),
    ("other numbers", "After a week, 90 beetles were found.", "150 beetles were not found."),
    ("an order", "Click Unload Hive in the File menu.", "Click Load Hive in the File menu."),
    ("necessary only if", "Do not lift the top over the tyre.", "Lift the top, if necessary."),
    ("usually not, almost never", "Real Bakelite almost never has seams.",
     "Real Bakelite usually does not have seams."),
    ("both ordinals", "Let the second coat dry.", "Let the first coat dry, then the second coat."),
    ("a part left out", "Gloves are compulsory in the wood shop but not in the metal shop.",
     "Gloves are not required in the metal shop."),
    ("more than advice", MASKS, "Face masks are compulsory for the mill."),
    ("even if, of what depends on it", "If a game has a value, it is fair.",
     "A game is fair even if it has a value."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "told", "right", "wrong"), TWINS)
def test_the_wrong_twin_is_contradicted(kind: str, told: str, right: str, wrong: str) -> None:
    good, bad = judge_scope("", [told], [right, wrong])

    assert good.outcome != "contradicted"
    assert bad.outcome == "contradicted"
    assert kind in [check.kind for check in bad.deciding]
    assert good.score < bad.score


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("Admins cannot delete a workspace.", "open"),  # of whom it says nothing by name
        ("Admins can delete a workspace.", "contradicted"),
        ("The account owner can delete a workspace.", "supported"),
        ("The account owner cannot delete a workspace.", "contradicted"),
        ("Admins can rename a workspace.", "open"),
    ],
)
def test_what_one_alone_may_is_forbidden_to_others(claim: str, outcome: str) -> None:
    [found] = judge_scope("", ["Only the account owner can delete a workspace."], [claim])

    assert found.outcome == outcome


def test_what_one_of_a_kind_does_is_not_denied_by_another() -> None:
    told = "The X model has a removable battery."

    [other] = judge_scope("", [told], ["The S model does not have a removable battery."])
    [own] = judge_scope("", [told], ["The X model does not have a removable battery."])

    assert other.outcome == "open"
    assert own.outcome == "contradicted"


@pytest.mark.parametrize(("why", "told", "claim"), OPEN)
def test_what_is_not_told_stays_open(why: str, told: str, claim: str) -> None:
    [found] = judge_scope("", [told], [claim])

    assert found.outcome == "open", why
    assert found.certainty == ""
    assert found.explanation == ""


def test_a_claim_that_a_sentence_holds_is_supported() -> None:
    told = "Most participants slept through the night, and nobody fell ill."

    [found] = judge_scope("", [told], ["Most participants slept through the night."])

    assert (found.outcome, found.score) == ("supported", 0.0)
    assert found.explanation.startswith("The passage says “Most”")


def test_words_left_out_under_a_denial_support_nothing() -> None:
    told = "Tom does not have a firm bank account. Every violent crime must be punished."
    claims = ["Tom does not have a bank account.", "Every crime must be punished."]

    assert {found.outcome for found in judge_scope("", [told], claims)} == {"open"}


def test_passages_that_disagree_leave_a_claim_open() -> None:
    told = ["Some members voted for the merger.", "All members voted for the merger."]

    [found] = judge_scope("", told, ["All members voted for the merger."])

    assert found.outcome != "contradicted"


def test_the_explanation_quotes_the_sentence_and_names_the_passage() -> None:
    told = [
        Passage("The lift stood still.", "log"),
        Passage("No one was hurt. Snow may block the pass in June.", "guide"),
    ]

    [found] = judge_scope("", told, ["Snow will block the pass in June."])

    assert found.explanation == (
        "The passage says “may”, not “will”: “Snow may block the pass in June.” (passage guide)."
    )


def test_evidence_is_the_words_that_decide() -> None:
    told = "No one was hurt. Snow may block the pass in June."

    [found] = judge_scope("", [told], ["Snow will block the pass in June."])

    [place] = found.evidence
    assert (place.passage, place.text) == ("1", "may")
    assert place.span.of(told) == "may"


def test_a_condition_is_held_against_what_the_question_asks() -> None:
    told = (
        "A faulty unit is exchanged free only if the serial number is registered. "
        "The buyer keeps the box and the receipt."
    )
    claims = [
        "Only if the serial number is registered.",
        "Only if the buyer has kept the box and the receipt.",
    ]

    right, wrong = judge_scope("When is a faulty unit exchanged free?", [told], claims)

    assert right.outcome != "contradicted"
    assert wrong.outcome == "contradicted"


def test_a_flat_claim_leans_where_the_evidence_is_unsure() -> None:
    told = "The court in Aldis may hear the case before the long summer recess."

    flat, unsure = judge_scope(
        "", [told], ["The court in Aldis hears the case.", "The court in Aldis may hear the case."]
    )

    assert (flat.outcome, unsure.outcome) == ("open", "supported")
    assert unsure.score < 0.5 < flat.score


def test_long_values_of_data_are_read() -> None:
    told = '[{"name": "Ike", "said": "The staff were never rude to any of the guests who dined."}]'

    [found] = judge_scope("", [told], ["The staff were sometimes rude to the guests who dined."])

    assert found.outcome == "contradicted"


def test_no_claims_and_no_passages() -> None:
    assert judge_scope("", ["Some did."], []) == []
    [found] = judge_scope("", [], ["All did it."])
    assert found.outcome == "open"


def test_a_verb_that_denies_turns_nobody_into_everybody() -> None:
    asked = "On which day did none of the six evening buses escape a delay of five minutes or more?"
    told = "On Friday each of the six evening buses was late by at least five minutes."
    claim = "None of the six evening buses escape a delay of five minutes or more on Friday."

    [found] = judge_scope(asked, [f"{told} On Monday exactly one was."], [claim])

    assert found.outcome == "open"


@pytest.mark.parametrize(
    ("told", "claim", "outcome"),
    [
        ("Ulm finished second, behind Bonn.", "Ulm finished first.", "contradicted"),
        ("Ulm finished second, behind Bonn.", "Bonn finished first.", "open"),
        ("Behind Ulm, Kiel finished second.", "Ulm finished first.", "open"),
        ("Ulm's Ann Reed finished second.", "Reed finished third.", "contradicted"),
    ],
)
def test_the_rank_of_one_is_not_held_against_another(told: str, claim: str, outcome: str) -> None:
    [found] = judge_scope("", [told], [claim])

    assert found.outcome == outcome


def test_what_a_part_does_is_not_denied_by_what_the_rest_does_not() -> None:
    told = "A third of the voters opposed the plan."

    [found] = judge_scope("", [told], ["Two thirds of the voters did not oppose the plan."])

    assert found.outcome == "open"
