"""A tiny MPNet of random weights in place of the published one, and rows for a reader of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from transformers import MPNetConfig, MPNetModel

from training.mpnet import source
from training.mpnet.vocabulary import BEFORE, SIZE
from training.reader.recipe import (
    CONTRADICTED,
    HELD_EDITS,
    HELD_RAGTRUTH,
    HELD_ROWS,
    SHOWN_ROWS,
    SUPPORTED,
    Recipe,
)
from training.reader.rows import Row, write

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

WIDTH = 48
RECIPE = Recipe(layers=2, steps=6, warm_up=1, batch_tokens=160, max_tokens=64)


def put_in_place(monkeypatch: pytest.MonkeyPatch, layers: int = 3) -> MPNetModel:
    """Give out the files of a tiny model as those of all-mpnet-base-v2; return the model."""
    config = MPNetConfig(
        vocab_size=SIZE + BEFORE + 1, hidden_size=WIDTH, num_hidden_layers=layers,
        num_attention_heads=12, intermediate_size=64, max_position_embeddings=514,
        initializer_range=0.2, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
    )  # fmt: skip
    torch.manual_seed(0)
    model = MPNetModel(config, add_pooling_layer=False).eval()
    weights = {name: value.numpy() for name, value in model.state_dict().items()}
    monkeypatch.setattr(source, "weights", weights.copy)
    monkeypatch.setattr(source, "config", config.to_dict)
    return model


def twins(corpus: str = "worlds", count: int = 12) -> list[Row]:
    """Return rows: a right and a wrong claim about one passage each."""
    made = []
    for number in range(count):
        passage = (f"The ferry {number} carries {40 + number} cars.", "Dogs wear a lead.")
        for answer, outcome in ((f"It carries {40 + number} cars.", SUPPORTED),
                                ("It carries 9 cars.", CONTRADICTED)):  # fmt: skip
            marks = ((11, 12, outcome),) if outcome else ()
            made.append(Row(corpus, f"g{number}", "", passage, answer, outcome, marks))
    return made


def write_twins(work: Path) -> Path:
    """Write what is shown and what is held out into a folder; return it."""
    write(work / SHOWN_ROWS, twins())
    held = [*twins(HELD_EDITS, 3), *twins(HELD_RAGTRUTH, 3), *twins("snli", 3)]
    write(work / HELD_ROWS, held)
    return work
