"""Rerankers of random weights with tokenizers of their own, saved as the hub would hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

POSITIONS = 48
PROMPT_POSITIONS = 512
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,?"
_MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")

PAIRS = [
    ("who wrote it?", "a long book, by lee."),
    ("who", "b"),
    ("where is rome?", "rome is in italy, so they say"),
    ("who wrote it?", "z"),
    ("", "lee"),
    ("who", ""),
]
LONG = "the cat sat on the mat. it saw a dog and a bird, 27 of them. then it slept. " * 3
_SYSTEM = (
    "<|im_start|>system\n"
    "You are Qwen, created by Alibaba Cloud. You are a helpful assistant.<|im_end|>\n"
    "<|im_start|>user\n"
)
_TASK = (
    "You are a search relevance expert who evaluates how well documents match search queries. "
    "For each query-document pair, carefully analyze the semantic relationship between them, then "
    "provide your binary relevance judgment (0 for not relevant, 1 for relevant).\nRelevance:"
)
_END = "<|im_end|>\n<|im_start|>assistant\n"
PROMPT = (_SYSTEM, "query: {}", "\n", "document: {}", "\n", _TASK, _END)


def save_cross_encoder(folder: Path, labels: tuple[str, ...], seed: int = 0) -> str:
    """Save a BERT that reads letters, 48 positions, with one output per label."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    folder.mkdir(parents=True, exist_ok=True)
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *_LETTERS]
    pieces += [f"##{letter}" for letter in _LETTERS]
    (folder / "vocab.txt").write_text("\n".join(pieces), encoding="utf-8")
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(pieces),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=POSITIONS,
        initializer_range=0.5,
        id2label=dict(enumerate(labels)),
        label2id={label: index for index, label in enumerate(labels)},
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer = BertTokenizerFast(vocab=str(folder / "vocab.txt"), model_max_length=POSITIONS)
    tokenizer.save_pretrained(folder)
    return str(folder)


def save_mxbai(folder: Path, seed: int = 0) -> str:
    """Save a Qwen2 with a byte-pair tokenizer trained on its own prompt, 512 positions."""
    import torch
    from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

    tokens = byte_pairs()
    torch.manual_seed(seed)
    config = Qwen2Config(
        vocab_size=tokens.get_vocab_size(),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        max_position_embeddings=PROMPT_POSITIONS,
        initializer_range=0.3,
        tie_word_embeddings=True,
    )
    Qwen2ForCausalLM(config).save_pretrained(folder)
    PreTrainedTokenizerFast(
        tokenizer_object=tokens,
        model_max_length=PROMPT_POSITIONS,
        pad_token=_MARKS[0],
        eos_token=_MARKS[2],
        additional_special_tokens=list(_MARKS[1:2]),
    ).save_pretrained(folder)
    return str(folder)


def byte_pairs() -> Any:
    """Train a byte-level tokenizer as Qwen2's is made, with numbers cut into digits."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    from groundgraph.parts.rerankers import mxbai as prompt

    words = Regex(r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+")
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(words, "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=700,
        show_progress=False,
        special_tokens=list(_MARKS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    frame = (prompt.PREFIX, prompt.QUERY, prompt.DOCUMENT, prompt.TASK, prompt.SUFFIX)
    made.train_from_iterator(frame * 3, trainer)
    return made


def prompt_tokens(tokenizer: Any) -> int:
    """Count the tokens of mxbai's prompt around two texts."""
    pieces = [piece.format("") for piece in PROMPT]
    read = [tokenizer(piece, add_special_tokens=False)["input_ids"] for piece in pieces]
    return sum(map(len, read)) + 2
