"""How the reader is made: what can be set of each step, what it is shown, what is left out."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SUPPORTED, UNSUPPORTED, CONTRADICTED, NOT_SUPPORTED = range(4)
"""Classes; the last stands for either of the two before it, where nobody has said which."""
OUTCOMES = MappingProxyType(
    {
        "supported": SUPPORTED,
        "entailment": SUPPORTED,
        "unsupported": UNSUPPORTED,
        "neutral": UNSUPPORTED,
        "contradicted": CONTRADICTED,
        "contradiction": CONTRADICTED,
        "not_entailment": NOT_SUPPORTED,
    }
)
"""Classes by the names that corpora give them."""
OPEN = frozenset({"fever_docnli", "factcg_cg2c_doc", "entailmentbank_compose"})
"""Parts of `datasets.support` whose "unsupported" is `NOT_SUPPORTED`."""

SHOWN_ROWS, HELD_ROWS = "shown.jsonl", "held_out.jsonl"
"""Files of rows that are shown and held out."""
HELD_EDITS, HELD_WORLDS, HELD_RAGTRUTH = "held edits", "held worlds", "held ragtruth"
HELD_PAIRS = "held pairs"
"""The dev half of the pairs of `bench meaning`; no model is shown them."""
HELD_WRITTEN, HELD_ANSWERS = "held written", "held written answers"
HELD_STRANGERS = "held strangers"
PAIRED = (HELD_EDITS, HELD_WORLDS, HELD_WRITTEN, HELD_ANSWERS, HELD_PAIRS, HELD_STRANGERS)
"""Held-out rows of which two of a group are a right and a wrong one."""
TEACHER = "teacher.pt"
"""A reader with all layers, whose scores the shipped one learns beside the labels."""

RAGTRUTH, STRANGERS = "ragtruth", "strangers"
SHOWN: Mapping[str, int] = MappingProxyType(
    {
        RAGTRUTH: 13600,
        "ragtruth_copies": 1100,
        "near_ragtruth": 24000,
        "near_ragtruth_copies": 3600,
        "edits": 6000,
        "short_edits": 15000,
        "worlds": 15000,
        "bare_worlds": 20000,
        "written": 110000,
        STRANGERS: 30000,
        "written_answers": 4000,
        "near_written_answers": 8000,
        "ragtruth_written": 3000,
        "near_ragtruth_written": 6000,
        "vitaminc": 20000,
        "structural_nli": 14000,
        "infotabs": 9000,
        "fever_docnli": 8000,
        "condaqa": 6000,
        "entailmentbank_compose": 1500,
        "factcg_cg2c_doc": 1500,
        "mnli": 12000,
        "summedits": 2500,
        "begin": 1000,
        "factcheckgpt": 1500,
        "2wiki": 2000,
        "metaqa": 1500,
    }
)
"""Rows of each corpus in a round. Most are short: ten of these cost what a long one does, and the
reader learns more of what a claim says from them (docs/experiments/reader.md, Short texts)."""
LATER: Mapping[str, int] = MappingProxyType(
    {
        STRANGERS: 21000,
        RAGTRUTH: 500,
        "ragtruth_copies": 50,
        "near_ragtruth": 2000,
        "near_ragtruth_copies": 200,
        "short_edits": 500,
        "bare_worlds": 500,
        "written": 1000,
        "near_written_answers": 400,
        "near_ragtruth_written": 300,
        "vitaminc": 800,
        "structural_nli": 500,
        "infotabs": 500,
        "fever_docnli": 300,
        "condaqa": 200,
        "mnli": 500,
        "summedits": 100,
    }
)
"""Rows in a round of a run that begins with a reader that was shown all of the above: what
strangers wrote, and enough of the rest that it is not forgotten."""
MIXTURES = MappingProxyType({"all": SHOWN, "later": LATER})
SUPPORT = ("vitaminc", "structural_nli", "infotabs", "fever_docnli", "condaqa",
           "entailmentbank_compose", "factcg_cg2c_doc")  # fmt: skip
"""Parts of `datasets.support` that are shown."""
NLI = ("mnli", "summedits", "begin", "factcheckgpt")
"""Sources of `datasets.nli` that are shown."""

LEFT_OUT_SUPPORT = ("tatqa_claims", "fool_me_twice")
LEFT_OUT_NLI = ("snli", "rte", "scitail", "med", "breaking_nli", "fever_symmetric",
                "climate_fever", "wice_oracle_chunks")  # fmt: skip
"""Never shown: recipes are chosen by what the reader says of these. Corpora that only `bench
support` reads (QAGS, SummEval, WikiBio GPT-3, HaluEval, HotpotQA) are not shown nor chosen by."""


@dataclass(frozen=True)
class Amounts:
    """What is read and made.

    Attributes:
        rows: Of each corpus of pairs; 0 is all.
        sources: Of RAGTruth; 0 is all.
        edits: Groups made of sentences of texts that may train.
        worlds: Groups made of invented texts.
        short_edits: The like of ``edits`` beside at most three sentences.
        bare_worlds: The like of ``worlds`` beside nothing else.
        held_out: Rows of each corpus that is left out, drawn for the figures at a checkpoint.
        fold: Of RAGTruth's sources, that is left out; -1 leaves none out.
        folds: How many there are.
    """

    rows: int = 0
    sources: int = 0
    edits: int = 8_000
    worlds: int = 8_000
    short_edits: int = 45_000
    bare_worlds: int = 30_000
    held_out: int = 200
    fold: int = 0
    folds: int = 5


@dataclass(frozen=True)
class Averaging:
    """What the exported weights are averaged with, and the temperature of their claims.

    Attributes:
        other: A checkpoint of the same network or the folder of an exported one, such as that which
            the run began with; "" for none.
        share: Of the run's own weights.
        temperature: Of the claims; 0 fits it on the corpora left out. What was fitted to the scores
            of a reader before, as the sums of `fused` are, wants the temperature of that one.
    """

    other: str = ""
    share: float = 1.0
    temperature: float = 0.0


@dataclass(frozen=True)
class Recipe:
    """How to train; all but ``steps`` is written beside the weights.

    The rate rises over ``warm_up`` steps, stays, and falls to nothing over the last ``cooling`` of
    them: a run can be made longer or shorter by ``steps`` until it begins to fall.

    Attributes:
        init: Folder of a Hugging Face encoder to begin with; "" for MPNet.
        layers: Of MPNet, the first ones; it has 12.
        teacher: A checkpoint whose scores and last states are learnt beside the labels, in the
            folder of the run or elsewhere; its first layers and heads are what is begun with. ""
            for none.
        begun: What to begin with, a checkpoint of a reader of the same encoder or the folder of an
            exported one; "" for new heads.
        mixture: Which of `MIXTURES` is shown.
        steps: In all.
        warm_up: Steps.
        cooling: Share of the steps.
        finish: Steps over which the rate falls to nothing, from the last checkpoint on, in a copy
            of the run; the run itself can go on from there at the full rate. 0 for none.
        max_tokens: Of a window.
        batch_tokens: Of a step, padding among them: as many as a GPU of 40 GB takes; without one
            4,096 are enough.
        learning_rate: Of the encoder.
        head_learning_rate: Of the heads.
        vector_learning_rate: Of the encoder's biases and norms; 0 is that of its matrices.
        weight_decay: Of AdamW.
        positive_weight: Of tokens that are not supported.
        worst_weight: Of the loss of the worst token, where only a claim's label is known.
        order_weight: Of the loss of twins in the wrong order.
        teacher_weight: Of what a teacher says of tokens and claims.
        states_weight: Of its last states.
        dropout: Of what a layer adds to its states.
        seed: Of every draw.
    """

    init: str = ""
    layers: int = 6
    teacher: str = ""
    begun: str = ""
    mixture: str = "all"
    steps: int = 2_970
    warm_up: int = 100
    cooling: float = 0.9
    finish: int = 0
    max_tokens: int = 512
    batch_tokens: int = 49_152
    learning_rate: float = 1.5e-4
    head_learning_rate: float = 4e-4
    vector_learning_rate: float = 0.0
    weight_decay: float = 0.01
    positive_weight: float = 2.0
    worst_weight: float = 0.3
    order_weight: float = 1.0
    teacher_weight: float = 1.0
    states_weight: float = 0.5
    dropout: float = 0.0
    seed: int = 0
