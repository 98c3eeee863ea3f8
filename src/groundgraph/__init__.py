"""Tell which claims of an LLM's answer its evidence does not support, and show why, as a graph."""

from typing import TYPE_CHECKING

from groundgraph.api import acheck, check, check_many
from groundgraph.errors import (
    ExtractionError,
    GroundgraphError,
    InputError,
    KnowledgeError,
    MachineError,
    MissingExtraError,
    ModelError,
    NameTakenError,
    NotFittedError,
    StoreError,
    UnknownNameError,
    UntrustedError,
)
from groundgraph.guarding import Sentence, guard
from groundgraph.specs import load, save
from groundgraph.types import (
    Claim,
    Conflict,
    Edge,
    Evidence,
    Example,
    Finding,
    FitOptions,
    Label,
    Outcome,
    Passage,
    Span,
    Triple,
    Turn,
    Verdict,
)

__all__ = [
    "Claim",
    "Conflict",
    "Edge",
    "Evidence",
    "Example",
    "ExtractionError",
    "Finding",
    "FitOptions",
    "GroundgraphError",
    "InputError",
    "KnowledgeError",
    "Label",
    "MachineError",
    "MissingExtraError",
    "ModelError",
    "NameTakenError",
    "NotFittedError",
    "Outcome",
    "Passage",
    "Sentence",
    "Span",
    "StoreError",
    "Triple",
    "Turn",
    "UnknownNameError",
    "UntrustedError",
    "Verdict",
    "acheck",
    "check",
    "check_many",
    "guard",
    "load",
    "save",
]

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name):
        """Return ``__version__``, which is looked up where it is asked for."""
        if name == "__version__":
            from importlib.metadata import version

            return version("groundgraph")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
