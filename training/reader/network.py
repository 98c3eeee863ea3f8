"""The reader's network: an encoder, and heads for the tokens and the claims of an answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import nn
from transformers import AutoConfig, AutoModel, MPNetModel

from training import loop
from training.loop import device
from training.mpnet import network as mpnet
from training.reader.encoding import flat
from training.reader.recipe import Recipe
from training.reader.restored import begun, layers_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from training.reader.encoding import Item

CLASSES = 3
OUTSIDE, WORST = -1e4, 20.0
_EVEN = 8
"""Fused attention wants lengths that are a multiple of it."""


class Batch(NamedTuple):
    """Windows side by side.

    Attributes:
        ids: Shape ``(n, longest)``.
        types: 1 from the claims on, the same shape.
        mask: 1 where there is a token, the same shape.
        claims: Which tokens each claim has, shape ``(n, most_claims, longest)``, 0 or 1.
        labels: Class of each token, or -1, shape ``(n, longest)``.
        outcomes: Class of each claim, or -1, shape ``(n, most_claims)``.
        groups: Numbers of the windows' groups, shape ``(n,)``.
    """

    ids: torch.Tensor
    types: torch.Tensor
    mask: torch.Tensor
    claims: torch.Tensor
    labels: torch.Tensor
    outcomes: torch.Tensor
    groups: torch.Tensor


class Said(NamedTuple):
    """What a reader says of a batch.

    Attributes:
        tokens: Logits of the classes, shape ``(n, longest, 3)``.
        claims: The same of claims, shape ``(n, most_claims, 3)``.
        states: That both were read off, shape ``(n, longest, width)``.
    """

    tokens: torch.Tensor
    claims: torch.Tensor
    states: torch.Tensor


class Windows:
    """Windows that lie on the device as a whole, from where batches are gathered.

    Args:
        arrays: As `training.reader.encoding.Items` has them.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.lengths = np.diff(arrays["ids_at"])
        self.sizes = np.diff(arrays["outcomes_at"])
        lists = ("claims", "labels", "outcomes", "ids_at", "own_at", "outcomes_at", "first")
        self.on = {name: _there(arrays[name]) for name in lists}
        self.on["ids"] = _there(arrays["ids"].astype(np.int32))
        groups = arrays["group"] if "group" in arrays else np.arange(arrays["row"].max() + 1)
        self.on["groups"] = _there(groups[arrays["row"]].astype(np.int64))

    def batch(self, numbers: Sequence[int] | NDArray[np.integer]) -> Batch:
        """Return some windows by their numbers; the longest is filled up to a multiple of 8."""
        chosen = np.asarray(numbers)
        longest = -(-int(self.lengths[chosen].max()) // _EVEN) * _EVEN
        most, rows = int(self.sizes[chosen].max()), _there(chosen)
        place = torch.arange(longest, device=rows.device)
        first = self.on["first"][rows][:, None]
        ids, mask = self._filled("ids", "ids_at", rows, place[None])
        own = place[None] - first
        labels, inside = self._filled("labels", "own_at", rows, own)
        claim_of, _ = self._filled("claims", "own_at", rows, own)
        claims = (
            torch.where(inside, claim_of, -1)[:, None]
            == torch.arange(most, device=rows.device)[:, None]
        )
        numbered = torch.arange(most, device=rows.device)[None]
        outcomes, known = self._filled("outcomes", "outcomes_at", rows, numbered)
        return Batch(
            ids.long(),
            ((place[None] >= first) & mask).long(),
            mask.long(),
            claims.float(),
            torch.where(inside, labels, -1).long(),
            torch.where(known, outcomes, -1).long(),
            self.on["groups"][rows],
        )

    def _filled(
        self, name: str, at: str, rows: torch.Tensor, place: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what stands in places of lists, 0 outside of them, and which are inside."""
        start, stop = self.on[at][rows][:, None], self.on[at][rows + 1][:, None]
        inside = (place >= 0) & (start + place < stop)
        return torch.where(inside, self.on[name][torch.where(inside, start + place, 0)], 0), inside


def batch_of(items: Sequence[Item]) -> Batch:
    """Return windows as a batch; windows of one row are of one group."""
    return Windows(flat(items)).batch(range(len(items)))


def _there(values: NDArray[Any]) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(values)).to(device())


class Reader(nn.Module):
    """The model.

    The head of the claims is given the mean of a claim's states, a mean weighted by attention, and
    the highest log-odds that a token of it is unsupported, or contradicted.

    Args:
        encoder: Gives states of ``width``.
        width: Of the states.
        dropout: Of what a layer of MPNet adds to its states; other encoders have their own.
    """

    def __init__(self, encoder: Any, width: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.encoder: Any = encoder
        self.dropout = dropout
        self.sides = nn.Embedding(2, width)
        nn.init.zeros_(self.sides.weight)
        self.token = nn.Linear(width, CLASSES)
        self.look = nn.Linear(width, 1)
        self.dense = nn.Linear(2 * width + 2, width)
        self.claim = nn.Linear(width, CLASSES)

    def forward(self, batch: Batch) -> Said:
        """Read a batch."""
        given = self.encoder.get_input_embeddings()(batch.ids) + self.sides(batch.types)
        if isinstance(self.encoder, MPNetModel):
            states = mpnet.states(self.encoder, given, batch.mask, self.dropout)
        else:
            read = self.encoder(inputs_embeds=given, attention_mask=batch.mask)
            states = read.last_hidden_state
        tokens = self.token(states).float()
        return Said(tokens, self.claims(states, tokens, batch.claims), states)

    def claims(
        self, states: torch.Tensor, tokens: torch.Tensor, claims: torch.Tensor
    ) -> torch.Tensor:
        """Return the logits of claims from the states of their tokens."""
        outside = (1 - claims) * OUTSIDE
        looks = torch.softmax(self.look(states).float().transpose(1, 2) + outside, 2) * claims
        means = claims / claims.sum(2, keepdim=True).clamp_min(1)
        odds = tokens[:, :, 1:] - tokens[:, :, :1]
        worst = (odds.transpose(1, 2)[:, :, None] + outside[:, None]).amax(3).transpose(1, 2)
        worst = worst.clamp(-WORST, WORST)
        pooled = torch.cat([means @ states.float(), looks @ states.float(), worst], 2)
        logits: torch.Tensor = self.claim(torch.tanh(self.dense(pooled)))
        return logits.float()


def initial(recipe: Recipe) -> Reader:
    """Return the model as it begins: the first layers of MPNet, or a folder's encoder, under heads.

    The weights that the recipe names take their place; of a teacher's, its first layers and its
    heads.
    """
    torch.manual_seed(recipe.seed)
    encoder = _encoder(Path(recipe.init)) if recipe.init else mpnet.first_layers(recipe.layers)
    reader = Reader(encoder, encoder.config.hidden_size, recipe.dropout)
    if recipe.begun:
        reader.load_state_dict(begun(Path(recipe.begun))[0]["model"])
    elif recipe.teacher:
        known = loop.read(Path(recipe.teacher))["model"]
        reader.load_state_dict({name: known[name] for name in reader.state_dict()})
    return reader


def reader_of(model: Mapping[str, torch.Tensor]) -> Reader:
    """Return the reader whose weights these are, of the first layers of MPNet."""
    reader = initial(Recipe(layers=layers_of(model)))
    reader.load_state_dict(dict(model))
    return reader.to(device())


def teacher(recipe: Recipe) -> Reader | None:
    """Return the reader whose scores are learnt too, or ``None`` where the recipe names none."""
    if not recipe.teacher:
        return None
    content = loop.read(Path(recipe.teacher))
    own = content["made_of"]["recipe"]
    known = initial(
        replace(recipe, teacher="", begun="", **{n: own[n] for n in ("init", "layers")})
    )
    known.load_state_dict(content["model"])
    return known.requires_grad_(False).eval()


def _encoder(folder: Path) -> Any:
    config = AutoConfig.from_pretrained(str(folder), local_files_only=True)
    encoder = AutoModel.from_pretrained(str(folder), config=config, local_files_only=True)
    encoder.get_input_embeddings().weight.requires_grad_(False)
    return encoder
