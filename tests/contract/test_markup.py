"""A web page around a passage, or Markdown in it, changes no detector's label."""

from __future__ import annotations

import html
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import groundgraph
from groundgraph import Example, Passage, specs
from groundgraph.errors import MissingExtraError, NotFittedError
from groundgraph.io.reading import read_rows
from groundgraph.registry import DETECTORS

if TYPE_CHECKING:
    from groundgraph.protocols import Detector
    from groundgraph.types import Verdict

ROWS = Path(groundgraph.__file__).parent / "cli" / "example.jsonl"
PAGE = (
    "<!DOCTYPE html>\n<html><head><title>Page</title><style>p {{ margin: 0 }}</style></head>\n"
    '<body><nav><a href="/">Home</a></nav>\n<p class="text">{}</p>\n'
    "<script>if (a < b) {{ load(); }}</script></body></html>"
)


def examples() -> list[Example]:
    return [row.example for row in read_rows(ROWS) if row.example is not None]


def page(passage: Passage) -> Passage:
    """Put prose in a web page; a record is no part of one."""
    is_record = passage.text.startswith("{")
    return passage if is_record else replace(passage, text=PAGE.format(html.escape(passage.text)))


def pages(example: Example) -> Example:
    return replace(example, passages=tuple(page(passage) for passage in example.passages))


@cache
def judged(name: str) -> tuple[Detector, list[Verdict]]:
    detector: Detector = specs.load(name)
    return detector, list(detector.detect(examples()))


@pytest.fixture(params=list(DETECTORS))
def found(request: pytest.FixtureRequest) -> tuple[Detector, list[Verdict]]:
    try:
        return judged(request.param)
    except (NotFittedError, MissingExtraError) as error:
        pytest.skip(str(error))


def test_a_page_around_a_passage_keeps_the_label(found: tuple[Detector, list[Verdict]]) -> None:
    detector, plain = found
    verdicts = detector.detect([pages(example) for example in examples()])

    assert [verdict.label for verdict in verdicts] == [verdict.label for verdict in plain]
    for verdict, other in zip(verdicts, plain, strict=True):
        assert verdict.hallucination_score == pytest.approx(other.hallucination_score, abs=1e-4)


def test_evidence_is_cited_in_the_page_as_given(found: tuple[Detector, list[Verdict]]) -> None:
    detector, _ = found
    given = [pages(example) for example in examples()]

    for example, verdict in zip(given, detector.detect(given), strict=True):
        texts = {passage.id: passage.text for passage in example.passages}
        for item in (item for finding in verdict.findings for item in finding.evidence):
            if item.span is not None:
                words = html.unescape(item.span.of(texts[item.passage_id]))
                assert words == item.text
        for view in verdict.triples:
            if view.side == "evidence" and view.span is not None:
                assert "<" not in view.span.of(texts[view.passage_id])
