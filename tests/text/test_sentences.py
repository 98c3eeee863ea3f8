from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.sentences import sentence_spans
from groundgraph.types import Span

LONG = 200_000


def spans(text: str) -> list[Span]:
    return list(sentence_spans(text))


def pieces(text: str) -> list[str]:
    return [span.of(text) for span in sentence_spans(text)]


def assert_contract(text: str, spans: list[Span]) -> None:
    covered = [False] * len(text)
    last = 0
    for start, end in spans:
        assert last <= start < end <= len(text)
        assert not text[start].isspace()
        assert not text[end - 1].isspace()
        covered[start:end] = [True] * (end - start)
        last = end
    assert all(seen or character.isspace() for seen, character in zip(covered, text, strict=True))


ON_ONE_LINE = {
    "plain": ["It rained.", "We left!", "Why?", "No reason"],
    "titles": ["Dr. Lee met Mr. and Mrs. Smith.", "Gov. Pence and Sgt. Bowe left."],
    "latin": ["Use fruit, e.g. The Golden Apple, i.e. food.", "It was cats vs. Dogs, cf. Cats."],
    "company": ["Acme Inc. Chief Ann Lee resigned.", "She ran Acme Inc.", "It closed."],
    "country": ["The U.S. Army came to the U.S.", "They left Washington, D.C. in May."],
    "degree": ["He has a Ph.D. in law and an M.A. from Yale.", "She has none."],
    "timetable": ["R 261: dep. Lodi 08:10, arr. Bern 08:53.", "R 263: dep. Lodi 09:10."],
    "data sheet": ["Max. 40 °C, min. 5 °C.", "Qty. 3, Fl. 2.", "Para. 2 applies."],
    "prices": ["Two rooms, max. £90 a night.", "Fee: approx. £12, excl. £2 tax."],
    "time": [
        "It opens at 9 a.m. Monday and closes at 5 p.m. EST.",
        "We left at 6 p.m.",
        "Ann slept.",
    ],
    "months": ["It began on Jan. 6 and ended on Sept. 11, 2001.", "So it goes."],
    "number word": ["She was No. 5 on the list.", "Did she win?", "No.", "He did."],
    "figures": ["See Fig. 3 and Vol. II, pp. 5.", "Then stop."],
    "saints and streets": ["St. Louis and Mt. Fuji are far from Main St.", "The road is long."],
    "initials": ["J. K. Rowling met George W. Bush and J.R.R. Tolkien.", "They talked."],
    "letter at the end": ["Follow plan B.", "The vitamin was C.", "It is for you and I.", "We go."],
    "letter behind what it names": ["Walk to pier D.", "Ferries leave at noon.", "Ask D. Lee."],
    "label of what follows": ["Tariff B. Students pay half.", "Under tariff B, staff pay."],
    "degrees": ["Heat to 350 degrees F.", "Roast at 180 °C.", "Remove it."],
    "units": ["Add 2 tsp. of oil and 3 lbs. meat.", "Stir."],
    "others": ["Many came, et al. (2010), etc. and left.", "Ann stayed, etc.", "Bob left."],
    "decimals": ["It cost $3.50 in 2010.", "Version 2.0.1 is out.", "Pi is 3.14."],
    "year": ["He died in 1990.", "She was 86.", "Both are missed."],
    "addresses": ["See https://a.org/b.html?c=D.e!f now.", "Mail j.doe@x.co.uk or www.Foo.Com."],
    "ellipsis": ["Well... that was it...", "Then we slept… and woke."],
    "spaced ellipsis": ["And so . . . it went . . .", "Then it stopped."],
    "marks": ["What?!", "Really?!?", "Yes!!!", "OK."],
    "quotes": ['"I won." said nobody.', '"I won."', "He said “stop.”", "‘Why?’ she asked."],
    "brackets": [
        "(It was big.)",
        "It is (see p. 5.) and was [sic.] odd.",
        "It ended (why?).",
        "So.",
    ],
    "tokenised": ["Merson said . '", "'It 's over , ' he said .", '" Yes . "', "Then he left ."],
    "citations": ["One.[1]", "Two [2].", "Three. [3][4]", "Four.[5, 6]", "Five.¹²", "Six."],
    "markdown": ["**It rained.**", "_We left._", "Then `x.y` ran."],
    "lower case": ["i went home.", "then i slept.", "ok."],
    "inner list": ["As follows:", "1) a cat;", "2) a dog;", "and 3) an ox."],
    "inner steps": ["Also:", "1. Run.", "2. Hide.", "Then breathe."],
    "steps": ["Step 1. Open the lid.", "Step 2. Close it."],
    "ordinal": ["Am 3. Oktober war Feiertag, z.B. Das Fest.", "Er blieb."],
    "acronym": ["Louis XIV.", "He likes NASA.", "They like WiFi.", "It works."],
    "bullets": ["We have", "• red wine.", "• white wine", "▪ beer"],
    "dotted names": ["We use Node.js and .NET.", ".NET is fine, as is Sheets.Add here."],
    "hindi": ["यह है।", "वह है।", "क्या?"],
    "arabic": ["ما هذا؟", "هذا كتاب۔", "نعم."],
}


