"""Where passages of RAGTruth's questions disagree on an answer, to be read by a person.

    python -m experiments.list_conflicts --data DATA --limit 300

One answer to each question of the train split, drawn by name: each conflict that
`groundgraph.text.conflicts` finds, with both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments import arguments
from groundgraph.datasets.draws import draw
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.answers.pieces import judged_texts
from groundgraph.text.asked.conversations import asked
from groundgraph.text.conflicts import find_conflicts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types import Example


def one_a_question(examples: Sequence[Example], most: int) -> list[Example]:
    """Return one answer each to at most so many questions; the draw depends on their ids alone."""
    order = sorted(examples, key=lambda example: draw(0, "conflicts", example.id).random())
    first = {str(example.metadata["source_id"]): example for example in reversed(order)}
    return [example for example in order if first[str(example.metadata["source_id"])] is example][
        :most
    ]


def main() -> None:
    """Print the conflicts, and in how many answers there is one."""
    parser = arguments.parser(__doc__)
    parser.add_argument("--limit", type=int, default=300, help="questions")
    options = parser.parse_args()
    every = [e for e in load_ragtruth(options.data, split="train") if e.metadata["task"] == "QA"]
    examples = one_a_question(every, options.limit)
    told = 0
    for example, judged in zip(
        examples, judged_texts(examples, SentenceSegmenter().segment), strict=True
    ):
        claims = [span.of(judged.text) for span in judged.spans]
        found = find_conflicts(asked(example.question), example.passages, claims)
        told += bool(found)
        for conflict in found:
            print(f"\n{example.id}  {asked(example.question)}\n  {conflict}")
            print(f"  claim: {' '.join(claims[conflict.claims[0]].split())}")
            for side in conflict.sides:
                print(f"  {side.passage_id}: {' '.join(side.text.split())}")
    print(f"\n{told} of {len(examples)} answers")


if __name__ == "__main__":
    main()
