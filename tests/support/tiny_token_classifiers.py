"""Token classifiers of random weights, saved as Hugging Face saves its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from tiny_verifiers import named, numbered, save_tokenizer, seeded
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import ModernBertConfig, ModernBertForTokenClassification

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LABELS = ("LABEL_0", "LABEL_1")


def modernbert(folder: Path, labels: Sequence[str] = LABELS, positions: int = 8192) -> Path:
    """Save a ModernBERT of the kind of LettuceDetect's, with byte-level pairs."""
    names = ["[UNK]", "[PAD]", "[CLS]", "[SEP]", "[MASK]"]
    merges = [("t", "h"), ("th", "e"), ("Ġ", "the"), ("e", "r"), ("r", "y"), ("Ġ", "f")]
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    pieces = [*names, *letters, *map("".join, merges)]
    tokenizer = Tokenizer(models.BPE(numbered(pieces), merges, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    save_tokenizer(tokenizer, folder, names, model_max_length=positions)
    config = ModernBertConfig(
        vocab_size=len(pieces),
        max_position_embeddings=positions,
        hidden_size=16,
        intermediate_size=24,
        num_hidden_layers=2,
        num_attention_heads=2,
        global_attn_every_n_layers=2,
        local_attention=64,
        initializer_range=0.4,
        pad_token_id=1,
        cls_token_id=2,
        sep_token_id=3,
        bos_token_id=2,
        eos_token_id=3,
        **named(labels),
    )
    with seeded():
        network = ModernBertForTokenClassification(config)
        for parameter in network.parameters():
            if parameter.ndim > 1:  # wide, so that other words give other probabilities
                torch.nn.init.normal_(parameter, 0.0, 0.4)
    network.save_pretrained(folder)
    return folder
