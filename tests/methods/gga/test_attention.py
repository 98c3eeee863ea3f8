from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from groundgraph.errors import InputError
from groundgraph.methods.gga import attention
from groundgraph.parts.probe.traces import untraced
from groundgraph.types.traces import Trace

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
shapes = st.tuples(st.integers(1, 5), st.integers(1, 6))
weights = shapes.flatmap(lambda s: arrays(np.float32, s, elements=st.floats(0, 1, width=32)))


def traced(mass: Any, alignment: Any = None, outside: Any = None) -> Trace:
    """Return a trace of this mass; what is not given is even."""
    table = np.asarray(mass, np.float32)
    rest = np.full(len(table), 0.5) if outside is None else outside
    return Trace(
        table,
        np.asarray(rest, np.float32),
        table / np.float32(2),
        np.zeros_like(table) if alignment is None else np.asarray(alignment, np.float32),
        np.zeros(len(table), np.float32),
        np.ones(table.shape[1], np.int64),
        tuple("t" * len(table)),
    )


def prd_of(mass: Any, on_path: Any) -> Any:
    return attention.path_reliance(attention.attends(mass), on_path)


def scaled(mass: Any) -> Any:
    """Return mass whose rows sum to at most 1, as a model's do."""
    return mass / max(1.0, float(mass.sum(axis=1).max()))


def test_prd_is_the_path_s_share_less_the_others_mean_over_tokens() -> None:
    mass = [[0.3, 0.1, 0.0], [0.1, 0.1, 0.2]]

    value = prd_of(np.array(mass), np.array([True, False, False]))

    assert value == pytest.approx(((0.75 - 0.25) + (0.25 - 0.75)) / 2)


def test_sas_is_the_best_cosine_mean_over_tokens() -> None:
    assert attention.alignment(np.array([[0.5, -1.0], [-0.25, -0.5]])) == pytest.approx(0.125)


def test_the_released_variant_counts_all_other_positions_and_clips() -> None:
    trace = traced([[0.4, 0.2]], alignment=[[-0.5, 0.9]])  # softened: 0.2 and 0.1

    (paper,), (released,) = (
        attention.measure([trace], [[(0,)]], variant=variant) for variant in ("paper", "released")
    )

    assert paper == pytest.approx([1 / 3, 0.9])
    assert released == pytest.approx([0.2 - 0.8, 0.0])


@unhurried
@given(weights, st.data())
def test_prd_is_in_range_and_turns_with_the_path(mass: Any, data: st.DataObject) -> None:
    on_path = np.array(
        data.draw(st.lists(st.booleans(), min_size=(n := mass.shape[1]), max_size=n))
    )

    value = prd_of(mass, on_path)
    scale = data.draw(st.floats(0.125, 8))

    assert -1 <= value <= 1
    assert prd_of(mass, ~on_path) == pytest.approx(-value, abs=1e-12)
    assert prd_of(mass.astype(float) * scale, on_path) == pytest.approx(value)


@unhurried
@given(weights, st.randoms(use_true_random=False))
def test_the_order_of_triples_and_of_tokens_does_not_matter(mass: Any, random: Any) -> None:
    mass = scaled(mass)
    n_tokens, n_triples = mass.shape
    path = tuple(range(min(2, n_triples)))
    order = random.sample(range(n_triples), n_triples)
    rows = random.sample(range(n_tokens), n_tokens)
    aligned = np.cos(np.arange(mass.size)).reshape(mass.shape)

    one = traced(mass, aligned, np.full(n_tokens, 0.5))
    other = traced(mass[rows][:, order], aligned[rows][:, order], np.full(n_tokens, 0.5))
    paths = [[path]], [[tuple(order.index(triple) for triple in path)]]

    for measured in (attention.measure, attention.measure_paths):
        first, second = (measured([t], p) for t, p in zip((one, other), paths, strict=True))
        assert first == pytest.approx(second, abs=1e-6)
    assert attention.measure_spread([one]) == pytest.approx(
        attention.measure_spread([other]), abs=1e-6
    )


