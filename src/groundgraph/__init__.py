"""Tell which claims of an LLM's answer its evidence does not support, and show why, as a graph."""

from groundgraph.api import acheck, check, check_many
from groundgraph.errors import (
    ExtractionError,
    GroundgraphError,
    InputError,
    KnowledgeError,
    MissingExtraError,
    ModelError,
    NameTakenError,
    NotFittedError,
    UnknownNameError,
    UntrustedError,
)
from groundgraph.specs import load, save
from groundgraph.types import (
    Claim,
    Edge,
    Evidence,
    Example,
    Finding,
    Label,
    Outcome,
    Passage,
    Span,
    Triple,
    Verdict,
)

__all__ = [
    "Claim",
    "Edge",
    "Evidence",
    "Example",
    "ExtractionError",
    "Finding",
    "GroundgraphError",
    "InputError",
    "KnowledgeError",
    "Label",
    "MissingExtraError",
    "ModelError",
    "NameTakenError",
    "NotFittedError",
    "Outcome",
    "Passage",
    "Span",
    "Triple",
    "UnknownNameError",
    "UntrustedError",
    "Verdict",
    "acheck",
    "check",
    "check_many",
    "load",
    "save",
]
