"""The training of the token model, run whole on a few answers: what `scripts/train_fused` does."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
import torch

import training.tokens.export as export_token_model
import training.tokens.train as training
from groundgraph import Example, Passage, Span
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.token_inputs import token_inputs
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.parts.token_classifiers import minilm as token_classifier
from training.tokens.data import Lower, prepare, write_rarity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
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


def command(program: Callable[[], None], *arguments: object) -> None:
    kept = sys.argv
    sys.argv = ["script", *map(str, arguments)]
    try:
        program()
    finally:
        sys.argv = kept


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    work = tmp_path_factory.mktemp("tokens")
    exported = tmp_path_factory.mktemp("exported")
    (work / "pairs").mkdir()
    own = [*examples()]
    rarity, lower = write_rarity(own, work), Lower(1)
    prepare(own, work, lower, rarity)
    prepare([*pairs()], work / "pairs", lower, rarity)
    command(training.main, "--work", work, "--epochs", 4)
    command(training.main, "--work", work, "--epochs", 2, "--stage", 2)
    command(export_token_model.main, "--work", work, "--output", exported)
    return Trained(work, exported, own, rarity)


@pytest.fixture
def installed(trained: Trained, monkeypatch: pytest.MonkeyPatch) -> Iterator[Trained]:
    """Let the package read the exported files."""
    for name in ("reader", "judge"):
        path = trained.exported / f"{name}.onnx"
        monkeypatch.setattr(token_classifier, f"_{name.upper()}", path)
    token_classifier.forget()
    yield trained
    token_classifier.forget()


def weights(path: Path) -> dict[str, torch.Tensor]:
    content: dict[str, torch.Tensor] = torch.load(path, weights_only=True)["model"]
    return content


def same(a: Path, b: Path) -> bool:
    first, second = weights(a), weights(b)
    return all(torch.equal(values, second[name]) for name, values in first.items())


def network(trained: Trained, path: Path) -> tuple[training.Data, torch.nn.Module]:
    data = training.Data(trained.work, "cpu")
    model = training.network(len(data.mean), training.RECIPES[2])
    model.load_state_dict(weights(path))
    return data, model.eval()


def test_the_package_says_what_the_network_said(installed: Trained) -> None:
    data, model = network(installed, installed.work / "second" / "fold_all.pt")
    readings = [*read(installed.examples, SentenceSegmenter())]
    answers = [each.tokens for each in token_inputs(readings, installed.rarity)]
    said = list(token_classifier.MiniLMTokens(threads=1).classify(answers))

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
    fresh = training.fresh(data, training.RECIPES[1], None).eval()
    inside, _ = training.split(data, training.RECIPES[1], "0")

    def loss(of: Any) -> float:
        with torch.no_grad():
            found = [training.loss_of(of, data.batch(p)[1], training.RECIPES[1]) for p in inside]
        return float(torch.stack(found).mean())

    assert loss(model) < loss(fresh) - 0.05


def test_a_fold_is_judged_by_a_model_that_has_not_seen_its_sources(trained: Trained) -> None:
    data = training.Data(trained.work, "cpu")
    judged = []
    for number in range(3):
        inside, outside = training.split(data, training.RECIPES[2], str(number))
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
    begun = training.RECIPES[2].begun

    assert 0 < begun < 1
    for name, values in first.items():
        torch.testing.assert_close(values, (runs[0][name] + runs[1][name]) / 2)
        torch.testing.assert_close(second[name], (1 - begun) * ended[name] + begun * values)


def test_a_run_that_was_stopped_ends_with_the_same_weights(
    trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = training.Data(trained.work, "cpu")
    recipe = replace(training.RECIPES[1], epochs=3.0)
    places = sorted(data.groups)

    def run(path: Path) -> None:
        model = training.fresh(data, recipe, None)
        training.train(model, data, None, recipe, 0, places, path, minutes=0.0)

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
    with pytest.raises(SystemExit, match="another recipe"):
        command(training.main, "--work", trained.work, "--epochs", 4, "--layers", 2, "--fold", 0)


def test_what_is_done_is_not_done_again(trained: Trained, capsys: Any) -> None:
    path = trained.work / "fold_1.pt"
    before = path.stat().st_mtime_ns

    command(training.main, "--work", trained.work, "--epochs", 4, "--fold", 1)

    assert capsys.readouterr().out == "fold 1 was done before\n"
    assert path.stat().st_mtime_ns == before


def test_runs_can_be_trained_apart_in_any_order(trained: Trained, tmp_path: Path) -> None:
    work = tmp_path / "tokens"
    shutil.copytree(trained.work, work)
    for path in work.glob("fold_1.*"):
        path.unlink()

    command(training.main, "--work", work, "--epochs", 4, "--fold", 1, "--run", 1)
    assert not (work / "fold_1.pt").exists()
    command(training.main, "--work", work, "--epochs", 4, "--fold", 1, "--run", 0)

    assert same(work / "fold_1.pt", trained.work / "fold_1.pt")
    assert (work / "fold_1.npz").exists()


def test_a_second_stage_of_an_earlier_first_is_refused(trained: Trained, tmp_path: Path) -> None:
    work = tmp_path / "tokens"
    shutil.copytree(trained.work, work)
    os.utime(work / "fold_2.pt", (later := time.time() + 60, later))

    with pytest.raises(SystemExit, match=r"went on from an earlier fold_2\.pt"):
        command(training.main, "--work", work, "--epochs", 2, "--stage", 2, "--fold", 2)


def test_the_card_names_its_files_and_recipes(trained: Trained) -> None:
    card = (trained.exported / "MODEL_CARD.md").read_text()
    for name in ("reader.onnx", "judge.onnx", "rarity.json"):
        assert f"{(trained.exported / name).stat().st_size:,} bytes" in card
    assert '"epochs": 4.0' in card
    assert '"claims": 3' in card
