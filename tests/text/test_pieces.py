from __future__ import annotations

import json
import re
import textwrap
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import Example, Passage, Span, Triple
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.answers.pieces import judged_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundgraph.text.answers.judged_text import JudgedText

SEGMENT = SentenceSegmenter().segment
PLAIN = (
    "The Danube rises in Germany. It flows through Vienna and Budapest, which lie on its banks. "
    "Its delta is in Romania."
)
SENTENCES = [f"{sentence.rstrip('.')}." for sentence in PLAIN.split(". ")]


def judged(answer: str, question: str = "", *passages: Passage) -> JudgedText:
    (found,) = judged_texts([Example(answer, passages, question=question)], SEGMENT)
    return found


def marked(mark: str) -> str:
    return re.sub(r"\.(?= |$)", mark, PLAIN)


@pytest.mark.parametrize(
    "answer",
    [
        marked(" [1]."),
        marked(". [1]"),
        marked(".[1]"),
        marked(" [1][2]."),
        marked(" (Source 1)."),
        marked("【4†source】."),
        marked(".^1"),
        PLAIN + " Let me know if you need anything else!",
        PLAIN + "\n\nI hope this helps!",
        "Based on the provided context, " + PLAIN[0].lower() + PLAIN[1:],
        "According to the passages, " + PLAIN,
        "Sure! " + PLAIN,
        "Sure! Here is what the passages say:\n\n" + PLAIN,
        "Sure! Here is what I found: " + PLAIN,
        "Here is a short summary of the passage: " + PLAIN,
        "Answer: " + PLAIN,
        "Unfortunately, " + PLAIN[0].lower() + PLAIN[1:],
        "Please note that " + PLAIN[0].lower() + PLAIN[1:],
        "The answer is: " + PLAIN,
        f"<p>{PLAIN}</p>",
        marked("<sup>1</sup>."),
        marked(".^[1]"),
        marked(" ([source](https://example.org/a))."),
        "<think>It rises somewhere. Is it in Austria?</think>\n" + PLAIN,
        "<Thinking>\n- It rises in Austria.\n\nNo.\n</Thinking>\n\n" + PLAIN,
        "It may rise in Austria.\n</think>\n\n" + PLAIN,
        "```python\nprint(river)\n```\n" + PLAIN,
        PLAIN + "\n\nPlease contact the river office for more information.",
        "## Answer\n\n" + PLAIN,
        "**Summary**\n" + PLAIN,
        "Summary:\n" + PLAIN,
        "\n".join(f"- {sentence}" for sentence in SENTENCES),
        "\n".join(f"* {sentence}" for sentence in SENTENCES),
        "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(SENTENCES, 1)),
        " ".join(f"**{sentence}**" for sentence in SENTENCES),
        PLAIN.replace("The Danube", "**The Danube**").replace("Romania", "_Romania_"),
        "> " + PLAIN,
        "✅ " + PLAIN,
        textwrap.fill(PLAIN, 24),
        PLAIN + " This answer is based solely on the documents provided.",
        "I checked the passages for you. " + PLAIN,
        json.dumps({"answer": PLAIN, "sources": [1], "confidence": 0.9}),
        f"```json\n{json.dumps({'river': SENTENCES}, indent=2)}\n```",
        PLAIN.replace(".", "\\."),
        PLAIN.replace("Danube", "Dan\u00adube").replace("Vienna", "Ｖｉｅｎｎａ\u200b"),
        PLAIN.replace("Vienna", "Vi&#101;nna"),
        "---\n" + PLAIN + "\n---",
        "Where is its delta?\n\n" + PLAIN,
    ],
)
def test_what_is_judged_does_not_depend_on_how_it_is_put(answer: str) -> None:
    asked = "Where is its delta?"

    assert judged(answer, asked)[:2] == judged(PLAIN, asked)[:2]


@pytest.mark.parametrize(
    "reword", [lambda s: s, lambda s: f"- **{s}** [1]", lambda s: f"Sure! {s} (Source 2)"]
)
def test_every_character_knows_its_place(reword: Callable[[str], str]) -> None:
    answer = "\n".join(reword(sentence) for sentence in SENTENCES)

    found = judged(answer)

    assert len(found.origins) == len(found.text)
    assert list(found.origins) == sorted(found.origins)
    for span, sentence in zip(found.spans, SENTENCES, strict=True):
        assert span.of(found.text) == sentence
        assert found.in_answer(span).of(answer) == sentence


def test_fields_of_an_answer_in_json_are_claims_with_their_places() -> None:
    answer = '{"entry_fee": {"adults": "\\u00a34"}, "seats": 40, "next": null}'
    found = judged(answer)

    assert [span.of(found.text) for span in found.spans] == ["entry fee adults: £4", "seats: 40"]
    fee = found.text.index("£4")
    assert found.in_answer(Span(fee, fee + 2)).of(answer) == "\\u00a34"


def test_a_span_of_the_answer_is_found_in_what_is_judged() -> None:
    answer = "Sure! The **Danube** [1] rises in Germany."
    found = judged(answer)

    inside = found.from_answer(Span(answer.index("Danube"), answer.index("rises")))

    assert inside is not None
    assert inside.of(found.text).strip() == "Danube"
    assert found.from_answer(Span(0, 5)) is None


