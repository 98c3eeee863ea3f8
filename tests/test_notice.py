"""NOTICE names what the shipped files were made of, and carries the licences that ask for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from training.mpnet.source import HOME, PACKAGES

ROOT = Path(__file__).parent.parent
NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")
MODELS = sorted((ROOT / "src" / "groundgraph" / "models").iterdir())
LICENCES = re.compile(r"\b(MIT|OANC|Apache-2\.0|BSD-3-Clause|CC0|CC BY(-SA)?( \d\.\d)?|ODC-BY)\b")


def sources(card: str) -> set[str]:
    """Return the corpora that a card names where it tells the licences of its data.

    >>> sorted(sources("- Licences of the data: RAGTruth MIT (of MS MARCO and Yelp), MNLI OANC."))
    ['MNLI', 'MS MARCO', 'RAGTruth', 'Yelp']
    """
    told = re.search(r"licences of the data:?(?: \|)?((?:[^|\n]|\n  )+)", card, re.IGNORECASE)
    if told is None:
        return set()
    named = re.split(r"[,;:().]|\band\b|\bof\b|\bcome from\b", LICENCES.sub(",", told[1]))
    names = {" ".join(name.split()) for name in named}
    return {name for name in names if re.search(r"[A-Z0-9]", name)}


@pytest.mark.parametrize("folder", MODELS, ids=lambda folder: folder.name)
def test_every_source_that_a_card_names_is_in_the_notice(folder: Path) -> None:
    card = (folder / "MODEL_CARD.md").read_text(encoding="utf-8")
    named = sources(card)

    assert named or "Upstream: [sentence-transformers/all-MiniLM-L6-v2]" in card
    assert {name for name in named if name not in NOTICE} == set()
    assert f"src/groundgraph/models/{folder.name}" in NOTICE


def test_the_cards_of_what_ragtruth_trained_name_the_origin_of_its_texts() -> None:
    for name in ("fused", "lexical", "reader"):
        card = (ROOT / "src/groundgraph/models" / name / "MODEL_CARD.md").read_text("utf-8")
        assert {"RAGTruth", "MS MARCO", "CNN/Daily Mail", "Yelp"} <= sources(card)


def test_the_encoder_that_the_reader_began_with_is_named_with_its_licence() -> None:
    words = " ".join(NOTICE.split())

    name = HOME.removeprefix("https://huggingface.co/")
    assert f"models/reader are derived from {name} (Apache License 2.0; {HOME})" in words
    assert "derived from microsoft/mpnet-base (MIT License)" in words
    assert {PACKAGES[0], "-005"} <= set(re.findall(r"[\w-]+", words))


@pytest.mark.parametrize("corpus", ["MS MARCO", "CNN/Daily Mail", "Yelp"])
def test_texts_under_terms_of_their_own_have_these_and_their_address(corpus: str) -> None:
    [entry] = re.findall(
        rf"^  {re.escape(corpus)} \((.+?)\): ((?:.+\n)(?:    .+\n)*)", NOTICE, re.MULTILINE
    )

    assert "https://" in entry[0]
    assert len(entry[1].split()) > 10


def test_the_lexicon_has_the_notices_of_its_authors() -> None:
    words = " ".join(NOTICE.split())

    for notice in (
        "Copyright 1993 by the Massachusetts Institute of Technology and the University of Penn",
        "Permission to [use, copy, modify and distribute",
        'THIS SOFTWARE IS PROVIDED "AS IS", AND M.I.T. MAKES NO REPRESENTATIONS',
        "Copyright Steven Loria and contributors",
        "Copyright (c) 2011-2013 University of Antwerp, Belgium",
        "Carnegie Mellon University",
    ):
        assert notice in words