@pytest.mark.parametrize("sentences", ON_ONE_LINE.values(), ids=ON_ONE_LINE)
def test_sentences_on_one_line_are_found(sentences: list[str]) -> None:
    assert pieces(" ".join(sentences)) == sentences


WITHOUT_SPACE = {
    "chinese": ["你好。", "他说：“好的！”", "真的？！", "走了"],
    "japanese quotation": ["「はい。」と言った。", "終わり。"],
    "wide decimals": ["値は３．５です．", "次へ"],
    "missing space": ["It ended in time.", "The next day was quiet."],
    "missing space before a rare word": ["It ended in time.", "Flip it over."],
    "after a bracket": ["It was big (4).", "To see it, wait."],
}


@pytest.mark.parametrize("sentences", WITHOUT_SPACE.values(), ids=WITHOUT_SPACE)
def test_sentences_that_meet_without_a_space_are_found(sentences: list[str]) -> None:
    assert pieces("".join(sentences)) == sentences


LINES = {
    "numbers": ["Steps:", "1. Open it.", "2. Close it", "10) Go"],
    "bullets": ["Foods", "- apples", "* pears", "• figs", "– nuts"],
    "letters": ["They are", "a. Better sleep", "(b) less pain", "C. More fun"],
    "headings": ["# The very long title of a page that says nothing at all", "text of it"],
    "short lines": ["Introduction", "The cat sat."],
    "list without marks": ["apples", "oranges", "pears"],
    "keys": ["Categories: Restaurants, Tacos, Breakfast & Brunch, Mexican food", "Hours: 6 to 9"],
    "table": ["| a | b |", "| - | - |", "| 1 | 2 |"],
    "stops": ["It rained.", "we left!", "why?", "“Yes.”", "no"],
    "semicolons": ["cats;", "dogs:", "birds"],
    "bold": ["**Title:**", "text", "**1. Foo**", "Bar"],
    "headline": [
        "Bowie Jane's biggest fan might be a big winner soon",
        "The season of 2023 " + "x " * 40 + ".",
    ],
    "json": ["{", '"name": "Ann Bob",', '"age": 3', "}"],
}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\n\n", "\r", "\x85", "\u2028", " \n \t"])
@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_lines_of_lists_and_headings_are_apart(lines: list[str], newline: str) -> None:
    assert pieces(newline.join(lines)) == [line.strip() for line in lines]


@pytest.mark.parametrize("blank", ["\n\n", "\r\n\r\n", "\n \n", "\u2029", "\n\n\n"])
def test_a_blank_line_always_breaks(blank: str) -> None:
    assert pieces(f"a cat and Dr.{blank}smith, and{blank}a dog") == [
        "a cat and Dr.",
        "smith, and",
        "a dog",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The cat sat on\nthe mat.",
        "She was met by the very old and most honourable President\nBarack Obama of the States.",
        "It was then that they all went to see the famous Dr.\nSmith in town.",
        "We saw cats, dogs,\nBirds and more.",
    ],
)
def test_a_wrapped_sentence_stays_whole(text: str) -> None:
    assert pieces(text) == [text]


def test_every_sentence_of_an_item_is_found_and_the_number_stays_with_the_first() -> None:
    text = "1. Open it. Then wait.\n2.1. Close it. Now go."
    assert pieces(text) == ["1. Open it.", "Then wait.", "2.1. Close it.", "Now go."]


def test_the_records_of_a_json_line_are_apart() -> None:
    text = '{"a": {"b": 1}, "c": [{"d": "Good. Bad."}, {"e": 2}]}'
    assert pieces(text) == ['{"a": {"b": 1},', '"c": [{"d": "Good.', 'Bad."},', '{"e": 2}]}']


def test_a_text_without_stops_is_one_sentence() -> None:
    assert spans(" no stop at all ") == [Span(1, 15)]


def test_texts_without_visible_characters_have_no_sentences() -> None:
    assert [*map(spans, ("", " ", "\n\t\r\n\u2029\x1c\u3000"))] == [[], [], []]


