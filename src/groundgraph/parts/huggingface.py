"""What the parts that run Hugging Face models share; they need the extra ``hf``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from groundgraph.errors import MissingExtraError, ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

Item = TypeVar("Item")

_HALF_PAIR = re.compile("[\ud800-\udfff]")
_UNLIMITED = 10**6  # Tokenizers without a limit report a huge number.


class Loaded(NamedTuple):
    """A model in evaluation mode on its device, and its tokenizer."""

    model: Any
    tokenizer: Any


def check_folder(model: str) -> None:
    """Refuse a model that is written as a folder and is none; the hub would blame its name.

    Raises:
        ModelError: When there is no such folder.
    """
    written = Path(model).expanduser().is_absolute() or model.startswith(("./", "../"))
    if written and not Path(model).is_dir():
        raise ModelError(f"{model} cannot be loaded: there is no such folder")


def fastest_device(device: str | None) -> str:
    """Return ``device``, or the name of the fastest present when it is ``None``."""
    import torch

    if device is not None:
        return device
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def token_starts(tokenizer: Any, model: str) -> Callable[[str], list[int]]:
    """Return a function from a text to where its tokens start, special ones left out.

    Raises:
        ModelError: When the tokenizer of ``model`` knows no offsets.
    """
    if not getattr(tokenizer, "is_fast", False):
        raise ModelError(
            f"the tokenizer of {model} does not say where its tokens are; windows need a fast "
            "tokenizer (a tokenizer.json in the model's folder)"
        )

    def starts(text: str) -> list[int]:
        read = tokenizer(
            text,
            add_special_tokens=False,
            return_offsets_mapping=True,
            truncation=False,
            verbose=False,
        )
        return [start for start, _ in read["offset_mapping"]]

    return starts


def token_limit(loaded: Loaded) -> int | None:
    """Return the most tokens that a model reads, special ones among them; ``None``: any."""
    positions = getattr(loaded.model.config, "max_position_embeddings", None) or 0
    # RoBERTa and its kin number positions from behind the padding's own.
    reserved = [
        module.padding_idx + 1
        for name, module in loaded.model.named_modules()
        if name.endswith("position_embeddings") and getattr(module, "padding_idx", None) is not None
    ]
    limits = (positions - max(reserved, default=0), loaded.tokenizer.model_max_length)
    return min((int(limit) for limit in limits if 0 < limit < _UNLIMITED), default=None)


def without_marks(tokenizer: Any) -> Callable[[str], str]:
    """Return a function that keeps a text from holding special tokens, such as "</s>".

    A passage could end itself with them. The first character of each becomes a space, so that
    offsets stay the same. Half a surrogate pair, which no tokenizer takes, becomes U+FFFD.
    """
    marks = {token.content for token in tokenizer.added_tokens_decoder.values() if token.special}
    pattern = re.compile("|".join(map(re.escape, sorted(marks, key=len, reverse=True))) or "(?!)")
    return lambda text: pattern.sub(
        lambda found: " " + found[0][1:], _HALF_PAIR.sub("\ufffd", text)
    )


def logits_of(
    loaded: Loaded,
    texts: Sequence[tuple[str, ...]],
    batch_size: int,
    pick: Callable[[Any], Any] = lambda logits: logits,
) -> NDArray[np.float64]:
    """Run a model on texts that it reads whole, those of like length together.

    Args:
        loaded: The model; it must give ``logits``.
        texts: At least one single text or pair of texts.
        batch_size: Texts computed at once.
        pick: Takes what is wanted, shape ``(n_batch, n)``, out of the logits of a batch.

    Returns:
        Shape ``(n_texts, n)``.
    """
    import torch

    def compute(some: list[tuple[str, ...]]) -> NDArray[np.float64]:
        read = loaded.tokenizer(
            *map(list, zip(*some, strict=True)),
            padding=True,
            truncation=False,
            verbose=False,
            return_tensors="pt",
        ).to(loaded.model.device)
        with torch.inference_mode():
            logits = pick(loaded.model(**read).logits)
        return np.asarray(logits.float().cpu().numpy(), np.float64)

    return in_batches(texts, [sum(map(len, each)) for each in texts], batch_size, compute)


def in_batches(
    items: Sequence[Item],
    lengths: Sequence[int],
    batch_size: int,
    compute: Callable[[list[Item]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """Compute a row for each item, those of like length together, and keep their order.

    Args:
        items: At least one.
        lengths: One per item, in any unit.
        batch_size: Items computed at once.
        compute: Returns a row per item of a batch.
    """
    # The longest come first: what does not fit into memory fails at once.
    order = sorted(range(len(items)), key=lambda row: -lengths[row])
    size = max(1, batch_size)
    found: dict[int, NDArray[np.float64]] = {}
    for start in range(0, len(order), size):
        rows = order[start : start + size]
        found.update(zip(rows, compute([items[row] for row in rows]), strict=True))
    return np.stack([found[row] for row in range(len(items))])


def load_pretrained(model: str, device: str | None, auto: str, feature: str) -> Loaded:
    """Load a model and its tokenizer, from safetensors and without running code of its own.

    On the CPU it computes in single precision, elsewhere in the one that it has.

    Args:
        model: Name on the Hugging Face hub, or a folder.
        device: "cpu", "cuda" …; ``None`` takes the fastest present.
        auto: The class of transformers, such as "AutoModelForSequenceClassification".
        feature: What needs the model, for messages.

    Raises:
        MissingExtraError: When torch or transformers is not installed.
        ModelError: When the model cannot be loaded, or its files lack weights, which
            transformers would fill with random numbers.
    """
    try:
        import torch  # noqa: F401 - without it, transformers imports and then fails oddly
        import transformers
    except ImportError as error:
        raise MissingExtraError(feature, "hf") from error
    check_folder(model)
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(model, trust_remote_code=False)
        network, report = getattr(transformers, auto).from_pretrained(
            model, trust_remote_code=False, use_safetensors=True, output_loading_info=True
        )
        network = network.to(fastest_device(device)).eval()
    except Exception as error:  # the hub, torch and the file formats each raise their own
        raise ModelError(f"{model} cannot be loaded by transformers: {error}") from error
    missing = sorted(report["missing_keys"])
    if missing:
        raise ModelError(
            f"{model} lacks the weights {', '.join(missing[:3])} ({len(missing)} in all) that "
            f"{feature} needs; take a model that was trained as one"
        )
    return Loaded(network.float() if network.device.type == "cpu" else network, tokenizer)


def load_classifier(model: str, device: str | None, feature: str) -> Loaded:
    """Load a model of sequence classification as `load_pretrained` does.

    Raises:
        MissingExtraError: When torch or transformers is not installed.
        ModelError: When the model cannot be loaded, has no fitted classifier, or its tokenizer
            cannot pad.
    """
    loaded = load_pretrained(model, device, "AutoModelForSequenceClassification", feature)
    if loaded.tokenizer.pad_token_id is None:
        raise ModelError(
            f"the tokenizer of {model} has no padding token, which batches need; set pad_token in "
            "its tokenizer_config.json"
        )
    return loaded
