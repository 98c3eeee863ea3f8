"""How trees, reader and rules are weighed beside each other, and decided by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from groundgraph import Example, Passage, Span
from groundgraph.learn.novelty import Novelty
from groundgraph.methods.fused.blocks import form, reader, shape
from groundgraph.methods.fused.detector import BESIDE_NAMES, Fused
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import CLAIM_NAMES, read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from training.fused import beside, corpora, deciding, material, measuring
from training.fused.measuring import UNKNOWN, Rows, claim_labels, joined, measured
from training.fused.weights import NEAR, Form, Known, Weights, fitted

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.learn.shift import Shift

FERRY = (Passage("The ferry carries 40 cars. Dogs are not allowed in the cabin."),)


def known(n: int, *, seed: int, telling: str = "reader_odds", owner: int = 2) -> Known:
    """Return answers of so many claims each, of which one feature tells the wrong ones."""
    chance = np.random.default_rng(seed)
    claims = n * owner
    labels = chance.random(claims) < 0.4
    rows = np.zeros((claims, len(BESIDE_NAMES)))
    for name in (*reader.NAMES, reader.ALONE):
        rows[:, BESIDE_NAMES.index(name)] = chance.normal(size=claims)
    rows[:, BESIDE_NAMES.index(telling)] += 3.0 * labels
    of = np.repeat(np.arange(n), owner)
    none = np.zeros(0, np.intp)
    return Known(
        Rows(
            np.arange(n),
            np.bincount(of, labels, n) > 0,
            np.zeros((n, len(shape.ANSWER_NAMES))),
            chance.normal(size=(n, len(form.NAMES))),
            of,
            np.zeros((claims, len(CLAIM_NAMES))),
            rows,
            labels.astype(np.int8),
            none.reshape(0, 2),
            none,
            none.reshape(0, 2),
            none,
            np.zeros((0, 2)),
        ),
        chance.normal(size=claims),
        chance.normal(size=n),
    )


def weight(shift: Shift, name: str) -> float:
    return shift.weights[shift.names.index(name)]


def test_what_tells_wrong_claims_weighs_most_and_nothing_weighs_less_than_nothing() -> None:
    shift = fitted([known(200, seed=0)], [known(200, seed=seed) for seed in (1, 2)])

    others = [weight(shift, name) for name in reader.NAMES[1:]]
    assert weight(shift, "reader_odds") > 1 > max(others)
    assert min(others) >= 0
    assert shift.heads > 0
    assert shift.worst > 0.3
    assert shift.answer_heads is not None
    assert shift.answer_heads >= 0
    assert shift.share == 0


def test_each_corpus_counts_the_same_however_many_rows_it_has() -> None:
    small, large = known(60, seed=1), known(600, seed=2, telling="reader_token_worst")

    for home, others in (([], [small, large]), ([small], [large])):
        shift = fitted(home, others)

        odds, near = weight(shift, "reader_odds"), weight(shift, "reader_token_worst")
        assert odds == pytest.approx(near, rel=0.35)


def test_the_corpora_at_home_count_as_much_as_all_others_together() -> None:
    home, others = (
        known(200, seed=1),
        [known(200, seed=n, telling="reader_token_worst") for n in (2, 3, 4)],
    )

    apart, together = fitted([home], others), fitted([], [home, *others])

    share = [weight(s, "reader_odds") / weight(s, "reader_token_worst") for s in (apart, together)]
    assert share[0] > 1.5 * share[1]


def test_claims_that_nobody_has_judged_are_left_out() -> None:
    whole = known(200, seed=3)
    unknown = np.where(np.arange(400) < 200, whole.rows.claim_labels, UNKNOWN)
    half = whole._replace(rows=whole.rows._replace(claim_labels=unknown.astype(np.int8)))

    assert weight(fitted([], [half]), "reader_odds") > 0.5


def labels_of(answer: str, **about: Any) -> list[int]:
    [reading] = read([Example(answer, FERRY, **about)], SentenceSegmenter())
    return claim_labels(reading)


def test_a_claim_is_judged_by_spans_or_by_its_answer_where_that_says_it() -> None:
    two = "The ferry carries 40 cars. Dogs may drive it."

    assert labels_of(two, label=False) == [0, 0]
    assert labels_of(two, label=True, spans=(Span(27, 31),)) == [0, 1]
    assert labels_of(two, label=True) == [UNKNOWN, UNKNOWN]
    assert labels_of("Dogs may drive it.", label=True) == [1]


@pytest.fixture(scope="module")
def detector() -> Fused:
    return Fused(rarity=english_rarity())


def corpus(n: int) -> corpora.Corpus:
    answers = [
        Example(
            f"The ferry carries {number} cars. Dogs may go aboard.", FERRY, label=number % 2 > 0
        )
        for number in range(n)
    ]
    return corpora.Corpus("ferries", answers)


def test_what_was_measured_is_read_and_a_pass_goes_on(
    detector: Fused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = measured(detector, corpus(5), tmp_path / "at once")
    monkeypatch.setattr(measuring, "AT_ONCE", 2)
    measured(detector, corpus(4), tmp_path)  # as far as a pass came
    parts = sorted(tmp_path.rglob("*.npz"))
    written = [path.stat().st_mtime_ns for path in parts]

    again = measured(detector, corpus(5), tmp_path)

    assert [path.stat().st_mtime_ns for path in parts] == written
    for one, other in zip(again, whole, strict=True):
        np.testing.assert_array_equal(one, other)
    assert again.owner.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert len(again.words) == len(again.word_of) == len(again.odds)


def test_parts_number_on() -> None:
    part = known(3, seed=0).rows

    both = joined([part, part])

    assert both.owner.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_trees_of_other_claims_are_refused() -> None:
    rows = known(2, seed=0).rows
    kept = {
        "ids": np.array(["a", "b"]),
        "owner": np.array([0, 1, 1]),
        "claim_trees": np.arange(3.0),
        "answer_trees": np.arange(2.0),
    }

    with pytest.raises(ValueError, match="other claims"):
        material.kept_trees(kept, ["b", "a"], rows)
    kept |= {"owner": np.array([0, 0, 1, 1]), "claim_trees": np.arange(4.0)}
    claims, answers = material.kept_trees(kept, ["b", "a"], rows)
    assert claims.tolist() == [2, 3, 0, 1]
    assert answers.tolist() == [1, 0]


def test_pairs_are_judged_by_their_order() -> None:
    pair = known(2, seed=0, owner=1)

    assert beside.ranked(corpora.MEANING, pair, np.array([0.0, 1.0])) == 1.0
    assert beside.ranked(corpora.MEANING, pair, np.array([1.0, 1.0])) == 0.5


def test_answers_of_another_form_are_judged_by_what_all_corpora_say() -> None:
    home = known(300, seed=1)
    away = {
        name: known(200, seed=seed, telling="reader_token_worst")
        for seed, name in enumerate((*corpora.LEFT_OUT[:3], corpora.ANSWERS), 2)
    }
    away = {n: k._replace(rows=k.rows._replace(form=k.rows.form + 9.0)) for n, k in away.items()}
    of = {corpora.RAGTRUTH: home, **away}
    usual = Novelty.fit(home.rows.form, form.NAMES, [str(n) for n in range(300)])

    both = deciding.weighed(of, Form.around(usual, home.rows.form))

    assert both.elsewhere is not None
    odds, near = (
        [weight(s, name) for s in (both.shift, both.elsewhere.shift)]
        for name in ("reader_odds", "reader_token_worst")
    )
    assert odds[0] > odds[1]
    assert near[0] < near[1]
    as_before = home.log_odds(both)[1] == home.log_odds(Weights(both.shift))[1]
    assert as_before.mean() == pytest.approx(NEAR, abs=0.02)
    answers = away[corpora.ANSWERS]
    alone = answers.log_odds(Weights(both.elsewhere.shift))
    assert np.array_equal(answers.log_odds(both)[1], alone[1])