def test_a_mark_belongs_to_the_claim_before_it_or_to_the_line_that_it_begins() -> None:
    found = judged("It is long [1]. It is deep. [2, 3] [4] It is cold.\n[5] It is old.\n(Source 6)")

    assert found.cited == (("1",), ("2", "3", "4"), (), ("5", "6"))


def test_framing_names_passages_too() -> None:
    found = judged("According to passage 2, it is long. It is deep, as stated in passage 3.")

    assert [span.of(found.text) for span in found.spans] == ["It is long.", "It is deep."]
    assert found.cited == (("2",), ("3",))


def test_passages_are_cited_by_their_ids() -> None:
    found = judged("It is long [atlas].", "", Passage("It is.", "atlas"))

    assert (found.text, found.cited) == ("It is long.", (("atlas",),))


@pytest.mark.parametrize(
    ("answer", "others"),
    [
        ("I don't know.", ("refusal",)),
        ("Hello! How can I help you today?", ("greeting", "offer")),
        ("Sure! Here is a summary:", ("greeting", "opening")),
        ("Where is its delta?", ("repeat",)),
        ("## Answer", ("heading",)),
        ("... !", ()),
        ("", ()),
        ("<think>It may be in Romania.</think>", ()),
        ("<think>It may be in Romania", ()),
        ("def f(x):\n    return x+1", ("code",)),
        ("```python\ndef f(x):\n    return x+1\n```", ("code",)),
        ("The passages do not say. Please contact the office.", ("refusal", "offer")),
        ("Please contact the river office for details.", ("offer",)),
    ],
)
def test_an_answer_may_claim_nothing(answer: str, others: tuple[str, ...]) -> None:
    found = judged(answer, "Where is its delta?")

    assert (found.text, found.spans, found.others) == ("", (), others)


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        ("No, it runs on a CPU.", ["It does not need a GPU.", "It runs on a CPU."]),
        ("Yes: the manual asks for one.", ["It needs a GPU.", "The manual asks for one."]),
        ("Yes, use your own card.", ["It needs a GPU.", "Use your own card."]),
        ("No. It runs on a CPU.", ["It does not need a GPU.", "It runs on a CPU."]),
        ("No, unless for training.", ["It does not need a GPU, unless for training."]),
        ("No, unless you train it.", ["No, unless you train it."]),
        ("No, but one helps.", ["No, but one helps."]),
        ("Nobody needs one.", ["Nobody needs one."]),
    ],
)
def test_a_yes_or_no_before_a_sentence_is_a_claim_of_its_own(
    answer: str, claims: list[str]
) -> None:
    found = judged(answer, "Does it need a GPU?")

    assert [span.of(found.text) for span in found.spans] == claims
    shown = [found.whole(span).of(answer) for span in found.spans]
    assert len(set(shown)) == len(shown)


def test_a_yes_or_no_stays_where_the_question_asks_for_neither() -> None:
    answer = "No, it runs on a CPU."

    assert [span.of(answer) for span in judged(answer, "What does it need?").spans] == [answer]


@pytest.mark.parametrize("answer", ["**Porto**", "# Porto", "**Porto**\n"])
def test_a_heading_alone_is_the_answer(answer: str) -> None:
    assert judged(answer, "Where does he live?").text == "He lives in Porto."


def test_an_answer_that_partly_declines_keeps_the_rest() -> None:
    found = judged("It rises in Germany. However, the passages do not say how long it is.")

    assert (found.text, found.others) == ("It rises in Germany.", ("refusal",))


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ("Please contact HR.", "Whom do I contact?"),
        ("Please contact HR.", "What should I do then?"),
        ("Please ask the finance team.", "Whom do I ask about leave?"),
        ("Please contact HR at 555 1234.", ""),
        ("Please contact a doctor if the rash is still there after a week.", ""),
        ("Please call the office of the insurer of the other driver.", ""),
    ],
)
def test_whom_to_ask_is_a_claim_where_it_was_asked_or_more_is_said(
    answer: str, question: str
) -> None:
    assert len(judged(answer, question).spans) == 1


@pytest.mark.parametrize(
    "answer",
    ["x = 5", "```\nThe fee is 9 euros.\n```", "import duties", "He said so; she did not;"],
)
def test_what_a_program_may_hold_too_is_no_code(answer: str) -> None:
    assert "code" not in judged(answer).others


PARTS = st.sampled_from(
    ["It is [1]", "**", "* ", "\n", "- ", "(Source 2)", "^1", "_", "`", "](", "[", "# ", ". ",
     "Sure! ", "Based on the context, ", "【", "】", "a", " ", "?", ":", "\u00a0", "²", "\r"]
)  # fmt: skip


