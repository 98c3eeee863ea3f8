"""What ``check`` ends with: ``--fail-on``, and whether anything was judged at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import typer

from groundgraph.cli.doors import FAILED, UNREAD
from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LABELS = ("hallucinated", "unverifiable")
"""The labels that a gate in CI can refuse."""


class Gate(NamedTuple):
    """What a run may end well with.

    Attributes:
        labels: Those that no answer may get; () where nothing is gated.
        allow_errors: Whether rows may have no verdict.
        allow_empty: Whether a gate may pass though no answer was judged.
    """

    labels: Sequence[str]
    allow_errors: bool
    allow_empty: bool

    def check(self, counts: Mapping[str, int]) -> None:
        """End with a status other than 0 unless this may be how a run ends.

        A match comes before rows without a verdict: mending those cannot undo it.

        Args:
            counts: Rows by label, and "errors".

        Raises:
            Exit: Where a label matched, or rows have no verdict.
            InputError: Where a gate has nothing to say, since no answer was judged.
        """
        if any(counts[label] for label in self.labels):
            raise typer.Exit(FAILED)
        rows, errors = sum(counts.values()), counts["errors"]
        if errors and not self.allow_errors and (self.labels or errors == rows):
            passed = "--fail-on is not passed" if self.labels else "nothing was judged"
            typer.echo(
                f"groundgraph: {errors:,} of {rows:,} rows have no verdict, so {passed} "
                f"(exit status {UNREAD}); --allow-errors lets them pass",
                err=True,
            )
            raise typer.Exit(UNREAD)
        if self.labels and not self.allow_empty and not _judged(counts):
            found = "no answer could be checked" if rows else "the input has no rows"
            raise InputError(f"{found}, so --fail-on is not passed; see --allow-empty")


def _judged(counts: Mapping[str, int]) -> int:
    return counts["grounded"] + counts["hallucinated"]


def labels_in(given: Sequence[str] | None) -> tuple[str, ...]:
    """Return the labels that ``--fail-on`` names, where it is given often or with commas.

    Raises:
        BadParameter: When one is no label that a gate can refuse.
    """
    labels = [label.strip() for text in given or () for label in text.split(",")]
    if unknown := [label for label in labels if label not in LABELS]:
        raise typer.BadParameter(f"--fail-on {unknown[0]!r}: expected {' or '.join(LABELS)}")
    return tuple(labels)