@unhurried
@given(weights)
def test_every_feature_is_finite_and_in_its_range(mass: Any) -> None:
    mass = scaled(mass)
    trace = traced(mass, np.sin(np.arange(mass.size)).reshape(mass.shape), 1 - mass.sum(axis=1))
    path = tuple(range(mass.shape[1]))

    for variant in ("paper", "released"):
        found = attention.measure([trace], [[path]], variant=variant)
        assert (np.abs(found) <= 1).all()
    weakest, balance, first, last, aligned = attention.measure_paths([trace], [[path]])[0]
    assert all(0 <= value <= 1 for value in (weakest, balance, first, last))
    assert -1 <= aligned <= 1
    assert (
        (attention.measure_spread([trace]) >= 0) & (attention.measure_spread([trace]) <= 1)
    ).all()


@unhurried
@given(weights)
def test_the_weakest_link_is_never_above_the_path_s_share(mass: Any) -> None:
    path = tuple(range(max(1, mass.shape[1] - 1)))
    share = attention.attends(mass)

    weakest, balance, first, last = attention.path_links(share, path)

    assert weakest <= share[list(path)].sum() + 1e-9
    assert first <= weakest + 1e-9 or len(path) > 1
    assert (first, last) == (share[path[0]], share[path[-1]])
    assert 0 <= balance <= 1


@unhurried
@given(weights)
def test_on_one_link_the_weakest_is_prd_on_another_scale(mass: Any) -> None:
    attended = mass[mass.sum(axis=1) > 0]
    if len(attended):
        (row,) = attention.measure_paths([traced(attended)], [[(0,)]])
        on_path = np.arange(mass.shape[1]) == 0
        prd = prd_of(attended, on_path)
        assert row[0] == pytest.approx((prd + 1) / 2, abs=1e-9)
        assert row[1] == 1.0


def test_even_links_give_the_whole_share_and_full_balance() -> None:
    (row,) = attention.measure_paths([traced([[0.2, 0.2, 0.4]])], [[(0, 1)]])

    assert row[:4] == pytest.approx([0.5, 1.0, 0.25, 0.25])


def test_of_several_paths_the_one_with_the_strongest_weakest_link_counts() -> None:
    trace = traced([[0.1, 0.5, 0.2, 0.2]], alignment=[[0.9, 0.8, 0.7, 0.6]])

    (row,) = attention.measure_paths([trace], [[(0, 1), (2, 3), ()]])

    assert row == pytest.approx([0.4, 1.0, 0.2, 0.2, 0.6])


def test_concentration_is_0_when_even_and_1_when_on_one_triple() -> None:
    even, one = traced([[0.1, 0.1, 0.1]], outside=[0.7]), traced([[0.0, 0.3, 0.0]], outside=[0.7])

    assert attention.measure_spread([even, one]) == pytest.approx(np.array([[0.3, 0], [0.3, 1]]))


def test_layers_and_heads_are_measured_at_once() -> None:
    mass = np.random.default_rng(0).random((2, 3, 4, 5))
    on_path = np.arange(5) < 2

    found = prd_of(mass, on_path)

    assert found.shape == (2, 3)
    assert found[1, 2] == prd_of(mass[1, 2], on_path)


def test_no_attention_on_triples_and_no_path_are_numbers_too() -> None:
    nothing = traced([[0.0, 0.0]])

    assert attention.measure([nothing], [[(0,)]])[0, 0] == 0.0
    assert attention.measure([traced([[0.1, 0.2]])], [[]])[0, 0] == -1.0
    assert attention.measure_paths([nothing], [[(0, 1)]])[0, :4].tolist() == [0, 1, 0, 0]
    assert attention.measure_paths([nothing], [[]]).tolist() == [[0] * 5]
    assert attention.measure_spread([nothing]).tolist() == [[0, 0]]


def test_no_traces_give_no_rows() -> None:
    assert attention.measure([], []).shape == (0, 2)
    assert attention.measure_paths([], []).shape == (0, 5)
    assert attention.measure_spread([]).shape == (0, 2)


def test_what_cannot_be_measured_is_refused() -> None:
    trace = traced([[0.1, 0.2]])

    with pytest.raises(InputError, match="found 1 traces, and paths for 2"):
        attention.measure([trace], [[], []])
    with pytest.raises(InputError, match="names triple 2; it has 2, from 0"):
        attention.measure([trace], [[(0, 2)]])
    with pytest.raises(InputError, match="trace 1 has no features: the answer has no tokens"):
        attention.measure([trace, untraced("the answer has no tokens")], [[], []])
    with pytest.raises(InputError, match="no answer tokens or no triples"):
        attention.measure_spread([traced(np.zeros((2, 0)))])
