"""Forward passes of the attention probe: prompt with answer, and texts alone."""

from __future__ import annotations

import inspect
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import numpy as np
import torch

from groundgraph.errors import ModelError
from groundgraph.parts.probe.rows import Detail, TracedRows, collecting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from torch import Tensor


class Plan(NamedTuple):
    """What one input comes to in tokens.

    Attributes:
        prompt: Token ids of the prompt.
        owner: The triple that each belongs to, −1 for none.
        answer: Token ids of the answer, at least one.
        texts: The triples as the prompt has them, at least one.
    """

    prompt: list[int]
    owner: NDArray[np.int64]
    answer: list[int]
    texts: tuple[str, ...]


class Found(NamedTuple):
    """What a pass found for an answer; the fields are those of `groundgraph.types.traces.Trace`."""

    mass: NDArray[np.float32]
    outside: NDArray[np.float32]
    softened: NDArray[np.float32]
    hidden: NDArray[np.float32]
    log_probability: NDArray[np.float32]
    parts: NDArray[np.float32] | None


class _Batch(NamedTuple):
    """Inputs side by side, padded.

    Attributes:
        arguments: Of the model's forward pass.
        owner: The triple of each key, −1 for none, shape ``(n_batch, n_keys)``.
        seen: Whether an answer's row may attend to a key, shape ``(n_batch, n_rows, n_keys)``.
        queries: Positions of the rows in the stack that holds the answer.
        targets: Token ids of the answers, shape ``(n_batch, n_rows)``.
        left: Whether padding is on the left, so that the answers end together.
    """

    arguments: dict[str, Any]
    owner: Tensor
    seen: Tensor
    queries: slice
    targets: Tensor
    left: bool


@torch.inference_mode()
def trace_pass(
    model: Any, plans: Sequence[Plan], rows: Literal["answer", "predicting"], detail: Detail
) -> list[Found]:
    """Run the model over prompts and answers, and return what each answer's tokens attended to.

    Raises:
        ModelError: When the model has no attention that can be looked at.
    """
    make = _two_stacks if model.config.is_encoder_decoder else _one_stack
    batch = make(model, plans, shifted=rows == "predicting")
    number = torch.arange(max(len(plan.texts) for plan in plans), device=batch.owner.device)
    groups = (batch.owner[..., None] == number).float()
    found = TracedRows(batch.queries, groups, detail, cross=not batch.left)
    with last_layer_input(model.get_decoder()) as states, collecting(model, found):
        logits = model(**batch.arguments, use_cache=False).logits
    if not found.layers:
        raise ModelError(
            f"{type(model).__name__} has no attention that can be looked at: either it is a "
            "state-space model, or its attention does not go through transformers' attention "
            "functions in this version; a newer transformers may do"
        )
    chosen = _log_probability(_rows_of(logits, batch), batch.targets)
    hidden = states[0][:, batch.queries].float()
    mean = found.mean.to(groups.device)
    columns = [mean, _soften(mean, batch.seen), hidden, chosen]
    return [_cut(found, groups, columns, place, plan, batch) for place, plan in enumerate(plans)]


@torch.inference_mode()
def embed_pass(
    model: Any, texts: Sequence[list[int]], own: Sequence[list[bool]]
) -> NDArray[np.float32]:
    """Return the mean of the hidden states that enter the last layer, over each text's own tokens.

    Args:
        model: As in `trace_pass`.
        texts: Token ids.
        own: Which of them belong to the text, at least one each.

    Returns:
        Shape ``(n_texts, dimension)``.
    """
    ids, mask = pad(texts, padding_of(model), model.device)
    counted, _ = pad([list(map(int, row)) for row in own], 0, model.device)
    with last_layer_input(_reader(model)) as states, collecting(model, None):
        if model.config.is_encoder_decoder:
            model.get_encoder()(input_ids=ids, attention_mask=mask)
        else:
            model.base_model(input_ids=ids, attention_mask=mask, use_cache=False)
    weights = counted[..., None].to(states[0].device)
    total = (states[0].float() * weights).sum(dim=1) / weights.sum(dim=1)
    return np.asarray(total.cpu().numpy(), np.float32)


def _reader(model: Any) -> torch.nn.Module:
    stack = model.get_encoder() if model.config.is_encoder_decoder else model.get_decoder()
    return cast("torch.nn.Module", stack)


