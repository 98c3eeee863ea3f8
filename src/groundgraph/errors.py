"""Every error that groundgraph raises on purpose.

::

    GroundgraphError
    ├── InputError           a row, file or argument that cannot be used; says where
    ├── UnknownNameError     a name that no registry or graph holds; suggests near ones
    ├── NameTakenError       a name registered twice
    ├── MissingExtraError    an optional dependency is not installed; says the pip line
    ├── ModelError           weights or a saved detector are missing, damaged or do not fit
    │   └── UntrustedError   a spec reaches out of the process, and was not trusted
    ├── ExtractionError      texts whose facts could not be read; carries what could
    ├── KnowledgeError       a knowledge source is down, refuses, or answers nonsense
    │   └── StoreError       a knowledge store on disk is missing, unfinished or damaged
    ├── MachineError         the disk is full, a permission or memory is missing; says what is kept
    └── NotFittedError       a detector that must be fitted first

Messages say what was found, what was expected and what to do.
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.types import Statement


class GroundgraphError(Exception):
    """Base of all errors of this library; the command line prints it without a traceback."""


class InputError(GroundgraphError):
    """A row, file or argument that cannot be used.

    Attributes:
        line: Line of the file, from 1, where known.
        field: Name of the offending field, where known.
        id: Of the row, where it was read.
    """

    def __init__(self, message: str, *, line: int | None = None, field: str | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.field = field
        self.id: str | None = None


class UnknownNameError(GroundgraphError, LookupError):
    """A name that no registry, or no graph, holds."""


class NameTakenError(GroundgraphError, ValueError):
    """A name registered for two things."""


class MissingExtraError(GroundgraphError, ImportError):
    """An optional dependency is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs packages that are not installed: in a clone pip install "
            f"'.[{extra}]', else pip install 'groundgraph[{extra}]'"
        )
        self.feature = feature
        self.extra = extra

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str]]:
        return type(self), (self.feature, self.extra)  # so that a worker process can raise it


class ModelError(GroundgraphError):
    """Weights or a saved detector are missing, damaged, or do not fit this version."""


class UntrustedError(ModelError):
    """A spec reaches out of the process, and was not trusted to.

    Attributes:
        reaches: What it reaches: field, kind (of `groundgraph.specs.checks.KINDS`) and value.
    """

    def __init__(self, message: str, reaches: Sequence[tuple[str, str, str]]) -> None:
        super().__init__(message)
        self.reaches = list(reaches)

    def __reduce__(self) -> tuple[type[UntrustedError], tuple[object, object]]:
        return type(self), (str(self), self.reaches)  # so that a worker process can raise it


class NotFittedError(GroundgraphError):
    """A detector that must be fitted before it can judge."""


class ExtractionError(GroundgraphError):
    """Texts whose facts could not be read; carries the facts of the others.

    Attributes:
        results: One per text: its facts, or ``None`` where they could not be read.
        reasons: Why, by the index of the text.
    """

    def __init__(
        self, results: Sequence[list[Statement] | None], reasons: Mapping[int, str]
    ) -> None:
        first = next(iter(reasons.values()))
        super().__init__(
            f"the facts of {len(reasons)} of {len(results)} texts could not be read: {first}"
        )
        self.results = list(results)
        self.reasons = dict(reasons)

    def __reduce__(self) -> tuple[type[ExtractionError], tuple[object, object]]:
        return type(self), (self.results, self.reasons)  # so that a worker process can raise it


class KnowledgeError(GroundgraphError):
    """A knowledge source could not answer: it is down, refuses, or its reply is unusable.

    It says nothing about the claims that were to be checked: they are unverifiable.
    """


class StoreError(KnowledgeError):
    """A knowledge store on disk is missing, unfinished or damaged: no answer can be checked by it.

    A detector raises it, since it is the fault of no answer.
    """


class MachineError(GroundgraphError):
    """The machine failed, not the input: a full disk, a missing permission, no memory.

    The same command, given again once that is mended, goes on where it can.
    """


_MISNAMED = frozenset(
    {
        *(errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENAMETOOLONG),
        *(errno.ELOOP, errno.EINVAL, errno.ENXIO, errno.ENODEV),
    }
)
"""What the system says of a path that cannot be meant."""


def of_the_system(doing: str, error: OSError, then: str) -> InputError | MachineError:
    """Return the error for what the operating system refused.

    Args:
        doing: What was tried, such as "cannot write 'out.jsonl'".
        error: What the system said: of a wrong path it is an `InputError`, else the machine's.
        then: What to do where the machine failed.
    """
    reason = error.strerror or str(error)
    if error.errno in _MISNAMED:
        return InputError(f"{doing}: {reason}")
    return MachineError(f"{doing}: {reason}; {then}")
