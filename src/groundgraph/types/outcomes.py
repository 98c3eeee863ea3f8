"""What a finding says of one claim."""

from __future__ import annotations

from typing import Literal

Outcome = Literal["supported", "contradicted", "unsupported", "unverifiable"]
"""What a finding says of one claim."""
FLAGGED: frozenset[Outcome] = frozenset({"contradicted", "unsupported"})
"""Of a claim that is not as the evidence says."""
