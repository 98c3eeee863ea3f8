from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph import check
from groundgraph.methods.fused import workload
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import Reading, read
from groundgraph.methods.fused.rules import RULES
from groundgraph.methods.fused.workload import remark, within_reach
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    import pytest

LONG = "Ana sold 12 lamps, 30 chairs, 14 beds, 7 rugs, 9 desks, 11 clocks and 5 stools."
SHORT = "Ben sold 18 lamps."
TOLD = "Ana sold 12 lamps. Ben sold 17 lamps."


def read_of(answer: str) -> Reading:
    example = Example(answer, (Passage(TOLD, "1"),))
    [reading] = read([example], SentenceSegmenter(), english_rarity())
    return reading


def test_an_answer_of_usual_size_is_read_as_it_is() -> None:
    reading = read_of(f"{LONG} {SHORT}")
    assert within_reach(reading) is reading
    assert not remark(reading)


def test_a_claim_that_asks_too_much_leaves_room_for_those_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workload, "MOST_WORK", 10)
    held = within_reach(read_of(f"{LONG} {SHORT}"))
    assert [claim.text for claim in held.claims] == ["", SHORT]
    assert "did not read 1 of 2 claims" in remark(held)


def test_of_more_evidence_than_rules_read_they_read_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workload, "MOST_WORK", 10)
    monkeypatch.setattr(workload, "MOST_HELD", 3)
    assert "did not read 2 of 2 claims" in remark(within_reach(read_of(f"{LONG} {SHORT}")))


def test_rules_say_nothing_of_a_claim_that_they_do_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workload, "MOST_WORK", 1)
    held = within_reach(read_of(SHORT))
    judged = RULES.judge(held, english_rarity())
    rows = RULES.measure(judged)
    shifted = [RULES.names.index(name) for name in RULES.shift.names]
    assert not rows[0, shifted].any()
    assert judged[0].told == []


def test_the_verdict_says_what_rules_did_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = check(passages=[TOLD], answer=SHORT)
    monkeypatch.setattr(workload, "MOST_WORK", 1)
    part = check(passages=[TOLD], answer=SHORT)
    assert whole.findings[0].outcome == "contradicted"
    assert "did not read 1 of 1 claims" in part.reason
    assert "did not read" not in whole.reason
