"""What parts read and say: mentions and entities, pairs and entailments."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray


class Mention(NamedTuple):
    """A name in a text, and the words around it, which tell whom it means.

    Attributes:
        name: As the text has it.
        context: The sentence, or more; "" where there is none.
    """

    name: str
    context: str


class Entity(NamedTuple):
    """A thing that a knowledge source knows.

    Attributes:
        id: Its IRI.
        label: Its name.
        description: What it is, in a few words; "" where the source says nothing.
    """

    id: str
    label: str
    description: str


class Pair(NamedTuple):
    """What a verifier reads: does the hypothesis follow from the premise?"""

    premise: str
    hypothesis: str


class Entailments(NamedTuple):
    """What a verifier says of pairs; the three probabilities of a pair sum to 1.

    Attributes:
        entailment: Probability that the premise says what the hypothesis says, shape
            ``(n_pairs,)``, in [0, 1], as the two below.
        neutral: Probability that it neither says nor denies it. A verifier that knows only
            "entailed" and "not entailed" puts all of the latter here.
        contradiction: Probability that it denies it.
        unread: Characters at the end of each premise that the verifier did not read, shape
            ``(n_pairs,)``; 0 where it read all.
        problems: Why a pair could not be judged, by its index; its probabilities are those of
            not knowing, (0, 1, 0), and must not be read as an outcome.
    """

    entailment: NDArray[np.float64]
    neutral: NDArray[np.float64]
    contradiction: NDArray[np.float64]
    unread: NDArray[np.int64]
    problems: Mapping[int, str]
