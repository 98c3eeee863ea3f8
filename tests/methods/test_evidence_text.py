"""What detectors are given of passages with markup."""

from __future__ import annotations

from groundgraph import Example, Passage, Triple, Verdict
from groundgraph.methods.evidence_text import WITHOUT_MARKUP, without_markup
from groundgraph.methods.read_as import reads
from groundgraph.types import Claim, Evidence, Finding, Span, TripleView

PAGE = "<p>Entry is <b>free</b> &amp; easy.</p>"
WORDS = "Entry is free & easy."


def test_an_example_without_markup_is_passed_on_itself() -> None:
    plain = Example("Yes.", (Passage("Entry is free."),))

    assert without_markup([plain])[0] is plain


def test_passages_keep_their_ids_and_order() -> None:
    example = Example("Yes.", (Passage("Ask us.", "a"), Passage(PAGE, "b")), question="Free?")
    [read] = without_markup([example])

    assert read.passages == (Passage("Ask us.", "a"), Passage(WORDS, "b"))
    assert (read.answer, read.question) == ("Yes.", "Free?")


class Quoting:
    """Cites the whole of every passage."""

    @reads(WITHOUT_MARKUP)
    def detect(self, examples: object, /) -> list[Verdict]:
        return [self._verdict(example) for example in examples]  # type: ignore[attr-defined]

    def _verdict(self, example: Example) -> Verdict:
        spans = [(p, Span(0, len(p.text))) for p in example.passages]
        cited = tuple(Evidence(p.id, span, 1.0, span.of(p.text)) for p, span in spans)
        fact = Triple("entry", "is", "free")
        return Verdict(
            "grounded",
            0.1,
            findings=(
                Finding(
                    Claim("Yes.", Span(0, 4)),
                    "supported",
                    0.1,
                    (*cited, Evidence("1", None, 1.0, "all")),
                ),
            ),
            triples=(
                TripleView("answer", fact, "same", Span(0, 4), "", 1),
                TripleView("evidence", fact, "same", Span(9, 13), "1", 0),
            ),
        )


def test_spans_of_the_evidence_are_of_the_passage_as_given() -> None:
    [verdict] = Quoting().detect([Example("Yes.", (PAGE, "Ask us."))])
    first, second, whole = verdict.findings[0].evidence

    assert first.span is not None
    assert first.span.of(PAGE) == "Entry is <b>free</b> &amp; easy."
    assert (first.text, second.span, whole.span) == (WORDS, Span(0, 7), None)
    answer, evidence = verdict.triples
    assert answer.span == Span(0, 4)
    assert evidence.span is not None
    assert evidence.span.of(PAGE) == "free"
