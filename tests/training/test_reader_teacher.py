"""A reader that is taught by another, and its windows as they lie on the device."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from tiny_mpnet import RECIPE, put_in_place, write_twins

from groundgraph.errors import InputError
from training import loop
from training.job import Pace, TimeSpentError
from training.reader import network, train
from training.reader.encoding import Items, minilm
from training.reader.export import export
from training.reader.finish import WEIGHTS
from training.reader.losses import loss_of, states_loss, taught_loss
from training.reader.network import Windows, batch_of
from training.reader.recipe import HELD_ROWS, SHOWN_ROWS, TEACHER

if TYPE_CHECKING:
    from pathlib import Path

    from training.reader.network import Batch, Reader

LARGE = replace(RECIPE, layers=3, dropout=0.1, seed=7)
TAUGHT = replace(RECIPE, teacher=TEACHER)


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return write_twins(tmp_path)


@pytest.fixture
def teacher(work: Path) -> Reader:
    """Return a teacher whose checkpoint lies beside the rows, with heads that say much."""
    made = network.initial(LARGE)
    with torch.no_grad():
        made.token.weight.mul_(4)
        made.claim.weight.mul_(4)
    about = {"recipe": asdict(LARGE), "mixture": {"worlds": 5}}
    loop.keep(work / TEACHER, made, about, 1_026)
    return made.eval()


def items(work: Path) -> Items:
    return Items(work / SHOWN_ROWS, minilm(), RECIPE.max_tokens)


def first(work: Path) -> Batch:
    return Windows(items(work).arrays).batch(range(8))


def test_a_batch_holds_what_each_window_does(work: Path) -> None:
    found, numbers = items(work), [9, 0, 17]

    given = Windows(found.arrays).batch(numbers)

    longest = max(len(found[number].ids) for number in numbers)
    assert given.ids.shape == (3, -(-longest // 8) * 8)
    for place, number in enumerate(numbers):
        item = found[number]
        size, own = len(item.ids), slice(item.first, item.first + len(item.claims))
        assert given.ids[place, :size].tolist() == item.ids.tolist()
        assert given.mask[place].tolist() == [1] * size + [0] * (len(given.mask[0]) - size)
        assert given.types[place].nonzero()[:, 0].tolist() == list(range(item.first, size))
        assert given.labels[place, own].tolist() == item.labels.tolist()
        assert (given.labels[place] >= 0).sum() == (item.labels >= 0).sum()
        for claim, members in enumerate(given.claims[place]):
            wanted = item.first + np.flatnonzero(item.claims == claim)
            assert members.nonzero()[:, 0].tolist() == wanted.tolist()
        assert given.outcomes[place, : len(item.outcomes)].tolist() == item.outcomes.tolist()
        assert int(given.groups[place]) == found.groups[item.row]


def test_windows_are_the_same_whether_items_or_arrays_are_given(work: Path) -> None:
    found = items(work)

    one, two = batch_of([found[n] for n in (4, 5)]), Windows(found.arrays).batch([4, 5])

    for name in ("ids", "types", "mask", "claims", "labels", "outcomes"):
        assert torch.equal(getattr(one, name), getattr(two, name)), name


def test_a_run_goes_on_from_arrays_alone(work: Path) -> None:
    over = Pace(until=0.0)
    with pytest.raises(TimeSpentError):
        train.train(work, RECIPE, over)
    for name in (SHOWN_ROWS, HELD_ROWS):
        (work / name).unlink()

    train.train(work, RECIPE, Pace())

    assert loop.read(work / WEIGHTS)["step"] == RECIPE.steps
    with pytest.raises(InputError, match=r"found neither .*shown\.jsonl nor .*-32\.npz"):
        Items(work / SHOWN_ROWS, minilm(), 32)


def test_a_pupil_begins_with_the_first_layers_and_the_heads_of_its_teacher(
    work: Path, teacher: Reader
) -> None:
    pupil = network.initial(train.found(work, TAUGHT)).state_dict()

    theirs = teacher.state_dict()
    assert all(torch.equal(value, theirs[name]) for name, value in pupil.items())
    assert len(pupil) < len(theirs)
    assert "token.weight" in pupil


def test_a_teacher_is_read_with_all_its_layers_and_learns_nothing(
    work: Path, teacher: Reader
) -> None:
    found = network.teacher(train.found(work, TAUGHT))

    assert found is not None
    given = first(work)
    with torch.no_grad():
        assert torch.equal(found(given).claims, teacher(given).claims)
    assert not any(each.requires_grad for each in found.parameters())
    assert network.teacher(RECIPE) is None


def test_who_says_what_the_teacher_says_has_nothing_to_learn(work: Path, teacher: Reader) -> None:
    given = first(work)
    with torch.no_grad():
        said = teacher(given)
        other = network.initial(RECIPE).eval()(given)

    assert float(taught_loss(given, said, said)) == pytest.approx(0, abs=1e-6)
    assert float(states_loss(given, said.states, said.states)) == pytest.approx(0, abs=1e-6)
    assert float(taught_loss(given, other, said)) > 0
    assert 0 < float(states_loss(given, other.states, said.states)) <= 2
    whole = loss_of(given, other, RECIPE, said) - loss_of(given, other, RECIPE)
    parts = taught_loss(given, other, said), states_loss(given, other.states, said.states)
    assert float(whole) == pytest.approx(
        float(parts[0] + RECIPE.states_weight * parts[1]), abs=1e-4
    )


def test_a_pupil_comes_nearer_to_its_teacher(work: Path, teacher: Reader) -> None:
    recipe = replace(TAUGHT, steps=20, learning_rate=2e-3, head_learning_rate=2e-3,
                     teacher_weight=9.0)  # fmt: skip
    pupil, given = network.initial(train.found(work, recipe)).eval(), first(work)
    gaps = []
    with torch.no_grad():
        gaps.append(float(taught_loss(given, pupil(given), teacher(given))))

    train.train(work, recipe, Pace())

    pupil.load_state_dict(loop.read(work / WEIGHTS)["model"])
    with torch.no_grad():
        gaps.append(float(taught_loss(given, pupil(given), teacher(given))))
    assert all(later < before / 2 for before, later in pairwise(gaps))


@pytest.mark.usefixtures("teacher")
def test_a_run_and_its_card_name_the_teacher(work: Path) -> None:
    train.train(work, replace(TAUGHT, steps=1), Pace())
    sha = loop.digest(work / TEACHER)

    _, card = export(work, work / "exported")

    known = loop.read(work / WEIGHTS)["made_of"]
    assert known["teacher"]["file"] == sha
    assert (known["teacher"]["steps"], known["teacher"]["mixture"]) == (1_026, {"worlds": 5})
    assert "teacher" not in known["recipe"]  # wherever it lies
    told = " ".join(card.read_text(encoding="utf-8").split())
    assert (
        f"| teacher | a reader of 3 layers of the same encoder, 1,026 steps, sha256 `{sha}`" in told
    )


@pytest.mark.usefixtures("teacher")
def test_a_run_does_not_go_on_with_another_teacher(work: Path) -> None:
    with pytest.raises(TimeSpentError):
        train.train(work, TAUGHT, Pace(until=0.0))
    loop.keep(work / TEACHER, network.initial(LARGE), loop.read(work / TEACHER)["made_of"], 9)

    with pytest.raises(InputError, match=r"is of another run \(by teacher\)"):
        train.train(work, TAUGHT, Pace())
