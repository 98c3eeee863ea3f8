from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from groundgraph import ModelError
from groundgraph.learn.decision import Decision
from groundgraph.learn.heads import TreeHead
from groundgraph.learn.shift import Found, Shift
from groundgraph.learn.trees import TreeSettings
from groundgraph.learn.two_level import Table, TwoLevelHead, TwoLevelRecipe, answer_feature_names
from groundgraph.specs import build, describe

SHIFT = Shift(("wrong", "derived"), (3.0, -2.0))
CLAIMS = ("characters",)


def table(beside: list[list[float]], owner: list[int]) -> Table:
    """Return answers of whose claims nothing is known but what was found beside."""
    return Table(
        np.ones((len(owner), 1)),
        np.array(owner, np.intp),
        np.zeros((owner[-1] + 1, 1)),
        CLAIMS,
        ("own",),
        np.array(beside, float).reshape(len(owner), 2),
        ("wrong", "derived"),
    )


def constant(names: tuple[str, ...], log_odds: float) -> TreeHead:
    return TreeHead(names, (), (), (), (), (), (), log_odds)


def head(shift: Shift | None) -> TwoLevelHead:
    plain = Decision(None, 0.5, "best_f1")
    names = answer_feature_names(table([[0, 0]], [0]))
    return TwoLevelHead(constant(CLAIMS, -1.0), constant(names, -1.0), plain, plain, shift=shift)


def test_a_claim_moves_by_the_weights_of_what_was_found() -> None:
    found = SHIFT.of_claims(np.array([[1.0, 0.0], [0.0, 0.5], [0.0, 0.0]]), ("wrong", "derived"))

    assert found.tolist() == [3.0, -1.0, 0.0]


def test_names_say_which_column_is_meant() -> None:
    rows = np.array([[0.0, 9.0, 1.0]])

    assert SHIFT.of_claims(rows, ("derived", "other", "wrong")).tolist() == [3.0]


def test_an_answer_moves_as_its_worst_claim_does() -> None:
    before = np.array([-1.0, 0.0, 2.0, -1.0, 1.0])
    after = np.array([2.0, 0.0, 2.0, -1.0, -3.0])  # claims of three answers: 0 and 1, 2, 3 and 4
    owner = np.array([0, 0, 1, 2, 2], np.intp)

    assert SHIFT.of_answers(before, after, owner).tolist() == [2.0, 0.0, -2.0]
    assert replace(SHIFT, share=0.5).of_answers(before, after, owner).tolist() == [1.0, 0.0, -1.0]


def test_a_missing_measure_is_named() -> None:
    with pytest.raises(ModelError, match=r"not measured by \['derived'\]"):
        SHIFT.of_claims(np.zeros((1, 1)), ("wrong",))


@pytest.mark.parametrize(
    "odd",
    [
        {"weights": (1.0,)},
        {"weights": (float("nan"), 0.0)},
        {"weights": (float("inf"), 0.0)},
        {"share": -1.0},
        {"share": float("nan")},
    ],
)
def test_what_does_not_fit_is_refused(odd: dict[str, object]) -> None:
    with pytest.raises(ModelError):
        replace(SHIFT, **odd)  # type: ignore[arg-type]


def test_a_head_with_a_shift_is_rebuilt_from_its_spec() -> None:
    shifted = head(SHIFT)

    assert build(describe(shifted)) == shifted


def test_a_spec_without_a_shift_has_none() -> None:
    spec = describe(head(None))
    del spec["parameters"]["shift"]

    assert build(spec) == head(None)


def test_what_was_found_decides_over_the_trees() -> None:
    rows = table([[1, 0], [0, 0], [0, 0], [0, 1]], [0, 0, 1, 2])

    plain, shifted = head(None).judge(rows), head(SHIFT).judge(rows)

    assert plain.answer_flags.tolist() == [False, False, False]
    assert shifted.answer_flags.tolist() == [True, False, False]
    assert shifted.claim_flags.tolist() == [True, False, False, False]
    assert shifted.answer_scores[1] == plain.answer_scores[1] > shifted.answer_scores[2]


def test_a_shift_needs_no_batch() -> None:
    judged = head(SHIFT).judge(table([[0, 0]], [0])._replace(
        claims=np.zeros((0, 1)), owner=np.zeros(0, np.intp), answers=np.zeros((0, 1)),
        beside=np.zeros((0, 2)),
    ))  # fmt: skip

    assert judged.answer_scores.tolist() == []


