"""Passages that are the sentences of one text stand in that text."""

from __future__ import annotations

from groundgraph.text.cut_texts import is_cut, uncut
from groundgraph.types import Passage

CUT = ["Ana sold 24 lamps.", "She left at noon.", "It rained.", "They met."]
TABLE = "| Stall | Rent |\n|---|---|\n| 1 | 20 |\n| 2 | 35 |"


def test_sentences_stand_in_one_text_in_the_order_of_their_ids() -> None:
    passages = [Passage(text, f"market-{n}") for n, text in zip((2, 9, 10, 11), CUT, strict=True)]
    given = [*passages[::-1], Passage(TABLE, "table")]
    found = uncut(given)

    assert {text for text, _ in found} == {" ".join(CUT), TABLE}
    for each, (text, start) in zip(given, found, strict=True):
        assert text[start : start + len(each.text)] == each.text


def test_other_passages_stand_alone() -> None:
    for texts in (CUT[:1], [*CUT, "It rained. They stayed."], [TABLE, *CUT[:1]]):
        assert not is_cut(texts)
        passages = [Passage(text, str(n)) for n, text in enumerate(texts)]
        assert uncut(passages) == [(text, 0) for text in texts]


def test_a_table_with_a_heading_stands_beside_sentences_of_a_text() -> None:
    for table in (f"Rents of 2024\n{TABLE}", "Rents of 2024\n\n1 — Rent: 20\n2 — Rent: 35"):
        assert is_cut([table, *CUT])
        assert not is_cut([table, *CUT[:1]])
    assert not is_cut(["He left. It rained.\nThey met.", *CUT])
    assert not is_cut(["He left — a pity: it rained. They met.", *CUT])