@contextmanager
def last_layer_input(stack: torch.nn.Module) -> Iterator[list[Tensor]]:
    """Catch the hidden states that enter the last layer: ``hidden_states[-2]`` of the model.

    Raises:
        ModelError: When the stack has no list of layers.
    """
    layers = next((m for m in stack.modules() if isinstance(m, torch.nn.ModuleList)), None)
    if not layers:
        raise ModelError(f"{type(stack).__name__} has no list of layers to take states from")
    states: list[Tensor] = []

    def keep(_: Any, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        states.append(given[0] if given else named["hidden_states"])

    hook = layers[-1].register_forward_pre_hook(keep, with_kwargs=True)
    try:
        yield states
    finally:
        hook.remove()


def pad(
    rows: Sequence[list[int]], value: int, device: Any, *, left: bool = False
) -> tuple[Tensor, Tensor]:
    """Return rows side by side and 1 where they are no padding, each ``(n_rows, longest)``."""
    longest = max(map(len, rows))
    table = torch.full((len(rows), longest), value, dtype=torch.long)
    mask = torch.zeros_like(table)
    for place, row in enumerate(rows):
        part = slice(longest - len(row), None) if left else slice(len(row))
        table[place, part], mask[place, part] = torch.tensor(row), 1
    return table.to(device), mask.to(device)


def padding_of(model: Any) -> int:
    """Return the token that fills up short rows; which one does not matter, as it is masked."""
    found = getattr(model.config, "pad_token_id", None)
    return 0 if found is None or found < 0 else int(found)


def _one_stack(model: Any, plans: Sequence[Plan], *, shifted: bool) -> _Batch:
    padding, device = padding_of(model), model.device
    ids, mask = pad([p.prompt + p.answer for p in plans], padding, device, left=True)
    lists = [[*plan.owner.tolist(), *[-1] * len(plan.answer)] for plan in plans]
    owner, _ = pad(lists, -1, device, left=True)
    targets, _ = pad([plan.answer for plan in plans], padding, device, left=True)
    n, rows = ids.shape[1], targets.shape[1]
    queries = slice(n - rows - shifted, n - shifted)
    position = torch.arange(n, device=device)
    seen = (position <= position[queries, None]) & mask[:, None].bool()
    arguments = {
        "input_ids": ids,
        "attention_mask": mask,
        "position_ids": (mask.cumsum(dim=1) - 1).clamp(min=0),
        "logits_to_keep": rows + 1,
    }
    known = inspect.signature(model.forward).parameters
    arguments = {name: value for name, value in arguments.items() if name in known}
    return _Batch(arguments, owner, seen, queries, targets, left=True)


def _two_stacks(model: Any, plans: Sequence[Plan], *, shifted: bool) -> _Batch:
    padding, device = padding_of(model), model.device
    ids, mask = pad([plan.prompt for plan in plans], padding, device)
    owner, _ = pad([plan.owner.tolist() for plan in plans], -1, device)
    targets, _ = pad([plan.answer for plan in plans], padding, device)
    start = model.config.decoder_start_token_id
    start = model.generation_config.decoder_start_token_id if start is None else start
    given, _ = pad([[start, *plan.answer] for plan in plans], padding, device)
    rows = targets.shape[1]
    seen = mask[:, None].bool().expand(-1, rows, -1)
    arguments = {
        "encoder_outputs": model.get_encoder()(input_ids=ids, attention_mask=mask),
        "attention_mask": mask,
        # Padding stands behind the answer, where causal attention does not look.
        "decoder_input_ids": given,
    }
    return _Batch(
        arguments,
        owner,
        seen,
        slice(1 - shifted, None if not shifted else rows),
        targets,
        left=False,
    )


def _rows_of(logits: Tensor, batch: _Batch) -> Tensor:
    """Return the logits from which the answers' tokens were predicted."""
    rows = batch.targets.shape[1]
    return logits[:, -rows - 1 : -1] if batch.left else logits[:, :rows]


def _log_probability(logits: Tensor, targets: Tensor) -> Tensor:
    chosen = logits.gather(2, targets[..., None].to(logits.device))[..., 0].float()
    # Row by row: the vocabulary is wide, and a copy of all rows in float32 would be the peak.
    total = torch.stack([row.float().logsumexp(dim=1) for row in logits.unbind(dim=1)], dim=1)
    return (chosen - total).clamp(max=0)


def _soften(mean: Tensor, seen: Tensor) -> Tensor:
    return mean.masked_fill(~seen, torch.finfo(mean.dtype).min).softmax(dim=-1)


def _cut(
    found: TracedRows, groups: Tensor, columns: list[Tensor], place: int, plan: Plan, batch: _Batch
) -> Found:
    """Take one answer's rows and triples out of a batch."""
    rows = slice(-len(plan.answer), None) if batch.left else slice(len(plan.answer))
    mean, soft, hidden, chosen = (column[place, rows] for column in columns)
    own = groups[place, :, : len(plan.texts)]
    mass = mean @ own
    parts = [part[place, ..., rows, : len(plan.texts)] for part in found.parts]
    return Found(
        _numpy(mass),
        _numpy((mean.sum(dim=1) - mass.sum(dim=1)).clamp(0, 1)),
        _numpy(soft @ own),
        _numpy(hidden),
        _numpy(chosen),
        _numpy(torch.stack(parts)) if parts else None,
    )


def _numpy(tensor: Tensor) -> NDArray[np.float32]:
    return np.asarray(tensor.cpu().numpy(), np.float32)
