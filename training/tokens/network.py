"""The network of the token model: layers that read an answer beside its evidence, and two heads.

`training.tokens.train` trains it, `training.tokens.onnx_reader` and `training.tokens.onnx_judge`
write it as ONNX.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional

from training.minilm import source
from training.minilm.source import HEADS, WIDTH

TOP_COSINES = 8
STEP = 64
"""Tokens that come together in a product: each new shape makes oneDNN write code anew."""


class Batch(NamedTuple):
    """The answers to one source; their tokens stand end to end.

    Attributes:
        evidence: Frozen states, which every trained layer attends to, ``(n_evidence, 384)``.
        kinds: 0 for evidence and 1 for the question, ``(n_evidence,)``.
        answer: Frozen states of the answers, ``(n_tokens, 384)``.
        rows: ``(n_tokens, n_rows)``, standardised.
        labels: ``(n_tokens,)``; -1 is ignored.
        mask: Which tokens each answer has, ``(n_answers, longest)``.
        responses: Whether each answer is hallucinated, ``(n_answers,)``.
    """

    evidence: torch.Tensor
    kinds: torch.Tensor
    answer: torch.Tensor
    rows: torch.Tensor
    labels: torch.Tensor
    mask: torch.Tensor
    responses: torch.Tensor


class Packing:
    """Turns answers end to end, ``(heads, n_tokens, …)``, into padded ones and back.

    They are filled up to a multiple of `STEP` with tokens of one more answer, at the end.

    Attributes:
        n: How many tokens there are without the filling.
        owner: The number of each token's answer, ``(n_tokens,)``.
        unseen: 0, or low where there is no token to attend to, ``(n_tokens, longest)``.
    """

    def __init__(self, mask: torch.Tensor) -> None:
        self.n = int(mask.sum())
        longest = max(STEP, _filled(mask.shape[1]))
        whole = functional.pad(mask, (0, longest - mask.shape[1], 0, 1))
        whole[-1, : _filled(self.n) - self.n] = True
        self.shape = whole.shape
        self.places = whole.flatten().nonzero()[:, 0]
        self.owner = self.places // longest
        self.unseen = (~whole[self.owner]).float() * -1e4

    def pad(self, x: torch.Tensor) -> torch.Tensor:
        """Return ``(n_answers, heads, longest, …)``."""
        n, longest = self.shape
        padded = x.new_zeros(len(x), n * longest, x.shape[2]).index_copy(1, self.places, x)
        shaped = padded.view(len(x), n, longest, x.shape[2])
        return shaped.transpose(0, 1)

    def pack(self, x: torch.Tensor) -> torch.Tensor:
        """Return ``(heads, n_tokens, …)``."""
        return x.transpose(0, 1).flatten(1, 2)[:, self.places]


def _filled(n: int) -> int:
    return -(-n // STEP) * STEP


def filled(x: torch.Tensor) -> torch.Tensor:
    """Return rows with zeros up to a multiple of `STEP`."""
    return functional.pad(x, (0, 0, 0, _filled(len(x)) - len(x)))


class Layer(nn.Module):
    """A BERT layer whose queries attend to evidence states beside their own."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.wide, self.narrow = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.attended = nn.LayerNorm(WIDTH, eps=1e-12)
        self.done = nn.LayerNorm(WIDTH, eps=1e-12)
        self.side = nn.Embedding(2, WIDTH)
        nn.init.zeros_(self.side.weight)

    def load(self, weights: dict[str, torch.Tensor], prefix: str) -> None:
        """Take the weights of a layer of the encoder."""
        names = {
            "query": "attention.self.query", "key": "attention.self.key",
            "value": "attention.self.value", "output": "attention.output.dense",
            "attended": "attention.output.LayerNorm", "wide": "intermediate.dense",
            "narrow": "output.dense", "done": "output.LayerNorm",
        }  # fmt: skip
        for own, theirs in names.items():
            for kind in ("weight", "bias"):
                getattr(getattr(self, own), kind).data.copy_(weights[f"{prefix}{theirs}.{kind}"])

    def forward(
        self, x: torch.Tensor, evidence: torch.Tensor, kinds: torch.Tensor, packing: Packing
    ) -> torch.Tensor:
        """Return new states, ``(n_tokens, 384)``, of the tokens of all answers end to end."""
        n = len(evidence)
        beside = filled(evidence + self.side(kinds))
        query, key, value = (_heads(f(x)) for f in (self.query, self.key, self.value))
        keys, values = (_heads(f(beside)) for f in (self.key, self.value))
        values = values * (torch.arange(len(beside), device=x.device) < n)[:, None]
        with torch.autocast(x.device.type, enabled=False):  # or the softmax is computed in fp32
            query = query / (WIDTH // HEADS) ** 0.5
            to_evidence = query @ keys.transpose(1, 2)
            to_own = packing.pack(packing.pad(query) @ packing.pad(key).transpose(2, 3))
            to_own = to_own + packing.unseen.to(query.dtype)
            # One softmax over both, divided at the end: much less to copy on the way back.
            most = torch.maximum(to_evidence.amax(2, True), to_own.amax(2, True)).detach()
            to_evidence, to_own = (to_evidence - most).exp(), (to_own - most).exp()
            own = packing.pack(packing.pad(to_own) @ packing.pad(value))
            total = to_evidence[:, :, :n].sum(2, True) + to_own.sum(2, True)
            found = (to_evidence @ values + own) / total
        joined = found.transpose(0, 1).flatten(1)
        x = self.attended(x + self.output(joined))
        done: torch.Tensor = self.done(x + self.narrow(functional.gelu(self.wide(x))))
        return done


class TokenModel(nn.Module):
    """The trained layers and their two heads.

    Args:
        n_rows: What is known of each token.
        layers: Layers that read an answer beside its evidence.
        hidden: Width of the heads.
        row_dropout: How much of what is known is hidden in training.
    """

    def __init__(self, n_rows: int, *, layers: int, hidden: int, row_dropout: float) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        n_all = n_rows + 2
        self.enter = nn.Linear(n_all, WIDTH)
        nn.init.zeros_(self.enter.weight)
        nn.init.zeros_(self.enter.bias)
        self.dense = nn.Linear(WIDTH + n_all, hidden)
        self.token = nn.Linear(hidden, 3)
        self.response = nn.Linear(2 * hidden, 1)
        self.dropout = nn.Dropout(0.1)
        self.row_dropout = row_dropout

    def start(self, first: int) -> None:
        """Start as the encoder's layers from the ``first`` on."""
        weights = load_file(source.weights_file())
        for number, layer in enumerate(self.layers):
            assert isinstance(layer, Layer)
            layer.load(weights, f"encoder.layer.{first + number}.")

    def forward(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits of tokens ``(n_tokens, 3)`` and of answers ``(n,)``."""
        packing = Packing(batch.mask)
        near = nearness(batch.answer, batch.evidence, batch.kinds)
        rows = filled(torch.cat([batch.rows, near], 1))
        if self.training:
            rows = functional.dropout(rows, self.row_dropout)
        x = filled(batch.answer) + self.enter(rows)
        for layer in self.layers:
            x = layer(x, batch.evidence, batch.kinds, packing)
        hidden = functional.gelu(self.dense(torch.cat([self.dropout(x), rows], 1)))
        owner = packing.owner[:, None].expand_as(hidden)
        empty = hidden.new_zeros(len(batch.mask) + 1, hidden.shape[1])
        most = (empty - 1e4).scatter_reduce(0, owner, hidden, "amax")
        mean = empty.scatter_reduce(0, owner, hidden, "mean", include_self=False)
        responses = self.response(torch.cat([most, mean], 1))[:-1, 0]
        return self.token(hidden)[: packing.n], responses


def nearness(answer: torch.Tensor, evidence: torch.Tensor, kinds: torch.Tensor) -> torch.Tensor:
    """Return the highest cosine to evidence tokens and the mean of the top ones, ``(…, 2)``."""
    own = evidence[kinds == 0]
    said, shown = (functional.normalize(filled(each), dim=-1) for each in (answer, own))
    cosines = (said @ shown.T)[: len(answer), : len(own)]
    top = cosines.topk(min(TOP_COSINES, len(own)), dim=-1).values
    return torch.stack([top[..., 0], top.mean(-1)], -1).float() * 4 - 2


def _heads(x: torch.Tensor) -> torch.Tensor:
    """Return ``(heads, n_tokens, 32)``."""
    return x.view(len(x), HEADS, WIDTH // HEADS).transpose(0, 1)
