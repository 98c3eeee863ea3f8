"""Attention block: how an answer's tokens attended to the triples that its model was given.

PRD and SAS are those of GGA (arXiv 2512.09148): Path Reliance Degree and Semantic Alignment
Score. PRD, and all that is measured of paths, is read off the weights of *attends* edges, from the
answer to each triple (`attends`), which the verdict's graph carries; SAS is read off hidden states.
`attends` takes any leading dimensions, so it serves the mean over layers and heads, single
layers, and single heads alike (`Trace.parts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types.traces import Trace

    Floats = NDArray[np.float64]

Variant = Literal["paper", "released"]
Path = tuple[int, ...]
"""The triples of one path in the order in which it is walked, by their number."""

NAMES = ("prd", "sas")
"""The paper's features; see `path_reliance` and `alignment`."""
PATH_NAMES = (
    "weakest_link",
    "link_balance",
    "first_link",
    "last_link",
    "weakest_alignment",
)
"""Features of whole paths; see `path_links` and `measure_paths`."""
SPREAD_NAMES = ("subgraph_share", "concentration")
"""Features that need no path; see `measure_spread`."""


def measure(
    traces: Sequence[Trace], paths: Sequence[Sequence[Path]], *, variant: Variant = "paper"
) -> Floats:
    """Return PRD and SAS, shape ``(n_traces, len(NAMES))``.

    Args:
        traces: Of answers, each with tokens and triples.
        paths: The shortest paths of each answer; none where its subgraph has no path.
        variant: "paper" for the definitions, "released" for what the authors' code computes.

    Raises:
        InputError: When there is not one list of paths per trace, a path names a triple that
            the trace lacks, or a trace is of an answer that could not be traced.
    """
    rows = np.zeros((len(traces), len(NAMES)))
    for number, (trace, own) in enumerate(_paired(traces, paths)):
        on_path = on_any(own, trace.mass.shape[1])
        if variant == "released":
            rows[number, 0] = released_reliance(trace.softened, on_path)
            kept = on_path if on_path.any() else np.ones_like(on_path)
            rows[number, 1] = np.clip(alignment(trace.alignment[:, kept]), 0.0, 1.0)
        else:
            rows[number, 0] = path_reliance(attends(trace.mass), on_path)
            rows[number, 1] = alignment(trace.alignment)
    return rows


def measure_paths(traces: Sequence[Trace], paths: Sequence[Sequence[Path]]) -> Floats:
    """Return how the links of a path share its attention, ``(n_traces, len(PATH_NAMES))``.

    Of several paths the one with the strongest weakest link counts; without a path all are 0.
    ``weakest_alignment`` is, for that path, the least over its triples of the best cosine of an
    answer token, in [-1, 1]; the others are those of `path_links`.

    Raises:
        InputError: As `measure`.
    """
    rows = np.zeros((len(traces), len(PATH_NAMES)))
    for number, (trace, own) in enumerate(_paired(traces, paths)):
        found = [path for path in own if path]
        if found:
            weights = attends(trace.mass)
            links = [path_links(weights, path) for path in found]
            best = max(range(len(found)), key=lambda i: links[i][0])
            aligned = trace.alignment[:, list(found[best])].max(axis=0).min()
            rows[number] = (*links[best], float(aligned))
    return rows


def measure_spread(traces: Sequence[Trace]) -> Floats:
    """Return how attention spreads over the triples, ``(n_traces, len(SPREAD_NAMES))``.

    ``subgraph_share`` is the attention on triples of that on all positions, in [0, 1], mean over
    answer tokens; ``concentration`` is 1 minus the normalised entropy of the triples' mean
    share, in [0, 1]: 0 where all have the same, 1 where one has all.

    Raises:
        InputError: As `measure`.
    """
    rows = np.zeros((len(traces), len(SPREAD_NAMES)))
    for number, (trace, _) in enumerate(_paired(traces, [()] * len(traces))):
        mass = trace.mass.astype(np.float64).sum(axis=1)
        total = mass + trace.outside
        share = np.divide(mass, total, out=np.zeros_like(mass), where=total > 0)
        rows[number] = share.mean(), 1 - _evenness(attends(trace.mass))
    return np.clip(rows, 0.0, 1.0)


