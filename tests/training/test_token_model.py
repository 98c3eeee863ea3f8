"""The training of the token model, run whole on a few answers."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
import torch

import training.tokens.train as training
from groundgraph import Example, Passage, Span
from groundgraph.errors import InputError
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.token_inputs import token_inputs
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.parts.token_classifiers.minilm import MiniLMTokens
from training.job import Pace
from training.loop import Run
from training.tokens.answers import Data
from training.tokens.data import Lower, prepare, write_rarity
from training.tokens.export import export
from training.tokens.exported import read_by_the_package
from training.tokens.folds import Stage, split, train_part, train_stage
from training.tokens.recipe import FIRST, SECOND

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundgraph.methods.fused.rarity import Rarity

PLACES = ("Split", "Rijeka", "Zadar", "Pula", "Hvar", "Brač")
SUPPORTED, WRONG = "The ferry to {place} carries {n} cars.", "It has a casino and a pool."


class Trained(NamedTuple):
    """What the commands left."""

    work: Path
    exported: Path
    examples: list[Example]
    rarity: Rarity


def examples() -> Iterator[Example]:
    """Yield a grounded and a hallucinated answer to each source, and a claim made of it."""
    for number, place in enumerate(PLACES):
        said = SUPPORTED.format(place=place, n=40 + number)
        passages = (
            Passage(f"{said} It leaves at 7:30 from the old harbour."),
            Passage(json.dumps({"name": place, "pool": False, "rooms": 12 + number})),
        )
        about = {"source_id": f"source-{number}", "task": "QA", "labels": []}
        asked = "How many cars does it carry?"
        start = len(said) + 1
        yield Example(
            said,
            passages,
            question=asked,
            id=f"{number}-good",
            label=False,
            spans=(),
            metadata=about,
        )
        yield Example(
            f"{said} {WRONG}", passages, question=asked, id=f"{number}-bad", label=True,
            spans=(Span(start, start + len(WRONG)),), metadata=about,
        )  # fmt: skip
        yield Example(
            said,
            passages,
            question=asked,
            id=f"{number}-said-0",
            label=False,
            spans=(),
            metadata=about,
        )


def pairs() -> Iterator[Example]:
    for number, said in enumerate(("It rains.", "It does not rain.")):
        yield Example(
            said, (Passage("It rains in Split."),), id=f"p{number}", label=bool(number),
            metadata={"task": "mnli", "source_id": f"p{number}"},
        )  # fmt: skip


def stage(work: Path, number: int) -> Stage:
    """Return a stage that is shorter than the real one."""
    recipe = replace(FIRST, epochs=4.0) if number == 1 else replace(SECOND, epochs=2.0)
    return Stage(work, recipe, number)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    work = tmp_path_factory.mktemp("tokens")
    exported = tmp_path_factory.mktemp("exported")
    (work / "pairs").mkdir()
    own = [*examples()]
    rarity, lower = write_rarity(own, work), Lower(1)
    prepare(own, work, lower, rarity)
    prepare([*pairs()], work / "pairs", lower, rarity)
    train_stage(stage(work, 1), Pace(), 1)
    train_stage(stage(work, 2), Pace(), 1)
    export(work, exported)
    return Trained(work, exported, own, rarity)


def weights(path: Path) -> dict[str, torch.Tensor]:
    content: dict[str, torch.Tensor] = torch.load(path, weights_only=True)["model"]
    return content


def same(a: Path, b: Path) -> bool:
    first, second = weights(a), weights(b)
    return all(torch.equal(values, second[name]) for name, values in first.items())


def network(trained: Trained, path: Path) -> tuple[Data, torch.nn.Module]:
    data = Data(trained.work)
    model = training.network(len(data.mean), SECOND)
    model.load_state_dict(weights(path))
    return data, model.eval()


def test_the_package_says_what_the_network_said(trained: Trained) -> None:
    data, model = network(trained, trained.work / "second" / "fold_all.pt")
    readings = [*read(trained.examples, SentenceSegmenter())]
    answers = [each.tokens for each in token_inputs(readings, trained.rarity)]
    with read_by_the_package(trained.exported):
        said = list(MiniLMTokens(threads=1).classify(answers))

    for place in data.groups:
        numbers, batch = data.batch(place)
        with torch.no_grad():
            tokens, responses = model(batch)
        odds = (torch.logaddexp(tokens[:, 1], tokens[:, 2]) - tokens[:, 0]).numpy()
        theirs = np.concatenate([said[number].unsupported for number in numbers])
        # 7-bit matrices and unit vectors: near, not equal.
        assert np.corrcoef(odds, theirs)[0, 1] > 0.99
        assert np.abs(odds - theirs).max() < 0.2
        answered = [said[number].answer for number in numbers]
        assert responses.numpy() == pytest.approx(answered, abs=0.2)


def test_training_lowers_the_loss(trained: Trained) -> None:
    data, model = network(trained, trained.work / "fold_0.pt")
    fresh = training.fresh(data, FIRST, None).eval()
    inside, _ = split(data, FIRST, "0")

    def loss(of: Any) -> float:
        with torch.no_grad():
            found = [training.loss_of(of, data.batch(p)[1], FIRST) for p in inside]
        return float(torch.stack(found).mean())

    assert loss(model) < loss(fresh) - 0.05


def test_a_fold_is_judged_by_a_model_that_has_not_seen_its_sources(trained: Trained) -> None:
    data = Data(trained.work)
    judged = []
    for number in range(3):
        inside, outside = split(data, SECOND, str(number))
        assert not set(inside) & set(outside)
        found = np.load(trained.work / "second" / f"fold_{number}.npz")["numbers"]
        assert {data.about[n]["evidence"] for n in found} == set(outside)
        judged += found.tolist()
    assert sorted(judged) == list(range(len(trained.examples)))


def test_each_stage_takes_the_mean_of_its_runs_and_of_where_it_began(trained: Trained) -> None:
    runs = [weights(trained.work / f"fold_0.{run}.pt") for run in (0, 1)]
    first = weights(trained.work / "fold_0.pt")
    ended = weights(trained.work / "second" / "fold_0.0.pt")
    second = weights(trained.work / "second" / "fold_0.pt")
    begun = SECOND.begun

    assert 0 < begun < 1
    for name, values in first.items():
        torch.testing.assert_close(values, (runs[0][name] + runs[1][name]) / 2)
        torch.testing.assert_close(second[name], (1 - begun) * ended[name] + begun * values)


def test_a_run_that_was_stopped_ends_with_the_same_weights(
    trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, recipe = Data(trained.work), replace(FIRST, epochs=3.0)

    def run(path: Path) -> None:
        model = training.fresh(data, recipe, None)
        course = training.Course(model, data, None, recipe, 0, sorted(data.groups))
        training.train(course, Run("run", path, {}, course.steps, Pace(minutes=0.0)))

    run(tmp_path / "whole.pt")
    steps = iter(range(7))
    loss_of = training.loss_of

    def stopping(*arguments: Any) -> torch.Tensor:
        if next(steps, None) is None:
            raise KeyboardInterrupt
        return loss_of(*arguments)

    monkeypatch.setattr(training, "loss_of", stopping)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "stopped.pt")
    monkeypatch.undo()
    run(tmp_path / "stopped.pt")

    assert same(tmp_path / "whole.pt", tmp_path / "stopped.pt")


def test_a_checkpoint_of_another_recipe_is_refused(trained: Trained) -> None:
    other = replace(FIRST, epochs=4.0, layers=2)

    with pytest.raises(InputError, match=r"fold_0\.0\.pt is of another run \(by recipe\); remove"):
        train_stage(Stage(trained.work, other, 1), Pace(), 1)


def test_what_is_done_is_not_done_again(trained: Trained) -> None:
    files = [*trained.work.rglob("fold_*")]
    before = [path.stat().st_mtime_ns for path in files]

    train_stage(stage(trained.work, 1), Pace(), 1)
    train_stage(stage(trained.work, 2), Pace(), 1)

    assert [path.stat().st_mtime_ns for path in files] == before


def test_a_fold_that_was_not_judged_is_judged_again(trained: Trained, tmp_path: Path) -> None:
    work = shutil.copytree(trained.work, tmp_path / "tokens")
    said = dict(np.load(work / "fold_1.npz"))
    (work / "fold_1.npz").unlink()

    train_stage(stage(work, 1), Pace(), 1)

    again = dict(np.load(work / "fold_1.npz"))
    assert said.keys() == again.keys()
    assert all(np.array_equal(said[name], again[name]) for name in said)


def test_runs_can_be_trained_apart_in_any_order(trained: Trained, tmp_path: Path) -> None:
    work = shutil.copytree(trained.work, tmp_path / "tokens")
    for path in work.glob("fold_1.*"):
        path.unlink()

    train_part(stage(work, 1), Pace(), ("1", 1))
    assert not (work / "fold_1.pt").exists()
    train_stage(stage(work, 1), Pace(), 1)

    assert same(work / "fold_1.pt", trained.work / "fold_1.pt")
    assert (work / "fold_1.npz").exists()


def test_a_second_stage_of_another_first_is_refused(trained: Trained, tmp_path: Path) -> None:
    work = shutil.copytree(trained.work, tmp_path / "tokens")
    shutil.copy(work / "fold_1.pt", work / "fold_2.pt")

    with pytest.raises(InputError, match=r"fold_2\.0\.pt is of another run \(by first stage\)"):
        train_stage(stage(work, 2), Pace(), 1)


def test_the_card_names_its_files_and_recipes(trained: Trained) -> None:
    card = (trained.exported / "MODEL_CARD.md").read_text()
    for name in ("reader.onnx", "judge.onnx", "rarity.json"):
        assert f"{(trained.exported / name).stat().st_size:,} bytes" in card
    assert '"epochs": 4.0' in card
    assert '"claims": 3' in card
