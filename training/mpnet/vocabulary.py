"""MPNet's vocabulary against BERT's: the same words under other ids.

MPNet put four tokens of its own before BERT's list and one behind it. Texts are tokenised once,
with BERT's ids (`groundgraph.parts.wordpieces`), so the rows of the embeddings are put into that
order.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.parts.encoders.minilm import TOKENIZER
from groundgraph.parts.onnx import tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = 30_522
"""Tokens of BERT's vocabulary."""
BEFORE = 4
"""Tokens that MPNet put before them: <s>, <pad>, </s>, <unk>."""
SPECIAL = MappingProxyType({0: 1, 101: 0, 102: 2, 103: 30_526})
"""MPNet's ids of what BERT calls [PAD], [CLS], [SEP] and [MASK]: <pad>, <s>, </s> and <mask>.

[UNK] is not among them: MPNet reads an unknown word as the [UNK] of BERT's list, not as its <unk>.
"""


def mpnet_of_bert() -> NDArray[np.int64]:
    """Return MPNet's id of each of BERT's tokens, shape ``(30522,)``."""
    ids = np.arange(SIZE, dtype=np.int64) + BEFORE
    ids[list(SPECIAL)] = list(SPECIAL.values())
    return ids


def bert_tokens() -> list[str]:
    """Return BERT's tokens by their ids, as the shipped tokenizer holds them."""
    words = tokenizer(TOKENIZER).get_vocab()
    return sorted(words, key=words.__getitem__)
