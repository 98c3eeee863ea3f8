"""Which triples an answer leaned on and which it ignored, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.text.triples.sentences import as_sentence, predicate_words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.gga.reach import Reach
    from groundgraph.types import Triple

_LEANED = 3
_NAMED = 2
_IGNORED = 0.25
"""A triple with less than this part of an even share is ignored."""
_OUTWEIGHED = "What else was measured of the answer outweighs that."


def leaning(
    triples: Sequence[Triple], shares: NDArray[np.float64], on_path: Collection[int]
) -> str:
    """Say which triples an answer leaned on, and which it ignored.

    It leaned on those, at most three, with more than an even share of its attention to the
    triples. It ignored those with less than a quarter of one; what is on a path from the
    question to the answer is named first.

    >>> from groundgraph.types import Triple
    >>> facts = [Triple("Up", "is", "old"), Triple("Up", "in", "English")]
    >>> leaning(facts, np.array([0.9, 0.1]), [])
    'The answer leaned on “Up is old” (0.90 of its attention to the triples); it ignored “Up in \
English” (0.10).'

    Args:
        triples: Each once, at least one.
        shares: Of the answer's attention to the triples, shape ``(n_triples,)``, in [0, 1].
        on_path: Places of the triples on a path from the question to the answer.
    """
    if not shares.sum() > 0:
        return "The answer paid no attention to the triples."
    even = 1 / len(triples)
    order = np.argsort(-shares, kind="stable").tolist()
    leaned = [n for n in order if shares[n] > even][:_LEANED] or order[:1]
    ignored = [n for n in reversed(order) if shares[n] < _IGNORED * even]
    ignored.sort(key=lambda n: n not in on_path)
    said = [f"{_quoted(triples[n])} ({shares[n]:.2f})" for n in leaned]
    said[0] = f"{said[0][:-1]} of its attention to the triples)"
    left = [
        f"{_quoted(triples[n])} ({shares[n]:.2f}{', on the path' if n in on_path else ''})"
        for n in ignored
    ]
    return f"The answer leaned on {_listing(said)}; it ignored {_listing(left) or 'none'}."


def leading(triples: Sequence[Triple], reach: Reach | None, *, flagged: bool) -> str:
    """Say where the triples lead from what the question names.

    >>> from groundgraph.methods.gga.reach import Reach
    >>> from groundgraph.types import Triple
    >>> facts = [Triple("Up", "directed by", "Pete Docter"), Triple("Up", "year", "2009")]
    >>> leading(facts, Reach({}, walk=(0,)), flagged=False)
    'From the question the triples lead to the answer: “Up directed by Pete Docter”.'
    >>> leading(facts, Reach({}, walk=(1,), instead=(0,)), flagged=True)
    'The triples that fit the question best lead elsewhere: “Up directed by Pete Docter”.'
    >>> leading(facts, Reach({}, walk=(0,), unknown=("Bo Lee",)), flagged=True)[-28:]
    '”. No triple names “Bo Lee”.'

    Args:
        triples: The evidence.
        reach: How the answer's names lie in it.
        flagged: Whether the answer was flagged; what speaks otherwise is said to be outweighed.
    """
    if reach is None or not (reach.walk or reach.instead):
        against, said = True, "No triple leads from the question to a name of the answer"
    else:
        walk = ", then ".join(_quoted(triples[number]) for number in reach.instead or reach.walk)
        against = bool(reach.instead)
        whither = "a name of the answer" if flagged else "the answer"
        said = (
            f"The triples that fit the question best lead elsewhere: {walk}"
            if against
            else f"From the question the triples lead to {whither}: {walk}"
        )
    if reach is not None and reach.unknown:
        against = True
        said = f"{said}. No triple names {_listing([f'“{name}”' for name in reach.unknown])}"
    if against == flagged:
        return f"{said}."
    return f"{said}. {_OUTWEIGHED}"


def numbers(prd: float, sas: float) -> str:
    """Say what PRD and SAS mean for an answer of which no trace is there.

    >>> numbers(0.728, 0.391)
    'PRD 0.73: of its attention, 0.86 went along the path and 0.14 elsewhere. SAS 0.39: how near \
it is to the triples.'
    """
    along = (1 + prd) / 2
    return (
        f"PRD {prd:.2f}: of its attention, {along:.2f} went along the path and {1 - along:.2f} "
        f"elsewhere. SAS {sas:.2f}: how near it is to the triples."
    )


def told(triple: Triple) -> str:
    """Return a triple as a prompt states it, of one whose predicate is a sentence only that.

    >>> from groundgraph.types import Triple
    >>> told(Triple("Up", "directed_by", "Pete Docter"))
    'Up directed_by Pete Docter'
    >>> told(Triple("ADA QUILL", "Ada Quill leads Orvane.", "ORVANE"))
    'Ada Quill leads Orvane'
    """
    sentence = as_sentence(triple).rstrip(".")
    alone = sentence == predicate_words(triple.predicate).rstrip(".")
    return sentence if alone else " ".join(triple)


def _quoted(triple: Triple) -> str:
    return f"“{told(triple)}”"


def _listing(items: list[str]) -> str:
    most = max(_NAMED, _LEANED)
    shown = items if len(items) <= most else [*items[:_NAMED], f"{len(items) - _NAMED} more"]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"
