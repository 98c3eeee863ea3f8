"""The tokens of an encoder in a Hugging Face folder."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from groundgraph.parts.readers.window import Special
from groundgraph.parts.windows import readable
from training.loop import digest
from training.reader.encoding import Vocabulary

if TYPE_CHECKING:
    from pathlib import Path

_CLS, _SEP = ("[CLS]", "<s>"), ("[SEP]", "</s>")


def of_folder(folder: Path) -> Vocabulary:
    """Return the tokens of the ``tokenizer.json`` in a folder.

    Raises:
        InputError: When there is none, or it has no tokens to put around texts.
    """
    from tokenizers import Tokenizer

    path = folder / "tokenizer.json"
    if not path.is_file():
        raise InputError(
            f"found no {path}; --init names a folder with an encoder and its tokenizer"
        )
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    ends = [
        next((n for name in names if (n := tokenizer.token_to_id(name)) is not None), None)
        for names in (_CLS, _SEP)
    ]
    if ends[0] is None or ends[1] is None:
        raise InputError(f"{path} has none of {(*_CLS, *_SEP)}: a reader puts them around texts")

    @lru_cache(maxsize=4096)
    def tokens(text: str) -> tuple[list[int], list[int]]:
        read = tokenizer.encode(readable(text), add_special_tokens=False)
        return list(read.ids), [start for start, _ in read.offsets]

    return Vocabulary(digest(path)[:12], tokens, Special(ends[0], ends[1]))
