"""Passages with markup: the words that are read, and where they stand in the given text."""

from __future__ import annotations

import html
import sys
import unicodedata
from itertools import count
from typing import TYPE_CHECKING

import pytest

from groundgraph.text.documents.markup import plain_text
from groundgraph.text.sentences import sentence_spans
from groundgraph.types import Span

if TYPE_CHECKING:
    from types import FrameType

    from groundgraph.text.documents.plain_text import PlainText

TABLE = (
    "<table><tr><th>Room</th><th>Beds</th><th>Fee</th></tr>"
    "<tr><td>Small</td><td>1</td><td>40</td></tr><tr><td>Large</td><td>3</td><td>95</td></tr>"
    "</table>"
)


def read(text: str) -> PlainText:
    found = plain_text(text)
    assert found is not None
    return found


def source(text: str, words: str) -> str:
    """Return what of a text stands where some of its words were read."""
    plain = read(text)
    start = plain.text.index(words)
    return plain.original(Span(start, start + len(words))).of(text)


@pytest.mark.parametrize(
    "text",
    [
        "Entry is free.",
        "The share is a < b, and c > d.",
        "if (a < b && c > d) { p(); }",
        "Use the <b> tag for bold words.",
        "vector<int> of <your name>, List<String>.",
        "5 * 3 * 2 is 30, and 2**3**2 is 512.",
        "* one\n* two",
        "snake_case_name and __init__ stay",
        "See [1] and [2] (both).",
        "a | b\nc | d",
        "Item #4 and # alone:\n#\n",
        '{"name": "Zorba", "note": "<b>closed</b> on **Monday**"}',
        "| name | stars |\n|---|---|\n| Zorba | 4.5 |",
        "AT&amp;T",
        "",
    ],
)
def test_text_without_markup_and_data_are_left_as_they_are(text: str) -> None:
    assert plain_text(text) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<p>Open at <b>nine</b>.</p>", "Open at nine."),
        ("<p>Fees</p><p>Forty &euro; &#38; more</p>", "Fees\n\nForty € & more"),
        ("Open at nine.<br>Closed on Monday.", "Open at nine.\nClosed on Monday."),
        ("<head><title>T</title></head><body>A\n  b</body>", "A b"),
        ("<div>A<script>if (a<b) {'</p>'}</script>B</div>", "A\n\nB"),
        ("<nav><nav>x</nav>y</nav><p>A</p>", "A"),
        ("<!-- <p>x</p> --><p>A</p>", "A"),
        ("<p>A</p><script>B is read, for no script ends", "A\n\nB is read, for no script ends"),
        ("<ul><li>one<li>two</ul>", "one\n\ntwo"),
        ("<pre>a\n b</pre>", "a\n b"),
        ("<p title='1 > 0'>A</p>", "A"),
        ("# Fees\n\nEntry is **free**.", "Fees\n\nEntry is free."),
        ("Entry is ***free*** and *quick*, _they say_.", "Entry is free and quick, they say."),
        ("See [the **fees** page](https://x.org/a_(b)).", "See the fees page."),
        ("<h1>Fees</h1>\n<p>Entry is **free**.</p>", "Fees\n\nEntry is free."),
    ],
)
def test_markup_is_taken_off(text: str, words: str) -> None:
    assert read(text).text == words


RECORDS = "Small — Beds: 1\nSmall — Fee: 40\nLarge — Beds: 3\nLarge — Fee: 95"


def test_table_rows_are_records_in_html_and_markdown_alike() -> None:
    pipes = "|Room|Beds|Fee|\n|---|:-:|--:|\n|Small|1|40|\n|Large|3|95|"

    assert read(TABLE).text == RECORDS
    assert read(f"Our rooms:\n{pipes}\n\nAsk us.").text == f"Our rooms:\n\n{RECORDS}\n\nAsk us."


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("<tr><th>Height</th><td>324 m</td></tr><tr><th>Built</th><td>1889</td></tr>",
         "Height: 324 m\nBuilt: 1889"),
        ("<tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td><td>3</td></tr>", "A; B\n1; 2; 3"),
        ("<tr><th>A</th><th>B</th></tr><tr><td>x</td><td></td></tr><tr><td>y<td>2",
         "x\n\ny — B: 2"),
        ("<tr><th>A</th><th>B</th></tr><tr><td>Total</td><td></td></tr>", "Total"),
        ("<tr><th>A</th></tr><tr><td>x</td></tr>", "A\n\nx"),
        ("<tr><td><table><tr><td>a</td><td>b</td></tr></table></td><td>c</td></tr>", "a b: c"),
    ],
)  # fmt: skip
def test_no_value_comes_under_the_name_of_another_column(rows: str, words: str) -> None:
    assert read(f"<table>{rows}</table>").text == words


