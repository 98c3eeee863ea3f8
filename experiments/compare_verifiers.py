r"""Compare exported verifiers on held-out pairs and on questions of HotpotQA.

    python -m training verifier --data DATA --only data --only train --only questions \
        --only train-second --only export-second
    python -m experiments.compare_verifiers --data DATA .cache/verifier/second/exported

The shipped model is always the first. Of each source at most --most pairs are drawn, of those that
the second stage holds out; accuracy, and AUROC of "entailed". Then, of HotpotQA's bridge
questions over their supporting sentences: is the answer beside the question right or drawn from
the same paragraphs? About two minutes a model on one core. The seed is fixed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from experiments import arguments
from groundgraph.datasets.draws import draw
from groundgraph.datasets.hotpotqa import derive, load_hotpotqa
from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc
from groundgraph.parts.onnx import shipped
from groundgraph.text.conversations import asked
from training.paths import CACHE
from training.rows import read_lines
from training.verifier.judged import Judged, exported, labels
from training.verifier.recipe import ENTAILMENT

if TYPE_CHECKING:
    from collections.abc import Sequence

SEED = 0
HOTPOTQA = "hotpotqa, bridge"


def questions(data: Path) -> list[dict[str, str]]:
    """Return question and answer over the supporting sentences as pairs."""
    derived = derive(load_hotpotqa(data, "evidence_only"), seed=SEED, scope="supporting")
    return [
        {
            "premise": " ".join(passage.text for passage in example.passages),
            "hypothesis": f"{asked(example.question)} {example.answer}",
            "label": "not_entailment" if example.label else "entailment",
            "source": HOTPOTQA,
        }
        for example in derived
        if example.metadata["type"] == "bridge"
    ]


def capped(rows: Sequence[dict[str, str]], most: int) -> list[dict[str, str]]:
    """Return at most so many rows of each source."""
    found = []
    for source in sorted({row["source"] for row in rows}):
        own = [row for row in rows if row["source"] == source]
        found += draw(SEED, source).sample(own, min(most, len(own)))
    return found


def main() -> None:
    parser = arguments.parser(__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="of exported models")
    parser.add_argument(
        "--pairs", type=Path, default=CACHE / "verifier" / "second" / "held_out.jsonl"
    )
    parser.add_argument("--most", type=int, default=300)
    options = parser.parse_args()
    rows = capped([*read_lines(options.pairs), *questions(options.data)], options.most)
    for folder in [shipped("verifier"), *options.folders]:
        judged = Judged(rows, labels(rows), exported(rows, folder))
        print(folder)
        for source in sorted({row["source"] for row in rows}):
            own = judged.of([source])
            line = f"    {source:24} n={len(own.rows):4} accuracy {own.right().mean():.3f}"
            entailed = own.gold == ENTAILMENT
            if entailed.any() and not entailed.all():
                found = interval(auroc, entailed, own.said[:, ENTAILMENT])
                line += f" AUROC {found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"
            print(line, flush=True)


if __name__ == "__main__":
    main()