def test_offsets_count_code_points() -> None:
    text = "😀 e\u0301te\u0301. \ud800 B."
    assert spans(text) == [Span(0, 8), Span(9, 13)]


FRAGMENTS = [
    *" .!?…。।\n\r\x00\x85\u2028\u2029\u0301\ud800\udfff\"'”)([]{}:;,-•*#|1a",
    "\r\n",
    "Dr.",
]
FRAGMENTS += ["U.S", "e.g", "No", "The", "1.", "[1]", "``", "''", '"k":', "  ", "http://x.y", "．"]
HARD_TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join)
ANY_TEXT = st.text(st.characters() | st.characters(categories=["Cs"]))


@given(ANY_TEXT | HARD_TEXTS)
def test_spans_hold_every_visible_character_in_order(text: str) -> None:
    assert_contract(text, spans(text))


@given(HARD_TEXTS)
def test_white_space_around_a_text_changes_nothing(text: str) -> None:
    inner = text.strip()
    assert pieces(f" \t{inner}  ") == pieces(inner)


LONG_RUNS = [".", " ", "a", '"', "1", "\n", "\r\n", '."', ". '", ".(", "1. ", "A. ", "a\n", "[1]"]
LONG_RUNS += [". [1]", "• ", '": ', "- ", "。", "...a", "a . ' ", '. " ', '. " , ', "!?", " \n"]
LONG_RUNS += ["\n- ", "# ", ":\n", "; 1) ", "}, {", "a. b", "Dr. "]


@pytest.mark.parametrize("unit", LONG_RUNS)
def test_a_very_long_run_is_segmented(unit: str) -> None:
    text = unit * (LONG // len(unit))
    assert_contract(text, spans(text))


@pytest.mark.data
def test_boundaries_agree_with_the_sentences_of_wikibio_gpt3() -> None:
    found, gold = set(), set()
    for number, row in enumerate(_wikibio()):
        text, position = row["gpt3_text"], 0
        for sentence in row["gpt3_sentences"]:
            position = text.index(sentence, position) + len(sentence)
            gold.add((number, position))
        found |= {(number, span.end) for span in sentence_spans(text)}
    assert 2 * len(found & gold) / (len(found) + len(gold)) >= 0.99  # 0.996 when written


def _wikibio() -> list[dict[str, Any]]:
    path = Path(os.environ.get("GROUNDGRAPH_DATA", "")) / "wikibio_gpt3" / "passages.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"{path} is absent; set GROUNDGRAPH_DATA to the folder of the corpora")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_keys_in_small_letters_begin_lines_of_their_own() -> None:
    text = (
        "Pools run on one node\npools:\n  ingest: {replicas: 6}\n  render: {replicas: 4}\nlimits: a"
    )

    assert [span.of(text) for span in sentence_spans(text)] == [
        "Pools run on one node",
        "pools:",
        "ingest: {replicas: 6}",
        "render: {replicas: 4}",
        "limits: a",
    ]


def test_a_wrapped_line_that_begins_with_a_word_and_a_colon_goes_on() -> None:
    text = (
        "The shop sells many things, among them the following small\n"
        "items: pens, ink and paper, all of which cost less than\nten euros."
    )

    assert len(list(sentence_spans(text))) == 1


def test_rows_whose_columns_blanks_part_stay_whole_and_apart() -> None:
    timetable = [
        "Line 8      Mon-Fri              Sat               Sun",
        "Harbour    06:10 06:40 ... 22:40   07:10 ... 22:10   08:10 ... 20:10",
        "Market     06:22 06:52 ... 22:52   07:22 ... 22:22   08:22 ... 20:22",
    ]
    disks = [
        "Filesystem      Size  Used Avail Use% Mounted on",
        "/dev/sda1        50G   31G   17G  65% /",
        "/dev/sdb1       200G  188G   12G  94% /var",
    ]

    assert pieces("\n".join(timetable)) == timetable
    assert pieces("\n".join(disks)) == disks


def test_a_dash_that_is_a_value_ends_its_line() -> None:
    text = "Impairment — 2022: –\nRestructuring — 2023: 1,200"

    assert [span.of(text) for span in sentence_spans(text)] == text.split("\n")


def test_a_line_of_a_log_begins_a_sentence() -> None:
    log = "2024-03-11 02:58:30 ERROR backup failed\n2024-03-11 03:10:02 INFO retry in 30 minutes"

    assert [span.of(log) for span in sentence_spans(log)] == log.split("\n")
