"""Exports the trained token model as the two ONNX files that groundgraph ships, and its card.

The weights are those of the model that the second stage trained on all sources.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.errors import InputError
from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc
from training import loop
from training.figures import bounded, number
from training.onnx_graph import sha256, write
from training.tokens.answers import Data
from training.tokens.data import RARITY
from training.tokens.folds import ALL, Stage, recipe_of
from training.tokens.judging import gold_of, judged_folds, not_supported, read
from training.tokens.lower import FROZEN
from training.tokens.onnx_judge import judge
from training.tokens.onnx_parts import unit_steps
from training.tokens.onnx_reader import reader
from training.tokens.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

CARD = """# The token classifier

Says of each word of an answer whether its evidence supports it. Behind
`groundgraph.parts.token_classifiers.minilm.MiniLMTokens`, and through it `fused`. Written by
`python -m training tokens`; do not edit by hand.

| | |
|---|---|
{files}
| licence | Apache-2.0; lower layers from sentence-transformers/all-MiniLM-L6-v2, Apache-2.0 |
| trained on | RAGTruth train split, all qualities; copies of 15% of its grounded answers with \
one number, of 15% with one name exchanged. In the second stage also sentences of its evidence, as \
they are and with a negation put in or taken out, a word exchanged for its opposite, two names or \
one number exchanged; and pairs of MNLI, BEGIN, SummEdits and FactCheck-GPT, of which only the \
label of the whole is used and a tenth is held out |
| licences of the data | RAGTruth MIT (its texts come from MS MARCO, CNN/Daily Mail and Yelp), \
MNLI OANC, BEGIN CC BY 4.0, SummEdits and FactCheck-GPT Apache-2.0 |
| command | `python -m training tokens --data DATA` |
| time on two cores, partly beside other work | reading 15 minutes, first stage 104, \
second stage 48 |
| first stage | `{first}` |
| second stage | `{second}` |

`reader.onnx` reads a window of at most 254 tokens alone: {frozen} frozen layer, and the keys and
values of the trained layer. `judge.onnx` reads an answer beside the windows of its evidence: that
layer, and heads for three classes of each token (supported, unsupported, contradicted) and for the
answer. Matrices and unit vectors are 7-bit integers. {n} models are trained, each without one of
{n} folds of the sources; what they say of that fold fits the heads of `fused`. The one that is
shipped goes on from the first of them, in the second stage, with all sources. After the first
stage a model's weights are the mean of two runs, which differ in their order; after the second,
the mean of those that it began with, which count a third, and those that it ended with.

## Out-of-fold, train

Each answer judged by the one of the folds' models that had not seen its source. 95% bootstrap
interval by source.

| task | answers (hallucinated) | AUROC of the answer's logit | AUROC of its words |
|---|---|---|---|
{figures}

Figures on the test rows are in the card of `fused`.

## Limits

- English prose, and data as JSON or tables that `groundgraph` flattens to facts.
- It was trained on answers of six models of 2023. A word is scored for what annotators of RAGTruth
  marked: mostly additions that the passages lack.
- Of evidence above 4,096 tokens it reads the windows that share most tokens with the answer.
- "Contradicted" against "unsupported" is much harder than either against "supported".
"""


class Scored(NamedTuple):
    """An answer of a corpus, not a copy, that a model judged which had not seen its source.

    Attributes:
        about: What is known of it.
        answer: Its logit.
        words: Log-odds that its words are not supported, ``(n,)``.
        gold: Whether they are not, ``(n,)``.
    """

    about: dict[str, Any]
    answer: float
    words: NDArray[np.float32]
    gold: NDArray[np.bool_]


def scored(work: Path, data: Data) -> Iterator[Scored]:
    """Yield what the folds' models said after the second stage."""
    for path in judged_folds(work):
        for each in read(path):
            about, gold = data.about[each.number], gold_of(data, each)
            if not about["copy"]:
                known = gold >= 0
                words = not_supported(each.tokens)[known]
                yield Scored(about, each.answer, words, gold[known] > 0)


def figures(work: Path, data: Data) -> str:
    """Lay out how well answers and words are told apart, a task to a row."""
    rows = [*scored(work, data)]
    lines = []
    for task in ("all", *sorted({row.about["task"] for row in rows})):
        own = [row for row in rows if task in {"all", row.about["task"]}]
        labels = np.array([row.about["label"] for row in own])
        sources = [row.about["source"] for row in own]
        answers = interval(auroc, labels, [row.answer for row in own], groups=sources)
        words = auroc(*(np.concatenate(each) for each in ([r.gold for r in own],
                                                          [r.words for r in own])))  # fmt: skip
        counts = f"{len(own):,} ({int(labels.sum()):,})"
        lines.append(f"| {task} | {counts} | {bounded(answers)} | {number(words)} |")
    return "\n".join(lines)


def export(work: Path, folder: Path) -> list[Path]:
    """Write the files and the card.

    Args:
        work: Where the weights and the arrays are.
        folder: Of the files.

    Raises:
        InputError: When the weights do not have one trained layer.
    """
    path = Stage(work, Recipe(), 2).weights(ALL)
    weights = {n: v.float().numpy() for n, v in loop.read(path)["model"].items()}
    recipe = recipe_of(path)
    if recipe.layers != 1:
        raise InputError(f"{path} has {recipe.layers} trained layers; expected 1")
    data = Data(work)
    steps = unit_steps(data)
    files = {
        "reader.onnx": reader(weights, steps),
        "judge.onnx": judge(weights, data, steps),
        RARITY: (work / RARITY).read_bytes(),
    }
    made = [write(folder / name, content) for name, content in files.items()]
    card = folder / "MODEL_CARD.md"
    listed = "\n".join(
        f"| `{name}` | {len(content):,} bytes, sha256 `{sha256(content)}` |"
        for name, content in files.items()
    )
    first = recipe_of(Stage(work, Recipe(), 1).weights("0"))
    text = CARD.format(
        files=listed, first=json.dumps(asdict(first)), second=json.dumps(asdict(recipe)),
        n=recipe.folds, frozen=FROZEN, figures=figures(work, data),
    )  # fmt: skip
    card.write_text(text, encoding="utf-8")
    return [*made, card]
