"""Passages cut into sentences and lines."""

from __future__ import annotations

import pytest

from groundgraph.text.passage_sentences import pieces


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Ask Rev. Lee or Capt. Kirk. He knows.", ["Ask Rev. Lee or Capt. Kirk.", "He knows."]),
        ("MR. Lee won. See Eq. 4. It holds.", ["MR. Lee won.", "See Eq. 4.", "It holds."]),
        ("It cost approx. 5 euros. No. He left.", ["It cost approx. 5 euros.", "No. He left."]),
        ("Pay min. €30, max. €90, excl. £2 tax.", ["Pay min. €30, max. €90, excl. £2 tax."]),
        ("He asked the max. $VAR is unset.", ["He asked the max.", "$VAR is unset."]),
        ("Due 15 Aug. Sent 22 Aug. Paid.", ["Due 15 Aug.", "Sent 22 Aug.", "Paid."]),
        ("On 1 Aug. Ana left. In Aug. Bo came.", ["On 1 Aug. Ana left.", "In Aug. Bo came."]),
        ("Use hall E. Doors open at 9.", ["Use hall E.", "Doors open at 9."]),
        ("One line\nAnother. ", ["One line", "Another."]),
    ],
)
def test_abbreviations_end_no_sentence(text: str, sentences: list[str]) -> None:
    assert [span.of(text) for span in pieces(text)] == sentences


def test_dots_between_numbers_end_no_sentence() -> None:
    text = "Harbour 06:10 06:40 ... 22:40\nPins 1 … 9 are free. He counted 5... 10 were left."

    assert [span.of(text) for span in pieces(text)] == [
        "Harbour 06:10 06:40 ... 22:40",
        "Pins 1 … 9 are free.",
        "He counted 5...",
        "10 were left.",
    ]
