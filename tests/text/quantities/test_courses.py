"""What the course of a passage tells of orders that no date and no single sentence decides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.evidence.index import index_of
from groundgraph.text.quantities.times.happenings import happenings, may_order
from groundgraph.text.quantities.times.relations import CONNECTORS
from groundgraph.text.quantities.written.model import read
from groundgraph.types import Span


def score(passage: str, claim: str) -> float:
    [judgement] = judge_quantities("", [passage], [claim])
    return judgement.score


def told(passage: str) -> list[str]:
    """Return the happenings that a passage tells."""
    return [one.span.of(passage) for one in index_of((passage,)).course.happenings]


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "By the time the first engine pulled up, the roof had already fallen in.",
            "The roof collapsed before the firefighters arrived.",
            "The roof collapsed after the firefighters arrived.",
        ),
        (
            "Odeh filed her complaint in spring. Two weeks later her employer dismissed her.",
            "She was dismissed after she had filed her complaint.",
            "She was dismissed before she had filed her complaint.",
        ),
        (
            "Orland issued its profit warning. The chief had sold his shares the previous week.",
            "The chief sold his shares before the profit warning came out.",
            "The chief sold his shares after the profit warning came out.",
        ),
        (
            "In the run-up to the referendum, the finance minister resigned.",
            "The finance minister stepped down before the referendum.",
            "The finance minister stepped down after the referendum.",
        ),
        (
            "Having lost interest in teeth, she played Hedda and was then offered a film.",
            "She portrayed Hedda before getting the film offer.",
            "She got the film offer before portraying Hedda.",
        ),
        (
            "Ola played the drums. She quit and was replaced by Finn.",
            "Ola was the drummer before Finn.",
            "Finn was the drummer before Ola.",
        ),
        (
            "The panel saw Mabey on 4 June and Ruzic on 6 June.",
            "Mabey was interviewed before Ruzic.",
            "Ruzic was interviewed before Mabey.",
        ),
        (
            "Dinner is served in Ljubljana, after which there is an optional night walk.",
            "The night walk follows dinner.",
            "Dinner follows the night walk.",
        ),
        (
            "The minister faced parliament at noon. An apology from the blog followed.",
            "The blog apologised after the minister appeared in parliament.",
            "The blog apologised before the minister appeared in parliament.",
        ),
        (
            "The roof of the cinema gave in at dawn. The flats had been cleared a little earlier.",
            "The flats were emptied before the roof collapsed.",
            "The flats were emptied after the roof collapsed.",
        ),
        (
            "When the second kiln was lit, old Madame Roux had been dead for a year.",
            "Madame Roux died before the kiln came into use.",
            "Madame Roux died after the kiln came into use.",
        ),
        (
            "The barn was wired after the roof had been tiled.",
            "The tiling of the roof predates the wiring of the barn.",
            "The wiring of the barn predates the tiling of the roof.",
        ),
        (
            "Mora took the lead in the last lap; until then Sund had been first.",
            "Mora took the lead after Sund had been first.",
            "Mora took the lead before Sund had been first.",
        ),
        (
            "The signature emerged during cleaning. Experts had until then ascribed it to Vasco.",
            "Experts attributed it to Vasco before the signature came to light.",
            "Experts attributed it to Vasco after the signature came to light.",
        ),
        (
            "Teeth change at four months. House training should be finished well before that.",
            "House training is over before the teeth change.",
            "House training is over after the teeth change.",
        ),
        (
            "Do not cancel the old contract before the transfer is confirmed.",
            "Cancel the old contract only after the transfer has been confirmed.",
            "Cancel the old contract before the transfer has been confirmed.",
        ),
    ],
)
def test_a_wrong_order_scores_higher_than_a_right_one(passage: str, right: str, wrong: str) -> None:
    assert score(passage, right) < 0.5 < score(passage, wrong)


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (
            "Alerts are suppressed until the rotation is complete.",
            "Alerts resume after the rotation.",
        ),
        (
            "Mock exams are sat in December, real ones in May.",
            "Pupils sit mock exams before the real exams.",
        ),
        (
            "Neither party may end the lease before 2027.",
            "Before they end the lease, both parties have to wait.",
        ),
        (
            "Two boards met. Shareholders backed the deal, subject to clearance from Brussels.",
            "Shareholders approved the deal before Brussels cleared it.",
        ),
    ],
)
def test_what_a_passage_does_not_order_speaks_against_no_order(passage: str, claim: str) -> None:
    assert score(passage, claim) <= 0.5


@pytest.mark.parametrize(
    ("question", "passage", "right", "wrong"),
    [
        (
            "What happened after the alarm was acknowledged?",
            "02:11:08 pump alarm raised\n02:11:40 alarm acknowledged\n02:13:02 bypass valve opened",
            "The bypass valve was opened.",
            "The pump alarm was raised.",
        ),
        (
            "Which was built first, the station or the hotel?",
            "The station was finished in 1871. Lord Pell's hotel opened in 1864.",
            "The hotel",
            "The station",
        ),
        (
            "Who edited The Argus first, Alder or Penrose?",
            "Under Miss Penrose, the editor who followed Alder, it went back to being a weekly.",
            "Alder edited The Argus first.",
            "Penrose edited The Argus first.",
        ),
        (
            "In what order is a payment used?",
            "It is applied first towards fees, secondly towards interest and lastly to principal.",
            "Fees come first, interest next, and principal last.",
            "Principal comes first, interest next, and fees last.",
        ),
        (
            "When may the soil be sieved?",
            "Weigh the tin. Sieve the soil only when W3 has been written down.",
            "Once W3 has been recorded",
            "Before W3 has been recorded",
        ),
        (
            "When is breakfast?",
            "Breakfast is brought round when the train has left Padua.",
            "Breakfast is served once Padua is behind you.",
            "Breakfast is served with Padua still to come.",
        ),
        (
            "What was the state of the shade cloth when irrigation started?",
            "06:55 shade cloth retracted\n07:40 irrigation on\n08:20 irrigation off",
            "It had already been drawn back.",
            "It had not yet been drawn back.",
        ),
    ],
)
def test_a_question_tells_what_a_claim_is_put_in_order_with(
    question: str, passage: str, right: str, wrong: str
) -> None:
    [good], [bad] = (judge_quantities(question, [passage], [claim]) for claim in (right, wrong))
    assert good.score < bad.score


def test_what_lasts_is_not_last() -> None:
    passage = "Colds last for two to three days. Sinus infections can last for seven days or more."
    [found] = judge_quantities(
        "How long do sinus infections last?", [passage], ["Sinus infections last seven days."]
    )
    assert not any(check.kind == "order" for check in found.checks)


def test_a_time_behind_another_that_is_earlier_by_half_a_day_is_of_the_next() -> None:
    passage = "The train leaves Graz at 22:25. Coaches are attached at Villach at 00:40."
    course = index_of((passage,)).course
    assert course.order(0, 1) >= 0


def test_a_clause_without_a_verb_is_no_happening_of_its_own() -> None:
    passage = "In the spring, after a long dispute, the council, which owned the mill, sold it."
    assert told(passage) == [
        "a long dispute",
        "owned the mill",
        "In the spring, after a long dispute, the council, which owned the mill, sold it.",
    ]


@pytest.mark.parametrize(
    "question", ["Which came first, or was it later?", "What came first: A or?"]
)
def test_a_question_that_offers_one_thing_has_no_order(question: str) -> None:
    told = "The merger was announced in May. The bank was sold in June."
    [found] = judge_quantities(question, [told], ["The merger came first."])
    assert found.outcome == "open"


def orders(text: str) -> bool:
    """Say whether a sentence, read, puts something of it in order."""
    found = happenings(text, Span(0, len(text)))
    return any((one.way and not one.weak) or one.cue or one.rank for one in found)


@pytest.mark.parametrize(
    "sentence",
    [
        *(f"The bell rang {' '.join(words)} the door had shut." for words in CONNECTORS),
        "With the vote still to come, he left.",
        "When the train came in, the lights hadn't yet gone out, but Bo'd left.",
        "No sooner had it failed than the lights went out.",
        "At that moment she had already gone.",
        "Having heard it, they left, and the key follows.",
        "In the run-up to the vote Bo took over from Ann, and that led to a strike at the end.",
        "Then it rained.",
        "Ann arrived finally.",
    ],
)
def test_what_puts_things_in_order_is_known_by_its_words(sentence: str) -> None:
    assert may_order(read(sentence).letters) or not orders(sentence)


def test_claims_are_known_to_put_nothing_in_order_by_their_words() -> None:
    lines = (Path(__file__).parent / "pairs.jsonl").read_text("utf-8").splitlines()
    pairs = [pair for line in lines for pair in json.loads(line)["pairs"]]
    claims = [pair[side] for pair in pairs for side in ("right", "wrong")]
    unread = [claim for claim in claims if not may_order(read(claim).letters)]
    assert len(unread) > len(claims) / 4
    assert not any(map(orders, unread))


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "The trademark was registered in May. The shop sign had been put up in April.",
            "The sign went up before the registration.",
            "The sign went up after the registration.",
        ),
        (
            "The boat was valued before the new engine was fitted.",
            "The valuation came before the new engine.",
            "The valuation came after the new engine.",
        ),
        (
            "The suspect was questioned before he spoke to his lawyer.",
            "The interrogation came before the talk with the lawyer.",
            "The interrogation came after the talk with the lawyer.",
        ),
    ],
)
def test_other_forms_of_a_word_tell_of_one_happening(passage: str, right: str, wrong: str) -> None:
    assert score(passage, right) < 0.5 < score(passage, wrong)


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "Pay the deposit prior to the handover of keys. Rent is due on the day of handover.",
            "The deposit is paid earlier than the rent.",
            "The deposit is paid later than the rent.",
        ),
        (
            "Coaches leave after the fair. The speech is held before the fair.",
            "The speech is held before the coaches leave.",
            "The speech is held after the coaches leave.",
        ),
        (
            "The bridge was begun after the flood. The flood came in 1226. A mill stood in 1223.",
            "The mill was there earlier than the bridge.",
            "The bridge was there earlier than the mill.",
        ),
    ],
)
def test_what_is_told_again_joins_two_orders(passage: str, right: str, wrong: str) -> None:
    assert score(passage, right) < 0.5 < score(passage, wrong)


def test_another_thing_of_a_kind_joins_nothing() -> None:
    told = "Coaches leave after the spring fair. The speech is held before the autumn fair."
    assert score(told, "The speech is held after the coaches leave.") <= 0.5
