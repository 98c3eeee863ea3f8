from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from labelling import labelled

from groundgraph import Example, FitOptions, InputError, Passage, Verdict, specs
from groundgraph.methods.checkable import unverifiable
from groundgraph.methods.egc.detector import EGC
from groundgraph.methods.logic.detector import Logic
from groundgraph.methods.router.detector import Router, bands, choose_band

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types import Label


@dataclass(frozen=True)
class Reads:
    """Takes its score from the row's metadata; cannot check rows that have none."""

    column: str
    seen: list[str] = field(default_factory=list, compare=False)

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        self.seen.extend(example.id for example in examples)
        return [self._verdict(example.metadata.get(self.column)) for example in examples]

    def _verdict(self, score: float | None) -> Verdict:
        if score is None:
            return unverifiable(f"no {self.column}")
        label: Label = "hallucinated" if score >= 0.5 else "grounded"
        return Verdict(label, score, features={"read": score}, reason=self.column)


@dataclass(frozen=True)
class Unlike(Reads):
    """Is calibrated, but on rows unlike some."""

    is_calibrated = True
    strange: frozenset[str] | set[str] = frozenset()
    seen: list[str] = field(default_factory=list, compare=False)

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        found = super().detect(examples)
        return [
            replace(verdict, calibrated=example.id not in self.strange)
            for example, verdict in zip(examples, found, strict=True)
        ]


def rows(first: Sequence[float | None], second: Sequence[float | None]) -> list[Example]:
    return [
        Example("a", (Passage("p"),), id=str(n), metadata={"first": one, "second": other})
        for n, (one, other) in enumerate(zip(first, second, strict=True))
    ]


ROUTER = Router(Reads("first"), Reads("second"), 0.3, 0.6)


def test_only_answers_inside_the_band_go_to_the_second() -> None:
    second = Reads("second")
    router = replace(ROUTER, second=second)

    verdicts = router.detect(rows([0.1, 0.3, 0.45, 0.6, 0.9], [0.8, 0.8, 0.1, 0.7, 0.2]))

    assert second.seen == ["1", "2", "3"]
    assert [v.hallucination_score for v in verdicts] == [0.1, 0.8, 0.1, 0.7, 0.9]
    assert [v.reason for v in verdicts] == ["first", "second", "second", "second", "first"]


def test_a_verdict_says_who_decided_and_what_the_first_said() -> None:
    kept, sent = ROUTER.detect(rows([0.1, 0.5], [0.8, 0.8]))

    assert kept.features == {"read": 0.1, "router_escalated": 0.0, "router_first_score": 0.1}
    assert sent.features == {"read": 0.8, "router_escalated": 1.0, "router_first_score": 0.5}


def test_what_the_first_cannot_check_goes_to_the_second_too() -> None:
    judged, neither = ROUTER.detect(rows([None, None], [0.8, None]))

    assert (judged.label, judged.features["router_escalated"]) == ("hallucinated", 1.0)
    assert (neither.label, neither.reason) == ("unverifiable", "no second")


def test_an_answer_unlike_those_that_the_first_knows_goes_to_the_second_too() -> None:
    known, unlike = rows([0.1, 0.1], [0.8, 0.8])
    first = Unlike("first", strange={unlike.id})

    verdicts = replace(ROUTER, first=first).detect([known, unlike])

    assert [v.features["router_escalated"] for v in verdicts] == [0.0, 1.0]
    assert verdicts[1].features["router_first_score"] == 0.1


def test_what_a_remark_says_sends_no_answer_on() -> None:
    [row] = rows([0.1], [0.8])
    told = Unlike("calibrated on answers unlike this one")

    [verdict] = replace(ROUTER, first=told).detect([replace(row, metadata={told.column: 0.1})])

    assert verdict.features["router_escalated"] == 0.0


def test_a_router_of_routers_sends_on_what_both_detectors_of_one_do_not_know() -> None:
    known, unlike = rows([0.1, 0.1], [0.1, 0.1])
    inner = [Unlike(column, strange={unlike.id}) for column in ("first", "second")]

    verdicts = replace(ROUTER, first=replace(ROUTER, first=inner[0], second=inner[1])).detect(
        [known, unlike]
    )

    assert [v.features["router_escalated"] for v in verdicts] == [0.0, 1.0]


def test_the_second_is_not_loaded_when_no_answer_needs_it() -> None:
    router = Router(Reads("first"), "no such detector", 0.3, 0.6)

    assert router.detect(rows([0.1], [0.1]))[0].label == "grounded"
    assert router.detect([]) == []


