"""Short texts in 15 languages, and short English ones; more in `experiments.compare_languages`."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundgraph.text.foreign import NAMES, UNNAMED, evidence, is_plain_english, language

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "languages.tsv").read_text("utf-8").splitlines()[1:]
]
LANGUAGES = sorted({code for _, code, _ in ROWS} - {"en", "loan"})


def test_there_are_enough_texts() -> None:
    assert len(LANGUAGES) == 15
    for code in LANGUAGES:
        own = [text for _, other, text in ROWS if other == code]
        assert len(own) >= 20
        assert max(len(text.split()) for text in own) <= 12


@pytest.mark.parametrize("split", ["dev", "test"])
def test_foreign_sentences_are_told_from_english_texts(split: str) -> None:
    foreign = [text for where, code, text in ROWS if where == split and code in LANGUAGES]
    english = [text for where, code, text in ROWS if (where, code) == (split, "en")]

    assert sum(bool(language(text)) for text in foreign) >= 0.93 * len(foreign)
    assert sum(bool(language(text)) for text in english) <= 0.01 * len(english)


def test_a_language_that_is_named_is_mostly_the_right_one() -> None:
    names = {**NAMES, "ru": "Russian"}
    said = [(names[code], language(text)) for _, code, text in ROWS if code in LANGUAGES]
    named = [(gold, found) for gold, found in said if found not in {"", UNNAMED}]

    assert len(named) >= 0.6 * len(said)
    assert sum(gold == found for gold, found in named) >= 0.93 * len(named)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("多瑙河流入黑海。", "Chinese"),
        ("ドナウ川は黒海に注ぐ。", "Japanese"),
        ("다뉴브강은 흑해로 흘러간다.", "Korean"),
        ("Ο Δούναβης εκβάλλει στη Μαύρη Θάλασσα.", "Greek"),
        ("Дунай впадает в Чёрное море.", "Russian"),
        ("Дунай впадає в Чорне море, яке її чекає.", "Ukrainian"),
        ("يصب نهر الدانوب في البحر الأسود.", UNNAMED),
        ("DIE DONAU IST NICHT DER LÄNGSTE FLUSS EUROPAS.", "German"),
    ],
)
def test_scripts_and_capitals_tell_too(text: str, name: str) -> None:
    assert language(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12",
        "…",
        "Porto",
        "Müller GmbH, Köln",
        "Museo Nacional del Prado",
        "JPEG, PNG, GIF",
        "The word 東京 means 'eastern capital'.",
        "She sang “Non, je ne regrette rien” twice.",
        "It isn't what they wouldn't say.",
        "git push --force origin/main",
    ],
)
def test_names_numbers_code_and_what_is_quoted_are_no_language(text: str) -> None:
    assert language(text) == ""


def test_words_that_are_known_say_nothing() -> None:
    text = "Canis lupus familiaris, canis aureus"

    assert language(text.replace("familiaris", "domesticus vulgaris"))
    assert not language("Drosophila domesticus vulgaris", {"domesticus", "vulgaris"})
    assert evidence("Viisi vuotta.", {"viisi", "vuotta"}) == (0, 0, 0, 0, False)


def test_plain_english_has_english_words() -> None:
    assert is_plain_english("The Danube flows through ten countries and into the Black Sea.")
    assert not is_plain_english("Die Donau fließt durch zehn Länder und in das Schwarze Meer.")
    assert not is_plain_english("Vienna, Budapest, Belgrade")


def test_any_long_text_is_read() -> None:
    for part in ("x", "x_", "a.", '"', "ab ", "é"):
        assert language(part * 200_000) in {"", UNNAMED}


@pytest.mark.parametrize(
    "text",
    [
        "QK 718 Oslo to Tromsø, dep. 15:20, arr. 17:15.",
        "Ferry, from 1 May\ndep. Quay 08:10, arr. Isle 08:35\ndep. Quay 14:00, arr. Isle 14:45",
        "| Cluster | Role |\n|---|---|\n| vega | primary |\n| lyra | fra |\n| cygnus | sin |",
        "Paracetamol 500 mg tab; Ibuprofen 400 mg caps; Amoxicillin 1 g susp",
    ],
)
def test_codes_and_short_forms_of_a_list_are_no_language(text: str) -> None:
    assert not language(text)


def test_a_list_in_another_language_is_told_by_its_stop_words() -> None:
    assert language("fila | precio\nuno | 12\ndos | 14") == "Spanish"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Omeprazole 20 mg po od.", ""),
        ("Amoxicillin 250 mg tds po for 5 days.", ""),
        ("Omeprazol 20 mg po jídle, ráno a večer.", "Czech"),
        ("Acht Euro od. zehn Euro.", "German"),
    ],
)
def test_short_forms_of_prescriptions_are_no_other_language(text: str, name: str) -> None:
    assert language(text) == name
