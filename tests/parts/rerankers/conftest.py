from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tiny_rerankers import save_cross_encoder, save_mxbai

from groundgraph.parts.rerankers import cross_encoder, mxbai
from groundgraph.parts.rerankers.cross_encoder import CrossEncoderReranker
from groundgraph.parts.rerankers.mxbai import MxbaiReranker

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module", autouse=True)
def forget_models() -> Iterator[None]:
    yield
    cross_encoder._classifier.cache_clear()
    mxbai._qwen2.cache_clear()


@pytest.fixture(scope="module")
def one_logit(tmp_path_factory: pytest.TempPathFactory) -> CrossEncoderReranker:
    folder = tmp_path_factory.mktemp("one")
    return CrossEncoderReranker(save_cross_encoder(folder, ("LABEL_0",)), device="cpu")


@pytest.fixture(scope="module")
def two_labels(tmp_path_factory: pytest.TempPathFactory) -> CrossEncoderReranker:
    folder = tmp_path_factory.mktemp("two")
    model = save_cross_encoder(folder, ("relevant", "not_relevant"))
    return CrossEncoderReranker(model, device="cpu", batch_size=2)


@pytest.fixture(scope="module", name="mxbai")
def mxbai_reranker(tmp_path_factory: pytest.TempPathFactory) -> MxbaiReranker:
    model = save_mxbai(tmp_path_factory.mktemp("mxbai"))
    return MxbaiReranker(model, device="cpu", batch_size=3)