@given(st.lists(PARTS, max_size=25).map("".join))
def test_any_text_can_be_taken_apart(answer: str) -> None:
    asked = judged(answer, "Is it?")

    assert len(asked.origins) == len(asked.text) == len(asked.own)
    assert list(asked.origins) == sorted(asked.origins)
    for span in asked.spans:
        assert asked.whole(span).of(answer).strip()

    found = judged(answer)

    assert len(found.origins) == len(found.text)
    for span in found.spans:
        shown = found.in_answer(span).of(answer)
        assert span.of(found.text).strip()
        assert shown[:1].lower() == span.of(found.text)[:1].lower()
        assert found.from_answer(found.in_answer(span)) == span or len(found.spans) > 1


def test_the_rows_of_a_table_are_claims_and_its_header_is_none() -> None:
    answer = "| Item | Fee | Day |\n|---|:--|--:|\n| Entry | 12 euros | Monday |\n| Tour | 5 | |"

    found = judged(answer)

    assert [span.of(found.text) for span in found.spans] == [
        "Entry: Fee 12 euros, Day Monday",
        "Tour: Fee 5,",
    ]
    assert found.in_answer(found.spans[0]).of(answer) == "Entry | 12 euros | Monday"


def test_paragraphs_of_a_page_are_apart() -> None:
    answer = "<h2>Rivers</h2><ul><li>The <b>Danube</b> is long</li><li>So is the Po</li></ul>"

    found = judged(answer)

    claims = [span.of(found.text) for span in found.spans]
    assert claims[-2:] == ["The Danube is long", "So is the Po"]


@pytest.mark.parametrize(
    ("answer", "claim"),
    [
        (
            "The passages do not give the fee, but it opens at nine.",
            "It opens at nine.",
        ),
        ("I don't know the fee; it opens at nine.", "It opens at nine."),
        (
            "It opens at nine, but the fee is not given in the text.",
            "It opens at nine.",
        ),
    ],
)
def test_a_sentence_that_partly_declines_is_judged_on_the_rest(answer: str, claim: str) -> None:
    found = judged(answer)

    assert found.text == claim


@pytest.mark.parametrize(
    "answer",
    [
        "Based on the provided context, you have no choice: a lock must be bought.",
        "Based on the provided context, it states that “time is not of the essence”.",
    ],
)
def test_what_the_evidence_says_of_others_is_no_refusal(answer: str) -> None:
    assert len(judged(answer).spans) == 1


def test_letters_and_accents_apart_are_judged_as_one_letter_and_keep_their_places() -> None:
    answer = unicodedata.normalize("NFD", "**Zoë Müller** bought a café [1].")

    found = judged(answer)

    assert found.text == "Zoë Müller bought a café."
    start = found.text.index("Müller")
    assert found.in_answer(Span(start, start + 6)).of(answer) == unicodedata.normalize(
        "NFD", "Müller"
    )


@pytest.mark.parametrize(
    ("question", "answer", "claims"),
    [
        ("Did Orvo know of it?", "Yes, it knew.", ["Orvo knew of it."]),
        ("Did Orvo purchase it?", "Yes, it bought it.", ["Orvo purchased it."]),
        ("Did Orvo sell it?", "Yes. It did.", ["Orvo sold it."]),
        ("Is it open?", "No. It isn't. It shut in May.", ["It is not open.", "It shut in May."]),
        ("Is it open?", "Absolutely.", ["It is open."]),
        ("Is it open?", "I'm afraid not.", ["It is not open."]),
        ("Who runs it?", "Of course.", []),
    ],
)
def test_what_says_a_yes_or_no_again_is_no_claim_of_its_own(
    question: str, answer: str, claims: list[str]
) -> None:
    found = judged(answer, question)

    assert [span.of(found.text) for span in found.spans] == claims


def test_tags_that_stand_in_a_sentence_are_no_part_of_it() -> None:
    answer = (
        "The lid is <i>sealed</i></textarea><svg onload=f(1)> for <font color=red>9</font> days."
    )

    assert judged(answer).text == "The lid is sealed for 9 days."
    assert judged("Close the <form> tag with </form>.").text.startswith("Close the <form> tag")


@pytest.mark.parametrize(
    ("question", "answer", "claim"),
    [
        ("who founded helion ltd?", "mara voss", "Mara Voss founded Helion Ltd."),
        ("WHO FOUNDED HELION LTD?", "MARA VOSS", "Mara Voss founded Helion Ltd."),
        ("DID MARA VOSS FOUND HELION LTD?", "YES", "Mara Voss founded Helion Ltd."),
        ("What does she write?", "Rust", "She writes Rust."),
        ("What did she write?", "The Salt Year", "She wrote The Salt Year."),
        ("What did she see?", "The harbour", "She saw the harbour."),
    ],
)
def test_a_short_answer_has_the_capitals_of_its_evidence(
    question: str, answer: str, claim: str
) -> None:
    told = Passage("In Rust, Mara Voss of Helion Ltd wrote The Salt Year. The harbour froze.")
    assert judged(answer, question, told).text == claim


def test_entities_of_triples_keep_their_capitals() -> None:
    triples = (Triple("The Salt Year", "written_by", "Ewa"),)
    example = Example("The Salt Year", (), question="What did Ewa write?", triples=triples)
    [found] = judged_texts([example], SEGMENT)
    assert found.text == "Ewa wrote The Salt Year."
