"""Parts whose packages are an extra's say what to install where one is missing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from groundgraph.errors import MissingExtraError
from groundgraph.parts.encoders.sentence_transformers import SentenceTransformerEncoder
from groundgraph.parts.verifiers.hhem import HHEM
from groundgraph.parts.verifiers.transformers import TransformersVerifier
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Callable

MODEL = "not loaded before"
USES: dict[str, Callable[[], object]] = {
    "sentence_transformers": lambda: SentenceTransformerEncoder(MODEL).encode(["a"]),
    "hhem": lambda: HHEM(MODEL).verify([Pair("a", "b")]),
    "transformers": lambda: TransformersVerifier(MODEL).verify([Pair("a", "b")]),
}


@pytest.mark.parametrize(
    ("part", "package"),
    [
        ("sentence_transformers", "sentence_transformers"),
        ("hhem", "torch"),
        ("hhem", "transformers"),
        ("transformers", "torch"),
        ("transformers", "transformers"),
    ],
)
def test_without_the_extra_the_error_says_what_to_install(
    part: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(MissingExtraError, match=r"pip install 'groundgraph\[hf\]'"):
        USES[part]()
