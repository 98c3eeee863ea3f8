from __future__ import annotations

import pytest

from groundgraph.text.answers.absences import absences, is_told


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        (
            "The hall burnt down in 1911, but its architect is not named.",
            [", but its architect is not named"],
        ),
        (
            "It is dimmable by foot switch; the product text does not give a weight.",
            ["; the product text does not give a weight"],
        ),
        (
            "The guide doesn't give the password itself, but it's on the router.",
            ["The guide doesn't give the password itself, but "],
        ),
        (
            "Linux: The documentation doesn't mention Linux; it only lists Windows.",
            ["Linux: The documentation doesn't mention Linux; "],
        ),
        (
            "Pets: the pages I was given don't mention pets, so you'd need to ask.",
            ["Pets: the pages I was given don't mention pets, so you'd need to ask."],
        ),
        (
            "The article lists the formats and a limit of ten files, but no maximum size.",
            [", but no maximum size"],
        ),
        (
            "Sixty-one wolves were counted, but I see no poaching figures in the text.",
            [", but I see no poaching figures in the text"],
        ),
        ("Price: not specified.", ["Price: not specified."]),
        (
            "The press release says that he left in May but gives no reason.",
            [" but gives no reason"],
        ),
        ("The note is silent on where they met.", ["The note is silent on where they met."]),
        ("Norway took part; troop numbers are not provided.", ["; troop numbers are not provided"]),
        ("The leaflet contains no dose.", ["The leaflet contains no dose."]),
        ("It isn't stated whether the leave is paid.", None),
    ],
)
def test_parts_that_say_what_no_passage_tells(sentence: str, parts: list[str] | None) -> None:
    found = [each.span.of(sentence) for each in absences(sentence)]
    assert found == ([sentence] if parts is None else parts)


@pytest.mark.parametrize(
    "sentence",
    [
        "Breakfast is not included.",
        "The menu does not include drinks.",
        "The policy does not cover water damage.",
        "It does not provide Wi-Fi and does not accept reservations.",
        "The jail failed to provide care, a source says.",
        "No injuries were reported.",
        "No suspects have been named.",
        "He will play an unspecified role.",
        "The fee was not mentioned by the minister.",
        "You have not specified the prefix.",
        "The bar is not described as a quiet place.",
        "Please note that the restaurant does not offer Wi-Fi.",
        "While there is no food service, some reviewers mention snacks.",
        "Batteries are not provided.",
        "Symptoms, based on the passages, include: no babbling by age 1.",
        "He did not say why.",
        "The station has no toilets.",
        "Nobody knows who built it.",
    ],
)
def test_what_is_not_so_in_the_world_is_a_claim(sentence: str) -> None:
    assert absences(sentence) == []


def test_what_is_missing_is_named() -> None:
    [found] = absences("The text does not mention whether the rates include breakfast.")
    assert found.missing == {"rat", "breakfast"}
    [found] = absences("Bring your own key: not addressed in the document.")
    assert found.missing == {"bring", "key"}


def test_a_passage_tells_what_is_said_to_be_missing() -> None:
    [found] = absences("The letter does not mention the transfer tax.")
    assert is_told(found.missing, ["Dear buyer, the transfer tax is yours."])
    assert not is_told(found.missing, ["The transfer is on Monday.", "The tax is due."])
    assert not is_told(found.missing, ["The letter does not mention the transfer tax."])
    [found] = absences("The letter does not mention the tax.")
    assert not is_told(found.missing, ["The tax office closes at noon."])


@pytest.mark.parametrize(
    ("sentence", "told", "is_so"),
    [
        ("The race deadline is not mentioned.", "The race deadline is 2 June.", True),
        ("Page 4 names the tutor, but no course price is given.", "Course price: 90 euros.", True),
        ("The leaflet does not mention an excess.", "Glass is insured. The excess is €75.", True),
        ("The leaflet does not mention an excess.", "The excess applies to all 3 cars.", False),
        ("The race deadline is not mentioned.", "The race deadline may be put off.", False),
        ("The price is not mentioned.", "The price of the stove is 40 euros.", False),
    ],
)
def test_a_value_is_told_by_a_number(sentence: str, told: str, *, is_so: bool) -> None:
    [found] = absences(sentence)
    assert is_told(found.missing, [told]) is is_so


@pytest.mark.parametrize(
    "sentence",
    [
        "The Alpine Post doesn't include breakfast.",
        "Profile Plus does not cover theft.",
        "The Record Store has no pool.",
        "Only the Zur Post doesn't include breakfast.",
        "The Manual Guard policy does not cover theft.",
    ],
)
def test_what_a_thing_with_the_name_of_a_text_lacks_is_a_claim(sentence: str) -> None:
    assert not absences(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The Employee Handbook does not cover parental leave.",
        "The Washington Post does not mention a fee.",
        "The Listing does not include a price.",
    ],
)
def test_a_text_with_a_name_is_still_one(sentence: str) -> None:
    assert [found.span.of(sentence) for found in absences(sentence)] == [sentence]
