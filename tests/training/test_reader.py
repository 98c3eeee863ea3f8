"""The reader's training: its order, its losses, going on after a stop, and its export."""

from __future__ import annotations

import json
import math
import re
import shutil
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import pytest
import torch
from tiny_mpnet import RECIPE, put_in_place, twins, write_twins
from transformers import BertConfig, BertModel

from groundgraph.errors import InputError
from groundgraph.parts.readers.minilm import MiniLMReader
from groundgraph.parts.wordpieces import wordpieces
from training import loop
from training.job import Pace, TimeSpentError
from training.onnx_graph import write as write_model
from training.reader import network, train
from training.reader.average import averaged
from training.reader.encoding import Items, items_of, minilm
from training.reader.export import export, weights_of
from training.reader.exported import Said as Judged
from training.reader.exported import best_temperature, ordered
from training.reader.finish import FINISHED, WEIGHTS, last
from training.reader.judging import Judge
from training.reader.losses import class_loss, loss_of, order_loss, token_loss, worst_loss
from training.reader.network import Batch, Reader, Said, Windows, batch_of
from training.reader.onnx_model import model as onnx_model
from training.reader.order import Order
from training.reader.recipe import (
    CONTRADICTED,
    HELD_EDITS,
    HELD_ROWS,
    NOT_SUPPORTED,
    SHOWN,
    SHOWN_ROWS,
    SUPPORTED,
    UNSUPPORTED,
    Averaging,
)
from training.reader.restored import restored
from training.reader.rows import Row, cut, read, write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return write_twins(tmp_path)


def items(work: Path) -> Items:
    return Items(work / SHOWN_ROWS, minilm(), RECIPE.max_tokens)


def test_rows_are_read_as_they_were_written(work: Path) -> None:
    assert list(read(work / SHOWN_ROWS)) == twins()


def test_windows_are_kept_and_made_anew_when_the_rows_are_others(work: Path) -> None:
    first, again = items(work), items(work)
    assert len(first) == len(again) == 24
    np.testing.assert_array_equal(first[5].ids, again[5].ids)

    write(work / SHOWN_ROWS, twins(count=2))

    assert len(items(work)) == 4
    with pytest.raises(IndexError):
        items(work)[4]


def test_a_round_shows_the_mixture_and_twins_together(work: Path) -> None:
    found = items(work)
    order = Order(found, {"worlds": 12, "absent": 5}, 160, 0)

    batches = [order.batch(step) for step in range(30)]

    first = [b for step, b in enumerate(batches) if order.round_of(step) == 0]
    assert len([n for batch in first for n in batch]) == 12
    both = [n for step, b in enumerate(batches) if order.round_of(step) < 2 for n in b]
    assert sorted(both) == list(range(24))  # all are shown before one is again
    for batch in batches:
        groups = found.groups[found.arrays["row"][batch]].tolist()
        assert max(len(found[n].ids) for n in batch) * len(batch) <= 160
        assert all(groups.count(group) == 2 for group in groups[1:-1])


def test_the_order_depends_on_seed_and_step_alone(work: Path) -> None:
    one, two = (Order(items(work), {"worlds": 12}, 160, 0) for _ in range(2))
    later = [two.batch(step) for step in (17, 3)]

    assert later == [one.batch(17), one.batch(3)]
    other = Order(items(work), {"worlds": 12}, 160, 1)
    assert [other.batch(n) for n in range(9)] != [one.batch(n) for n in range(9)]


