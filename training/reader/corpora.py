"""The corpora that the reader is shown, and those that are left out, as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from groundgraph.datasets.draws import draw
from groundgraph.datasets.nli import load_nli, present_sources, stratified_holdout
from groundgraph.datasets.ragtruth import load_ragtruth, source_folds
from groundgraph.datasets.support import load_support
from groundgraph.io.objects import find_file, read_objects
from groundgraph.text.asked.conversations import asked
from training.made.corruption import corrupted
from training.made.hops import metaqa_rows, two_wiki_rows
from training.made.renaming import renamed
from training.reader.recipe import (
    CONTRADICTED,
    LEFT_OUT_NLI,
    LEFT_OUT_SUPPORT,
    NLI,
    NOT_SUPPORTED,
    OPEN,
    OUTCOMES,
    RAGTRUTH,
    SUPPORT,
    SUPPORTED,
    UNSUPPORTED,
)
from training.reader.rows import Row, sentences
from training.reader.twins import differing, nearest_twin
from training.rows import of_sources

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from groundgraph.datasets.nli import NLIPair
    from groundgraph.datasets.support import Part
    from groundgraph.types import Example
    from training.entailment import LabelledPair
    from training.reader.recipe import Amounts
    from training.reader.rows import Mark

T = TypeVar("T")
SEED = 0
COPIES = f"{RAGTRUTH}_copies"
COPIED = 0.2
FILMS = 4_000


def ragtruth(data: Path, amounts: Amounts) -> tuple[list[Example], list[Example]]:
    """Return RAGTruth's train answers, and those of the fold that is left out."""
    examples = of_sources(load_ragtruth(data, split="train"), amounts.sources)
    folds = source_folds(examples, amounts.folds)
    shown = [e for e, fold in zip(examples, folds, strict=True) if fold != amounts.fold]
    return shown, [e for e, fold in zip(examples, folds, strict=True) if fold == amounts.fold]


def ragtruth_rows(examples: Sequence[Example]) -> Iterator[Row]:
    """Yield answers with the words that their gold spans touch, and claims that hold one."""
    for example in examples:
        if row := answer_row(example, RAGTRUTH):
            yield row


def copied_rows(examples: Sequence[Example]) -> Iterator[Row]:
    """Yield grounded answers with one number or name exchanged."""
    for copy in (*corrupted(examples, share=COPIED, seed=SEED), *renamed(examples, COPIED)):
        if row := answer_row(copy, COPIES, conflicts=True):
            yield row


def answer_row(example: Example, corpus: str, *, conflicts: bool = False) -> Row | None:
    """Return an answer of RAGTruth; ``None`` where nothing is claimed, or no span was marked."""
    if example.label and not example.spans:
        return None
    marks = tuple(
        (span.start, span.end, CONTRADICTED if conflicts else _kind(example, span.start, span.end))
        for span in example.spans or ()
    )
    claims = tuple(
        (s.start, s.end, worst(marks, s.start, s.end)) for s in sentences(example.answer)
    )
    if not claims:
        return None
    passages = tuple(passage.text for passage in example.passages)
    question = asked(example.question)
    return Row(corpus, example.id, question, passages, example.answer, -1, marks, claims)


def _kind(example: Example, start: int, end: int) -> int:
    kinds = {
        label["label_type"]
        for label in example.metadata.get("labels") or ()
        if label["start"] < end and start < label["end"]
    }
    return CONTRADICTED if any("Conflict" in kind for kind in kinds) else UNSUPPORTED


def worst(marks: Iterable[Mark], start: int, end: int) -> int:
    return max((kind for s, e, kind in marks if s < end and start < e), default=SUPPORTED)


def spread(every: Sequence[T], most: int, group: Callable[[T], object]) -> list[T]:
    """Return at most so many of a file, or all for 0: whole groups that lie evenly over it."""
    if not most or len(every) <= most:
        return list(every)
    groups: dict[object, list[T]] = {}
    for one in every:
        groups.setdefault(group(one), []).append(one)
    share, seen, chosen = most / len(every), 0, list[T]()
    for own in groups.values():
        seen += len(own)
        if len(chosen) + len(own) <= seen * share:
            chosen += own
    return chosen


def support_rows(data: Path, part: str, most: int = 0) -> list[Row]:
    """Return the rows of one corpus of `datasets.support`; of twins the words that differ."""
    if find_file(data, f"support/{part}") is None:
        return []
    every = load_support(data, cast("Part", part))
    examples = spread(every, most, lambda example: example.metadata["source_id"])
    rows = [
        Row(
            part,
            f"{part}/{example.metadata['source_id']}",
            asked(example.question),
            tuple(passage.text for passage in example.passages),
            example.answer,
            _outcome(part, example),
            () if example.label is False else None,
        )
        for example in examples
    ]
    return with_twins(rows)


