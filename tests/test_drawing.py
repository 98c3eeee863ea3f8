"""What a notebook shows of verdicts."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from groundgraph import Claim, Evidence, Finding, Span, Verdict, check_many
from groundgraph.types import Mark, Verdicts
from groundgraph.types.drawing import MOST

ANSWER = "Ada <i>lives</i> in Rome. She is 40."
FIRST, SECOND = Span(0, 25), Span(26, 36)
VOID = {"br"}


class Page(HTMLParser):
    """Reads a page, refuses what is not closed, and keeps texts by the tag around them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.tags: set[str] = set()
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1], data))

    def within(self, tag: str) -> list[str]:
        return [text for around, text in self.texts if around == tag]


def verdict(*outcomes: str, marks: tuple[Mark, ...] = ()) -> Verdict:
    evidence = (Evidence('"1"', None, 0.7, "Ada lives in <Oslo>."),)
    findings = [
        Finding(Claim(span.of(ANSWER), span), outcome, 0.8, evidence, "Not <so>.")  # type: ignore[arg-type]
        for span, outcome in zip((FIRST, SECOND), outcomes, strict=True)
    ]
    return Verdict("hallucinated", 0.8, findings=tuple(findings), marks=marks, threshold=0.5)


def test_flagged_claims_are_marked_and_texts_stay_texts() -> None:
    page = Page(verdict("contradicted", "supported")._repr_html_())
    assert page.within("mark") == ["Ada <i>lives</i> in Rome."]
    assert page.within("sup") == ["1"]
    assert "i" not in page.tags
    assert not page.tags & {"script", "style", "link", "img"}
    text = "".join(text for _, text in page.texts)
    assert "hallucinated 0.80 threshold 0.50" in text
    assert '1 contradicted 0.80 Not <so>.passage "1": “Ada lives in <Oslo>.”' in text
    assert page.within("summary") == ["1 supported"]


def test_words_that_are_not_supported_are_bold_within_their_claim() -> None:
    marks = (Mark(Span(20, 24), "unsupported", 0.9), Mark(Span(33, 35), "unsupported", 0.9))
    page = Page(verdict("unsupported", "unsupported", marks=marks)._repr_html_())
    assert page.within("b") == ["Rome", "40"]


def test_what_is_no_claim_between_two_is_left_out_visibly() -> None:
    late = Finding(Claim("It is.", Span(90, 96)), "supported", 0.1)
    shown = Verdict("grounded", 0.1, findings=(late,))._repr_html_()
    assert "… <span>It is.</span>" in re.sub(r"\s+", " ", shown)


def test_a_list_has_a_line_for_each_that_opens() -> None:
    unchecked = Verdict("unverifiable", None, reason="no <passages>")
    page = Page(Verdicts([verdict("contradicted", "supported"), unchecked])._repr_html_())
    text = "".join(text for _, text in page.texts)
    assert text.startswith("1 hallucinated, 1 unverifiable")
    assert "unverifiable no <passages>" in text
    assert "details" in page.tags


def test_a_long_list_says_what_it_leaves_out() -> None:
    many = Verdicts([Verdict("grounded", 0.1)] * (MOST + 1_234))
    page = many._repr_html_()
    assert page.count("<details") == MOST
    assert "1,234 more are not drawn" in page
    assert "no verdicts" in Verdicts()._repr_html_()


def test_check_many_returns_a_list_that_draws_itself() -> None:
    rows = [{"passages": [ANSWER], "answer": ANSWER}, {"passages": [], "answer": ANSWER}]
    found = check_many(rows, detector="lexical")
    assert isinstance(found, list)
    assert "1 unverifiable" in found._repr_html_()