def seen_steps(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Record the windows of each batch that is learned."""
    seen: list[list[int]] = []

    class Recorded(Windows):
        def batch(self, numbers: Any) -> Batch:
            seen.append(numbers)
            return super().batch(numbers)

    monkeypatch.setattr(train, "Windows", Recorded)
    return seen


def test_a_run_that_was_stopped_goes_on_with_the_same_data_to_the_same_weights(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = seen_steps(monkeypatch)
    train.train(work, RECIPE, Pace())
    whole, weights = seen.copy(), loop.read(work / WEIGHTS)["model"]
    (work / WEIGHTS).unlink()
    seen.clear()

    over = Pace(until=time.time() - 1)  # each call makes one step
    for _ in range(RECIPE.steps - 1):
        with pytest.raises(TimeSpentError):
            train.train(work, RECIPE, over)
    train.train(work, RECIPE, over)

    assert seen == whole
    again = loop.read(work / WEIGHTS)["model"]
    assert all(torch.equal(weights[name], again[name]) for name in weights)


def test_a_run_can_be_made_longer_but_not_changed(work: Path) -> None:
    with pytest.raises(TimeSpentError):
        train.train(work, RECIPE, Pace(until=time.time() - 1))

    with pytest.raises(InputError, match="is of another run \\(by recipe\\)"):
        train.train(work, replace(RECIPE, learning_rate=1.0), Pace())
    train.train(work, replace(RECIPE, steps=8), Pace())

    assert loop.read(work / WEIGHTS)["step"] == 8


def test_a_copy_of_a_run_is_finished_and_the_run_goes_on(work: Path) -> None:
    with pytest.raises(InputError, match="train without finish first"):
        train.train(work, replace(RECIPE, finish=2), Pace())
    over = Pace(until=time.time() - 1)  # each call makes one step
    for _ in range(2):
        with pytest.raises(TimeSpentError):
            train.train(work, RECIPE, over)
    assert last(work) == work / WEIGHTS

    with pytest.raises(TimeSpentError):
        train.train(work, replace(RECIPE, finish=2), over)
    assert last(work) == work / WEIGHTS  # it has not ended yet
    train.train(work, replace(RECIPE, finish=2), over)

    assert last(work) == work / FINISHED
    assert loop.read(work / FINISHED)["step"] == 4
    assert loop.read(work / WEIGHTS)["step"] == 2
    with pytest.raises(TimeSpentError):
        train.train(work, RECIPE, over)
    train.train(work, replace(RECIPE, finish=1), over)
    assert loop.read(work / FINISHED)["step"] == 4  # three steps, and one at a falling rate


def test_a_run_begins_with_the_weights_of_another(work: Path, tmp_path: Path) -> None:
    train.train(work, RECIPE, Pace())
    begun = (work / WEIGHTS).rename(tmp_path / "begun.pt")

    fresh = network.initial(replace(RECIPE, begun=str(begun))).state_dict()

    weights = loop.read(begun)["model"]
    assert all(torch.equal(fresh[name], weights[name]) for name in weights)
    over = Pace(until=time.time() - 1)
    with pytest.raises(TimeSpentError):
        train.train(work, replace(RECIPE, begun=str(begun)), over)
    with pytest.raises(InputError, match=r"is of another run \(by .*begun"):
        train.train(work, replace(RECIPE, begun=str(work / WEIGHTS)), over)


def test_a_run_begins_with_an_exported_reader(work: Path, tmp_path: Path) -> None:
    train.train(work, RECIPE, Pace())
    path, _ = export(work, tmp_path / "exported")
    before = onnx_weights(path)

    known = restored(path.parent)

    batch = Windows(items(work).arrays).batch(range(6))
    trained, begun = network.initial(RECIPE), network.initial(RECIPE)
    trained.load_state_dict(loop.read(work / WEIGHTS)["model"])
    begun.load_state_dict(known["model"])
    with torch.no_grad():
        wanted, found = trained.eval()(batch), begun.eval()(batch)
    gaps = (found.claims - wanted.claims).abs().mean()
    assert gaps < 0.2 * wanted.claims.abs().mean()  # of few units, which rounding moves more
    again = write_model(tmp_path / "again" / "model.onnx", onnx_model(weights_of(known["model"])))
    for name, value in onnx_weights(again).items():
        np.testing.assert_allclose(value, before[name], rtol=1e-3, atol=1e-6)
    recipe = replace(RECIPE, begun=str(path.parent))
    fresh = network.initial(recipe).state_dict()
    assert all(torch.equal(fresh[name], value) for name, value in known["model"].items())
    with pytest.raises(InputError, match="does not say what it was made of"):
        restored(again.parent)
    told = train.begun_with(path.parent)
    assert told["begun"] == loop.digest(path)
    assert told["before"][0]["steps"] == RECIPE.steps


def onnx_weights(path: Path) -> dict[str, Any]:
    """Return the numbers that a file holds, but for those of units that are multiplied apart."""
    proto = onnx.load(path)
    held = {i.name: onnx.numpy_helper.to_array(i) for i in proto.graph.initializer}
    apart = ("intermediate", "output.dense")
    return {
        name: value
        for name, value in held.items()
        if value.dtype.kind in "fi" and not any(each in name for each in apart)
    }


def test_a_file_that_does_not_say_what_it_is_made_of_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    proto = onnx.helper.make_model(onnx.helper.make_graph([], "none", [], []))
    path.write_bytes(proto.SerializeToString())

    with pytest.raises(InputError, match=r"model\.onnx does not say what it was made of"):
        restored(tmp_path)


def test_the_card_names_the_runs_that_the_weights_come_from(
    work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = RECIPE
    for count in (7, 8, 9):
        with monkeypatch.context() as patch:
            patch.setattr(train, "MIXTURES", {"all": {"worlds": count}})
            train.train(work, recipe, Pace())
        checkpoint = shutil.copyfile(work / WEIGHTS, tmp_path / f"{count}.pt")
        recipe = replace(RECIPE, begun=str(checkpoint))
        (work / WEIGHTS).unlink()
    shutil.copyfile(checkpoint, work / WEIGHTS)

    _, card = export(work, work / "exported")

    told = " ".join(card.read_text(encoding="utf-8").split())
    assert "| worlds | 12 | 12 | 9 |" in told  # of the run, not of the recipe as it stands
    first, second = (told.index(f"of the same kinds: worlds {count}.") for count in (8, 7))
    assert first < second


@pytest.fixture
def two_runs(work: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Return a run of six steps from the weights of one of three, and the latter's checkpoint."""
    train.train(work, replace(RECIPE, steps=3), Pace())
    other = (work / WEIGHTS).rename(tmp_path / "other.pt")
    train.train(work, replace(RECIPE, begun=str(other)), Pace())
    return work / WEIGHTS, other


def test_weights_lie_between_those_of_two_runs(two_runs: tuple[Path, Path]) -> None:
    own, other = (loop.read(path)["model"] for path in two_runs)

    made = averaged(loop.read(two_runs[0]), Averaging(str(two_runs[1]), 0.75))["model"]

    assert any(not torch.equal(own[name], other[name]) for name in own)
    for name in own:
        torch.testing.assert_close(made[name], 0.75 * own[name] + 0.25 * other[name])


def test_weights_that_are_not_averaged_stay_as_they_are(two_runs: tuple[Path, Path]) -> None:
    checkpoint = loop.read(two_runs[0])

    assert averaged(checkpoint, Averaging())["model"] is checkpoint["model"]


@pytest.mark.parametrize("share", [0.0, 1.5, math.nan])
def test_a_share_outside_0_to_1_is_refused(two_runs: tuple[Path, Path], share: float) -> None:
    with pytest.raises(InputError, match=r"export\.share is"):
        averaged(loop.read(two_runs[0]), Averaging(str(two_runs[1]), share))


def test_weights_of_another_network_are_not_averaged(
    two_runs: tuple[Path, Path], tmp_path: Path
) -> None:
    checkpoint = loop.read(two_runs[0])
    fewer = dict(list(checkpoint["model"].items())[1:])
    torch.save({**checkpoint, "model": fewer}, tmp_path / "narrow.pt")

    with pytest.raises(InputError, match=r"narrow\.pt holds the weights of another network"):
        averaged(checkpoint, Averaging(str(tmp_path / "narrow.pt"), 0.5))


def test_the_card_names_what_was_averaged(two_runs: tuple[Path, Path], tmp_path: Path) -> None:
    averaging = Averaging(str(two_runs[1]), 0.75)
    sha = loop.digest(two_runs[1])

    _, card = export(two_runs[0].parent, tmp_path / "exported", averaging)

    told = " ".join(card.read_text(encoding="utf-8").split())
    between = f"75% are those of this run, the others those of a run of 3 steps, sha256 `{sha}`."
    assert f"Of the weights {between}" in told


def test_a_run_tells_that_its_first_weights_were_averaged(
    two_runs: tuple[Path, Path], tmp_path: Path
) -> None:
    made = averaged(loop.read(two_runs[0]), Averaging(str(two_runs[1]), 0.75))
    torch.save(made, tmp_path / "begun.pt")

    before = train.begun_with(tmp_path / "begun.pt")["before"]

    assert [run["steps"] for run in before] == [6, 3]
    assert before[0]["averaged"]["share"] == 0.75


def test_a_mixture_that_there_is_not_is_refused(work: Path) -> None:
    with pytest.raises(InputError, match=r"train\.mixture is 'latest'; expected all or later"):
        train.train(work, replace(RECIPE, mixture="latest"), Pace())


def test_the_rate_rises_stays_and_falls() -> None:
    rate = train.rate(replace(RECIPE, steps=10, warm_up=2, cooling=0.4))

    assert [rate(step) for step in (0, 1, 2, 5, 8, 10)] == [0.5, 1.0, 1.0, 1.0, 0.5, 0.0]


def test_each_checkpoint_has_a_line_of_figures(work: Path) -> None:
    train.train(work, RECIPE, Pace(minutes=0.0))

    lines = [
        json.loads(line) for line in (work / train.figures_of(WEIGHTS)).read_text().splitlines()
    ]
    assert [line["step"] for line in lines] == [1, 2, 3, 4, 5, 6, 6]
    assert 0 <= lines[-1]["mean claim"] == lines[-1]["snli"] <= 1
    assert 0 <= lines[-1][f"{HELD_EDITS} claim"] <= 1
    assert 0 <= lines[-1]["ragtruth own tokens"] <= 1


def test_what_a_perfect_reader_says_is_measured_so(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = Judge(Items(work / HELD_ROWS, minilm(), 64), work / "figures.jsonl")

    class Perfect(torch.nn.Module):
        def forward(self, batch: Batch) -> Said:
            def logits(classes: torch.Tensor) -> torch.Tensor:
                return torch.nn.functional.one_hot(classes.clamp_min(0), 4)[..., :3].float()

            return Said(logits(batch.labels), logits(batch.outcomes), torch.zeros(0))

    found = judge.figures(Perfect())  # type: ignore[arg-type]

    assert {found[name] for name in ("mean claim", "mean token", f"{HELD_EDITS} claim",
                                     "ragtruth claim", "ragtruth own tokens")} == {1.0}  # fmt: skip


def batch(*outcomes: int, marked: bool = True) -> Batch:
    """Return a batch of claims "It carries 9 cars." of these classes."""
    given = [
        Row("c", "g", "", ("P.",), "It carries 9 cars.", o,
            ((11, 12, o),) if o and marked else (None if o else ()))
        for o in outcomes
    ]  # fmt: skip
    pairs = zip(given, cut(given), strict=True)
    return batch_of(
        [i for n, (row, text) in enumerate(pairs) for i in items_of(row, n, text, minilm(), 64)]
    )


def test_not_supported_is_either_of_two_classes() -> None:
    logits = torch.tensor([[0.0, 1.0, 2.0]])
    chances = torch.softmax(logits, 1)[0]

    losses = [float(class_loss(logits, torch.tensor([c]))) for c in range(4)]

    wanted = [*chances.tolist(), float(chances[1] + chances[2])]
    np.testing.assert_allclose(np.exp(np.negative(losses)), wanted, rtol=1e-5)


def test_unlabelled_tokens_do_not_count() -> None:
    known, unknown = batch(CONTRADICTED), batch(CONTRADICTED, marked=False)
    tokens = torch.randn((*known.labels.shape, 3), generator=torch.Generator().manual_seed(0))

    assert float(token_loss(unknown, tokens, 2.0)) == 0
    assert float(worst_loss(known, tokens)) == 0
    odds = torch.logsumexp(tokens[..., 1:], 2) - tokens[..., 0]
    worst = float(odds[0, unknown.claims[0, 0] > 0].max())
    assert math.isclose(float(worst_loss(unknown, tokens)), math.log1p(math.exp(-worst)),
                        rel_tol=1e-5)  # fmt: skip


def test_only_twins_are_held_to_their_order() -> None:
    given = batch(SUPPORTED, UNSUPPORTED)
    claims = torch.tensor([[[0.0, 3.0, 0.0]], [[0.0, 0.0, 0.0]]])

    assert float(order_loss(given, claims)) == 0
    given = given._replace(groups=torch.tensor([4, 4]))
    assert float(order_loss(given, claims)) > math.log(2)
    assert float(order_loss(given, claims.flip(0))) < math.log(2)


def test_twins_are_told_apart_once_learned() -> None:
    model, rows = network.initial(RECIPE), twins(count=2)
    pairs = zip(rows, cut(rows), strict=True)
    given = batch_of([i for row, text in pairs for i in items_of(row, 0, text, minilm(), 64)])
    given = given._replace(groups=torch.tensor([0, 0, 1, 1]))
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    losses = []
    for _ in range(8):
        loss = loss_of(given, model(given), RECIPE)
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        optimizer.zero_grad()
        losses.append(float(loss.detach()))

    assert losses[-1] < losses[0] / 2


def test_padding_and_neighbours_change_nothing() -> None:
    model = network.initial(RECIPE).eval()
    short, long = (Row("c", "g", "", ("P. " * n,), "It is. So it was.", SUPPORTED, ())
                   for n in (1, 9))  # fmt: skip
    pairs = zip((short, long), cut([short, long]), strict=True)
    both = [i for row, text in pairs for i in items_of(row, 0, text, minilm(), 64)]

    with torch.no_grad():
        alone, beside = model(batch_of(both[:1])), model(batch_of(both))

    size = len(both[0].ids)
    own = slice(0, size)
    torch.testing.assert_close(beside.tokens[0, own], alone.tokens[0, own], atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(beside.claims[:1], alone.claims, atol=1e-5, rtol=1e-4)


def exported(model: Reader, folder: Path) -> MiniLMReader:
    write_model(folder / "model.onnx", onnx_model(weights_of(model.state_dict())))
    return MiniLMReader(str(folder), max_tokens=64)


def test_what_is_exported_says_what_was_trained(tmp_path: Path) -> None:
    model = network.initial(RECIPE).eval()
    reader = exported(model, tmp_path)
    answer = "It carries 9 cars. Dogs wear a lead."
    claims = ((0, 18, CONTRADICTED), (19, 36, SUPPORTED))
    given = Row("c", "g", "How many?", ("It carries 9 cars.",), answer, -1, (), claims)
    [text] = cut([given])
    [item] = items_of(given, 0, text, minilm(), 64)

    [reading] = reader.read([text])

    with torch.no_grad():
        tokens, whole, _ = model(batch_of([item]))
    own = slice(item.first, item.first + len(item.claims))
    np.testing.assert_allclose(reading.tokens, torch.softmax(tokens[0, own], 1), atol=0.03)
    np.testing.assert_allclose(reading.claims, torch.softmax(whole[0], 1), atol=0.03)
    assert reading.claim_of.tolist() == item.claims.tolist()
    assert [answer[n] for n in reading.starts] == [answer[n] for n in wordpiece_starts(answer)]


def wordpiece_starts(answer: str) -> list[int]:
    return list(wordpieces(answer).starts)


def test_a_checkpoint_is_exported_with_its_card(work: Path) -> None:
    with pytest.raises(InputError, match="found no"):
        export(work, work / "exported")
    with pytest.raises(TimeSpentError):
        train.train(work, RECIPE, Pace(until=time.time() - 1))

    model, written = export(work, work / "exported")

    [reading] = MiniLMReader(str(model.parent), max_tokens=64).read([next(iter(cut(twins()[:1])))])
    assert reading.claims.shape == (1, 3)
    card = written.read_text(encoding="utf-8")
    assert "| steps | 1 |" in card
    assert f"| worlds | 12 | 12 | {SHOWN['worlds']:,} |" in card
    assert re.search(r"\| snli \| 6 \(3\) \| [01]\.\d{3} .* \| — \| [01]\.\d{3} \|", card)


def test_the_card_has_what_the_last_line_of_figures_says(work: Path) -> None:
    train.train(work, RECIPE, Pace())
    [line] = (work / train.figures_of(WEIGHTS)).read_text().splitlines()

    _, written = export(work, work / "exported")

    known = json.loads(line)["snli"]
    assert re.search(rf"\| snli \| .* \| {known:.3f} \| ", written.read_text(encoding="utf-8"))
    assert "at step 6 (" in written.read_text(encoding="utf-8")


def said_of(*pairs: tuple[int, list[float]]) -> Judged:
    """Return claims of these outcomes and probabilities."""
    given = [Row("snli", str(n), "", ("P.",), "C.", o) for n, (o, _) in enumerate(pairs)]
    return Judged(given, [np.array([chances]) for _, chances in pairs])


def test_the_temperature_makes_up_for_what_is_said_too_surely() -> None:
    sure = [0.98, 0.01, 0.01]
    right, wrong = (SUPPORTED, sure), (CONTRADICTED, sure)

    assert best_temperature(said_of(*[right] * 9, wrong, wrong, wrong)) > 1.5
    assert best_temperature(said_of(*[(SUPPORTED, [0.6, 0.2, 0.2])] * 9)) < 0.6
    assert best_temperature(said_of((NOT_SUPPORTED, [0.5, 0.25, 0.25]))) == pytest.approx(
        6, abs=0.1
    )
    assert best_temperature(said_of()) == 1.0


def test_pairs_are_in_order_where_the_wrong_row_scores_higher() -> None:
    low, high = [0.9, 0.05, 0.05], [0.2, 0.4, 0.4]
    said = said_of((SUPPORTED, low), (CONTRADICTED, high), (SUPPORTED, high), (CONTRADICTED, low))
    groups = ("a", "a", "b", "b")
    rows = [row._replace(group=g) for row, g in zip(said.rows, groups, strict=True)]

    found, n = ordered(Judged(rows, said.claims))

    assert (found.value, n) == (0.5, 2)
    assert ordered(said) == ((None, None, None), 0)


def test_a_folder_of_an_encoder_is_begun_with(work: Path, tmp_path: Path) -> None:
    folder = tmp_path / "encoder"
    config = BertConfig(vocab_size=30522, hidden_size=32, num_hidden_layers=1,
                        num_attention_heads=2, intermediate_size=32)  # fmt: skip
    BertModel(config).save_pretrained(str(folder))
    recipe = replace(RECIPE, init=str(folder), steps=2)
    with pytest.raises(InputError, match=r"tokenizer\.json"):
        train.train(work, recipe, Pace())

    from training.minilm import source

    (folder / "tokenizer.json").write_bytes((source.folder() / "tokenizer.json").read_bytes())
    train.train(work, recipe, Pace())

    assert loop.read(work / WEIGHTS)["model"]["token.weight"].shape == (3, 32)
    with pytest.raises(InputError, match="only all-mpnet-base-v2's layers are exported"):
        export(work, work / "exported")