def attends(mass: NDArray[np.floating]) -> Floats:
    """Return the weights of the *attends* edges: each triple's share, mean over answer tokens.

    Each token's mass is renormalised over the triples; one that attends to no triple counts as 0.

    Args:
        mass: Shape ``(..., n_tokens, n_triples)``, ≥ 0.

    Returns:
        Shape ``(..., n_triples)``, in [0, 1]: a row per layer, or per layer and head, where
        ``mass`` has them.
    """
    return np.asarray(shares(mass).mean(axis=-2), np.float64)


def path_reliance(weights: Floats, on_path: NDArray[np.bool_]) -> Floats:
    """Return PRD: attention to path triples minus attention to the others, in [-1, 1].

    −1 where no triple is on a path.

    Args:
        weights: As `attends` returns them, shape ``(..., n_triples)``.
        on_path: Which triples are on a shortest path, shape ``(n_triples,)``.

    Returns:
        Shape ``(...)``.
    """
    return np.asarray(np.clip(weights @ np.where(on_path, 1.0, -1.0), -1.0, 1.0), np.float64)


def released_reliance(softened: NDArray[np.floating], on_path: NDArray[np.bool_]) -> Floats:
    """Return PRD as the authors' code has it, in [-1, 1].

    Attention weights pass a second softmax, and all positions of the sequence that are not on
    the path, not only triples, are the other part.

    Args:
        softened: `Trace.softened`, shape ``(n_tokens, n_triples)``.
        on_path: Which triples are on a shortest path, shape ``(n_triples,)``.
    """
    path = softened[..., on_path].astype(np.float64).sum(axis=-1)
    value: Floats = np.clip((2 * path - 1).mean(axis=-1), -1.0, 1.0)
    return value


def alignment(cosines: NDArray[np.floating]) -> float:
    """Return SAS: the mean over answer tokens of the best cosine of a triple, in [-1, 1].

    Args:
        cosines: `Trace.alignment`, shape ``(n_tokens, n_triples)``, neither of them 0.
    """
    return float(cosines.astype(np.float64).max(axis=1).mean())


def path_links(weights: Floats, path: Path) -> tuple[float, float, float, float]:
    """Return how the links of a path share its attention.

    Args:
        weights: As `attends` returns them, shape ``(n_triples,)``.
        path: At least one triple.

    Returns:
        The least share times the number of links, in [0, 1], which is the path's whole share
        where the links have the same (on a single link, (PRD + 1) / 2); the normalised entropy
        of the links, in [0, 1], 1 for a single one; the share of the first; of the last.
    """
    links = weights[list(path)]
    weakest = float(min(1.0, links.min() * len(links)))
    return weakest, _evenness(links), float(links[0]), float(links[-1])


def shares(mass: NDArray[np.floating]) -> Floats:
    """Renormalise mass over triples, the last dimension; zeros where there is none."""
    wide = mass.astype(np.float64)
    total = wide.sum(axis=-1, keepdims=True)
    share: Floats = np.divide(wide, total, out=np.zeros_like(wide), where=total > 0)
    return share


def on_any(paths: Sequence[Path], n_triples: int) -> NDArray[np.bool_]:
    """Say which triples are on one of the paths, shape ``(n_triples,)``."""
    on_path = np.zeros(n_triples, np.bool_)
    on_path[[triple for path in paths for triple in path]] = True
    return on_path


def _evenness(values: Floats) -> float:
    """Return the entropy of values ≥ 0 by that of equal ones; 1 for a single or no mass."""
    if len(values) == 1 or not values.sum() > 0:
        return 1.0
    p = values[values > 0] / values.sum()
    return float(np.clip(-(p * np.log(p)).sum() / np.log(len(values)), 0.0, 1.0))


def _paired(
    traces: Sequence[Trace], paths: Sequence[Sequence[Path]]
) -> list[tuple[Trace, Sequence[Path]]]:
    if len(traces) != len(paths):
        raise InputError(f"found {len(traces)} traces, and paths for {len(paths)} of them")
    for number, (trace, own) in enumerate(zip(traces, paths, strict=True)):
        n_tokens, n_triples = trace.mass.shape
        if not (n_tokens and n_triples):
            why = trace.problem or "it holds no answer tokens or no triples"
            raise InputError(f"trace {number} has no features: {why}")
        beyond = [i for path in own for i in path if not 0 <= i < n_triples]
        if beyond:
            raise InputError(
                f"a path of trace {number} names triple {beyond[0]}; it has {n_triples}, from 0"
            )
    return list(zip(traces, paths, strict=True))
