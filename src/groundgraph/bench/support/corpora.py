"""Corpora of claims or answers beside their evidence, by the name under which they are shown."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.datasets.halueval import load_halueval, present_parts
from groundgraph.datasets.hotpotqa import load_hotpotqa_derived
from groundgraph.datasets.nli import load_nli_claims, present_sources
from groundgraph.datasets.qags import load_qags
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.datasets.summeval import load_summeval
from groundgraph.datasets.support import load_support
from groundgraph.datasets.wikibio_gpt3 import load_wikibio_gpt3
from groundgraph.io.objects import find_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from groundgraph.datasets.support import Part
    from groundgraph.types import Example

    Load = Callable[[], list[Example]]

NLI: Mapping[str, str] = MappingProxyType(
    {
        "SNLI": "snli",
        "MNLI": "mnli",
        "SciTail": "scitail",
        "RTE": "rte",
        "MPE": "mpe",
        "ConjNLI": "conjnli",
        "Breaking NLI": "breaking_nli",
        "MED": "med",
        "FEVER-symmetric": "fever_symmetric",
        "Climate-FEVER": "climate_fever",
        "WiCE": "wice_oracle_chunks",
        "SummEdits": "summedits",
        "BEGIN": "begin",
        "Factcheck-GPT": "factcheckgpt",
    }
)
"""Sources of `datasets.nli`: of WiCE's three, which repeat claims, the one with short evidence; not
QNLI, whose premises are questions."""

SUPPORT: Mapping[str, Part] = MappingProxyType(
    {
        "VitaminC": "vitaminc",
        "structural NLI": "structural_nli",
        "InfoTabs": "infotabs",
        "FEVER (DocNLI)": "fever_docnli",
        "CondaQA": "condaqa",
        "TAT-QA": "tatqa_claims",
        "EntailmentBank": "entailmentbank_compose",
        "FactCG": "factcg_cg2c_doc",
        "Fool Me Twice": "fool_me_twice",
    }
)
"""Parts of `datasets.support`."""

WITH_PASSAGES = frozenset({"qa", "dialogue", "summarization"})
"""Parts of HaluEval; of the others no answer can be checked."""
RAGTRUTH_QA = "RAGTruth QA, test"
TRAINED = frozenset(
    {RAGTRUTH_QA, "MNLI", "ConjNLI", "SummEdits", "BEGIN", "Factcheck-GPT"}
    | {"VitaminC", "structural NLI", "InfoTabs", "FEVER (DocNLI)", "CondaQA"}
    | {"EntailmentBank", "FactCG"}
)
"""Corpora of which rows trained a part of what is shipped (``models/*/MODEL_CARD.md``); of RAGTruth
other rows than those that are measured."""


class SupportCorpus(NamedTuple):
    """A corpus that is at hand.

    Attributes:
        name: Under which it is shown.
        load: Reads its labelled rows.
    """

    name: str
    load: Load

    @property
    def unseen(self) -> bool:
        """Whether no part of what is shipped was trained on rows of it."""
        return self.name not in TRAINED


def present_corpora(data: Path) -> list[SupportCorpus]:
    """Return the corpora that are in a data folder."""
    return [SupportCorpus(name, load) for name, load in (_answers(data) | _claims(data)).items()]


def _answers(data: Path) -> dict[str, Load]:
    """Return the corpora of summaries, biographies and answers to questions."""
    found: dict[str, Load] = {}
    if find_file(data, "ragtruth/response"):
        found[RAGTRUTH_QA] = lambda: load_ragtruth(data, tasks=["QA"], split="test")
    if find_file(data, "summeval/summaries"):
        found["SummEval"] = lambda: load_summeval(data)
    if find_file(data, "qags/cnndm"):
        found["QAGS CNN/DM"] = lambda: load_qags(data, "cnndm")
    if find_file(data, "qags/xsum"):
        found["QAGS XSum"] = lambda: load_qags(data, "xsum")
    if find_file(data, "wikibio_gpt3/passages"):
        found["WikiBio GPT-3"] = lambda: load_wikibio_gpt3(data)
    if find_file(data, "hotpotqa/full_context"):
        found["HotpotQA-derived"] = lambda: load_hotpotqa_derived(data)
    for part in present_parts(data):
        if part in WITH_PASSAGES:
            found[f"HaluEval {part}"] = partial(load_halueval, data, part)
    return found


def _claims(data: Path) -> dict[str, Load]:
    """Return the corpora of short claims."""
    found: dict[str, Load] = {}
    sources = present_sources(data)
    for name, source in NLI.items():
        if source in sources:
            found[name] = partial(load_nli_claims, data, source)
    for name, part in SUPPORT.items():
        if find_file(data, f"support/{part}"):
            found[name] = partial(load_support, data, part)
    return found
