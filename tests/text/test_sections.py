"""Fields under headings are read with them, and held to them."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.documents.markup import plain_text
from groundgraph.types import Span

MARKDOWN = "### Team\n\n- Price: $12 per user\n\n### Firm\n\n- Price: $29 per user"
READ = {
    "markdown": (MARKDOWN, "- Team — Price: $12 per user\n\n- Firm — Price: $29 per user"),
    "html": (
        "<h3>Team</h3><p>Fee: $12 a day</p><h3>Firm</h3><p>Fee: $29 a day</p>",
        "Team — Fee: $12 a day\n\nFirm — Fee: $29 a day",
    ),
    "bold": ("**Team**\n**Fee:** 4\n\n**Firm**\n**Fee:** 6", "Team — Fee: 4\n\nFirm — Fee: 6"),
    "prose between": (
        "## Team\n\nFor friends.\n\n- Seats: 10\n\n## Firm\n\nFor staff.\n\n- Seats: 50",
        "Team\n\nFor friends.\n\n- Team — Seats: 10\n\nFirm\n\nFor staff.\n\n- Firm — Seats: 50",
    ),
    "same heading below others": (
        "## Asia\n### Team\n- Fee: 4\n## Africa\n### Team\n- Fee: 6",
        "Asia\n- Asia Team — Fee: 4\nAfrica\n- Africa Team — Fee: 6",
    ),
    "items": (
        "1. Team\n   - Seats: 10\n2. Firm\n   - Seats: 50\n\nCall: 555",
        "   - Team — Seats: 10\n   - Firm — Seats: 50\n\nCall: 555",
    ),
    "titles": (
        "Line A:\nFare: 2\nFirst: 05:10\n\nLine B:\nFare: 3\nFirst: 06:10",
        "Line A — Fare: 2\nLine A — First: 05:10\n\nLine B — Fare: 3\nLine B — First: 06:10",
    ),
}


@pytest.mark.parametrize(("text", "read"), READ.values(), ids=READ)
def test_each_field_stands_behind_its_heading(text: str, read: str) -> None:
    found = plain_text(text)

    assert found is not None
    assert found.text == read


@pytest.mark.parametrize(
    "text",
    [
        "Team\n- Seats: 10\n\nHours\n- Monday: 9",
        "Ana: Hello.\nBo: Hi there\nAna: How are you\nBo: Fine",
        "Is it free?\nNote: yes\n\nIs it big?\nNote: no",
        "Team\nNote: They may leave.\n\nFirm\nNote: They must stay.",
    ],
)
def test_other_fields_questions_and_sentences_stay(text: str) -> None:
    assert plain_text(text) is None


def test_the_heading_leads_back_to_its_field() -> None:
    found = plain_text(MARKDOWN)

    assert found is not None
    start = found.text.index("Firm — Price: $29")
    assert found.original(Span(start, start + 17)).of(MARKDOWN) == "Price: $29"


@pytest.mark.parametrize("passage", [MARKDOWN, READ["html"][0]])
@pytest.mark.parametrize(("answer", "label"), [("$12", "hallucinated"), ("$29", "grounded")])
def test_a_value_is_held_to_its_heading(passage: str, answer: str, label: str) -> None:
    found = check(question="What does Firm cost?", passages=[passage], answer=answer)

    assert found.label == label
