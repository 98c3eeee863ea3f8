from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import tiny_generators
import torch
from tiny_generators import FACTS, INPUTS, asked, probe
from torch.utils._python_dispatch import TorchDispatchMode

from groundgraph.methods.gga import attention
from groundgraph.parts.probe import rows as attention_rows_hf
from groundgraph.parts.probe.attention import AttentionProbe
from groundgraph.parts.probe.tokens import owners

if TYPE_CHECKING:
    from groundgraph.types.traces import ProbeInput

NEAR = 1e-5
PATH = (0,)


@dataclasses.dataclass
class Expected:
    """What output_attentions and output_hidden_states say, without a batch or padding."""

    attention: torch.Tensor  # (layers, heads, tokens, keys)
    hidden: torch.Tensor
    log_probability: torch.Tensor
    owner: Any
    embeddings: Any


@torch.no_grad()
def expected(kind: str, item: ProbeInput, shift: int = 0) -> Expected:
    model = tiny_generators.model(kind, attn_implementation="eager")
    tokenizer = tiny_generators.tokenizer(end=kind == "t5")
    read = tokenizer(item.prompt, return_offsets_mapping=True)
    prompt = torch.tensor([read["input_ids"]])
    answer = torch.tensor([tokenizer(item.answer, add_special_tokens=False)["input_ids"]])
    wanted = {"output_attentions": True, "output_hidden_states": True}
    if kind in tiny_generators.TWO_STACKS:
        start = torch.tensor([[model.config.decoder_start_token_id]])
        given = torch.cat([start, answer], dim=1)
        said = model(input_ids=prompt, decoder_input_ids=given, **wanted)
        attentions, states = said.cross_attentions, said.decoder_hidden_states
    else:
        said = model(torch.cat([prompt, answer], dim=1), **wanted)
        attentions, states = said.attentions, said.hidden_states
    n = answer.shape[1]
    rows = slice(-n - shift, -shift or None)
    chosen = said.logits[0, -n - 1 : -1].log_softmax(dim=-1).gather(1, answer[0][:, None])
    return Expected(
        torch.stack(attentions)[:, 0, :, rows],
        states[-2][0, rows],
        chosen[:, 0],
        owners(read["offset_mapping"], item.triples),
        np.stack([alone(model, tokenizer, span.of(item.prompt)) for span in item.triples]),
    )


def alone(model: Any, tokenizer: Any, text: str) -> Any:
    read = tokenizer(text, return_offsets_mapping=True, return_tensors="pt")
    stack = model.get_encoder() if model.config.is_encoder_decoder else model
    states = stack(read["input_ids"], output_hidden_states=True).hidden_states[-2][0]
    own = read["offset_mapping"][0, :, 1] > read["offset_mapping"][0, :, 0]
    return states[own].mean(dim=0).numpy()


def on_triples(weights: torch.Tensor, owner: Any) -> Any:
    """Sum attention, ``(..., keys)``, over the tokens of each triple."""
    return np.stack(
        [weights[..., np.flatnonzero(owner == t)].sum(-1).numpy() for t in range(owner.max() + 1)],
        axis=-1,
    )


def prd_of(mass: Any, path: tuple[int, ...]) -> float:
    """Follow the paper's words, one token at a time."""
    values = [2 * row[list(path)].sum() / row.sum() - 1 if row.sum() else 0.0 for row in mass]
    return float(np.mean(values))


def sas_of(hidden: torch.Tensor, embeddings: Any) -> float:
    similar = torch.nn.functional.cosine_similarity
    table = torch.as_tensor(embeddings)
    return float(np.mean([float(similar(row[None], table).max()) for row in hidden]))


@pytest.mark.parametrize("batch_size", [1, 3])
@pytest.mark.parametrize("kind", list(tiny_generators.KINDS))
def test_prd_and_sas_equal_those_of_output_attentions(kind: str, batch_size: int) -> None:
    traces = probe(kind, batch_size=batch_size).trace(INPUTS)

    found = attention.measure(traces, [[PATH]] * len(INPUTS))
    for item, trace, (prd, sas) in zip(INPUTS, traces, found, strict=True):
        truth = expected(kind, item)
        mean = truth.attention.mean(dim=(0, 1))
        assert trace.mass == pytest.approx(on_triples(mean, truth.owner), abs=NEAR)
        assert prd == pytest.approx(prd_of(on_triples(mean, truth.owner), PATH), abs=NEAR)
        assert sas == pytest.approx(sas_of(truth.hidden, truth.embeddings), abs=NEAR)
        assert trace.hidden == pytest.approx(truth.hidden.numpy(), abs=1e-4)
        assert trace.embeddings == pytest.approx(truth.embeddings, abs=NEAR)
        assert trace.log_probability == pytest.approx(truth.log_probability.numpy(), abs=1e-4)
        whole = mean.sum(dim=-1).numpy()
        assert trace.mass.sum(axis=1) + trace.outside == pytest.approx(whole, abs=NEAR)