@pytest.mark.parametrize("band", [(0.6, 0.3), (-0.1, 0.5), (0.5, 1.1), (float("nan"), 0.5)])
def test_a_band_that_is_none_is_refused(band: tuple[float, float]) -> None:
    with pytest.raises(InputError, match="expected 0 <= low <= high <= 1"):
        Router("lexical", "egc", *band)


@pytest.mark.parametrize("router", [Router(), Router(EGC(tau=0.3), Logic(alpha=1.2), 0.4, 0.5)])
def test_a_router_comes_back_from_its_spec(router: Router) -> None:
    spec = json.loads(json.dumps(specs.describe(router), allow_nan=False))

    assert specs.build(spec) == router


def test_the_spec_of_the_router_stays_short() -> None:
    assert len(json.dumps(specs.reference("router"))) < 300


def scored(n: int = 400) -> tuple[list[Example], list[bool]]:
    """Make a first that is sure of the clear answers and a second that is mostly right."""
    random = np.random.default_rng(0)
    labels = random.random(n) < 0.4
    unclear = random.random(n) < 0.3
    first = np.where(unclear, random.uniform(0.4, 0.6, n), np.where(labels, 0.9, 0.1))
    second = np.where(random.random(n) < 0.95, labels, ~labels) * 0.8 + 0.1
    return rows(first.tolist(), second.tolist()), labels.tolist()


def test_fitting_keeps_what_the_second_gives_at_the_least_share() -> None:
    examples, labels = scored()

    fitted = ROUTER.fit(labelled(examples, labels), FitOptions(loss=0.0))

    verdicts = fitted.detect(examples)
    share = np.mean([v.features["router_escalated"] for v in verdicts])
    right = np.mean(
        [(v.label == "hallucinated") == y for v, y in zip(verdicts, labels, strict=True)]
    )
    always = Reads("second").detect(examples)
    second_right = np.mean(
        [(v.label == "hallucinated") == y for v, y in zip(always, labels, strict=True)]
    )
    assert 0.3 < fitted.low <= fitted.high < 0.7
    assert share < 0.35
    assert right >= second_right
    assert (fitted.first, fitted.second) == (ROUTER.first, ROUTER.second)


def test_fitting_keeps_to_a_wanted_share() -> None:
    examples, labels = scored()

    for share in (0.1, 0.2):
        verdicts = ROUTER.fit(labelled(examples, labels), FitOptions(share=share)).detect(examples)
        sent = np.mean([v.features["router_escalated"] for v in verdicts])
        assert 0 < sent <= share


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"by": "generator"}, "router cannot be fitted with by"),
        ({"calibration": "isotonic"}, "router fits its band alone"),
        ({"threshold": "fpr=0.05"}, "router fits its band alone"),
        ({"share": 0.2, "loss": 0.1}, "a share or a loss, not both"),
        ({"share": 1.5}, "lie between 0 and 1, found 1.5"),
        ({"share": 0.0}, "no band sends at most 0.0% of the answers on; the least is"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object], complaint: str) -> None:
    examples, labels = scored(40)
    with pytest.raises(InputError, match=complaint):
        ROUTER.fit(labelled(examples, labels), FitOptions(**options))  # type: ignore[arg-type]


@given(
    st.lists(
        st.tuples(
            st.booleans(), st.one_of(st.none(), st.integers(0, 9)), st.booleans(), st.booleans()
        ),
        min_size=3,
        max_size=25,
    )
)
def test_every_band_gives_what_it_says(answers: list[tuple[bool, int | None, bool, bool]]) -> None:
    labels, _, first, second = (np.array(column) for column in zip(*answers, strict=True))
    scores = np.array([np.nan if a[1] is None else a[1] / 10 for a in answers])
    labels, first, second = labels.astype(bool), first.astype(bool), second.astype(bool)
    if np.isnan(scores).all():
        with pytest.raises(InputError, match="settles none of the answers"):
            bands(labels, scores, first, second)
        return
    for band in bands(labels, scores, first, second):
        sent = np.isnan(scores) | ((scores >= band.low) & (scores <= band.high))
        flags = np.where(sent, second, first)
        hits = (flags & labels).sum()
        assert band.share == pytest.approx(sent.mean())
        assert band.f1 == pytest.approx(2 * hits / max(flags.sum() + labels.sum(), 1))


def test_the_best_band_of_a_share_is_the_one_with_the_highest_f1() -> None:
    labels = np.array([True, False, True, False, True])
    scores = np.array([0.1, 0.2, 0.5, 0.8, 0.9])
    first = np.array([False, False, False, True, True])

    found = choose_band(labels, scores, first, labels, share=0.4)

    assert (found.low, found.high, found.share) == (0.5, 0.8, 0.4)
