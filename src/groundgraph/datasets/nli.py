"""Pairs of a premise and a hypothesis from the entailment and fact-verification corpora."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.datasets.catalogue import catalogue
from groundgraph.datasets.draws import draw
from groundgraph.errors import InputError
from groundgraph.io.objects import find_file, read_objects
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from groundgraph.io.objects import Record

NLILabel = Literal["entailment", "neutral", "contradiction", "not_entailment"]
"""``not_entailment`` is neutral or contradiction, where the corpus does not say which."""

# Names of the pictures that MPE's premises describe.
_MARK = re.compile(r"(?<!\s)\s*(?<!\d)\d+jpg\d+")
_SAME: Mapping[str, NLILabel] = {
    "entailment": "entailment",
    "neutral": "neutral",
    "contradiction": "contradiction",
    "not_entailment": "not_entailment",
}
_VERDICTS: Mapping[str, NLILabel] = {
    "SUPPORTS": "entailment",
    "REFUTES": "contradiction",
    "NOT_ENOUGH_INFO": "neutral",
}
_WICE: Mapping[str, NLILabel] = {
    "supported": "entailment",
    "partially_supported": "not_entailment",
    "not_supported": "not_entailment",
}
_BEGIN: Mapping[str, NLILabel | None] = {
    "Fully attributable": "entailment",
    "Not fully attributable": "not_entailment",
    "Generic": None,
}
_STANCES: Mapping[str, NLILabel] = {
    "completely-support": "entailment",
    "partially-support": "not_entailment",
    "refute": "contradiction",
    "irrelevant": "neutral",
}


class NLIPair(NamedTuple):
    """Two texts and how a person related them.

    Attributes:
        premise: What is given.
        hypothesis: What may follow from it.
        label: Entailment, neutral, contradiction, or not entailment (either of the latter two).
        source: One of `SOURCES`.
        split: The corpus's own split, "" where it has none.
        id: Unique: the source and the corpus's name of the row, or its line.
        may_train: Whether weights that we ship may be trained on the corpus.
        document: What rows about one thing have in common beside their premise (the claim of
            fact-verification corpora, the Wikipedia claim of WiCE), else "".
    """

    premise: str
    hypothesis: str
    label: NLILabel
    source: str
    split: str
    id: str
    may_train: bool
    document: str = ""


class _Parts(NamedTuple):
    """What a reader takes from a row; the label is None where the row is left out."""

    premise: str
    hypothesis: str
    label: NLILabel | None
    document: str = ""


@dataclass(frozen=True, slots=True)
class _Source:
    corpus: str
    file: str
    read: Callable[[Record], _Parts]


def _labelled(record: Record, field: str, names: Mapping[str, NLILabel | None]) -> NLILabel | None:
    written = record.get(field, str)
    if written not in names:
        raise record.error(f"{field!r} must be one of {list(names)}, found {written!r}", field)
    return names[written]


def _plain(record: Record) -> _Parts:
    premise, hypothesis = record.get("premise", str), record.get("hypothesis", str)
    return _Parts(premise, hypothesis, _labelled(record, "label", {**_SAME}))


def _conjnli(record: Record) -> _Parts:
    if record.content.get("label", "") is None:  # the test rows
        return _Parts(record.get("premise", str), record.get("hypothesis", str), None)
    return _plain(record)


def _mpe(record: Record) -> _Parts:
    parts = _plain(record)
    captions = (part.strip() for part in _MARK.split(parts.premise))
    return parts._replace(premise=" ".join(_sentence(part) for part in captions if part))


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _verified(record: Record) -> _Parts:
    claim = record.get("hypothesis", str)
    label = _labelled(record, "label", {**_VERDICTS})
    return _Parts(record.get("premise", str), claim, label, claim)


def _wice_chunk(record: Record) -> _Parts:
    premise, claim = record.get("premise", str), record.get("hypothesis", str)
    return _Parts(premise, claim, _labelled(record, "label", {**_WICE}), _wice_claim_id(record))


def _wice_page(record: Record) -> _Parts:
    sentences = record.get("evidence", list)
    if not all(isinstance(sentence, str) for sentence in sentences):
        raise record.error("'evidence' must be a list of texts", "evidence")
    label = _labelled(record, "label", {**_WICE})
    return _Parts(" ".join(sentences), record.get("claim", str), label, _wice_claim_id(record))


def _wice_claim_id(record: Record) -> str:
    """Return the id of the claim that a row is a part of: "train22576-3" is of "train22576"."""
    return record.get("id", str).partition("-")[0]


def _summedits(record: Record) -> _Parts:
    label = record.get("label", int)
    if label not in (0, 1):
        raise record.error(f"'label' must be 0 or 1 (consistent), found {label}", "label")
    judged: NLILabel = "entailment" if label else "not_entailment"
    return _Parts(record.get("doc", str), record.get("summary", str), judged)


def _begin(record: Record) -> _Parts:
    label = _labelled(record, "label", _BEGIN)
    return _Parts(record.get("knowledge", str), record.get("response", str), label)


def _stance(record: Record) -> _Parts:
    claim = record.get("claim", str)
    return _Parts(
        record.get("evidence", str), claim, _labelled(record, "stance", {**_STANCES}), claim
    )


_SOURCES = {
    "snli": _Source("snli", "snli", _plain),
    "mnli": _Source("mnli", "mnli", _plain),
    "qnli": _Source("qnli", "qnli", _plain),
    "scitail": _Source("scitail", "scitail", _plain),
    "rte": _Source("rte", "rte", _plain),
    "mpe": _Source("mpe", "mpe", _mpe),
    "conjnli": _Source("conjnli", "conjnli", _conjnli),
    "breaking_nli": _Source("breaking_nli", "breaking_nli", _plain),
    "med": _Source("med", "med", _plain),
    "fever_symmetric": _Source("fever_symmetric", "fever_symmetric", _verified),
    "climate_fever": _Source("climate_fever", "climate_fever", _verified),
    "wice_claim": _Source("wice", "wice_claim", _wice_page),
    "wice_nonsupported_tokens": _Source("wice", "wice_nonsupported_tokens", _wice_page),
    "wice_oracle_chunks": _Source("wice", "wice_oracle_chunks", _wice_chunk),
    "summedits": _Source("summedits", "summedits", _summedits),
    "begin": _Source("begin", "begin", _begin),
    "factcheckgpt": _Source("factcheckgpt", "factcheckgpt_claim_evidence_stance", _stance),
}

SOURCES = tuple(_SOURCES)
"""Every source of pairs. WiCE is three: its files repeat claims."""


def present_sources(folder: Path) -> list[str]:
    """Return which of `SOURCES` are in a data folder."""
    return [name for name, s in _SOURCES.items() if find_file(folder, f"nli/{s.file}") is not None]


def load_nli(folder: Path, sources: Sequence[str] | None = None) -> list[NLIPair]:
    """Return the pairs, source after source, each in the order of its file.

    Left out: ConjNLI's rows without a label and BEGIN's "Generic" replies. RefChecker's triplets
    are no source: they carry no contexts. Where evidence is a list of sentences (WiCE), the
    premise is all of them, joined by spaces, and can have 100,000 characters. QNLI's premise is
    the question and "entailment" means that the hypothesis answers it.

    Args:
        folder: The data folder; holds ``nli/*.jsonl[.gz]``.
        sources: Some of `SOURCES`; ``None`` means those whose files are there.

    Raises:
        InputError: When a file is missing or damaged, when no file is there, or when a label is
            not one of its corpus.
        ValueError: When a source is unknown.
    """
    if unknown := set(sources or ()) - set(SOURCES):
        raise ValueError(f"no source {sorted(unknown)}; expected some of {SOURCES}")
    wanted = present_sources(folder) if sources is None else list(sources)
    if not wanted and sources is None:
        raise InputError(
            f"found no entailment pairs in {folder}; pass the folder that holds nli/ by --data "
            "or $GROUNDGRAPH_DATA"
        )
    allowed = {corpus.name: corpus.may_train for corpus in catalogue()}
    return [pair for name in wanted for pair in _pairs(folder, name, allowed)]


def load_nli_claims(folder: Path, source: str) -> list[Example]:
    """Return the hypotheses of one source as claims, each with its premise as passage.

    ``label`` is true where the premise does not entail the claim. ``metadata`` holds ``task``,
    ``split``, the original ``relation`` and ``source_id`` (the document, else the row).

    Raises:
        InputError: When the file is missing or damaged.
        ValueError: When the source is unknown.
    """
    return [
        Example(
            pair.hypothesis,
            (Passage(pair.premise),),
            id=f"{source}-{number}",
            label=pair.label != "entailment",
            metadata={
                "task": source,
                "split": pair.split,
                "relation": pair.label,
                "source_id": pair.document or str(number),
            },
        )
        for number, pair in enumerate(load_nli(folder, [source]))
    ]


def _pairs(folder: Path, name: str, allowed: Mapping[str, bool]) -> list[NLIPair]:
    source = _SOURCES[name]
    pairs = []
    for record in read_objects(folder, f"nli/{source.file}"):
        premise, hypothesis, label, document = source.read(record)
        if label is None:
            continue
        pairs.append(
            NLIPair(
                premise=premise,
                hypothesis=hypothesis,
                label=label,
                source=name,
                split=str(record.content.get("split") or ""),
                id=f"{name}/{record.line}",
                may_train=allowed[source.corpus],
                document=document and f"{source.corpus}/{document}",
            )
        )
    return pairs


def stratified_holdout(
    pairs: Sequence[NLIPair], share: float = 0.1, seed: int = 0
) -> tuple[list[NLIPair], list[NLIPair]]:
    """Split pairs in two that share neither a premise nor a document, ``(rest, held out)``.

    Every source and label gives about its share; which pairs does not depend on their order.

    Args:
        pairs: Each of both parts in the order given.
        share: Of every source and label, within (0, 1).
        seed: Of the choice.

    Raises:
        ValueError: When the share is not within (0, 1).
    """
    if not 0 < share < 1:
        raise ValueError(f"the share held out must be within (0, 1), found {share}")
    groups = _groups(pairs)
    strata = Counter((pair.source, pair.label) for pair in pairs)
    missing = {stratum: share * count for stratum, count in strata.items()}
    taken = set()
    for name in sorted(groups, key=lambda name: draw(seed, name).random()):
        rows = Counter((pairs[i].source, pairs[i].label) for i in groups[name])
        if sum(abs(missing[s]) - abs(missing[s] - n) for s, n in rows.items()) > 0:
            taken.update(groups[name])
            for stratum, count in rows.items():
                missing[stratum] -= count
    rest = [pair for index, pair in enumerate(pairs) if index not in taken]
    return rest, [pairs[index] for index in sorted(taken)]


def _groups(pairs: Sequence[NLIPair]) -> dict[str, list[int]]:
    """Return the rows that a premise or document joins, by a name that does not depend on order."""
    parent: dict[str, str] = {}
    for pair in pairs:
        first, *others = (_root(parent, key) for key in _keys(pair))
        for other in others:  # the lesser name is the root
            parent[max(first, other)] = first = min(first, other)
    groups: dict[str, list[int]] = {}
    for index, pair in enumerate(pairs):
        groups.setdefault(_root(parent, next(iter(_keys(pair)))), []).append(index)
    return groups


def _keys(pair: NLIPair) -> Iterable[str]:
    yield "premise " + " ".join(pair.premise.casefold().split())
    if pair.document:
        yield "document " + pair.document


def _root(parent: dict[str, str], key: str) -> str:
    while (above := parent.setdefault(key, key)) != key:
        parent[key] = parent[above]
        key = parent[key]
    return key
