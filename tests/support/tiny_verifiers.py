"""Classifiers of random weights with small real tokenizers, saved as Hugging Face saves its own."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    DebertaV2Config,
    DebertaV2ForSequenceClassification,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForSequenceClassification,
    T5Config,
    T5ForSequenceClassification,
    T5ForTokenClassification,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789.,:?"
WORDS = """the danube flows into black sea paris is capital of france cup red house green it opened
in determine if hypothesis true given premise""".split()
POSITIONS = 64
_SIZES: dict[str, Any] = {
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "initializer_range": 0.4,  # wide, so that other words give other probabilities
}


@contextmanager
def seeded(seed: int = 0) -> Iterator[None]:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield


def bert(folder: Path, labels: Sequence[str]) -> Path:
    """Save a BERT whose word pieces are letters."""
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    pieces = [*names, *ALPHABET, *(f"##{letter}" for letter in ALPHABET)]
    tokenizer = Tokenizer(models.WordPiece(numbered(pieces), unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    save_tokenizer(tokenizer, folder, names, model_max_length=POSITIONS)
    config = BertConfig(
        vocab_size=len(pieces), max_position_embeddings=POSITIONS, **_SIZES, **named(labels)
    )
    with seeded():
        BertForSequenceClassification(config).save_pretrained(folder)
    return folder


def roberta(folder: Path, labels: Sequence[str]) -> Path:
    """Save a RoBERTa with byte-level pairs, whose positions begin behind the padding's."""
    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    merges = [("t", "h"), ("th", "e"), ("Ġ", "the"), ("e", "n"), ("r", "e"), ("re", "d")]
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    pieces = [*names, *letters, *map("".join, merges)]
    tokenizer = Tokenizer(models.BPE(numbered(pieces), merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", 0), ("</s>", 2)],
    )
    save_tokenizer(tokenizer, folder, names)
    config = RobertaConfig(
        vocab_size=len(pieces),
        max_position_embeddings=POSITIONS + 2,
        type_vocab_size=1,
        pad_token_id=1,
        **_SIZES,
        **named(labels),
    )
    with seeded():
        RobertaForSequenceClassification(config).save_pretrained(folder)
    return folder


def deberta(folder: Path, labels: Sequence[str]) -> Path:
    """Save a DeBERTa-v2 with relative positions and a unigram tokenizer."""
    names = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"]
    tokenizer = unigram(names, unknown="[UNK]")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 1), ("[SEP]", 2)],
    )
    save_tokenizer(tokenizer, folder, names)
    config = DebertaV2Config(
        vocab_size=tokenizer.get_vocab_size(),
        max_position_embeddings=POSITIONS,
        relative_attention=True,
        position_biased_input=False,
        pos_att_type=["p2c", "c2p"],
        type_vocab_size=0,
        **_SIZES,
        **named(labels),
    )
    with seeded():
        DebertaV2ForSequenceClassification(config).save_pretrained(folder)
    return folder


def t5(folder: Path, labels: Sequence[str]) -> Path:
    """Save an encoder-decoder T5 with a head that reads the last "</s>"."""
    config = save_t5(folder, **named(labels))
    with seeded():
        T5ForSequenceClassification(config).save_pretrained(folder)
    return folder


def hhem(folder: Path, settings: dict[str, Any] | None = None) -> Path:
    """Save a model as HHEM-2.1-Open is published, with its foundation in a folder inside."""
    config = save_t5(folder / "foundation", num_labels=2)
    with seeded():
        network = T5ForTokenClassification(config)
    state = {f"t5.{key}": tensor.clone() for key, tensor in network.state_dict().items()}
    del state["t5.transformer.encoder.embed_tokens.weight"]  # the same table as "shared"
    save_file(state, folder / "model.safetensors", metadata={"format": "pt"})
    content = {"model_type": "HHEMv2Config", "architectures": ["HHEMv2ForSequenceClassification"]}
    (folder / "config.json").write_text(json.dumps({**content, **(settings or {})}))
    return folder


def save_t5(folder: Path, **fields: Any) -> T5Config:
    """Save a T5's configuration and tokenizer, without weights."""
    names = ["<pad>", "</s>", "<unk>"]
    tokenizer = unigram(names, unknown="<unk>")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", 1)]
    )
    save_tokenizer(tokenizer, folder, names)
    config = T5Config(
        vocab_size=tokenizer.get_vocab_size(),
        d_model=16,
        d_kv=8,
        d_ff=32,
        num_layers=2,
        num_heads=2,
        feed_forward_proj="gated-gelu",
        tie_word_embeddings=False,
        decoder_start_token_id=0,
        **fields,
    )
    config.save_pretrained(folder)
    return config


def unigram(names: list[str], unknown: str) -> Tokenizer:
    words = [f"▁{word}" for word in WORDS]
    scores = {**dict.fromkeys(["▁", *ALPHABET], -6.0), **dict.fromkeys(words, -4.0)}
    vocabulary = [*((name, 0.0) for name in names), *scores.items()]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=names.index(unknown)))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    return tokenizer


def save_tokenizer(tokenizer: Tokenizer, folder: Path, names: Sequence[str], **fields: Any) -> None:
    roles = {"pad": "pad_token", "unk": "unk_token", "cls": "cls_token", "sep": "sep_token"}
    roles |= {"s": "bos_token", "/s": "eos_token", "mask": "mask_token"}
    given = {roles[name.strip("<>[]").lower()]: name for name in names}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **given, **fields).save_pretrained(folder)


def numbered(pieces: Sequence[str]) -> dict[str, int]:
    return {piece: number for number, piece in enumerate(pieces)}


def named(labels: Sequence[str]) -> dict[str, Any]:
    return {
        "num_labels": len(labels),
        "id2label": dict(enumerate(labels)),
        "label2id": {label: index for index, label in enumerate(labels)},
    }
