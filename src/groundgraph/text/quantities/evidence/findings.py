"""What one measure says of one amount, date, comparison or order of a claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.model import Event, EvidenceQuantity
    from groundgraph.types import Span

CheckOutcome = Literal["supported", "contradicted", "elsewhere", "absent", "open"]
"""What a check finds: "elsewhere" when the value stands in the evidence, but of other things;
"absent" when it stands nowhere; "open" when nothing can be said."""
Kind = Literal[
    "amount",
    "date",
    "derivation",
    "cell",
    "order",
    "course",
    "comparison",
    "row",
    "code",
    "limit",
]
Operation = Literal[
    "sum", "difference", "product", "ratio", "share", "change", "average", "part", "count",
    "elapsed", "extra", "balance", "before", "often", "ledger",
]  # fmt: skip
"""By which a value is reckoned from others."""


def decided(*, right: bool) -> CheckOutcome:
    """Return the outcome of a check whose readings are sure."""
    return "supported" if right else "contradicted"


@dataclass(frozen=True)
class Check:
    """One thing of a claim, held against the evidence.

    Attributes:
        outcome: What was found.
        kind: What was compared.
        at: Where the claim says it.
        held: The readings or events that it was held against, those that decide first.
        fit: How well the claim's words fit them, in [0, 1].
        told: What the evidence says instead, or how the value is reckoned; "" where not reckoned.
        way: By which operation, ``None`` where none is told.
        lean: For an open order, comparison or date, how much speaks for the claim (below 0, against
            it) though it is not sure which things are meant; in [-1, 1].
        plausible: For an absent amount, how well what it might be reckoned from fits, in [0, 1].
        limit: Whether both tell the same limit: "no more than 3" beside "a maximum of 3".
        anew: Whether it is a date that the evidence writes in another notation.
        whole: Whether it was reckoned from a whole list of as many things as the claim names.
        plain: Whether the claim's own words say how it is reckoned.
        supposed: Where the amounts of the claim itself stand that it was reckoned from too.
    """

    outcome: CheckOutcome
    kind: Kind
    at: Span
    held: tuple[EvidenceQuantity | Event, ...] = ()
    fit: float = 0.0
    told: str = ""
    way: Operation | None = None
    whole: bool = False
    plain: bool = False
    supposed: tuple[Span, ...] = ()
    plausible: float = 0.0
    lean: float = 0.0
    limit: bool = False
    anew: bool = False

    @property
    def places(self) -> tuple[tuple[int, Span], ...]:
        """Where in the evidence all that it was held against stands."""
        return tuple((item.passage, item.around) for item in self.held)