@pytest.mark.parametrize("kind", list(tiny_generators.KINDS))
def test_the_models_of_these_tests_attend_unevenly(kind: str) -> None:
    """Else the comparisons above could not fail."""
    truth = expected(kind, INPUTS[1])
    mass = on_triples(truth.attention.mean(dim=(0, 1)), truth.owner)

    assert mass.max() > 0.1
    assert np.ptp(attention.shares(mass), axis=0).max() > 0.02


@pytest.mark.parametrize("kind", ["qwen2", "mistral", "gpt_oss", "t5"])
def test_small_blocks_of_rows_and_heads_change_nothing(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = probe(kind, detail="heads").trace(INPUTS)
    monkeypatch.setattr(attention_rows_hf, "ELEMENTS", 700)

    for one, other in zip(whole, probe(kind, detail="heads").trace(INPUTS), strict=True):
        np.testing.assert_allclose(one.mass, other.mass, atol=1e-6)
        np.testing.assert_allclose(one.parts, other.parts, atol=1e-6)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["qwen2", "mistral", "t5"])
def test_layers_and_heads_are_those_of_the_model(kind: str) -> None:
    truth = expected(kind, INPUTS[1])
    by_head = on_triples(truth.attention, truth.owner)

    heads = probe(kind, detail="heads").trace(INPUTS)[1].parts
    layers = probe(kind, detail="layers").trace(INPUTS)[1].parts

    assert heads == pytest.approx(by_head, abs=NEAR)
    assert layers == pytest.approx(by_head.mean(axis=1), abs=NEAR)
    assert probe(kind).trace(INPUTS)[1].parts is None


@pytest.mark.parametrize("kind", ["llama", "mistral", "t5"])
def test_rows_may_be_those_that_predict_the_answer(kind: str) -> None:
    traces = probe(kind, rows="predicting").trace(INPUTS)

    for item, trace in zip(INPUTS, traces, strict=True):
        truth = expected(kind, item, shift=1)
        mass = on_triples(truth.attention.mean(dim=(0, 1)), truth.owner)
        assert trace.rows == "predicting"
        assert trace.mass == pytest.approx(mass, abs=NEAR)
        assert trace.hidden == pytest.approx(truth.hidden.numpy(), abs=1e-4)


@pytest.mark.parametrize("kind", ["llama", "mistral", "t5"])
def test_softened_mass_is_a_second_softmax_over_the_positions_seen(kind: str) -> None:
    for item, trace in zip(INPUTS, probe(kind).trace(INPUTS), strict=True):
        truth = expected(kind, item)
        mean = truth.attention.mean(dim=(0, 1))
        seen = mean.shape[1] - len(mean) + 1 if kind != "t5" else mean.shape[1]
        for number, row in enumerate(mean):
            end = seen + number if kind != "t5" else seen
            again = row[:end].softmax(dim=0)
            mass = on_triples(again, truth.owner)
            assert trace.softened[number] == pytest.approx(mass, abs=1e-6)


def test_a_window_hides_triples_that_lie_before_it() -> None:
    near, far = (
        probe("mistral").trace([asked(facts, " Koreeda")])[0]
        for facts in (FACTS[:1], FACTS[:1] + FACTS * 3)
    )

    assert near.mass[:, 0].min() > 0.01
    assert far.mass[:, 0].max() == 0.0


def test_bfloat16_stays_near_float32() -> None:
    exact = probe("qwen2").trace(INPUTS)
    model = tiny_generators.model("qwen2").to(torch.bfloat16)
    coarse = AttentionProbe.around(model, tiny_generators.tokenizer()).trace(INPUTS)

    for one, other in zip(exact, coarse, strict=True):
        assert other.mass.dtype == np.float32
        np.testing.assert_allclose(other.mass, one.mass, atol=0.02)
        np.testing.assert_allclose(other.alignment, one.alignment, atol=0.05)


def test_nothing_of_the_size_of_an_attention_matrix_is_made() -> None:
    subject = probe("qwen2")
    (item,) = [asked(FACTS * 3, " Koreeda")]
    length = len(tiny_generators.tokenizer()(item.prompt + item.answer)["input_ids"])
    largest = Largest()  # type: ignore[no-untyped-call]

    with largest:
        subject.trace([item])

    assert length > 200
    assert 0 < largest.elements < length**2 / 2


class Largest(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Watches what torch's operations return."""

    elements = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        made = result if isinstance(result, tuple | list) else (result,)
        sizes = [tensor.numel() for tensor in made if isinstance(tensor, torch.Tensor)]
        self.elements = max([self.elements, *sizes])
        return result


def test_the_model_is_left_as_it_was() -> None:
    subject = probe("t5")
    assert subject.loaded is not None
    model = subject.loaded.model
    configs = [m.config for m in model.modules() if hasattr(m, "config")]
    before = [config._attn_implementation for config in configs]

    subject.trace(INPUTS)

    assert [config._attn_implementation for config in configs] == before
    assert not any(module._forward_pre_hooks for module in model.modules())
