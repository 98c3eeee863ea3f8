"""Rules answer whatever the numbers and words of a text are: no figure and no day stops them."""

from __future__ import annotations

import json
import random
import re
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from groundgraph import Example, Passage
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.rules import RULES
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.quantities import judge_quantities
from training.reader.strangers import Item, item_of

PAIRS = sorted((Path(__file__).parents[3] / "training" / "made" / "strangers").glob("*.jsonl"))
EVERY = 8
"""Of how many lines of a file one is taken."""
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
WORD = re.compile(r"\b[A-Za-z]+\b")
NUMBERS = [
    *"0 0.0 00 1 -1 -0 0-0 0% 1/0 0x 1e9 0.000001 9999 0001 10000 1.2.3 1,00,000 0:00".split(),
    *"24:00 25:61 12/31 31/02/2023 ² ½ zero none two BC".split(),
    *("9" * 30, "29 February", "year 0", "99999 BC", "a millennium"),
]
WORDS = [
    *"' . ... - ( ) | * # and or not before after than first last each per of the January".split(),
    *("Monday", "noon", "A", "I", "é", "", "\n", "\t", "\u200b"),
]


def disturbed(item: Item, pick: random.Random) -> list[Example]:
    """Return the answers of a pair, some of whose numbers and words are replaced everywhere."""
    of_numbers, of_words = pick.choice([(0.5, 0.0), (0.1, 0.05), (0.3, 0.15), (0.9, 0.0)])

    def told(text: str) -> str:
        drawn = NUMBER.sub(
            lambda m: pick.choice(NUMBERS) if pick.random() < of_numbers else m.group(), text
        )
        return WORD.sub(
            lambda m: pick.choice(WORDS) if pick.random() < of_words else m.group(), drawn
        )

    passages = [Passage(told(text), str(n)) for n, text in enumerate(item.passages, 1)]
    question = told(item.question)
    answers = [told(answer) for answer in (item.right, item.wrong)]
    return [Example(answer, passages, question=question) for answer in answers]


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
def test_no_number_and_no_word_stops_the_rules(path: Path) -> None:
    pick, judged = random.Random(path.stem), 0
    with path.open(encoding="utf-8") as lines:
        items = [item_of(json.loads(line)) for line in islice(lines, 0, None, EVERY)]
    answers = [answer for item in items for answer in disturbed(item, pick)]
    for reading in read(answers, SentenceSegmenter(), english_rarity()):
        if not reading.obstacle:
            found = RULES.measure(RULES.judge(reading, english_rarity()))
            judged += 1
            assert np.isfinite(found).all()
            assert found.shape == (len(reading.claims), len(RULES.names))
    assert judged > len(items)


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("It takes 0 eggs and 200 g of flour for 0 persons.", "It takes 400 g for 4 persons."),
        ("Ana was born on 31 February 1950. She won on 3 March 1988.", "Ana was 38 when she won."),
        ("It opened on 31/02/2001 and shut in May 2003.", "It was open for two years."),
        ("Rome was founded in the year 1.", "Rome was 9998 years old in the year 9999."),
    ],
)
def test_what_is_on_no_calendar_and_nothing_decides_nothing(passage: str, claim: str) -> None:
    [judged] = judge_quantities("", [passage], [claim])

    assert judged.outcome != "contradicted"
