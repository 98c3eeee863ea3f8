"""Judge short claims: some that a person would try first, and held-out pairs of other corpora.

    python -m experiments.judge_short_claims [--data DATA]
Prints what the shipped `fused` says of each claim by hand, and its AUROC; with --data
also that of `fused` and `lexical` on at most --most pairs of each source that
`training.entailment` holds out, and on bridge questions of HotpotQA. The claims by hand were
written before the models that are shipped were trained, and nothing was chosen by them. About two
minutes.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from experiments import arguments
from groundgraph import Example, Passage, load
from groundgraph.datasets.draws import draw
from groundgraph.datasets.hotpotqa import load_hotpotqa_derived
from groundgraph.measures.metrics import auroc
from training.entailment import entailment_rows
from training.fused.pairs import example_of

SOURCES = (
    "begin", "summedits", "factcheckgpt", "mnli", "conjnli", "rte", "scitail", "wice_oracle_chunks",
    "fever_symmetric", "climate_fever",
)  # fmt: skip
CLAIMS = Path(__file__).with_name("judge_short_claims.json")


def examples() -> list[Example]:
    """Return the claims as answers."""
    return [
        Example(
            claim,
            (Passage(group["passage"]),),
            id=f"{number}-{side}-{place}",
            label=side == "wrong",
            metadata={"task": "claims", "source_id": str(number)},
        )
        for number, group in enumerate(json.loads(CLAIMS.read_text(encoding="utf-8")))
        for side in ("right", "wrong")
        for place, claim in enumerate(group[side])
    ]


def held_out(data: Path, most: int) -> list[Example]:
    """Return pairs of each source that train nothing, their labels entailed or not."""
    rows = entailment_rows(data)[1]
    return [
        example_of(row, f"{source}-{number}")
        for source in SOURCES
        for own in [[row for row in rows if row.source == source]]
        for number, row in enumerate(draw(0, source).sample(own, min(most, len(own))))
    ]


def bridges(data: Path, most: int) -> list[Example]:
    """Return answers to bridge questions, right or drawn from the same paragraphs."""
    found = [e for e in load_hotpotqa_derived(data) if e.metadata["type"] == "bridge"]
    return [
        replace(e, metadata={"task": "HotpotQA-derived, bridge", "source_id": e.id})
        for e in draw(0, "hotpotqa").sample(found, min(most, len(found)))
    ]


def checked(name: str, answers: list[Example]) -> tuple[list[Example], list[float]]:
    """Return the answers that a shipped detector can check, and its scores."""
    found = zip(answers, load(name).detect(answers), strict=True)
    kept = [(a, v.hallucination_score) for a, v in found if v.hallucination_score is not None]
    return [answer for answer, _ in kept], [score for _, score in kept]


def by_task(answers: list[Example], scores: list[float], name: str) -> None:
    """Print the AUROC of each kind of answer."""
    for task in dict.fromkeys(str(answer.metadata["task"]) for answer in answers):
        own = [i for i, answer in enumerate(answers) if answer.metadata["task"] == task]
        labels = [bool(answers[i].label) for i in own]
        found = auroc(labels, [scores[i] for i in own])
        print(f"{name}: {task:24} n={len(own):4} AUROC {found:.3f}", flush=True)


def main() -> None:
    parser = arguments.parser(__doc__, data=False)
    parser.add_argument("--data", type=Path, help="also judge pairs")
    parser.add_argument("--most", type=int, default=350)
    options = parser.parse_args()
    answers = examples()
    if options.data is not None:
        answers += held_out(options.data, options.most)
        answers += bridges(options.data, options.most)
    for answer, score in zip(*checked("fused", examples()), strict=True):
        print(f"{'wrong' if answer.label else 'right'} {score:5.2f}  {answer.answer}")
    for name in ("fused", "lexical"):
        by_task(*checked(name, answers), name)


if __name__ == "__main__":
    main()
