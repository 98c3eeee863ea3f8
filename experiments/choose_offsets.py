"""Where the sum for answers of other forms than RAGTruth's flags them, and what many claims count.

    python -m experiments.choose_offsets [--write OFFSET OF_MANY]

`groundgraph.learn.elsewhere.Elsewhere` adds an offset to the log-odds of such answers, and takes
something off for the number of their claims. Prints, for a grid of both, what of the wrong and of
the right answers is flagged in the dev halves of sets that no weight was fitted on: pairs by
strangers ("told", "met"), those of bench `meaning`, and the answers of bench `answers`; five
minutes. Test halves are not read. With --write the shipped detector takes the two.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from experiments.judge_pairs import pairs
from groundgraph import load, save
from groundgraph.bench.answers.labelled import load_answers
from groundgraph.checksums import MODELS, write_sums
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.reading import STEPS, read
from groundgraph.methods.read_as import read_by
from groundgraph.specs import training
from training.fused.shift import name_in_card

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.two_level import Table, TwoLevelHead
    from groundgraph.types import Example

    Bools = NDArray[np.bool_]

PAIRS = ("told", "met", "meaning")
OFFSETS = (-0.75, -0.6, -0.5, -0.4, -0.3)
OF_MANY = (0.0, 0.3, 0.5, 0.7, 0.9)


def sets() -> Iterator[tuple[str, list[Example], Bools]]:
    """Yield the name, the answers and which are wrong of each dev half."""
    for name in PAIRS:
        found = [each for _, *both in pairs(name, "dev") for each in both]
        yield name, found, np.tile([False, True], len(found) // 2)
    answers = [each.example for each in load_answers("dev")]
    yield "answers", answers, np.array([bool(each.label) for each in answers])


def measured(detector: Fused, answers: Sequence[Example]) -> tuple[Table, Bools]:
    """Return what is measured of the answers that can be judged, and which these are."""
    assert detector.rarity is not None
    readings = list(read(read_by(STEPS, answers), detector.segmenter, detector.rarity))
    judged = np.array([not reading.obstacle for reading in readings], bool)
    own = [reading for reading in readings if not reading.obstacle]
    return detector.measure_all(own, detector.rarity), judged


def with_offsets(head: TwoLevelHead, offset: float, of_many: float) -> TwoLevelHead:
    """Return a head whose sum for other forms adds that to the log-odds of answers."""
    assert head.elsewhere is not None
    offsets = head.elsewhere.offsets[0], offset
    return replace(head, elsewhere=replace(head.elsewhere, offsets=offsets, of_many=of_many))


def flagged(head: TwoLevelHead, table: Table, judged: Bools, wrong: Bools) -> tuple[float, float]:
    """Return the shares of the wrong and of the right answers that are flagged."""
    flags = np.zeros(len(wrong), bool)
    flags[judged] = head.judge(table).answer_flags
    return float(flags[wrong].mean()), float(flags[~wrong].mean())


def main() -> None:
    """Print the table, or write what is chosen."""
    parser = arguments.parser(__doc__, data=False)
    parser.add_argument("--write", nargs=2, type=float, metavar=("OFFSET", "OF_MANY"))
    given = parser.parse_args()
    detector = load("fused")
    assert isinstance(detector, Fused)
    assert detector.head is not None
    if given.write:
        folder = MODELS / "fused"
        made = replace(detector, head=with_offsets(detector.head, *given.write))
        path = save(made, folder, training(folder))
        write_sums(folder)
        name_in_card(folder / "MODEL_CARD.md", path.read_bytes())
        return
    tables: dict[str, tuple[Table, Bools, Bools]] = {}
    for name, answers, wrong in sets():
        tables[name] = *measured(detector, answers), wrong
    print("| offset | of many |", *(f"{name} |" for name in tables), "mean of differences |")
    for offset, of_many in product(OFFSETS, OF_MANY):
        head = with_offsets(detector.head, offset, of_many)
        shares = [flagged(head, *own) for own in tables.values()]
        mean = np.mean([of_wrong - of_right for of_wrong, of_right in shares])
        told = (f"{of_wrong:.3f}, {of_right:.3f} |" for of_wrong, of_right in shares)
        print(f"| {offset} | {of_many} |", *told, f"{mean:.3f} |")


if __name__ == "__main__":
    main()