def test_offsets_lead_back_into_the_given_text() -> None:
    page = f"<html><body><p>Open at <b>nine</b> &amp; ten.</p>{TABLE}</body></html>"

    assert source(page, "Open at nine & ten.") == "Open at <b>nine</b> &amp; ten."
    assert source(page, "&") == "&amp;"
    assert source(page, "Large — Fee: 95") == "95"
    assert source("The **fee** is 9.", "fee is") == "fee** is"
    assert source("<p>The <i>**fee**</i> is 9.</p>", "fee is") == "fee**</i> is"


def test_every_character_stands_for_its_own_or_an_entity_or_a_gap() -> None:
    page = f"<p>Fees\n&lt;2024&gt;</p>\n## *A* [b](c)\n{TABLE}<p>x</p>"
    plain = read(page)

    assert len(plain.text) == len(plain.starts) == len(plain.ends)
    for character, start, end in zip(plain.text, plain.starts, plain.ends, strict=True):
        own = page[start:end]
        assert own in {"", character} or html.unescape(own) == character or own.isspace()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p<0.05, ferritin ≥15", "p less than 0.05, ferritin at least 15"),
        ("holdings of >3% (<=€5)", "holdings of more than 3% (at most €5)"),
        ("-> 5, a => 3, List<3>, I <3 it", "-> 5, a => 3, List<3>, I less than 3 it"),
    ],
)
def test_signs_that_compare_with_a_number_are_words(text: str, words: str) -> None:
    assert read(text).text == words


HOSTILE = {
    "<": "<",
    "open tags": "<p ",
    "open quotes": '<p title="',
    "open comments": "<!--",
    "elements": "<div>",
    "scripts": "<script>",
    "closed scripts": "<script></script>",
    "navs": "<nav><nav></nav>",
    "tables": "<table><tr><td>",
    "entities": "&#",
    "long entities": "&#1;",
    "pipes": "|",
    "rules": "|-",
    "rows": "|a|b|\n|-|-|\n",
    "blank": " \n",
    "stars": "*",
    "words in stars": "*a ",
    "lines": "_a",
    "brackets": "[",
    "links": "[a](",
    "parentheses": "[a]((",
    "headings": "# ",
    "spaces": "# \t",
    "broken words": "a-\n",
    "soft hyphens": "\N{SOFT HYPHEN}",
    "lines of prose": "a fee that is\nPaid, ",
    "long words": "interna-\ntional",
    "fields": "a: b\n",
    "records": "a: b\nc: d\n\n",
    "unlike records": "a: b\nc: d\n\ne: f\n",
    "blank fields": "a: b\n\n",
}


def steps(text: str) -> int:
    """Count the lines of this package that reading takes.

    Patterns that other tests drove out of the cache of `re` are compiled anew, by lines of Python.
    """
    counted = count()

    def trace(frame: FrameType, *_: object) -> object:
        if "groundgraph" not in frame.f_code.co_filename:
            return None
        next(counted)
        return trace

    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        plain_text.__wrapped__(text)
    finally:
        sys.settrace(None)
    return next(counted)


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("frame", ["{}", "<p>A</p>{}<p>B</p>", "| a | b |\n|---|---|\n| c | {} |"])
def test_work_grows_with_the_text(piece: str, frame: str) -> None:
    first, second = (frame.format(piece * n) for n in (500, 1000))

    assert steps(second) <= 2.2 * steps(first) + 500


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_read(piece: str) -> None:
    text = "<p>A</p>" + piece * (100_000 // len(piece)) + "<p>B</p>"
    plain = read(text)

    assert len(plain.text) <= 3 * len(text)


def test_names_of_columns_are_not_repeated_without_end() -> None:
    name, n = "x" * 20_000, 20_000
    plain = read(f"Rows:\n|key|{name}|\n|-|-|\n" + "|k|1|\n" * n)

    assert len(plain.text) < 30_000 + 10 * n


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("# Overview\n\nEntry is free.", "Entry is free."),
        ("Entry is free.\n\nShare this article\nRead more »", "Entry is free."),
        ("Entry is free.\n© 2023 Orrin Ltd. All rights reserved.", "Entry is free."),
        ("We use cookies to improve your visit. Accept all\n\nEntry is free.", "Entry is free."),
        ("5 min read\n\nEntry is free.\nSubscribe to our newsletter today!", "Entry is free."),
        ("Details", None),
        ("Contact\nDetails", None),
        ("Document 3:\nEntry is free.", "Entry is free."),
        ("Section 3\nEntry is free.", None),
        ("Opening hours\nMonday: 9 to 5", None),
        (
            "<main><p>Entry is free.</p></main><footer>© 2024 Orrin Ltd<br>Imprint</footer>",
            "Entry is free.",
        ),
        (
            "<main><p>Entry is free.</p></main><footer>Open daily 9 to 17</footer>",
            "Entry is free.\n\nOpen daily 9 to 17",
        ),
        ("<p>Entry is free.</p><footer>We closed in May.</footer>",
         "Entry is free.\n\nWe closed in May."),
    ],
)  # fmt: skip
def test_what_pages_of_any_subject_hold_is_not_read(page: str, words: str | None) -> None:
    read_words = plain_text(page)

    assert (None if read_words is None else read_words.text) == words


