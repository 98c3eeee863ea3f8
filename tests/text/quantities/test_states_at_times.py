"""What a claim says was so, or not, when something happened, beside what began or ended it."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities


def score(passage: str, claim: str) -> float:
    [judgement] = judge_quantities("", [passage], [claim])
    return judgement.score


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "The warrant was signed at 06:45. The police searched the flat at 06:00.",
            "At the time of the search, no signed warrant existed.",
            "At the time of the search, a signed warrant existed.",
        ),
        (
            "Mora retired from racing in 2018. She had joined the board in 2016.",
            "Mora was a racing driver when she joined the board.",
            "Mora was not a racing driver when she joined the board.",
        ),
        (
            "The hedge was planted in 2002. The pool was built in 2003.",
            "The hedge was in the ground when the pool was built.",
            "The hedge was not in the ground when the pool was built.",
        ),
        (
            "The extension was built in 1990. The Bergs bought the house in 1985.",
            "The extension was not there when the Bergs bought the house.",
            "The extension was there when the Bergs bought the house.",
        ),
        (
            "Ruiz equalised two minutes before Hakimi was sent off.",
            "Hakimi was on the pitch when Ruiz equalised.",
            "Hakimi was off the pitch when Ruiz equalised.",
        ),
        (
            "Dr Amara left the clinic in June 2019. The new scanner was installed in March 2020.",
            "At the installation of the scanner, Amara was no longer at the clinic.",
            "At the installation of the scanner, Amara was still at the clinic.",
        ),
        (
            "The factory closed in 1999, three years before the railway reached the town.",
            "When the railway reached the town, the factory was closed.",
            "When the railway reached the town, the factory was open.",
        ),
        (
            "Anna moved to Oslo in 2010 and left Oslo in 2014. She married Per in 2016.",
            "Anna was not living in Oslo when she married Per.",
            "Anna was living in Oslo when she married Per.",
        ),
    ],
)
def test_a_state_leans_to_what_began_or_ended_it_before(
    passage: str, right: str, wrong: str
) -> None:
    assert score(passage, right) < 0.5 < score(passage, wrong)


def test_a_state_never_decides_and_takes_no_support_away() -> None:
    passage = "The hedge was planted in 2002. The pool, of 12 metres, was built in 2003."
    [judgement] = judge_quantities(
        "", [passage], ["The hedge was not in the ground when the pool was built."]
    )
    assert judgement.outcome == "open"


def test_what_is_so_on_a_condition_is_no_state_at_a_time() -> None:
    passage = "Once the light turns green, the door is open."
    assert score(passage, "The door is open when the light is green.") == 0.5


@pytest.mark.parametrize(
    "claim",
    [
        "The pool was repaired by draining it.",
        "The pool is deep, as the owner says himself.",
        "The gate is green.",
    ],
)
def test_no_state_at_a_time_is_read_in_other_claims(claim: str) -> None:
    passage = "The hedge was planted in 2002. The pool was drained in 2003 and repaired in 2004."
    assert score(passage, claim) == 0.5


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "The vault was sealed before the auditors set foot in the building.",
            "The vault was sealed ahead of the experts' visit.",
            "The vault was sealed following the experts' visit.",
        ),
        (
            "Only after Kenji had checked the figures did Paula send the tender.",
            "The bid went out once the figures had been checked.",
            "The bid went out before the figures were checked.",
        ),
    ],
)
def test_the_other_thing_of_a_connector_is_what_a_claim_tells_in_words_of_its_own(
    passage: str, right: str, wrong: str
) -> None:
    assert score(passage, right) < 0.5 < score(passage, wrong)


BOLT = "Mia worked at Bolt from 2015 to 2019. She married in {}."
JOINED = "Mia joined Bolt in 2015. She married in 2017. Mia left Bolt in 2019."
COVER = "The warranty runs from 1 March 2023 until 28 February 2025. The fault was reported in {}."


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            COVER.format("April 2024"),
            "The warranty was still running when the fault was reported.",
            "The warranty was no longer running when the fault was reported.",
        ),
        (
            BOLT.format(2017),
            "Mia was still working at Bolt when she married.",
            "Mia was no longer working at Bolt when she married.",
        ),
        (
            BOLT.format(2021),
            "Mia was no longer working at Bolt when she married.",
            "Mia was still working at Bolt when she married.",
        ),
        (
            BOLT.format(2021),
            "Mia was not working at Bolt when she married.",
            "Mia was working at Bolt when she married.",
        ),
        (
            JOINED,
            "Mia was still working at Bolt when she married.",
            "Mia was no longer working at Bolt when she married.",
        ),
    ],
)
def test_what_is_still_so_is_held_against_its_end(passage: str, right: str, wrong: str) -> None:
    told, against = (judge_quantities("", [passage], [one])[0] for one in (right, wrong))
    assert told.outcome != "contradicted"
    assert against.outcome != "supported"
    assert told.score < 0.5 < against.score


def test_the_past_perfect_looks_back_behind_the_sentence_before() -> None:
    passage = (
        "Norvik's shares peaked at 412 kroner, a level never reached again. "
        "The dividend had been cut."
    )
    assert score(passage, "The dividend was cut before the shares peaked.") < 0.5
    assert score(passage, "The dividend was cut after the shares peaked.") > 0.5


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "The tonsils were removed in 2001. The appendix was removed in 2009.",
            "The tonsils were removed first.",
            "The appendix was removed first.",
        ),
        (
            "The dairy got panels in May. The barn got panels in July.",
            "The dairy was the first building to get panels.",
            "The barn was the first building to get panels.",
        ),
        (
            "Anna signed after Ben had signed. Carl signed last.",
            "Carl was the last to sign.",
            "Ben was the last to sign.",
        ),
        (
            "The pump failed before the alarm went off.",
            "The pump failed at an earlier point than the alarm.",
            "The pump failed at a later point than the alarm.",
        ),
        (
            "Hi Dalia, could you water the garden tonight? And then feed the hens, please.",
            "The garden is watered before the hens are fed.",
            "The hens are fed before the garden is watered.",
        ),
    ],
)
def test_a_place_in_a_row_leans_to_the_course(passage: str, right: str, wrong: str) -> None:
    assert score(passage, right) < 0.5 < score(passage, wrong)
