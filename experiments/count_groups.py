"""Count how many groups `logic` makes of the passages of RAGTruth's train answers.

    python -m experiments.count_groups --data ../shared/data [--sources 100]

Prints, by task, the share of sources whose passages all fall into one group, with n. Where they do,
`logic` is its verifier over the whole context. Two minutes on one core.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from groundgraph.datasets.draws import draw
from groundgraph.datasets.ragtruth import TASKS, load_ragtruth
from groundgraph.methods.logic.detector import Logic
from groundgraph.methods.logic.groups import GroupSettings, group_passages


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sources", type=int, default=100, help="of each task, drawn by name")
    arguments = parser.parse_args()
    logic = Logic()
    settings = GroupSettings(
        alpha=logic.alpha,
        passage_tokens=logic.passage_tokens,
        chunk_tokens=logic.chunk_tokens,
        group_tokens=logic.group_tokens,
        grouping=logic.grouping,
        segmentation=logic.segmentation,
    )
    examples = load_ragtruth(arguments.data, split="train")
    for task in TASKS:
        own = [e for e in examples if e.metadata["task"] == task]
        passages = {e.metadata["source_id"]: e.passages for e in own}
        names = sorted(passages, key=lambda name: draw(0, "groups", str(name)).random())
        chosen = [passages[name] for name in names[: arguments.sources]]
        groups = group_passages(chosen, logic.segmenter, logic.encoder, settings)
        single = np.mean([len(found.members) == 1 for found in groups])
        print(f"{task}: {single:.2f} of {len(chosen)} sources in one group")


if __name__ == "__main__":
    main()
