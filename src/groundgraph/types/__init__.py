"""The words of groundgraph, as immutable values.

Offsets are half-open ranges of Unicode code points, as Python slices a ``str``.
"""

from groundgraph.types.conflicts import Conflict, ConflictKind, Side
from groundgraph.types.contrasts import Contrast, Explanation, Position, Quoted
from groundgraph.types.conversations import Question, Turn
from groundgraph.types.edits import Edit, EditKind, Suggestion
from groundgraph.types.examples import Claim, Example, Passage, Span, Statement, Triple
from groundgraph.types.fitting import FitOptions
from groundgraph.types.outcomes import Outcome
from groundgraph.types.parts import Entailments, Entity, Mention, Pair
from groundgraph.types.verdicts import (
    Citation,
    Edge,
    EdgeKind,
    Evidence,
    Finding,
    Label,
    Mark,
    TripleView,
    Verdict,
    Verdicts,
)

__all__ = [
    "Citation",
    "Claim",
    "Conflict",
    "ConflictKind",
    "Contrast",
    "Edge",
    "EdgeKind",
    "Edit",
    "EditKind",
    "Entailments",
    "Entity",
    "Evidence",
    "Example",
    "Explanation",
    "Finding",
    "FitOptions",
    "Label",
    "Mark",
    "Mention",
    "Outcome",
    "Pair",
    "Passage",
    "Position",
    "Question",
    "Quoted",
    "Side",
    "Span",
    "Statement",
    "Suggestion",
    "Triple",
    "TripleView",
    "Turn",
    "Verdict",
    "Verdicts",
]