def _outcome(part: str, example: Example) -> int:
    found = OUTCOMES[str(example.metadata["outcome"])]
    return NOT_SUPPORTED if found == UNSUPPORTED and part in OPEN else found


def with_twins(rows: Sequence[Row]) -> list[Row]:
    """Mark the words of claims that are not supported and have a twin that is."""
    rights: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in rows:
        if row.outcome == SUPPORTED:
            rights.setdefault((row.question, row.passages), []).append(row.answer)
    return [_marked(row, rights.get((row.question, row.passages), [])) for row in rows]


def _marked(row: Row, rights: Sequence[str]) -> Row:
    if row.outcome == SUPPORTED:
        return row
    twin = nearest_twin(row.answer, rights)
    if twin is None:
        return row
    spans = differing(twin, row.answer)
    return row._replace(marks=tuple((span.start, span.end, row.outcome) for span in spans))


def nli_rows(data: Path, most: int = 0) -> Iterator[Row]:
    """Yield the pairs that may train, less the tenth that `training.entailment` holds out."""
    sources = [name for name in NLI if name in present_sources(data)]
    pairs = [
        pair
        for name in sources
        for pair in spread(load_nli(data, [name]), most, lambda pair: pair.document or pair.premise)
    ]
    rest, _ = stratified_holdout(pairs, 0.1, 0)
    yield from with_twins([pair_row(pair) for pair in rest if pair.source != "summedits"])
    kept = {pair.id for pair in rest}
    yield from (row for row in summedits_rows(data, most) if row.group.split("#")[1] in kept)


def pair_row(pair: NLIPair) -> Row:
    """Return a pair as a claim."""
    outcome = OUTCOMES[pair.label]
    marks: tuple[Mark, ...] | None = () if outcome == SUPPORTED else None
    group = f"{pair.source}/{pair.document or pair.premise}"
    return Row(pair.source, group, "", (pair.premise,), pair.hypothesis, outcome, marks)


def summedits_rows(data: Path, most: int = 0) -> Iterator[Row]:
    """Yield summaries; of edited ones the words that the summary before the edit has not."""
    if find_file(data, "nli/summedits") is None:
        return
    records = list(read_objects(data, "nli/summedits"))
    for record in spread(records, most, lambda record: record.content["doc"]):
        content = record.content
        text, before = content["summary"], content.get("original_summary")
        outcome = SUPPORTED if content["label"] else NOT_SUPPORTED
        marks: tuple[Mark, ...] | None = () if content["label"] else None
        if not content["label"] and before:
            spans = differing(before, text)
            share = sum(span.end - span.start for span in spans) / max(1, len(text))
            if spans and share < 1 / 2:
                marks = tuple((span.start, span.end, NOT_SUPPORTED) for span in spans)
        yield Row(
            "summedits", f"{content['doc'][:80]}#summedits/{record.line}", "", (content["doc"],),
            text, outcome, marks,
        )  # fmt: skip


def hop_rows(data: Path, most: int = 0) -> Iterator[Row]:
    """Yield questions over several pages, and claims over several facts."""
    made: dict[str, tuple[str, Callable[[], Iterator[tuple[LabelledPair, str]]]]] = {
        "2wiki": ("2wikimultihopqa/sample_500", lambda: two_wiki_rows(data, most)),
        "metaqa": ("metaqa/kb", lambda: metaqa_rows(data, most or FILMS)),
    }
    for name, (file, rows) in made.items():
        if find_file(data, file) is None:
            continue
        for row, group in rows():
            outcome = OUTCOMES[row.label]
            question, mark, answer = row.hypothesis.rpartition("? ")
            yield Row(
                name, f"{name}/{group}", question + mark.strip(), (row.premise,), answer, outcome,
                () if outcome == SUPPORTED else None,
            )  # fmt: skip


def shown_rows(data: Path, amounts: Amounts) -> Iterator[Row]:
    """Yield the rows of every corpus that is shown but RAGTruth."""
    for part in SUPPORT:
        yield from support_rows(data, part, amounts.rows)
    yield from nli_rows(data, amounts.rows)
    yield from hop_rows(data, amounts.rows)


def left_out_rows(data: Path, amounts: Amounts) -> Iterator[Row]:
    """Yield a draw of every corpus that is left out."""
    for part in LEFT_OUT_SUPPORT:
        yield from _drawn(support_rows(data, part), amounts.held_out)
    for name in LEFT_OUT_NLI:
        if name in present_sources(data):
            rows = [pair_row(pair) for pair in load_nli(data, [name])]
            yield from _drawn(rows, amounts.held_out)


def _drawn(rows: list[Row], most: int) -> list[Row]:
    """Return as many rows of each label, drawn by their texts."""
    if not rows:
        return []
    by_label = [[row for row in rows if row.is_wrong is wrong] for wrong in (True, False)]
    pick = draw(SEED, "left out", rows[0].corpus)
    return [row for own in by_label for row in pick.sample(own, min(most // 2, len(own)))]
