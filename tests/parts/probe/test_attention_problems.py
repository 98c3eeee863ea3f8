from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
import tiny_generators
import torch
from tiny_generators import FACTS, INPUTS, asked, probe

from groundgraph import specs
from groundgraph.errors import InputError, MissingExtraError, ModelError
from groundgraph.parts.probe.attention import AttentionProbe
from groundgraph.types import Span
from groundgraph.types.traces import Trace

if TYPE_CHECKING:
    from pathlib import Path


def test_what_cannot_be_traced_says_why_and_the_rest_is_traced() -> None:
    good, prompt = INPUTS[0], INPUTS[0].prompt
    first, space = good.triples[0], Span(prompt.index(". ") + 1, prompt.index(". ") + 2)
    bad = {
        "the prompt has 1667 tokens and the answer": asked(FACTS * 20, " Koreeda"),
        "the answer has no tokens": good._replace(answer=""),
        "the prompt states no triples": good._replace(triples=()),
        "span (0, 9000) is not in the prompt": good._replace(triples=(Span(0, 9000),)),
        "span (3, 3) is not in the prompt": good._replace(triples=(Span(3, 3),)),
        "triple 1 ('Maborosi": good._replace(triples=(first, first)),
        "triple 1 (' ')": good._replace(triples=(first, space)),
        "token 320 is not among the model's 320": good._replace(answer_ids=(5, 320)),
    }

    traces = probe("llama", batch_size=2).trace([good, *bad.values(), good])

    for reason, trace in zip(bad, traces[1:-1], strict=True):
        assert reason in trace.problem
        assert trace.mass.shape == (0, 0)
    assert traces[0].problem == traces[-1].problem == ""
    np.testing.assert_allclose(traces[0].mass, traces[-1].mass, atol=1e-6)


def test_numbers_that_are_not_finite_are_a_problem_of_their_own_answer() -> None:
    subject = probe("llama")
    assert subject.loaded is not None
    token = tiny_generators.tokenizer()(" 🙂", add_special_tokens=False)["input_ids"][-1]
    with torch.no_grad():
        subject.loaded.model.get_input_embeddings().weight[token] = float("nan")

    one, other = subject.trace([INPUTS[0], asked(FACTS[4:], " café")])

    assert one.problem == ""
    assert "not finite" in other.problem


def test_repeated_triples_are_kept_apart_by_their_spans() -> None:
    (trace,) = probe("llama").trace([INPUTS[1]])

    assert FACTS[1] == FACTS[3]
    assert trace.triple_tokens[1] == trace.triple_tokens[3]
    assert trace.mass[:, 1] != pytest.approx(trace.mass[:, 3], abs=1e-3)
    np.testing.assert_array_equal(trace.alignment[:, 1], trace.alignment[:, 3])


def test_a_text_of_unknown_words_is_no_answer() -> None:
    tokenizer = tiny_generators.tokenizer()
    tokenizer.unk_token = "<pad>"
    subject = AttentionProbe.around(tiny_generators.model("llama"), tokenizer)

    (trace,) = subject.trace([INPUTS[0]._replace(answer_ids=(0, 0))])

    assert trace.problem == "the answer has no token that the model's tokenizer knows"


def test_a_state_space_model_has_no_attention_to_look_at() -> None:
    from transformers import MambaConfig, MambaForCausalLM

    config = MambaConfig(vocab_size=320, hidden_size=16, num_hidden_layers=2, state_size=4)
    subject = AttentionProbe.around(MambaForCausalLM(config), tiny_generators.tokenizer())

    with pytest.raises(ModelError, match="MambaForCausalLM has no attention that can be looked at"):
        subject.trace(INPUTS)


def test_a_slow_tokenizer_is_refused() -> None:
    slow = type("Slow", (), {"is_fast": False})()

    with pytest.raises(ModelError, match="Slow does not say where its tokens are"):
        AttentionProbe.around(tiny_generators.model("llama"), slow)


@pytest.mark.parametrize("kind", ["llama", "t5"])
def test_a_saved_model_is_loaded_by_its_folder(kind: str, tmp_path: Path) -> None:
    tiny_generators.model(kind).save_pretrained(tmp_path)
    tiny_generators.tokenizer(end=kind == "t5").save_pretrained(tmp_path)

    traces = AttentionProbe(str(tmp_path), device="cpu", states=False).trace(INPUTS)

    for one, other in zip(traces, probe(kind).trace(INPUTS), strict=True):
        np.testing.assert_allclose(one.mass, other.mass, atol=1e-6)
        assert one.hidden is one.embeddings is None
        assert one.model == str(tmp_path)


def test_a_folder_without_a_model_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=f"{tmp_path} cannot be loaded"):
        AttentionProbe(str(tmp_path)).trace(INPUTS)


def test_no_inputs_load_no_model() -> None:
    assert AttentionProbe("no such model").trace([]) == []


def test_the_spec_names_what_changes_the_trace_and_not_the_machine() -> None:
    subject = AttentionProbe("some/model", device="cuda", batch_size=8, rows="predicting")

    spec = specs.describe(subject)

    assert set(spec["parameters"]) == {
        *("model", "dtype", "quantised", "special_tokens", "rows", "detail", "states", "window")
    }
    assert specs.build(spec, trust=True) == subject


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)

    with pytest.raises(MissingExtraError, match=r"pip install 'groundgraph\[gga\]'"):
        AttentionProbe("not loaded before").trace(INPUTS)


@pytest.mark.parametrize("kind", ["llama", "t5"])
def test_generation_is_greedy_and_its_tokens_can_be_traced(kind: str) -> None:
    subject = probe(kind)
    assert subject.loaded is not None
    model, tokenizer = subject.loaded.model, subject.loaded.tokenizer
    model.generation_config.temperature = 0.3
    prompts = [item.prompt for item in INPUTS]

    written = subject.generate(prompts, max_new_tokens=6)
    traces = subject.trace(
        [
            item._replace(answer=one.text, answer_ids=one.ids)
            for item, one in zip(INPUTS, written, strict=True)
        ]
    )

    for prompt, one, trace in zip(prompts, written, traces, strict=True):
        ids = tokenizer(prompt, return_tensors="pt")["input_ids"]
        whole = model.generate(ids, max_new_tokens=6, do_sample=False, temperature=None)[0]
        assert one.ids == tuple(
            whole[1 if kind == "t5" else ids.shape[1] :][: len(one.ids)].tolist()
        )
        assert len(trace.tokens) == len(one.ids) > 0


def test_generation_stops_before_the_token_that_ends_it() -> None:
    subject = probe("llama")
    assert subject.loaded is not None
    (free,) = subject.generate([INPUTS[0].prompt], max_new_tokens=8)
    last = next(i for i in range(1, 8) if free.ids[i] not in free.ids[:i])
    subject.loaded.model.generation_config.eos_token_id = free.ids[last]

    (stopped,) = subject.generate([INPUTS[0].prompt], max_new_tokens=8)

    assert stopped.ids == free.ids[:last]


def test_generation_of_a_prompt_above_the_window_says_so() -> None:
    long = asked(FACTS * 20, "").prompt

    (written,) = probe("llama").generate([long])

    assert written.problem.startswith("the prompt has 1667 tokens and the answer 64")
    assert (written.text, written.ids) == ("", ())
    with pytest.raises(InputError, match="max_new_tokens is 0"):
        probe("llama").generate([long], max_new_tokens=0)


def test_a_trace_shows_the_answer_s_tokens() -> None:
    (trace,) = probe("llama").trace([INPUTS[0]])

    assert isinstance(trace, Trace)
    assert "".join(trace.tokens) == INPUTS[0].answer