def test_spaces_that_hold_a_line_together_are_read_as_plain_ones() -> None:
    given = "It opened in\u00a01932 with 40\u202f000 items."

    words = plain_text(given)

    assert words is not None
    assert words.text == "It opened in 1932 with 40 000 items."
    assert words.original(Span(3, 17)) == Span(3, 17)
    assert plain_text(words.text) is None


@pytest.mark.parametrize(
    ("passage", "words"),
    [
        ('{"_id": "a1", "body": "Entry costs \\u00a34.", "score": 0.7}', "Entry costs £4."),
        ("{'page_content': \"It's free.\", 'metadata': {'page': 3}}", "It's free."),
        (
            '{"date": "2 May", "text": "It rains.", "title": "News"}',
            "News\n\nIt rains.\n\ndate: 2 May",
        ),
        ('[{"id": 1, "text": "One."},\n {"id": 2, "text": "Two."}]', "One.\n\nTwo."),
        ('{"chunk": "One."}\n{"chunk": "Two."}', "One.\n\nTwo."),
        ('{"results": [{"url": "a.org/x", "snippet": "One."}]}', "One."),
    ],
)
def test_prose_in_a_wrapper_is_read_and_cited_as_given(passage: str, words: str) -> None:
    found = read(passage)

    assert found.text == words
    last = found.text.index(words.split("\n", maxsplit=1)[0][-4:])
    assert found.original(Span(last, last + 1)).of(passage) == words[last]


@pytest.mark.parametrize(
    "record",
    [
        '{"name": "Zorba", "stars": 4, "review": "Great lamb."}',
        '{"stars": 4, "text": "Great lamb."}',
        '[{"text": "Great lamb."}, {"id": 3}]',
        '{"opens": 9, "closes": 17}',
    ],
)
def test_data_with_a_text_in_it_stays_data(record: str) -> None:
    assert plain_text(record) is None


def test_a_letter_and_its_accent_are_read_as_one_and_cited_as_given() -> None:
    given = unicodedata.normalize("NFD", "In Lüdersand prüfte Söll das Fährboot.")

    words = plain_text(given)

    assert words is not None
    assert words.text == unicodedata.normalize("NFC", given)
    start = words.text.index("Söll")
    place = words.original(Span(start, start + 4))
    assert unicodedata.normalize("NFC", given[place.start : place.end]) == "Söll"


def test_a_row_whose_key_begins_with_a_small_letter_is_a_line_of_its_own() -> None:
    table = "| Years | Leave |\n|---|---|\n| under 2 | 24 days |\n| from 2 on | 27 days |"

    words = plain_text(f"Leave by years of service\n{table}")

    assert words is not None
    assert [span.of(words.text) for span in sentence_spans(words.text)] == [
        "Leave by years of service",
        "under 2 — Leave: 24 days",
        "from 2 on — Leave: 27 days",
    ]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<p>Support: <s>24 h</s> 8 h response</p>", "Support: 8 h response"),
        ("<p>Within <del>24 h</del> <ins>8 h</ins>.</p>", "Within 8 h."),
        ("Support: ~~24 h~~ 8 h response", "Support: 8 h response"),
        ("<p><s>Fee: 4</p><p>Hours: <s>9</s> 8</p>", "Fee: 4\n\nHours: 8"),
    ],
)
def test_struck_out_words_are_not_read(text: str, read: str) -> None:
    words = plain_text(text)

    assert words is not None
    assert words.text == read
