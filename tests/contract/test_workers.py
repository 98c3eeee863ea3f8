"""A run's records do not depend on how many processes make them, nor on its batches."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from groundgraph import MissingExtraError, NotFittedError
from groundgraph.checking import check_rows
from groundgraph.io import dumps, read_rows
from groundgraph.registry import DETECTORS

if TYPE_CHECKING:
    from pathlib import Path

BICYCLE = (
    "The Kestrel is an electric bicycle made in Lindholm since 2019. Its frame weighs 4 kg. The "
    "battery and the motor are covered for 24 months or 20,000 kilometres."
)
DEALER = "Warranty claims are handled by the dealer who sold the bicycle, within ten working days."
SENTENCES = (
    "The Kestrel is an electric bicycle.",
    "It has been made in Lindholm since 2019, and its aluminium frame weighs 4 kg.",
    "The battery is covered for 48 months.",
    "Claims are handled by the dealer within ten working days, as the warranty says.",
    "Theft is insured by Zurich Mutual in 14 countries, among them Norway, Spain and Japan.",
)


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """Write ten answers of one to five sentences, over passages of one or two texts."""
    path = tmp_path / "rows.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number in range(10):
            answer = " ".join(SENTENCES[: number % 5 + 1][:: 1 if number < 5 else -1])
            passages = [BICYCLE, DEALER][: 1 + number % 2]
            row = {"answer": answer, "passages": passages, "question": "What is the Kestrel?"}
            file.write(json.dumps({**row, "prd": 0.2, "sas": 0.1 * number}) + "\n")
    return path


@pytest.mark.parametrize("name", list(DETECTORS))
def test_records_are_equal_to_the_last_bit_with_workers_and_small_batches(
    name: str, rows: Path
) -> None:
    try:
        alone = [dumps(done.record) for done in check_rows(read_rows(rows), name)]
    except (NotFittedError, MissingExtraError) as error:
        pytest.skip(str(error))
    spread = check_rows(read_rows(rows), name, batch_size=3, workers=2)

    assert [dumps(done.record) for done in spread] == alone
    assert not any('"error"' in record for record in alone)
