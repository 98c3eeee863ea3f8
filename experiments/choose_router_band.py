"""Choose the band of scores in which `router` sends an answer from `lexical` on to `fused`.

    python -m experiments.choose_router_band

Reads the out-of-fold scores that `training.fused.trees` kept under --work, so neither detector
had seen the answers' sources. Prints what each share of answers sent on gives, the band that loses
at most --loss in F1 against `fused` alone, and the defaults of `Router`: the best band that sends
on three in ten, rounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from experiments import arguments
from groundgraph.measures.bootstrap import paired_interval
from groundgraph.measures.metrics import f1
from groundgraph.methods.router.detector import Band, Router, bands, choose_band

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7)


def read(path: Path) -> dict[str, NDArray[Any]]:
    """Return labels, sources, scores and flags, in the order of the answers' ids."""
    found = dict(np.load(path))
    order = np.argsort(found["ids"])
    return {name: values[order] for name, values in found.items()}


def main() -> None:
    parser = arguments.parser(__doc__, data=False, work=True)
    parser.add_argument("--loss", type=float, default=0.01)
    options = parser.parse_args()
    first, second = (read(options.work / f"{n}_out_of_fold.npz") for n in ("lexical", "fused"))
    if not np.array_equal(first["ids"], second["ids"]):
        raise SystemExit("lexical and fused were fitted on different answers; fit both again")
    known = (first["labels"], first["scores"], first["flags"], second["flags"])

    def show(name: str, band: Band) -> None:
        sent = (first["scores"] >= band.low) & (first["scores"] <= band.high)
        routed = np.where(sent, second["flags"], first["flags"])
        gain = paired_interval(
            f1, first["labels"], routed, second["flags"], groups=first["sources"].tolist()
        )
        print(
            f"{name:16} band {band.low:.3f} to {band.high:.3f} sends on {sent.mean():6.1%} "
            f"F1 {f1(first['labels'], routed):.4f}, less that of fused alone {gain.value:+.4f} "
            f"[{gain.low:+.4f}, {gain.high:+.4f}]"
        )

    show("lexical alone", Band(2.0, -1.0, 0.0, 0.0))
    tried = bands(*known)
    for share in SHARES:
        kept = [band for band in tried if band.share <= share]
        show(f"share {share:.0%}", max(kept, key=lambda band: (band.f1, -band.share)))
    show("fused alone", Band(0.0, 1.0, 1.0, 0.0))
    show(f"loss {options.loss:g}", choose_band(*known, loss=options.loss))
    show("as shipped", Band(Router().low, Router().high, 0.0, 0.0))


if __name__ == "__main__":
    main()
