"""What the judge of quantities sees of orders and comparisons that are told without amounts."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.evidence.index import index_of
from groundgraph.text.quantities.evidence.slots import ReadClaim
from groundgraph.text.quantities.standing import checks_of
from groundgraph.text.quantities.times.links import links_of
from groundgraph.text.quantities.written.model import read


def lean(passage: str, claim: str) -> float:
    index = index_of((passage,))
    checks = checks_of(ReadClaim(read(claim, index.labels), read(""), index))
    return sum(check.lean for check in checks)


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
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
            "By the time the printer reached Tallinn his press had been seized.",
            "The press was confiscated before the printer got there.",
            "The press was confiscated after the printer got there.",
        ),
        (
            "Her years in Malmö came between a spell in the circus and one in Hamburg.",
            "She went to Hamburg last.",
            "She joined the circus last.",
        ),
        (
            "The barn was wired after the roof had been tiled.",
            "The tiling of the roof predates the wiring of the barn.",
            "The wiring of the barn predates the tiling of the roof.",
        ),
        (
            "Ruiz equalised after Hakim had been sent off.",
            "Hakim was no longer on the pitch when Ruiz scored.",
            "Hakim was still on the pitch when Ruiz scored.",
        ),
        (
            "The Lastra is quicker than the Bruno and the Oxen is slower than the Bruno.",
            "The fastest is the Lastra.",
            "The fastest is the Oxen.",
        ),
        (
            "The guesthouse in Paro was warmer than the one in Punakha.",
            "It was colder in Punakha than in Paro.",
            "It was colder in Paro than in Punakha.",
        ),
    ],
)
def test_an_order_is_told_by_the_words_of_one_side(passage: str, right: str, wrong: str) -> None:
    def worth(claim: str) -> float:
        [found] = judge_quantities("", [passage], [claim])
        decided = {"supported": 1.0, "contradicted": -1.0}.get(found.outcome, 0.0)
        return decided or lean(passage, claim)

    assert worth(right) > 0 > worth(wrong)


def test_a_plain_order_decides_and_shows_its_sentence() -> None:
    told = "The wires had been renewed after the paving was laid. Trams returned in spring."
    [found] = judge_quantities("", [told], ["The wires were renewed before the paving was laid."])
    assert found.outcome == "contradicted"
    assert "after the paving was laid" in found.explanation


@pytest.mark.parametrize(
    "told",
    [
        "He had wanted the boards laced before any gilding was tried.",
        "The edges were gilt and, not a day earlier, the boards were laced.",
    ],
)
def test_what_was_only_wanted_or_is_denied_is_no_order(told: str) -> None:
    assert not links_of(index_of((told,)).sentences)


def test_a_tense_alone_only_leans() -> None:
    told = "The tower was reclad in the autumn. The lifts had been renewed."
    [found] = judge_quantities("", [told], ["The lifts were renewed after the tower was reclad."])
    assert found.outcome == "open"
    assert lean(told, "The lifts were renewed after the tower was reclad.") < 0


def test_an_order_with_names_of_no_passage_is_not_supported() -> None:
    told = "The committee met in Vienna and Prague before it settled in Graz."
    [found] = judge_quantities("", [told], ["It met in Vienna and Pécs before settling in Graz."])
    assert found.outcome == "open"


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            "Journeys averaged 52 minutes in the capital, 34 in other cities and 41 in villages.",
            "The longest journeys were made in the capital.",
            "The longest journeys were made in villages.",
        ),
        (
            "Bells by weight: Saint Verena 2,140 kg; Saint Anne 1,870; Old Minster 3,300.",
            "The heaviest bell is that of Old Minster.",
            "The heaviest bell is that of Saint Verena.",
        ),
        (
            "The Miro weighs 172 g and lasts nineteen hours; the Lite weighs 158 g and lasts ten.",
            "The Miro lasts longest.",
            "The Lite lasts longest.",
        ),
        (
            "Library visits by branch, October: Eastgate 4,120; Mill Lane 3,875; Harbour 5,010.",
            "Harbour was visited most in October.",
            "Mill Lane was visited most in October.",
        ),
    ],
)
def test_superlatives_over_lists_in_prose(told: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [told], [right, wrong])
    assert [each.outcome for each in found] == ["supported", "contradicted"]


def test_two_measures_in_brackets_are_of_one_thing() -> None:
    told = "Take the metro (35 minutes, 2.40 euros), the bus (50 minutes, 6 euros) or a taxi."
    [_, metro, *_] = index_of((told,)).readings
    assert metro.words["metro"] > metro.words.get("bus", 0.0)
