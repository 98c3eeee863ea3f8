"""What a finding says of one claim."""

from __future__ import annotations

from typing import Literal, get_args

Outcome = Literal["supported", "contradicted", "unsupported", "unverifiable"]
"""What a finding says of one claim."""
OUTCOMES: frozenset[str] = frozenset(get_args(Outcome))
FLAGGED: frozenset[Outcome] = frozenset({"contradicted", "unsupported"})
"""Of a claim that is not as the evidence says."""
