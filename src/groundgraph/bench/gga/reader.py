"""Tables of our own reader: PRD, SAS and GGA on one to three hops, and the open questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.gga import paper
from groundgraph.bench.gga.fitted import (
    cross_validated,
    judged,
    ranked,
    too_few,
    transferred,
    trivial,
)
from groundgraph.bench.scored import Scored
from groundgraph.measures.bootstrap import interval_of, paired_interval
from groundgraph.measures.metrics import auroc
from groundgraph.methods.gga.attention import PATH_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from groundgraph.bench.gga.answers import ReaderAnswers
    from groundgraph.bench.gga.fitted import Block
    from groundgraph.bench.results import Cell, Results, Rows
    from groundgraph.learn.boosted import BoostSettings
    from groundgraph.measures.bootstrap import Interval

    Floats = NDArray[np.float64]

FIRST = "path_first"
MAIN = "qwen2"
_LINKS: Mapping[str, float] = {
    "prd": 1.0,
    "weakest_link": -1.0,
    "link_balance": -1.0,
    "first_link": 1.0,
    "last_link": -1.0,
    "weakest_alignment": -1.0,
}
"""Which way each is a reason to doubt."""


def reader_tables(results: Results, answers: ReaderAnswers, settings: BoostSettings) -> None:
    """Add the tables that the recorded answers allow."""
    known = sorted(set(answers.texts["architecture"].tolist()))
    main = answers.where(architecture=MAIN if MAIN in known else known[0])
    plain = main.where(strategy=FIRST)
    traced, whole = plain[plain.traced], plain.where(retrieval="intact")
    gold = whole[whole.traced & (whole.column("gold.reached") > 0)]
    name = str(main.texts["architecture"][0])
    results.add("reader", _answering(plain), paper.READER_NOTE.format(f"a {name} model"))
    results.add("reader_detection", _detection(gold, "gold", settings), paper.READER_DETECTION_NOTE)
    results.add(
        "reader_deployed", _detection(traced, "answer", settings), paper.READER_DEPLOYED_NOTE
    )
    results.add("reader_baselines", _baselines(traced, settings), paper.READER_BASELINES_NOTE)
    results.add("reader_multihop", _multihop(gold, settings), paper.READER_MULTIHOP_NOTE)
    results.add(
        "reader_architecture",
        _architectures(answers, known, settings),
        paper.READER_ARCHITECTURE_NOTE.format(_said_of(known)),
    )
    results.add(
        "reader_linearisation",
        _linearisations(main.where(source="made", retrieval="intact"), settings),
        paper.READER_LINEARISATION_NOTE,
    )


def _said_of(known: list[str]) -> str:
    read = f"read by {' and '.join(known)}"
    return f"{read}; {paper.NO_EXPERTS if 't5' in known else paper.NO_ENCODER_DECODER}"


def _by_hops(answers: ReaderAnswers) -> Iterator[tuple[str, ReaderAnswers]]:
    for hops in sorted(set(answers.hops.tolist())):
        yield f"{hops} hop{'s' if hops > 1 else ''}", answers[answers.hops == hops]


def _answering(answers: ReaderAnswers) -> list[Cell]:
    """Say how often the reader was right."""
    cells: list[Cell] = []
    for hops, of_hops in _by_hops(answers):
        for source in sorted(set(of_hops.texts["source"].tolist())):
            for retrieval in ("intact", "broken"):
                part = of_hops.where(source=source, retrieval=retrieval)
                if len(part):
                    cells += _answered(f"{source}, {hops}, {retrieval}", part)
    return cells


def _answered(row: str, part: ReaderAnswers) -> list[Cell]:
    rows, topics = part.rows, part.texts["topic"]
    echoed = part.texts["answer"][rows.labels] == topics[rows.labels]
    return [
        rows.cell(row, "accuracy", _mean((~rows.labels).astype(np.float64), rows)),
        rows.fact(row, "hallucination_rate", float(rows.labels.mean())),
        rows.fact(row, "topic_as_answer", float(echoed.mean()) if len(echoed) else None),
        rows.fact(row, "unverifiable", float((~part.traced).sum())),
    ]


def _detection(answers: ReaderAnswers, kind: str, settings: BoostSettings) -> list[Cell]:
    cells: list[Cell] = []
    for hops, part in _by_hops(answers):
        for name, block in part.blocks(kind).items():
            cells += judged(
                f"{hops}, {name}", part.rows, cross_validated(part.rows, block, settings)
            )
        if kind == "answer" and not too_few(part.rows):
            reached = Scored(part.rows, -part.column("answer.reached"))
            cells += ranked(f"{hops}, no path reached", reached)
        cells += trivial(part.rows, f"{hops}, ")
    return cells


def _baselines(answers: ReaderAnswers, settings: BoostSettings) -> list[Cell]:
    cells: list[Cell] = []
    for hops, part in _by_hops(answers):
        if too_few(part.rows):
            continue
        doubts = {
            "perplexity": part.column("perplexity"),
            "token confidence": -part.column("token_confidence"),
            "least token confidence": -part.column("least_confidence"),
            "entity overlap": -part.column("entity_words"),
            "embedding divergence": part.column("embedding_divergence"),
        }
        for name, doubt in doubts.items():
            cells += judged(f"{hops}, {name}", part.rows, Scored(part.rows, doubt))
        traced = cross_validated(part.rows, part.blocks("answer")["traced"], settings)
        cells += judged(f"{hops}, traced, deployed", part.rows, traced)
    return cells


def _multihop(answers: ReaderAnswers, settings: BoostSettings) -> list[Cell]:
    cells: list[Cell] = []
    for hops, part in _by_hops(answers):
        if too_few(part.rows):
            continue
        for name, sign in _LINKS.items():
            doubt = sign * part.column(f"gold.{name}")
            cells += ranked(f"{hops}, {name} unfitted", Scored(part.rows, doubt))
        blocks, links = part.blocks("gold"), part.block(PATH_NAMES, "gold")
        for name in ("prd_sas", "all"):
            row = f"{hops}, {name} and links"
            cells += _gain(row, part, (blocks[name], blocks[name] + links), settings)
    return cells


def _gain(
    row: str, part: ReaderAnswers, pair: tuple[Block, Block], settings: BoostSettings
) -> list[Cell]:
    """Say what the second block has over the first."""
    before, after = (cross_validated(part.rows, block, settings) for block in pair)
    if before is None or after is None:
        return []
    gain = paired_interval(
        auroc, part.rows.labels, after.scores, before.scores, groups=part.rows.sources
    )
    return [*judged(row, part.rows, after), part.rows.cell(row, "auc_gain", gain)]


def _architectures(answers: ReaderAnswers, known: list[str], settings: BoostSettings) -> list[Cell]:
    cells: list[Cell] = []
    for name in known:
        own = answers.where(architecture=name, strategy=FIRST, retrieval="intact")
        for hops, part in _by_hops(own[own.traced & (own.column("gold.reached") > 0)]):
            row = f"{name}, {hops}"
            cells.append(part.rows.fact(row, "accuracy", float((~part.rows.labels).mean())))
            if too_few(part.rows):
                continue
            for feature, sign in (("prd", 1.0), ("sas", -1.0)):
                doubt = sign * part.column(f"gold.{feature}")
                cells += ranked(f"{row}, {feature} unfitted", Scored(part.rows, doubt))[:1]
            blocks = part.blocks("gold")
            for each in ("prd_sas", "all"):
                found = cross_validated(part.rows, blocks[each], settings)
                cells += judged(f"{row}, {each}", part.rows, found)
    return cells


def _linearisations(answers: ReaderAnswers, settings: BoostSettings) -> list[Cell]:
    cells: list[Cell] = []
    for hops, part in _by_hops(answers):
        aligned = _aligned(part)
        if FIRST not in aligned or len(aligned) < 2:
            continue
        for strategy, own in aligned.items():
            cells += _linearised(f"{hops}, {strategy}", own, aligned[FIRST], settings)
    return cells


def _aligned(part: ReaderAnswers) -> dict[str, ReaderAnswers]:
    """Return the answers by strategy, to the same questions in the same order."""
    strategies = sorted(set(part.texts["strategy"].tolist()), key=lambda name: name != FIRST)
    found: dict[str, ReaderAnswers] = {}
    for name in strategies:
        own = part.where(strategy=name)
        found[name] = own[own.traced & (own.column("gold.reached") > 0)]
    asked = [
        set(zip(own.texts["topic"], own.texts["question"], strict=True)) for own in found.values()
    ]
    common = set.intersection(*asked) if asked else set()
    return {name: _sorted(own, common) for name, own in found.items()} if common else {}


def _sorted(own: ReaderAnswers, common: set[tuple[str, str]]) -> ReaderAnswers:
    keys = list(zip(own.texts["topic"].tolist(), own.texts["question"].tolist(), strict=True))
    places = {key: place for place, key in enumerate(keys) if key in common}
    return own[np.array([places[key] for key in sorted(common)], np.int64)]


def _linearised(
    row: str, own: ReaderAnswers, first: ReaderAnswers, settings: BoostSettings
) -> list[Cell]:
    rows = own.rows
    same = own.texts["answer"] == first.texts["answer"]
    cells = [
        rows.fact(row, "accuracy", float((~rows.labels).mean())),
        rows.fact(row, "same_answer", float(same.mean())),
    ]
    for name in ("prd", "sas"):
        values = own.column(f"gold.{name}")
        change = values - first.column(f"gold.{name}")
        cells += [
            rows.fact(row, name, float(values.mean())),
            rows.fact(row, f"{name}_sd", float(values.std())),
            rows.cell(row, f"{name}_change", _mean(change, rows)),
        ]
    block, theirs = own.blocks("gold")["all"], first.blocks("gold")["all"]
    for metric, found in (
        ("auc", cross_validated(rows, block, settings)),
        ("transferred_auc", transferred(rows, block, (first.rows, theirs), settings)),
    ):
        if found is not None:
            cells.append(ranked(row, found)[0]._replace(metric=metric))
    return cells


def _mean(values: Floats, rows: Rows) -> Interval:
    return interval_of(
        lambda weights: float(np.average(values, weights=weights)), len(rows), groups=rows.sources
    )
