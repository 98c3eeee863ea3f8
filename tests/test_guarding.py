"""`guard`: an answer checked while it is still being written."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import Claim, Example, Finding, InputError, Sentence, Span, Verdict, guard
from groundgraph.guarding import NO_CLAIM

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from groundgraph import Outcome

PASSAGES = ["Ada lives in Rome."]
GOOD, BAD, ODD, END = "Ada lives here. ", "She is wrong. ", "This is odd. ", "Ada stays."


@dataclass(frozen=True)
class Worded:
    """Contradicts sentences that say "wrong" and cannot check those that say "odd"."""

    asked: list[str] = field(default_factory=list)

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        return [self._judge(example) for example in examples]

    def _judge(self, example: Example) -> Verdict:
        self.asked.append(example.answer)
        findings = []
        start = 0
        for part in example.answer.split(". "):
            span = Span(start, start + len(part))
            start += len(part) + 2
            if part and "Hello" not in part:
                findings.append(Finding(Claim(part, span), outcome_of(part), None))
        if not findings:
            return Verdict("unverifiable", None, reason="it only greets")
        flagged = any(finding.outcome == "contradicted" for finding in findings)
        label: Any = "hallucinated" if flagged else "grounded"
        return Verdict(label, float(flagged), findings=tuple(findings))


def outcome_of(part: str) -> Outcome:
    return "contradicted" if "wrong" in part else "unverifiable" if "odd" in part else "supported"


def pieces(text: str, size: int = 3) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def guarded(text: str, **options: Any) -> list[Sentence]:
    return list(
        guard(pieces(text), PASSAGES, detector=options.pop("detector", Worded()), **options)
    )


def test_mark_passes_everything_on_with_its_findings() -> None:
    found = guarded(GOOD + BAD + END)
    assert "".join(map(str, found)) == GOOD + BAD + END
    assert [each.outcome for each in found] == ["supported", "contradicted", "supported"]
    assert [each.flagged for each in found] == [False, True, False]
    assert found[1].span.of(GOOD + BAD + END) == BAD
    [finding] = found[1].findings
    assert finding.claim.span.of(GOOD + BAD + END) == finding.claim.text == "She is wrong"


def test_drop_leaves_the_flagged_sentence_out_and_says_so() -> None:
    found = guarded(GOOD + BAD + END, policy="drop")
    assert [each.text for each in found] == [GOOD, "", END]
    assert found[1].given == BAD


def test_stop_ends_the_answer_and_closes_its_source() -> None:
    closed = []

    def source() -> Iterator[str]:
        try:
            yield from pieces(GOOD + BAD + END * 50)
        finally:
            closed.append(True)

    found = list(guard(source(), PASSAGES, policy="stop", detector=Worded()))
    assert [each.text for each in found] == [GOOD, ""]
    assert closed == [True]


@pytest.mark.parametrize(
    ("written", "shown"),
    [("I do not know. ", "I do not know. "), ("Still wrong. ", ""), ("", "")],
)
def test_what_a_sentence_is_rewritten_to_is_checked_too(written: str, shown: str) -> None:
    asked: list[str] = []

    def rewrite(sentence: Sentence) -> str:
        asked.append(sentence.given)
        return written

    found = guarded(GOOD + BAD + END, policy="rewrite", rewrite=rewrite)
    assert asked == [BAD]
    assert [each.text for each in found] == [GOOD, shown, END]


def test_a_sentence_goes_out_before_the_answer_ends() -> None:
    taken: list[str] = []

    def source() -> Iterator[str]:
        for piece in pieces(GOOD + END * 20):
            taken.append(piece)
            yield piece

    first = next(iter(guard(source(), PASSAGES, detector=Worded())))
    assert first.text == GOOD
    assert len("".join(taken)) < len(GOOD + END * 2)


def test_a_sentence_is_read_with_unflagged_ones_before_it() -> None:
    detector = Worded()
    guarded(GOOD + BAD + "Ada eats. Ada reads. Ada sleeps.", detector=detector)
    assert detector.asked == [
        GOOD,
        GOOD + BAD,
        GOOD + "Ada eats. ",
        GOOD + "Ada eats. Ada reads. ",
        "Ada eats. Ada reads. Ada sleeps.",
    ]


def test_what_could_not_be_checked_passes_only_where_that_is_meant() -> None:
    opened = guarded("Hello. " + ODD + END, policy="drop")
    closed = guarded("Hello. " + ODD + END, policy="drop", fail="closed")
    assert [each.text for each in opened] == ["Hello. ", ODD, END]
    assert [each.text for each in closed] == ["Hello. ", "", END]
    assert {each.outcome for each in (*opened[:2], *closed[:2])} == {"unverifiable"}


def test_a_sentence_without_a_claim_is_unverifiable_and_says_why() -> None:
    first, second = guarded(GOOD + "Hello there.")
    assert (first.outcome, second.outcome) == ("supported", "unverifiable")
    assert second.reason == NO_CLAIM


def test_a_detector_of_whole_answers_flags_the_sentence() -> None:
    @dataclass(frozen=True)
    class Whole:
        def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
            return [Verdict("hallucinated", 1.0) for _ in examples]

    assert [each.outcome for each in guarded(GOOD + END, detector=Whole())] == ["unsupported"] * 2


def test_an_asynchronous_answer_gives_an_asynchronous_generator() -> None:
    async def source() -> AsyncIterator[str]:
        for piece in pieces(GOOD + BAD + END):
            yield piece

    async def run() -> list[Sentence]:
        found = guard(source(), PASSAGES, policy="drop", detector=Worded())
        return [sentence async for sentence in found]

    assert [each.text for each in asyncio.run(run())] == [GOOD, "", END]


@pytest.mark.parametrize(
    "options", [{"policy": "mask"}, {"fail": "never"}, {"policy": "rewrite"}, {"rewrite": str}]
)
def test_what_cannot_be_meant_is_refused_at_once(options: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        guard([], PASSAGES, **options)


def test_one_text_for_passages_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match="passages must be a list"):
        guard([], "one text")


def test_the_default_detector_flags_a_wrong_number() -> None:
    warranty = ["The battery is covered for 24 months."]
    answer = "The battery is covered for 24 months. It is covered for 36 months."
    found = list(guard(pieces(answer), warranty))
    assert [each.flagged for each in found] == [False, True]


def test_a_detector_that_is_written_down_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Worded] = []

    def load_it(_: object) -> Worded:
        made.append(Worded())
        return made[-1]

    monkeypatch.setattr("groundgraph.guarding.loaded", load_it)

    assert len([*guard(pieces(GOOD + END + GOOD), PASSAGES, detector="worded")]) == 3
    assert len(made) == 1


@pytest.mark.parametrize("asynchronous", [False, True])
def test_pieces_without_a_text_are_skipped(asynchronous: bool) -> None:
    given = [None, "", GOOD[:5], None, GOOD[5:], "", BAD, None]

    async def source() -> AsyncIterator[str | None]:
        for piece in given:
            yield piece

    async def run() -> list[Sentence]:
        return [each async for each in guard(source(), PASSAGES, detector=Worded())]

    found = asyncio.run(run()) if asynchronous else list(guard(given, PASSAGES, detector=Worded()))
    assert [each.given for each in found] == [GOOD, BAD]


def test_bytes_are_refused_before_anything_is_judged() -> None:
    with pytest.raises(TypeError, match="answer is bytes"):
        guard(GOOD.encode(), PASSAGES)  # type: ignore[arg-type]
    with pytest.raises(
        TypeError, match="piece of the answer is bytes, expected str or None; decode"
    ):
        next(guard([GOOD.encode()], PASSAGES, detector=Worded()))  # type: ignore[list-item]


def test_a_threshold_of_its_own_decides_what_is_flagged() -> None:
    text = ["The battery is covered for 24 months."]
    [flagged] = guard(text, ["The battery is covered for 24 months."], at=0)
    assert flagged.flagged
    with pytest.raises(InputError, match="expected 0 to 1"):
        list(guard(text, text, at=2))
