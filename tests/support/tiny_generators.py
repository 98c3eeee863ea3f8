"""Language models of random weights and a tokenizer, built on the spot."""

from __future__ import annotations

from typing import Any

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

from groundgraph.parts.probe.attention import AttentionProbe
from groundgraph.types import Span
from groundgraph.types.traces import ProbeInput

CORPUS = (
    "Facts:\n",
    "Maborosi directed by Hirokazu Koreeda. ",
    "Maborosi release year 1995. ",
    "Kismet starred actors Marlene Dietrich. ",
    "Question: who directed the film Maborosi?\nAnswer: ",
    "café Zürich naïve 🙂 The answer is not among the facts, said Ms. Dietrich.",
)
VOCABULARY = 320
WINDOW = 64
"""Tokens that a model of sliding attention sees; the tests' prompts are longer."""
SIZES = {
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 512,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
EXPERTS = {"num_experts_per_tok": 2, "num_local_experts": 4}


def tokenizer(*, end: bool = False) -> Any:
    """Return a byte-level BPE tokenizer that begins texts with <s>, or ends them with </s>."""
    bpe = Tokenizer(models.BPE(unk_token=None))
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=["<pad>", "<s>", "</s>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    bpe.train_from_iterator(CORPUS * 4, trainer)
    mark = ("</s>", 2) if end else ("<s>", 1)
    bpe.post_processor = processors.TemplateProcessing(
        single="$A </s>" if end else "<s> $A", special_tokens=[mark]
    )
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=bpe, pad_token="<pad>", bos_token="<s>", eos_token="</s>"
    )


def config(kind: str, **changes: Any) -> Any:
    """Return the configuration of a tiny model of one of `KINDS`."""
    name, options = KINDS[kind]
    return getattr(transformers, f"{name}Config")(**{**options, **changes})


def model(kind: str, **changes: Any) -> Any:
    """Return a model of random weights, large enough that its attention is far from even."""
    name, _ = KINDS[kind]
    head = "ForConditionalGeneration" if kind in TWO_STACKS else "ForCausalLM"
    head = "LMHeadModel" if kind == "gpt2" else head
    torch.manual_seed(7)
    built = getattr(transformers, name + head)(config(kind, **changes)).eval()
    if kind not in STRONG:
        with torch.no_grad():
            for weight in built.parameters():
                if weight.ndim > 1:
                    weight.mul_(10)
    return built


KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "llama": ("Llama", SIZES),
    "qwen2": ("Qwen2", SIZES),
    "qwen3": ("Qwen3", {**SIZES, "head_dim": 16}),
    "mistral": ("Mistral", {**SIZES, "sliding_window": WINDOW}),
    "mixtral": ("Mixtral", {**SIZES, **EXPERTS}),
    "qwen2_moe": (
        "Qwen2Moe",
        {
            **SIZES,
            "num_experts": 4,
            "num_experts_per_tok": 2,
            "moe_intermediate_size": 16,
            "shared_expert_intermediate_size": 16,
        },
    ),
    "gemma2": (
        "Gemma2",
        {**SIZES, "head_dim": 8, "sliding_window": WINDOW, "attn_logit_softcapping": 2.0},
    ),
    "gpt_oss": (
        "GptOss",
        {
            **SIZES,
            **EXPERTS,
            "head_dim": 8,
            "sliding_window": WINDOW,
            "rope_parameters": {"rope_type": "default", "rope_theta": 10_000.0},
        },
    ),
    "gpt2": (
        "GPT2",
        {
            "vocab_size": VOCABULARY,
            "n_embd": 32,
            "n_layer": 3,
            "n_head": 4,
            "n_positions": 512,
            "bos_token_id": 1,
            "eos_token_id": 2,
            "pad_token_id": 0,
        },
    ),
    "t5": (
        "T5",
        {
            "vocab_size": VOCABULARY,
            "d_model": 32,
            "d_kv": 8,
            "d_ff": 48,
            "num_layers": 3,
            "num_decoder_layers": 2,
            "num_heads": 4,
            "decoder_start_token_id": 0,
            "pad_token_id": 0,
            "eos_token_id": 2,
        },
    ),
    "bart": (
        "Bart",
        {
            "vocab_size": VOCABULARY,
            "d_model": 32,
            "encoder_layers": 2,
            "decoder_layers": 3,
            "encoder_attention_heads": 4,
            "decoder_attention_heads": 4,
            "encoder_ffn_dim": 48,
            "decoder_ffn_dim": 48,
            "max_position_embeddings": 512,
            "decoder_start_token_id": 2,
            "pad_token_id": 0,
            "bos_token_id": 1,
            "eos_token_id": 2,
            "forced_eos_token_id": None,
        },
    ),
}
TWO_STACKS = ("t5", "bart")
STRONG = ("t5",)  # attention of its first weights is uneven already

FACTS = (
    "Maborosi directed by Hirokazu Koreeda",
    "Maborosi release year 1995",
    "Kismet starred actors Marlene Dietrich",
    "Maborosi release year 1995",
    "café in Zürich 🙂",
)


def asked(facts: tuple[str, ...], answer: str) -> ProbeInput:
    """Return a prompt that states the facts, one after the other, with their spans."""
    prompt, spans = "Facts:\n", []
    for fact in facts:
        spans.append(Span(len(prompt), len(prompt) + len(fact)))
        prompt += fact + ". "
    prompt += "\nQuestion: who directed the film Maborosi?\nAnswer:"
    return ProbeInput(prompt, tuple(spans), answer)


INPUTS = (
    asked(FACTS[:3], " Hirokazu Koreeda"),
    asked(FACTS, " 1995, said Ms. Dietrich. The answer is not among the facts"),
    asked(FACTS[4:], " café"),
)


def probe(kind: str, **options: Any) -> AttentionProbe:
    return AttentionProbe.around(model(kind), tokenizer(end=kind == "t5"), **options)
