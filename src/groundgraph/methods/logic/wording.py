"""One plain sentence for each finding of a detector that verifies claims by entailment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.types.sources import sources_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types import Outcome

NO_FACT = "States no fact that evidence could support."
_NAMED = 6


def explained(
    outcome: Outcome, passages: Sequence[str], support: float, denial: float, unread: int = 0
) -> str:
    """Say which passages entail or contradict a claim, and how surely.

    >>> explained("supported", ["2", "5"], 0.874, 0.01)
    'Entailed by passages 2 and 5 read together (support 0.87).'
    >>> explained("unsupported", ["1"], 0.125, 0.2)
    'Not entailed; passage 1 comes nearest (support 0.12).'

    Args:
        outcome: Supported, contradicted or unsupported.
        passages: The ids of the passages that support the claim most.
        support: S of the claim, in [0, 1].
        denial: The same for contradiction.
        unread: Characters of the passages that were not read.
    """
    together = " read together" if len(passages) > 1 else ""
    names = f"{sources_of(passages, _NAMED)}{together}"
    rest = f" {not_read(unread)}" if unread else ""
    if outcome == "supported":
        return f"Entailed by {names} (support {support:.2f}).{rest}"
    if outcome == "contradicted":
        return f"Contradicted by {names} (contradiction {denial:.2f}, support {support:.2f}).{rest}"
    comes = "come" if len(passages) > 1 else "comes"
    return f"Not entailed; {names} {comes} nearest (support {support:.2f}).{rest}"


def not_read(characters: int) -> str:
    """Say how much was not read."""
    return f"{characters:,} characters of the passages were not read."
