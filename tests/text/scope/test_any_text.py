"""Text of any kind: nothing is raised, and time grows with the text."""

from __future__ import annotations

import random

import pytest

from groundgraph.text.scope import judge_scope
from groundgraph.text.scope.evidence import index_of
from groundgraph.text.scope.model import Line
from groundgraph.types import Span

PIECES = [
    "all", "not", "may", "if", "unless", "only", "“", "”", '"', "'", "n't", "can’t", ",", ";", ".",
    "\n", " ", "but", "except", "first", "İ", "ß", "日本語", "не", "\u0000", "\ud83d\ude00", "(",
    "of", "the", "12", "3.5%", "—", "non-", "un", "Ana", "said", "and", "or", "even if", "|", "_",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_no_text_is_too_odd(seed: int) -> None:
    drawn = random.Random(seed)

    def text(most: int) -> str:
        glue = drawn.choice([" ", "", "  "])
        return glue.join(drawn.choices(PIECES, k=drawn.randrange(most)))

    passages = [text(80) for _ in range(drawn.randrange(4))]
    claims = [text(40) for _ in range(4)] + passages
    judged = judge_scope(text(10), passages, claims)

    assert [found.claim for found in judged] == claims
    for found in judged:
        for place in found.evidence:
            assert place.span.of(passages[int(place.passage) - 1]) == place.text


@pytest.mark.parametrize(
    "text",
    [
        "Некоторые члены проголосовали за слияние.",
        "一部の会員が合併に賛成した。",
        "Nicht alle Mitglieder stimmten zu, sofern nicht anders vermerkt.",
        "",
        "   ",
    ],
)
def test_other_languages_stay_open(text: str) -> None:
    [found] = judge_scope("", [text], [text.replace("Nicht", "Fast")])

    assert found.outcome in {"open", "supported"}


def test_a_long_sentence_is_cut_and_read_to_a_bound() -> None:
    text = "all of the x may not only y, and or " * 2000

    lines = index_of((text,)).lines

    assert max(len(line.tokens) for line in lines) <= 160
    assert sum(len(line.text[line.span.start : line.span.end]) for line in lines) <= len(text)


def test_tokens_stand_where_they_say() -> None:
    text = "He can’t, won't and didn't: 1,200 non-members (3.5%) left."
    line = Line(text, Span(0, len(text)))

    written = [text[start:end] for start, end in line.places]

    assert written[:4] == ["He", "ca", "n’t", ","]
    assert [token.text for token in line.tokens][:7] == [
        "he",
        "can",
        "not",
        ",",
        "will",
        "not",
        "and",
    ]
    assert {"1,200", "non-members", "3.5%"} <= set(written)