def fitted(shift: Shift | None, beside_names: tuple[str, ...]) -> TwoLevelHead:
    n = 60
    labels = np.arange(n) % 2 == 1
    beside = np.zeros((n, len(beside_names)))
    if beside_names:
        beside[:, 0] = labels & (np.arange(n) % 4 == 1)
    signal = labels + np.random.default_rng(0).normal(0, 1.5, n)
    rows = Table(
        np.column_stack([signal, np.ones(n)]), np.arange(n), np.zeros((n, 1)),
        ("signal", "characters"), ("own",), beside, beside_names,
    )  # fmt: skip
    trees = TreeSettings(max_iter=10, max_leaf_nodes=4, min_samples_leaf=5)
    recipe = TwoLevelRecipe(trees, trees, {}, n_folds=3, shift=shift)
    return recipe.fit(rows, labels, labels, [str(i) for i in range(n)])[0]


def test_decisions_are_fitted_on_shifted_scores() -> None:
    names = ("wrong", "derived")

    shifted, plain = fitted(SHIFT, names), fitted(None, names)

    assert shifted.shift == SHIFT
    assert shifted.claim_head == plain.claim_head
    assert shifted.answer_decision != plain.answer_decision


def test_where_nothing_is_measured_beside_there_is_no_shift() -> None:
    assert fitted(SHIFT, ()) == fitted(None, ())


def test_what_is_surely_wrong_is_so_whatever_the_trees_say() -> None:
    sure = replace(SHIFT, sure=("wrong",), least=4.0)
    judged = head(sure).judge(table([[1, 1], [0, 0], [0, 1]], [0, 0, 1]))

    assert judged.claim_scores[0] == judged.answer_scores[0] == pytest.approx(1 / (1 + np.exp(-4)))
    assert judged.answer_scores[1] < 0.5


def test_an_answer_of_claims_that_are_surely_right_is_so_whatever_the_trees_say() -> None:
    bounded = replace(SHIFT, sure=("wrong",), least=4.0, right=("derived",), most=-3.0)
    claims, answers = bounded.moved(
        Found(
            np.array([[0.0, 1.0], [0.0, 1.0], [0.0, 0.0], [1.0, 1.0]]),
            ("wrong", "derived"),
            np.array([0, 1, 1, 2], np.intp),
        ),
        np.array([9.0, 9.0, 9.0, 9.0]),
        np.array([9.0, 9.0, 9.0]),
    )

    assert claims[0] == claims[1] == answers[0] == -3.0
    assert answers[1] > 0
    assert claims[3] == 10.0  # surely wrong as well


def test_what_is_sure_must_be_found() -> None:
    with pytest.raises(ModelError, match="what is sure"):
        Shift(("wrong",), (1.0,), sure=("derived",))
    with pytest.raises(ModelError, match="what is right"):
        Shift(("wrong",), (1.0,), right=("derived",))


def test_an_answer_can_be_judged_by_its_worst_claim_and_all_claims_together() -> None:
    shift = replace(
        SHIFT, share=0.0, heads=0.5, answer_heads=0.25, worst=2.0,
        pooled=("derived",), pooled_weights=(3.0,),
    )  # fmt: skip
    found = Found(np.array([[1.0, 0.0], [0.0, 0.0]]), ("wrong", "derived"), np.zeros(2, np.intp))

    claims, answers = shift.moved(found, np.array([2.0, 6.0]), np.array([8.0]))

    assert claims.tolist() == [4.0, 3.0]
    assert answers.tolist() == pytest.approx([0.25 * 8 + 2 * 4 + 3 * np.log(2)])


def test_what_is_pooled_must_be_measured_and_have_a_weight() -> None:
    with pytest.raises(ModelError, match="as many weights"):
        replace(SHIFT, pooled=("derived",))
    shift = replace(SHIFT, pooled=("other",), pooled_weights=(1.0,))
    with pytest.raises(ModelError, match="not measured by"):
        head(shift).judge(table([[0, 0]], [0]))
    assert shift.among(SHIFT.names).pooled == ()


def test_an_answer_that_was_not_measured_counts_its_head_as_others_do() -> None:
    shift = replace(SHIFT, heads=0.5, answer_heads=2.0, usual=(1.0, 3.0))

    claims, answers = shift.unmeasured(np.array([4.0]), np.array([4.0]))

    assert (claims.tolist(), answers.tolist()) == ([3.0], [11.0])
