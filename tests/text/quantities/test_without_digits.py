"""Numbers that are written without digits: Roman numerals, years and places in words."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.tokens import tokens

ACTS = "Stage sheet: Act I runs 48 minutes, Act II 35 minutes, Act III 52 minutes. Two intervals."
CHAPEL = "Over the door is ANNO DOMINI MDCLXXXIV, when the bishop consecrated the stone chapel."
PARISH = "Census of the parish: in nineteen oh one it had 1,204 souls, in nineteen fifty-one 988."
LETTERS = "Catalogue: Letters of Anna Brandt, vol. I (312 pp.), vol. II (288 pp.), ed. Koch, 1957."
BOUTS = "The boxer won his twenty-first bout in May and lost his twenty-second bout in June."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ch. IX (40 pp.) and chapters II and XI", ["9", "40", "2", "11"]),
        ("vols. I–XVII and an index volume (XVIII)", ["1", "17", "18"]),
        ("the volume I bought, a MIX, an IV drip, no. mix, Dr. XL", []),
        ("Type I diabetes and Otto III", ["1", "3"]),
        ("model X, gate V, chapter X", ["10"]),
        ("restored MMXI, dated MDCCXLII", ["2011", "1742"]),
        ("born in nineteen eighty-four, died in two thousand and eleven", ["1984", "2011"]),
        ("between eighteen seventy and nineteen oh five", ["1870", "1905"]),
        ("in two thousand and eleven cases", []),
        ("the nineteen sixties", ["1960"]),
        ("the fifteen hundredth strip, her twenty-first birthday", ["1500", "21"]),
        ("the hundred-and-fiftieth, the thousandth and the sixtieth", ["150", "1000", "60"]),
        ("a hundredth of it, one hundredth, a thirty-second spot", []),
    ],
)
def test_they_are_read_with_digits(text: str, found: list[str]) -> None:
    assert [token.text for token in tokens(text) if token.kind in {"number", "code"}] == found


def test_what_is_read_stands_where_it_is_written() -> None:
    text = "It opened in nineteen oh five, the twenty-first of its kind."
    written = [token.span.of(text) for token in tokens(text) if token.kind == "number"]
    assert written == ["nineteen oh five", "twenty-fir"]


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (ACTS, "Act 3 runs fifty-two minutes.", "Act 3 runs thirty-five minutes."),
        (CHAPEL, "The chapel was consecrated in 1684.", "The chapel was consecrated in 1694."),
        (PARISH, "In 1901 the parish had 1,204 souls.", "In 1901 the parish had 988 souls."),
        (LETTERS, "Volume 2 has 288 pages.", "Volume 2 has 312 pages."),
        (BOUTS, "He won his 21st bout in May.", "He won his 21st bout in June."),
    ],
)
def test_claims_are_held_against_them(evidence: str, right: str, wrong: str) -> None:
    [one], [other] = (judge_quantities("", [evidence], [claim]) for claim in (right, wrong))
    assert one.outcome == "supported"
    assert other.outcome != "supported"
    assert other.score > one.score


def test_another_part_leaves_a_claim_open() -> None:
    [judged] = judge_quantities("", [ACTS], ["Act 4 runs fifty-two minutes."])
    assert judged.outcome != "contradicted"
