"""Checks on what heads are fitted on and asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.measures.arrays import binary
from groundgraph.types import Example, FitOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


class Named(Protocol):
    """Something that reads named features."""

    @property
    def names(self) -> tuple[str, ...]:
        """The features, in the order of the columns."""
        ...


def feature_matrix(x: ArrayLike, names: Sequence[str]) -> NDArray[np.float64]:
    """Return ``x`` as finite numbers, shape ``(n, d)``, row by row in memory.

    Raises:
        InputError: When there are not ``d = len(names)`` columns, or a value is not finite.
    """
    matrix = np.ascontiguousarray(x, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[1] != len(names):
        raise InputError(
            f"features must have shape (n, {len(names)}), one column per name; found {matrix.shape}"
        )
    if not np.isfinite(matrix).all():
        row, column = np.argwhere(~np.isfinite(matrix))[0]
        raise InputError(
            f"feature {names[column]!r} of row {row} is {matrix[row, column]}; "
            "features must be finite"
        )
    return matrix


MINIMUM = 5
"""Rows of each class that a decision must be fitted on."""
DEFAULT_FIT = FitOptions()
"""How a detector is fitted where nothing is said."""


def check_options(options: Any, who: str, *own: str) -> None:
    """Make sure that a detector is asked only for what it can fit.

    Args:
        options: As given; a `groundgraph.FitOptions`.
        who: Name of the detector.
        own: Options beside calibration and threshold that it has.

    Raises:
        InputError: When another one is not the default; its ``field`` says which.
    """
    if not isinstance(options, FitOptions):
        found = type(options).__name__
        raise InputError(f"options must be a FitOptions, found {found}; labels are the examples'")
    known = {"calibration", "threshold", *own}
    for each in fields(options):
        value = getattr(options, each.name)
        if each.name not in known and value != each.default:
            raise InputError(
                f"{who} cannot be fitted with {each.name} = {value!r}; it takes "
                f"{', '.join(sorted(known))}",
                field=each.name,
            )


def labels_of(examples: Sequence[Example], needed: int = MINIMUM) -> NDArray[np.bool_]:
    """Return the labels, shape ``(n,)``, True = hallucinated; both classes occur.

    Raises:
        InputError: When an example has none, or fewer than ``needed`` are of a class.
    """
    given: Any = examples
    for number, example in enumerate(given, 1):
        if not isinstance(example, Example):
            found = "a mapping" if isinstance(example, Mapping) else f"a {type(example).__name__}"
            where = f" of a {type(given).__name__}" if hasattr(given, "columns") else ""
            raise InputError(
                f"example {number}{where} is {found}; fitting takes a list of groundgraph.Example "
                "values: Example(answer, passages, question=…, label=…)"
            )
        if example.label is None:
            other = example.metadata.get("label")
            found = "no label" if other is None else f"the label {other!r}"
            raise InputError(
                f"example {number} ({example.id or 'without id'}) has {found}; fitting needs "
                "True or 1 (hallucinated), or False or 0, for each",
                field="label",
            )
    return two_classes([bool(example.label) for example in examples], len(examples), needed)


def judgeable(
    labels: NDArray[np.bool_], kept: NDArray[np.bool_], needed: int = MINIMUM
) -> NDArray[np.bool_]:
    """Return the labels of the answers that can be judged.

    Args:
        labels: Of all answers, shape ``(n,)``.
        kept: Which of them can be judged, shape ``(n,)``.
        needed: How many of a class must be left.

    Raises:
        InputError: When there are fewer; says how many cannot be judged.
    """
    return two_classes(labels[kept], int(kept.sum()), needed, left_out=int((~kept).sum()))


def distinct(examples: Sequence[Example]) -> list[Example]:
    """Return the examples without those that repeat another, whatever their ids."""
    known: dict[object, Example] = {}
    for example in examples:
        texts = tuple(passage.text for passage in example.passages)
        asked = example.question if isinstance(example.question, str) else str(example.question)
        key = (asked, texts, example.triples, example.answer, example.label, example.generator)
        known.setdefault(key, example)
    return list(known.values())


def two_classes(
    labels: ArrayLike, n: int, needed: int = 1, *, left_out: int = 0
) -> NDArray[np.bool_]:
    """Return labels that hold enough of both classes, shape ``(n,)``.

    Args:
        labels: True = hallucinated.
        n: How many there must be.
        needed: How many must be of each class.
        left_out: Rows beside these that cannot be judged, for the message.

    Raises:
        InputError: When there are not ``n``, or fewer than ``needed`` of a class.
    """
    y = binary(labels)
    if len(y) != n:
        raise InputError(f"there must be one label per row: {n} rows, {len(y)} labels")
    positives = int(y.sum())
    if min(positives, n - positives) < needed:
        raise InputError(
            f"found {positives} hallucinated and {n - positives} grounded rows"
            f"{_beside(left_out, n + left_out)}; at least {needed} of each are needed: add "
            "labelled rows"
        )
    return y


def _beside(left_out: int, n: int) -> str:
    return (
        f" that can be judged; {left_out:,} of {n:,} labelled answers cannot, for reasons that "
        "`groundgraph check` names"
        if left_out
        else ""
    )


def check_names(expected: Sequence[str], given: Sequence[str]) -> None:
    """Hold features to the order that a head was fitted on.

    Raises:
        ModelError: When a name is missing, new or elsewhere.
    """
    if tuple(expected) == tuple(given):
        return
    missing = [name for name in expected if name not in given]
    unknown = [name for name in given if name not in expected]
    detail = f"missing {missing}, unknown {unknown}" if missing or unknown else "another order"
    raise ModelError(
        f"the head was fitted on other features than it is given ({detail}); fit it again"
    )


def columns(
    x: NDArray[np.float64], given: Sequence[str], wanted: Sequence[str]
) -> NDArray[np.float64]:
    """Return the columns of some features, in the order that a head was fitted on.

    Args:
        x: Features, shape ``(n, len(given))``.
        given: The names of its columns.
        wanted: The names of those to return.

    Raises:
        ModelError: When one is missing.
    """
    if tuple(given) == tuple(wanted):
        return x
    places = {name: place for place, name in enumerate(given)}
    if missing := [name for name in wanted if name not in places]:
        raise ModelError(
            f"the head was fitted on features that are not measured any more: {missing}; "
            "fit it again"
        )
    return x[:, [places[name] for name in wanted]]


def check_head(head: Named | None, decision: object, names: Sequence[str]) -> None:
    """Hold a detector's head to the features that it is given, and to have a decision.

    Raises:
        ModelError: When it reads others, or one of head and decision lacks the other.
    """
    if (head is None) != (decision is None):
        lacks = "head" if head is None else "decision"
        raise ModelError(f"a fitted detector has a head and a decision; the {lacks} is missing")
    if head is not None:
        check_names(names, head.names)


def logistic(log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 / (1 + exp(−log_odds)) without overflow."""
    return np.asarray(np.exp(-np.logaddexp(0.0, -log_odds)))
